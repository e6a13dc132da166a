/** All tables of a host at once: small pictures with what each waits for, the loudest first. */

import { $, call, el, figures } from "./dom.js";
import { ago, players } from "./lists.js";
import { badge, notify } from "./notify.js";
import { count, say } from "./say.js";
import { add, kept, remove } from "./seat.js";

/**
 * @typedef {{place: number, mark: string, id: string, game: string, variant: string, title: string, state: string, names?: Record<string, string>, meant?: Record<string, string>,
 *   bots?: Record<string, string>, ec?: string, here?: string[], waits?: string[], vacant?: string[], missing?: string, paused?: boolean, since?: number,
 *   clocks?: Record<string, Wire.Clock>, sealed?: string[], ending?: string, winner?: string, next?: boolean, title_of_picture?: string, svg?: string}} Card
 * @typedef {{card: Card, at: number, node: HTMLElement, loud: number, told: string}} Table
 */

const MOST = 48; // tables of one request
const PAUSE_MS = 500; // between two requests, at least
const WAIT_MS = 8_000; // a table that was added shows after this at the latest
const AGAIN_MS = 60_000; // between two looks for new tables of a season
const LOW_MS = 20_000; // what a player has left when the clock is about to run out
const LONG_MS = 3_600_000; // with more time left nobody has to be there
const HOST = 0, LOW = 1, GONE = 2, PLAYED = 3, WAITING = 4, OVER = 5; // prettier-ignore

/** @type {Map<string, Table>} */
const tables = new Map(); // by secret link
/** @type {Set<string>} */
const hidden = new Set(); // the links of tables that were removed from this page
let tries = 0;

// --- What a table waits for

/** @param {Table} table @param {string} seat @returns {number} ms */
function left({ card, at }, seat) {
  const clock = card.clocks?.[seat];
  if (!clock?.running) return Infinity;
  return Math.max(0, clock.left + clock.bank - (performance.now() - at));
}

/** The seats whose players are missed. @param {Table} table */
function missed({ card }) {
  const here = card.here ?? [];
  const hurried = Object.values(card.clocks ?? {}).some((clock) => clock.running && clock.left + clock.bank < LONG_MS);
  return card.state === "running" && !card.paused && hurried ? ["A", "B"].filter((seat) => !here.includes(seat)) : [];
}

/** The seats of people whose time is about to run out. @param {Table} table */
const low = (table) => (table.card.waits ?? []).filter((seat) => !table.card.bots?.[seat] && left(table, seat) < LOW_MS);

/** @param {Table} table */
function loudness(table) {
  const { card } = table;
  if (card.state === "over") return OVER;
  if (card.waits?.includes("host")) return HOST;
  if (low(table).length) return LOW;
  if (missed(table).length || card.vacant?.length) return GONE;
  return card.state === "waiting" ? WAITING : PLAYED;
}

/** @param {Table} table @param {string} seat */
const nameOf = ({ card }, seat) => card.names?.[seat] ?? card.meant?.[seat] ?? say("seat {seat}", { seat });

/** What the table waits for, in words. @param {Table} table @returns {string} */
function words(table) {
  const { card, loud } = table;
  const [first = "", second] = card.waits ?? [];
  const name = nameOf(table, first);
  const [out = "", both] = missed(table);
  if (loud === OVER) return card.ending ?? say("Over");
  if (loud === HOST) return card.paused ? say("Paused. It waits for you") : say("Waits for your deal");
  if (loud === LOW) return say("{name}: time is about to run out", { name: nameOf(table, low(table)[0] ?? "") });
  if (card.vacant?.length) return say("Seat {seat} waits for its new player", { seat: card.vacant[0] });
  if (loud === GONE) return both ? say("Both players are gone") : say("{name} is gone", { name: nameOf(table, out) });
  if (card.missing === "sit" && !card.meant?.[first]) return second ? say("Both seats are free") : say("Seat {seat} is free", { seat: first });
  if (card.missing === "call") return say("{name} has to call the toss", { name });
  if (card.missing === "ready") return second ? say("Neither player is ready") : say("{name} is not ready", { name });
  return second ? say("Waits for both players") : say("Waits for {name}", { name });
}

// --- One card

