/** Private talks: of a player and the host at any time, of players and onlookers before the first turn; and the host's announcements. Loaded for those who have one. */

import { $, el, speak } from "./dom.js";
import { back, left as unsent } from "./outbox.js";
import { signed, whose, writer } from "./seat.js";
import { say } from "./say.js";
import { notice, now, send } from "./table.js";

const ALL = "*"; // stands for everybody, to whom the host announces
const ALONG = "+"; // stands for all talks that the host reads along
const SHOWN = 20_000; // ms that a new line is shown above the table
const role = document.body.dataset.role ?? "";
const listed = Boolean(document.getElementById("checker")); // the match has a word list
/** @type {Map<string, Wire.Talk>} */
const talks = new Map();
/** @type {Map<string, number>} */
const unread = new Map();
let chosen = "";
let gone = 0;
let until = 0; // when the talk ends, in the time of this page; 0 if only the host ends it
/** @type {Wire.Table["talk"]} */
let known; // what `until` follows from

const key = (/** @type {{seat: string, other: string}} */ { seat, other }) => `${seat} ${other}`;
const me = () => (role === "watcher" ? ([...talks.values()][0]?.other ?? "") : role);
const isOnlooker = (/** @type {string} */ end) => end.startsWith("onlooker-");

const tab = el("button", { type: "button", role: "tab", id: "tab-private", "aria-controls": "panel-private", "aria-selected": "false", tabindex: "-1" }, say("Private"), " ", el("span", { class: "unread" }));
const whom = /** @type {HTMLSelectElement} */ (el("select", { id: "private-with" }));
const hint = el("p", { class: "quiet" });
const lines = el("ol", { class: "chat", id: "private" });
const box = /** @type {HTMLInputElement} */ (el("input", { id: "private-text", maxlength: "500", autocomplete: "off", "aria-label": say("Private message") }));
const form = el("form", { class: "row private-say", method: "dialog" }, box, el("button", {}, say("Send")));
const minutes = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: "0", max: "1440", value: "10", id: "talk-minutes" }));
const start = el("button", {});
const offer = el("form", { class: "row offer", method: "dialog", hidden: true }, el("label", { for: "talk-minutes" }, say("Minutes (0: until you end it)")), minutes, start);
const panel = el("div", { role: "tabpanel", id: "panel-private", "aria-labelledby": "tab-private", class: "panel", hidden: true }, offer, el("label", { for: "private-with" }, say("Private talk with")), whom, hint, lines, form);
const left = el("strong", { role: "timer", "aria-live": "off" });
const bar = el("div", { id: "talk", class: "talk row" });

$("tab-chat").after(tab);
$("panel-chat").after(panel);
tab.addEventListener("focus", () => read());
whom.addEventListener("change", () => choose(whom.value));
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = box.value.trim();
  const to = chosen === ALL ? ALL : (ends(chosen).find((end) => end !== me()) ?? "");
  if (!text) return;
  const answer = send(to === ALL ? { type: "announce", text } : { type: "tell", to, text }, { at: form, id: before() });
  box.value = "";
  if ((await answer).type === "refused") box.value ||= text;
});
offer.addEventListener("submit", (event) => {
  event.preventDefault();
  void send({ type: "open_talk", seconds: Math.round(Number(minutes.value) * 60) }, { at: start });
});
addEventListener("tabled", show);
addEventListener("settled", show);
addEventListener("announced", () => chosen === ALL && list());
addEventListener("refused", (event) => {
  const { about, reason } = /** @type {CustomEvent<Wire.Refused>} */ (event).detail;
  if (/tell|announce|_talk/.test(about)) notice(reason);
});
setInterval(tick, 1000);
const lost = Object.values(unsent()).findLast(({ type }) => type === "tell" || type === "announce");
const before = back(box, ({ type, to }) => type === lost?.type && to === lost?.to);

/** @param {string} talk @returns {string[]} */
const ends = (talk) => talk.split(" ");

/** Whether the host only reads a talk. @param {string} talk */
const along = (talk) => talk === ALONG || (talk !== ALL && !ends(talk).includes(me()));

