/** The dialogs of a host: links and seats, rulings, and webhooks. Loaded when the host opens one. */

import { $, call, el } from "./dom.js";
import { copy } from "./files.js";
import { SOON } from "./outbox.js";
import { hold } from "./page.js";
import { count, say } from "./say.js";
import { pathOf, whose } from "./seat.js";
import { now, send } from "./table.js";

/** A dialog that leaves the page when it is closed. @param {string} id @param {string} title @param {...(Node | string)} parts @returns {HTMLDialogElement} */
function dialogOf(id, title, ...parts) {
  const made = /** @type {HTMLDialogElement} */ (el("dialog", { "aria-labelledby": id }, el("h2", { id }, title), ...parts));
  made.onclose = () => made.remove();
  document.body.append(made);
  made.showModal();
  return made;
}

const closing = () => el("form", { method: "dialog", class: "row" }, el("button", { class: "main", autofocus: true }, say("Close")));

// --- Links: watchers' and those of numbered onlookers, at any time; and seats given out anew, to players who lost their link or to substitutes

export async function links() {
  const table = /** @type {Wire.Table} */ (now.table);
  const said = el("p", { role: "status" });
  const list = el("ul", { class: "links" }, linkPart(say("spectators"), `/w/${table.id}`));
  const seats = ["A", "B"].map((seat) => (table.bots[seat] ? el("li", {}, say("Seat {seat}: a bot plays.", { seat })) : seatPart(seat, table, said)));
  const words = el("p", { class: "quiet" }, say("A new link works once, and the old one is dead at once. Everybody at the table reads that you gave it. It shows nothing before; then the player gets a link that you do not know."));
  dialogOf("links-title", say("Links"), el("h3", {}, say("Spectators")), list, el("h3", {}, say("Seats")), el("ul", { class: "links" }, ...seats), words, said, closing()).classList.add("hooks");
  try {
    const { onlookers } = await call(`${document.body.dataset.api}/links`);
    for (const [eye, key] of Object.entries(onlookers)) list.append(linkPart(whose(eye, table.people), pathOf(eye, key), table.people?.[eye]?.held));
  } catch (error) {
    said.textContent = sentence(error);
  }
}

/** @param {string} whom @param {string} path @param {string} [held] what this onlooker reads, once the match is over */
function linkPart(whom, path, held) {
  const link = location.origin + path;
  const button = el("button", { type: "button", "aria-label": say("Copy the link for {whom}", { whom }) }, say("Copy"));
  button.onclick = () => void copy(button, link);
  return el("li", { class: "row" }, el("label", {}, say("For {whom}", { whom }), el("input", { readonly: true, value: link })), button, held && el("p", {}, say("{whom} reads: {words}", { whom, words: held })));
}

/** @param {string} seat @param {Wire.Table} table @param {HTMLElement} said */
function seatPart(seat, table, said) {
  const name = table.names[seat] ?? ""; // empty for nobody
  const place = el("li", { class: "seat-part" });
  const give = async (/** @type {boolean} */ substitute) => {
    said.textContent = "";
    try {
      const { key } = await call(`${document.body.dataset.api}/seats`, { seat, substitute });
      const link = `${location.origin}/s/${key}`;
      const button = el("button", { type: "button" }, say("Copy link"));
      button.onclick = () => void copy(button, link);
      const box = el("label", {}, substitute ? say("Link for the substitute in seat {seat}", { seat }) : say("New link for seat {seat}", { seat }), el("input", { readonly: true, value: link }));
      place.replaceChildren(el("div", { class: "row" }, box, button));
    } catch (error) {
      said.textContent = sentence(error);
    }
  };
  const ask = (/** @type {boolean} */ substitute) => {
    const words = substitute ? say("{name} leaves the match, and cannot come back with the old link. The substitute plays on with everything that {name} has, and the clocks run on.", { name }) : say("The link that {name} has now stops working at once.", { name });
    const yes = el("button", { type: "button", class: "danger", onclick: () => give(substitute) }, substitute ? say("Replace {name}", { name }) : say("Make the new link"));
    place.replaceChildren(el("p", {}, words), el("div", { class: "row" }, yes, el("button", { type: "button", onclick: show }, say("Cancel"))));
    hold(place);
  };
  const show = () => {
    const anew = el("button", { type: "button", onclick: () => (name ? ask(false) : give(false)) }, say("New link"));
    const other = el("button", { type: "button", onclick: () => ask(true) }, say("Substitute"));
    place.replaceChildren(el("strong", {}, name ? say("Seat {seat}: {name}", { seat, name }) : say("Seat {seat}: still free", { seat })), el("div", { class: "row" }, anew, name && table.state !== "over" ? other : ""));
    hold(place);
  };
  show();
  return place;
}

