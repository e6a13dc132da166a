/**
 * What a match seldom needs beside its table: the items of the seats, what an onlooker holds, a new ruling, the rounds so far, the picture from
 * the other side, what the reader wishes, and quiet tones. Loaded with the first of them.
 */

import { $, el, memory, speak } from "./dom.js";
import { say } from "./say.js";
import { notice, now, scene } from "./table.js";

// --- Seats hold items

/** The list of items on the plate of a seat, for readers of a screen: those that are not used yet, which the picture shows. @param {string} seat */
function list(seat) {
  const id = `items-${seat}`;
  const known = document.getElementById(id);
  if (known) return known;
  const made = el("ul", { id, class: "unseen", "aria-label": say("Items of seat {seat}", { seat }) });
  $(`tags-${seat}`).after(made);
  return made;
}

export function items() {
  for (const seat of ["A", "B"]) {
    const held = now.seen?.items?.[seat] ?? [];
    const place = list(seat);
    place.hidden = !held.length;
    if ([...place.children].map((each) => each.textContent).join("\n") === held.join("\n")) continue;
    place.replaceChildren(...held.map((item) => el("li", {}, item)));
  }
}

addEventListener("settled", () => document.getElementById("items-A") && items()); // the last one may have been used, or a ruling given one back

// --- Another seat has submitted

/** @type {string[]} */
let told = []; // the question and the submissions that a screen reader was told of

/** Tells a screen reader of submissions of others. @param {Wire.Seen} seen */
export function sealed({ ply, sealed: seats = [] }) {
  const others = seats.filter((seat) => seat !== document.body.dataset.role);
  for (const seat of others) if (!told.includes(`${ply} ${seat}`)) speak(say("{name} has submitted.", { name: now.table?.names[seat] || say("Seat {seat}", { seat }) }));
  told = others.map((seat) => `${ply} ${seat}`);
}

// --- A seat's line is slow

/** Says on its plate what it is given back. @param {string} seat @param {number} ms */
export function slow(seat, ms) {
  const words = el("span", { class: "tag", title: say("Time given back for each decision, because the connection is slow") }, say("slow line: +{seconds} s", { seconds: ms / 1000 }));
  $(`tags-${seat}`).querySelector("[title]")?.remove();
  $(`tags-${seat}`).append(words);
}

// --- A numbered onlooker holds something, such as a letter: it stands above the table, however late the match is shown

export function held() {
  const words = now.table?.held ?? "";
  const place = document.getElementById("held") ?? el("p", { id: "held", class: "late", role: "status" });
  if (!place.isConnected) $("notice").before(place);
  if (place.textContent !== words) place.textContent = words;
}

addEventListener("settled", () => document.getElementById("held") && held()); // a ruling may have taken it back

// --- A ruling of the host that is new

let shown = ""; // the question at which the notice stands

/** Shows the last ruling, if this browser has not shown it yet. */
export function ruled() {
  const { table } = now;
  const last = table?.rulings?.at(-1);
  if (!table || !last) return;
  const key = `ruled:${table.id}`;
  if (memory.get(key) === table.rulings?.length) return;
  memory.set(key, table.rulings?.length);
  shown = place();
  notice(say("{ruling} Reason: {reason}", { ruling: last.words, reason: last.reason }));
}

const place = () => `${now.seen?.ply} ${now.seen?.sealed?.length ?? 0} ${now.seen?.public.over}`;

/** The match goes on, and the log has the ruling. */
addEventListener("settled", () => {
  if (!shown || shown === place()) return;
  shown = "";
  notice("");
});

// --- The rounds so far, a card each with the moves and what came of them, made of the log: nothing is in it that this reader was not told

/** @typedef {{heading: string, lines: HTMLElement[]}} Part */

/** The parts of the log. @returns {Part[]} */
function parts() {
  /** @type {Part[]} */
  const found = [];
  for (const line of /** @type {HTMLElement[]} */ ([...$("log").children])) {
    if (line.matches(".heading") || !found.length) found.push({ heading: line.matches(".heading") ? (line.textContent ?? "") : say("The start"), lines: [] });
    const copy = /** @type {HTMLElement} */ (line.cloneNode(true));
    copy.classList.add(`seat-${copy.querySelector("code")?.textContent?.[0]}`); // who moved
    if (!line.matches(".heading")) found.at(-1)?.lines.push(copy);
  }
  return found;
}

/** @param {HTMLElement} button */
export function recap(button) {
  const cards = parts().map(({ heading, lines }) => el("section", { class: "part" }, el("h3", {}, heading), el("ol", { class: "log" }, ...lines)));
  const strip = el("div", { class: "strip", tabindex: "0", role: "group", "aria-label": say("The rounds so far") }, ...(cards.length ? cards : [say("Nothing has happened yet.")]));
  const close = el("button", { type: "button", class: "main", onclick: () => dialog.close() }, say("Close"));
  const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "recap", "aria-labelledby": "recap-title" }, el("h2", { id: "recap-title" }, say("The rounds so far")), strip, el("p", { class: "row" }, close)));
  dialog.onclick = (event) => event.target === dialog && dialog.close();
  dialog.onclose = () => (dialog.remove(), button.focus());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
  strip.scrollTop = strip.scrollHeight;
}

