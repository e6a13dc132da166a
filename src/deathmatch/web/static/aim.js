/**
 * A glass over places that are smaller than a finger: hold a finger still, and the places below it appear enlarged above it;
 * slide to the one that is meant and let go. Loaded where such a picture meets a touch screen.
 */

import { el } from "./dom.js";

const HOLD = 220; // ms that a finger rests before it aims
const FINGER = 44; // CSS pixels: a place of this size needs no glass, which would cover its neighbours
const STILL = 8; // CSS pixels that it may stray meanwhile; farther, it scrolls
const SIZE = 152; // of the glass, in CSS pixels
const SCALE = 2.4;
const AWAY = 120; // from the finger to the middle of the glass

/** @param {import("./scene.js").Scene} scene */
export function aim(scene) {
  const { box } = scene;
  let timer = 0;
  /** @type {[number, number]} */
  let from = [0, 0];
  /** @type {HTMLElement | null} */
  let glass = null;
  /** @type {Element | undefined} */
  let aimed;

  function begin() {
    const picture = box.querySelector("svg");
    const { width: wide = 0 } = scene.nearest(...from)?.getBoundingClientRect() ?? {};
    if (!picture || wide >= FINGER) return;
    const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
    for (const part of copy.querySelectorAll("[id], [tabindex]")) {
      part.removeAttribute("id");
      part.removeAttribute("tabindex");
    }
    const { width, height } = picture.getBoundingClientRect();
    copy.style.cssText = `width:${width * SCALE}px;height:${height * SCALE}px;max-width:none;max-height:none;position:absolute`;
    glass = el("div", { class: `${box.className} glass`, "aria-hidden": "true" });
    glass.append(copy, el("strong"));
    document.body.append(glass);
    look(...from);
  }

  /** @param {number} x @param {number} y */
  function look(x, y) {
    const picture = box.querySelector("svg");
    const copy = glass?.querySelector("svg");
    const name = glass?.querySelector("strong");
    if (!glass || !copy || !name || !picture) return;
    const { left, top } = picture.getBoundingClientRect();
    glass.style.left = `${Math.max(0, Math.min(innerWidth - SIZE, x - SIZE / 2))}px`;
    glass.style.top = `${y > AWAY + SIZE / 2 ? y - AWAY - SIZE / 2 : y + AWAY - SIZE / 2}px`;
    copy.style.left = `${SIZE / 2 - (x - left) * SCALE}px`;
    copy.style.top = `${SIZE / 2 - (y - top) * SCALE}px`;
    aimed = scene.nearest(x, y);
    for (const part of glass.querySelectorAll(".aimed")) part.classList.remove("aimed");
    name.textContent = aimed?.getAttribute("aria-label") ?? "";
    const slot = aimed?.getAttribute("data-slot");
    if (slot) glass.querySelector(`[data-slot="${slot}"]`)?.classList.add("aimed");
  }

  function end() {
    clearTimeout(timer);
    glass?.remove();
    glass = null;
  }

  box.addEventListener(
    "touchstart",
    ({ touches }) => {
      end();
      const [finger] = touches;
      if (!finger || touches.length > 1) return;
      from = [finger.clientX, finger.clientY];
      timer = setTimeout(begin, HOLD);
    },
    { passive: true },
  );
  box.addEventListener(
    "touchmove",
    (event) => {
      const [finger] = event.touches;
      if (!finger) return;
      const { clientX: x, clientY: y } = finger;
      if (!glass && Math.hypot(x - from[0], y - from[1]) > STILL) return end();
      if (!glass) return;
      event.preventDefault(); // it aims and does not scroll
      look(x, y);
    },
    { passive: false },
  );
  box.addEventListener("touchend", (event) => {
    const chosen = glass && !event.defaultPrevented && aimed?.getAttribute("data-slot");
    if (glass) event.preventDefault(); // no click follows
    end();
    if (chosen) scene.pick(chosen);
  });
  box.addEventListener("touchcancel", end);
  box.addEventListener("contextmenu", (event) => glass && event.preventDefault());
}
