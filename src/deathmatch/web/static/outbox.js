/**
 * Everything that a reader does at the table goes out through here, and stays until the server has answered it: it is sent again over each
 * new line, under the same id, so that it is done once. Until then the page says beside the control that it is not sent yet.
 */

import { $, el, memory } from "./dom.js";
import { notice, now, scene } from "./match.js";
import { say } from "./say.js";
import { hex } from "./seat.js";
import { speak } from "./side.js";

export const SOON = 500; // ms without an answer until the page says so
const KEPT = `unsent:${document.body.dataset.socket}`; // texts that the server has not acknowledged, kept through a reload
const TEXTS = /^(chat|tell|announce|mark)$/;

/** @typedef {{type: string} & Record<string, any>} Frame */
/** @typedef {{id: string, frame: Frame, key: string, at: HTMLElement | null, typed: string, late?: () => void, times: number, answer: Promise<Wire.Taken | Wire.Accepted | Wire.Refused>, done: (answer: any) => void, mark?: HTMLElement}} Item */

/** What stands in the box of a player's move: one who has changed it means another move. */
const typed = () => /** @type {HTMLInputElement | null} */ (document.getElementById("text"))?.value ?? "";

export const fresh = () => hex(crypto.getRandomValues(new Uint8Array(12)));

/** What this browser keeps because the server has not acknowledged it, by its id. @returns {Record<string, Frame>} */
export const left = () => memory.get(KEPT) ?? {};

/** Keeps a text until it is acknowledged, or forgets it. @param {string} id @param {Frame | null} frame */
export function keep(id, frame) {
  const { [id]: _, ...others } = left();
  const kept = frame ? { ...others, [id]: frame } : others;
  memory.set(KEPT, Object.keys(kept).length ? kept : null);
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

/** Says what the server does not take, where it was done. @param {Wire.Refused} frame @param {import("./compose.js").Composer | null} composer */
export function refused(frame, composer) {
  const { about, reason, rule } = frame;
  if (about === "submit" && frame.warning) composer?.warn(reason);
  else if (about === "submit") composer?.complain(reason, rule, frame.position);
  else if (/deal|tell|announce|_talk|note/.test(about)) dispatchEvent(new CustomEvent("refused", { detail: frame }));
  else if (about === "compose") composer?.answer(frame.n ?? 0, null, reason, rule);
  else {
    if (about === "message") composer?.lost(reason); // which of ours it was nobody can say
    notice(reason, rule);
  }
}

export class Outbox {
  /** @param {import("./connection.js").Connection} connection */
  constructor(connection) {
    this.of = connection;
    /** @type {Map<string, Item>} */
    this.items = new Map();
    /** @type {Wire.Accepted | null} */
    this.accepted = null; // the last move that was
  }

  /**
   * Sends something, and again until it is answered. What waits already is not sent a second time.
   * @param {Frame} frame
   * @param {{at?: HTMLElement | null, id?: string, late?: () => void}} [how] the control, beside which it says what is not sent yet, or `late`,
   *   which says it; an `id` that it had before
   * @returns {Promise<Wire.Taken | Wire.Accepted | Wire.Refused>} the answer
   */
  send(frame, { at = null, id = fresh(), late } = {}) {
    const key = JSON.stringify(frame);
    const same = [...this.items.values()].find((item) => item.key === key);
    if (same) return same.answer;
    /** @type {(answer: any) => void} */
    let done = () => {};
    const answer = new Promise((resolve) => (done = resolve));
    /** @type {Item} */
    const item = { id, frame: { ...frame, id }, key, at, typed: typed(), late, times: 0, answer, done };
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
    if (frame.type === "accepted") this.accepted = frame;
    const item = "id" in frame && frame.id ? this.items.get(frame.id) : undefined;
    if (!item) return undefined;
    this.items.delete(item.id);
    if (TEXTS.test(item.frame.type)) keep(item.id, null);
    item.mark?.remove();
    item.done(frame);
    if (frame.type === "refused" && item.frame.type === "mark") this.own(now);
    return item;
  }

  /** Another line is in use, and the page shows how things stand. */
  again() {
    for (const item of [...this.items.values()]) {
      const { frame } = item;
      const stale = frame.type === "submit" && !(now.seen?.owes && now.seen.ply === frame.ply && typed() === item.typed);
      if (stale) this.items.delete(item.id);
      else this.put(item);
    }
  }

  /** The marks that the server has not acknowledged. @returns {Record<string, string>} */
  get marks() {
    return Object.assign({}, ...[...this.items.values()].map(({ frame }) => (frame.type === "mark" ? { [frame.slot]: frame.text } : {})));
  }

  /** This seat's own notes and marks, as the server has them. @param {Pick<Wire.Kept, "notes" | "noted" | "marks">} kept */
  own({ notes, noted, marks }) {
    Object.assign(now, { notes, noted, marks });
    scene.marks = { ...marks, ...this.marks };
    scene.decorate();
    if (noted) void import("./notes.js").then(({ load }) => load());
  }

  /** What was not sent when the page was left: marks are sent again, notes and texts stand in their boxes. */
  resume() {
    for (const [id, frame] of Object.entries(left())) {
      if (frame.type === "mark") void this.send(frame, { id, at: $("marking") });
      else if (frame.type === "note") void import("./notes.js");
      else if (frame.type === "chat") void import("./talk.js");
      else void import("./private.js");
    }
  }

  /**
   * A message that was made before the last move may come after its acknowledgement. This is the message as it would be if it knew of the move.
   * @template {Wire.Full | Wire.Update} F
   * @param {F} frame
   * @returns {F}
   */
  correct(frame) {
    const { accepted: last } = this;
    const { seen } = frame;
    if (!last || last.text === "resign" || !seen || seen.ply !== last.ply || frame.version >= (last.version ?? 0)) return frame;
    const seat = document.body.dataset.role ?? "";
    const clock = seen.clocks[seat];
    return {
      ...frame,
      step: null,
      seen: {
        ...seen,
        owes: "",
        sealed: [...new Set([...(seen.sealed ?? []), seat])],
        public: { ...seen.public, pending: (seen.public.pending ?? []).filter((/** @type {string} */ one) => one !== seat) },
        private: { ...seen.private, submitted: last.text },
        clocks: clock ? { ...seen.clocks, [seat]: { ...clock, running: false } } : seen.clocks,
      },
    };
  }

  /** Says that it is not sent yet. @param {Item} item */
  show(item) {
    if (!this.items.has(item.id) || item.frame.type === "submit") return; // a move says so itself
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
