/** Sets up a match for two others, and shows its links. They stay in this browser: the address of the page has the public id alone. */

import { $, call, el, memory } from "./dom.js";
import { copy } from "./files.js";
import { count, say } from "./say.js";
import { add, kept as hosted, pathOf, sayWhole, whose } from "./seat.js";

/** @typedef {{name: string, role?: string, items?: string[], notes?: string}} Person */
/** @typedef {{variant: string, title?: string, rules?: string, people: Record<string, Person>, options: Record<string, string | number>, settings: Record<string, any>, preset?: string, pace?: string, ec?: string, coin?: {sets: string} | null}} Wanted */
/** @typedef {{title: string, lines: string[], more: string[]}} Told */
/** @typedef {{id: string, seats: Record<string, string>, host: string, onlookers: Record<string, string>, wanted: Wanted, told: Told}} Made */
/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

const form = /** @type {HTMLFormElement} */ ($("duel"));
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ ($(id));
const within = (/** @type {string} */ id) => /** @type {HTMLInputElement | null} */ (document.getElementById(id));
const LAST = "duel"; // what was asked for last, to begin the next one with
const SEATS = ["A", "B"];
let shown = ""; // the text whose sentences stand there
let reading = Promise.resolve(); // until they do
/** @type {{name: string, garnets?: number}[]} */
let players = []; // of the season that the host has chosen

/** The fields that a table of any other game asks for by their names. @returns {HTMLInputElement[]} */
const named = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name]:not([type=radio])"))].filter((field) => !("written" in field.dataset));
/** The rules of the text, each with the value that the text and the book give. @returns {Field[]} */
const sentences = () => [.../** @type {NodeListOf<Field>} */ (form.querySelectorAll("[data-written]"))];
const text = () => /** @type {HTMLInputElement} */ (form.querySelector("[name=variant]:checked"));
const free = () => "free" in text().dataset;
const nameOf = (/** @type {string} */ seat) => input(`name-${seat}`).value.trim() || say("player {seat}", { seat });
const dmo = () => ({ A: "B", B: "A" })[input("ec").value] ?? "";

/** @param {Field} field */
const valueOf = (field) => (field instanceof HTMLInputElement && field.type === "checkbox" ? field.dataset[field.checked ? "on" : "off"] ?? "" : field.value);

/** Gives a rule the value of the text or of the book. @param {Field} field @param {string} value */
function give(field, value) {
  if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = field.dataset.on === value;
  else field.value = value;
}

/** The value that a rule has unless the host changes it. @param {Field} field */
const usual = (field) => (within("preset")?.value === "book" ? field.dataset.book : field.dataset.written) ?? "";

/** Fetches the sentences of the chosen text, and puts them into their places. */
async function read() {
  const { value } = text();
  if (value === shown) return;
  shown = value;
  const answer = free() ? "" : await fetch(`/host/${value}`).then((got) => (got.ok ? got.text() : ""));
  if (value !== shown) return; // another one has been chosen meanwhile
  const parts = new DOMParser().parseFromString(answer, "text/html");
  const place = (/** @type {string} */ id, /** @type {string} */ part) => $(id).replaceChildren(...(parts.querySelector(`[data-for=${part}]`)?.childNodes ?? []));
  ["rules", "items", "roles", "start", "onlookers"].forEach((part) => place(`${part}-of`, part));
  if (within("preset")) input("preset").onchange = () => sentences().forEach((field) => give(field, usual(field)));
}

