/** The full form of a new table: shows the options of the chosen variant, sets up the match, and keeps its links in this browser. */

import { $, call, memory } from "./dom.js";
import { Chooser, gameOf, keepBot, offered } from "./opponent.js";
import { say } from "./say.js";
import { sayWhole, seat } from "./seat.js";

const form = /** @type {HTMLFormElement} */ ($("new"));
const opponent = new Chooser();
$("bot-field").append(opponent.root);
const name = /** @type {HTMLInputElement} */ ($("name"));
name.value = memory.get("name") ?? "";

/** @param {string} key @returns {string} */
const chosen = (key) => /** @type {RadioNodeList} */ (form.elements.namedItem(key)).value;
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ ($(id));

let shown = ""; // the variant whose bots are offered

/** Shows what belongs to the choices made so far. */
function fit() {
  const variant = chosen("variant");
  for (const set of /** @type {NodeListOf<HTMLFieldSetElement>} */ (document.querySelectorAll("fieldset.of"))) {
    set.hidden = set.disabled = set.dataset.variant !== variant;
  }
  const radio = /** @type {HTMLInputElement} */ (form.querySelector(`input[value="${CSS.escape(variant)}"]`));
  const lot = variant === "lot";
  $("lot").hidden = !lot;
  const bot = /** @type {HTMLInputElement} */ (form.querySelector("input[name=against][value=bot]"));
  bot.disabled = lot; // people play for what the lot brings
  if (lot && bot.checked) /** @type {HTMLInputElement} */ (form.querySelector("input[name=against][value=friend]")).checked = true;
  if (lot) input("offer").checked = false;
  if (radio.value !== shown && !lot) opponent.offer(offered(radio.dataset), gameOf(radio.value));
  shown = radio.value;
  const aids = (radio.dataset.aids ?? "").split(" ");
  for (const one of /** @type {HTMLSelectElement} */ ($("aids")).options) one.hidden = one.disabled = !aids.includes(one.value);
  if (!aids.includes(input("aids").value)) input("aids").value = "log";
  const coin = /** @type {HTMLSelectElement} */ ($("coin"));
  const targets = (radio.dataset.coin ?? "").split(" ");
  if (coin.dataset.of !== radio.dataset.coin) {
    const was = coin.value;
    coin.replaceChildren(new Option(say("no toss"), ""), ...targets.map((key) => new Option(key === "dmo" ? say("who is the DMO") : key === "chooser" ? say("who chooses the player that starts") : say(key.replaceAll("_", " ")), key)));
    coin.value = targets.includes(was) ? was : "";
    coin.dataset.of = radio.dataset.coin;
  }
  $("caller-field").hidden = !coin.value;
  for (const kind of ["delay", "behind"]) input(kind).disabled = $(`${kind}-field`).hidden = input("late").value !== kind;
  const against = chosen("against");
  $("talk-field").hidden = !(Number(/** @type {HTMLInputElement | null} */ (document.querySelector("fieldset.of:not([hidden]) [name=onlookers]"))?.value) > 0);
  $("by-hand-field").hidden = against !== "host" || !radio.dataset.deals;
  $("offer-field").hidden = against === "bot" || lot;
  $("wish-field").hidden = against === "bot" || !input("offer").checked;
  $("bot-field").hidden = against !== "bot";
  $("seat-field").hidden = $("name-field").hidden = against === "host";
  $("play").textContent = { bot: say("Play"), friend: say("Create a link for a friend"), host: say("Create the match") }[against] ?? say("Play");
  if (against !== "bot" && input("offer").checked) $("play").textContent = say("Open the table");
  sayWhole(form);
}

/** The options that differ from the book's. @returns {Record<string, string | number>} */
function options() {
  /** @type {Record<string, string | number>} */
  const given = {};
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("fieldset.of:not([hidden]) [name]"))) {
    if (field.value) given[field.name] = field.type === "number" ? Number(field.value) : field.value;
  }
  return given;
}

/** When spectators see the match, and who reads their chat. */
function late() {
  const kind = input("late").value;
  return { delay: kind === "delay" ? Number(input("delay").value) : 0, behind: kind === "behind" ? Number(input("behind").value) : 0, hidden: kind === "hidden", gallery: input("chat").value === "gallery", kibitz: input("chat").value === "kibitz" };
}

