/**
 * Before a match. While a seat is empty: the links to give away, with a QR code each; the server keeps no link, this browser does. Then the
 * game by lot, the toss of a coin, and players who say that they are ready.
 */

import { $, call, el, memory } from "./dom.js";
import { copy } from "./files.js";
import { count, say } from "./say.js";
import { join, pathOf, role, sit, whose } from "./seat.js";
import { chime, line, now, send } from "./table.js";

let shown = ""; // the links that stand there

/** @param {string} own the reader's seat, or empty @param {Wire.Table} table */
export function invite(own, table) {
  const links = memory.get(`links:${table.id}`) ?? {};
  const offered = table.open ?? [];
  if (table.covered) return covered(table);
  if (table.ending) return closed(table.ending);
  const empty = ["A", "B"].filter((seat) => !table.names[seat] && !table.bots[seat] && !offered.includes(seat));
  if (!empty.length && !offered.length) before(own, table);
  else if (table.role === "host") arrivals(table);
  const key = JSON.stringify([empty, links, offered]);
  if (key === shown) return;
  shown = key;
  /** @type {[string, string][]} */
  const invited = empty.filter((seat) => seat !== own && links.seats?.[seat]).map((seat) => [table.people?.[seat]?.name || say("seat {seat}", { seat }), `/s/${links.seats[seat]}`]);
  document.getElementById("no-invite")?.toggleAttribute("hidden", invited.length > 0 || offered.length > 0 || !empty.length);
  if (table.role === "host") {
    for (const [eye, token] of Object.entries(links.onlookers ?? {})) invited.push([whose(eye, table.people), pathOf(eye, token)]);
    invited.push([say("spectators"), `/w/${table.id}`]);
  }
  const parts = invited.map(([whom, path]) => part(whom, own ? say("Send this link to the other player") : say("Link for {whom}", { whom }), location.origin + path));
  if (offered.length) parts.unshift(open(table));
  if (offered.length && own) void look(table, Boolean(links.anybody));
  $("invites").replaceChildren(...parts);
  delete $("invites").dataset.room;
  const button = /** @type {HTMLButtonElement} */ ($("warm-up"));
  button.onclick = () => void warmUp(own, table);
  button.disabled = false;
  const rematch = Boolean(own && Object.keys(table.won ?? {}).length);
  if (rematch && empty.length) awaited(table);
  $("cancel").hidden = !own || !(links.seats || rematch);
  $("cancel").onclick = () => void cancel(table.id);
}

/** Says who is missing in a rematch, if this browser knows it. @param {Wire.Table} table */
function awaited(table) {
  const { at, name } = memory.get("awaited") ?? {};
  if (!name || at !== location.pathname) return;
  $("waiting-title").textContent = say("Waiting for {name}", { name });
  if (!table.settings.check_in) $("waiting-lead").textContent = say("{name} wanted this rematch too, but is away now. It starts once both of you are here.", { name });
}

/** Closes a table at which nobody plays yet: its links open nothing any more. @param {string} id */
async function cancel(id) {
  const answer = await send({ type: "rule", ruling: "cancel", reason: "" }, { at: $("cancel") });
  if (answer.type === "refused") return;
  await call("/api/me/dismiss", { id }).catch(() => {});
  location.assign("/");
}

/** Who has sat down already. @param {Wire.Table} table */
function arrivals(table) {
  const rows = ["A", "B"].map((seat) => {
    const name = table.names[seat] ?? (table.people?.[seat]?.name || say("Seat {seat}", { seat }));
    return el("li", { class: `seat-${seat}${table.names[seat] ? " is-ready" : ""}` }, el("strong", { class: "name" }, name), " ", el("span", { class: "tag" }, table.names[seat] ? say("has sat down") : say("has not sat down yet")));
  });
  $("before").replaceChildren(el("ul", { class: "ready", role: "status" }, ...rows));
  $("before").hidden = false;
}

/** Who plays, while the match is hidden from this reader. @param {Wire.Table} table */
function covered(table) {
  $("waiting-title").textContent = say("Hidden until the end");
  $("waiting-lead").textContent = say("The match is on. It appears here once it is over.");
  const names = ["A", "B"].map((seat) => el("li", { class: `seat-${seat}` }, el("strong", { class: "name" }, table.names[seat] ?? seat), table.ec ? ` (${seat === table.ec ? say("EC") : say("DMO")})` : ""));
  $("before").replaceChildren(el("ul", { class: "ready" }, ...names));
  $("before").hidden = false;
  $("invites").replaceChildren();
  document.getElementById("no-invite")?.setAttribute("hidden", "");
  shown = "";
}

