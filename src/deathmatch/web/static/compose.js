/**
 * Putting a move together, token by token. The server leads: each step says what may come next. Buttons, keys, the picture and the
 * text box are four ways to the same text, and nothing is sent as a move until Submit. What is marked and what is typed never stand
 * side by side: a choice takes the place of typed text, and typing clears the marks. Either belongs to its question.
 */

import { $, cited, el, speak } from "./dom.js";
import { held, hold } from "./page.js";
import { say } from "./say.js";
import { CROWD } from "./scene.js";

const LATER = say("No connection to the server: nothing was sent. Your move is kept: submit it when the connection is back.");

/** Whether two choices are one, however it is called at their steps. @param {Wire.Choice} one @returns {(other: Wire.Choice) => boolean} */
const same = (one) => (other) => one.token === other.token && one.slot === other.slot;

/** The choice as this step has it, also as a number or a word; undefined where it is not offered. @param {Wire.Step} step @param {Wire.Choice} choice */
function offered({ choices, number, word }, choice) {
  const { token } = choice;
  const free = (number && /^-?\d+$/.test(token) && Number(token) >= number.low && Number(token) <= number.high) || (word && /^[a-z]+$/.test(token));
  return choices?.find(same(choice)) ?? (free ? { token, label: choice.label } : undefined);
}

/** Whether two tokens say two things of one place; the same token twice is one thing twice. @param {Wire.Choice} one @param {Wire.Choice} other */
const together = (one, other) => Boolean(one.slot) && one.slot === other.slot && one.token !== other.token;

/** The words of a choice, its key underlined if that is one of their letters. @param {Wire.Choice} choice @returns {(Node | string)[]} */
function keyed({ label, key = "" }) {
  const [, before = "", letter = "", after = ""] = (/[a-z]/.test(key) && new RegExp(`(.*?)(${key})(.*)`, "i").exec(label)) || [];
  return letter ? [before, el("u", {}, letter), after] : [label];
}

export class Composer {
  /**
   * @param {{
   *   ask: (prefix: string[], n: number) => boolean, why: (prefix: string[], slot: string) => void,
   *   submit: (text: string, weigh: boolean, said: string, slots: string[]) => boolean,
   *   slots: (open: Map<string, Wire.Choice>, chosen: Map<string, string>, ahead: Wire.Change | undefined) => void,
   *   keep?: (text: string, ply: number, taken: Wire.Choice[]) => void,
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
    /** @type {Wire.Step[]} */
    this.path = []; // the steps that led there, from the first one
    /** @type {Wire.Choice[]} */
    this.draft = []; // what is marked as chosen: what is being asked for too, so that a tap is seen at once
    this.ply = -1; // of the question that `first` opens
    this.near = ""; // a slot with several choices that was clicked: only these are offered
    this.n = 0;
    this.walks = 0; // a later walk makes an earlier one stop
    this.walking = false; // whether the next step is being asked for
    /** @type {[() => void, string][]} */
    this.acts = []; // what the reader did meanwhile, and where
    /** @type {Map<number, (step: Wire.Step | string | null) => void>} */
    this.asked = new Map();
    this.ours = ""; // what the composition itself wrote into the box
    this.typedFor = -1; // the question that the text in the box was typed for; -1 for the next one
    /** @type {typeof import("./fields.js").fields | undefined} */
    this.fields = undefined;
    /** @type {Map<string, Wire.Choice>} */
    this.open = new Map(); // slot -> what a tap there would choose, or the letter that it would type
    /** @type {((slot: string) => boolean) | undefined} */
    this.spell = undefined; // whether this place has typed its letter
    this.warned = "";
    this.blamed = false; // whether the line was the reason of what is wrong
    this.reason = ["", ""]; // why the last thing chosen cannot be, and by which rule: said where the prompt stands, which moves nothing
    this.box = /** @type {HTMLInputElement} */ ($("text"));
    $("move").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.box.addEventListener("input", () => this.typed());
    document.getElementById("type")?.addEventListener("click", () => this.box.focus());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * A new question, or none; the same one again leaves all as it is. What was typed for it stays.
   * @param {Wire.Step | null} step
   * @param {number} ply of the question
   */
  ask(step, ply) {
    if (step && this.first && ply === this.ply) return;
    if (!step || ply !== this.ply) this.complain("");
    this.first = step;
    this.ply = ply;
    this.reset();
    if (this.box.value === this.ours || ![-1, ply].includes(this.typedFor)) this.write("");
    else if (step) this.resume(this.box.value, ply);
    this.paint();
    if (step) this.again();
  }

