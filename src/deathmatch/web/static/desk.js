/**
 * The desk of a host who leads a match: forms of which each makes one line of the record, the counters, and the questions of a round. A line is
 * sent once the host is next. Questions that were asked are offered again; they and a list that is prepared are kept in this browser, the list as a file too.
 */

import { $, call, cited, el, memory, speak } from "./dom.js";
import { hold } from "./page.js";
import { count, say } from "./say.js";
import { now, send } from "./table.js";

const KEPT = `desk:${document.body.dataset.match}`; // the prepared lines, which of them is next, the round, and what was asked
const MOST_LINES = 200;
const MOST_LETTERS = 200_000; // of a file
const CHIPS = 12; // earlier questions that are offered
const SEATS = ["A", "B"];
const KEYWORDS = ["ask", "show", "say", "board", "picture", "deck", "deal", "take", "throw", "count", "end"];
const TOKENS = /"(?:[^"\\]|\\.)*"|[^ \t]+/g;

const open = () => /** @type {Record<string, any>} */ (now.seen?.public ?? {});
const own = () => /** @type {Record<string, any>} */ (now.seen?.private ?? {});
const nameOf = (/** @type {string} */ seat) => now.table?.names[seat] ?? say("Seat {seat}", { seat });
const both = () => say("{name} and {other}", { name: nameOf("A"), other: nameOf("B") });
const quoted = (/** @type {string} */ text) => JSON.stringify(text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n]/gu, " ").trim());
const items = (/** @type {string} */ text) => text.split(/[,;\n]/).map((one) => one.trim().toLowerCase().replace(/\s+/g, "-")).filter(Boolean).join(",");

// --- Lines of the record

/** @typedef {{seats: string[], kind: string, low: number | null, high: number | null, items: string[] | null, secret: boolean, keep: boolean, chance: boolean, seconds: number | null, words: string}} Question */

/** @param {Question} asked @returns {string} */
function lineOf({ seats, kind, low, high, items: choices, secret, keep, chance, seconds, words }) {
  const range = /number|some|hand/.test(kind) ? [low, high] : [];
  const parts = [seats.join(""), kind, ...range, /one|some/.test(kind) && choices?.join(","), secret && "secret", keep && kind === "hand" && "keep", chance && kind !== "text" && "chance", seconds];
  return ["ask", ...parts.filter((part) => part !== false && part !== null && part !== ""), quoted(words)].join(" ");
}

/** The tokens of a line, without `host` before it and a comment behind it. @param {string} line */
function tokensOf(line) {
  const all = line.match(TOKENS) ?? [];
  const end = all.findIndex((token) => token.startsWith("#"));
  const tokens = end < 0 ? all : all.slice(0, end);
  return tokens[0]?.toLowerCase() === "host" ? tokens.slice(1) : tokens;
}

/** The question of a line; throws an Error that says why there is none. @param {string[]} tokens @returns {Question} */
function questionOf([, seats = "", kind = "", ...rest]) {
  const numbers = /^(number|some|hand)$/.test(kind) ? rest.splice(0, 2).map(Number) : [];
  const choices = /^(one|some)$/.test(kind) ? (rest.shift()?.split(",") ?? []) : null;
  const flag = (/** @type {string} */ name) => rest[0]?.toLowerCase() === name && Boolean(rest.shift());
  const [secret, keep, chance] = [flag("secret"), flag("keep"), flag("chance")];
  const seconds = /^\d+$/.test(rest[0] ?? "") ? Number(rest.shift()) : null;
  const [low = null, high = null] = numbers;
  const fits = /^(A|B|AB)$/i.test(seats) && /^(text|number|one|some|hand)$/.test(kind) && numbers.every(Number.isInteger) && rest.length === 1 && rest[0]?.startsWith('"');
  if (!fits) throw new Error(say("This is no question: expected who is asked, the kind, and the words between double quotes."));
  return { seats: [...seats.toUpperCase()], kind, low, high, items: choices, secret, keep, chance, seconds, words: JSON.parse(rest[0] ?? "") };
}

