/** Lines that do not come back by themselves, and what is said of those that do. Loaded when one was lost. */

import { $ } from "./dom.js";
import { notice } from "./match.js";
import { say } from "./say.js";

/** Says why the server closed the line. @param {CloseEvent} event */
export const why = (event) => notice(words(event));

/** @param {CloseEvent} event */
function words({ code, reason }) {
  if (code === 4404) return say("This link is no longer valid.");
  if (code === 4500) return say("This match cannot be opened: {reason}.", { reason });
  return say("This table is open in too many tabs or on too many devices. Close one of them, then come back to this tab or reload it.");
}

/** Says what happened while the line was down. @param {Wire.FromServer} frame */
export function back(frame) {
  const missed = frame.type === "update" ? (frame.beats ?? []).map((beat) => beat.words).slice(-2) : [];
  const words = missed.length ? say("Reconnected. While you were away: {words}", { words: missed.join(" ") }) : say("Reconnected. Everything is up to date.");
  notice(words);
  setTimeout(() => $("notice").textContent === words && notice(""), 5_000);
}
