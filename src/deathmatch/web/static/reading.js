/** Pages to read: an index of lessons or puzzles says how far this browser has come, and a link into a rule book opens it. */

import { el, memory } from "./dom.js";
import { say } from "./say.js";

const kind = document.body.dataset.kind;
const tiles = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".tile")]);
const kept = (/** @type {HTMLElement} */ { dataset }) => memory.get(`${kind}:${dataset.variant}`);
for (const tile of tiles) {
  const place = /** @type {HTMLElement} */ (tile.querySelector(".progress"));
  const done = kept(tile);
  const way = { solved: done?.solved?.length, number: done?.at + 1, all: tile.dataset.count };
  if (way.solved) place.textContent = say("{solved} of {all} solved", way);
  else if (done?.finished) place.textContent = `✓ ${say("Done")}`;
  else if (done?.at) place.textContent = say("Step {number} of {all}", way);
  place.classList.toggle("begun", Boolean(way.solved || done?.finished || done?.at));
}
// Where it goes on: the lesson that was begun, else the next game's, else what else there is.
const start = /** @type {HTMLAnchorElement | null} */ (document.getElementById("start"));
const left = tiles.filter((tile) => !kept(tile)?.finished);
const begun = left.find((tile) => kept(tile)?.at);
const next = begun ?? left.find((tile) => tile.matches(":first-child > *")) ?? left[0];
if (start && next) {
  const lesson = next.querySelector("strong")?.textContent ?? "";
  start.href = next.href;
  start.textContent = begun ? say("Continue: {lesson}", { lesson }) : say("Start: {lesson}", { lesson });
} else start?.remove();

// --- A rule book: each thing's picture is as large as the thing

for (const picture of /** @type {NodeListOf<SVGSVGElement>} */ (document.querySelectorAll(".portrait > svg"))) {
  const { x, y, width, height } = /** @type {SVGGElement} */ (picture.firstElementChild).getBBox();
  const size = width > 3 * height ? { class: "long", preserveAspectRatio: "xMinYMid slice", width: width + 4, height: height + 4 } : {}; // a box without its strokes
  for (const [name, value] of Object.entries({ viewBox: [x - 2, y - 2, width + 4, height + 4].join(" "), ...size })) picture.setAttribute(name, String(value));
}

// --- What hosts and programs read, and who wants to know it exactly, is folded: sections last, their parts where they are

const text = document.querySelector(".text");
const LAST = ["rulings", "options", "state", "worked-examples"];
/** @param {HTMLElement} heading */
const place = ({ dataset: { fold = "" } }) => LAST.indexOf(fold);
const ends = /** @type {HTMLElement[]} */ ([...(text?.querySelectorAll("[data-fold]") ?? [])]).sort((one, other) => place(one) - place(other));
const rest = say("For hosts, programs and close study");
const sections = document.querySelector(".sections");
if (ends.some((heading) => place(heading) >= 0)) {
  text?.append(el("h2", { id: "rest" }, rest));
  sections?.append(el("li", {}, el("a", { href: "#rest" }, rest)));
}
for (const heading of ends) {
  const fold = el("details", {}, el("summary"));
  if (place(heading) < 0) heading.before(fold);
  else {
    text?.append(fold);
    sections?.querySelector(`li:has(> [href="#${heading.id}"])`)?.remove();
  }
  const end = heading.matches("h2") ? "h2, details" : "h2, h3, details";
  for (let next = heading.nextElementSibling; next && !next.matches(end); next = heading.nextElementSibling) fold.append(next);
  fold.firstElementChild?.append(heading);
}

// --- Beside it there is room for its contents; a link to a rule opens all that it lies in

function enter() {
  for (const list of document.querySelectorAll(".contents")) list.toggleAttribute("open", innerWidth >= 1000);
  const target = document.getElementById(location.hash.slice(1));
  if (!target) return;
  for (let fold = target.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  target.scrollIntoView();
}

addEventListener("hashchange", enter);
document.addEventListener("click", ({ target }) => {
  const link = /** @type {Element} */ (target).closest("a");
  if (link?.hash && link.hash === location.hash) enter(); // once more, after it was folded
});
enter();

// --- The contents say where the reader is

const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".contents a")]);
const NEAR = 160; // px from the top of the window

function mark() {
  const passed = links.filter(({ hash }) => {
    const heading = document.getElementById(hash.slice(1));
    return heading?.checkVisibility() && heading.getBoundingClientRect().top < NEAR;
  });
  const here = passed.at(-1) ?? links[0];
  for (const link of links) link === here ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
}

addEventListener("scroll", mark, { passive: true });
mark();

// --- Opened from a table, it goes back there

const back = document.getElementById("back");
if (back && opener) {
  back.hidden = false;
  back.onclick = () => close();
}