/** Shows what belongs to the choices made so far, with the names of the players. */
function fit() {
  for (const kind of ["delay", "behind"]) input(kind).disabled = $(`${kind}-field`).hidden = input("late").value !== kind;
  const kinds = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-free]:not([type=radio]), [data-text]"));
  for (const part of kinds) {
    part.hidden = "free" in part.dataset !== free();
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (part.querySelectorAll("input, select, textarea"))) field.disabled = part.hidden;
  }
  const roles = /** @type {HTMLSelectElement} */ ($("ec")).options;
  SEATS.forEach((seat, place) => {
    const other = SEATS[1 - place] ?? "";
    /** @type {HTMLOptionElement} */ (roles[place]).text = say("{name} is the EC, {other} is the DMO.", { name: nameOf(seat), other: nameOf(other) });
  });
  for (const option of /** @type {NodeListOf<HTMLOptionElement>} */ (form.querySelectorAll("option[data-seat]"))) option.text = nameOf(option.value);
  for (const label of /** @type {NodeListOf<HTMLLabelElement>} */ (form.querySelectorAll("[data-garnets-of]"))) {
    const [name, field] = [nameOf(label.dataset.garnetsOf ?? ""), /** @type {HTMLInputElement} */ (label.control)];
    const known = players.find((one) => one.name.toLowerCase() === name.toLowerCase());
    label.textContent = say("Garnets of {name}", { name });
    field.disabled = /** @type {HTMLElement} */ (label.parentElement).hidden = within("start")?.value !== "garnets";
    field.readOnly = Boolean(known);
    if (known) field.value = String(known.garnets ?? 0);
  }
  if (within("talk-field")) $("talk-field").hidden = !onlookers().length;
  sayWhole(form);
}

/** Offers the seasons that this browser hosts: the players of the chosen one behind the names, with their garnets. */
async function seasons() {
  const found = (await Promise.all(hosted("seasons").slice(0, 20).map((key) => call(`/api/seasons/${key}`).catch(() => null)))).filter(Boolean);
  $("season").append(...found.map(({ title }, place) => new Option(title, String(place))));
  $("season-field").hidden = !found.length;
  $("season").onchange = () => {
    const { players: all = [], standings = [] } = found[Number(input("season").value || NaN)] ?? {};
    players = all.map((/** @type {any} */ one) => ({ name: one.name, garnets: standings.find((/** @type {any} */ row) => row.player === one.number)?.garnets }));
    $("players").replaceChildren(...players.map(({ name }) => new Option(name, name)));
  };
}

const lines = (/** @type {string} */ typed) => typed.split("\n").map((line) => line.trim()).filter(Boolean);
const onlookers = () => lines(within("onlookers")?.value ?? "");

/** What the form asks for a game that the host leads: a name with dots is a place in it. @param {Record<string, any>} settings @returns {Wanted} */
function led(settings) {
  /** @type {any} */
  const made = { variant: text().value, settings };
  for (const field of named().filter((one) => !one.disabled)) {
    const path = field.name.split(".");
    const last = path.pop() ?? "";
    path.reduce((at, key) => (at[key] ??= {}), made)[last] = field.type === "number" ? Number(field.value) : "lines" in field.dataset ? lines(field.value) : field.value.trim();
  }
  return made;
}

/** What the form asks for a text: the rules that differ from it, roles, items, the start, and onlookers. @param {Record<string, any>} settings @returns {Wanted} */
function written(settings) {
  /** @type {Wanted["options"]} */
  const options = {};
  const ec = input("ec").value;
  let sets = ec === "coin" ? "dmo" : "";
  for (const field of sentences()) {
    const [value, key] = [valueOf(field), field.name.replace("options.", "")];
    if (key === "aids") settings.aids = value;
    else if (value === "garnets" && garnets(dmo()) >= garnets(dmo() === "A" ? "B" : "A")) options[key] = "choose";
    else if (value === "garnets" || value === "chooser") sets = "chooser";
    else if (value !== usual(field)) options[key] = value;
  }
  Object.assign(settings, { publish: input("publish").checked, by_hand: Boolean(within("by-hand")?.checked), ...(onlookers().length && { talk: Number(input("talk").value) }) });
  const people = Object.fromEntries([...SEATS.map((seat) => [seat, { name: nameOf(seat) }]), ...onlookers().map((name, place) => [`onlooker-${place + 1}`, { name }])]);
  return { variant: text().value, people, options, settings, preset: input("preset").value, pace: input("pace").value, ec: ec === "coin" ? "" : ec, coin: sets ? { sets } : null };
}