/** A line of a file as it is kept; throws an Error that says what is wrong with it. @param {string} line @returns {string} */
function checked(line) {
  const tokens = tokensOf(line);
  const word = (tokens[0] ?? "").toLowerCase();
  if (!KEYWORDS.includes(word)) throw new Error(say("A line of the host begins with one of {words}.", { words: KEYWORDS.join(", ") }));
  for (const token of tokens.filter((one) => one.includes('"'))) {
    try {
      JSON.parse(token);
    } catch {
      throw new Error(say("The words stand between double quotes, as in a record."));
    }
  }
  if (word === "ask") questionOf(tokens);
  return [word, ...tokens.slice(1)].join(" ");
}

/** A line for people: the words of a question, else the line. @param {string} line */
function titleOf(line) {
  const tokens = tokensOf(line);
  return tokens[0] === "ask" ? questionOf(tokens).words || say("A question") : tokens.join(" ");
}

// --- Sending

/** Why no line can be sent now; empty if one can. */
function why() {
  const { pending = [], over } = open();
  if (!now.seen) return say("The match begins once both players are here.");
  if (over) return say("The match is over.");
  if (now.seen.paused) return say("The match is paused. Resume it first.");
  if (pending[0] === "host") return "";
  const owing = SEATS.filter((seat) => pending.includes(seat));
  if (owing.length > 1) return say("{players} owe an answer.", { players: both() });
  return owing[0] ? say("{player} owes an answer.", { player: nameOf(owing[0]) }) : say("The table deals.");
}

/** @type {{text: string, form: HTMLElement, done?: () => void}[]} */
const queue = [];
let sent = -1; // the question at which a line is on its way
let answered = true;

/** Sends lines, one after another. @param {HTMLElement} form where a refusal stands @param {string[]} texts @param {() => void} [done] once all are accepted */
function post(form, texts, done) {
  if (sent >= 0 && form !== added) return; // only changes of counters wait for each other
  complain(form, "");
  queue.push(...texts.map((text, index) => ({ text, form, done: index === texts.length - 1 ? done : undefined })));
  void pump();
}

/** Sends the next line if it is the host's turn; an open question ends the lines that wait. */
async function pump() {
  if (answered && sent !== (now.seen?.ply ?? 0)) sent = -1;
  if (sent >= 0) return;
  if (SEATS.some((seat) => open().pending?.includes(seat)) || open().over) queue.length = 0;
  const line = why() ? undefined : queue.shift();
  if (!line) return;
  [sent, answered] = [now.seen?.ply ?? 0, false];
  paint();
  const answer = await send({ type: "line", ply: sent, text: line.text }, { at: line.form });
  answered = true;
  if (answer.type === "refused") {
    [sent, queue.length] = [-1, 0];
    complain(line.form, answer.reason, answer.rule);
  } else line.done?.();
  paint();
  void pump();
}

/** @param {HTMLElement} form @param {string} reason @param {string} [rule] */
function complain(form, reason, rule) {
  const at = /** @type {HTMLElement} */ (form.querySelector(".error"));
  at.hidden = !reason;
  at.replaceChildren(...(reason ? cited(reason, rule) : []));
}

// --- Parts of forms

/** @param {string} label @param {HTMLElement} control @param {string} [kinds] of questions that have it */
const field = (label, control, kinds) => el("label", { class: "desk-field", "data-kinds": kinds }, el("span", {}, label), control);
/** @param {string} name @param {Record<string, any>} [more] */
const input = (name, more) => el("input", { name, ...more });
/** @param {string} name @param {number} low @param {number} high @param {Record<string, any>} [more] */
const number = (name, low, high, more) => input(name, { type: "number", inputmode: "numeric", min: low, max: high, step: 1, ...more });
/** @param {string} name @param {Record<string, string>} choices */
const select = (name, choices) => el("select", { name }, ...Object.entries(choices).map(([value, words]) => el("option", { value }, words)));
/** @param {string} name @param {number} longest @param {number} [rows] */
const area = (name, longest, rows = 2) => el("textarea", { name, rows, maxlength: longest });
/** @param {string} words @param {(event: Event) => void} onclick @param {Record<string, any>} [more] */
const button = (words, onclick, more) => el("button", { type: "button", onclick, ...more }, words);
/** @param {HTMLElement} form @param {string} name @returns {any} */
const control = (form, name) => form.querySelector(`[name=${name}]`);
const value = (/** @type {HTMLElement} */ form, /** @type {string} */ name) => control(form, name).value.trim();

/** @type {Map<HTMLElement, () => string>} */
const forms = new Map(); // each with why it cannot be sent, though it is the host's turn

