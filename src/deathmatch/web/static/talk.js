/** Chat for all at the table. Loaded when somebody has said something, or a reader wants to. */

import { $, el, memory, speak } from "./dom.js";
import { back } from "./outbox.js";
import { signed, writer } from "./seat.js";
import { say } from "./say.js";
import { notice, now, send } from "./table.js";

/** Phrases for a tap, in the language of each reader. */
const PHRASES = () => [say("Hello!"), say("Good luck!"), say("Nice move!"), say("Oh no!"), say("One moment, please."), say("Well played!"), say("Thank you!")];
const ENGLISH = ["Hello!", "Good luck!", "Nice move!", "Oh no!", "One moment, please.", "Well played!", "Thank you!"];

const SHOWN = 20_000; // ms
let gone = 0;
let shown = 0; // lines of the chat
let unread = 0;
let said = ""; // what this reader said last: of spectators, who have one role, only the words tell
const box = /** @type {HTMLInputElement} */ ($("say-text"));
const before = back(box, ({ type }) => type === "chat");

box.disabled = false; // before this script is there, nobody would send the text
$("say").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = box.value.trim();
  if (!text) return;
  said = text;
  const answer = send({ type: "chat", text }, { at: $("say"), id: before() });
  box.value = "";
  if ((await answer).type === "refused") box.value ||= text;
});
const phrases = PHRASES().map((words, index) => el("button", { type: "button", class: "phrase", onclick: () => send({ type: "chat", text: ENGLISH[index] }, { at: $("say") }) }, words));
if (!$("say").hidden) $("say").before(el("div", { class: "phrases", role: "group", "aria-label": say("Quick phrases") }, ...phrases));
if (document.body.dataset.role === "host") {
  $("say").before(hush(""));
  addEventListener("tabled", () => document.querySelectorAll("[data-by]").forEach((button) => label(/** @type {HTMLElement} */ (button))));
}

/** @param {number} lines that have not been looked at */
function mark(lines) {
  unread = lines;
  $("unread").textContent = unread ? say("{number} new", { number: unread }) : "";
}

/** Nothing is unread any more. */
export const read = () => mark(0);

/** Opens the first tab that has something unread. */
export const open = () => /** @type {HTMLElement | null} */ (document.querySelector(".tabs button:has(span:not(:empty))"))?.click();

/** Everything came anew. @param {number} [since] when the last line was said that is known already */
export function load(since) {
  $("chat").replaceChildren();
  shown = 0;
  more(since);
  read();
}

/** One line; or all that spectators wrote to each other, for a player at the end or a reader who was away. @param {Wire.Chatted | Wire.Murmur | Wire.Gallery} frame */
export function hear(frame) {
  if (frame.type !== "gallery") {
    const last = now.chat.at(-1); // everything may have come anew while this script was on its way
    if (last?.at !== frame.line.at || last.text !== frame.line.text || last.who !== frame.line.who) now.chat.push(frame.line);
    return more(0);
  }
  const others = now.chat.filter((line) => !line.apart);
  const fresh = frame.lines.length - (now.chat.length - others.length);
  now.chat = [...others, ...frame.lines].sort((one, other) => one.at - other.at);
  load();
  if ($("panel-chat").hidden && fresh > 0) mark(fresh);
}

/** Shows the lines of the chat that are not there yet. @param {number} [since] lines after this moment are spoken too */
function more(since = Infinity) {
  for (; shown < now.chat.length; shown += 1) {
    const next = /** @type {Wire.ChatLine} */ (now.chat[shown]);
    line(next, next.at > since);
  }
}

/** @param {Wire.ChatLine} line @param {boolean} aloud */
function line(line, aloud) {
  if (line.role === "table") {
    $("chat").append(el("li", { class: "event" }, line.text));
    if (!announce(line) && aloud) speak(line.text);
  } else says(line, aloud);
  const pane = /** @type {HTMLElement} */ ($("chat").parentElement);
  pane.scrollTop = pane.scrollHeight;
  if ($("panel-chat").hidden) mark(unread + 1);
}

/** Shows a line of the table itself above the table too, for a while and once in this browser; before the match the page says it already. @param {Wire.ChatLine} line @returns {boolean} whether it does */
function announce({ text, at }) {
  const key = `told:${document.body.dataset.match}`;
  if (at <= (memory.get(key) ?? 0)) return false;
  memory.set(key, at);
  if (document.body.dataset.state === "waiting" || (now.table?.away && text.includes(" UTC"))) return false; // a rest stands there in local time
  clearTimeout(gone);
  notice(text);
  gone = setTimeout(() => $("notice").textContent === text && notice(""), SHOWN);
  return true;
}

/** The last announcement of the host stands above the table until the reader closes it. @param {Wire.ChatLine} line */
function proclaim({ text, at }) {
  const key = `announced:${document.body.dataset.match}`;
  if (at <= (memory.get(key) ?? 0)) return;
  document.querySelector(".announcement")?.remove();
  const close = el("button", { type: "button" }, say("Close"));
  const board = el("div", { class: "notice announcement" }, el("p", {}, el("strong", {}, say("The host announces:")), ` ${text}`), close);
  close.onclick = () => {
    memory.set(key, at);
    board.remove();
  };
  $("notice").after(board);
}

/** For the host: a button that mutes the writer of a line, or all spectators, or lets them speak again. @param {string} by @returns {HTMLElement} */
function hush(by) {
  const button = el("button", { type: "button", class: "phrase", "data-by": by, onclick: () => send({ type: "mute", whom: by, on: !isMuted(by) }, { at: button }) });
  label(button);
  return button;
}

/** @param {string} by */
function isMuted(by) {
  return now.table?.muted?.includes(by) ?? false;
}

/** @param {HTMLElement} button */
function label(button) {
  const by = button.dataset.by ?? "";
  button.textContent = by ? (isMuted(by) ? say("Unmute") : say("Mute")) : isMuted(by) ? say("Unmute the spectators") : say("Mute the spectators");
}

/** @param {Wire.ChatLine} line @param {boolean} aloud */
function says(line, aloud) {
  if (line.loud) {
    proclaim(line);
    dispatchEvent(new Event("announced"));
  }
  const text = PHRASES()[ENGLISH.indexOf(line.text)] ?? line.text;
  const mine = line.role === document.body.dataset.role && (line.role !== "watcher" || line.text === said);
  if (aloud && !mine) speak(line.loud ? say("The host announces: {text}", { text }) : say("{name} writes: {text}", { name: writer(line), text }));
  $("chat").append(el("li", { class: line.loud ? "loud-line" : "" }, signed(line, line.apart && el("span", { class: "tag" }, say("to spectators"))), el("span", {}, text), line.by ? hush(line.by) : ""));
}
