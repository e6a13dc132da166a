/**
 * What the page of a host has besides: the controls of the match, rulings on the lines of the log, for how long an answer is awaited, and deals
 * by hand where the table is set up so. Loaded for hosts.
 */

import { $, call, cited, el } from "./dom.js";
import { ago } from "./lists.js";
import { hold } from "./page.js";
import { count, say } from "./say.js";
import { add } from "./seat.js";
import { notice, now, send } from "./table.js";

const form = /** @type {HTMLFormElement} */ ($("deal"));
const box = /** @type {HTMLInputElement} */ ($("deal-text"));
add("tables", location.pathname.split("/").pop() ?? ""); // it stands among all tables of this browser
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
  $("error").replaceChildren(el("span", {}, ...cited(reason, rule)));
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

// --- The controls

const MORE_S = 30; // that one tap gives
const LOOK_MS = 10_000; // between two looks at the webhooks, where there are some
const controls = $("controls");
const opener = $("controls-open");
const failing = $("failing");
const SEATS = ["A", "B"];
const nameOf = (/** @type {string} */ seat) => now.table?.names[seat] || say("Seat {seat}", { seat });
let looking = 0;

/** The seats that can be given time: who owes an answer, and everybody where there is a bank. @param {string} seats */
const timed = (seats) => [...seats].filter((seat) => now.table?.options.bank || now.seen?.public.pending?.includes(seat));

const pause = $("pause");
pause.onclick = () => {
  void send({ type: now.seen?.paused ? "resume" : "pause" }, { at: pause });
  pause.blur();
};

/** The names and what can be pressed; what lies under a finger keeps its place. */
function label() {
  const { table, seen } = now;
  pause.textContent = seen?.paused ? say("Resume the match") : say("Pause the match");
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (controls.querySelectorAll("[data-more]"))) {
    const seats = button.dataset.more ?? "";
    button.hidden = Boolean(table?.settings.untimed);
    button.disabled = !seen || timed(seats).length < seats.length;
    name(button, seats.length > 1 ? say("+{seconds} s both", { seconds: MORE_S }) : say("+{seconds} s {name}", { seconds: MORE_S, name: nameOf(seats) }));
  }
  $("times").hidden = Boolean(table?.settings.untimed);
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (controls.querySelectorAll("[data-write]"))) {
    const seat = button.dataset.write ?? "";
    if (seat === "*") continue;
    button.hidden = !table?.names[seat] || Boolean(table.bots[seat]);
    name(button, say("Private to {name}", { name: nameOf(seat) }));
  }
}

/** @param {HTMLElement} button @param {string} words */
function name(button, words) {
  if (button.title !== words) button.replaceChildren(el("span", {}, words));
  button.title = words;
}

/** @param {boolean} on */
function unfold(on) {
  controls.classList.toggle("open", on);
  opener.setAttribute("aria-expanded", String(on));
}

opener.addEventListener("click", () => unfold(!controls.classList.contains("open")));
document.addEventListener("click", ({ target }) => !controls.contains(/** @type {Node} */ (target)) && unfold(false));
controls.addEventListener("keydown", ({ key }) => key === "Escape" && (unfold(false), opener.focus()));
controls.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("button");
  const { more, write, load } = button?.dataset ?? {};
  if (!button) return;
  if (write || load) unfold(false);
  if (write) (await import("./private.js")).write(write);
  if (!more) return;
  hold(controls); // a double tap is one tap
  for (const seat of timed(more)) {
    const answer = await send({ type: "rule", ruling: "time", reason: say("more time to think"), seat, seconds: MORE_S }, { at: controls });
    if (answer.type === "refused") notice(answer.reason);
  }
});
for (const tell of ["tabled", "moved", "settled"]) addEventListener(tell, label);

/** The picture as spectators see it now, with a click: on the clipboard or, if the browser cannot do that, as a file. */
$("copy-picture").addEventListener("click", async () => {
  const button = $("copy-picture");
  const picture = fetch(`/w/${now.table?.id}.png`, { cache: "reload" }).then(async (answer) => (answer.ok ? answer.blob() : Promise.reject(new Error((await answer.json()).reason))));
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]); // at once: a browser forgets the click
    button.textContent = say("Copied");
  } catch {
    try {
      const [blob, { save }] = await Promise.all([picture, import("./files.js")]);
      save(blob, `${now.table?.id}.png`);
      button.textContent = say("Downloaded");
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }
  setTimeout(() => (button.textContent = say("Copy picture")), 2000);
});

/** Says which webhook does not arrive, for as long as it does not; an open list of them shows the same. */
async function deliveries() {
  clearTimeout(looking);
  const { webhooks } = await call(`${document.body.dataset.api}/webhooks`).catch(() => ({ webhooks: [{ place: "", failing: "" }] }));
  const late = webhooks.filter((/** @type {any} */ hook) => hook.failing);
  const words = late.map((/** @type {any} */ hook) => say("The webhook to {place} does not arrive: {trouble}.", { place: hook.place, trouble: hook.failing }));
  if (failing.textContent !== words.join(" ")) failing.textContent = words.join(" ");
  failing.hidden = !words.length;
  dispatchEvent(new CustomEvent("delivered", { detail: webhooks }));
  if (webhooks.length) looking = setTimeout(deliveries, LOOK_MS);
}
addEventListener("hooked", () => void deliveries());
void deliveries();

// --- Rulings on the lines of the log: one button of them can be reached by Tab, the others from there by arrows

const log = $("log");

/** @param {Node[]} lines that are new */
function rulable(lines) {
  for (const line of lines) {
    if (!(line instanceof HTMLElement) || line.matches(".heading") || line.querySelector(".rule-line")) continue;
    line.append(el("button", { type: "button", class: "rule-line", tabindex: "-1", "aria-label": say("What the host can rule on: {words}", { words: line.firstChild?.textContent ?? "" }) }, "⋯"));
  }
  const buttons = /** @type {NodeListOf<HTMLElement>} */ (log.querySelectorAll(".rule-line"));
  if (![...buttons].some((button) => button.tabIndex === 0 && button === document.activeElement)) buttons.forEach((button, place) => (button.tabIndex = place === buttons.length - 1 ? 0 : -1));
}

log.addEventListener("keydown", (event) => {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const buttons = /** @type {HTMLElement[]} */ ([...log.querySelectorAll(".rule-line")]);
  const place = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
  const to = by && place >= 0 && buttons[place + by];
  if (!to) return;
  event.preventDefault();
  buttons.forEach((button) => (button.tabIndex = button === to ? 0 : -1));
  to.focus();
});
log.addEventListener("click", async ({ target }) => {
  const line = /** @type {HTMLElement} */ (target).closest("li");
  if (line?.querySelector(".rule-line") && !getSelection()?.toString()) (await import("./host.js")).ruling(null, line);
});
new MutationObserver((changes) => rulable(changes.flatMap(({ addedNodes }) => [...addedNodes]))).observe(log, { childList: true });
rulable([...log.children]);

// --- For how long an answer is awaited

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
  const { pending = [] } = /** @type {{pending?: string[]}} */ (seen?.public ?? {});
  const awaited = seen && !seen.paused && SEATS.some((seat) => pending.includes(seat));
  const gone = performance.now() - since;
  const words = !awaited ? "" : gone < 60_000 ? say("Asked just now.") : say("Asked {time} ago.", { time: ago(gone) });
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
