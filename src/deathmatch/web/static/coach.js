/**
 * The coach of a first match: one line in the dock that says how to answer, what a thing of the table is when it is tapped or pointed at,
 * and what the last turn meant. One tap sends it away for good.
 */

import { $, call, el, memory } from "./dom.js";
import { thing } from "./legend.js";
import { now, scene } from "./match.js";
import { say } from "./say.js";

const OFF = "coach:off";
const LINGER = 6000; // ms that the words about a thing stay, if nothing else happens
const { game = "", match = "" } = document.body.dataset;

const KEPT = `coach:${game}`; // the reader's first match of this game
// Fetched while the match is on its way: the coach comes whole, or nothing moves.
const ready = [null, match].includes(memory.get(KEPT)) ? Promise.all([call(`/api/legends/${game}`).catch(() => null), styled()]) : null;
/** @type {Wire.LegendBody} */
let legend;
const words = el("p", { role: "status", onclick: () => words.classList.toggle("whole") }); // a tap on a long text shows all of it
let heard = 0; // lines of the log that have been looked through
/** @type {Set<string>} */
const told = new Set(); // texts that were shown once
let timer = 0;

/** Once the coach looks as it should. */
function styled() {
  return new Promise((done) => {
    document.head.append(el("link", { rel: "stylesheet", href: new URL("./coach.css", import.meta.url).href, onload: done, onerror: done }));
  });
}

/** The words about a slot; empty for none. @param {string} slot */
function about(slot) {
  const label = document.getElementById(`slot-${slot}`)?.getAttribute("aria-label") ?? "";
  return thing(legend.things, slot, label)?.words ?? "";
}

/** What is owed now, after the meaning of what has just happened. */
function settled() {
  const { seen } = now;
  if (!seen) return;
  if (seen.public.over) return leave();
  const lines = [...document.querySelectorAll("#log > li")].map((line) => line.textContent ?? "");
  const fresh = lines.slice(heard);
  heard = lines.length;
  const owed = seen.owes ? (legend.owed[seen.public.decision] ?? "") : "";
  const meant = Object.entries(legend.happened).find(([part, meaning]) => !told.has(meaning) && fresh.some((line) => line.includes(part)))?.[1] ?? "";
  // One of them at a time, so that it fits: a new question first. A turn's meaning can wait for the next such turn.
  const text = (owed && !told.has(owed) ? owed : meant || owed) || (seen.owes ? "" : say("Tap or point at anything on the table for an explanation."));
  told.add(text);
  show(text);
}

/** @param {string} text */
function show(text) {
  clearTimeout(timer);
  words.classList.remove("whole");
  if (text) words.textContent = text;
}

/** @param {Event} event */
function pointed(event) {
  const slot = /** @type {Element} */ (event.target).closest("[data-slot]")?.getAttribute("data-slot") ?? "";
  const text = slot && about(slot);
  if (!text) return;
  show(text);
  timer = setTimeout(settled, LINGER);
}

/** The coach goes, for this match. */
function leave() {
  clearTimeout(timer);
  removeEventListener("settled", settled);
  for (const kind of ["pointerover", "click", "focusin"]) scene.box.removeEventListener(kind, pointed);
  words.parentElement?.remove();
}

/** Comes to the table, if this is the reader's first match of the game. */
export async function begin() {
  if (!ready || memory.get(OFF)) return;
  [legend] = await ready;
  if (!legend?.things.length || now.seen?.public.over) return;
  memory.set(KEPT, match);
  const bye = el("button", { type: "button", title: say("The coach leaves for good"), onclick: () => (memory.set(OFF, true), leave(), $("owe").focus()) }, say("Got it"));
  $("owe").closest(".headline")?.after(el("section", { class: "coach", "aria-label": say("Coach") }, words, bye));
  for (const kind of ["pointerover", "click", "focusin"]) scene.box.addEventListener(kind, pointed);
  addEventListener("settled", settled);
  heard = document.querySelectorAll("#log > li").length;
  settled();
}
