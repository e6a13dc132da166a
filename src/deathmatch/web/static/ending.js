/** The end of a match: what may come next, and the wish for a rematch. Loaded when a match is over. */

import { $, call, el, memory } from "./dom.js";
import { CALLED, Chooser, keepBot, opponentsOf } from "./opponent.js";
import { hold } from "./page.js";
import { say } from "./say.js";
import { seat, sit } from "./seat.js";
import { chime, notice, now, send } from "./table.js";

document.head.append(el("link", { rel: "stylesheet", href: new URL("./ending.css", import.meta.url).href }));
const ONE_LINE = 16; // letters of a large headline, on the smallest phone
const AWAY_MS = 4_000; // who only opens another page of the match is back by then
const ENDED = "unwished"; // where this browser keeps at which match its reader ended a wish, for all of its tabs
/** The wish for a rematch that stands or how the last one ended, and when the other player was last found away. @type {{is: "" | "mine" | "theirs" | "declined" | "back" | "made" | "closed", gone: number}} */
const wish = { is: "", gone: 0 };

/** Keeps the reader's key for the replay, whose address has none. */
function keep() {
  const { id, role } = /** @type {Wire.Table} */ (now.table);
  if (role !== "watcher") memory.set(`replay:${id}`, document.body.dataset.api?.split("/").pop());
}
$("end").addEventListener("click", keep); // another tab of this browser may look with another key

/** @param {string} own the reader's seat, or empty @param {boolean} [fresh] whether the match ended just now */
export function show(own, fresh = false) {
  if (!now.seen?.public.over) return; // a ruling reopened the match while this was loading
  const at = /** @type {Wire.Table} */ (now.table);
  const won = Boolean(own) && now.seen.public.winner === own;
  document.body.toggleAttribute("data-won", won);
  document.body.toggleAttribute("data-sparks", won && fresh);
  document.body.toggleAttribute("data-brief", ($("owe").textContent ?? "").length <= ONE_LINE);
  if (fresh && own) chime(won ? "won" : "lost");
  keep();
  if ($("end").hidden) hold($("end"));
  $("end").hidden = false;
  const next = /** @type {HTMLAnchorElement} */ ($("next"));
  if (at.rematch && next.hidden) void lookAhead(own, at.rematch);
  next.hidden = !at.rematch || wish.is === "closed";
  if (!next.dataset.series) next.href = at.rematch || "#";
  if (own) choices(own, at);
  if (own && at.won) tally(own, at.won, now.seen.public.winner);
  const series = own && memory.get(`series:${at.id}`);
  if (series) onward(at.id, series);
  if (fresh && own) focus();
}

/** How it stands between the two after some rematches. @param {string} own @param {Record<string, number>} won before this match @param {string} [winner] */
function tally(own, won, winner) {
  const [mine, theirs] = [own, own === "A" ? "B" : "A"].map((seat) => (won[seat] ?? 0) + Number(winner === seat));
  const words = say("Matches won: {own} to {other}.", { own: mine ?? 0, other: theirs ?? 0 });
  const aside = $("aside");
  if (!aside.textContent?.includes(words)) aside.append(" ", el("span", {}, words));
}

/** @param {string} own @param {Wire.Table} at */
function choices(own, at) {
  follow(own, at);
  const bot = at.bots[own === "A" ? "B" : "A"];
  $("new-game").onclick = () => void (bot ? choose(at, own, bot) : begin(at, own, "friend"));
  $("rematch").onclick = () => (wish.is === "closed" ? $("new-game").click() : void send({ type: "rematch" }, { at: $("rematch") }));
  climb(at, own, bot ?? "");
  $("with-friend").hidden = !bot;
  $("with-friend").onclick = () => void begin(at, own, "friend");
}