/** The table was closed before the match began. @param {string} words */
function closed(words) {
  $("waiting-title").textContent = words;
  for (const id of ["waiting-lead", "before", "invites", "warm-up", "cancel", "no-invite"]) document.getElementById(id)?.setAttribute("hidden", "");
}

/** Whether its owner may go meanwhile. @param {Wire.Table} table */
const lasting = (table) => table.settings.untimed || Object.entries(table.options).every(([key, value]) => !key.startsWith("time_") || Number(value) >= 86_400);

/** @param {Wire.Table} table */
function open(table) {
  const words = lasting(table) ? say("You may close this page: the table stays in the list.") : say("It stays in the list as long as this page is open.");
  return el("section", { class: "invite" }, el("h3", {}, say("Open to everybody")), el("p", {}, say("This table stands under Open tables on the first page. The first player who sits down plays.")), el("p", {}, words), el("div", { id: "others" }));
}

let looking = false;
const MOST = 6; // tables of others that are offered

/**
 * Looks who else waits. Two who want anybody may have opened a table each for the same game and clock: the later one's owner goes to the earlier
 * one. All others are offered, whatever their game, those of the same one first.
 * @param {Wire.Table} own @param {boolean} free whether the reader wants anybody, and not just this table
 */
async function look(own, free) {
  if (looking) return;
  looking = true;
  const lists = await import("./lists.js");
  let said = "";
  const show = () => {
    const [place, mine] = [document.getElementById("others"), lists.tables.get(own.id)];
    if (!place || !mine || !line.up) return;
    const same = lists.waiting(`${mine.game}/${mine.variant}`, mine.level);
    const earlier = same.find((one) => one.pace === mine.pace && lists.older(one, mine) < 0);
    const found = [...new Set([...same, ...lists.waiting("", mine.level)])].slice(0, MOST);
    if (free && earlier && !lasting(own)) return void move(own, earlier.id);
    const others = lists.here > 1 ? count("{number} other person is here.", "{number} other people are here.", lists.here - 1) : say("Nobody else is waiting just now.");
    const key = [lists.here, ...found.map((one) => one.id)].join();
    if (key === said && place.firstChild) return; // what has the focus keeps it
    said = key;
    place.replaceChildren(el("p", { role: "status" }, others), ...found.map((one) => el("p", {}, ...lists.offer(one, mine, () => move(own, one.id)))));
  };
  lists.listen(() => now.table?.state !== "waiting" || show());
}

/** Sits down at another table. Nobody sits down at the reader's meanwhile: its line is cut first. @param {Wire.Table} from @param {string} to */
async function move(from, to) {
  if (!line.up) return;
  await new Promise((done) => {
    Object.assign(/** @type {WebSocket} */ (line.socket), { onclose: done }).close();
  });
  const link = now.table?.state === "waiting" && (await join(to, memory.get("name") ?? "").catch(() => ""));
  if (!link) return line.open(); // somebody else was faster, there or here
  if (!lasting(from)) await call("/api/me/dismiss", { id: from.id }).catch(() => {});
  location.replace(link);
}

/** @param {string} whom @param {string} heading @param {string} link */
function part(whom, heading, link) {
  const button = el("button", { type: "button", class: "main" }, say("Copy link"));
  button.addEventListener("click", () => void copy(button, link));
  const code = el("div", { class: "code", role: "img", "aria-label": say("QR code for this link") });
  void fetch("/qr", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ link }) })
    .then((answer) => answer.text())
    .then((svg) => (code.innerHTML = svg));
  const box = /** @type {HTMLInputElement} */ (el("input", { readonly: true, value: link, "aria-label": say("Link for {whom}", { whom }) }));
  box.addEventListener("focus", () => box.select());
  return el("section", { class: "invite" }, el("h3", {}, heading), el("div", { class: "row" }, box, button), code);
}

/** A match against a bot meanwhile, in a tab of its own. @param {string} own @param {Wire.Table} table */
async function warmUp(own, table) {
  const bot = document.body.dataset.bot;
  const tab = window.open("", "_blank");
  memory.set("meanwhile", table.id);
  window.name = `match-${table.id}`; // the warm-up leads back to this tab
  const made = await call("/api/matches", { variant: `${table.game}/${table.variant}`, options: table.changed, seats: { A: "me", B: `bot:${bot}` } });
  await sit(made.seats.A, table.names[own]);
  if (tab) tab.location.href = `/s/${made.seats.A}`;
}

