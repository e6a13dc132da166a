/**
 * What stands around the picture. Is it on me? The loudest words of the page, its title and its icon, and the two plates with names; both
 * clocks; and the side with its tabs and the log.
 */

import { $, el, figures } from "./dom.js";
import { say } from "./say.js";

const NOTABLE = 50; // ms

export class Status {
  /** @param {string} seat the reader's own, or empty */
  constructor(seat) {
    this.seat = seat;
    this.icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
    /** @type {Record<string, string>} */
    this.names = {};
    /** @type {Wire.Table["talk"]} */
    this.talk = undefined;
    this.ending = ""; // of a table that was closed before the match began
    /** @type {Record<string, number>} */
    this.compiled = {}; // seats of bots that are made ready -> parts of their code
  }

  /** @param {string} seat */
  name(seat) {
    return this.names[seat] || say("Seat {seat}", { seat });
  }

  /** @param {string[]} seats */
  thinking(seats) {
    const [name, other] = seats.map((seat) => this.name(seat));
    const ready = seats.find((seat) => seat in this.compiled);
    if (ready) return say("{name} needs a moment for its first move", { name: this.name(ready) });
    return other ? say("{name} and {other} are thinking", { name, other }) : say("{name} is thinking", { name });
  }

  /** How far a bot is that is made ready; empty if none of these is. @param {string[]} seats */
  progress(seats) {
    const ready = seats.find((seat) => seat in this.compiled);
    return ready ? say("Its code is compiled at its first use: {number} parts so far.", { number: this.compiled[ready] }) : "";
  }

  /** What is being shown. @param {string} words */
  beat(words) {
    $("owe").textContent = words;
    $("aside").textContent = "";
    document.body.dataset.mood = "show";
  }

  /**
   * @param {Wire.Table} table
   * @param {Wire.Seen | null} seen
   * @returns {string} mood: "on" (it is on me), "wait", "watch", "pause", "over", "empty"
   */
  show(table, seen) {
    this.plates(table, seen);
    const [mood, loud, small] = this.words(seen);
    $("owe").textContent = loud;
    $("aside").textContent = [small, table.totals].filter(Boolean).join(" ");
    this.tab(table, mood, loud);
    return mood;
  }

  /** What the browser's tab says. @param {Wire.Table} table @param {string} mood @param {string} loud */
  tab(table, mood, loud) {
    document.title = `${mood === "on" ? "● " : ""}${loud} · ${table.title}`;
    const icon = this.icon.dataset[mood === "on" ? "on" : "off"] ?? "";
    if (this.icon.getAttribute("href") !== icon) this.icon.setAttribute("href", icon);
  }

  /** @param {Wire.Seen | null} seen @returns {[string, string, string]} mood, loud words, small words */
  words(seen) {
    if (!seen) return ["empty", this.ending || (document.body.dataset.state === "running" ? say("Hidden until the end") : say("Waiting for the other player")), ""];
    const { pending = [], over, winner } = /** @type {{pending?: string[], over?: boolean, winner?: string}} */ (seen.public);
    if (over) {
      return ["over", winner ? this.result(winner, seen.score) : say("Nobody won"), seen.ending ?? ""];
    }
    if (seen.paused) return ["pause", this.talk ? say("Talk before the first turn") : say("Paused by the host"), say("The clocks are stopped.")];
    const others = pending.filter((seat) => seat !== this.seat);
    const lies = (seen.sealed ?? []).find((seat) => seat !== this.seat);
    const note = lies ? say("{name} has submitted.", { name: this.name(lies) }) : "";
    const host = document.body.dataset.role === "host";
    if (pending[0] === "deal") {
      return [host ? "on" : "watch", host ? say("Your deal: {deal}", { deal: seen.public.decision }) : say("The host is dealing"), say("The clocks are stopped.")];
    }
    if (pending[0] === "host") return host ? ["on", say("You lead"), ""] : [this.seat ? "wait" : "watch", say("The host leads"), ""];
    const last = $("log").lastChild?.firstChild?.textContent ?? "";
    if (!this.seat) return ["watch", pending.length ? this.thinking(pending) : say("Dealing…"), note || this.progress(pending) || last];
    if (pending.includes(this.seat)) return ["on", seen.owes && !document.body.dataset.hosted ? say("Your move: {owed}", { owed: seen.owes }) : say("Your move"), note || (others[0] ? others[0] in this.compiled ? `${this.thinking(others)}.` : say("{name} is choosing too.", { name: this.name(others[0]) }) : "")];
    const mine = seen.private?.submitted;
    const wait = others.length ? this.thinking(others) : say("Dealing…");
    return ["wait", wait, this.progress(others) || seen.said || (mine ? say("You submitted: {move}", { move: mine }) : last)];
  }

  /** Who won, and by how much where that was counted. @param {string} winner @param {Record<string, number>} [score] */
  result(winner, score) {
    const name = this.name(winner);
    const [high, low] = [score?.[winner], score?.[winner === "A" ? "B" : "A"]];
    if (high === undefined || low === undefined) return winner === this.seat ? say("You won") : this.seat ? say("You lost") : say("{name} won", { name });
    if (winner === this.seat) return say("You won: {high} to {low}", { high, low });
    return this.seat ? say("You lost: {low} to {high}", { high, low }) : say("{name} won: {high} to {low}", { name, high, low });
  }

  /** @param {Wire.Table} table @param {Wire.Seen | null} seen */
  plates(table, seen) {
    this.names = table.names;
    this.talk = table.talk;
    this.ending = table.ending ?? "";
    this.compiled = table.making_ready ?? {};
    const pending = seen?.public.pending ?? [];
    for (const seat of ["A", "B"]) {
      const sealed = seen?.sealed?.includes(seat);
      const doing = sealed ? say("submitted") : seat === this.seat || !pending.includes(seat) ? "" : say("thinking"); // of oneself the headline says it
      $(`name-${seat}`).textContent = table.bots[seat] ? say("{bot} · bot", { bot: this.name(seat) }) : this.name(seat);
      const tag = seat === this.seat ? say("you") : seen && table.here[seat] === false && say("away"); // who reads this is here
      const back = table.settings.untimed ? 0 : (table.given_back?.[seat] ?? 0);
      $(`tags-${seat}`).replaceChildren(...(tag ? [el("span", { class: "tag" }, tag)] : []));
      if (back >= NOTABLE) void import("./extras.js").then(({ slow }) => slow(seat, back));
      $(`doing-${seat}`).textContent = doing;
      $(`plate-${seat}`).classList.toggle("owing", pending.includes(seat));
      $(`plate-${seat}`).classList.toggle("sealed", Boolean(sealed));
      $(`plate-${seat}`).classList.toggle("winner", seen?.public.winner === seat);
    }
  }
}

// --- Clocks: the server alone measures time, and between two messages this page only counts on

const LOW = 10_000; // ms from which a clock warns

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
      const open = clock.review ? clock.stages?.[1]?.[0] ?? 0 : left; // from so much left on an answer is accepted
      time.textContent = (clock.running || left > 0) && !banking ? warn + figures(left > open ? left - open : left) : "";
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

// --- The side: its tabs, and what happened

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
    if (beat.passing) return;
    if (beat.heading) this.list.append(el("li", { class: "heading" }, el("h3", {}, beat.heading)));
    this.list.append(el("li", {}, beat.words, beat.notation ? el("code", {}, beat.notation) : ""));
    $("log-empty").hidden = true;
  }
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