/** Keeps which levels this browser has beaten, and offers the next one up after a win, and down after a loss; where there is none below, the lesson. @param {Wire.Table} at @param {string} own @param {string} bot */
function climb(at, own, bot) {
  const level = Number(bot.replace("level-", ""));
  const winner = now.seen?.public.winner;
  $("lesson").hidden = !bot || winner === own || (level > 1 && Boolean(winner));
  if (!level || !winner) return;
  const ladder = memory.get("ladder") ?? {};
  const beaten = ladder[at.game] ?? [];
  if (winner === own && !beaten.includes(level)) {
    memory.set("ladder", { ...ladder, [at.game]: [...beaten, level] });
    if (CALLED[level]) keepBot(`level-${level + 1}`, at.game); // what the first page offers next
  }
  const next = winner === own ? level + 1 : level - 1;
  const called = CALLED[next - 1];
  const button = $("climb");
  button.hidden = !called;
  button.textContent = say("Try {bot}, level {level}", { bot: called ?? "", level: next });
  button.onclick = () => (keepBot(`level-${next}`, at.game), void begin(at, own, `bot:level-${next}`));
}

/** In a series the next match takes the place of a rematch. @param {string} id of this table @param {string} key the player's link for the series */
function onward(id, key) {
  for (const name of ["rematch", "climb", "lesson", "with-friend", "new-game"]) $(name).hidden = true;
  const next = /** @type {HTMLAnchorElement} */ ($("next"));
  next.hidden = false;
  if (next.dataset.series) return;
  next.dataset.series = key;
  next.href = `/season/${key}`;
  next.textContent = say("The series");
  void find(next, id, key);
}

