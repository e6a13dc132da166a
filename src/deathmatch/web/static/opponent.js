/** Choosing a bot: a slider over the levels, with a sentence on each, and the bots that have a name. What was chosen last is kept. */

import { el, memory } from "./dom.js";
import { say } from "./say.js";

/** @typedef {{bots: string[], levels: string[]}} Opponents those with a name, weakest first; a sentence about each level, weakest first */

const KEY = "bot"; // in the browser's memory
const OF = "levels"; // the level of each game
const FIRST = "level-1";

/** The levels as they are called at a table, the weakest first. */
export const CALLED = [say("Mole"), say("Hare"), say("Otter"), say("Badger"), say("Fox"), say("Heron"), say("Lynx"), say("Raven")];

/** @param {string} variant with its game before it */
export const gameOf = (variant) => variant.split("/")[0] ?? "";

/** @param {string} bot @returns {number} its level; 0 if it has a name of its own */
export const levelOf = (bot) => (bot.startsWith("level-") ? Number(bot.slice(6)) : 0);

/** Each game keeps a level of its own. @param {string} game @returns {string} */
export const lastLevel = (game) => memory.get(OF)?.[game] ?? FIRST;

/** The bot that was chosen last, on whatever page: one with a name for all games, or the game's level. @param {string} game @returns {string} */
export const lastBot = (game) => (levelOf(memory.get(KEY) ?? FIRST) ? lastLevel(game) : memory.get(KEY));

/** @param {string} bot @param {string} game */
export function keepBot(bot, game) {
  if (bot) memory.set(KEY, bot);
  if (levelOf(bot)) memory.set(OF, { ...memory.get(OF), [game]: bot });
}

const NAMED = { random: say("Random"), steady: say("Steady"), strong: say("Strong") };

/** @param {string} bot one with a name of its own */
export const titled = (bot) => NAMED[/** @type {keyof typeof NAMED} */ (bot)] ?? bot.charAt(0).toUpperCase() + bot.slice(1);

const ABOUT = {
  random: say("Plays any move that the rules allow, without a plan."),
  steady: say("Plays soundly by simple estimates, and answers at once."),
  strong: say("Calculates as far as its time allows."),
};

/** A sentence about its play, as there is one about each level. @param {string} bot one with a name of its own */
export const plays = (bot) => ABOUT[/** @type {keyof typeof ABOUT} */ (bot)] ?? "";

/** The words beside the slider if a bot with a name is chosen. @param {string} bot */
export const off = (bot) => say("off: {bot} plays", { bot: titled(bot) });

/** The opponents that an element has in its attributes. @param {DOMStringMap} dataset @returns {Opponents} */
export const offered = ({ bots, levels }) => ({ bots: (bots ?? "").split(" ").filter(Boolean), levels: (levels ?? "").split("\n").filter(Boolean) });

/** The opponents of a variant, as the server lists them. @param {{variant: string, bots: string[], levels: {about: string}[]}[]} games @param {string} variant @returns {Opponents} */
export function opponentsOf(games, variant) {
  const found = games.find((one) => one.variant === variant);
  return { bots: found?.bots ?? [], levels: (found?.levels ?? []).map((one) => one.about) };
}

/** The part of a form in which a bot is chosen; `root` is its element. */
export class Chooser {
  constructor() {
    this.level = /** @type {HTMLInputElement} */ (el("input", { type: "range", id: "level", min: 1, max: 8, step: 1 }));
    this.called = el("output", { for: "level" });
    this.about = el("p", { id: "level-about", class: "about" });
    this.bot = /** @type {HTMLSelectElement} */ (el("select", { id: "bot" }));
    this.scale = el("div", { class: "field" }, el("label", { for: "level" }, say("Level"), " ", this.called), this.level, this.about);
    this.more = /** @type {HTMLDetailsElement} */ (el("details", {}, el("summary", {}, say("More opponents")), el("div", { class: "field" }, el("label", { for: "bot" }, say("Bot")), this.bot)));
    this.root = el("div", { class: "opponent" }, this.scale, this.more);
    /** @type {string[]} */
    this.levels = [];
    this.level.addEventListener("input", () => this.fit());
    this.bot.addEventListener("change", () => this.fit());
  }

  /** Offers the bots of a variant, and keeps the choice where it can. @param {Opponents} opponents @param {string} game @param {string} [wanted] */
  offer({ bots, levels }, game, wanted = this.value || lastBot(game)) {
    this.levels = levels;
    this.scale.hidden = !levels.length;
    const named = bots.map((one) => el("option", { value: one }, titled(one)));
    this.bot.replaceChildren(...(levels.length ? [el("option", { value: "" }, say("by level"))] : []), ...named);
    const level = levelOf(wanted);
    this.level.value = String(level || levelOf(FIRST));
    this.bot.value = bots.includes(wanted) ? wanted : levels.length ? "" : (bots[Math.min(1, bots.length - 1)] ?? "");
    this.more.hidden = !bots.length;
    this.more.open = Boolean(this.bot.value);
    this.fit();
  }

  /** Shows what the choice means. */
  fit() {
    const level = Number(this.level.value);
    const named = this.bot.value && off(this.bot.value);
    const sentence = this.levels[level - 1] ?? "";
    this.called.textContent = named || say("{level} of {levels}", { level, levels: this.levels.length });
    this.about.textContent = named ? plays(this.bot.value) : sentence;
    this.level.hidden = Boolean(named);
    this.level.setAttribute("aria-valuetext", say("Level {level} of {levels}: {about}", { level, levels: this.levels.length, about: sentence }));
  }

  /** The name of the bot; empty as long as none is offered. */
  get value() {
    return this.bot.value || (this.levels.length ? `level-${this.level.value}` : "");
  }
}