const NEWS_MS = 5_000;

/** Says in a warm-up that somebody has sat down at the table where this browser waits. */
export async function met() {
  const id = memory.get("meanwhile");
  if (id === document.body.dataset.match) return;
  const bar = el("p", { class: "late", role: "status", hidden: true });
  $("notice").before(bar);
  for (;;) {
    const { matches } = await call(`/api/me?only=${id}`).catch(() => ({ matches: null }));
    const [one] = matches ?? [];
    if (matches && (!one || one.state === "over")) break;
    const other = one?.names[one.role === "A" ? "B" : "A"];
    if (other && bar.hidden) {
      bar.replaceChildren(el("strong", {}, say("{name} is here.", { name: other })), " ", el("a", { class: "button main", href: one.link, target: `match-${id}` }, say("Go to the match")));
      bar.hidden = false;
      chime("wish");
    }
    await new Promise((done) => setTimeout(done, NEWS_MS));
  }
  bar.remove();
  memory.set("meanwhile", null);
}

// --- Both seats are taken

/** @param {string} own the reader's seat, or empty @param {Wire.Table} table */
function before(own, table) {
  const drawn = table.lot ? lot(table) : "";
  const scene = table.coin ? toss(own, table) : "";
  const tossing = Boolean(table.coin && !table.coin.face);
  const ready = table.ready ?? [];
  const asked = own && !ready.includes(own) && !tossing;
  $("waiting-title").textContent = tossing ? say("The toss") : asked ? say("Are you ready?") : say("Waiting until both players are ready");
  const lead = $("waiting-lead");
  if (!("late" in lead.dataset)) lead.textContent = tossing ? say("A coin is tossed before the match.") : say("Both seats are taken. The match starts as soon as both players have pressed Ready.");
  const focused = document.activeElement?.id === "ready";
  const rows = ["A", "B"].map((seat) => {
    const state = ready.includes(seat) ? say("ready") : table.vacant?.includes(seat) ? say("given out again") : say("not ready yet");
    return el("li", { class: `seat-${seat}${ready.includes(seat) ? " is-ready" : ""}` }, el("strong", { class: "name" }, table.names[seat] ?? seat), " ", el("span", { class: "tag" }, state));
  });
  const button = el("button", { type: "button", id: "ready", class: "main big", onclick: () => send({ type: "ready" }, { at: button }) }, say("Ready"));
  const list = tossing ? "" : el("ul", { class: "ready" }, ...rows);
  $("before").replaceChildren(drawn, scene, list, asked ? button : el("p", { role: "status" }, own && !tossing ? say("You are ready. The match starts as soon as the other player is.") : ""));
  $("before").hidden = false;
  if (focused) document.getElementById("ready")?.focus();
}

// --- The game by lot: the games of the list, and the one on which the lot fell

// Until the lot falls the page is about no game; then it comes anew.
const anew = () => document.body.dataset.lot && now.table?.lot?.chosen && location.reload();
addEventListener("tabled", anew);
anew();

/** @param {Wire.Table} table @returns {HTMLElement} */
function lot(table) {
  styled("lot");
  const { games, chosen } = /** @type {NonNullable<Wire.Table["lot"]>} */ (table.lot);
  const key = `lot:${table.id}`;
  const fresh = Boolean(chosen) && memory.get(key) !== chosen;
  if (fresh) memory.set(key, chosen); // it falls once before each reader's eyes
  const rows = games.map(({ title, variant }, place) => {
    const here = place + 1 === chosen;
    return number("--place", place, el("li", { class: here ? "fallen" : "" }, el("strong", {}, title), " ", el("span", {}, variant), here && el("span", { "aria-hidden": "true" }, " ★")));
  });
  const one = games[chosen - 1];
  const words = one ? say("The lot fell on {game}, {variant}.", { game: one.title, variant: one.variant }) : say("The lot chooses one of these games.");
  return number("--games", games.length, el("section", { class: fresh ? "lot falls" : "lot", "aria-label": say("The game by lot") }, el("ol", {}, ...rows), el("p", { class: "result", role: "status" }, words)));
}

/** A number for the style sheet. @param {string} name @param {number} value @param {HTMLElement} node */
function number(name, value, node) {
  node.style.setProperty(name, String(value));
  return node;
}

