/**
 * A line whose server stands still does not break. If no answer comes, other lines are tried beside it, which a load balancer may bring
 * to another server; the first that speaks is used. Loaded once a page is there.
 */

import { now } from "./match.js";
import "./outbox.js"; // so that it is here when the server is not

const PULSE = 15_000; // ms without a word until the server is asked whether it is there
const QUICK = 2_000; // the same for a player whose match runs
const LATE = 1_200; // ms without an answer until another line is tried; a line whose answers take long gets more
const LATEST = 10_000; // ms, the most of that
const SOON = 500; // ms between two attempts, doubled after the first few, at most ten seconds
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
    addEventListener("online", () => this.of.now());
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
    this.wait(SOON * 2 ** Math.max(0, this.of.tries - FEW) * (0.75 + Math.random() / 2));
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
