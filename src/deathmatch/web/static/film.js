/** A finished match that replays itself in its card, one at a time. */

import { say } from "./say.js";

const HOLD_MS = 1100;
/** @type {Map<string, Promise<{pool: string[], frames: number[][]}>>} */
const films = new Map();
/** @type {{stop: () => void, button: HTMLElement} | null} */
let playing = null;

/** @param {string} address */
function film(address) {
  const known = films.get(address) ?? fetch(address).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(address))));
  films.set(address, known);
  return known;
}

/** Shows the match of a card from where it stopped, in place of the one that plays. @param {HTMLElement} button */
async function show(button) {
  const card = /** @type {HTMLElement} */ (button.closest("[data-film]"));
  playing?.stop();
  const picture = /** @type {SVGElement} */ (card.querySelector(".scene svg > g"));
  let timer = 0;
  const mine = (playing = { button, stop });
  mark(button, true);
  function stop() {
    clearTimeout(timer);
    mark(button, false);
    if (playing === mine) playing = null;
  }
  const { pool, frames } = await film(card.dataset.film ?? "").catch(() => ({ pool: [], frames: [] }));
  if (playing !== mine || !frames.length) return;
  /** @type {Map<number, Element>} */
  const made = new Map();
  const node = (/** @type {number} */ at) => {
    if (!made.has(at)) {
      const holder = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${pool[at]}</svg>`, "image/svg+xml");
      made.set(at, document.importNode(/** @type {Element} */ (holder.documentElement.firstElementChild), true));
    }
    return /** @type {Element} */ (made.get(at));
  };
  const step = () => {
    const at = (Number(card.dataset.frame ?? 0) + 1) % frames.length;
    card.dataset.frame = String(at);
    if (!document.hidden) picture.replaceChildren(...(frames[at] ?? []).map(node));
    timer = window.setTimeout(step, at === frames.length - 1 ? HOLD_MS * 2 : HOLD_MS);
  };
  timer = window.setTimeout(step, HOLD_MS);
}

/** @param {HTMLElement} button @param {boolean} on */
function mark(button, on) {
  button.setAttribute("aria-label", on ? say("Pause this match") : say("Replay this match"));
  /** @type {HTMLElement} */ (button.firstElementChild).textContent = on ? "❚❚" : "▶";
}

/** Plays the match of a card, or stops it. @param {HTMLElement} button of the card */
export function turn(button) {
  if (playing?.button === button) playing.stop();
  else void show(button);
}