// --- The rulings: chosen, looked at with all that they do, and only then made

/** @returns {Record<string, string>} */
const KINDS = () => ({
  back: say("Go back to before an event"),
  timeout: say("A time-out does not count"),
  time: say("Give or take time"),
  word: say("Accept words that are not on the list"),
  enter: say("Enter a move for a player"),
  points: say("Correct points"),
  bout: say("Decide this bout"),
  won: say("A player has won, because it is obvious"),
  tied: say("A tie, because it is obvious"),
  forfeit: say("A player loses"),
  void: say("Declare the match void"),
  noshow: say("A player did not come"),
  cancel: say("Cancel the match"),
});

const LETTERS = 40; // of an event in a list

/** @param {string} label @param {HTMLElement} field @param {string[]} kinds that have it */
const row = (label, field, ...kinds) => el("label", { class: "ruling-field", "data-kinds": kinds.join(" ") }, label, field);

/** @param {[string, string][]} choices @param {string} name */
const select = (choices, name) => el("select", { name }, ...choices.map(([value, words]) => el("option", { value }, words)));

/** @param {unknown} error */
function sentence(error) {
  const { message } = /** @type {Error} */ (error);
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

/** An event in a list, with its round, and short. @param {Wire.Place} one @param {number} [number] */
function placed({ event, actors, words, round }, number = event) {
  const names = now.table?.names ?? {};
  const told = words.join(" ") || (actors[0] === "deal" ? say("a deal") : actors.map((seat) => names[seat] ?? say("the host")).join(", "));
  const short = told.length > LETTERS ? `${told.slice(0, LETTERS - 1).trimEnd()}…` : told;
  return round ? say("Round {round}: {words} (event {event})", { round, words: short, event: number }) : say("{words} (event {event})", { words: short, event: number });
}

/**
 * The place that a line of the log tells of. Both are gone through from the end: the log may not show the last words yet, and has lines more, of
 * rulings and of another match from which this one goes on.
 * @param {Wire.Desk} desk
 * @param {HTMLElement} line
 */
function placeOf({ places }, line) {
  const lines = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#log li:not(.heading)")]);
  for (const told = places.flatMap((place) => place.words.map((words) => ({ place, words }))); told.length; told.pop()) {
    let [next, found] = [told.length - 1, /** @type {Wire.Place | undefined} */ (undefined)];
    for (const one of lines.toReversed()) {
      if (one.firstChild?.textContent !== told[next]?.words) continue;
      if (one === line) found = told[next]?.place;
      next -= 1;
    }
    if (next < 0) return found;
  }
  return undefined;
}

/** The dialog of rulings; from a line of the log, with what can be ruled there, or with a word to accept. @param {HTMLElement | null} [_] @param {HTMLElement} [line] @param {string} [word] */
export async function ruling(_, line, word) {
  const at = `${document.body.dataset.api}/ruling`;
  const said = el("div", { class: "ruling-effect", role: "status" });
  const close = el("button", { type: "button" }, say("Close"));
  const form = /** @type {HTMLFormElement} */ (el("form", { class: "ruling" }, said, el("p", { class: "row" }, close)));
  const dialog = dialogOf("ruling-title", say("Rulings"), pausing(), form);
  close.onclick = () => dialog.close();
  try {
    const desk = /** @type {Wire.Desk} */ (await call(at));
    fill(form, desk, at, said, close, dialog, line);
    if (!word || !desk.possible.includes("word")) return;
    for (const [name, value] of [["words", word], ["ruling", "word"]]) {
      const field = /** @type {HTMLInputElement} */ (form.elements.namedItem(name ?? ""));
      field.value = value ?? "";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  } catch (error) {
    said.textContent = sentence(error);
  }
}

/** The offer to let the clocks stand meanwhile. */
function pausing() {
  const { table, seen } = now;
  const clocks = Object.values(seen?.clocks ?? {}).some(({ running }) => running);
  if (table?.state !== "running" || seen?.paused || !clocks) return "";
  const words = el("span", {}, say("The clocks run."));
  const button = /** @type {HTMLButtonElement} */ (el("button", { type: "button" }, say("Pause while you decide")));
  button.onclick = async () => {
    button.disabled = true;
    const answer = await send({ type: "pause" }, { at: button });
    if (answer.type !== "refused") button.remove();
    words.textContent = answer.type === "refused" ? sentence(new Error(answer.reason)) : say("The clocks stand still until you press Resume the match.");
  };
  return el("p", { class: "row pausing" }, words, button);
}

/**
 * @param {HTMLFormElement} form
 * @param {Wire.Desk} desk
 * @param {string} at the address of rulings
 * @param {HTMLElement} said
 * @param {HTMLElement} close
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} [line] of the log
 */
function fill(form, desk, at, said, close, dialog, line) {
  const fields = fieldsOf(desk);
  const confirm = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "danger", hidden: "" }, say("Confirm the ruling")));
  const look = el("button", { class: "main", formnovalidate: true }, say("Show the effect"));
  const made = desk.rulings.map((one) => el("li", {}, [one.words, say("Reason: {reason}", { reason: one.reason })].join(" ")));
  said.before(...fields);
  if (made.length) said.after(el("h3", {}, say("Rulings so far")), el("ul", { class: "rulings" }, ...made));
  close.before(look, confirm);
  let shown = ""; // the version of the match whose effect stands there
  const changed = () => {
    const { ruling } = wanted(form);
    for (const field of fields) field.hidden = Boolean(field.dataset.kinds) && !field.dataset.kinds?.split(" ").includes(ruling);
    said.replaceChildren();
    confirm.hidden = true;
    look.hidden = false;
  };
  const show = async () => {
    confirm.hidden = true;
    look.hidden = false;
    try {
      const body = wanted(form);
      shown = String(now.seen?.ply);
      said.replaceChildren(...effect(await call(`${at}/effect`, { ...body, reason: body.reason || "…" })));
      confirm.hidden = false;
      hold(confirm);
      if (document.activeElement === look) confirm.focus();
      look.hidden = true;
    } catch (error) {
      said.textContent = sentence(error);
    }
  };
  form.oninput = ({ target }) => /** @type {HTMLInputElement} */ (target).name !== "reason" && changed(); // the reason changes no effect
  changed();
  form.onsubmit = (event) => {
    event.preventDefault();
    void show();
  };
  confirm.onclick = async () => {
    if (!form.reportValidity()) return;
    if (shown !== String(now.seen?.ply)) return show(); // the match has gone on: first look again
    confirm.disabled = true;
    const late = setTimeout(() => said.append(el("p", { class: "unsent" }, say("Not sent yet"))), SOON);
    const answer = await send({ type: "rule", ...wanted(form) }, { at: $("ruling") });
    clearTimeout(late);
    confirm.disabled = false;
    if (answer.type !== "refused") return dialog.close();
    said.textContent = sentence(new Error(answer.reason));
    confirm.hidden = true;
    look.hidden = false;
  };
  if (line) actions(form, desk, line, show, changed);
}

