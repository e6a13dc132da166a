/** The side of the table: what happened, in the log and for a screen reader; chat for all, notes for oneself. */

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

export class Talk {
  /** @param {(frame: {type: string} & Record<string, unknown>) => boolean} send */
  constructor(send) {
    this.send = send;
    this.unread = 0;
    this.said = "";
    this.timer = 0;
    $("say").addEventListener("submit", (event) => {
      event.preventDefault();
      const box = /** @type {HTMLInputElement} */ ($("say-text"));
      this.said = box.value.trim();
      if (this.said && send({ type: "chat", text: this.said })) box.value = "";
    });
    const notes = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("notes"));
    notes?.addEventListener("input", () => {
      clearTimeout(this.timer);
      $("notes-state").textContent = "…";
      this.timer = setTimeout(() => ($("notes-state").textContent = send({ type: "note", text: notes.value }) ? "Saved. Only you can see these notes." : "Not saved: no connection to the server."), 600);
    });
    const list = /** @type {HTMLElement} */ (document.querySelector("[role=tablist]")); // more may be put into it later
    const at = (/** @type {Event} */ event) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[role=tab]"));
    list.addEventListener("click", (event) => this.open(at(event)));
    list.addEventListener("keydown", (event) => {
      const tabs = /** @type {(HTMLElement | null)[]} */ ([...list.children]);
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by) this.open(tabs.at((tabs.indexOf(at(event)) + by) % tabs.length) ?? null);
    });
  }

  /** What was said last was refused: it goes back into the box. */
  restore() {
    /** @type {HTMLInputElement} */ ($("say-text")).value ||= this.said;
  }

  /** @param {HTMLElement | null} chosen */
  open(chosen) {
    if (!chosen) return;
    for (const tab of /** @type {HTMLElement[]} */ ([...(chosen.parentElement?.children ?? [])])) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      $(tab.getAttribute("aria-controls") ?? "").hidden = tab !== chosen;
    }
    chosen.focus();
    if (chosen.id === "tab-chat") this.count(0);
  }

  /** @param {number} unread */
  count(unread) {
    this.unread = unread;
    $("unread").textContent = unread ? ` ${unread} new` : "";
  }

  /** @param {Wire.Full} full */
  load(full) {
    $("chat").replaceChildren();
    for (const line of full.chat) this.line(line);
    this.count(0);
    const notes = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("notes"));
    if (notes && notes !== document.activeElement) notes.value = full.notes;
  }

  /** @param {Wire.ChatLine} line */
  line(line) {
    const seat = /^[AB]$/.test(line.role);
    $("chat").append(el("li", {}, el("strong", { class: seat ? `name seat-${line.role}` : "name" }, line.who || line.role), el("span", {}, line.text)));
    const pane = /** @type {HTMLElement} */ ($("chat").parentElement);
    pane.scrollTop = pane.scrollHeight;
    if ($("panel-chat").hidden) this.count(this.unread + 1);
  }
}