/**
 * @param {string} name
 * @param {string} title
 * @param {HTMLElement[]} fields
 * @param {(form: HTMLElement) => string[]} lines that it makes; throws an Error that says why it makes none
 * @param {{clear?: string[], closed?: () => string, more?: HTMLElement[], label?: string}} [how] fields that are empty afterwards; why it is closed; more buttons
 * @returns {HTMLFormElement}
 */
function formOf(name, title, fields, lines, { clear = [], closed = () => "", more = [], label = title } = {}) {
  const error = el("p", { class: "error", role: "alert", hidden: true });
  const form = /** @type {HTMLFormElement} */ (
    el("form", { id: `desk-${name}`, autocomplete: "off", "aria-label": title }, ...fields, error, el("p", { class: "row" }, el("button", { class: "main", "data-send": "" }, label), ...more, el("span", { class: "quiet stop" })))
  );
  forms.set(form, closed);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    try {
      const made = lines(form);
      hold(form); // a double tap is one tap
      post(form, made, () => clear.forEach((one) => (control(form, one).value = "")));
    } catch (error) {
      complain(form, /** @type {Error} */ (error).message);
    }
  });
  return form;
}

// --- Ask

const WHOM = () => ({ AB: both(), A: nameOf("A"), B: nameOf("B") });
const ask = formOf(
  "ask",
  say("Ask"),
  [
    field(say("Whom"), select("seats", WHOM())),
    field(say("Answer"), select("kind", { text: say("words"), number: say("a number"), one: say("one of a list"), some: say("some of a list"), hand: say("cards of the hand") })),
    field(say("Choices, with commas between"), input("items", { placeholder: say("red, black") }), "one some"),
    field(say("At least"), number("low", -1_000_000, 1_000_000, { value: 1 }), "number some hand"),
    field(say("At most"), number("high", -1_000_000, 1_000_000, { value: 1 }), "number some hand"),
    field(say("The answer goes to"), select("secret", { "": say("everybody, once all are in"), secret: say("I alone") })),
    field(say("Too late"), select("chance", { "": say("no answer"), chance: say("one by chance") }), "number one some hand"),
    field(say("Cards"), select("keep", { "": say("leave the hand"), keep: say("stay in the hand") }), "hand"),
    field(say("Seconds"), number("seconds", 1, 86_400, { placeholder: String(now.table?.options.time_answer ?? "") })),
    el("label", { class: "desk-field wide" }, el("span", {}, say("Question")), area("words", 300)),
  ],
  (form) => [filled(typed(form))],
  { more: [button(say("Add to the round"), () => prepare(), { id: "desk-add" })] },
);

/** The line of the question that stands in the form. @param {HTMLElement} form */
function typed(form) {
  const whole = (/** @type {string} */ name) => (value(form, name) === "" ? null : Number(value(form, name)));
  const kind = value(form, "kind");
  const choices = items(value(form, "items"));
  if (/one|some/.test(kind) && !choices.includes(",")) throw new Error(say("Write at least two choices, with commas between."));
  if (/number|some|hand/.test(kind) && (whole("low") === null || whole("high") === null)) throw new Error(say("Write from which number to which."));
  const flags = { secret: Boolean(value(form, "secret")), keep: Boolean(value(form, "keep")), chance: Boolean(value(form, "chance")) };
  return lineOf({ seats: [...value(form, "seats")], kind, low: whole("low"), high: whole("high"), items: choices.split(","), ...flags, seconds: whole("seconds"), words: value(form, "words") });
}

/** Puts a question into the form. @param {string} line */
function fill(line) {
  const asked = questionOf(tokensOf(line));
  const { seats, items: choices, secret, keep, chance, ...rest } = asked;
  const all = { ...rest, seats: seats.join(""), items: choices?.join(", "), secret: secret ? "secret" : "", keep: keep ? "keep" : "", chance: chance ? "chance" : "" };
  for (const [name, one] of Object.entries(all)) control(ask, name).value = one ?? "";
  fits();
  show("ask");
  control(ask, "words").focus();
}

/** Shows the fields that the kind of the question has. */
function fits() {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (ask.querySelectorAll("[data-kinds]"))) part.hidden = !part.dataset.kinds?.split(" ").includes(value(ask, "kind"));
}
ask.addEventListener("input", fits);

// --- The round: lines that are prepared

