/** A numbered onlooker holds something, such as a letter: it stands above the table, however late the match is shown. Loaded only then. */

import { $, el } from "./dom.js";
import { now } from "./match.js";

export function show() {
  const held = now.table?.held ?? "";
  const place = document.getElementById("held") ?? el("p", { id: "held", class: "late", role: "status" });
  if (!place.isConnected) $("notice").before(place);
  if (place.textContent !== held) place.textContent = held;
}

addEventListener("settled", show); // a ruling may have taken it back