/** @param {string} end @returns {string} */
function name(end) {
  if (end === "host") return say("Host");
  if (isOnlooker(end)) return now.table?.people?.[end]?.name ? whose(end, now.table.people) : say("Onlooker {number}", { number: end.replace(/\D+/, "") });
  return now.table?.names[end] || say("Seat {seat}", { seat: end });
}

/** @param {string} talk @returns {string} */
function title(talk) {
  if (talk === ALL) return say("Everybody (announcement)");
  if (talk === ALONG) return say("All talks with onlookers (you read along)");
  const others = ends(talk).filter((end) => end !== me());
  const [one = "", other = ""] = others.map(name);
  const words = other ? say("{name} and {other} (you read along)", { name: one, other }) : one;
  return unread.get(talk) ? [words, say("{number} new", { number: unread.get(talk) ?? 0 })].join(" · ") : words;
}

/** Everything came anew. @param {Wire.Talk[]} all */
export function load(all) {
  for (const talk of all) {
    const before = talks.get(key(talk));
    const fresh = before ? talk.count - before.count : 0;
    if (fresh > 0) {
      add(key(talk), fresh);
      talk.lines.slice(-fresh).forEach((line) => aloud(talk, line));
    }
    talks.set(key(talk), talk);
  }
  if (!chosen && lost) chosen = lost.to ? ([...talks.keys()].find((talk) => ends(talk).includes(lost.to) && (role === "host" || ends(talk).includes(me()))) ?? "") : ALL;
  if (!chosen || (![ALL, ALONG].includes(chosen) && !talks.has(chosen))) chosen = [...talks.keys()][0] ?? ALL;
  show();
  list();
}

/** Somebody said something. @param {Wire.Told} frame */
export function told(frame) {
  const talk = talks.get(key(frame)) ?? { seat: frame.seat, other: frame.other, count: 0, lines: [] };
  talks.set(key(frame), { ...talk, count: frame.count, lines: [...talk.lines, frame.line].slice(-300) });
  const mine = frame.line.role === me();
  if (!mine) add(key(frame), 1);
  const words = aloud(frame, frame.line);
  if (words && panel.hidden) {
    notice(words, "", false);
    clearTimeout(gone);
    gone = setTimeout(() => $("notice").textContent === words && notice(""), SHOWN);
  }
  if (!panel.hidden && (chosen === key(frame) || (chosen === ALONG && along(key(frame))))) read();
  show();
  list();
}

/** Speaks a line that somebody else said to this reader. @param {{seat: string, other: string}} talk @param {Wire.Told["line"]} line @returns {string} its words; empty for others */
function aloud(talk, line) {
  const { role, text } = line;
  if (role === me() || !ends(key(talk)).includes(me())) return "";
  const words = say("{name} in private: {text}", { name: writer(line), text });
  speak(words);
  return words;
}

/** @param {string} talk @param {number} more */
function add(talk, more) {
  unread.set(talk, (unread.get(talk) ?? 0) + more);
}

/** The chosen talk has been looked at. */
function read() {
  if (chosen === ALONG) [...talks.keys()].filter(along).forEach((talk) => unread.delete(talk));
  unread.delete(chosen);
  show();
}

/** @param {string} talk */
function choose(talk) {
  chosen = talk;
  read();
  list();
}

/** A way to accept a word that a player asks the host for: no log has the words that were refused. @param {Wire.Told["line"]} line */
function accept({ role: by, text }) {
  if (role !== "host" || !listed || !/^[AB]$/.test(by) || !/^\s*\p{L}{2,15}\s*$/u.test(text)) return "";
  return el("button", { type: "button", onclick: async () => (await import("./host.js")).ruling(null, undefined, text.trim()) }, say("Accept this word…"));
}

/** The lines of the chosen talk. */
function list() {
  const said = chosen === ALL ? now.chat.filter((line) => line.loud) : (talks.get(chosen)?.lines ?? []);
  const merged = [...talks].filter(([talk]) => chosen === ALONG && along(talk)).flatMap(([talk, { lines }]) => lines.map((line) => ({ line, to: ends(talk).find((end) => end !== line.role) ?? "" })));
  merged.sort((one, other) => one.line.at - other.line.at);
  const written = chosen === ALONG ? merged : said.map((line) => ({ line, to: "" }));
  lines.replaceChildren(...written.map(({ line, to }) => el("li", {}, signed(line, Boolean(to) && el("span", { class: "tag" }, say("to {name}", { name: name(to) }))), el("span", {}, line.text), accept(line))));
  panel.scrollTop = panel.scrollHeight;
  if (document.activeElement === box) form.scrollIntoView({ block: "nearest" });
}

