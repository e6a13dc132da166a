/**
 * Putting a move together, token by token. The server leads: each step says what may come next. Buttons, keys, the picture and the
 * text box are four ways to the same text, and nothing is sent as a move until Submit.
 */

import { $, cited, el } from "./dom.js";
import { CROWD } from "./scene.js";
import { say } from "./talk.js";

export const DOWN = "No connection to the server. You can type your move now and submit it when the connection is back.";

/** Whether a step offers this choice, or takes it as a number or a word. @param {Wire.Step} step @param {Wire.Choice} choice */
function fits({ choices, number, word }, { token, slot }) {
  return (
    choices?.some((one) => one.token === token && one.slot === slot) ||
    (number && /^-?\d+$/.test(token) && Number(token) >= number.low && Number(token) <= number.high) ||
    (word && /^[a-z]+$/.test(token))
  );
}

/** Whether two tokens say two things of one place; the same token twice is one thing twice. @param {Wire.Choice} one @param {Wire.Choice} other */
const together = (one, other) => Boolean(one.slot) && one.slot === other.slot && one.token !== other.token;

export class Composer {
  /**
   * @param {{
   *   ask: (prefix: string[], n: number) => boolean, why: (prefix: string[], slot: string) => void, submit: (text: string) => boolean,
   *   slots: (open: Map<string, Wire.Choice>, chosen: Map<string, string>, ahead: Wire.Change | undefined) => void, keep: (text: string) => void,
   * }} shell
   */
  constructor(shell) {
    this.shell = shell;
    /** @type {Wire.Step | null} */
    this.first = null;
    /** @type {Wire.Step | null} */
    this.step = null;
    /** @type {Wire.Choice[]} */
    this.taken = []; // how the prefix was chosen
    this.ply = -1; // of the question that `first` opens
    this.sent = ""; // what was last submitted
    this.near = ""; // a slot with several choices that was clicked: only these are offered
    this.n = 0;
    this.walks = 0; // a later walk makes an earlier one stop
    this.walking = false; // whether the next step is being asked for
    /** @type {(() => void)[]} */
    this.acts = []; // what the reader did meanwhile
    /** @type {Map<number, (step: Wire.Step | string | null) => void>} */
    this.asked = new Map();
    this.ours = ""; // what the composition itself wrote into the box
    this.warned = "";
    this.reason = ["", ""]; // why the last thing chosen cannot be, and by which rule: said where the prompt stands, which moves nothing
    this.box = /** @type {HTMLInputElement} */ ($("text"));
    $("move").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.box.addEventListener("input", () => this.typed());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * A new question, or none; the same one again leaves all as it is. What stands in the box stays.
   * @param {Wire.Step | null} step
   * @param {number} ply of the question
   */
  ask(step, ply) {
    if (step && this.first && ply === this.ply) return;
    if (!step || ply !== this.ply) this.complain("");
    this.first = step;
    this.ply = ply;
    this.restart();
  }

  /** A question was answered: the box is free for the next one, which may be here already. @param {number} ply */
  done(ply) {
    if (this.box.value.trim() === this.sent) {
      this.box.value = "";
      this.shell.keep("");
    }
    if (ply === this.ply) this.ask(null, ply);
    this.complain("");
  }

  restart() {
    this.reset();
    this.write("");
    this.paint();
  }

  /** Nothing is chosen. */
  reset() {
    this.taken = [];
    this.near = "";
    this.walks += 1;
    this.walking = false;
    this.acts = [];
    this.reason = ["", ""];
    this.step = this.first;
  }

  /** Does this at once, or as soon as the step that is being asked for is here: a quick hand loses nothing. @param {() => void} act */
  soon(act) {
    if (this.walking) this.acts.push(act);
    else act();
  }

  /** @param {Wire.Choice} choice */
  choose(choice) {
    this.soon(() => void this.walk(this.taken, this.step, [choice]));
  }

  /** Takes back what was chosen, and of what came after it what then makes no sense. @param {Wire.Choice} [gone] */
  back(gone) {
    this.soon(() => gone && void this.walk([], this.first, this.taken.filter((choice) => choice !== gone && !together(choice, gone))));
  }

  /**
   * Goes on from some tokens by others, of which each is taken if it is offered there.
   * @param {Wire.Choice[]} taken
   * @param {Wire.Step | null} step the step after them
   * @param {Wire.Choice[]} more
   */
  async walk(taken, step, more) {
    this.complain("");
    this.reason = ["", ""];
    const mine = ++this.walks;
    this.walking = true;
    for (const choice of more) {
      if (!step || !fits(step, choice)) continue;
      const next = [...taken, choice];
      const answer = await this.look(next.map((one) => one.token));
      if (mine !== this.walks) return;
      if (typeof answer === "string") return this.stay(answer);
      if (answer) [taken, step] = [next, answer];
    }
    this.walking = false;
    this.taken = taken;
    this.near = "";
    this.step = step;
    this.write(taken.length ? (step?.whole ?? "") : "");
    this.paint();
    while (!this.walking && this.acts.length) this.acts.shift()?.();
  }

  /** What may come after these tokens: null where the server refuses them, words where it gives no answer. @param {string[]} prefix @returns {Promise<Wire.Step | string | null>} */
  look(prefix) {
    return new Promise((resolve) => {
      this.n += 1;
      this.asked.set(this.n, resolve);
      if (!this.shell.ask(prefix, this.n)) this.lost(DOWN);
    });
  }

  /** What was asked is not answered any more. @param {string} why */
  lost(why) {
    for (const resolve of this.asked.values()) resolve(why);
    this.asked.clear();
  }

  /** All stays as it was chosen so far, and what the reader did since is dropped. @param {string} why */
  stay(why) {
    this.walking = false;
    this.acts = [];
    this.complain(why);
  }

  /** The answer to a look. @param {number} n @param {Wire.Step | null} step @param {string} [reason] @param {string} [rule] */
  answer(n, step, reason = "", rule) {
    this.asked.get(n)?.(step);
    this.asked.delete(n);
    if (!reason) return;
    this.reason = [reason, rule ?? ""];
    this.prompt();
    say($("prompt").textContent ?? "");
  }

  prompt() {
    const place = $("prompt");
    const [reason, rule] = this.reason;
    place.className = reason ? "prompt why" : this.taken.length ? "prompt" : "prompt first";
    place.replaceChildren(...(reason ? cited(reason, rule) : [this.step?.prompt ?? ""]));
  }

  /** A slot of the picture was clicked, or chosen by a key. @param {string} slot @param {string} [key] */
  slot(slot, key) {
    this.soon(() => this.picked(slot, key));
  }

  /** @param {string} slot @param {string} [key] */
  picked(slot, key) {
    if (key === "Enter" && this.step?.whole && this.taken.some((choice) => choice.slot === slot)) return this.send();
    this.reason = ["", ""];
    const open = this.step?.choices?.filter((choice) => choice.slot === slot) ?? [];
    if (open.length === 1) return this.choose(/** @type {Wire.Choice} */ (open[0]));
    if (open.length) {
      this.near = slot;
      this.paint();
      return this.next();
    }
    const taken = this.taken.findLast((choice) => choice.slot === slot);
    if (!taken && slot && this.step) this.shell.why(this.taken.map((one) => one.token), slot);
    this.back(taken);
  }

  /** Puts the focus on what comes next: a choice, or Submit. */
  next() {
    (/** @type {HTMLElement | null} */ (document.querySelector("#choices button:not(.taken)")) ?? $("submit")).focus();
  }

  /** Writes the composed text, unless it would wipe out what somebody typed. @param {string} text */
  write(text) {
    if (text || this.box.value === this.ours) {
      this.box.value = text;
      this.shell.keep(text);
    }
    this.ours = text;
    this.warned = "";
  }

  typed() {
    this.shell.keep(this.box.value);
    this.warned = "";
    if (this.taken.length || this.walking) {
      this.reset();
      this.paint();
    }
    this.ours = "";
    this.complain("");
  }

  submit() {
    this.soon(() => this.send());
  }

  send() {
    const text = this.box.value.trim();
    if (!text) {
      this.complain(this.first ? "Choose your move first, or type it." : "It is not your turn.");
      return this.box.focus();
    }
    const warning = text === this.ours ? this.step?.warning : "";
    if (warning && this.warned !== text) {
      this.warned = text;
      return this.complain(`${warning} Press Submit again to send it anyway.`);
    }
    this.sent = text;
    if (!this.shell.submit(text)) this.complain("No connection to the server. Your move was not sent. Press Submit again when the connection is back.");
  }

  /**
   * Says beside the box what is wrong.
   * @param {string} reason empty for nothing
   * @param {string} [rule]
   * @param {number} [position] where reading the text stopped
   */
  complain(reason, rule = "", position) {
    const place = $("error");
    place.hidden = !reason;
    place.replaceChildren(...cited(reason, rule));
    this.box.setAttribute("aria-invalid", String(Boolean(reason)));
    if (reason && position !== undefined) {
      this.box.focus();
      this.box.setSelectionRange(position, this.box.value.length);
    }
  }

  paint() {
    const step = this.step;
    const open = new Map((step?.choices ?? []).filter((choice) => choice.slot).map((choice) => [choice.slot ?? "", choice]));
    this.shell.slots(open, new Map(this.taken.map((choice) => [choice.slot ?? "", choice.label])), step?.change);
    this.prompt();
    this.box.placeholder = this.taken.length && !step?.whole ? `${this.taken.map((choice) => choice.token).join(" ")} …` : step ? "or type it" : "";
    $("submit").setAttribute("aria-disabled", String(!step));
    // Where the picture offers them all, a small screen leaves the buttons away.
    $("choices").classList.toggle("many", (this.first?.choices ?? []).filter((choice) => choice.slot).length > 3);
    const held = document.activeElement?.closest("#choices");
    $("choices").replaceChildren(...this.parts(step));
    $("choices").hidden = !$("choices").childElementCount;
    if (held) this.next();
  }

  /** @param {Wire.Step | null} step @returns {HTMLElement[]} */
  parts(step) {
    const last = this.taken.filter((choice, index) => !this.taken.some((later, place) => place > index && together(choice, later)));
    const taken = last.map((choice) =>
      el("button", { type: "button", class: "choice taken", "aria-label": `Take back ${choice.label}`, onclick: () => this.back(choice) }, choice.label, el("span", { class: "cross", "aria-hidden": "true" }, "×")),
    );
    const all = step?.choices ?? [];
    const crowd = all.filter((choice) => choice.slot).length > CROWD;
    const plain = (/** @type {Wire.Choice} */ { slot }) => !slot || this.taken.some((choice) => choice.slot === slot); // a button even in a crowd
    const open = all.filter((choice) => (this.near ? choice.slot === this.near : !crowd || plain(choice))).map((choice) =>
      el(
        "button",
        { type: "button", class: plain(choice) || this.near ? "choice" : "choice placed", onclick: () => this.choose(choice), "aria-keyshortcuts": choice.key || undefined },
        el("span", {}, choice.label, choice.key ? el("kbd", { "aria-hidden": "true" }, choice.key.toUpperCase()) : ""),
        choice.note ? el("small", { title: choice.note }, choice.note) : "",
      ),
    );
    return [...taken, ...open, ...this.number(step?.number), ...this.word(step?.word)];
  }

  /** @param {string} token */
  token(token) {
    this.choose({ token, label: token });
  }

  /** @param {Wire.Number | undefined} range @returns {HTMLElement[]} */
  number(range) {
    if (!range) return [];
    const input = /** @type {HTMLInputElement} */ (el("input", { type: "number", inputmode: "numeric", min: range.low, max: range.high, step: 1, placeholder: `${range.low}–${range.high}`, "aria-label": `A number from ${range.low} to ${range.high}` }));
    return [...range.quick.map((value) => el("button", { type: "button", class: "choice", onclick: () => this.token(String(value)) }, String(value))), this.field(input)];
  }

  /** @param {Wire.FreeWord | undefined} word @returns {HTMLElement[]} */
  word(word) {
    if (!word) return [];
    const input = /** @type {HTMLInputElement} */ (el("input", { type: "text", minlength: word.low, maxlength: word.high, autocapitalize: "off", autocomplete: "off", spellcheck: "false", "aria-label": `A word of ${word.low} to ${word.high} letters` }));
    return [this.field(input)];
  }

  /** @param {HTMLInputElement} input */
  field(input) {
    const take = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (input.value.trim() && input.reportValidity()) this.token(input.value.trim().toLowerCase());
    };
    return el("form", { class: "field", onsubmit: take }, input, el("button", { class: "choice" }, "Choose"));
  }

  /** Keys work wherever no text is being typed. @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || target.closest("input, textarea, select, dialog, [role=tablist]")) return;
    const group = target.closest("#choices");
    if (group && /^Arrow/.test(event.key)) {
      const all = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button, input")]);
      const at = all.indexOf(target) + (event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
      return all[(at + all.length) % all.length]?.focus();
    }
    if (event.key === "Escape" && document.body.matches(".showing")) return;
    if (event.key === "Enter" && target.closest("button, a, summary")) return;
    if (this.meant(event.key)) event.preventDefault();
    this.soon(() => this.pressed(event.key));
  }

  /** The choice that a key makes now. @param {string} key */
  meant(key) {
    return this.step?.choices?.find((one) => one.key && one.key === key.toLowerCase());
  }

  /** @param {string} key */
  pressed(key) {
    if (key === "Backspace" || key === "Escape") return this.back(this.taken.at(-1));
    if (key === "Enter" && this.step?.whole) return this.send();
    const choice = this.meant(key);
    if (choice) this.choose(choice);
  }
}