/** The picture for many on one page: no two elements have the same id. @param {Card} card */
const picture = ({ svg = "", game }) => svg.replace(/ id="slot-[^"]*"/g, "").replaceAll('"sign-', `"${game}-sign-`).replaceAll("#sign-", `#${game}-sign-`);

/** @param {string} key @param {Card} card @returns {Table} */
function made(key, card) {
  const away = el("button", { type: "button", class: "away", title: say("Remove from this page"), onclick: () => drop(key) }, "×");
  const link = el("h2", {}, el("a", { href: `/h/${key}` }));
  const parts = [link, el("p", { class: "facts quiet" }), el("p", { class: "state" }), el("ul", { class: "sides" }), away];
  const node = el("li", { class: "seen", "data-id": card.id }, el("div", { class: "thumb", "aria-hidden": "true" }), ...parts);
  return { card, at: performance.now(), node, loud: PLAYED, told: "" };
}

/** @param {string} key @param {Card} card */
function take(key, card) {
  const table = tables.get(key) ?? made(key, card);
  tables.set(key, table);
  table.card = card;
  table.at = performance.now();
  const { node } = table;
  const thumb = /** @type {HTMLElement} */ (node.querySelector(".thumb"));
  if (card.svg) thumb.innerHTML = picture(card);
  const [name, other] = ["A", "B"].map((seat) => players({ names: { ...card.meant, ...card.names }, bots: card.bots ?? {}, ec: card.ec ?? "" })[seat]);
  const people = name && other ? say("{name} against {other}", { name, other }) : name || other || say("No players yet");
  /** @type {HTMLElement} */ (node.querySelector("h2 a")).textContent = people;
  /** @type {HTMLElement} */ (node.querySelector(".away")).setAttribute("aria-label", say("Remove {people} from this page", { people }));
  /** @type {HTMLElement} */ (node.querySelector(".facts")).textContent = [card.title, card.variant && say(card.variant), card.title_of_picture].filter(Boolean).join(" · ");
  if (card.next) void follow(key);
}

/** The next match of the same people comes too; its link follows from this one. @param {string} key */
async function follow(key) {
  const { table } = await call(`/api/hosts/${key}?pictures=none`).catch(() => ({ table: {} }));
  const next = table.rematch?.startsWith("/h/") ? table.rematch.slice("/h/".length) : "";
  if (next) add("tables", next);
}

/** One player's name, line and clock. @param {Table} table @param {string} seat */
function side(table, seat) {
  const { card } = table;
  const name = card.names?.[seat];
  const free = card.meant?.[seat] ?? say("Seat {seat} is free", { seat });
  if (!name) return el("li", {}, el("span", { class: "line off" }), el("span", { class: "name quiet" }, free));
  const here = card.here?.includes(seat);
  const time = left(table, seat);
  const owes = card.waits?.includes(seat);
  const clock = card.clocks?.[seat];
  const shown = Number.isFinite(time) ? figures(time) : clock?.bank ? figures(clock.bank) : "";
  const warn = owes && time < LOW_MS;
  return el(
    "li",
    {},
    el("span", { class: here ? "line" : "line off", role: "img", "aria-label": here ? say("connected") : say("not connected") }),
    el("span", { class: owes ? "name owes" : "name" }, name, card.winner === seat && " ★"),
    card.sealed?.includes(seat) && el("span", { class: "quiet" }, say("sealed")),
    el("span", { class: warn ? "clock low" : owes ? "clock" : "clock quiet" }, (warn ? "! " : "") + shown),
  );
}

/** The words and clocks of a table, as they are at this moment. @param {Table} table */
function tick(table) {
  const { card, node } = table;
  table.loud = loudness(table);
  node.classList.toggle("loud", table.loud <= GONE);
  node.classList.toggle("over", table.loud === OVER);
  const since = table.loud === OVER ? "" : ` · ${ago((card.since ?? 0) + performance.now() - table.at)}`;
  const state = words(table);
  /** @type {HTMLElement} */ (node.querySelector(".state")).replaceChildren(state, el("small", {}, since));
  /** @type {HTMLElement} */ (node.querySelector(".sides")).replaceChildren(...["A", "B"].map((seat) => side(table, seat)));
  if (table.loud <= GONE && table.told !== state) notify(state, node.querySelector("h2")?.textContent ?? "", node.querySelector("a")?.href ?? "", card.id);
  table.told = table.loud <= GONE ? state : "";
}

// --- All of them