/** What can be ruled on a line of the log, in the place of the form. @param {HTMLFormElement} form @param {Wire.Desk} desk @param {HTMLElement} line @param {() => void} show @param {() => void} changed */
function actions(form, desk, line, show, changed) {
  const place = placeOf(desk, line);
  /** @type {[string, Record<string, string>][]} */
  const choices = [];
  if (place && desk.possible.includes("back")) choices.push([say("Go back to here"), { ruling: "back", event: `${place.event} ` }]);
  for (const event of place?.timeouts ?? []) {
    const words = place?.timeouts.length === 1 ? say("This time-out does not count") : say("The time-out of event {event} does not count", { event });
    choices.push([words, { ruling: "timeout", late: `${event} ` }]);
  }
  const newest = place === desk.places.findLast(({ words }) => words.length);
  for (const kind of newest ? ["enter", "word", "bout", "won", "points"] : []) if (desk.possible.includes(kind)) choices.push([KINDS()[kind] ?? kind, { ruling: kind }]);
  const about = el("blockquote", {}, place?.round ? el("strong", {}, say("Round {round}", { round: place.round })) : "", " ", line.firstChild?.textContent ?? "");
  const list = el("div", { class: "ruling-actions" });
  const leave = () => (list.remove(), form.classList.remove("choosing"), hold(form));
  for (const [words, values] of choices) {
    const button = el("button", { type: "button" }, words);
    button.onclick = () => {
      for (const [name, value] of Object.entries(values)) {
        const control = /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));
        control.value = value;
        /** @type {HTMLElement} */ (control.parentElement).dataset.given = "yes";
      }
      changed();
      leave();
      if (values.event || values.late) show();
      /** @type {HTMLElement} */ (form.elements.namedItem("reason")).focus();
    };
    list.append(button);
  }
  list.append(el("button", { type: "button", onclick: () => (about.remove(), leave()) }, say("Another ruling…")));
  form.classList.add("choosing");
  form.prepend(about, list);
}

