/** What the page of a host has besides: what is owed and for how long, deals by hand where the table is set up so, and deliveries that fail. Loaded for hosts. */

import { $, call, cited, el } from "./dom.js";
import { ago } from "./lists.js";
import { count, say } from "./say.js";
import { add } from "./seat.js";
import { now, send } from "./table.js";

const form = /** @type {HTMLFormElement} */ ($("deal"));
const box = /** @type {HTMLInputElement} */ ($("deal-text"));
add("tables", location.pathname.split("/").pop() ?? ""); // it stands among all tables of this browser
const LOOK_MS = 10_000; // between two looks at the webhooks, where there are some
const failing = el("p", { class: "notice", id: "failing", role: "status", hidden: true });
let looking = 0;
let asked = ""; // the question whose deal the form stands for, and the deal that was refused for it

/** The deals that are laid out, in order; while one is due, that of the form. */
export const prepared = () => (form.hidden ? (now.table?.prepared ?? []) : box.value.trim().includes(" ") ? [box.value.trim()] : []);

/** Lays these deals out for when they are due; the one that is due goes into the form. @param {string[]} deals */
export async function prepare(deals) {
  if (!form.hidden) return void (box.value = deals[0] ?? box.value);
  await call(`${document.body.dataset.api}/prepare`, { deals });
  if (now.table) now.table.prepared = deals;
  waits();
}

/** Says on its buttons how many deals are laid out. */
function waits() {
  const laid = now.table?.prepared?.length;
  for (const button of document.querySelectorAll("[data-load=sketch]")) button.textContent = laid ? count("{number} deal prepared ✎", "{number} deals prepared ✎", laid) : say("Prepare deals");
}

/** Shows the form while a deal waits for the host. */
function show() {
  const seen = now.seen;
  const due = Boolean(now.table?.settings.by_hand && seen?.public.pending?.includes("deal"));
  const unfit = now.table?.unfit ?? "";
  const question = due ? `${seen?.ply} ${unfit}` : "";
  form.hidden = !due;
  waits();
  if (!seen || question === asked) return;
  asked = question;
  if (!due) return;
  box.value = unfit || `${seen.public.decision} `;
  complain(unfit ? say("The rules do not allow the deal that you prepared. Press Deal to see why.") : "");
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
for (const tell of ["tabled", "settled"]) addEventListener(tell, show);
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


// --- What is owed

const OFTEN = 15_000; // ms between two looks at the time
let standing = ""; // the question that stands open, and whether the clocks stand still
let since = 0; // from when it does, as `performance.now()` counts
let note = ""; // what the page says there anyhow

/** For how long the match has waited when this page opened. */
async function waited() {
  const key = location.pathname.split("/").pop() ?? "";
  const { cards } = await call("/api/overview", { tables: [{ key }] }).catch(() => ({ cards: [] }));
  since -= cards[0]?.since ?? 0;
  tell();
}

function tell() {
  const seen = now.seen;
  const { pending = [], decision = "" } = /** @type {{pending?: string[], decision?: string | null}} */ (seen?.public ?? {});
  const owed = seen && !seen.paused && pending.length > 0 && !/deal|host/.test(pending[0] ?? "") && decision;
  const words = owed ? say("Owed: {decision} · {since}", { decision, since: ago(performance.now() - since) }) : "";
  $("aside").textContent = [note, words].filter(Boolean).join(" ");
}

function settled() {
  note = $("aside").textContent ?? "";
  const question = now.seen ? `${now.seen.ply} ${Boolean(now.seen.paused)}` : "";
  const first = !standing;
  if (question && question !== standing) {
    standing = question;
    since = performance.now();
    if (first) void waited();
  }
  tell();
}

addEventListener("settled", settled);
setInterval(tell, OFTEN);
settled();
