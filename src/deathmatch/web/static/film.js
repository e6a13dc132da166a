/** A finished match that replays itself in its card. One at a time: the first, or the one that is pointed at; never if motion is unwelcome. */

import { el } from "./dom.js";
import { say } from "./say.js";

const HOLD_MS = 1100;
/** @type {Map<string, Promise<{pool: string[], frames: number[][]}>>} */
const films = new Map();
/** @type {{stop: () => void, card: HTMLElement} | null} */
let playing = null;

/** @param {string} address */
function film(address) {
  const known = films.get(address) ?? fetch(address).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(address))));
  films.set(address, known);
  return known;
}

/** Shows the match of a card from where it stopped, in place of the one that plays. @param {HTMLElement} card */
async function show(card) {
  if (playing?.card === card) return;
  const address = card.dataset.film;
  if (!address) return;
  playing?.stop();
  const picture = /** @type {SVGElement} */ (card.querySelector(".scene svg > g"));
  let timer = 0;
  const button = /** @type {HTMLElement} */ (card.querySelector(".reel") ?? control(card));
  const mine = (playing = { card, stop });
  mark(button, true);
  function stop() {
    clearTimeout(timer);
    mark(button, false);
    if (playing === mine) playing = null;
  }
  const { pool, frames } = await film(address).catch(() => ({ pool: [], frames: [] }));
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

/** @param {HTMLElement} card @returns {HTMLElement} */
function control(card) {
  const button = el("button", { type: "button", class: "reel" }, el("span", { "aria-hidden": "true" }));
  button.addEventListener("click", () => {
    if (playing?.card === card) playing.stop();
    else void show(card);
  });
  card.querySelector(".scene")?.after(button);
  return button;
}

/** @param {HTMLElement} button @param {boolean} on */
function mark(button, on) {
  button.setAttribute("aria-label", on ? say("Pause this match") : say("Replay this match"));
  /** @type {HTMLElement} */ (button.firstElementChild).textContent = on ? "❚❚" : "▶";
}

/** Gives every card its button, and shows the first match unless the reader wants no motion. */
export function begin() {
  const cards = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-film]"));
  for (const card of cards) mark(control(card), false);
  const first = cards[0];
  if (first && !matchMedia("(prefers-reduced-motion: reduce)").matches) void show(first);
}