/** @param {Wire.Desk} desk */
function fieldsOf(desk) {
  const names = now.table?.names ?? {};
  const places = desk.places.toReversed();
  /** @type {[string, string][]} */
  const players = ["A", "B"].map((seat) => [seat, names[seat] ?? say("seat {seat}", { seat })]);
  /** @type {[string, string][]} */
  const events = places.map((one) => [`${one.event} `, placed(one)]);
  if (now.seen?.public.reason === "void") events.unshift([`${desk.events + 1} `, say("the match goes on where it was")]);
  /** @type {[string, string][]} */
  const late = places.flatMap((one) => one.timeouts.map((event) => /** @type {[string, string]} */ ([`${event} `, placed(one, event)])));
  const number = (/** @type {string} */ name, value = "") => el("input", { name, type: "number", step: "1", value });
  const kinds = Object.entries(KINDS()).filter(([kind]) => desk.possible.includes(kind) && (kind !== "back" || events.length) && (kind !== "timeout" || late.length));
  return [
    row(say("Ruling"), select(kinds, "ruling")),
    row(say("Before event"), select(events, "event"), "back"),
    row(say("Time-out"), select(late, "late"), "timeout"),
    row(say("Player"), select(players, "seat"), "time", "forfeit", "won", "points", "enter"),
    row(say("The bout goes to"), select([...players, ["", say("nobody: it is drawn")]], "bout"), "bout"),
    row(say("Who did not come"), select([...players, ["", say("both")]], "absent"), "noshow"),
    row(say("Seconds (below 0 to take time)"), number("seconds", "60"), "time", "timeout"),
    row(say("Seconds for the bank (empty: as they were)"), number("bank"), "time", "timeout"),
    row(say("Points (below 0 to take them)"), number("points"), "points"),
    row(say("Unit, one word"), el("input", { name: "unit", maxlength: "20", autocomplete: "off", value: say("points") }), "points"),
    row(say("The words, or a whole list"), el("textarea", { name: "words", rows: "2", spellcheck: "false" }), "word"),
    row(say("The move, as the player would type it"), el("input", { name: "move", autocomplete: "off", spellcheck: "false" }), "enter"),
    row(say("Enter these moves instead, one a line, each with the player's name (optional)"), el("textarea", { name: "enter", rows: "2", spellcheck: "false" }), "back"),
    row(say("Reason, which everybody sees"), el("input", { name: "reason", required: "", maxlength: "200", autocomplete: "off" })),
  ];
}

/** The ruling that the form stands for. @param {HTMLFormElement} form @returns {Record<string, any> & {ruling: string, reason: string}} */
function wanted(form) {
  const value = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value;
  const number = (/** @type {string} */ name) => Math.trunc(Number(value(name)));
  const ruling = value("ruling");
  const base = { ruling, reason: value("reason") };
  const bank = value("bank") && { bank: number("bank") };
  switch (ruling) {
    case "back": return { ...base, event: number("event"), enter: value("enter").split("\n").filter((line) => line.trim()) };
    case "timeout": return { ...base, event: number("late"), seconds: number("seconds"), ...bank };
    case "time": return { ...base, seat: value("seat"), seconds: number("seconds"), ...bank };
    case "forfeit":
    case "won": return { ...base, seat: value("seat") };
    case "bout": return { ...base, seat: value("bout") };
    case "noshow": return { ...base, seat: value("absent") };
    case "word": return { ...base, words: value("words") };
    case "enter": return { ...base, enter: [`${value("seat")} ${value("move")}`] };
    case "points": return { ...base, seat: value("seat"), points: number("points"), unit: value("unit") };
    default: return base;
  }
}

/** @param {Wire.Effect} what @returns {HTMLElement[]} */
function effect({ words, shown, warnings, owing, clocks }) {
  const names = now.table?.names ?? {};
  const parts = [el("p", {}, el("strong", {}, words))];
  const left = (/** @type {string} */ seat) => Math.floor(((clocks[seat]?.left ?? 0) + (clocks[seat]?.bank ?? 0)) / 1000);
  const times = owing.map((seat) => say("{player} then owes an answer and has {seconds} s.", { player: names[seat] ?? seat, seconds: left(seat) }));
  if (times.length) parts.push(el("p", {}, now.table?.settings.untimed ? "" : times.join(" ")));
  if (shown.length) parts.push(el("p", {}, say("Everybody has seen this, and it is undone:")), el("ul", { class: "undone" }, ...shown.map((one) => el("li", {}, one))));
  if (warnings.length) parts.push(el("ul", {}, ...warnings.map((one) => el("li", {}, one))));
  return parts;
}

