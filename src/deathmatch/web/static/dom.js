/** Small helpers over the document, and what the browser keeps for the reader. */

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

/** 128 random bits in hexadecimal, which this page mixes into the dealing. */
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A JSON request.
 * @param {string} url
 * @param {unknown} body
 * @returns {Promise<any>} the answer's JSON; rejects with an Error that says why, in words
 */
export async function post(url, body) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    throw new Error("the server cannot be reached; nothing was lost, try again");
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(said.reason ?? said.detail ?? `the server answered ${answer.status}`), said);
  return said;
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
  button.textContent = done ? "Copied" : text;
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
  return [sentence, " (", el("a", { href: `/rules/${book}#${number.toLowerCase()}`, target: "_blank", rel: "noopener" }, `rule ${number}`), ")"];
}
