/** The end of a match: what may come next, and the wish for a rematch. Loaded when a match is over. */

import { $, el } from "./dom.js";
import { chime, notice, now, send } from "./match.js";
import { say } from "./say.js";

const LINGER = 3500; // ms
let wished = ""; // the words about a rematch that the other player wants

/** @param {string} seat the reader's own, or empty @param {boolean} fresh whether the match ended just now */
export function show(seat, fresh) {
  const at = /** @type {Wire.Table} */ (now.table);
  $("end").hidden = false;
  const next = /** @type {HTMLAnchorElement} */ ($("next"));
  next.hidden = !at.rematch;
  next.href = at.rematch || "#";
  if (seat) wish(seat, at);
  if (fresh) banner();
}

/** Over the table for a moment: who won. Everything it says stays in the dock, so it is for the eyes alone. */
function banner() {
  document.head.append(el("link", { rel: "stylesheet", href: new URL("./ending.css", import.meta.url).href }));
  const made = el("div", { class: "banner", "aria-hidden": "true" }, el("strong", {}, $("owe").textContent ?? ""), el("span", {}, $("aside").textContent ?? ""));
  const leave = () => made.remove();
  made.addEventListener("click", leave);
  made.addEventListener("animationend", ({ animationName }) => animationName === "leave" && leave());
  setTimeout(leave, LINGER);
  $("picture").append(made);
}

/** What is known of a rematch. @param {string} seat @param {Wire.Table} at */
function wish(seat, at) {
  const button = /** @type {HTMLButtonElement} */ ($("rematch"));
  const wants = at.wants_rematch ?? [];
  const mine = wants.includes(seat);
  const theirs = !mine && wants.length > 0;
  button.disabled = mine;
  button.hidden = Boolean(at.rematch);
  $("rematch-state").textContent = !at.rematch && mine ? say("You asked for a rematch. Waiting for the other player.") : "";
  if (at.rematch || mine || !theirs) return wished && notice("");
  if (!wished) chime("wish");
  wished = say("{name} wants a rematch.", { name: at.names[wants[0] ?? ""] });
  notice(wished);
  $("notice").append(" ", el("button", { type: "button", class: "main", onclick: () => send({ type: "rematch" }) }, say("Play again")));
  document.title = wished;
}
