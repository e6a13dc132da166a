/** Both hands of a table that was made so, live: the page of the caster, and a dialog on the host page. */

import { $, call, el } from "./dom.js";
import { say } from "./say.js";

/** @typedef {{public: Wire.Full, hands: Record<string, {svg: string, picture: string}>}} Hands */

const WAIT_MS = 25_000; // for which the server holds a request until something happens
const AGAIN_MS = 3_000; // after a request that failed
const LINES = 8; // of the log, the latest

const dark = () => /dark/.test(document.documentElement.dataset.theme ?? "") || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);

/** @param {Wire.Full} full @returns {string} */
function state({ table, seen }) {
  if (!seen) return say("The match has not begun.");
  if (seen.ending) return seen.ending;
  if (seen.paused) return say("The match is paused.");
  const waits = (seen.public.pending ?? []).map((/** @type {string} */ seat) => table.names[seat] ?? "").filter(Boolean);
  return waits.length ? say("Waiting for {names}.", { names: new Intl.ListFormat(document.documentElement.lang).format(waits) }) : "";
}

/** A picture with the page's fonts, which an `img` would not have; its names and colours are its own. @param {string} svg @param {string} words */
function drawn(svg, words) {
  const frame = el("div", { class: "drawn", role: "img", "aria-label": words });
  const colours = new CSSStyleSheet(); // the page's policy allows no style within a document
  const bare = svg.replace(/<style>([^<]*)<\/style>/, (_, rules) => (colours.replaceSync(`${rules} svg { width: 100%; height: 100%; }`), ""));
  const shadow = frame.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = [colours];
  shadow.append(document.importNode(new DOMParser().parseFromString(bare, "image/svg+xml").documentElement, true));
  return frame;
}

/** @param {HTMLElement} place @param {Hands} both */
function show(place, { public: full, hands }) {
  const figures = Object.entries(hands).map(([seat, { svg, picture }]) => {
    const role = full.table.ec ? ` (${seat === full.table.ec ? say("EC") : say("DMO")})` : "";
    const caption = el("figcaption", { class: `seat-${seat}` }, `${full.table.names[seat] ?? seat}${role}`);
    return el("figure", { "data-seat": seat }, caption, drawn(svg, picture));
  });
  const log = full.log.slice(-LINES).map((beat) => el("li", {}, beat.words));
  place.dataset.version = String(full.version);
  place.replaceChildren(el("p", { class: "hands-state", role: "status" }, state(full)), el("div", { class: "hands" }, ...figures), el("ol", { class: "hands-log quiet" }, ...log));
}

/** Shows both hands as long as the place is on the page. @param {HTMLElement} place @param {string} key */
async function follow(place, key) {
  let version = -1;
  while (place.isConnected) {
    try {
      const both = /** @type {Hands} */ (await call(`/api/hands/${key}?since=${version}&wait=${WAIT_MS}&pictures=${dark() ? "dark" : "light"}`));
      if (both.public.version !== version) show(place, both);
      version = both.public.version;
    } catch (error) {
      const { status, message } = /** @type {Error & {status?: number}} */ (error);
      if (version < 0) place.textContent = message;
      if (status === 403 || status === 404) return;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** The dialog of the host. @param {HTMLElement} button */
export function open(button) {
  if (!document.getElementById("hands-style")) document.head.append(el("link", { id: "hands-style", rel: "stylesheet", href: new URL("./hands.css", import.meta.url).pathname }));
  const place = el("div", {});
  const close = el("form", { method: "dialog", class: "row" }, el("button", { class: "main" }, say("Close")));
  const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "both", "aria-labelledby": "hands-title" }, el("h2", { id: "hands-title" }, say("Both hands")), place, close));
  dialog.onclose = () => dialog.remove();
  /** @type {HTMLDetailsElement} */ ($("menu")).open = false;
  document.body.append(dialog);
  dialog.showModal();
  void follow(place, button.dataset.key ?? "");
}

const own = document.getElementById("both");
if (own) void follow(own, document.body.dataset.key ?? "");
