/** Who is who: the roles of the seats, EC and DMO, and the role of everybody who writes. */

import { $, el } from "./dom.js";
import { onlookerOrCaster } from "./links.js";
import { say } from "./say.js";

/** Shows the role of a seat on its plate. @param {string} seat @param {string} ec the seat of the elimination candidate */
export function role(seat, ec) {
  const badge = $(`role-${seat}`);
  badge.hidden = false;
  badge.textContent = seat === ec ? "EC" : "DMO";
  badge.title = (seat === ec ? badge.dataset.ec : badge.dataset.dmo) ?? "";
}

const NAMELESS = /^(Host|Spectator|Watcher)?$/;

/** The role of a writer in words, which no name can take the place of. @param {string} role @returns {string} */
function word(role) {
  if (/^[AB]$/.test(role)) return say("player {seat}", { seat: role });
  return role === "host" ? say("host") : role === "watcher" ? say("spectator") : onlookerOrCaster(role);
}

/** Who wrote a line, in words. @param {Wire.ChatLine} line @returns {string} */
export const writer = ({ who, role }) => (NAMELESS.test(who) ? word(role) : say("{name} ({role})", { name: who, role: word(role) }));

/** The same for the eye: the name, and the role as a badge. @param {Wire.ChatLine} line @param {...(Node | false | undefined)} more @returns {HTMLElement} */
export function signed({ who, role }, ...more) {
  const name = el("strong", { class: /^[AB]$/.test(role) ? `name seat-${role}` : "name" }, NAMELESS.test(who) ? "" : who);
  return el("span", { class: "writer" }, name, " ", el("span", { class: "tag" }, word(role)), ...more);
}
