/** The side of the table: its tabs, and what happened, in the log and for a screen reader. */

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
    this.list.append(el("li", {}, beat.words, beat.notation ? el("code", {}, beat.notation) : "", ...(beat.recap ?? []).map((line) => el("span", { class: "sum" }, line))));
    $("log-empty").hidden = true;
    if (low) pane.scrollTop = pane.scrollHeight;
  }
}

/** Speaks to a screen reader, one sentence after the other. @param {string} words */
export function speak(words) {
  const live = $("live");
  live.append(el("p", {}, words));
  while (live.childElementCount > 6) live.firstElementChild?.remove();
}

/** The tabs of the side. @param {(tab: string) => void} opened what to do as one is opened */
export function tabs(opened) {
  const list = /** @type {HTMLElement} */ (document.querySelector("[role=tablist]")); // more may be put into it later
  const all = () => /** @type {HTMLElement[]} */ ([...list.children]);
  const at = (/** @type {Event} */ event) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[role=tab]"));
  const open = (/** @type {HTMLElement | null | undefined} */ chosen) => {
    if (!chosen) return;
    for (const tab of all()) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      $(tab.getAttribute("aria-controls") ?? "").hidden = tab !== chosen;
    }
    chosen.focus();
    opened(chosen.id);
  };
  list.addEventListener("click", (event) => open(at(event)));
  list.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const tab = at(event);
    if (by && tab) open(all().at((all().indexOf(tab) + by) % all().length));
  });
}
