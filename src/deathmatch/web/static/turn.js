/** Looking at a picture from the other side, where its scene has a pivot: what turns goes half round, and names of places with it. */

import { $, memory } from "./dom.js";
import { Scene } from "./scene.js";

const box = $("picture");
const button = $("turn");
const KEY = "turned";

/** Says where the point lies around which the picture turns, in the arrangement that is shown. */
function pivot() {
  const svg = box.querySelector("svg");
  const turning = svg?.querySelector("[data-turns]");
  if (!turning || !svg?.dataset.pivot) return;
  const at = (/** @type {string | null} */ place) => (place ?? "").replace("translate(", "").split(" ").map(parseFloat);
  const [from, to] = [at(turning.getAttribute("data-at") ?? turning.getAttribute("transform")), at(turning.getAttribute("transform"))];
  const point = at(svg.dataset.pivot).map((value, axis) => `${value + (to[axis] ?? 0) - (from[axis] ?? 0)}px`);
  document.body.style.setProperty("--pivot", point.join(" "));
}

/** @param {boolean} on */
function turn(on) {
  Scene.arranged = pivot;
  pivot();
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