  /** Chooses again what was chosen before the page was loaded, or while the line was lost; nothing is sent by it. */
  again() {
    const { kept } = this;
    /** @type {{ply: number, taken: Wire.Choice[]} | null | undefined} */
    this.kept = null;
    if (kept?.ply === this.ply) void this.walk([], this.path.slice(0, 1), kept.taken, false);
  }

  /** A question was answered: the box is free for the next one, which may be here already. @param {number} ply */
  done(ply) {
    this.complain("");
    if (ply !== this.ply) return;
    this.write("");
    this.ask(null, ply);
  }

  /** What was typed, and for which question. @param {string} text @param {number} ply */
  resume(text, ply) {
    this.box.value = text;
    this.typedFor = ply;
    this.keep();
    $("move").classList.toggle("full", text !== this.ours); // the text field is there where somebody typed
  }

  /** Keeps what is typed or marked, through a reload too. */
  keep() {
    const taken = this.step?.quick ? [] : this.draft; // a tap that sends at once is not made again
    this.shell.keep?.(this.box.value, taken[0] ? this.ply : this.typedFor, taken);
  }

  /** Nothing is chosen. */
  reset() {
    this.taken = this.draft = [];
    this.path = this.first ? [this.first] : [];
    this.near = "";
    this.walks += 1;
    this.asking(false);
    this.acts = [];
    this.reason = ["", ""];
    this.step = this.first;
  }

  /** Does this at once, or as soon as the step that is being asked for is here: a quick hand loses nothing. @param {() => void} act @param {string} [slot] */
  soon(act, slot = "") {
    if (!this.walking) return act();
    this.acts.push([act, slot]);
    this.show();
  }

  /** Does what the reader did meanwhile. */
  rest() {
    while (!this.walking && this.acts.length) this.acts.shift()?.[0]();
  }

  /** Chooses these at a step: what was chosen there before goes, with all that came after it. @param {number} depth @param {...Wire.Choice} choices */
  put(depth, ...choices) {
    this.mark([...this.draft.slice(0, depth), ...choices]);
    this.soon(() => void (this.kept ? this.walk([], this.path.slice(0, 1), this.draft) : this.walk(this.taken.slice(0, depth), this.path.slice(0, depth + 1), choices)));
  }

  /** Chooses this next, or before the last choice where this step only asks more about that one. @param {Wire.Choice} choice */
  choose(choice) {
    const last = this.step?.before?.includes(choice) ? this.draft.slice(-1) : [];
    this.put(this.draft.length - last.length, choice, ...last);
  }

  /** Takes back what was chosen, and of what came after it what then makes no sense. @param {Wire.Choice} [gone] */
  back(gone) {
    if (!gone) return;
    const stays = (/** @type {Wire.Choice} */ choice) => choice !== gone && !together(choice, gone);
    const left = this.draft.filter(stays);
    this.mark(left);
    this.soon(() => void this.walk([], this.path.slice(0, 1), left));
  }

  /** Shows these as chosen, before the server has answered. @param {Wire.Choice[]} draft */
  mark(draft) {
    this.draft = draft;
    this.keep();
    this.paint();
  }

  /**
   * Goes on from some tokens by others, of which each is taken if it is offered there.
   * @param {Wire.Choice[]} taken
   * @param {Wire.Step[]} path the steps up to the one after them
   * @param {Wire.Choice[]} more
   * @param {boolean} [sends] whether a choice that is a whole move goes out at once
   */
  async walk(taken, path, more, sends = true) {
    this.complain("");
    this.reason = ["", ""];
    const mine = ++this.walks;
    this.asking(true);
    for (const choice of more) {
      const one = offered(/** @type {Wire.Step} */ (path.at(-1)), choice);
      if (!one) continue;
      const next = [...taken, one];
      const answer = await this.look(next.map((one) => one.token));
      if (mine !== this.walks) return;
      if (typeof answer === "string") return this.stay(answer);
      if (answer) [taken, path] = [next, [...path, answer]];
    }
    this.asking(false);
    this.kept = null;
    this.taken = taken;
    this.path = path;
    if (!this.acts.length) this.draft = taken;
    this.near = "";
    this.step = path.at(-1) ?? null;
    this.write(this.whole);
    this.paint();
    if (sends && this.step?.quick) return this.send();
    this.prompt(sends); // what the choice means, and what is asked for next
    this.rest();
  }

