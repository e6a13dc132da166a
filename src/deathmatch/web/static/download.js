/** Files that a reader saves. A file that only the holder of a secret link may have is fetched, so that no address of a link on the page has the secret. */

import { el } from "./dom.js";

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = URL.createObjectURL(blob);
  const anchor = /** @type {HTMLAnchorElement} */ (el("a", { href: link, download: name }));
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(link), 60_000);
}

/** Saves what a button names: `data-save` is its address, `data-name` the name of the file. @param {HTMLElement} button */
export async function open({ dataset: { save: source = "", name = "" } }) {
  const answer = await fetch(source);
  if (answer.ok) save(await answer.blob(), name);
}
