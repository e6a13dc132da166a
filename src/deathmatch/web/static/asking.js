/**
 * What a player or the host is asked about before it is done: giving up, another link, and clocks that stand still until a time. The last
 * stands at the table as long as it holds or is proposed: the host sets it, or both players agree. Loaded when somebody asks.
 */

import { $, call, el, speak } from "./dom.js";
import { hold } from "./page.js";
import { say } from "./say.js";
import { remove } from "./seat.js";
import { notice, now, send } from "./table.js";

/**
 * Asks in a dialog.
 *
 * @param {string} name of the dialog, and the value of the button that says yes
 * @param {{title: string, text: string, no: string, yes: string, look: "main" | "danger"}} words of our own, which are taken as markup
 * @param {() => void} then is called after a yes
 */
function question(name, { title, text, no, yes, look }, then) {
  const markup = [
    `<dialog id="${name}-dialog" aria-labelledby="${name}-words"><form method="dialog">`,
    `<h2 id="${name}-words">${title}</h2>`,
    `<p>${text}</p>`,
    `<p class="row"><button value="" autofocus>${no}</button><button value="${name}" class="${look}">${yes}</button></p>`,
    `</form></dialog>`,
  ];
  const menu = /** @type {HTMLDetailsElement} */ ($("menu"));
  menu.querySelector("summary")?.focus(); // where the dialog gives the focus back
  menu.open = false;
  document.body.insertAdjacentHTML("beforeend", markup.join(""));
  const dialog = /** @type {HTMLDialogElement} */ ($(`${name}-dialog`));
  dialog.onclose = () => {
    dialog.remove();
    if (dialog.returnValue === name) then();
  };
  dialog.showModal();
}

const GIVE_UP = {
  title: say("Resign this match?"),
  text: say("Your opponent wins at once. You cannot undo this."),
  no: say("Keep playing"),
  yes: say("Resign"),
  look: /** @type {const} */ ("danger"),
};

export const resign = () => question("resign", GIVE_UP, () => void send({ type: "resign" }, { at: $("resign") }));

const hosts = document.body.dataset.role === "host";
const ANOTHER = {
  title: say("Change your link?"),
  text: hosts
    ? say("The host's page gets a new link that only this browser knows. The old one is dead at once, also on your other devices. Everybody at the table reads that you changed it.")
    : say("Your seat gets a new link that only this browser knows. The old one is dead at once, also on your other devices. Everybody at the table reads that you changed it."),
  no: say("Keep the link"),
  yes: say("Change it"),
  look: /** @type {const} */ ("main"),
};

export const renew = () => question("renew", ANOTHER, () => void change());

async function change() {
  try {
    const { key } = await call(`${document.body.dataset.api}/renew`, {});
    if (hosts) remove("tables", location.pathname.split("/").pop() ?? ""); // the new one is kept when its page opens
    location.replace(`${hosts ? "/h" : "/s"}/${key}`);
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
}

// --- Clocks that stand still until a time

const own = document.body.dataset.role ?? "";
const HOUR_MS = 3_600_000;
let spoken = ""; // what a screen reader was told last

/** A moment in the reader's own time. @param {number} until */
const local = (until) => new Date(until).toLocaleString(document.documentElement.lang, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** @param {string} seat */
const nameOf = (seat) => now.table?.names[seat] ?? say("Seat {seat}", { seat });

/** @param {string} words @param {number} until */
const button = (words, until) => el("button", { type: "button", onclick: (/** @type {Event} */ event) => send({ type: "away", until }, { at: /** @type {HTMLElement} */ (event.currentTarget) }) }, words);

/** What stands at the table: the rest and what ends it, or what the players propose. */
function show() {
  const { until = 0, by = "", proposed = {} } = now.table?.away ?? {};
  const place = document.getElementById("away") ?? el("div", { id: "away", class: "notice" });
  if (!place.isConnected) $("notice").after(place);
  place.hidden = !now.table?.away || now.table.state !== "running";
  if (place.hidden) return void (spoken = "");
  /** @type {(Node | string)[]} */
  const parts = [];
  if (until) {
    parts.push(by === "host" ? say("The host lets the clocks stand still until {time}.", { time: local(until) }) : say("The clocks stand still until {time}: both players have agreed.", { time: local(until) }));
    const waiting = Object.keys(proposed).filter((seat) => proposed[seat] === 0);
    for (const seat of waiting) parts.push(" ", seat === own ? say("You propose that they run on.") : say("{name} proposes that they run on.", { name: nameOf(seat) }));
    if (own === "host") parts.push(" ", button(say("Let the clocks run on"), 0));
    else if (by === "both" && (own === "A" || own === "B") && !waiting.includes(own)) parts.push(" ", button(say("Go on now"), 0));
  } else {
    for (const [seat, wish] of Object.entries(proposed)) {
      const time = local(wish);
      parts.push(seat === own ? say("You propose that the clocks stand still until {time}.", { time }) : say("{name} proposes that the clocks stand still until {time}.", { name: nameOf(seat), time }), " ");
      if (seat === own) parts.push(button(say("Take it back"), 0), " ");
      else if (own === "A" || own === "B") parts.push(button(say("Agree"), wish), " ");
    }
  }
  const words = parts.filter((part) => typeof part === "string").join("").trim();
  if (words !== spoken) speak(words);
  spoken = words;
  const before = place.textContent;
  place.replaceChildren(...parts);
  if (place.textContent !== before) hold(place);
}
addEventListener("settled", show);
show();

/** Asks until when. @param {number} ms @returns {string} as a field of a form has it, in local time */
function field(ms) {
  const moment = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return moment.toISOString().slice(0, 16);
}

/** Why the clocks cannot be let stand still until a time now; empty if they can. */
function closed() {
  const { away: rest, talk } = now.table ?? {};
  if (talk) return say("The players speak with the onlookers now. When that is over, the clocks can stand still until a time.");
  if (own === "host" || !(now.seen?.paused || rest?.until)) return "";
  if (rest?.until) return rest.by === "host" ? say("The host has set how long the clocks stand still. Only the host can change it.") : "";
  return say("The host has paused the match. You can propose a time once it goes on.");
}

export function away() {
  const why = closed();
  const box = /** @type {HTMLInputElement} */ (el("input", { type: "datetime-local", id: "away-until", required: true, value: field(Math.ceil((Date.now() + 8 * HOUR_MS) / HOUR_MS) * HOUR_MS), min: field(Date.now() + 120_000) }));
  const words = own === "host" ? say("All clocks stand still until then, and nobody can move. Everybody at the table sees it. You can let them run on at any time.") : say("If the other player agrees, all clocks stand still until then, and nobody can move. Everybody at the table sees it.");
  const go = el("button", { class: "main" }, own === "host" ? say("Let the clocks stand still") : say("Propose it"));
  const fields = why ? [] : [el("label", { for: "away-until" }, say("Until, in your local time")), box];
  const form = el("form", {}, el("h2", { id: "away-title" }, say("Away until")), el("p", {}, why || words), ...fields, el("p", { class: "row" }, el("button", { type: "button", onclick: () => dialog.close() }, say("Cancel")), why ? "" : go));
  const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { "aria-labelledby": "away-title" }, form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send({ type: "away", until: new Date(box.value).getTime() }, { at: $("away-button") });
    dialog.close();
  });
  dialog.onclose = () => dialog.remove();
  /** @type {HTMLDetailsElement} */ ($("menu")).open = false;
  document.body.append(dialog);
  dialog.showModal();
}