// --- The coin: who calls it, how it falls, and what follows

const NS = "http://www.w3.org/2000/svg";
const RAYS = [0, 45, 90, 135, 180, 225, 270, 315].map((turn) => `<path class="sign" d="M-3.5-27h7L0-38z" transform="translate(50 50) rotate(${turn})"/>`).join("");
const RIM = `<circle class="edge" cx="50" cy="50" r="49"/><circle class="face" cx="50" cy="50" r="44"/>`;
const SUN = `${RIM}<circle class="sign" cx="50" cy="50" r="20"/>${RAYS}`;
const MOON = `${RIM}<path class="sign" d="M60 18a34 34 0 1 0 21 47a29 29 0 0 1-21-47z"/>`;

/** Loads a style sheet once. @param {string} name */
function styled(name) {
  const id = `${name}-style`;
  if (!document.getElementById(id)) document.head.append(el("link", { id, rel: "stylesheet", href: new URL(`./${name}.css`, import.meta.url).href }));
}

const called = (/** @type {string} */ face) => (face === "sun" ? say("the sun") : say("the moon"));

/** The coin as it stands. @param {string} own the reader's seat, or empty @param {Wire.Table} table @returns {HTMLElement} */
function toss(own, table) {
  styled("coin");
  const coin = /** @type {NonNullable<Wire.Table["coin"]>} */ (table.coin);
  const name = (/** @type {string} */ seat) => table.names[seat] ?? say("Seat {seat}", { seat });
  const key = `coin:${table.id}`;
  const fresh = Boolean(coin.face) && memory.get(key) !== coin.face;
  if (fresh) memory.set(key, coin.face); // it is thrown once before each reader's eyes
  for (const seat of table.ec ? ["A", "B"] : []) role(seat, table.ec ?? "");
  const disc = el("div", { class: `disc ${coin.face || "waits"}${fresh ? " flies" : ""}` }, face(SUN), face(MOON));
  const words = [el("p", {}, say("The toss decides: {question}.", { question: coin.about }))];
  if (!coin.caller) words.push(el("p", { class: "quiet" }, say("Sun: {name}. Moon: {other}.", { name: name("A"), other: name("B") })));
  else if (coin.call) words.push(el("p", { class: "quiet" }, coin.caller === own ? say("You called {face}.", { face: called(coin.call) }) : say("{name} called {face}.", { name: name(coin.caller), face: called(coin.call) })));
  else if (coin.called) words.push(el("p", { class: "quiet" }, say("{name} has called, sealed until the toss.", { name: name(coin.caller) })));
  else words.push(calls(own, coin, name));
  if (coin.face) {
    const won = coin.winner === own ? say("It shows {face}. You win the toss.", { face: called(coin.face) }) : say("It shows {face}. {name} wins the toss.", { face: called(coin.face), name: name(coin.winner ?? "") });
    words.push(el("p", { class: "result", role: "status" }, won), el("p", {}, follows(coin, name)));
  }
  return el("section", { class: "coin", "aria-label": say("The coin") }, el("div", { class: "air", "aria-hidden": "true" }, disc), ...words);
}

/** @param {string} markup */
function face(markup) {
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.innerHTML = markup; // our own, without anything of a table
  return svg;
}

/** @param {string} own @param {NonNullable<Wire.Table["coin"]>} coin @param {(seat: string) => string} name */
function calls(own, coin, name) {
  if (coin.caller !== own) return el("p", { role: "status" }, say("{name} calls the toss.", { name: name(coin.caller ?? "") }));
  const button = (/** @type {string} */ face, /** @type {string} */ words) => el("button", { type: "button", class: "main", onclick: (/** @type {Event} */ event) => send({ type: "call", face }, { at: /** @type {HTMLElement} */ (event.currentTarget) }) }, words);
  const note = coin.sealed ? say("Call the toss. Nobody else sees your call before the coin falls.") : say("Call the toss.");
  return el("div", {}, el("p", {}, note), el("div", { class: "row" }, button("sun", say("Sun")), button("moon", say("Moon"))));
}

/** What follows from the toss. @param {NonNullable<Wire.Table["coin"]>} coin @param {(seat: string) => string} name */
function follows(coin, name) {
  const winner = name(coin.winner ?? "");
  return coin.sets === "dmo" ? say("{name} is the DMO.", { name: winner }) : say("{question}: {name}.", { question: coin.about.charAt(0).toUpperCase() + coin.about.slice(1), name: winner });
}