/** What may be chosen, said and opened now. */
function show() {
  const table = now.table;
  if (!table) return;
  const all = [...(role === "host" ? [ALL] : []), ...([...talks.keys()].some(along) ? [ALONG] : []), ...talks.keys()];
  const named = all.map(title).join("\n");
  if (whom.dataset.of !== named) {
    whom.dataset.of = named;
    whom.replaceChildren(...all.map((talk) => new Option(title(talk), talk)));
  }
  whom.value = chosen;
  const fresh = [...unread.values()].reduce((sum, more) => sum + more, 0);
  /** @type {HTMLElement} */ (tab.querySelector(".unread")).textContent = fresh ? say("{number} new", { number: fresh }) : "";
  const [, other = ""] = ends(chosen);
  const closed = isOnlooker(other) && !table.talk;
  form.hidden = along(chosen) || closed;
  hint.textContent = words(closed, other);
  offer.hidden = !table.may_talk;
  start.textContent = table.talk ? say("Change the time") : say("Open the talk");
  remind(table);
}

/** @param {boolean} closed @param {string} other @returns {string} */
function words(closed, other) {
  if (chosen === ALL) return say("Everybody at the table reads it, above the table and in the chat.");
  if (chosen === ALONG) return say("Each player speaks with each onlooker in private. They know that you can read it.");
  if (along(chosen)) return say("Only these two write here. They know that you can read it.");
  if (closed) return say("You can write here while the talk before the first turn is open.");
  return isOnlooker(other) ? say("Only the two of you and the host can read this.") : listed && role !== "host" ? say("Only the two of you can read this. If the list lacks a word, write it here alone: the host can accept it.") : say("Only the two of you can read this.");
}

/** While the players may speak with the onlookers it says so at the table. @param {Wire.Table} table */
function remind(table) {
  const concerned = role === "host" || [...talks.values()].some(({ other }) => isOnlooker(other));
  if (!table.talk || !concerned || table.state === "over") return bar.remove();
  const place = $("waiting").hidden ? document.querySelector(".headline") : $("waiting").lastElementChild;
  if (place?.nextElementSibling !== bar) place?.after(bar);
  if (table.talk !== known) until = table.talk.left && performance.now() + table.talk.left;
  known = table.talk;
  if (bar.childElementCount) return tick();
  const text = role === "host" ? say("The players speak with the onlookers.") : role === "watcher" ? say("The players may speak with you in private.") : say("You may speak with the onlookers in private.");
  const enter = el("button", { type: "button", class: "main", onclick: open }, role === "host" ? say("Read along") : say("Speak"));
  const end = role === "host" && el("button", { type: "button", onclick: (/** @type {Event} */ event) => send({ type: "close_talk" }, { at: /** @type {HTMLElement} */ (event.currentTarget) }) }, say("End the talk"));
  bar.replaceChildren(el("span", {}, text, " ", left), enter, end || "");
  tick();
}

/** Opens the tab, at a talk with an onlooker. */
function open() {
  const first = [...talks].find(([, { other }]) => isOnlooker(other));
  const waits = [...talks.keys()].find((talk) => unread.get(talk) && isOnlooker(ends(talk)[1] ?? ""));
  chosen = role === "host" ? ALONG : (waits ?? (first && !isOnlooker(ends(chosen)[1] ?? "") ? first[0] : chosen));
  tab.click();
  choose(chosen);
  panel.scrollIntoView({ block: "nearest" });
  if (!form.hidden) box.focus();
}

/** The host is about to write. @param {string} to a seat, or `*` for everybody */
export function write(to) {
  tab.click();
  choose(to === ALL ? ALL : ([...talks.keys()].find((talk) => talk === key({ seat: to, other: "host" })) ?? ALL));
  panel.scrollIntoView({ block: "nearest" });
  box.focus();
}

/** The time that is left. */
function tick() {
  if (!bar.isConnected) return;
  const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
  left.textContent = until ? say("{time} left.", { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` }) : "";
}
