/** The coin before a match: who calls it, how it falls, and what follows. Loaded at tables that toss one. */

import { el, memory } from "./dom.js";
import { send } from "./match.js";
import { role } from "./role.js";
import { say } from "./say.js";

const NS = "http://www.w3.org/2000/svg";
const RAYS = [0, 45, 90, 135, 180, 225, 270, 315].map((turn) => `<path class="sign" d="M-3.5-27h7L0-38z" transform="translate(50 50) rotate(${turn})"/>`).join("");
const RIM = `<circle class="edge" cx="50" cy="50" r="49"/><circle class="face" cx="50" cy="50" r="44"/>`;
const SUN = `${RIM}<circle class="sign" cx="50" cy="50" r="20"/>${RAYS}`;
const MOON = `${RIM}<path class="sign" d="M60 18a34 34 0 1 0 21 47a29 29 0 0 1-21-47z"/>`;
document.head.append(el("link", { rel: "stylesheet", href: new URL("./coin.css", import.meta.url).href }));

const called = (/** @type {string} */ face) => (face === "sun" ? say("the sun") : say("the moon"));

/** The coin as it stands. @param {string} own the reader's seat, or empty @param {Wire.Table} table @returns {HTMLElement} */
export function scene(own, table) {
  const coin = /** @type {NonNullable<Wire.Table["coin"]>} */ (table.coin);
  const name = (/** @type {string} */ seat) => table.names[seat] ?? say("Seat {seat}", { seat });
  const key = `coin:${table.id}`;
  const fresh = Boolean(coin.face) && memory.get(key) !== coin.face;
  if (fresh) memory.set(key, coin.face); // it is thrown once before each reader's eyes
  for (const seat of table.ec ? ["A", "B"] : []) role(seat, table.ec ?? "");
  const disc = el("div", { class: `disc ${coin.face || "waits"}${fresh ? " flies" : ""}` }, face(SUN), face(MOON));
  const words = [el("p", {}, say("The toss decides: {question}.", { question: coin.about }))];
  if (!coin.caller) words.push(el("p", { class: "quiet" }, say("Sun: {name}. Moon: {other}.", { name: name("A"), other: name("B") })));
  else if (coin.call) words.push(el("p", { class: "quiet" }, coin.caller === own ? say("You called {face}.", { face: called(coin.call) }) : say("{name} called {face}.", { name: name(coin.caller), face: called(coin.call) })));
  else if (coin.called) words.push(el("p", { class: "quiet" }, say("{name} has called, sealed until the toss.", { name: name(coin.caller) })));
  else words.push(calls(own, coin, name));
  if (coin.face) {
    const won = coin.winner === own ? say("It shows {face}. You win the toss.", { face: called(coin.face) }) : say("It shows {face}. {name} wins the toss.", { face: called(coin.face), name: name(coin.winner ?? "") });
    words.push(el("p", { class: "result", role: "status" }, won), el("p", {}, follows(coin, name)));
  }
  return el("section", { class: "coin", "aria-label": say("The coin") }, el("div", { class: "air", "aria-hidden": "true" }, disc), ...words);
}

/** @param {string} markup */
function face(markup) {
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.innerHTML = markup; // our own, without anything of a table
  return svg;
}

/** @param {string} own @param {NonNullable<Wire.Table["coin"]>} coin @param {(seat: string) => string} name */
function calls(own, coin, name) {
  if (coin.caller !== own) return el("p", { role: "status" }, say("{name} calls the toss.", { name: name(coin.caller ?? "") }));
  const button = (/** @type {string} */ face, /** @type {string} */ words) => el("button", { type: "button", class: "main", onclick: (/** @type {Event} */ event) => send({ type: "call", face }, { at: /** @type {HTMLElement} */ (event.currentTarget) }) }, words);
  const note = coin.sealed ? say("Call the toss. Nobody else sees your call before the coin falls.") : say("Call the toss.");
  return el("div", {}, el("p", {}, note), el("div", { class: "row" }, button("sun", say("Sun")), button("moon", say("Moon"))));
}

/** What follows from the toss. @param {NonNullable<Wire.Table["coin"]>} coin @param {(seat: string) => string} name */
function follows(coin, name) {
  const winner = name(coin.winner ?? "");
  return coin.sets === "dmo" ? say("{name} is the DMO.", { name: winner }) : say("{option}: {value}", { option: say(coin.sets.replaceAll("_", " ")), value: winner });
}