  /** The text of what is marked, or of the only answer there is; empty until it is whole, and the server has seen all of it. */
  get whole() {
    return (!this.kept && (this.taken.length || this.step?.sole) && this.step?.whole) || "";
  }

  /** @param {boolean} on */
  asking(on) {
    this.walking = on;
    document.body.classList.toggle("asking", on);
  }

  /** What may come after these tokens: null where the server refuses them, words where it gives no answer. @param {string[]} prefix @returns {Promise<Wire.Step | string | null>} */
  look(prefix) {
    return new Promise((resolve) => {
      this.n += 1;
      this.asked.set(this.n, resolve);
      if (!this.shell.ask(prefix, this.n)) this.lost();
    });
  }

  /** What was asked is not answered any more. @param {string} [why] */
  lost(why = LATER) {
    for (const resolve of this.asked.values()) resolve(why);
    this.asked.clear();
  }

  /** No answer: what was chosen stays marked, and is chosen anew once the line is back. @param {string} why */
  stay(why) {
    this.kept = why === LATER ? { ply: this.ply, taken: this.draft } : null;
    this.walking = false; // the page shows that it waits
    if (!this.kept) this.acts = [];
    this.mark(this.kept?.taken ?? this.taken);
    this.complain(why);
    this.rest();
  }

  /** The answer to a look. @param {number} n @param {Wire.Step | null} step @param {string} [reason] @param {string} [rule] */
  answer(n, step, reason = "", rule) {
    this.asked.get(n)?.(step);
    this.asked.delete(n);
    if (!reason || (this.walking && !n)) return; // meanwhile another place was chosen
    this.reason = [reason, rule ?? ""];
    this.prompt(true);
  }

  /** @param {boolean} [aloud] whether a screen reader is told */
  prompt(aloud) {
    const place = $("prompt");
    const [reason, rule] = this.reason;
    let owed = this.kept ? "" : (this.step?.prompt ?? "");
    // "Choose two cards" below "Your move: two cards" would say it twice.
    if (!this.taken.length && document.getElementById("owe")?.textContent?.endsWith(/ .+/.exec(owed)?.[0] ?? owed)) owed = "";
    place.className = `prompt ${reason ? (reason === this.step?.prompt ? "owed" : "why") : this.taken.length ? "" : "first"}`;
    place.replaceChildren(reason || owed ? el("span", {}, ...cited(reason || owed, rule)) : "");
    if (aloud) speak(place.textContent ?? "");
  }

  /** Says what is still missing, where the prompt stands; that nothing is owed the headline shows already. */
  owed() {
    if (!this.step) return speak(say("It is not your turn."));
    this.reason = [this.step.prompt, ""];
    this.prompt(true);
  }

  /** A slot of the picture was clicked, or chosen by a key. @param {string} slot @param {string} [key] */
  slot(slot, key) {
    this.soon(() => this.picked(slot, key), slot);
  }

  /** @param {string} slot @param {string} [key] */
  picked(slot, key) {
    const here = (/** @type {Wire.Choice} */ choice) => choice.slot === slot;
    const open = [...(this.step?.choices ?? []), ...(this.step?.before ?? [])].filter(here);
    const taken = (this.kept ? this.draft : this.taken).findLast(here);
    if (this.kept && taken) return this.back(taken);
    if (key === "Enter" && this.whole && taken && !open.length) return this.send();
    this.reason = ["", ""];
    if (this.spell?.(slot)) return;
    if (open.length === 1) return this.choose(/** @type {Wire.Choice} */ (open[0]));
    if (open.length) {
      this.near = slot;
      this.paint();
      return this.next();
    }
    if (taken || !slot || !this.step) return this.back(taken);
    // Of a whole move the last thing is chosen anew, where it could have been this one.
    const depth = this.whole ? this.path.findLastIndex(({ choices }) => choices?.some(here)) : -1;
    const other = this.path[depth]?.choices?.find(here);
    if (other && (depth || this.path.length < 3)) return this.put(depth, other);
    this.owed(); // unless a rule has something against this place
    this.shell.why(this.taken.map((one) => one.token), slot);
  }