/** Looks for the next match of a series, which is there a moment after the end of this one. @param {HTMLAnchorElement} next @param {string} id @param {string} key */
async function find(next, id, key) {
  for (let tries = 0; tries < 10; tries++) {
    const { role, matches, series, contests } = await call(`/api/seasons/${key}`).catch(() => ({ matches: [], contests: [] }));
    const number = Number(role?.split("-")[2] ?? 0);
    const state = series ?? contests.find((/** @type {{number: number}} */ one) => one.number === number);
    const mine = matches.filter((/** @type {{series: number}} */ one) => one.series === number);
    if (state?.seat && mine.at(-1).match !== id) {
      memory.set(`claim:${state.seat}`, state.claim);
      memory.set(`series:${mine.at(-1).match}`, key);
      next.href = `/s/${state.seat}`;
      next.textContent = say("Match {number}", { number: mine.length });
      return;
    }
    if (state?.over || state?.chooses) return;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

/** The first thing that is offered gets the focus, or the headline, which shows no ring, under a finger; unless the reader is at something else: at the chat, in a dialog. */
function focus() {
  const at = document.activeElement;
  if (at && at !== document.body && at.checkVisibility() && !at.closest(".dock, #picture") && !at.matches("#menu:not([open]) > summary")) return; // a dialog gave it back to the menu
  const offers = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#end .row > :is(button:not(:disabled), a)")]);
  (matchMedia("(hover: none)").matches ? $("owe") : offers.find((offer) => offer.checkVisibility()))?.focus({ preventScroll: true });
}

/** A key that is held since the last move presses nothing here. */
$("end").addEventListener("keydown", (event) => event.repeat && /^( |Enter)$/.test(event.key) && event.preventDefault());

/** Sits down at the next match and goes there; another tab of this seat may have sat down before. @param {string} own */
export async function move(own) {
  const link = now.table?.rematch ?? "";
  memory.set("awaited", { at: link, name: now.table?.names[own === "A" ? "B" : "A"] }); // for waiting.js: the other player may be elsewhere
  await sit(link.slice(3), now.table?.names[own]).catch(() => {});
  location.assign(`${link}#owe`); // the page says so, and the headline has the focus
}

/** Sets up a table with the settings of this one, sits down and goes there. @param {Wire.Table} at @param {string} own @param {string} against */
async function begin(at, own, against) {
  try {
    const seats = own === "A" ? { A: "me", B: against } : { A: against, B: "me" };
    const made = await call("/api/matches", { variant: `${at.game}/${at.variant}`, options: at.changed, seats, settings: { ...at.settings, by_hand: false } });
    if (wish.is === "mine") await send({ type: "rematch", wanted: false }, { at: $("rematch") }); // who plays elsewhere waits for nobody here
    memory.set(`links:${made.id}`, { seats: made.seats, onlookers: made.onlookers });
    const link = made.seats[own] ?? "";
    await seat(link, at.names[own], { id: made.id, role: own, commitment: made.commitment }).catch(() => {}); // else its page asks again
    location.assign(`/s/${link}`);
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
}

/** Lets the reader choose the bot of another match. @param {Wire.Table} at @param {string} own @param {string} last */
async function choose(at, own, last) {
  const opponent = new Chooser();
  const cancel = el("button", { type: "button", onclick: () => dialog.close() }, say("Cancel"));
  const form = el("form", { method: "dialog" }, opponent.root, el("p", { class: "row" }, cancel, el("button", { class: "main" }, say("Play"))));
  const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { "aria-labelledby": "bots-title" }, el("h2", { id: "bots-title" }, say("Choose a bot")), form));
  form.addEventListener("submit", () => {
    keepBot(opponent.value, at.game);
    void begin(at, own, `bot:${opponent.value}`);
  });
  dialog.onclose = () => (dialog.remove(), $("new-game").focus());
  opponent.offer(opponentsOf(await call("/api/games").catch(() => []), `${at.game}/${at.variant}`), at.game, last);
  document.body.append(dialog);
  dialog.showModal();
}

/** What becomes of the wish with the server's word. @param {string} own @param {Wire.Table} at @returns {typeof wish.is} */
function stands(own, { id, rematch, wants_rematch: wants = [] }) {
  if (rematch) return wish.is === "closed" ? "closed" : "made";
  if (wants.length) return wants.includes(own) ? "mine" : "theirs";
  if (wish.is !== "mine" && wish.is !== "theirs") return wish.is;
  return memory.get(ENDED) === id ? "" : wish.is === "mine" ? "declined" : "back";
}

/** Shows how it stands with a rematch. @param {string} own @param {Wire.Table} at */
function follow(own, at) {
  const was = wish.is;
  const { is } = Object.assign(wish, { is: stands(own, at) });
  const [mine, theirs] = [is === "mine", is === "theirs"];
  if ((mine || theirs) && is !== was) memory.set(ENDED, null);
  const other = own === "A" ? "B" : "A";
  const name = at.names[other] ?? "";
  const button = /** @type {HTMLButtonElement} */ ($("rematch"));
  button.disabled = mine;
  button.hidden = is === "made";
  button.textContent = theirs ? say("Accept") : is === "closed" ? say("New game") : say("Rematch");
  const no = $("not-now");
  no.textContent = mine ? say("Cancel") : say("Not now");
  no.hidden = !mine && !theirs;
  no.onclick = () => (memory.set(ENDED, at.id), void send({ type: "rematch", wanted: false }, { at: no }));
  const left = at.here[other] === false;
  if (left && !wish.gone) setTimeout(() => now.table && now.seen?.public.over && follow(own, now.table), AWAY_MS);
  wish.gone = left ? wish.gone || Date.now() : 0;
  const away = left && Date.now() >= wish.gone + AWAY_MS;
  const words = {
    "": "",
    made: "",
    mine: away ? say("{name} is away. The rematch waits.", { name }) : say("Waiting for {name} to accept the rematch.", { name }),
    theirs: away ? say("{name} wants a rematch, but is away now.", { name }) : say("{name} wants a rematch.", { name }),
    declined: say("{name} wants no rematch now.", { name }),
    back: say("{name} took it back.", { name }),
    closed: say("The rematch was cancelled."),
  }[is];
  const state = $("rematch-state");
  const before = state.textContent;
  state.textContent = words || state.dataset.idle || "";
  state.classList.toggle("idle", !words);
  if (theirs || document.title === before) document.title = words || ($("owe").textContent ?? "");
  if (location.hash === "#rematch" && (theirs || is === "made")) {
    history.replaceState(null, "", location.pathname); // once, and not again for who comes back
    return void (theirs ? send({ type: "rematch" }, { at: button }) : move(own));
  }
  if (!theirs || is === was) return;
  chime("wish");
  hold($("end"));
}

/** Looks whether the rematch was cancelled before it began; then nothing leads there. @param {string} own @param {string} link */
async function lookAhead(own, link) {
  const [, kind, key] = link.split("/");
  const path = { s: "seats", h: "hosts" }[kind ?? ""] ?? "matches";
  const { table } = await call(`/api/${path}/${key}?pictures=none`).catch(() => ({}));
  if (!table?.ending) return;
  wish.is = "closed";
  show(own);
}
