/** The rounds so far as a strip of cards, made of the log: nothing is in it that this reader was not told. Loaded when a reader asks. */

import { $, el } from "./dom.js";
import { now } from "./match.js";
import { say } from "./say.js";

/** @typedef {{heading: string, lines: HTMLElement[]}} Part */

/** The parts of the log. @returns {Part[]} */
function parts() {
  /** @type {Part[]} */
  const found = [];
  for (const line of /** @type {HTMLElement[]} */ ([...$("log").children])) {
    if (line.matches(".heading") || !found.length) found.push({ heading: line.matches(".heading") ? (line.textContent ?? "") : say("The start"), lines: [] });
    if (!line.matches(".heading")) found.at(-1)?.lines.push(/** @type {HTMLElement} */ (line.cloneNode(true)));
  }
  return found;
}

/** @param {HTMLElement} button */
export function open(button) {
  const cards = parts().map(({ heading, lines }) => el("section", { class: "part" }, el("h3", {}, heading), el("ol", { class: "log" }, ...lines)));
  const strip = el("div", { class: "strip", tabindex: "0", role: "group", "aria-label": say("The rounds so far") }, ...(cards.length ? cards : [say("Nothing has happened yet.")]));
  const close = el("button", { type: "button", class: "main", onclick: () => dialog.close() }, say("Close"));
  const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "recap", "aria-labelledby": "recap-title" }, el("h2", { id: "recap-title" }, say("The rounds so far")), strip, el("p", { class: "row" }, close)));
  dialog.onclick = (event) => event.target === dialog && dialog.close();
  dialog.onclose = () => (dialog.remove(), button.focus());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
  strip.scrollLeft = strip.scrollWidth;
}

/** Shows a part of the match that has just ended over the middle of the table, until the reader does anything or the match ends. @param {string} words @param {string[]} lines */
export function board(words, lines) {
  document.querySelector(".sums")?.remove();
  if (now.seen?.public.over) return; // the end says it all
  const close = el("button", { type: "button", class: "main" }, say("Go on"));
  const made = el("section", { class: "sums", "aria-label": words }, el("h3", {}, words), el("ul", {}, ...lines.map((line) => el("li", {}, line))), close);
  const leave = () => {
    made.remove();
    for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, acted, true);
    removeEventListener("settled", settled);
  };
  const settled = () => now.seen?.public.over && leave();
  /** @param {Event} event */
  const acted = (event) => {
    if (event instanceof KeyboardEvent && /^(Tab|Shift|Alt|Control|Meta)$/.test(event.key)) return; // on the way to something
    if (made.contains(/** @type {Node} */ (event.target)) && event.type === "pointerdown") return void made.addEventListener("click", leave, { once: true });
    leave();
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, acted, true);
  addEventListener("settled", settled);
  close.onclick = leave;
  $("picture").append(made);
}