/** @type {{lines: string[], at: number, round: number, asked: string[]}} */
const plan = { lines: [], at: 0, round: 1, asked: [] };
try {
  const { lines, at, round, asked } = memory.get(KEPT) ?? plan;
  Object.assign(plan, { lines: lines.map(checked).slice(0, MOST_LINES), at: Number(at) || 0, round: Number(round) || 1, asked: asked.map(checked).slice(0, CHIPS) });
} catch {
  // What is kept there is not ours.
}

/** A line with the number of the round in the place of its sign. @param {string} line @param {number} [round] */
const filled = (line, round = plan.round) => line.replaceAll("{round}", String(round));

/** Keeps another list, or another place in it. @param {Partial<typeof plan>} [more] */
function keep(more) {
  Object.assign(plan, more);
  memory.set(KEPT, plan);
  paint();
}

/** Adds the question of the form to the round. */
function prepare() {
  try {
    if (plan.lines.length >= MOST_LINES) throw new Error(say("A round has at most {number} lines.", { number: MOST_LINES }));
    const line = typed(ask);
    complain(ask, "");
    const lines = [...plan.lines, line];
    const asked = open().question && lineOf(open().question) === filled(line); // then the next one is the first of the next round
    keep({ lines, at: asked ? lines.length : plan.at });
    speak(say("Added to the round."));
  } catch (error) {
    complain(ask, /** @type {Error} */ (error).message);
  }
}

/** The lines of the next tap: up to the next question, and after the last line from the start again. */
function upcoming() {
  const again = plan.at >= plan.lines.length;
  const start = again ? 0 : plan.at;
  const asks = plan.lines.findIndex((line, place) => place >= start && line.startsWith("ask"));
  const end = asks < 0 ? plan.lines.length : asks + 1;
  const round = plan.round + (again && plan.lines.length ? 1 : 0);
  return { lines: plan.lines.slice(start, end), end, round };
}

function next() {
  const { lines, end, round } = upcoming();
  hold(quick);
  post(desk, lines.map((line) => filled(line, round)), () => keep({ at: end, round }));
}

/** The list as a file. */
function save() {
  const text = [`# ${now.table?.title ?? ""}`, ...plan.lines, ""].join("\n");
  const link = /** @type {HTMLAnchorElement} */ (el("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: "questions.txt" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Reads a list from a file, and says line by line what cannot be read. @param {File | undefined} file */
async function load(file) {
  if (!file) return;
  const text = file.size > MOST_LETTERS ? "" : await file.text();
  const faults = text || !file.size ? [] : [say("The file is too long: at most {number} letters.", { number: MOST_LETTERS })];
  const lines = [];
  for (const [index, line] of text.replace(/^\ufeff/, "").split(/\r?\n/).entries()) {
    if (!tokensOf(line).length) continue;
    try {
      if (lines.length >= MOST_LINES) throw new Error(say("A round has at most {number} lines.", { number: MOST_LINES }));
      lines.push(checked(line));
    } catch (error) {
      faults.push(say("Line {line}: {reason}", { line: index + 1, reason: /** @type {Error} */ (error).message }));
    }
    if (faults.length > 5) break;
  }
  complain(round, faults.join(" "));
  if (!faults.length) keep({ lines, at: 0, round: 1 });
}

const chips = el("div", { class: "chips", role: "group", "aria-label": say("Earlier questions") });
const list = el("ol", { class: "plan" });
const file = input("file", { type: "file", accept: ".txt,text/plain", class: "unseen", tabindex: -1, "aria-hidden": "true", onchange: () => void load(control(round, "file").files[0]).then(() => (control(round, "file").value = "")) });
const round = el(
  "section",
  { class: "desk-round", "aria-label": say("The round") },
  chips,
  list,
  el("p", { class: "error", role: "alert", hidden: true }),
  el("p", { class: "row" }, button(say("Open a list"), () => control(round, "file").click()), button(say("Save the list"), save, { id: "desk-save" }), button(say("Empty the list"), () => keep({ lines: [], at: 0, round: 1 }), { id: "desk-empty" }), file),
);

// --- Words, cards, dice, pictures, the end

const tell = formOf(
  "say",
  say("Say"),
  [field(say("To"), select("who", { all: say("everybody"), A: say("{name} alone", { name: nameOf("A") }), B: say("{name} alone", { name: nameOf("B") }) })), el("label", { class: "desk-field wide" }, el("span", {}, say("Words")), area("words", 300))],
  (form) => [`say ${value(form, "who")} ${quoted(value(form, "words"))}`],
  { clear: ["words"] },
);
const board = formOf("board", say("Board"), [el("label", { class: "desk-field wide" }, el("span", {}, say("How things stand, for everybody")), area("words", 2000, 5))], (form) => [`board ${quoted(value(form, "words"))}`], { label: say("Put on the board") });
let written = ""; // what the board said when it was put into its form

let digest = ""; // of the picture that waits to be posted
const preview = el("img", { class: "desk-preview", alt: "", hidden: true });
const picture = formOf(
  "picture",
  say("Picture"),
  [
    el("label", { class: "desk-field wide desk-drop" }, el("span", {}, say("Choose a file, drop it here, or paste it")), input("file", { type: "file", accept: "image/*", onchange: () => void bring(control(picture, "file").files[0]) })),
    preview,
    el("label", { class: "desk-field wide" }, el("span", {}, say("Description, also for people who cannot see the picture")), input("words", { maxlength: 300 })),
  ],
  (form) => [`picture ${digest} ${quoted(value(form, "words"))}`],
  { label: say("Post the picture"), closed: () => (digest ? "" : say("Choose a picture first.")), clear: ["words"] },
);

/** Brings a picture to the server, which makes it anew. @param {File | undefined} found */
async function bring(found) {
  if (!found) return;
  complain(picture, "");
  show("picture");
  try {
    const url = /** @type {string} */ (await new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.onerror = () => reject(new Error(say("This file cannot be read.")));
      reader.readAsDataURL(found);
    }));
    ({ digest } = await call(`${document.body.dataset.api}/picture`, { file: url.slice(url.indexOf(",") + 1) }));
    preview.setAttribute("src", `${document.body.dataset.api}/picture/${digest}`);
    preview.hidden = false;
  } catch (error) {
    complain(picture, /** @type {Error} */ (error).message);
  }
  paint();
}
picture.addEventListener("dragover", (event) => event.preventDefault());
picture.addEventListener("drop", (event) => {
  event.preventDefault();
  void bring(event.dataTransfer?.files[0]);
});
document.addEventListener("paste", (event) => {
  const found = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith("image/"));
  if (found) void bring(found);
});

