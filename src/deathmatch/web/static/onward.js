/**
 * Where a match goes once it is over: shared by a link, pictures, words for a chat and code for another site, at its table or at a position of
 * its replay; or played on from such a position, against a bot or a friend. Loaded when a reader asks.
 */

import { call, el, memory, speak } from "./dom.js";
import { copy, save } from "./files.js";
import { Chooser, gameOf, keepBot, opponentsOf } from "./opponent.js";
import { ask, go as show, now, reason, score } from "./reel.js";
import { say } from "./say.js";
import { sit } from "./seat.js";
import { now as live } from "./table.js";

// --- Sharing

const root = document.body.dataset;
const here = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox" }));
const begins = el("label", { class: "check" }, here, say("Begin at this position"));
const links = el("div", {});
const codes = el("details", {}, el("summary", {}, say("More")));
const files = el("p", { class: "row" });
const unmade = el("p", { class: "error", role: "alert", hidden: true });
const note = el("p", { class: "quiet" });
const shown = /** @type {HTMLImageElement} */ (el("img", { class: "preview", width: 1200, height: 630, alt: "", onload: () => (shown.ariaBusy = null), onerror: () => (shown.hidden = true) })); // as chats show the link
const sharing = /** @type {HTMLDialogElement} */ (
  el(
    "dialog",
    { class: "sharing", "aria-labelledby": "sharing-title" },
    el("h2", { id: "sharing-title" }, say("Share")),
    shown,
    links,
    begins,
    note,
    files,
    codes,
    unmade,
    el("p", { class: "row" }, el("button", { type: "button", onclick: () => sharing.close() }, say("Close"))),
  )
);
here.onchange = fill;

/** At the table of a match that is over, as at the end of its replay, seen by the same eye. */
function ended() {
  const { table, seen } = live;
  if (!table || !seen) return;
  const seated = /^[AB]$/.test(table.role);
  const { names, title, settings } = table;
  now.film = /** @type {Wire.Film} */ ({ names, title, over: true, winner: seen.public.winner, score: seen.score });
  [now.mine, now.eye, now.at] = [seated ? table.role : "", seated ? table.role : "public", -1];
  root.published = settings.publish ? "yes" : "";
  root.key = table.role === "watcher" ? table.id : root.api?.split("/").pop();
}

/** What this replay is called in a chat. */
function title() {
  const { names, title: game, over, winner } = /** @type {Wire.Film} */ (now.film);
  const who = { name: names.A, other: names.B, game, winner: names[winner ?? ""] };
  if (!over) return say("{name} and {other}, {game}: not finished", who);
  return winner ? [say("{name} and {other}, {game}: {winner} won", who), score()].filter(Boolean).join(", ") : say("{name} and {other}, {game}: nobody won", who);
}

/** The same as a player says it. */
function told() {
  const { names, title: game, winner } = /** @type {Wire.Film} */ (now.film);
  if (!winner || !"AB".includes(now.mine || "-")) return title();
  const other = names[now.mine === "A" ? "B" : "A"];
  return [winner === now.mine ? say("I beat {other} at {game}", { other, game }) : say("{other} beat me at {game}", { other, game }), score()].filter(Boolean).join(", ");
}

/** A text as it stands in an attribute. @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** @param {string} id @param {string} label @param {string} text */
function line(id, label, text) {
  const box = el("input", { id, readonly: true, value: text });
  const button = /** @type {HTMLElement} */ (el("button", { type: "button", onclick: () => void copy(button, text), "aria-label": say("Copy: {label}", { label }) }, say("Copy")));
  const send = id === "share-link" && "share" in navigator && el("button", { type: "button", onclick: () => void navigator.share({ text: told(), url: text }).catch(() => {}) }, say("Share"));
  return el("div", { class: "share" }, el("label", { for: id }, label), el("div", { class: "row" }, box, send, button));
}

/** The address of something of this match, by its public id: never by the reader's own key. @param {string} suffix */
const address = (suffix) => `${location.origin}/r/${root.match}${suffix}`;

/** Whether a link says where to begin. */
const begun = () => here.checked && !whole() && now.at > 0;

function query() {
  const given = new URLSearchParams();
  if (begun()) given.set("ply", String(now.at));
  if (root.published && now.eye !== "public") given.set("eye", now.eye);
  return String(given) ? `?${given}` : "";
}

function fill() {
  const open = Boolean(root.published);
  begins.hidden = whole();
  shown.hidden = Boolean(now.record) || !now.film?.over;
  const src = address(begun() ? `.png?ply=${now.at}` : ".png");
  if (!shown.hidden && shown.src !== src) Object.assign(shown, { src, ariaBusy: "true" });
  const link = address(query());
  const embed = address(`?embed${begun() ? `&amp;ply=${now.at}` : ""}`);
  const moving = address(`.gif${now.eye === "public" ? "" : `?eye=${now.eye}`}`);
  links.replaceChildren(line("share-text", say("Text for a chat"), now.record ? told() : `${told()} ${link}`));
  if (!now.record) links.prepend(line("share-link", say("Link"), link));
  links.querySelector("button")?.classList.add("main");
  codes.hidden = !open;
  if (open) {
    codes.replaceChildren(
      codes.firstChild ?? "",
      line("share-embed", say("Code for a page"), `<iframe src="${embed}" title="${escaped(title())}" width="480" height="640" style="border:0;max-width:100%" loading="lazy"></iframe>`),
      line("share-image", say("Code for an animation"), `<a href="${link}"><img src="${moving}" alt="${escaped(title())}" width="360"></a>`),
    );
  }
  note.textContent = open
    ? say("Everybody who has the link can open the replay.")
    : now.record
      ? say("The record is not on this server, so it has no link. Share the file or a picture.")
      : say("Everybody who has the link sees the match as spectators saw it. This table does not publish its record.");
  files.replaceChildren(picture(whole() ? say("Picture of the result") : say("Picture of this position"), "png"), picture(say("Animation of the match"), "gif"));
}