/** Holds what comes next until the player of this page does anything, or the match is over. For who only watches it is a pause. @param {number} ms @returns {Promise<void>} */
export function hold(ms) {
  if (now.seen?.public.over || !/^[AB]$/.test(document.body.dataset.role ?? "")) return new Promise((gone) => setTimeout(gone, ms));
  const skip = $("skip");
  const words = skip.textContent;
  skip.textContent = say("Go on");
  return new Promise((gone) => {
    const leave = () => {
      skip.textContent = words;
      for (const kind of ["click", "keydown"]) removeEventListener(kind, acted, true);
      for (const kind of ["moved", "settled"]) removeEventListener(kind, moved);
      gone();
    };
    const moved = (/** @type {Event} */ { type }) => (type === "settled" || now.seen?.public.over) && leave(); // or all has come anew
    /** @param {Event} event */
    const acted = (event) => {
      if (event instanceof KeyboardEvent && /^(Tab|Shift|Alt|Control|Meta)$/.test(event.key)) return; // on the way to something
      if (/** @type {Element} */ (event.target).closest(".tools, .bar, dialog")) return; // it stays while something is looked up
      if (/** @type {Element} */ (event.target).matches("body, #skip, #picture *")) {
        event.stopPropagation(); // it goes on, and skips nothing
        event.preventDefault();
      }
      leave();
    };
    for (const kind of ["click", "keydown"]) addEventListener(kind, acted, true);
    for (const kind of ["moved", "settled"]) addEventListener(kind, moved);
  });
}

// --- Looking at a picture from the other side, where its scene has a pivot: what turns goes half round, and names of places with it

const KEY = "turned";

/** Says where the point lies around which the picture turns, in the arrangement that is shown. */
function pivot() {
  const svg = $("picture").querySelector("svg");
  const turning = svg?.querySelector("[data-turns]");
  if (!turning || !svg?.dataset.pivot) return;
  const at = (/** @type {string | null} */ place) => (place ?? "").replace("translate(", "").split(" ").map(parseFloat);
  const [from, to] = [at(turning.getAttribute("data-at") ?? turning.getAttribute("transform")), at(turning.getAttribute("transform"))];
  const point = at(svg.dataset.pivot).map((value, axis) => `${value + (to[axis] ?? 0) - (from[axis] ?? 0)}px`);
  document.body.style.setProperty("--pivot", point.join(" "));
}

/** @param {boolean} on */
function turn(on) {
  scene.arranged = pivot;
  pivot();
  $("picture").classList.toggle("turned", on);
  $("turn").setAttribute("aria-pressed", String(on));
}

/** Turns it, or turns it back; this browser remembers. */
export function flip() {
  const on = !$("picture").classList.contains("turned");
  memory.set(KEY, on);
  turn(on);
}

// --- What the reader wishes, as this browser keeps it

/** As the reader left them. */
export function restore() {
  turn(Boolean(memory.get(KEY)));
  /** @type {HTMLInputElement} */ ($("sound")).checked = memory.get("sound") !== false;
  /** @type {HTMLInputElement} */ (document.querySelector(`[name=reveals][value="${memory.get("reveals") ?? 1}"]`)).checked = true;
}

/** The tab with the table in words. */
export const text = () => $("tab-words").click();

/** The options of this match that are no defaults, in words. */
export const changes = () => Object.entries(now.table?.changed ?? {}).map(([key, value]) => `${say(key.replaceAll("_", " "))} ${typeof value === "string" ? say(value) : value}`);

/** The part of the menu that a first match does not need. @param {HTMLElement} button */
export function further(button) {
  const place = $("further");
  place.hidden = !place.hidden;
  button.setAttribute("aria-expanded", String(!place.hidden));
  const differs = changes().join(", ");
  $("changed").textContent = differs ? say("Options: {options}", { options: differs }) : say("Options: all defaults.");
}

/** @param {HTMLInputElement} wish */
export const keep = ({ name, type, value, checked }) => memory.set(name, type === "radio" ? Number(value) : checked);

// --- Quiet tones

export const TONES = { turn: [523, 784], low: [330, 330], seal: [262, 196], reveal: [392, 523], won: [523, 659], lost: [392, 311], wish: [659, 523] }; // Hz

/** @type {AudioContext | undefined} */
let audio;

/** @param {keyof typeof TONES} what */
export function play(what) {
  const out = (audio ??= new AudioContext());
  void out.resume(); // some browsers let it sound only after a tap
  TONES[what].forEach((pitch, index) => {
    const [voice, loudness] = [out.createOscillator(), out.createGain()];
    const start = out.currentTime + index * 0.16;
    voice.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.04, start);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
    voice.connect(loudness).connect(out.destination);
    voice.start(start);
    voice.stop(start + 0.3);
  });
}