const deck = formOf(
  "deck",
  say("New deck"),
  [field(say("Name"), input("name", { placeholder: say("tiles"), maxlength: 24 })), field(say("Cards: a list, or such as 1-13"), input("items", { placeholder: "1-13" })), field(say("Of each"), number("copies", 1, 20, { value: 1 }))],
  (form) => [`deck ${items(value(form, "name"))} ${items(value(form, "items"))}${value(form, "copies") > 1 ? ` ${value(form, "copies")}` : ""}`],
);
const noDeck = () => (Object.keys(open().decks ?? {}).length ? "" : say("Make a deck first."));
const deal = formOf(
  "deal",
  say("Deal"),
  [field(say("From"), select("deck", {})), ...[["a", nameOf("A")], ["b", nameOf("B")], ["open", say("Face up")]].map(([name = "", label = ""]) => field(label, number(name, 0, 1200, { value: 0 })))],
  (form) => [`deal ${["deck", "a", "b", "open"].map((name) => value(form, name) || "0").join(" ")}`],
  { closed: noDeck },
);
const hands = el("div", { class: "desk-hands" });
const take = formOf(
  "take",
  say("Take cards"),
  [hands],
  () => {
    const lines = SEATS.map((seat) => [...hands.querySelectorAll(`[name=${seat}]:checked`)].map((one) => /** @type {HTMLInputElement} */ (one).value)).map((cards, at) => cards.length && `take ${SEATS[at]} ${cards.join(",")}`);
    const made = /** @type {string[]} */ (lines.filter(Boolean));
    if (!made.length) throw new Error(say("Tick the cards that you take."));
    return made;
  },
  { closed: () => (SEATS.some((seat) => own().hands?.[seat]?.length) ? "" : say("Nobody holds a card.")) },
);
const thrown = formOf("throw", say("Throw"), [field(say("Sides"), number("sides", 2, 1000, { value: 6, list: "desk-sides" })), el("datalist", { id: "desk-sides" }, ...[2, 4, 6, 8, 10, 12, 20, 100].map((sides) => el("option", { value: sides })))], (form) => [`throw ${value(form, "sides")}`]);

