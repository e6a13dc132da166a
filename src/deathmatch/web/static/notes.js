/** What a player writes for themselves alone: notes, and marks on places of the picture. Loaded when there are some, or a reader wants to write. */

import { $, el, speak } from "./dom.js";
import { fresh, keep, left } from "./outbox.js";
import { say } from "./say.js";
import { now, scene, send } from "./table.js";

// --- Notes stay in this browser until the server has exactly these words. What the reader wrote is never replaced by older words: what another
// page of this seat wrote meanwhile comes below it

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
function write(text) {
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
  write(mine ? both(mine, saved) : saved);
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
write(typed && typed !== saved ? both(typed, kept) : kept);
if (box.value !== saved) written();
box.addEventListener("input", written);

// --- Marks: a tap puts the next sign on a place, or words of one's own

const SIGNS = ["", "✗", "✓"]; // each tap the next one
const NAMES = [say("no mark"), say("no"), say("yes")];

const inWords = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox" }));
const done = el("button", { type: "button", class: "main", onclick: () => marking() }, say("Done"));
const tools = el("div", { class: "marks", role: "group", "aria-label": say("Marking") }, el("p", {}, say("Tap a place for ✗, ✓ or no mark.")), el("label", { class: "check" }, inWords, say("Own text")), done);

const DIALOG = [
  `<dialog id="mark-dialog" aria-labelledby="mark-place"><form method="dialog">`,
  `<h2 id="mark-place"></h2>`,
  `<label for="mark-text">${say("Your mark (only you can see it)")}</label>`,
  `<input id="mark-text" maxlength="12" autocomplete="off">`,
  `<p class="row"><button value="keep" class="main">${say("Save")}</button><button value="">${say("Cancel")}</button></p>`,
  `</form></dialog>`,
].join("");

document.body.insertAdjacentHTML("beforeend", DIALOG);

/** Begins to mark, or ends it. */
export function marking() {
  const on = !scene.marking;
  scene.marking = on ? mark : null;
  $("marking").setAttribute("aria-pressed", String(on));
  document.body.classList.toggle("marking", on);
  $("owe").closest(".headline")?.after(tools);
  scene.decorate();
}

/** A tap on a place that is a part of the notebook. @param {string} slot */
export function mark(slot) {
  if (!scene.nodes.get(slot)?.hasAttribute("data-markable")) return;
  if (scene.marking && inWords.checked) return ask(slot, place(slot));
  const next = (SIGNS.indexOf(scene.marks[slot] ?? "") + 1) % SIGNS.length; // after words of one's own: no mark
  put([slot], SIGNS[next] ?? "");
  speak(`${place(slot)}: ${NAMES[next]}`);
}

const place = (/** @type {string} */ slot) => scene.nodes.get(slot)?.getAttribute("aria-label") ?? slot;

/** @param {string} slot @param {string} name */
function ask(slot, name) {
  const dialog = /** @type {HTMLDialogElement} */ ($("mark-dialog"));
  const box = /** @type {HTMLInputElement} */ ($("mark-text"));
  $("mark-place").textContent = name;
  box.value = scene.marks[slot] ?? "";
  dialog.onclose = () => dialog.returnValue === "keep" && put([slot], box.value.trim().replace(/\s+/g, " "));
  dialog.showModal();
}

/** @param {string[]} slots @param {string} text */
export function put(slots, text) {
  for (const slot of slots) {
    const was = scene.marks[slot] ?? "";
    if (was !== text) void send({ type: "mark", slot, text, was }, { at: $("marking") });
  }
  scene.marks = { ...scene.marks, ...Object.fromEntries(slots.map((slot) => [slot, text])) };
  scene.show(scene.base);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && scene.marking && !document.querySelector("dialog[open]")) marking();
});
