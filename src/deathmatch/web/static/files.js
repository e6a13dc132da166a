/** Files that a reader chooses or saves. Of those chosen the bytes for the server, or their text where it must be UTF-8: no letter is guessed or replaced here. */

import { el } from "./dom.js";
import { say } from "./say.js";

/** @param {File} file @param {number} most bytes that it may have @returns {Promise<Uint8Array>} */
async function bytesOf(file, most) {
  const told = { file: file.name, found: file.size, number: most };
  if (file.size > most) throw new Error(say("the file {file} is too large: it has {found} bytes, and {number} are allowed", told));
  const read = await file.arrayBuffer().catch(() => null);
  if (!read) throw new Error(say("the file {file} cannot be read; close it in other programs, and choose it again", told));
  return new Uint8Array(read);
}

/** @param {File} file @param {number} most @returns {Promise<string>} */
export async function base64(file, most) {
  const bytes = await bytesOf(file, most);
  let text = "";
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}

/** Rejects with the line that is not UTF-8. @param {File} file @param {number} most @returns {Promise<string>} */
export async function utf8(file, most) {
  const bytes = await bytesOf(file, most);
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  for (let start = 0, line = 1; start < bytes.length; line += 1) {
    const end = bytes.indexOf(10, start) + 1 || bytes.length;
    try {
      text += strict.decode(bytes.subarray(start, end));
    } catch {
      throw new Error(say("line {line} is not UTF-8 text; save the file as UTF-8", { line }));
    }
    start = end;
  }
  return text.replace(/^\ufeff/, "");
}

// --- Files that a reader saves. One that only the holder of a secret link may have is fetched, so that no address on the page has the secret

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = URL.createObjectURL(blob);
  const anchor = /** @type {HTMLAnchorElement} */ (el("a", { href: link, download: name }));
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(link), 60_000);
}

/** Saves what a button names, or says why not: `data-save` is its address, `data-name` the name of the file. @param {HTMLElement} button */
export async function download(button) {
  button.nextElementSibling?.matches(".failed-file") && button.nextElementSibling.remove();
  const answer = await fetch(button.dataset.save ?? "").catch(() => null);
  if (answer?.ok) return save(await answer.blob(), button.dataset.name ?? "");
  const { reason = say("the server cannot be reached; nothing is lost, so try again") } = (await answer?.json().catch(() => null)) ?? {};
  button.after(el("span", { class: "error failed-file", role: "alert" }, `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`));
}

// --- What a reader takes along

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