let sure = false; // whether the end was asked for once
const end = formOf(
  "end",
  say("End"),
  [field(say("Winner"), select("winner", { A: nameOf("A"), B: nameOf("B"), none: say("nobody") })), el("label", { class: "desk-field wide" }, el("span", {}, say("Why")), area("words", 300))],
  (form) => {
    sure = !sure;
    if (sure) throw new Error(say("The match is then over. Press again to end it."));
    return [`end ${value(form, "winner")} ${quoted(value(form, "words"))}`];
  },
  { label: say("End the match") },
);
end.addEventListener("input", () => {
  sure = false;
  complain(end, "");
});

// --- Counters

const counters = el("div", { class: "counters" });
const reason = input("reason", { maxlength: 300, placeholder: say("for everybody") });
const added = formOf("count", say("Counters"), [counters, field(say("Reason of the next change"), reason), field(say("New counter"), input("name", { maxlength: 24, placeholder: say("points") }))], (form) => [`count ${items(value(form, "name"))} AB 0`], { label: say("Add"), clear: ["name"] });

/** @param {string} name @param {string} seat @param {string} change */
function tally(name, seat, change) {
  const words = value(added, "reason");
  control(added, "reason").value = "";
  post(added, [...(words ? [`say all ${quoted(words)}`] : []), `count ${name} ${seat} ${change}`]);
}

/** The counters: where their names are the same, only their numbers change. */
function tallies() {
  const all = Object.entries(/** @type {Record<string, Record<string, number>>} */ (open().counters ?? {}));
  const names = all.map(([name]) => name).join(" ");
  if (counters.dataset.names !== names) {
    counters.dataset.names = names;
    const cell = (/** @type {string} */ name, /** @type {string} */ seat) => {
      const about = { counter: name, name: nameOf(seat) };
      const box = input("number", { "data-cell": `${name} ${seat}`, inputmode: "numeric", autocomplete: "off", "aria-label": say("{counter} of {name}: a number, or +3 or -3", about), onchange: () => changed(name, seat, box) });
      box.addEventListener("keydown", (event) => event.key === "Enter" && (event.preventDefault(), box.blur()));
      return el("span", { class: `cell seat-${seat}` }, button("−", () => tally(name, seat, "-1"), { "aria-label": say("{counter} of {name}: one less", about), "data-send": "" }), box, button("+", () => tally(name, seat, "+1"), { "aria-label": say("{counter} of {name}: one more", about), "data-send": "" }));
    };
    const heads = names ? [el("span", {}), ...SEATS.map((seat) => el("strong", { class: `seat-${seat}` }, nameOf(seat)))] : [];
    /** @type {HTMLElement} */ (reason.parentElement).hidden = !names;
    counters.replaceChildren(...heads, ...all.flatMap(([name]) => [el("span", {}, name.replaceAll("_", " ")), ...SEATS.map((seat) => cell(name, seat))]));
  }
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (counters.querySelectorAll("[data-cell]"))) {
    const [name = "", seat = ""] = box.dataset.cell?.split(" ") ?? [];
    if (document.activeElement !== box) box.value = String(open().counters[name][seat]);
  }
}

/** @param {string} name @param {string} seat @param {HTMLElement} box */
function changed(name, seat, box) {
  const text = /** @type {HTMLInputElement} */ (box).value.trim();
  const before = open().counters[name][seat];
  if (/^[+-]?\d+$/.test(text) && text !== String(before)) tally(name, seat, text);
  /** @type {HTMLInputElement} */ (box).value = String(before);
}

// --- The desk

