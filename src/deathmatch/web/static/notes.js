/**
 * A player's private notes. They stay in this browser until the server has exactly these words. What the reader wrote is never replaced by
 * older words: what another page of this seat wrote meanwhile comes below it. Loaded when there are notes, or a reader wants to write some.
 */

import { $ } from "./dom.js";
import { now, send } from "./match.js";
import { fresh, keep, left } from "./outbox.js";
import { say } from "./say.js";

const WAIT = 600; // ms without a key until the notes are sent
const box = /** @type {HTMLTextAreaElement} */ ($("notes"));
const id = fresh(); // under which they are kept here
let base = now.noted; // the version that the server had when these were written
let saved = now.notes; // the words here that the server has
let sending = false;
let timer = 0;

const tell = (/** @type {string} */ words) => ($("notes-state").textContent = words);

/** Both texts, where neither is a part of the other. @param {string} mine @param {string} other */
function both(mine, other) {
  if (other.includes(mine)) return other;
  return mine.includes(other) ? mine : `${mine}\n\n${say("— Written on another page —")}\n${other}`;
}

/** @param {string} text the words that stand in the box from now on; the caret stays */
function put(text) {
  const { selectionStart, selectionEnd } = box;
  box.value = text;
  if (box === document.activeElement) box.setSelectionRange(selectionStart, selectionEnd);
}

/** The notes that the server has, where these are others than were known here. */
export function load() {
  if (sending || now.noted === base) return;
  const mine = box.value === saved ? "" : box.value;
  base = now.noted;
  saved = now.notes;
  put(mine ? both(mine, saved) : saved);
  if (box.value !== saved) written();
}

function written() {
  keep(id, { type: "note", text: box.value, base });
  tell("…");
  clearTimeout(timer);
  timer = setTimeout(post, WAIT);
}

async function post() {
  if (sending) return;
  const text = box.value;
  sending = true;
  const answer = await send({ type: "note", text, base }, { late: () => tell(say("Not saved yet. This browser keeps the notes until the server has them.")) });
  sending = false;
  if (answer.type === "refused") {
    if (now.noted === base) return tell(say("Not saved: {reason}.", { reason: answer.reason }));
    return load(); // another page was quicker
  }
  [base, saved] = ["noted" in answer ? (answer.noted ?? 0) : 0, text];
  for (const [key, frame] of Object.entries(left())) if (frame.type === "note" && text.includes(frame.text)) keep(key, null);
  if (now.noted > base) load();
  if (box.value !== saved) written();
  else tell(say("Saved. Only you can see these notes."));
}

// What was written before this script was there, and what was not saved when the page was left.
const typed = box.value;
const lost = Object.values(left()).filter((frame) => frame.type === "note");
const kept = lost.length === 1 && lost[0]?.base === base ? lost[0].text : lost.reduce((words, { text }) => both(text, words), saved);
put(typed && typed !== saved ? both(typed, kept) : kept);
if (box.value !== saved) written();
box.addEventListener("input", written);
