/** Looking at a picture from the other side, where its scene has a pivot: what turns goes half round, and names of places with it. */

import { $, memory } from "./dom.js";

const box = $("picture");
const button = $("turn");
const KEY = "turned";

/** @param {boolean} on */
function turn(on) {
  box.classList.toggle("turned", on);
  button.setAttribute("aria-pressed", String(on));
}

/** Turns it, or turns it back; this browser remembers. */
export function open() {
  const on = !box.classList.contains("turned");
  memory.set(KEY, on);
  turn(on);
  /** @type {HTMLDetailsElement} */ ($("menu")).open = false;
}

/** As the reader left it. */
export function restore() {
  turn(Boolean(memory.get(KEY)));
}