const garnets = (/** @type {string} */ seat) => Number(input(`garnets-${seat}`).value);

/** @returns {Wanted} */
function wanted() {
  const [late, chat] = [input("late").value, input("chat").value];
  const settings = { listed: input("listed").value === "listed", caster: input("caster").checked, check_in: input("check-in").checked, prize: input("prize").value.trim(), loss: input("loss").value.trim(), hidden: late === "hidden", [chat || "gallery"]: Boolean(chat), [late === "behind" ? late : "delay"]: /^(delay|behind)$/.test(late) ? Number(input(late).value) : 0 };
  return free() ? led(settings) : written(settings);
}

// --- What the host has set, in words

/** A role as the host has typed it; the two of a Death Match in the reader's language. @param {string} typed */
const roleOf = (typed) => ({ EC: say("EC"), DMO: say("DMO") })[typed] ?? typed;

/** @param {Person} person */
const called = ({ name, role }) => (role ? say("{name} ({role})", { name, role: roleOf(role) }) : name);

/** @param {Person} one @param {Person} two */
const against = (one, two) => (one.role && two.role ? say("{first} ({role}) against {second} ({other})", { first: one.name, role: roleOf(one.role), second: two.name, other: roleOf(two.role) }) : say("{first} against {second}", { first: called(one), second: called(two) }));

/** When those see it who only watch. @param {Wanted["settings"]} settings */
function late({ delay, behind, hidden }) {
  if (hidden) return say("Spectators see this match once it is over.");
  if (behind) return count("Spectators see this match {number} decision later.", "Spectators see this match {number} decisions later.", behind);
  return delay ? count("Spectators see this match {number} second later.", "Spectators see this match {number} seconds later.", delay) : "";
}

/** A sentence as it stands on the page. @param {Field} field */
function told(field) {
  const label = field.labels?.[0]?.textContent?.trim() ?? "";
  if (field instanceof HTMLSelectElement && field.id === "start") return say("{about}: {value}", { about: label, value: field.selectedOptions[0]?.text ?? "" });
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text.endsWith(".") ? field.selectedOptions[0].text : say("{about}: {value}.", { about: label, value: field.selectedOptions[0]?.text ?? "" });
  if (field.type === "checkbox") return field.checked ? label : say("Not so: {sentence}", { sentence: label });
  return say("{about}: {value}.", { about: label, value: field.value });
}

/** What everybody may read of the match, and what the host alone reads besides. @param {Wanted} of @returns {Told} */
function summary(of) {
  const { people, options, settings } = of;
  const ecs = { A: "EC", B: "DMO" };
  if (!free() && of.ec) for (const seat of SEATS) Object.assign(people[seat] ?? {}, { role: of.ec === seat ? ecs.A : ecs.B });
  const items = SEATS.map((seat) => people[seat]).filter((one) => one?.items?.length).map((one) => say("{name} has: {items}", { name: one?.name, items: one?.items?.join(", ") }));
  const { bank = 0, ...times } = options;
  const clock = free() ? [...Object.values(times).map((seconds) => count("{number} second a question", "{number} seconds a question", Number(seconds))), ...(bank ? [count("bank of {number} second", "bank of {number} seconds", Number(bank))] : [])].join(", ") : /** @type {HTMLSelectElement} */ ($("pace")).selectedOptions[0]?.text ?? "";
  const rules = free() ? [] : [/** @type {HTMLSelectElement} */ ($("preset")).selectedOptions[0]?.text ?? "", ...sentences().filter((field) => field.id !== "start" && !field.closest("#items-of") && valueOf(field) !== usual(field)).map(told)];
  const owned = free() ? items : [.../** @type {NodeListOf<HTMLSelectElement>} */ (form.querySelectorAll("#items-of select"))].filter((field) => field.value !== "none").map(told);
  const start = within("start") && !free() ? [told(/** @type {any} */ ($("start"))), ...(input("start").value === "garnets" ? SEATS.map((seat) => say("{name} has {number} garnets.", { name: nameOf(seat), number: garnets(seat) })) : [])] : [];
  const fates = [settings.prize && say("The winner {fate}.", { fate: settings.prize }), settings.loss && say("The loser {fate}.", { fate: settings.loss })];
  const coin = of.coin?.sets === "dmo" ? [say("A coin decides who is the DMO.")] : [];
  const shared = [against(/** @type {Person} */ (people.A), /** @type {Person} */ (people.B)), ...coin, ...owned, ...start, ...fates, say("Clock: {clock}", { clock }), late(settings), ...rules.map((rule) => (rule.endsWith(".") ? rule : say("Rules: {rules}", { rules: rule }))), of.rules && say("Rules: {rules}", { rules: of.rules })];
  const more = [settings.check_in ? say("The match waits until both players have pressed Ready.") : say("The match starts as soon as both players have sat down."), settings.caster && say("A caster sees both hands."), onlookers().length > 0 && say("Onlookers: {names}", { names: onlookers().join(", ") }), settings.listed && say("It stands in the lists of the first page.")];
  return { title: of.title ?? text().dataset.title ?? "", lines: shared.filter((line) => typeof line === "string" && line !== ""), more: more.filter((line) => typeof line === "string") };
}

