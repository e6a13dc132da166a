/**
 * Everything that a reader does at the table goes out through here, and stays until the server has answered it: it is sent again over each
 * new line, under the same id, so that it is done once. Until then the page says beside the control that it is not sent yet. And what is done
 * when the line is silent or lost: if no answer comes, other lines are tried beside it, which a load balancer may bring to another server, and
 * the first that speaks is used. Loaded once a page is there.
 */

import { $, el, memory, speak } from "./dom.js";
import { say } from "./say.js";
import { notice, now, scene } from "./table.js";

export const SOON = 500; // ms without an answer until the page says so
const KEPT = `unsent:${document.body.dataset.socket}`; // texts that the server has not acknowledged, kept through a reload
const TEXTS = /^(chat|tell|announce|mark)$/;

/** @typedef {{type: string} & Record<string, any>} Frame */
/** @typedef {{id: string, frame: Frame, key: string, at: HTMLElement | null, typed: string, late?: () => void, times: number, answer: Promise<Wire.Taken | Wire.Accepted | Wire.Refused>, done: (answer: any) => void, mark?: HTMLElement}} Item */

/** What stands in the box of a player's move: one who has changed it means another move. */
const inBox = () => /** @type {HTMLInputElement | null} */ (document.getElementById("text"))?.value ?? "";

export const fresh = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(16)).join("");

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

/**
 * The words of the table in the place of the tokens of a move, or the other way round: people type what they read there. Words alone, no sentences.
 * @param {string} text
 * @param {RegExp} between its parts
 * @param {"token" | "label"} from
 * @param {"token" | "label"} to
 */
function spoken(text, between, from, to) {
  const words = (now.step?.choices ?? []).filter(({ token, label }) => !/\s/.test(label) && token.toLowerCase() !== label.toLowerCase());
  return text.split(between).map((part) => words.find((one) => one[from].toLowerCase() === part.toLowerCase())?.[to] ?? part).join("");
}

/** What is sent for what stands in the box. @param {string} text */
const meant = (text) => spoken(text, /([\s,:;+]+)/, "label", "token");

/** Says what the server does not take, where it was done. @param {Wire.Refused} frame @param {import("./compose.js").Composer | null} composer */
export function refused(frame, composer) {
  const { about, reason, rule } = frame;
  if (about === "submit" && frame.warning) composer?.warn(reason);
  else if (about === "submit") composer?.complain(spoken(reason, /\b/, "token", "label"), rule, meant(inBox()) === inBox() ? frame.position : undefined);
  else if (/deal|^line|tell|announce|_talk|note/.test(about)) dispatchEvent(new CustomEvent("refused", { detail: frame }));
  else if (about === "compose") composer?.answer(frame.n ?? 0, null, reason, rule);
  else {
    if (about === "message") composer?.lost(reason); // which of ours it was nobody can say
    notice(reason, rule);
  }
}

/** A move says on its own button that it is not answered yet. @param {Promise<unknown>} answer */
function sending(answer) {
  const [button, words] = [$("submit"), say("Sending…")];
  const before = button.textContent;
  speak((button.textContent = words));
  void answer.then(() => button.textContent === words && (button.textContent = before)); // unless it asks for something else by now
}

export class Outbox {
  /**
   * @param {import("./connection.js").Connection} connection
   * @param {{notes: () => Promise<{load: () => void}>, talk: () => Promise<unknown>, privately: () => Promise<unknown>}} parts loads what shows unsent texts
   */
  constructor(connection, parts) {
    this.of = connection;
    connection.beside ??= new Beside(connection);
    this.parts = parts;
    /** @type {Map<string, Item>} */
    this.items = new Map();
    /** @type {Wire.Accepted | null} */
    this.accepted = null; // the last move that was
  }

  /**
   * Sends something, and again until it is answered. What waits already is not sent a second time.
   * @param {Frame} frame
   * @param {{at?: HTMLElement | null, id?: string, late?: () => void, typed?: string}} [how] the control, beside which it says what is not sent
   *   yet, or `late`, which says it; an `id` that it had before; what stood in the box of a move when it was sent
   * @returns {Promise<Wire.Taken | Wire.Accepted | Wire.Refused>} the answer
   */
  send(frame, { at = null, id = fresh(), late, typed = inBox() } = {}) {
    if (frame.type === "submit") frame = { ...frame, text: meant(frame.text) };
    const key = JSON.stringify(frame);
    const same = [...this.items.values()].find((item) => item.key === key);
    if (same) return same.answer;
    /** @type {(answer: any) => void} */
    let done = () => {};
    const answer = new Promise((resolve) => (done = resolve));
    /** @type {Item} */
    const item = { id, frame: { ...frame, id }, key, at, typed, late, times: 0, answer, done };
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
      const stale = frame.type === "submit" && !(now.seen?.owes && now.seen.ply === frame.ply && inBox() === item.typed);
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
    if (noted) void this.parts.notes().then(({ load }) => load());
  }

