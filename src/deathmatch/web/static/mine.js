/** The tables of this browser: whose turn it is, since when, against whom, and how it ended. */

import { $, call, el, memory } from "./dom.js";
import { heading, past, players, signed } from "./lists.js";
import { badge, notify } from "./notify.js";
import { count, say } from "./say.js";

/**
 * @typedef {{id: string, link: string, title: string, names: Record<string, string>, state: string, game?: string, variant?: string, role?: string,
 *   bots?: Record<string, string>, owes?: string, since?: number, left?: number, away?: number, winner?: string, score?: Record<string, number>, ending?: string, rematch?: string, wants_rematch?: string[], ready?: boolean}} Mine
 */

const AGAIN_MS = 15_000;
const SOON_MS = 3_000; // while somebody may come, move, or ask for a rematch, and the reader looks
const TITLE = document.title;
const HOUR_MS = 3_600_000;
const REMINDERS_MS = [24 * HOUR_MS, 3 * HOUR_MS, HOUR_MS / 2]; // left when the table reminds, too
/** @type {Map<string, Mine>} */
const mine = new Map();
/** @type {Map<string, string>} */
const known = new Map(); // the turns that were told of
/** @type {Map<string, number>} */
const lasting = new Map(); // what was left of the reader's time
let timer = 0;
let asked = ""; // the match whose row asks whether it shall go

/** A moment in the reader's own time, with its day if that is another one. @param {number} moment @returns {string} */
const local = (moment) => new Date(moment).toLocaleString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...(new Date(moment).getDate() !== new Date().getDate() && { weekday: "short" }) });

/** @param {string[]} names @returns {string} */
const sides = ([name, other]) => (name && other ? say("{name} against {other}", { name, other }) : name || say("No players yet"));

/** @param {Mine} one */
export function against(one) {
  const other = { A: "B", B: "A" }[one.role ?? ""];
  const names = players(one);
  if (!other) return sides(Object.values(names));
  return names[other] ? say("Against {name}", { name: names[other] }) : say("No opponent yet");
}

/** Which wish for a rematch, or which rematch, waits for the reader of a finished match. @param {Mine} one @returns {string} */
function next({ role, names, rematch, ready, wants_rematch: wants = [] }) {
  const other = { A: "B", B: "A" }[role ?? ""] ?? "";
  const name = names[other] ?? "";
  if (ready) return say("{name} waits in the rematch", { name });
  return !rematch && wants.includes(other) ? say("{name} wants a rematch", { name }) : "";
}

/** Whether there is nothing left to do at a match. @param {Mine} one */
const done = (one) => one.state === "over" && !next(one);

/** How a match ended, for who took part in it. @param {Mine} one */
function result({ role = "", winner, score = {}, ending }) {
  const [own, other] = [score[role], score[role === "A" ? "B" : "A"]];
  if (!winner || role === "host") return ending ?? say("Over");
  if (own === undefined || other === undefined) return winner === role ? say("You won") : say("You lost");
  return winner === role ? say("You won: {high} to {low}", { high: own, low: other }) : say("You lost: {low} to {high}", { low: own, high: other });
}

/** Whether the reader sits at a table where nobody else does yet. @param {Mine} one */
const alone = ({ state, role, names }) => state === "waiting" && role !== "host" && Object.keys(names).length < 2;

/** @param {string} id of a table where the reader waits */
const awaited = (id) => (memory.get(`links:${id}`)?.anybody ? say("Waiting for anybody") : say("Waiting for your friend"));

/** How a match stands, and what is to be known of the time. @param {Mine} one @returns {string[]} */
export function standing(one) {
  const { left = 0, since = 0 } = one;
  const { at } = memory.get(`links:${one.id}`) ?? {};
  if (one.state === "waiting") return [alone(one) ? awaited(one.id) : say("Waiting"), ...(at ? [say("since {time}", { time: local(at) })] : [])];
  if (one.state === "over") return next(one) ? [next(one)] : [result(one), past(since)];
  if (one.away) return [say("The clocks stand still until {time}", { time: local(one.away) })];
  if (!one.owes) return [one.role === "host" ? say("Being played") : say("Their move")];
  if (left > HOUR_MS) return [say("Your move"), say("until {time}", { time: local(Date.now() + left) })];
  if (left) return [say("Your move"), count("{number} minute left", "{number} minutes left", Math.ceil(left / 60_000))];
  return [say("Your move"), ...(since < 60_000 ? [] : [say("since {time}", { time: local(Date.now() - since) })])];
}

