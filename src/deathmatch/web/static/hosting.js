/** What a host does besides watching: deals by hand, where the table is set up so, and hands out links. Loaded for hosts. */

import { add } from "./desk.js";
import { $, call, cited, copy, el, memory } from "./dom.js";
import { now, send } from "./match.js";
import { onlookerOrCaster, pathOf } from "./links.js";
import { say } from "./say.js";

const form = /** @type {HTMLFormElement} */ ($("deal"));
const box = /** @type {HTMLInputElement} */ ($("deal-text"));
add("tables", location.pathname.split("/").pop() ?? ""); // it stands among all tables of this browser
const LOOK_MS = 10_000; // between two looks at the webhooks, where there are some
const failing = el("p", { class: "notice", id: "failing", role: "status", hidden: true });
let looking = 0;
let asked = -1; // the question whose deal the form stands for
const key = () => `deal:${now.table?.id}`; // where a deal waits that was laid out before

/** The deal that was laid out for when one is due; empty where none was. @returns {string} */
export const prepared = () => (form.hidden ? "" : box.value.trim().includes(" ") ? box.value.trim() : "") || memory.get(key()) || "";

/** Keeps a deal until one is due. @param {string} text */
export function prepare(text) {
  memory.set(key(), text);
  if (!form.hidden) box.value = text;
  waits();
}

/** Says on its buttons whether a deal is laid out. */
function waits() {
  for (const button of document.querySelectorAll("[data-load=sketch]")) button.textContent = memory.get(key()) ? say("Deal prepared ✎") : say("Prepare a deal");
}

/** Shows the form while a deal waits for the host. */
function show() {
  const seen = now.seen;
  const due = Boolean(now.table?.settings.by_hand && seen?.public.pending?.includes("deal"));
  if (!due && !form.hidden) memory.set(key(), null); // it is dealt
  form.hidden = !due;
  waits();
  if (!due || !seen || seen.ply === asked) return;
  asked = seen.ply;
  box.value = memory.get(key()) || `${seen.public.decision} `;
  complain("");
  box.focus();
}

/** @param {string} reason @param {string} [rule] */
function complain(reason, rule) {
  $("error").hidden = !reason;
  $("error").replaceChildren(...cited(reason, rule));
  box.setAttribute("aria-invalid", String(Boolean(reason)));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void send({ type: "deal", ply: now.seen?.ply ?? 0, text: box.value.trim() }, { at: form });
  complain("");
});
addEventListener("settled", show);
addEventListener("refused", (event) => {
  const { about, reason, rule, position } = /** @type {CustomEvent<Wire.Refused>} */ (event).detail;
  if (about !== "deal") return;
  complain(reason, rule);
  box.focus();
  if (position !== undefined) box.setSelectionRange(position, box.value.length);
});
show();

/** Says above the table which webhook does not arrive, for as long as it does not. */
async function deliveries() {
  clearTimeout(looking);
  const { webhooks } = await call(`${document.body.dataset.api}/webhooks`).catch(() => ({ webhooks: [{ place: "", deliveries: [] }] }));
  const late = webhooks.filter((/** @type {any} */ hook) => hook.trouble || (hook.on && hook.deliveries[0]?.trouble));
  const words = late.map((/** @type {any} */ hook) => say("The webhook to {place} does not arrive: {trouble}.", { place: hook.place, trouble: hook.trouble || hook.deliveries[0].trouble }));
  if (failing.textContent !== words.join(" ")) failing.textContent = words.join(" ");
  failing.hidden = !words.length;
  if (webhooks.length) looking = setTimeout(deliveries, LOOK_MS);
}
$("notice").after(failing);
addEventListener("hooked", () => void deliveries());
void deliveries();

/** The links that a host may hand out at any time: watchers', and one each for numbered onlookers. Those of seats stay in the browser that set the match up. */
export async function open() {
  const links = [[say("spectators"), `/w/${now.table?.id}`]];
  const said = el("p", { role: "status" });
  try {
    const { onlookers } = await call(`${document.body.dataset.api}/links`);
    for (const [eye, key] of Object.entries(onlookers)) links.push([onlookerOrCaster(eye), pathOf(eye, key)]);
  } catch (error) {
    said.textContent = /** @type {Error} */ (error).message;
  }
  const rows = links.map(([whom, path]) => {
    const link = location.origin + path;
    const button = el("button", { type: "button", "aria-label": say("Copy the link for {whom}", { whom }) }, say("Copy"));
    button.onclick = () => void copy(button, link);
    return el("li", { class: "row" }, el("label", {}, say("For {whom}", { whom }), el("input", { readonly: true, value: link })), button);
  });
  const dialog = /** @type {HTMLDialogElement} */ (
    el("dialog", { "aria-labelledby": "links-title" }, el("form", { method: "dialog" }, el("h2", { id: "links-title" }, say("Spectator links")), el("ul", { class: "links" }, ...rows), said, el("p", { class: "row" }, el("button", { class: "main" }, say("Close")))))
  );
  dialog.onclose = () => dialog.remove();
  /** @type {HTMLDetailsElement} */ ($("menu")).open = false;
  document.body.append(dialog);
  dialog.showModal();
}