/** @param {Error & {keys?: string[]}} error */
function complain(error) {
  const place = $("error");
  place.hidden = false;
  place.textContent = error.message.charAt(0).toUpperCase() + error.message.slice(1);
  const at = [...document.querySelectorAll("fieldset.of:not([hidden]) [name]")].find((field) => error.message.startsWith(`${field.getAttribute("name")} `));
  if (at) {
    /** @type {HTMLDetailsElement} */ (document.querySelector("details.options")).open = true;
    /** @type {HTMLElement} */ (at).focus();
  }
}

/** What was chosen on the page before, else what was chosen here last. */
function recall() {
  const asked = new URLSearchParams(location.search);
  if (asked.get("against") === "open") input("offer").checked = true;
  const last = memory.get("new") ?? {};
  for (const key of ["variant", "against", "pace"]) {
    const value = asked.get(key)?.replace(/^open$/, "friend") ?? last[key];
    const radio = /** @type {HTMLInputElement | null} */ (value && form.querySelector(`input[name="${key}"][value="${CSS.escape(value)}"]`));
    if (radio) radio.checked = true;
    if (key === "pace" && value) input("pace").value = value;
  }
  const variant = /** @type {HTMLInputElement} */ (form.querySelector("input[name=variant]:checked"));
  input("publish").checked = !variant.dataset.discreet;
  variant.closest("details")?.setAttribute("open", "");
  if (asked.has("variant")) variant.closest(".card")?.scrollIntoView({ block: "nearest" });
}

form.addEventListener("change", (event) => {
  fit();
  const { name: key, dataset } = /** @type {HTMLInputElement} */ (event.target);
  if (key === "variant") input("publish").checked = !dataset.discreet;
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const against = chosen("against");
  const me = chosen("seat");
  const other = me === "A" ? "B" : "A";
  const free = input("offer").checked ? "open" : "friend";
  const seats = against === "host" ? { A: free, B: free } : { [me]: "me", [other]: against === "bot" ? `bot:${opponent.value}` : free };
  const settings = { listed: input("listed").checked, level: input("wish").value, ...late(), caster: input("caster").checked, publish: input("publish").checked, named: input("named").checked, aids: input("aids").value, check_in: input("check-in").checked, talk: $("talk-field").hidden ? 0 : Number(input("talk").value), by_hand: input("by-hand").checked && !$("by-hand-field").hidden };
  memory.set("name", name.value.trim());
  if (against === "bot") keepBot(opponent.value, gameOf(chosen("variant")));
  memory.set("new", { variant: chosen("variant"), against, pace: input("pace").value });
  const button = /** @type {HTMLButtonElement} */ ($("play"));
  button.disabled = true;
  try {
    const preset = /** @type {HTMLSelectElement | null} */ (document.querySelector("fieldset.of:not([hidden]) .preset"))?.value ?? "book";
    const lot = [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#lot:not([hidden]) :checked"))].map((box) => ({ variant: box.value }));
    const made = await call("/api/matches", { preset, lot, variant: chosen("variant"), options: options(), seats, host: against === "host", settings, pace: input("pace").value, ec: input("ec").value, coin: input("coin").value ? { sets: input("coin").value, caller: input("caller").value, sealed: input("sealed").checked && Boolean(input("caller").value) } : null });
    memory.set(`links:${made.id}`, { seats: made.seats, onlookers: made.onlookers });
    // Where sitting down fails, the seat's own page says so and asks again.
    if (against !== "host") await seat(made.seats[me], name.value.trim(), { id: made.id, role: me, commitment: made.commitment }).catch(() => {});
    location.assign(against === "host" ? `/h/${made.host}` : `/s/${made.seats[me]}`);
  } catch (error) {
    complain(/** @type {Error} */ (error));
  } finally {
    button.disabled = false;
  }
});
// An invalid field inside the folded section could not show what is wrong with it.
form.addEventListener("invalid", () => (/** @type {HTMLDetailsElement} */ (document.querySelector("details.options")).open = true), true);
addEventListener("pageshow", fit);
recall();
fit();