const state = el("div", { class: "desk-state" });
const back = button(say("Take the question back"), () => void undo(), { hidden: true });
const quick = el("p", { class: "row quick" });
const again = button(say("Ask again"), () => (hold(quick), post(desk, [lineOf(open().question)])), { id: "desk-again", "data-send": "" });
const nextOne = button(say("Next question"), next, { id: "desk-next", class: "main", "data-send": "" });
const shows = ["A", "B", "AB"].map((seats) => button("", () => (hold(quick), post(desk, [`show ${seats}`])), { "data-shows": seats, "data-send": "" }));
quick.append(nextOne, again, ...shows);
const TABS = /** @type {[string, string, HTMLElement[]][]} */ ([
  ["ask", say("Ask"), [ask, round]],
  ["say", say("Say"), [tell]],
  ["board", say("Board"), [board]],
  ["picture", say("Picture"), [picture]],
  ["cards", say("Cards"), [deal, take, deck]],
  ["throw", say("Throw"), [thrown]],
  ["end", say("End"), [end]],
]);
const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": say("What the host does") }, ...TABS.map(([id, label]) => button(label, () => show(id), { role: "tab", id: `desk-tab-${id}`, "aria-controls": `desk-panel-${id}` })));
const panels = TABS.map(([id, , parts]) => el("div", { id: `desk-panel-${id}`, class: "desk-panel", role: "tabpanel", "aria-labelledby": `desk-tab-${id}` }, ...parts));
const desk = $("desk");
desk.append(el("div", { class: "desk-top" }, state, back, quick, el("p", { class: "error", role: "alert", hidden: true })), added, tabs, ...panels);
tabs.addEventListener("keydown", (event) => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const all = /** @type {HTMLElement[]} */ ([...tabs.children]);
  const to = by && all.at((all.indexOf(/** @type {HTMLElement} */ (event.target)) + by) % all.length);
  if (to) to.click(), to.focus();
});

/** @param {string} chosen the tab that is open from now on */
function show(chosen) {
  for (const [index, [id]] of TABS.entries()) {
    const tab = /** @type {HTMLElement} */ (tabs.children[index]);
    tab.setAttribute("aria-selected", String(id === chosen));
    tab.tabIndex = id === chosen ? 0 : -1;
    /** @type {HTMLElement} */ (panels[index]).hidden = id !== chosen;
  }
}

/** Takes the open question back by a ruling, once the host has said so twice. */
async function undo() {
  if (back.dataset.sure !== "yes") {
    back.dataset.sure = "yes";
    back.textContent = say("Answers that are in become void. Press again");
    return hold(back);
  }
  delete back.dataset.sure;
  complain(desk, "");
  try {
    const { places } = /** @type {Wire.Desk} */ (await call(`${document.body.dataset.api}/ruling`));
    const event = places.findLast(({ actors }) => actors.includes("host"))?.event ?? 0;
    const answer = await send({ type: "rule", ruling: "back", reason: say("the question was a mistake"), event }, { at: back });
    if (answer.type === "refused") complain(desk, answer.reason, answer.rule);
    else void send({ type: "resume" }, { at: back }); // a ruling pauses; now it is the host's turn, and no clock runs
  } catch (error) {
    complain(desk, /** @type {Error} */ (error).message);
  }
  paint();
}

/** Who is in, and the clocks of those who are not. */
function clocks() {
  const { question, pending = [] } = open();
  const asked = why() && !open().over ? SEATS.filter((seat) => question?.seats.includes(seat)) : [];
  const parts = asked.map((seat) => (pending.includes(seat) ? say("{name}: {time}", { name: nameOf(seat), time: $(`clock-${seat}`).textContent?.trim() || say("thinking") }) : say("{name} is in ✓", { name: nameOf(seat) })));
  const words = parts.length ? parts.join(" · ") : why() || say("Ask, say, deal or count.");
  if (state.textContent !== words) state.textContent = words;
}

let held = ""; // the cards that the forms show
/** @type {HTMLButtonElement | null} */
let lost = null; // the button that had the focus when it could not be pressed any more

function paint() {
  const stop = why();
  clocks();
  back.hidden = !SEATS.some((seat) => open().pending?.includes(seat));
  if (back.hidden || back.dataset.sure !== "yes") {
    delete back.dataset.sure;
    back.textContent = say("Take the question back");
  }
  const { lines, round: number } = upcoming();
  nextOne.hidden = !plan.lines.length;
  const title = lines.length ? filled(titleOf(lines.at(-1) ?? ""), number) : "";
  nextOne.replaceChildren(say("Next question"), el("small", {}, title));
  again.hidden = !open().question;
  again.classList.toggle("main", !plan.lines.length);
  again.title = open().question?.words ?? "";
  const secret = SEATS.filter((seat) => own().kept?.[seat]);
  for (const one of shows) {
    const seats = [...(one.dataset.shows ?? "")];
    one.hidden = !seats.every((seat) => secret.includes(seat));
    one.textContent = seats.length > 1 ? say("Show both answers") : say("Show {name}'s answer", { name: nameOf(seats[0] ?? "") });
  }
  tallies();
  cards();
  chipsOf();
  if (open().board !== written && (value(board, "words") === written || !value(board, "words"))) control(board, "words").value = open().board ?? "";
  written = open().board ?? "";
  for (const [form, closed] of forms) {
    const words = stop || closed();
    const main = /** @type {HTMLButtonElement} */ (form.querySelector(".main[data-send]"));
    if (words && document.activeElement === main) lost = main;
    main.disabled = Boolean(words);
    /** @type {HTMLElement} */ (form.querySelector(".stop")).textContent = form === added || (stop && form.previousElementSibling?.matches("form")) ? "" : words; // once a panel
  }
  for (const one of /** @type {NodeListOf<HTMLButtonElement>} */ (desk.querySelectorAll(".quick button, .cell button"))) {
    if (stop && document.activeElement === one) lost = one;
    one.disabled = Boolean(stop);
    if (stop || one.title === one.dataset.stop) one.title = one.dataset.stop = stop;
  }
  if (!lost || lost.disabled) return;
  if (document.activeElement === document.body) lost.focus({ preventScroll: true });
  lost = null;
}