/** Has the row of a match ask whether it shall go; no row asks if there is no `id`. @param {string} id */
function ask(id) {
  const before = asked;
  asked = id;
  render();
  /** @type {HTMLElement | null} */ (document.querySelector(`[data-id="${id || before}"] button:last-child`))?.focus();
}

/** A tap where a thumb scrolls takes nothing away: the row asks first, and has nothing that removes where the finger is. @param {Mine} one */
function question(one) {
  const remove = async () => {
    mine.delete(one.id);
    ask("");
    await call("/api/me/dismiss", { id: one.id }).catch(() => {
      mine.set(one.id, one); // it was not dismissed
      render();
    });
  };
  const goes = alone(one) ? say("Take it off this list? The invitation stays open; at the table you can cancel it.") : say("Remove from this list? The match goes on, and its link still opens it.");
  return el(
    "li",
    { "data-id": one.id, class: "asked" },
    el("p", {}, el("strong", {}, `${one.title} · ${against(one)}`), one.state === "over" ? say("Remove from this list?") : goes),
    el("button", { type: "button", onclick: remove }, say("Remove")),
    el("button", { type: "button", onclick: () => ask("") }, say("Keep")),
  );
}

/** What a row of a match that goes on says below its game: who, then how it stands. @param {Mine} one */
function going(one) {
  const [state = "", time = ""] = standing(one);
  const people = one.role === "host" ? `${against(one)} · ${say("you host it")}` : against(one);
  return [el("span", { class: "who" }, heading(one), !alone(one) && el("span", {}, people), el("span", { class: "standing" }, el("strong", {}, state), time && ` · ${time}`))];
}

/** What a row of a finished match says: against whom and when, and the result at its end. @param {Mine} one */
function over(one) {
  const { role = "", score = {}, winner } = one;
  const other = role === "A" ? "B" : "A";
  const [won, played] = [winner === role, winner && role !== "host"];
  const figures = score[role] === undefined || score[other] === undefined ? "" : `${score[role]} : ${score[other]}`;
  const about = [played ? (one.names[other] ?? "") : result(one), past(one.since ?? 0)].filter(Boolean).join(" · ");
  const words = el("span", { class: "who" }, el("span", {}, el("strong", {}, one.title)), el("span", {}, el("span", {}, about), one.link.startsWith("/s/") && el("u", {}, say("Review"))));
  return [words, played ? el("span", { class: `result ${won ? "won" : "lost"}` }, el("strong", {}, figures), el("span", {}, won ? say("You won") : say("You lost"))) : ""];
}

/** Copies the link for the seat that is still empty. @param {Mine} one */
function invitation(one) {
  const link = alone(one) && memory.get(`links:${one.id}`)?.seats?.[one.role === "A" ? "B" : "A"];
  const button = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "copy" }, say("Copy link")));
  button.onclick = async () => (await import("./files.js")).copy(button, `${location.origin}/s/${link}`);
  return link ? button : "";
}

/** @param {Mine} one */
function row(one) {
  if (one.id === asked) return question(one);
  const ended = done(one);
  const href = ended && one.link.startsWith("/s/") ? one.link.replace("/s/", "/r/") + "#review" : `${one.link}${one.ready ? "#rematch" : ""}`;
  const away = el("button", { type: "button", class: "away", "aria-label": say("Dismiss {game}: {people}", { game: one.title, people: against(one) }), title: say("Dismiss"), onclick: () => ask(one.id) }, "×");
  return el("li", { "data-id": one.id, class: one.owes || next(one) ? "owed" : "" }, el("a", { href }, signed(one), ...(ended ? over(one) : going(one))), invitation(one), away);
}

/** @param {Mine} one */
const botted = ({ bots = {} }) => Boolean(bots.A || bots.B);

