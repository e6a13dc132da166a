/** The legend: each kind of thing that lies on this table, with its picture and its words, at any time. Loaded when a reader asks. */

import { call, el } from "./dom.js";
import { notice, now, scene } from "./match.js";
import { say } from "./say.js";

const SIZE = 44; // CSS pixels of a thing's picture
const SVG = "http://www.w3.org/2000/svg";

/** Whether a slot fits a pattern. @param {string} pattern @param {string} slot */
export const fits = (pattern, slot) => new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(slot);

/** @typedef {Wire.LegendBody["things"][number]} Thing */

/** The thing that a slot holds, as the legend has it: the first that fits. @param {Thing[]} things @param {string} slot @param {string} label */
export const thing = (things, slot, label) => things.find((one) => fits(one.slots, slot) && label.includes(one.has));

/** A copy of a place of the picture, that no key and no reader of a screen meets. @param {SVGGElement} node */
function portrait(node) {
  const { x, y, width, height } = node.getBBox();
  const side = Math.max(width, height);
  const svg = document.createElementNS(SVG, "svg");
  const box = [x - (side - width) / 2, y - (side - height) / 2, side, side].join(" ");
  for (const [name, value] of Object.entries({ viewBox: box, width: SIZE, height: SIZE, "aria-hidden": "true" })) svg.setAttribute(name, String(value));
  const copy = /** @type {SVGGElement} */ (node.cloneNode(true));
  for (const name of [...copy.attributes].map((one) => one.name)) copy.removeAttribute(name);
  for (const part of copy.querySelectorAll(".page, .lit, .halo")) part.remove();
  svg.append(copy);
  return svg;
}

/** @param {HTMLElement} button */
export async function open(button) {
  /** @type {Wire.LegendBody} */
  let legend;
  try {
    legend = await call(`/api/legends/${now.table?.game}`);
  } catch (error) {
    return notice(/** @type {Error} */ (error).message);
  }
  /** @type {Map<Thing, SVGGElement>} */
  const seen = new Map();
  for (const [slot, node] of scene.nodes) {
    const found = thing(legend.things, slot, node.getAttribute("aria-label") ?? "");
    if (found && !seen.has(found) && node.getBBox().width) seen.set(found, node);
  }
  // Things that are told apart by what lies in a place stand here even while none lies there.
  const rows = legend.things.filter((one) => one.has || seen.has(one)).map((one) => {
    const node = seen.get(one);
    return el("li", {}, el("span", { class: "portrait", "aria-hidden": "true" }, one.has && node ? /** @type {any} */ (portrait(node)) : ""), el("span", {}, one.words));
  });
  const close = el("button", { type: "button", class: "main", onclick: () => dialog.close() }, say("Close"));
  const list = el("ul", { class: "legend", tabindex: "0", "aria-labelledby": "legend-title" }, ...(rows.length ? rows : [el("li", {}, say("The rules tell what lies on this table."))]));
  const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "legends", "aria-labelledby": "legend-title" }, el("h2", { id: "legend-title" }, say("What lies on the table")), list, el("p", { class: "row" }, close)));
  dialog.onclick = (event) => event.target === dialog && dialog.close();
  dialog.onclose = () => (dialog.remove(), button.focus());
  document.head.append(el("link", { rel: "stylesheet", href: new URL("./legend.css", import.meta.url).href }));
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}
