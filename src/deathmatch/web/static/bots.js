/** How every page names a bot: its name, and its level among the bots of the variant. */

import { say } from "./say.js";

/**
 * @param {string} bot
 * @param {string[]} bots those of its variant, weakest first
 * @returns {string}
 */
export function titled(bot, bots) {
  const name = bot.charAt(0).toUpperCase() + bot.slice(1);
  const level = bots.indexOf(bot) + 1;
  return level ? say("{bot} · level {level} of {levels}", { bot: name, level, levels: bots.length }) : say("{bot} · bot", { bot: name });
}