/** Those that wait for the reader first, people before bots and the most urgent before the others; then those that go on, then those that ended last. @param {Mine} one */
const rank = (one) => (next(one) ? 0 : one.owes ? (one.left || REMINDERS_MS[0] || 0) + (botted(one) ? 1e10 : 0) : one.state === "running" ? 1e11 : 1e12 + (one.since ?? 0));

/** Shows a list; it has more rows than are seen at first. @param {string} id @param {HTMLElement[]} rows */
function show(id, rows) {
  const more = /** @type {HTMLElement} */ ($(id).querySelector(".further"));
  $(id).hidden = !rows.length;
  $(`${id}-list`).replaceChildren(...rows);
  more.textContent = say("Show all {number}", { number: rows.length });
  more.onclick = () => {
    $(id).classList.add("whole");
    /** @type {HTMLElement | null} */ ($(`${id}-list`).querySelector("a"))?.focus();
  };
}

function render() {
  const all = [...mine.values()].sort((a, b) => rank(a) - rank(b));
  const [ended, open] = [all.filter(done), all.filter((one) => !done(one))];
  const newest = open.findIndex(({ state }) => state === "waiting");
  if (newest > 2) open.splice(2, 0, ...open.splice(newest, 1)); // an invitation is seen at once
  show("past", ended.map(row));
  show("mine", open.map(row));
  $(open.length ? "mine-title" : "past-title").after($("keep"));
  memory.set("mine", [open.length, ended.length]); // for early.js
  document.documentElement.toggleAttribute("data-mine", open.length > 0);
  document.documentElement.toggleAttribute("data-past", ended.length > 0);
  const owed = all.filter((one) => one.owes).length;
  badge(owed);
  document.title = owed ? `● ${say("Your move")} · ${TITLE}` : TITLE;
}

/** Tells of each turn once. @param {Mine[]} found */
function tell(found) {
  for (const one of found) {
    const owed = one.owes || next(one);
    if (owed && known.has(one.id) && known.get(one.id) !== owed) notify(next(one) || say("Your move: {game}", { game: one.title }), next(one) ? one.title : against(one), one.link, one.id);
    known.set(one.id, owed);
    const left = owed && one.left ? one.left : Infinity;
    const before = lasting.get(one.id) ?? left;
    if (REMINDERS_MS.some((mark) => left <= mark && mark < before)) notify(say("Your time runs out {time}", { time: local(Date.now() + left) }), `${one.title} · ${against(one)}`, one.link, one.id);
    lasting.set(one.id, left);
  }
}

/** Whether a player may want a rematch of this match still. @param {Mine} one */
const fresh = (one) => one.state === "over" && one.role !== "host" && !botted(one) && (one.since ?? 0) < HOUR_MS;

/** Takes in what is new, and looks for rematches in which somebody waits for the reader. @param {Mine[]} matches */
async function take(matches) {
  for (const one of matches) mine.set(one.id, one);
  const links = [...mine.values()].map(({ link }) => link);
  const begun = matches.filter((one) => one.state === "over" && one.rematch?.startsWith("/s/") && (one.since ?? 0) < 24 * HOUR_MS && !links.includes(one.rematch));
  await Promise.all(begun.map(async (one) => {
    const { table } = await call(`/api/seats/${one.rematch?.slice(3)}?pictures=none`).catch(() => ({}));
    one.ready = table?.state === "waiting" && !table.ending;
  }));
  tell(matches);
  render();
  const soon = !document.hidden && [...mine.values()].some((one) => fresh(one) || (one.state !== "over" && !botted(one)));
  timer = window.setTimeout(again, soon ? SOON_MS : AGAIN_MS);
}

/** Asks again for those that go on, or may. */
async function again() {
  clearTimeout(timer);
  const going = [...mine.values()].filter((one) => !done(one) || fresh(one)).map((one) => one.id);
  if (going.length) await take((await call(`/api/me?only=${going.join(",")}`).catch(() => ({ matches: [] }))).matches);
}

/** Shows them, and asks for news from time to time. @param {{matches: Mine[], account?: string} | null} me what the server says of the reader */
export async function begin(me) {
  if (!me) return render();
  if (me.account) $("keep").textContent = say("Your key and all your tables");
  await take(me.matches);
  document.addEventListener("visibilitychange", () => void (document.hidden || again()));
}
