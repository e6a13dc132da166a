/** Is it on me? The loudest words of the page, its title and its icon; and the two plates with names. */

import { $, el } from "./dom.js";
import { say } from "./say.js";

const NOTABLE = 50; // ms

export class Status {
  /** @param {string} seat the reader's own, or empty */
  constructor(seat) {
    this.seat = seat;
    this.icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
    /** @type {Record<string, string>} */
    this.names = {};
    this.said = ""; // this seat's last move in words
    this.told = ""; // the question and the submissions that a screen reader was told of
    /** @type {Wire.Table["talk"]} */
    this.talk = undefined;
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
    if (ready) return say("{name} is being made ready", { name: this.name(ready) });
    return other ? say("{name} and {other} are thinking", { name, other }) : say("{name} is thinking", { name });
  }

  /** How far a bot is that is made ready; empty if none of these is. @param {string[]} seats */
  progress(seats) {
    const number = seats.map((seat) => this.compiled[seat]).find((parts) => parts !== undefined);
    return number === undefined ? "" : say("Its code is compiled at its first use: {number} parts so far.", { number });
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
    $("aside").textContent = small;
    document.body.toggleAttribute("data-won", mood === "over" && seen?.public.winner === this.seat);
    this.tab(table, mood, loud);
    const button = document.getElementById("pause");
    if (button) button.textContent = seen?.paused ? say("Resume the match") : say("Pause the match");
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
    if (!seen) return ["empty", document.body.dataset.state === "running" ? say("Hidden until the end") : say("Waiting for the other player"), ""];
    const { pending = [], over, winner } = /** @type {{pending?: string[], over?: boolean, winner?: string}} */ (seen.public);
    const sealed = seen.sealed ?? [];
    if (over) {
      return ["over", winner ? this.result(winner, seen.score) : say("Nobody won"), seen.ending ?? ""];
    }
    if (seen.paused) return ["pause", this.talk ? say("Talk before the first turn") : say("Paused by the host"), say("The clocks are stopped.")];
    const others = pending.filter((seat) => seat !== this.seat);
    const lies = sealed.filter((seat) => seat !== this.seat);
    const note = lies.length ? say("{name} has submitted.", { name: this.name(lies[0] ?? "") }) : "";
    if (pending[0] === "deal") {
      const host = document.body.dataset.role === "host";
      return [host ? "on" : "watch", host ? say("Your deal: {deal}", { deal: seen.public.decision }) : say("The host is dealing"), say("The clocks are stopped.")];
    }
    if (!this.seat) return ["watch", pending.length ? this.thinking(pending) : say("Dealing…"), note || this.progress(pending)];
    if (pending.includes(this.seat)) return ["on", seen.owes ? say("Your move: {owed}", { owed: seen.owes }) : say("Your move"), note || (others.length ? say("{name} is choosing too.", { name: this.name(others[0] ?? "") }) : "")];
    const mine = seen.private?.submitted;
    const wait = others.length ? this.thinking(others) : say("Dealing…");
    return ["wait", wait, this.progress(others) || seen.said || (mine ? say("You submitted: {move}", { move: mine }) : this.said)];
  }

  /** Sentences about the submissions of others that a screen reader was not told of. @param {Wire.Seen} seen @returns {string[]} */
  sealed(seen) {
    const fresh = (seen.sealed ?? []).filter((seat) => seat !== this.seat && !this.told.includes(`${seen.ply} ${seat}`));
    this.told = (seen.sealed ?? []).map((seat) => `${seen.ply} ${seat}`).join(", ");
    return fresh.map((seat) => say("{name} has submitted.", { name: this.name(seat) }));
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
    this.compiled = table.making_ready ?? {};
    const pending = seen?.public.pending ?? [];
    for (const seat of ["A", "B"]) {
      const sealed = seen?.sealed?.includes(seat);
      const doing = sealed ? say("submitted") : seat === this.seat ? "" : !pending.includes(seat) ? "" : seat in this.compiled ? say("being made ready") : say("thinking"); // of oneself the headline says it
      const away = seen && seat !== this.seat && table.here[seat] === false ? say("away") : ""; // who reads this is here
      $(`name-${seat}`).textContent = table.bots[seat] ? say("{bot} · bot", { bot: this.name(seat) }) : this.name(seat);
      const tags = [seat === this.seat ? say("you") : "", away].filter(Boolean).map((word) => el("span", { class: "tag" }, word));
      const back = table.settings.untimed ? 0 : (table.given_back?.[seat] ?? 0);
      if (back >= NOTABLE) tags.push(el("span", { class: "tag", title: say("Time given back for each decision, because the connection is slow") }, `+${back / 1000} s`));
      $(`tags-${seat}`).replaceChildren(...tags);
      $(`doing-${seat}`).textContent = doing;
      $(`plate-${seat}`).classList.toggle("owing", pending.includes(seat));
      $(`plate-${seat}`).classList.toggle("sealed", Boolean(sealed));
      $(`plate-${seat}`).classList.toggle("winner", seen?.public.winner === seat);
    }
  }
}