// --- The links

/** Shows the links of a match that this browser has set up. @param {Made} made */
function show({ id, seats, host, onlookers: others, wanted: of, told: { title, lines: shared, more } }) {
  const watch = `/w/${id}`;
  /** @type {[string, string, string][]} */
  const all = [...SEATS.map((seat) => /** @type {[string, string, string]} */ ([called(/** @type {Person} */ (of.people[seat])), `/s/${seats[seat]}`, seat])), [say("you, the host"), `/h/${host}`, ""], ...Object.entries(others).map(([eye, key]) => /** @type {[string, string, string]} */ ([whose(eye, of.people), pathOf(eye, key), ""])), [say("spectators"), watch, ""]];
  const rows = all.map(([whom, path, seat]) => {
    const link = location.origin + path;
    const button = el("button", { type: "button", "aria-label": say("Copy the link for {whom}", { whom }) }, say("Copy"));
    button.onclick = () => void copy(button, link);
    return el("li", { class: "row", "data-seat": seat }, el("label", {}, say("For {whom}", { whom }), el("input", { readonly: true, value: link })), button, seat && el("span", { class: "tag", role: "status" }));
  });
  $("made-title").textContent = title;
  $("links").replaceChildren(...rows);
  const rules = of.rules ? [] : [say("Rule book: {link}", { link: `${location.origin}/rules/${of.variant.split("/")[0]}` })];
  input("announcement").value = [title, ...shared, ...rules, say("Watch: {link}", { link: location.origin + watch })].join("\n");
  $("summary").replaceChildren(...[...shared, ...more].map((line) => el("li", {}, line)));
  $("copy").onclick = () => void copy($("copy"), input("announcement").value);
  const handed = all.filter(([, path]) => path !== `/h/${host}`).map(([whom, path]) => `${whom}: ${location.origin}${path}`);
  $("copy-links").onclick = () => void copy($("copy-links"), handed.join("\n"));
  /** @type {HTMLAnchorElement} */ ($("enter")).href = `/h/${host}`;
  const absent = /** @type {HTMLSelectElement} */ ($("absent")).options;
  SEATS.forEach((seat, place) => {
    const [name = "", other = ""] = [seat, SEATS[1 - place] ?? ""].map((one) => of.people[one]?.name);
    /** @type {HTMLOptionElement} */ (absent[place]).text = say("{name}: {other} wins.", { name, other });
  });
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ ($("closing").querySelectorAll("button"))) button.onclick = () => close(host, button);
  form.hidden = true;
  $("made").hidden = false;
  $("made-title").focus();
  void follow(host);
}