// --- The webhooks: addresses that get each change that spectators see

/**
 * @typedef {{number: number, at: number, status: number, trouble: string, tries: number, next: number}} Delivery
 * @typedef {{id: string, format: string, place: string, language: string, sends: string, mention: string, on: boolean, trouble: string, failing: string, delivered: number, deliveries: Delivery[]}} Webhook
 * @typedef {{content?: string, embeds?: {title: string, description: string}[]}} Post
 */

const at = () => `${document.body.dataset.api}/webhooks`;
const list = el("ul", { class: "links" });
const said = el("p", { role: "status" });

/** @param {string} words @returns {string} */
const whole = (words) => (words ? sentence(new Error(words)) : "");
/** @param {number} moment @returns {string} */
const time = (moment) => new Date(moment).toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "medium" });

/** What a webhook sends. @param {string} now @returns {HTMLSelectElement} */
function choice(now) {
  const kinds = { resolved: say("Only decided turns"), all: say("Every submission and line of chat"), end: say("Only the end") };
  return /** @type {HTMLSelectElement} */ (el("select", {}, ...Object.entries(kinds).map(([value, words]) => el("option", { value, selected: value === now }, words))));
}

/** Shows the message that would be sent now. @param {{format: string, sends: string, mention: string, language?: string}} settings @param {HTMLElement} place */
async function preview({ format, sends, mention, language = "" }, place) {
  const { message, picture } = await call(`${document.body.dataset.api}/preview-webhook`, { format, sends, mention, language });
  const { content = "", embeds = [] } = /** @type {Post} */ (message);
  const plain = (/** @type {string} */ words) =>
    words
      .replace(/<t:(\d+):R>/g, (_, second) => time(second * 1000))
      .replace(/\[([^\]\\]*)\]\(\S+\)/g, "$1")
      .replace(/\\(.)/g, "$1");
  const lines = [content, embeds[0]?.description ?? ""].flatMap((words) => plain(words).split("\n"));
  const words = embeds[0] ? [el("strong", {}, plain(embeds[0].title)), ...lines.map((line) => el("p", {}, line))] : [el("pre", {}, JSON.stringify(message, null, 1))];
  const image = picture && el("img", { src: `data:image/svg+xml,${encodeURIComponent(picture)}`, alt: "" });
  place.replaceChildren(el("p", { class: "quiet" }, say("The next message, as it would be now:")), el("blockquote", {}, ...words, image));
}

export function hooks() {
  const address = /** @type {HTMLInputElement} */ (el("input", { type: "url", required: true, autocomplete: "off", spellcheck: false, placeholder: "https://" }));
  const format = /** @type {HTMLSelectElement} */ (el("select", {}, el("option", { value: "discord" }, "Discord"), el("option", { value: "json" }, "JSON")));
  const sends = choice("resolved");
  const mention = /** @type {HTMLInputElement} */ (el("input", { autocomplete: "off", spellcheck: false, placeholder: "<@&ID>" }));
  const calls = el("label", {}, say("Call a member or a role of Discord (may be empty)"), mention);
  const given = () => ({ format: format.value, sends: sends.value, mention: format.value === "discord" ? mention.value.trim() : "" });
  const next = el("div", {});
  const look = el("button", { type: "button", onclick: () => act(() => preview(given(), next)) }, say("Show the next message"));
  const fields = [el("label", {}, say("Address"), address), el("label", {}, say("Form of the messages"), format), el("label", {}, say("Posts"), sends), calls];
  const add = el("form", {}, ...fields, el("p", { class: "row" }, el("button", {}, say("Add a webhook")), look), next);
  format.onchange = () => (calls.hidden = format.value !== "discord");
  add.addEventListener("submit", (event) => {
    event.preventDefault();
    void act(async () => {
      const { secret } = await call(at(), { address: address.value.trim(), ...given() });
      address.value = "";
      next.replaceChildren();
      await show();
      if (secret) once(secret);
    });
  });
  const words = [
    el("p", {}, say("A webhook sends what spectators see to an address of yours, such as a channel in Discord. Nobody else is shown the address.")),
  ];
  said.replaceChildren();
  dialogOf("hooks-title", say("Webhooks"), ...words, list, add, said, closing()).classList.add("hooks");
  void act(show);
}