/** The loudest first; among those that are played the one that has waited longest. @param {Table} one @param {Table} other */
function order(one, other) {
  if (one.loud !== other.loud) return one.loud - other.loud;
  if (one.loud === LOW) return Math.min(left(one, "A"), left(one, "B")) - Math.min(left(other, "A"), left(other, "B"));
  return one.at - (one.card.since ?? 0) - (other.at - (other.card.since ?? 0));
}

/** Puts the cards in their order. Nothing moves that stands right, and the focus stays where it is. */
function render() {
  for (const table of tables.values()) tick(table);
  const sorted = [...tables.values()].sort(order);
  const list = $("tables");
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const wanted = new Set(sorted.map(({ node }) => node));
  for (const node of [...list.children]) if (!wanted.has(/** @type {HTMLElement} */ (node))) node.remove();
  for (const [place, { node }] of sorted.entries()) if (list.children[place] !== node) list.insertBefore(node, list.children[place] ?? null);
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
  const loud = sorted.filter((table) => table.loud <= GONE).length;
  const words = loud ? count("{number} needs you", "{number} need you", loud) : count("{number} table", "{number} tables", sorted.length);
  if ($("count").textContent !== words) $("count").textContent = words;
  $("none").hidden = Boolean(sorted.length);
  badge(loud);
}

/** @param {string} key */
function drop(key) {
  const id = tables.get(key)?.card.id;
  hidden.add(key);
  tables.delete(key);
  remove("tables", key);
  render();
  if (id) void call("/api/me/dismiss", { id }).catch((error) => trouble(error.message));
}

/** Looks for tables that are not here yet: those of this browser's cookie, and those of the seasons that it hosts. */
async function gather() {
  const { matches } = await call("/api/me").catch(() => ({ matches: [] }));
  for (const one of matches) if (one.link.startsWith("/h/")) add("tables", one.link.slice("/h/".length));
  for (const season of kept("seasons")) {
    try {
      const { matches } = await call(`/api/seasons/${season}`);
      for (const one of matches) if (one.links?.host) add("tables", one.links.host);
    } catch (/** @type {any} */ error) {
      if (error.status === 404) remove("seasons", season);
    }
  }
}

/** The links to ask for; of too many those of finished tables are left out first. */
function wanted() {
  const keys = kept("tables").filter((key) => !hidden.has(key));
  return keys.length > MOST ? keys.filter((key) => tables.get(key)?.loud !== OVER).slice(0, MOST) : keys;
}

/** Asks until something has changed, again and again. */
async function ask() {
  const keys = wanted();
  const known = keys.map((key) => ({ key, mark: tables.get(key)?.card.mark ?? "" }));
  try {
    const fresh = keys.every((key) => tables.has(key));
    const { cards, gone } = keys.length ? await call("/api/overview", { tables: known, wait: fresh ? WAIT_MS : 0 }) : { cards: [], gone: [] };
    for (const card of cards) take(keys[card.place] ?? "", card);
    for (const place of gone) {
      tables.delete(keys[place] ?? "");
      remove("tables", keys[place] ?? "");
    }
    tries = 0;
    trouble("");
  } catch (error) {
    tries += 1;
    trouble(/** @type {Error} */ (error).message);
  }
  render();
  setTimeout(ask, Math.min(20_000, PAUSE_MS * 2 ** tries));
}

/** @param {string} words */
function trouble(words) {
  $("trouble").hidden = !words;
  $("trouble").textContent = words && words.charAt(0).toUpperCase() + words.slice(1);
}

$("add").addEventListener("submit", (event) => {
  event.preventDefault();
  const box = /** @type {HTMLInputElement} */ ($("link"));
  const failed = /** @type {HTMLElement} */ ($("add").querySelector(".error"));
  const [, kind, key] = /\/(h|season)\/([^/?#\s]+)/.exec(box.value) ?? [];
  failed.hidden = Boolean(key);
  failed.textContent = say("This is no link of a host.");
  if (!key) return;
  hidden.delete(key);
  add(kind === "h" ? "tables" : "seasons", key);
  box.value = "";
  void gather();
});
$("tidy").addEventListener("click", () => {
  for (const [key, table] of [...tables]) if (table.loud === OVER) drop(key);
});

void gather().then(ask);
setInterval(gather, AGAIN_MS);
setInterval(render, 1000);
