/** Pages to read: an index of lessons or puzzles says how far this browser has come, and a link into a rule book opens it. */

import { memory } from "./dom.js";
import { say } from "./say.js";

const kind = document.body.dataset.kind;
for (const tile of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".tile"))) {
  const place = /** @type {HTMLElement} */ (tile.querySelector(".progress"));
  const done = memory.get(`${kind}:${tile.dataset.variant}`);
  if (kind === "puzzles" && done?.solved?.length) place.textContent = say("{solved} of {all} solved", { solved: done.solved.length, all: tile.dataset.count });
  else if (kind === "lesson" && done?.finished) place.textContent = `✓ ${say("Done")}`;
}

// --- A rule book: each thing's picture is as large as the thing

for (const picture of /** @type {NodeListOf<SVGSVGElement>} */ (document.querySelectorAll(".portrait > svg"))) {
  const { x, y, width, height } = /** @type {SVGGElement} */ (picture.firstElementChild).getBBox();
  const size = width > 3 * height ? { class: "long", preserveAspectRatio: "xMinYMid slice", width: width + 4, height: height + 4 } : {}; // a box without its strokes
  for (const [name, value] of Object.entries({ viewBox: [x - 2, y - 2, width + 4, height + 4].join(" "), ...size })) picture.setAttribute(name, String(value));
}

// --- Its table of options, which is for hosts, comes after what players read

const options = document.querySelector(".whole .text > h2:has(+ .wide)");
if (options) {
  const section = [options];
  for (let next = options.nextElementSibling; next && !next.matches("h2, details"); next = next.nextElementSibling) section.push(next);
  options.parentElement?.append(...section);
  const item = document.querySelector(`.whole .sections li:has(> [href="#${options.id}"])`);
  item?.parentElement?.append(item);
}

// --- Beside it there is room for its contents

const whole = document.querySelector(".whole");

function enter() {
  for (const list of document.querySelectorAll(".contents")) list.toggleAttribute("open", innerWidth >= 1000);
  const place = document.getElementById(location.hash.slice(1));
  if (!whole || !place) return;
  whole.toggleAttribute("open", true);
  place.scrollIntoView();
}

addEventListener("hashchange", enter);
enter();
