/** The index of lessons or puzzles: says beside each how far this browser has come. */

import { memory } from "./dom.js";
import { say } from "./say.js";

const kind = document.body.dataset.kind;
for (const tile of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".tile"))) {
  const place = /** @type {HTMLElement} */ (tile.querySelector(".progress"));
  const done = memory.get(`${kind}:${tile.dataset.variant}`);
  if (kind === "puzzles" && done?.solved?.length) place.textContent = say("{solved} of {all} solved", { solved: done.solved.length, all: tile.dataset.count });
  else if (kind === "lesson" && done?.finished) place.textContent = `✓ ${say("Done")}`;
}
