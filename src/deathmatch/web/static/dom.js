/** Small helpers over the document, and what the browser keeps for the reader. */

import { say } from "./say.js";

/** @param {string} id @returns {HTMLElement} */
export const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * A new element. Children that are strings become text, never markup.
 * @param {string} tag
 * @param {Record<string, any>} [props] attributes; `on...` are listeners, `true` and `false` set or leave out
 * @param {...(Node | string | false | undefined)} children
 * @returns {HTMLElement}
 */
export function el(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false && value !== undefined) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== false && child !== undefined).map((child) => /** @type {Node | string} */ (child)));
  return made;
}

/** What this browser remembers; a browser that keeps nothing forgets. */
export const memory = {
  /** @param {string} key @returns {any} */
  get(key) {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "null");
    } catch {
      return null;
    }
  },
  /** @param {string} key @param {unknown} value */
  set(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Nothing to keep it in.
    }
  },
};

/**
 * A JSON request: with a body a POST, else a GET.
 * @param {string} url
 * @param {any} [body]
 * @returns {Promise<any>} the answer's JSON; rejects with an Error that says why, in words
 */
export async function call(url, body) {
  const signal = AbortSignal.timeout(/wait=|review|try$/.test(url) ? 90_000 : 20_000); // ms: some answers wait for news, or take long to work out
  try {
    const answer = await fetch(url, { method: body ? "POST" : "GET", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
    const { ok, status } = answer;
    const said = await answer.json().catch((error) => (ok ? Promise.reject(error) : {}));
    if (!ok) throw Object.assign(new Error(said.reason ?? said.detail ?? say("the server answered {status}", { status })), said, { status });
    return said;
  } catch (/** @type {any} */ error) {
    if (error.status) throw error;
    throw new Error(signal.aborted && body ? say("the server did not answer in time; see whether it is done") : say("the server cannot be reached; nothing is lost, so try again"));
  }
}

/**
 * A sentence with the rule that it cites as a link to its place in the book; at a table it opens over it.
 * @param {string} reason
 * @param {string} [rule] such as `some-game R5`
 * @returns {(string | Node)[]}
 */
export function cited(reason, rule = "") {
  const words = reason.replace(` (${rule})`, "");
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  if (!rule) return [sentence];
  const [book, number = ""] = rule.split(" ");
  return [sentence, " (", el("a", { href: `/rules/${book}#${number.toLowerCase()}`, target: "_blank", rel: "opener", "data-load": "coach.rule" }, say("rule {number}", { number })), ")"];
}

/** Speaks to a screen reader, one sentence after the other. @param {string} words */
export function speak(words) {
  const live = $("live");
  live.append(el("p", {}, words));
  while (live.childElementCount > 6) live.firstElementChild?.remove();
}

/** @param {number} ms whole seconds, rounded up: 0:00 is shown only once nothing is left */
export function figures(ms) {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