  /** Puts the focus on what comes next: a choice, or Submit. */
  next() {
    const words = (this.step?.word || this.step?.text) && "#choices :is(input, textarea), .full > #text";
    (/** @type {HTMLElement | null} */ (document.querySelector(words || "#choices button:not(.taken, .shut)")) ?? $("submit")).focus();
  }

  /** Writes the composed text, in the place of anything that was typed. @param {string} text */
  write(text) {
    this.ours = text;
    this.warned = "";
    this.resume(text, -1);
  }

  typed() {
    this.warned = this.ours = "";
    this.kept = null;
    if (this.draft.length || this.walking) this.reset();
    this.resume(this.box.value, this.first ? this.ply : -1);
    this.paint();
    this.complain("");
  }

  /** What Submit would send: what is marked, else what was typed. */
  get text() {
    return (!this.taken.length && this.box.value.trim()) || this.whole;
  }

  submit() {
    this.soon(() => this.send());
  }

  send() {
    const { text, step } = this;
    if (this.kept) return this.complain(LATER);
    if (!text) return this.owed();
    if (held($("submit"))) return;
    const ours = text === this.whole;
    if (ours && step?.warning && this.warned !== text) return this.warn(step.warning);
    const lead = ours ? "" : this.lead(text);
    if (!this.shell.submit(lead ? `${lead} ${text}` : text, !ours && this.warned !== text, (ours && step?.said) || "", this.taken.map(({ slot }) => slot ?? ""))) {
      this.complain(LATER);
    }
  }

  /** The token that goes before a bare word, where a word can be played. @param {string} text */
  lead(text) {
    const { word, choices } = this.first ?? {};
    if (!word?.lead || !/^[a-z]+$/i.test(text) || text.length < word.low || choices?.some(({ token }) => token === text.toLowerCase())) return "";
    return word.lead;
  }

  /** What was sent has a risk that its sender should know of. @param {string} risk */
  warn(risk) {
    this.warned = this.text;
    hold($("submit")); // the press that is warned of is no second one
    $("submit").textContent = say("Send anyway");
    this.complain(risk);
  }

  /**
   * Says beside the box what is wrong.
   * @param {string} reason empty for nothing
   * @param {string} [rule]
   * @param {number} [position] where reading the text stopped
   */
  complain(reason, rule = "", position) {
    const place = $("error");
    this.blamed = reason === LATER;
    place.hidden = !reason;
    place.classList.toggle("risk", this.warned !== ""); // what a press of Send would risk
    place.replaceChildren(el("span", {}, ...cited(reason, rule)));
    this.box.setAttribute("aria-invalid", String(Boolean(reason)));
    if (reason && position !== undefined) {
      this.box.focus();
      this.box.setSelectionRange(position, this.box.value.length);
    }
  }

  /** The line is back: what was wrong because of it is so no more. What was asked over the old one ends first. */
  async found() {
    await null;
    if (this.blamed) this.complain("");
    this.again();
  }

  paint() {
    const step = this.step;
    this.open = new Map([...(step?.choices ?? []), ...(step?.before ?? [])].filter((choice) => choice.slot).map((choice) => [choice.slot ?? "", choice]));
    this.prompt();
    const submit = $("submit");
    submit.setAttribute("aria-disabled", String(!step || !this.text));
    submit.hidden = !!step?.quick && !this.text;
    submit.textContent = this.warned && this.warned === this.text ? say("Send anyway") : (this.text === this.first?.whole && this.first?.sole) || say("Submit");
    // Where the picture offers them all, a small screen leaves the buttons away.
    $("choices").classList.toggle("many", (this.first?.choices ?? []).filter((choice) => choice.slot).length > 3);
    this.buttons();
    this.show();
  }

  /** Marks the places that are chosen, and those that were tapped while a step is being asked for as they may become. */
  show() {
    const chosen = new Map(this.draft.map((choice) => [choice.slot ?? "", choice.label]));
    for (const [, slot] of this.acts) if (!chosen.delete(slot) && this.open.has(slot)) chosen.set(slot, this.open.get(slot)?.label ?? "");
    this.shell.slots(this.open, chosen, this.step?.change);
  }

