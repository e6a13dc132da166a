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

/** @param {Uint8Array} bytes @returns {string} in hexadecimal */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Where this browser keeps what went into the dealing. @param {{id: string, role: string}} table @returns {string} */
export const dealingKey = ({ id, role }) => `dealing:${id}:${role}`;

/**
 * Takes a seat behind a link that only this browser has. Rejects as `call` does.
 * @param {string} token
 * @param {string} [name]
 */
export async function sit(token, name) {
  const { table } = await call(`/api/seats/${token}`);
  await seat(token, name, table);
}

/**
 * Takes a seat of a table whose commitment is known. The server commits to its seed first; then 128 random bits of this page go into the
 * dealing (docs/dealing.md). Both are kept, so that the dealing can be checked afterwards. Rejects as `call` does.
 * @param {string} token
 * @param {string | undefined} name
 * @param {{id: string, role: string, commitment: string}} table
 * @param {string} [claim] of this browser, for a link that others may know
 * @returns {Promise<{key?: string}>} with the seat's link from now on, if there was a claim
 */
export async function seat(token, name, table, claim) {
  const key = dealingKey(table);
  // Kept before it is sent: where only the answer is lost, the next try sends the same again.
  const kept = memory.get(key);
  const own = kept ?? { nonce: hex(crypto.getRandomValues(new Uint8Array(16))), commitment: table.commitment };
  memory.set(key, own);
  return call(`/api/seats/${token}`, { name: name || "", nonce: own.nonce, claim }).catch((error) => {
    if (error.status && !kept) memory.set(key, null); // refused: it went into nothing
    throw error;
  });
}

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
    throw new Error(signal.aborted ? say("the server did not answer in time; see whether it is done") : say("the server cannot be reached; nothing is lost, so try again"));
  }
}

/** Puts a text on the clipboard; without a secure connection only the old way is open. @param {HTMLElement} button @param {string} text */
export async function copy(button, text) {
  const before = button.textContent;
  const box = /** @type {HTMLInputElement} */ (el("input", { value: text }));
  button.after(box);
  box.select();
  const done = await (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => true,
    () => document.execCommand("copy"),
  );
  box.remove();
  button.textContent = done ? say("Copied") : text;
  setTimeout(() => (button.textContent = before), 2000);
}

/**
 * A sentence with the rule that it cites as a link to its place in the book.
 * @param {string} reason
 * @param {string} [rule] such as `some-game R5`
 * @returns {(string | Node)[]}
 */
export function cited(reason, rule = "") {
  const words = reason.replace(` (${rule})`, "");
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  if (!rule) return [sentence];
  const [book, number = ""] = rule.split(" ");
  return [sentence, " (", el("a", { href: `/rules/${book}#${number.toLowerCase()}`, target: "_blank", rel: "noopener" }, say("rule {number}", { number })), ")"];
}
