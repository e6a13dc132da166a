/** Both clocks. The server alone measures time; between two messages this page only counts on. */

import { $ } from "./dom.js";
import { say } from "./say.js";

const LOW = 10_000; // ms from which a clock warns

/** @param {number} ms whole seconds, rounded up: 0:00 is shown only once nothing is left */
export function figures(ms) {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export class Clocks {
  /** @param {(seat: string, seconds: number) => void} low called once a decision, when this seat's time runs low; again if more was given and runs low */
  constructor(low) {
    this.low = low;
    /** @type {Record<string, Wire.Clock>} */
    this.clocks = {};
    this.since = 0;
    this.ply = -1;
    /** @type {Record<string, number>} */
    this.full = {}; // the most that was left in this decision, which the bar is measured against
    /** @type {Set<string>} */
    this.warned = new Set();
    setInterval(() => this.paint(), 200);
  }

  /** @param {Record<string, Wire.Clock>} clocks @param {number} ply */
  set(clocks, ply) {
    if (ply !== this.ply) {
      this.full = {};
      this.warned.clear();
    }
    this.ply = ply;
    this.clocks = clocks;
    this.since = performance.now();
    for (const [seat, clock] of Object.entries(clocks)) this.full[seat] = Math.max(this.full[seat] ?? 0, clock.left);
    this.paint();
  }

  paint() {
    const gone = performance.now() - this.since;
    for (const [seat, clock] of Object.entries(this.clocks)) {
      const place = $(`clock-${seat}`);
      if (!place) continue;
      const used = clock.running ? gone : 0;
      const left = Math.max(0, clock.left - used);
      const bank = Math.max(0, clock.bank - Math.max(0, used - clock.left));
      const low = clock.running && left + bank < LOW;
      const banking = clock.running && !left && clock.bank > 0;
      const warn = low ? "! " : "";
      place.className = `clock${clock.running ? " running" : ""}${low ? " low" : ""}${banking ? " banking" : ""}`;
      const [time, bar, reserve] = /** @type {[HTMLElement, HTMLProgressElement, HTMLElement]} */ (/** @type {unknown} */ ([...place.children]));
      time.textContent = (clock.running || left > 0) && !banking ? warn + figures(left) : "";
      bar.value = clock.running && this.full[seat] ? left / this.full[seat] : 0;
      bar.hidden = !clock.running || banking;
      reserve.textContent = clock.bank ? (banking ? warn : "") + say("bank {time}", { time: figures(bank) }) : "";
      const stage = clock.running && clock.stages?.findLast(([from]) => left <= from);
      if (stage) $(`doing-${seat}`).textContent = stage[1];
      if (left + bank > 2 * LOW) this.warned.delete(seat);
      if (low && !this.warned.has(seat)) {
        this.warned.add(seat);
        this.low(seat, Math.ceil((left + bank) / 1000));
      }
    }
  }
}
