/**
 * The line to the server: it comes back by itself and asks for what it missed. A line that breaks says so. One whose server stands still
 * does not: if no answer comes, others are tried beside it, which a load balancer may bring to another server. The first that speaks is used.
 */

const PULSE = 15_000; // ms of silence until the server is asked whether it is there
const QUICK = 2_000; // the same for a player whose match runs
const LATE = 1_200; // ms without an answer until another line is tried; a line whose answers take long gets more
const LATEST = 10_000; // ms, the most of that
const SOON = 500; // ms between two attempts, doubled after the first few, at most ten seconds
const FEW = 4;
const TRIED = 3; // lines that are tried at the same time
const ANSWERED = new Set(["ping", "compose", "submit"]); // messages that the server answers at once

export class Connection {
  /**
   * @param {string} path of the WebSocket
   * @param {{version: () => number, message: (frame: Wire.FromServer) => void, quick: () => boolean, down: (tries: number) => void, elsewhere: () => void, gone: () => void, damaged: (reason: string) => void}} ears
   */
  constructor(path, ears) {
    this.url = new URL(path, location.href.replace(/^http/, "ws"));
    this.ears = ears;
    /** @type {WebSocket | null} */
    this.socket = null; // the line in use
    this.line = 0; // counts the lines that were in use
    /** @type {WebSocket[]} */
    this.trying = [];
    this.tries = 0; // attempts since the server last said something
    this.asked = 0; // when something was sent that no word has followed yet
    this.took = 0; // ms that answers take
    this.timer = 0; // to the next attempt
    this.beat = 0; // to the next ping
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    this.open();
  }

  get up() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** How long an answer is waited for, in ms. */
  get patience() {
    return Math.min(LATEST, Math.max(LATE, 3 * this.took));
  }

  /** How long until the next attempt, in ms, spread so that a server that comes back is not stormed. */
  get pause() {
    return Math.min(10_000, SOON * 2 ** Math.max(0, this.tries - FEW)) * (0.75 + Math.random() / 2);
  }

  /** Tries one line more. */
  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.trying.push(socket);
    if (this.trying.length > TRIED) this.trying.shift()?.close();
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", version: this.ears.version() }));
    socket.onmessage = (event) => {
      if (socket !== this.socket && !this.use(socket)) return;
      this.heard();
      this.ears.message(JSON.parse(event.data));
      this.rest();
    };
    socket.onclose = (event) => this.closed(socket, event);
    this.timer = setTimeout(() => this.beside(), this.socket ? this.pause : Math.max(this.patience, this.pause));
  }

  /** A line that was tried speaks. @param {WebSocket} socket @returns {boolean} whether it is wanted still */
  use(socket) {
    if (!this.trying.includes(socket)) return false;
    this.trying = this.trying.filter((other) => other !== socket);
    const old = this.socket;
    this.socket = socket;
    this.line += 1;
    this.asked = 0;
    if (old) {
      old.close();
      this.ears.down(this.tries);
    }
    return true;
  }

  /** The server has said something on the line in use. */
  heard() {
    clearTimeout(this.timer);
    if (this.asked) this.took = Math.max(Date.now() - this.asked, 0.8 * this.took);
    this.asked = this.tries = 0;
    for (const other of this.trying.splice(0)) other.close();
  }

  /** Asks after a while without a word whether the server is there. */
  rest() {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => this.asked || this.send({ type: "ping" }), this.ears.quick() ? QUICK : PULSE);
  }

  /** No word has come: one line more is tried beside those that are there. */
  beside() {
    this.tries += 1;
    if (!this.socket || this.tries > FEW) this.ears.down(this.tries);
    this.open();
  }

  /** @param {WebSocket} socket @param {CloseEvent} event */
  closed(socket, { code, reason }) {
    const used = socket === this.socket;
    if (!used && !this.trying.includes(socket)) return; // it was given up
    this.trying = this.trying.filter((other) => other !== socket);
    if (used) this.socket = null;
    if (code === 4404 || code === 4500) {
      this.stop();
      return code === 4404 ? this.ears.gone() : this.ears.damaged(reason);
    }
    if (this.socket) return; // it is silent, and the next attempt is soon
    if (used) this.asked = 0;
    if (this.trying.length) return used ? this.ears.down(this.tries) : undefined;
    clearTimeout(this.timer);
    if (code === 4410) return this.ears.elsewhere(); // tabs that took turns would never end; this one comes back when it is looked at
    this.tries += 1;
    this.ears.down(this.tries);
    this.timer = setTimeout(() => this.open(), this.pause);
  }

  /** No line is tried any more. */
  stop() {
    clearTimeout(this.timer);
    const old = [...this.trying.splice(0), this.socket];
    this.socket = null;
    for (const socket of old) socket?.close();
  }

  /** Tries at once if the line is down; else asks whether it stands. */
  now() {
    if (this.socket) this.send({ type: "ping" });
    else if (!this.trying.length) this.open();
  }

  /**
   * @param {{type: string} & Record<string, unknown>} frame
   * @param {number} [times] that an answer may take as long as others
   * @returns {boolean} whether it went out; a submission is kept by the reader of this answer
   */
  send(frame, times = 1) {
    if (!this.up) return false;
    this.socket?.send(JSON.stringify(frame));
    if (!this.asked && ANSWERED.has(frame.type)) {
      this.asked = Date.now();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.beside(), Math.min(LATEST, times * this.patience));
    }
    return true;
  }
}