/** The decks that can be dealt from, and the cards that can be taken. */
function cards() {
  const { decks = {} } = open();
  const all = JSON.stringify([decks, own().hands, now.table?.names]);
  if (all === held) return;
  held = all;
  const chosen = control(deal, "deck");
  const before = chosen.value;
  chosen.replaceChildren(...Object.entries(decks).map(([name, left]) => el("option", { value: name }, say("{deck}: {number} left", { deck: name, number: left }))));
  if (before in decks) chosen.value = before;
  hands.replaceChildren(
    ...SEATS.filter((seat) => own().hands?.[seat]?.length).map((seat) =>
      el("fieldset", {}, el("legend", {}, nameOf(seat)), ...own().hands[seat].map((/** @type {string} */ card) => el("label", { class: "check" }, input(seat, { type: "checkbox", value: card }), card))),
    ),
  );
}

let known = ""; // the questions that the chips stand for

/** The earlier questions, the newest first, and the list of the round. */
function chipsOf() {
  const last = open().question && lineOf(open().question);
  if (last && plan.asked[0] !== last) {
    plan.asked = [last, ...plan.asked.filter((line) => line !== last)].slice(0, CHIPS);
    memory.set(KEPT, plan);
  }
  const all = JSON.stringify(plan);
  if (all === known) return;
  known = all;
  chips.replaceChildren(...plan.asked.map((line) => el("button", { type: "button", class: "chip", title: say("Put this question into the form"), onclick: () => fill(line) }, el("span", {}, titleOf(line)))));
  chips.hidden = !plan.asked.length;
  const at = plan.at >= plan.lines.length ? 0 : plan.at;
  const rows = plan.lines.map((line, index) =>
    el("li", index === at ? { "aria-current": "step" } : {}, el("span", {}, titleOf(line)), button("×", () => keep({ lines: plan.lines.filter((_, place) => place !== index), at: plan.at - (index < plan.at ? 1 : 0) }), { "aria-label": say("Take {words} out of the round", { words: titleOf(line) }) })),
  );
  list.replaceChildren(...rows);
  list.setAttribute("aria-label", count("{number} line in the round", "{number} lines in the round", rows.length));
  for (const id of ["save", "empty"]) $(`desk-${id}`).hidden = !rows.length;
}

function renew() {
  paint();
  void pump();
}

/** The names of the players, once they are known. */
function named() {
  for (const [form, name, seats] of /** @type {[HTMLElement, string, string[]][]} */ ([[ask, "seats", ["AB", "A", "B"]], [end, "winner", SEATS]])) {
    for (const seat of seats) control(form, name).querySelector(`[value=${seat}]`).textContent = seat === "AB" ? both() : nameOf(seat);
  }
  for (const seat of SEATS) {
    control(tell, "who").querySelector(`[value=${seat}]`).textContent = say("{name} alone", { name: nameOf(seat) });
    /** @type {HTMLElement} */ (control(deal, seat.toLowerCase()).previousElementSibling).textContent = nameOf(seat);
  }
  control(ask, "seconds").placeholder = String(now.table?.options.time_answer ?? "");
  delete counters.dataset.names;
  paint();
}

show("ask");
fits();
named();
addEventListener("tabled", named);
addEventListener("moved", renew);
addEventListener("settled", renew);
setInterval(clocks, 500);
