/**
 * Everything that a reader does at the table goes out through here, and stays until the server has answered it: it is sent again over each
 * new line, under the same id, so that it is done once. Until then the page says beside the control that it is not sent yet.
 */

import { $, el, hex, memory } from "./dom.js";
import { say } from "./say.js";
import { speak } from "./side.js";

export const SOON = 500; // ms without an answer until the page says so
const KEPT = `unsent:${document.body.dataset.socket}`; // texts that the server has not acknowledged, kept through a reload
const TEXTS = /^(chat|tell|announce|mark)$/;

/** @typedef {{type: string} & Record<string, any>} Frame */
/** @typedef {{id: string, frame: Frame, key: string, at: HTMLElement | null, still?: () => boolean, late?: () => void, times: number, answer: Promise<Wire.Taken | Wire.Accepted | Wire.Refused>, done: (answer: any) => void, mark?: HTMLElement}} Item */

export const fresh = () => hex(crypto.getRandomValues(new Uint8Array(12)));

/** What this browser keeps because the server has not acknowledged it, by its id. @returns {Record<string, Frame>} */
export const left = () => memory.get(KEPT) ?? {};

/** Keeps a text until it is acknowledged, or forgets it. @param {string} id @param {Frame | null} frame */
export function keep(id, frame) {
  const { [id]: _, ...others } = left();
  memory.set(KEPT, frame ? { ...others, [id]: frame } : others);
}

/**
 * Puts texts back into their box that were not sent when the page was left.
 * @param {HTMLInputElement} box
 * @param {(frame: Frame) => boolean} fits
 * @returns {() => string | undefined} called as the box is sent: the id that its text had before, if it is still the same
 */
export function back(box, fits) {
  const lost = Object.entries(left()).filter(([, frame]) => fits(frame));
  const text = lost.map(([, frame]) => frame.text).join(" ");
  const mark = el("span", { class: "unsent" }, say("Not sent yet"));
  if (lost.length) {
    box.value ||= text;
    box.form?.after(mark);
  }
  return () => {
    mark.remove();
    const ids = lost.splice(0).map(([id]) => id);
    for (const id of ids) keep(id, null);
    return ids.length === 1 && box.value.trim() === text ? ids[0] : undefined;
  };
}

export class Outbox {
  /** @param {import("./connection.js").Connection} connection */
  constructor(connection) {
    this.of = connection;
    /** @type {Map<string, Item>} */
    this.items = new Map();
  }

  /**
   * Sends something, and again until it is answered. What waits already is not sent a second time.
   * @param {Frame} frame
   * @param {{at?: HTMLElement | null, id?: string, still?: () => boolean, late?: () => void}} [how] the control, beside which it says what is
   *   not sent yet, or `late`, which says it; an `id` that it had before; whether it is `still` to be sent over another line
   */
  send(frame, { at = null, id = fresh(), still, late } = {}) {
    const key = JSON.stringify(frame);
    const same = [...this.items.values()].find((item) => item.key === key);
    if (same) return same.answer;
    /** @type {(answer: any) => void} */
    let done = () => {};
    const answer = new Promise((resolve) => (done = resolve));
    /** @type {Item} */
    const item = { id, frame: { ...frame, id }, key, at, still, late, times: 0, answer, done };
    this.items.set(id, item);
    if (TEXTS.test(frame.type)) keep(id, frame);
    const up = this.of.up;
    if (up) this.put(item);
    setTimeout(() => this.show(item), up ? SOON : 0);
    return answer;
  }

  /** @param {Item} item */
  put(item) {
    item.times += 1;
    this.of.send(item.frame, item.times);
  }

  /** The answer to something. @param {Wire.FromServer} frame @returns {Item | undefined} what it was */
  heard(frame) {
    const item = "id" in frame && frame.id ? this.items.get(frame.id) : undefined;
    if (!item) return undefined;
    this.items.delete(item.id);
    if (TEXTS.test(item.frame.type)) keep(item.id, null);
    item.mark?.remove();
    item.done(frame);
    return item;
  }

  /** Another line is in use, and the page shows how things stand. */
  again() {
    for (const item of [...this.items.values()]) {
      if (item.still?.() === false) this.items.delete(item.id);
      else this.put(item);
    }
  }

  /** What waits of a kind, oldest first. @param {string} type */
  waiting(type) {
    return [...this.items.values()].map((item) => item.frame).filter((frame) => frame.type === type);
  }

  /** Says that it is not sent yet. @param {Item} item */
  show(item) {
    if (!this.items.has(item.id) || item.still) return; // a move says so itself
    if (item.late) return item.late();
    const { at, frame } = item;
    const beside = at?.checkVisibility() ? at : null;
    const what = frame.text || (beside ? "" : at?.textContent?.trim());
    const words = what ? say("Not sent yet: {what}", { what }) : say("Not sent yet");
    item.mark = el("span", { class: beside ? "unsent" : "unsent notice" }, words);
    (beside ?? $("notice")).after(item.mark);
    speak(words);
  }
}
