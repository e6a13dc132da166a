/**
 * Where a thing of the table can go: marks on those places while it is pointed at, has the focus, or a finger rests on it. The picture
 * says it of each thing (`data-reach`), to everybody alike. Loaded where a picture does.
 */

import { el } from "./dom.js";
import { say } from "./say.js";

const SVG = "http://www.w3.org/2000/svg";
const HOLD = 200; // ms that a finger rests before the marks are shown: they are there when the glass of aim.js copies the picture
const STILL = 8; // CSS pixels that it may stray meanwhile
const INSET = 3; // units from a place's edge

/** @param {import("./scene.js").Scene} scene */
export function watch(scene) {
  const { box } = scene;
  document.head.append(el("link", { rel: "stylesheet", href: new URL("./reach.css", import.meta.url).href }));
  let timer = 0;
  /** @type {[number, number]} */
  let from = [0, 0];

  // As long as nothing is chosen, keys come to every piece.
  const choosable = scene.usable.bind(scene);
  scene.usable = () => {
    const usable = choosable();
    const others = scene.chosen.size ? [] : [...scene.nodes.values()].filter((node) => node.dataset.reach && !usable.includes(node));
    return [...usable, ...others];
  };
  scene.rove();

  const clear = () => {
    for (const mark of box.querySelectorAll(".reach")) mark.remove();
  };

  /** @param {Element | null | undefined} node what is pointed at */
  function show(node) {
    clear();
    const slots = node?.getAttribute("data-reach")?.split(" ") ?? [];
    for (const slot of slots) {
      const end = scene.nodes.get(slot);
      const ground = /** @type {SVGGraphicsElement | null | undefined} */ (end?.firstElementChild);
      if (!end || !ground) continue;
      const { x, y, width, height } = ground.getBBox();
      const mark = document.createElementNS(SVG, "g");
      mark.setAttribute("class", "page reach");
      for (const name of ["edge", "line"]) {
        const rim = document.createElementNS(SVG, "rect");
        const props = { class: name, x: x + INSET, y: y + INSET, width: width - 2 * INSET, height: height - 2 * INSET, rx: 6 };
        for (const [key, value] of Object.entries(props)) rim.setAttribute(key, String(value));
        mark.append(rim);
      }
      end.append(mark);
    }
    if (slots.length && node === document.activeElement) {
      const names = slots.map((slot) => slot.split("-").at(-1)?.toUpperCase()).join(" ");
      node?.setAttribute("aria-description", say("Goes to {places}", { places: names }));
    }
  }

  const at = (/** @type {EventTarget | null} */ target) => /** @type {Element} */ (target).closest?.("[data-reach]");
  box.addEventListener("pointerover", ({ target, pointerType }) => pointerType === "mouse" && show(at(target)));
  box.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && clear());
  box.addEventListener("focusin", ({ target }) => show(at(target)));
  box.addEventListener("focusout", clear);
  box.addEventListener(
    "touchstart",
    ({ target, touches }) => {
      clearTimeout(timer);
      clear();
      const [finger] = touches;
      if (!finger || touches.length > 1) return;
      from = [finger.clientX, finger.clientY];
      timer = setTimeout(() => show(at(target)), HOLD); // the marks stay until the next touch
    },
    { passive: true },
  );
  box.addEventListener(
    "touchmove",
    ({ touches: [finger] }) => finger && Math.hypot(finger.clientX - from[0], finger.clientY - from[1]) > STILL && clearTimeout(timer),
    { passive: true },
  );
  box.addEventListener("touchend", () => clearTimeout(timer));
  box.addEventListener("touchcancel", () => clearTimeout(timer));
}