  /** What was not sent when the page was left: marks are sent again, notes and texts stand in their boxes. */
  resume() {
    for (const [id, frame] of Object.entries(left())) {
      if (frame.type === "mark") void this.send(frame, { id, at: $("marking") });
      else if (frame.type === "note") void this.parts.notes();
      else if (frame.type === "chat") void this.parts.talk();
      else void this.parts.privately();
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
    if (!this.items.has(item.id)) return;
    if (item.frame.type === "submit") return sending(item.answer);
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

// --- A line whose server stands still does not break

const PULSE = 15_000; // ms without a word until the server is asked whether it is there
const QUICK = 2_000; // the same for a player whose match runs
const LATE = 1_200; // ms without an answer until another line is tried; a line whose answers take long gets more
const LATEST = 10_000; // ms, the most of that
const PAUSE = 500; // ms between two attempts, doubled after the first few, at most three seconds (ten while nobody looks)
const FEW = 4;
const TRIED = 3; // lines that are tried at the same time

/** A line that is wanted no more; one that does not stand yet is closed once it does. @param {WebSocket | null | undefined} socket */
function drop(socket) {
  if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket?.close();
}

export class Beside {
  /** @param {import("./connection.js").Connection} connection */
  constructor(connection) {
    this.of = connection;
    /** @type {WebSocket[]} */
    this.trying = [];
    this.since = 0; // when something was sent that no word has followed yet
    this.took = 0; // ms that answers take
    this.timer = 0;
    for (const sign of ["online", "focus"]) addEventListener(sign, () => this.of.now());
  }

  /** How long a silence may last, in ms. */
  get pulse() {
    const plays = /^[AB]$/.test(document.body.dataset.role ?? "") && now.table?.state === "running" && !document.hidden;
    return plays ? QUICK : PULSE;
  }

  /** Something was sent, which the server answers at once. @param {number} [times] that it was sent */
  asked(times = 1) {
    if (this.since) return;
    this.since = Date.now();
    // What waits for the disk: a server that cannot write is not asked again and again.
    this.wait(Math.max(LATE, 3 * this.took) * times);
  }

  /** @param {number} ms until one line more is tried */
  wait(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.late(), Math.min(LATEST, ms));
  }

  late() {
    if (this.of.socket?.readyState === WebSocket.CLOSED) {
      this.since = 0; // it broke, so it comes back by itself, or is not to
      return;
    }
    this.of.tries += 1;
    if (this.of.tries > FEW) this.of.ears.down(this.of.tries);
    if (this.trying.length === TRIED) drop(this.trying.shift());
    this.trying.push(this.of.dial());
    // Spread so that a server that comes back is not stormed.
    this.wait(Math.min(document.hidden ? 10_000 : 3000, PAUSE * 2 ** Math.max(0, this.of.tries - FEW)) * (1 + Math.random()) / 2);
  }

  /** A line speaks that is not in use. @param {WebSocket} socket @returns {boolean} whether it is from now on */
  use(socket) {
    if (!this.trying.includes(socket)) return false;
    this.trying = this.trying.filter((other) => other !== socket);
    const old = this.of.socket;
    this.of.socket = socket;
    clearTimeout(this.of.timer);
    drop(old);
    this.of.ears.down(this.of.tries);
    this.since = 0;
    return true;
  }

  /** The server says something on the line in use, which the page has not read yet. */
  heard() {
    clearTimeout(this.timer);
    if (this.since) this.took = Math.max(Date.now() - this.since, 0.8 * this.took);
    this.since = 0;
    this.trying.splice(0).forEach(drop);
  }
}

// --- Lines that do not come back by themselves, and what is said of those that do

/** Says why the server closed the line. @param {CloseEvent} event */
export const why = (event) => notice(words(event));

/** @param {CloseEvent} event */
function words({ code, reason }) {
  if (code === 4404) return say("This link is no longer valid.");
  if (code === 4411) return reason; // in the language of the page
  if (code === 4500) return say("This match cannot be opened: {reason}.", { reason });
  return say("This table is open in too many tabs or on too many devices. Close one of them, then come back to this tab or reload it.");
}

/** Says what happened while the line was down. @param {Wire.FromServer} frame */
export function caught(frame) {
  const missed = frame.type === "update" ? (frame.beats ?? []).map((beat) => beat.words).slice(-2) : [];
  const words = missed.length ? say("Reconnected. While you were away: {words}", { words: missed.join(" ") }) : say("Reconnected. Everything is up to date.");
  notice(words);
  setTimeout(() => $("notice").textContent === words && notice(""), 5_000);
}
