/** Is it on me? The loudest words of the page, its title and its icon; and the two plates with names. */

import { $, el } from "./dom.js";

export class Status {
  /** @param {string} seat the reader's own, or empty */
  constructor(seat) {
    this.seat = seat;
    this.icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
    /** @type {Record<string, string>} */
    this.names = {};
  }

  /** @param {string} seat */
  name(seat) {
    return this.names[seat] || `Seat ${seat}`;
  }

  /** @param {string[]} seats */
  list(seats) {
    return seats.map((seat) => this.name(seat)).join(" and ");
  }

  /** @param {string[]} seats */
  thinking(seats) {
    return `${this.list(seats)} ${seats.length > 1 ? "are" : "is"} thinking`;
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
    document.title = `${mood === "on" ? "● " : ""}${loud} · ${table.title}`;
    const icon = this.icon.dataset[mood === "on" ? "on" : "off"] ?? "";
    if (this.icon.getAttribute("href") !== icon) this.icon.setAttribute("href", icon);
    const button = document.getElementById("pause");
    if (button) button.textContent = seen?.paused ? "Resume the match" : "Pause the match";
    return mood;
  }

  /** @param {Wire.Seen | null} seen @returns {[string, string, string]} mood, loud words, small words */
  words(seen) {
    if (!seen) return ["empty", "Waiting for the other player", ""];
    const { pending = [], over, winner } = /** @type {{pending?: string[], over?: boolean, winner?: string}} */ (seen.public);
    const sealed = seen.sealed ?? [];
    if (over) {
      const loud = !winner ? "Nobody won" : winner === this.seat ? "You won" : this.seat ? "You lost" : `${this.name(winner)} won`;
      return ["over", loud, seen.ending ?? ""];
    }
    if (seen.paused) return ["pause", "Paused by the host", "The clocks are stopped."];
    const others = pending.filter((seat) => seat !== this.seat);
    const lies = sealed.filter((seat) => seat !== this.seat);
    const note = lies.length ? `${this.list(lies)} has submitted.` : "";
    if (pending[0] === "deal") {
      const host = document.body.dataset.role === "host";
      return [host ? "on" : "watch", host ? `Your deal: ${seen.public.decision}` : "The host is dealing", "The clocks are stopped."];
    }
    if (!this.seat) return ["watch", pending.length ? this.thinking(pending) : "Dealing…", note];
    if (pending.includes(this.seat)) return ["on", seen.owes ? `Your move: ${seen.owes}` : "Your move", note || (others.length ? `${this.list(others)} is choosing too.` : "")];
    const mine = seen.private?.submitted;
    const wait = others.length ? this.thinking(others) : "Dealing…";
    return ["wait", wait, mine ? `You submitted: ${mine}` : ""];
  }

  /** @param {Wire.Table} table @param {Wire.Seen | null} seen */
  plates(table, seen) {
    this.names = table.names;
    const pending = seen?.public.pending ?? [];
    for (const seat of ["A", "B"]) {
      const sealed = seen?.sealed?.includes(seat);
      const doing = sealed ? "submitted" : seat === this.seat ? "" : pending.includes(seat) ? "thinking" : ""; // of oneself the headline says it
      const away = seen && table.here[seat] === false ? "away" : "";
      const bot = table.bots[seat];
      $(`name-${seat}`).textContent = this.name(seat);
      const tags = [seat === this.seat ? "you" : "", bot ? "bot" : "", away].filter(Boolean).map((word) => el("span", { class: "tag" }, word));
      const back = table.given_back?.[seat];
      if (back) tags.push(el("span", { class: "tag", title: "Time given back for each decision, because the connection is slow" }, `+${back / 1000} s`));
      $(`tags-${seat}`).replaceChildren(...tags);
      $(`doing-${seat}`).textContent = doing;
      $(`plate-${seat}`).classList.toggle("owing", pending.includes(seat));
      $(`plate-${seat}`).classList.toggle("sealed", Boolean(sealed));
      $(`plate-${seat}`).classList.toggle("winner", seen?.public.winner === seat);
    }
  }
}