  /** The buttons and fields. A button keeps its place for as long as its choice is chosen or could be chosen instead of another. */
  buttons() {
    const place = $("choices");
    const held = document.activeElement?.closest("#choices") && document.activeElement;
    const kept = new Map([...place.children].map((node) => [/** @type {HTMLElement} */ (node).dataset.id, node]));
    const parts = [...this.parts(), ...this.typing()].map((part) => {
      const old = kept.get(part.dataset.id);
      return part.matches(".field") && old ? old : part; // what is being typed stays
    });
    place.replaceChildren(...parts);
    place.hidden = !this.first;
    if (held && !held.isConnected) this.next();
  }

  /** The fields of the games that ask for a number, a word or a text; their script comes with the first of them. @returns {HTMLElement[]} */
  typing() {
    if (!this.fields && !this.step?.number && !this.step?.word && !this.step?.text) return [];
    if (!this.fields) void import("./fields.js").then(({ fields }) => ((this.fields = fields), this.paint()), () => {}); // the text box takes both
    return this.fields?.(this) ?? [];
  }

  /** @returns {HTMLElement[]} */
  parts() {
    const { draft, step } = this;
    const last = draft.filter((choice, index) => !draft.some((later, place) => place > index && together(choice, later)));
    /** @type {Map<string, HTMLElement>} */
    const made = new Map();
    const chosen = () => {
      for (const choice of last) {
        const id = `${choice.token} ${choice.slot ?? ""}`;
        if (!made.has(id)) made.set(id, this.button(choice, id, choice, false, "", () => {}));
      }
    };
    for (const [depth, { choices = [], word }] of this.path.entries()) {
      const now = depth === this.path.length - 1;
      const crowd = depth > 0 || choices.filter(({ slot }) => slot).length > CROWD; // later places are chosen in the picture
      if (!depth && crowd) chosen(); // in the order in which they were chosen
      for (const choice of choices) {
        const id = `${choice.token} ${choice.slot ?? ""}`;
        const taken = last.find(same(choice));
        const before = step?.before?.find(same(choice));
        const open = step?.choices?.find(same(choice)) ?? before ?? step?.choices?.find(({ slot }) => slot === `their-${choice.token}`);
        const plain = !choice.slot || draft.some(({ slot }) => choice.slot === slot); // a button even in a crowd
        const offered = this.near && now ? choice.slot === this.near : !crowd || plain;
        if (made.has(id) || choice.token === word?.lead || !(taken || (offered && (open || !choice.slot || !crowd)))) continue;
        const act = () => (open ? this.choose(open) : this.put(depth, choice));
        made.set(id, this.button(taken ?? open ?? choice, id, taken, open && !before, !plain && !this.near ? "placed" : "", act));
      }
    }
    chosen(); // also a number or a word that was typed
    return [...made.values()];
  }

  /**
   * @param {Wire.Choice} choice
   * @param {string} id
   * @param {Wire.Choice | undefined} taken where it is chosen
   * @param {boolean | undefined} open whether it answers what is asked
   * @param {string} more classes
   * @param {() => void} act
   */
  button(choice, id, taken, open, more, act) {
    const state = taken ? "taken" : open ? "" : "shut";
    const made = el(
      "button",
      { type: "button", class: `choice ${state} ${more}`, "data-id": id, title: choice.note, "aria-label": taken && say("Take back {choice}", { choice: choice.label }), "aria-keyshortcuts": choice.key },
      el("span", {}, ...keyed(choice)),
    );
    made.addEventListener("click", () => (taken ? this.back(taken) : act()));
    return made;
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
    if (this.meant(event.key) || event.key === "/") event.preventDefault();
    if (event.key === "/") return this.box.focus();
    this.soon(() => this.pressed(event.key));
  }

  /** The choice that a key makes now. @param {string} key */
  meant(key) {
    return this.step?.choices?.find((one) => one.key && one.key === key.toLowerCase());
  }

  /** @param {string} key */
  pressed(key) {
    if (key === "Backspace" || key === "Escape") return this.back(this.taken.at(-1));
    if (key === "Enter") return this.whole ? this.send() : this.owed();
    const choice = this.meant(key);
    if (choice && choice.token === this.step?.word?.lead) this.next();
    else if (choice) this.choose(choice);
  }
}