/** What a saved file is called: by its game, its players and its score, in letters of any script. */
function file() {
  const { names, title } = /** @type {Wire.Film} */ (now.film);
  return [title, names.A, names.B, score()].join(" ").toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "match";
}

/** @param {string} label @param {"png" | "gif"} kind */
function picture(label, kind) {
  const button = /** @type {HTMLButtonElement} */ (el("button", { type: "button" }, label));
  button.onclick = async () => {
    button.disabled = true;
    if (kind === "gif") button.textContent = say("Making the animation …"); // it takes a while
    unmade.hidden = true;
    try {
      save(await fetched(kind), `${file()}${kind === "png" && now.at >= 0 ? `-${now.at}` : ""}.${kind}`);
      button.textContent = say("Saved");
      speak(say("Saved"));
      await new Promise((done) => setTimeout(done, 1500));
    } catch (error) {
      unmade.textContent = kind === "gif" ? `${reason(error)} ${say("Try again, or save the picture of a position.")}` : reason(error);
      unmade.hidden = false;
    }
    button.textContent = label;
    button.disabled = false;
  };
  return button;
}

/** Whether the match is shown as it ended, at its table or in its replay. */
const whole = () => now.at < 0 || (Boolean(now.film?.over) && now.at === (now.film?.frames.length ?? 0) - 1);

/** @param {"png" | "gif"} kind @returns {Promise<Blob>} */
async function fetched(kind) {
  const theme = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const asked = { ...(kind === "png" ? { ply: whole() ? -1 : now.at } : {}), eye: now.eye, theme };
  const answer = now.record
    ? await fetch(`/api/records/${kind}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ record: now.record, ...asked }) })
    : await fetch(`/r/${root.key}.${kind}?${new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)]))}`);
  if (answer.ok) return answer.blob();
  const { reason: why } = await answer.json().catch(() => ({}));
  throw new Error(why ?? say("the server answered {status}", { status: answer.status }));
}

/** @param {HTMLElement} button */
export function share(button) {
  if (!sharing.isConnected) document.body.append(sharing);
  ended();
  if (root.whatif) show(now.at); // what is shared was played
  fill();
  sharing.onclose = () => button.focus();
  sharing.showModal();
  links.querySelector("button")?.focus();
}

// --- Playing on

const seat = /** @type {HTMLSelectElement} */ (el("select", { id: "go-seat" }));
const whom = /** @type {HTMLSelectElement} */ (el("select", { id: "go-whom" }, el("option", { value: "bot" }, say("A bot")), el("option", { value: "friend" }, say("A friend, by a link"))));
const opponent = new Chooser();
whom.onchange = () => (opponent.root.hidden = whom.value !== "bot");
const name = /** @type {HTMLInputElement} */ (el("input", { id: "go-name", maxlength: 40, autocomplete: "nickname" }));
const where = el("p", {});
const failed = el("p", { class: "error", role: "alert", hidden: true });
const go = /** @type {HTMLButtonElement} */ (el("button", { class: "main" }, say("Play")));
const labelled = (/** @type {string} */ words, /** @type {HTMLElement} */ input) => el("div", { class: "field" }, el("label", { for: input.id }, words), input);
const form = el(
  "form",
  {},
  where,
  labelled(say("You play"), seat),
  labelled(say("Against"), whom),
  opponent.root,
  labelled(say("Your name"), name),
  el("p", { class: "quiet" }, say("You have seen this match with every eye, so you may know what the other side should not. The clocks start afresh.")),
  failed,
  el("p", { class: "row" }, el("button", { type: "button", onclick: () => dialog.close() }, say("Cancel")), go),
);
const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "continuing", "aria-labelledby": "continuing-title" }, el("h2", { id: "continuing-title" }, say("Play from here")), form));

form.onsubmit = async (/** @type {Event} */ event) => {
  event.preventDefault();
  go.disabled = true;
  failed.hidden = true;
  const [own, other] = seat.value === "A" ? ["A", "B"] : ["B", "A"];
  memory.set("name", name.value.trim());
  if (whom.value === "bot") keepBot(opponent.value, gameOf(now.film?.variant ?? ""));
  try {
    const made = await ask("continue", { ply: now.at, seats: { [own]: "me", [other]: whom.value === "bot" ? `bot:${opponent.value}` : "friend" } }, true);
    memory.set(`links:${made.id}`, { seats: made.seats, onlookers: made.onlookers });
    await sit(made.seats[own], name.value.trim()).catch(() => {}); // where that fails, the seat's own page asks again
    location.assign(`/s/${made.seats[own]}`);
  } catch (error) {
    failed.textContent = reason(error);
    failed.hidden = false;
  }
  go.disabled = false;
};

/** @param {HTMLElement} button */
export async function playOn(button) {
  if (!dialog.isConnected) document.body.append(dialog);
  const { film } = now;
  if (!film) return;
  where.textContent = say("The new match begins at this position: {position}.", { position: now.title });
  seat.replaceChildren(...["A", "B"].map((one) => el("option", { value: one }, one === now.mine ? say("{seat}, your seat", { seat: one }) : say("{seat}, the seat of {name}", { seat: one, name: film.names[one] }))));
  if (now.eye === "B") seat.value = "B";
  name.value ||= memory.get("name") ?? "";
  const games = await call("/api/games").catch(() => []);
  opponent.offer(opponentsOf(games, film.variant), gameOf(film.variant));
  failed.hidden = true;
  dialog.onclose = () => button.focus();
  dialog.showModal();
}