/** Does something that the server may refuse. @param {() => Promise<unknown>} what */
async function act(what) {
  said.replaceChildren();
  try {
    await what();
  } catch (error) {
    said.textContent = sentence(error);
  }
}

/** The secret of the signatures, this one time. @param {string} secret */
function once(secret) {
  const button = el("button", { type: "button" }, say("Copy"));
  button.onclick = () => void copy(button, secret);
  const box = el("label", {}, say("The secret of the signatures. It is shown only now."), el("input", { readonly: true, value: secret }));
  said.replaceChildren(el("span", { class: "row" }, box, button));
}

async function show() {
  const { webhooks } = await call(at());
  render(webhooks);
  dispatchEvent(new Event("hooked"));
}

/** @param {Webhook[]} webhooks */
function render(webhooks) {
  const open = [...list.querySelectorAll("details")].map((one) => one.open);
  list.replaceChildren(...webhooks.map(part));
  list.querySelectorAll("details").forEach((one, place) => (one.open = open[place] ?? false));
  list.dataset.of = JSON.stringify(webhooks);
  hold(list);
}

// What arrives while the list is open shows there, unless somebody is at work in it.
addEventListener("delivered", (event) => {
  const { detail } = /** @type {CustomEvent<Webhook[]>} */ (event);
  const busy = !list.isConnected || list.contains(document.activeElement) || list.querySelector("form, blockquote");
  if (!busy && list.dataset.of !== JSON.stringify(detail)) render(detail);
});

/** @param {Webhook} hook @returns {HTMLElement} */
function part(hook) {
  const own = `${at()}/${hook.id}`;
  const button = (/** @type {string} */ words, /** @type {() => Promise<unknown>} */ what) => el("button", { type: "button", onclick: () => act(what) }, words);
  const test = button(say("Send a test"), async () => {
    const { trouble } = await call(`${own}/test`, {});
    said.textContent = whole(trouble) || say("The test has arrived.");
  });
  const turn = button(hook.on ? say("Switch off") : say("Switch on"), () => call(own, { on: !hook.on }).then(show));
  const address = button(say("Change the address"), async () => change.replaceChildren(readdress(own, change)));
  const change = el("div", {});
  const next = button(say("Show the next message"), () => preview(hook, change));
  const sends = choice(hook.sends);
  sends.ariaLabel = say("Posts");
  sends.onchange = () => void act(() => call(own, { sends: sends.value }).then(show));
  const remove = button(say("Remove"), () => call(`${own}/remove`, {}).then(show));
  const last = hook.deliveries[0];
  const state = hook.trouble ? whole(hook.trouble) : last?.trouble && hook.on ? whole(outcome(last)) : hook.on ? count("{number} message has arrived.", "{number} messages have arrived.", hook.delivered) : say("Switched off.");
  const lines = hook.deliveries.map((line) => el("li", {}, `${line.number} · ${time(line.at)}${line.status ? ` · ${line.status}` : ""} · ${outcome(line)}`));
  const log = lines.length ? el("details", {}, el("summary", {}, say("Deliveries")), el("ol", { class: "quiet" }, ...lines)) : "";
  const name = hook.format === "discord" ? `Discord · ${hook.place}` : `JSON · ${hook.place}`;
  return el("li", {}, el("strong", {}, name), el("p", { class: "quiet" }, state), el("p", { class: "row" }, sends, test, next, turn, address, remove), change, log);
}

/** A form for another address; the webhook goes on there with the first change that has not arrived. @param {string} own @param {HTMLElement} place */
function readdress(own, place) {
  const box = /** @type {HTMLInputElement} */ (el("input", { type: "url", required: true, autocomplete: "off", spellcheck: false, placeholder: "https://" }));
  const form = el("form", {}, el("label", {}, say("New address"), box), el("p", { class: "row" }, el("button", {}, say("Save")), el("button", { type: "button", onclick: () => place.replaceChildren() }, say("Cancel"))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void act(async () => {
      await call(own, { address: box.value.trim() });
      await show();
      said.textContent = say("The webhook sends to the new address.");
    });
  });
  setTimeout(() => box.focus());
  return form;
}

/** @param {Delivery} line @returns {string} */
function outcome(line) {
  if (!line.trouble) return say("arrived");
  return line.next ? say("{trouble}; next attempt {time}", { trouble: line.trouble, time: time(line.next) }) : line.trouble;
}
