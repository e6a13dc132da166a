/** Seats hold items: each plate lists those that are not used yet, as everybody may know. Loaded only in games that have some. */

import { $, el } from "./dom.js";
import { now } from "./match.js";
import { say } from "./say.js";

/** The list on the plate of a seat. @param {string} seat */
function list(seat) {
  const id = `items-${seat}`;
  const known = document.getElementById(id);
  if (known) return known;
  const made = el("ul", { id, class: "items", "aria-label": say("Items of seat {seat}", { seat }) });
  $(`tags-${seat}`).after(made);
  return made;
}

function show() {
  for (const seat of ["A", "B"]) {
    const held = now.seen?.items?.[seat] ?? [];
    const place = list(seat);
    place.hidden = !held.length;
    if ([...place.children].map((each) => each.textContent).join("\n") === held.join("\n")) continue;
    place.replaceChildren(...held.map((item) => el("li", { class: "tag", title: item }, item)));
  }
}

show();
addEventListener("settled", show); // the last one may have been used, or a ruling given one back
