/** What happened: the log that stays, and the voice that says it. */

import { $, el } from "./dom.js";

export class Log {
  constructor() {
    this.list = $("log");
  }

  /** @param {Wire.Beat[]} beats */
  load(beats) {
    this.list.replaceChildren();
    for (const beat of beats) this.add(beat);
  }

  /** @param {Wire.Beat} beat */
  add(beat) {
    const pane = /** @type {HTMLElement} */ (this.list.parentElement);
    const low = pane.scrollHeight - pane.scrollTop - pane.clientHeight < 40;
    if (beat.heading) this.list.append(el("li", { class: "heading" }, el("h3", {}, beat.heading)));
    this.list.append(el("li", {}, beat.words, beat.notation ? el("code", {}, beat.notation) : ""));
    $("log-empty").hidden = true;
    if (low) pane.scrollTop = pane.scrollHeight;
  }
}

/** Speaks to a screen reader, one sentence after the other. @param {string} words */
export function say(words) {
  const live = $("live");
  live.append(el("p", {}, words));
  while (live.childElementCount > 6) live.firstElementChild?.remove();
}
