/** The game by lot: the games of the list, and the one on which the lot fell. Loaded at tables whose game the lot chooses. */

import { el, memory } from "./dom.js";
import { now } from "./match.js";
import { say } from "./say.js";

document.head.append(el("link", { rel: "stylesheet", href: new URL("./lot.css", import.meta.url).href }));

// Until the lot falls the page is about no game; then it comes anew.
const anew = () => document.body.dataset.lot && now.table?.lot?.chosen && location.reload();
addEventListener("tabled", anew);
anew();

/** @param {Wire.Table} table @returns {HTMLElement} */
export function scene(table) {
  const { games, chosen } = /** @type {NonNullable<Wire.Table["lot"]>} */ (table.lot);
  const key = `lot:${table.id}`;
  const fresh = Boolean(chosen) && memory.get(key) !== chosen;
  if (fresh) memory.set(key, chosen); // it falls once before each reader's eyes
  const rows = games.map(({ title, variant }, place) => {
    const here = place + 1 === chosen;
    return number("--place", place, el("li", { class: here ? "fallen" : "" }, el("strong", {}, title), " ", el("span", {}, variant), here && el("span", { "aria-hidden": "true" }, " ★")));
  });
  const one = games[chosen - 1];
  const words = one ? say("The lot fell on {game}, {variant}.", { game: one.title, variant: one.variant }) : say("The lot chooses one of these games.");
  return number("--games", games.length, el("section", { class: fresh ? "lot falls" : "lot", "aria-label": say("The game by lot") }, el("ol", {}, ...rows), el("p", { class: "result", role: "status" }, words)));
}

/** A number for the style sheet. @param {string} name @param {number} value @param {HTMLElement} node */
function number(name, value, node) {
  node.style.setProperty(name, String(value));
  return node;
}