/** Asks before a match ends that has not begun: called off, or a player did not come. @param {string} host @param {HTMLButtonElement} button */
function close(host, button) {
  const { ruling } = button.dataset;
  const place = /** @type {HTMLFormElement} */ ($("close"));
  $("absent-field").hidden = ruling === "cancel";
  $("close-title").textContent = ruling === "cancel" ? say("Nobody can sit down any more, and the match counts nowhere.") : say("The match ends before its start.");
  input("reason").value = ruling === "cancel" ? say("called off") : say("did not come");
  $("close-error").hidden = true;
  place.hidden = false;
  $("close-title").focus();
  const done = () => {
    place.hidden = true;
    button.focus();
  };
  $("keep").onclick = done;
  place.onsubmit = async (event) => {
    event.preventDefault();
    try {
      await call(`/api/hosts/${host}/ruling`, { ruling, reason: input("reason").value.trim(), ...(ruling === "noshow" && input("absent").value && { seat: input("absent").value }) });
      place.hidden = true;
      await look(host);
    } catch (error) {
      $("close-error").textContent = /** @type {Error} */ (error).message;
      $("close-error").hidden = false;
    }
  };
}

const LOOK_MS = 5_000; // between two looks at who has sat down

/** Says beside each link whether its player has sat down, and that the match is over if it is. @param {string} host */
async function look(host) {
  const { table } = await call(`/api/hosts/${host}?pictures=none`).catch(() => ({ table: null }));
  for (const seat of table ? SEATS : []) {
    const says = /** @type {HTMLElement} */ (document.querySelector(`#links [data-seat=${seat}] [role=status]`));
    const words = table.names[seat] ? say("has sat down") : say("has not sat down yet");
    if (says.textContent !== words) says.textContent = words;
  }
  $("closing").hidden = Boolean(table) && table.state !== "waiting";
  $("ended").hidden = !table?.ending;
  $("ended").textContent = table?.ending ?? "";
  return table?.state;
}

/** @param {string} host */
async function follow(host) {
  if ((await look(host)) !== "over") setTimeout(follow, LOOK_MS, host);
}

form.addEventListener("change", () => (reading = read().then(fit)));
form.addEventListener("input", fit);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector(".go button"));
  button.disabled = true;
  $("error").hidden = true;
  try {
    await reading;
    const asked = wanted();
    const words = summary(asked);
    memory.set(LAST, { variant: text().value, ...Object.fromEntries(named().map(({ name, value }) => [name, value])) });
    const made = await call("/api/matches", { seats: { A: "friend", B: "friend" }, host: true, ...asked });
    for (const [key, until] of Object.entries(made.until)) words.lines.push(say("{about}: {value}, until {time}.", { about: within(`text-${key}`)?.labels?.[0]?.textContent ?? key, value: within(`text-${key}`)?.value ?? "", time: `${new Date(Number(until)).toISOString().slice(0, 16).replace("T", " ")} UTC` }));
    const kept = { ...made, wanted: asked, told: words };
    memory.set(`links:${made.id}`, kept);
    add("tables", made.host);
    history.replaceState(null, "", `#${made.id}`);
    show(kept);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    $("error").hidden = false;
    $("error").textContent = message.charAt(0).toUpperCase() + message.slice(1);
  } finally {
    button.disabled = false;
  }
});
// An invalid field inside the folded section could not show what is wrong with it.
form.addEventListener("invalid", ({ target }) => /** @type {HTMLElement} */ (target).closest("details")?.setAttribute("open", ""), true);

const kept = memory.get(`links:${location.hash.slice(1)}`);
const before = memory.get(LAST) ?? {};
for (const field of named()) field.value = before[field.name] ?? field.value;
const asked = new URLSearchParams(location.search).get("variant") ?? before.variant;
const radio = /** @type {HTMLInputElement | null} */ (asked && form.querySelector(`[name=variant][value="${CSS.escape(asked)}"]`));
if (radio) radio.checked = true;
reading = read().then(fit);
fit();
void seasons();
if (kept?.told) show(kept);
