/** The page of a key: made, opened by its recovery link, looked at, and deleted. */

import { $, call, el, memory } from "./dom.js";
import { copy } from "./files.js";
import { against, standing } from "./mine.js";
import { count, isolated, say } from "./say.js";

/** @typedef {{open: boolean, name?: string, since?: number, matches?: number, browsers?: number, passkeys?: {id: string, name: string, since: number}[], discord?: boolean, waiting?: number, offers?: string[]}} Info */

const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ ($(id));
const day = (/** @type {number} */ ms) => new Date(ms).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
/** @type {Info} */
let now = { open: false };
let secret = "";
let next = 0;

/** @param {string} text */
function fail(text) {
  $("error").hidden = !text;
  $("error").textContent = text.charAt(0).toUpperCase() + text.slice(1);
  if (text) $("error").scrollIntoView({ block: "nearest" });
}

/** Runs what a button does, once at a time; an error is shown. @param {string} id @param {string} event @param {() => Promise<unknown>} act */
function on(id, event, act) {
  $(id).addEventListener(event, async (happened) => {
    happened.preventDefault();
    const busy = /** @type {HTMLButtonElement} */ (event === "submit" ? $(id).querySelector("button:not([type])") : $(id));
    fail("");
    busy.disabled = true;
    await act().catch((error) => fail(error.message));
    busy.disabled = false;
  });
}

/** Asks whether somebody is sure. @param {string} title @param {(Node | string)[]} words @param {string} yes @returns {Promise<boolean>} */
function sure(title, words, yes) {
  const dialog = /** @type {HTMLDialogElement} */ ($("sure"));
  $("sure-title").textContent = title;
  $("sure-words").replaceChildren(...words);
  $("sure-yes").textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true }));
}

/** The secret of a recovery link, whole or alone. @param {string} text */
const secretIn = (text) => text.trim().split("#").pop() ?? "";

/** @param {string} title @param {string} about @param {string} href @param {string} side @param {() => Promise<unknown>} away @param {string} label */
function row(title, about, href, side, away, label) {
  const words = el("span", { class: "who" }, el("strong", {}, title), el("span", { class: "quiet" }, about));
  const button = el("button", { type: "button", "aria-label": label, title: say("Dismiss") }, "×");
  const line = el("li", {}, href ? el("a", { href }, words, side !== "" && el("span", { class: "standing quiet" }, side)) : words, button);
  button.addEventListener("click", async () => (await sure(label, [], say("Remove"))) && away().then(() => line.remove(), (error) => fail(error.message)));
  return line;
}

async function older() {
  const { matches, next: following } = await call(`/api/account/history?after=${next}`);
  for (const one of matches) {
    const away = () => call("/api/me/dismiss", { id: one.id });
    $("history").append(row(one.title, [say(one.variant ?? one.id), against(one), one.role === "host" && say("you host it")].filter(Boolean).join(" · "), one.link, standing(one).join(" · "), away, say("Dismiss {game}: {people}", { game: one.title, people: against(one) })));
  }
  next = following;
  $("older").hidden = !next;
  $("no-tables").hidden = $("history").children.length > 0;
}

/** @param {any} one */
function season(one) {
  const rating = one.rating ? say("rating {rating}", { rating: one.rating }) : "";
  const place = one.place ? say("place {place}", { place: one.place }) : "";
  const away = () => call("/api/account/seasons/dismiss", { season: one.kept });
  return row(one.title, [isolated(one.name ?? ""), place, rating].filter(Boolean).join(" · "), one.link, "", away, say("Dismiss {season}", { season: one.title }));
}

async function lists() {
  $("history").replaceChildren();
  next = 0;
  await older();
  const { seasons } = await call("/api/account/seasons");
  $("seasons").replaceChildren(...seasons.map(season));
  $("no-seasons").hidden = seasons.length > 0;
}

/** @param {{id: string, name: string, since: number}} one */
const passkey = (one) =>
  row(one.name, say("Passkey since {day}", { day: day(one.since) }), "", "", async () => show(await call("/api/account/passkeys/remove", { id: one.id })), say("Remove the passkey {name}", { name: one.name }));

/** Shows the account as it is now. @param {Info} info */
function show(info) {
  now = info;
  const { open, name, since = 0, browsers = 0, passkeys = [], discord = false, waiting = 0, offers = [] } = info;
  $("open").hidden = !open;
  $("closed").hidden = open || Boolean(secret);
  $("offered").hidden = !secret || open;
  const byDiscord = offers.includes("discord");
  $("by-passkey").hidden = $("add-passkey").hidden = !offers.includes("passkeys") || !("credentials" in navigator);
  $("by-discord").hidden = !byDiscord;
  $("tie-discord").hidden = !byDiscord || discord;
  $("untie-discord").hidden = !discord;
  const moving = count("The table that this browser remembers moves into the key.", "The {number} tables that this browser remembers move into the key.", waiting);
  $("moving").textContent = moving;
  $("moving").hidden = !waiting;
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".bring"))) {
    box.hidden = !waiting;
    /** @type {HTMLElement} */ (box.querySelector("span")).textContent = count("Move the table that this browser remembers into the key", "Move the {number} tables that this browser remembers into the key", waiting);
  }
  if (!open) return;
  $("whole-name").textContent = name || say("No name yet");
  field("new-name").value = name ?? "";
  $("since").textContent = say("Your key, since {day}", { day: day(since) });
  $("browsers").textContent = [count("One browser is signed in.", "{number} browsers are signed in.", browsers), discord && say("Discord opens it too.")].filter(Boolean).join(" ");
  $("passkeys").replaceChildren(...passkeys.map(passkey));
}

/** Shows a recovery link, this once. @param {string} key */
function reveal(key) {
  $("fresh-link").textContent = `${location.origin}/key#${key}`;
  $("fresh-code").replaceChildren();
  $("fresh-code").hidden = true;
  $("fresh").hidden = false;
  $("fresh").scrollIntoView({ block: "nearest" });
}

const reload = async () => {
  show(await call("/api/account"));
  if (now.open) await lists();
};

/** A recovery link was opened or pasted: says whose it is before anything happens. */
async function offer() {
  const { name, matches } = await call("/api/account/peek", { key: secret }).catch((error) => {
    secret = "";
    show(now);
    throw error;
  });
  const tables = count("one table", "{number} tables", matches);
  $("whose").textContent = name ? say("This key belongs to {name}: {tables}.", { name, tables }) : say("This key has no name: {tables}.", { tables });
  if (now.open) $("whose").append(" ", say("You are signed in with another key or with this one; signing in here replaces it."));
  show(now);
  $("offered").hidden = false;
}

/** What goes into the key of this browser's own tables. */
const bring = () => /** @type {HTMLInputElement} */ (document.querySelector(".bring input")).checked;

on("make", "submit", async () => {
  const { key } = await call("/api/account", { name: field("own-name").value });
  await reload();
  reveal(key);
});
on("paste", "submit", async () => {
  secret = secretIn(field("link").value);
  field("link").value = "";
  await offer();
});
on("enter", "click", async () => {
  await call("/api/account/enter", { key: secret, bring: bring() });
  secret = "";
  await reload();
});
on("rename", "submit", async () => show(await call("/api/account/name", { name: field("new-name").value })));
on("older", "click", older);
on("copy-link", "click", async () => copy($("copy-link"), $("fresh-link").textContent ?? ""));
on("show-code", "click", async () => {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/qr", { method: "POST", headers, body: JSON.stringify({ link: $("fresh-link").textContent }) });
  if (!answer.ok) throw new Error(say("the server answered {status}", { status: answer.status }));
  $("fresh-code").innerHTML = await answer.text(); // made by our server of nothing but the link
  $("fresh-code").hidden = false;
});
on("kept", "click", async () => {
  $("fresh").hidden = true;
  $("fresh-link").textContent = "";
  $("fresh-code").replaceChildren();
});
on("again", "click", async () => {
  const words = [el("p", {}, say("The old link dies at once, and every other browser is signed out. Passkeys and Discord still open your key."))];
  if (await sure(say("Make a new recovery link?"), words, say("Make a new link"))) {
    reveal((await call("/api/account/key", {})).key);
    show(await call("/api/account"));
  }
});
on("leave", "click", async () => {
  show(await call("/api/account/leave", {}));
  $("fresh").hidden = true;
});
on("leave-all", "click", async () => {
  show(await call("/api/account/leave", { everywhere: true }));
  $("fresh").hidden = true;
});

on("by-passkey", "click", async () => {
  await enter(false);
  await reload();
});
on("by-discord", "click", async () => location.assign((await call("/api/account/discord", {})).address));
on("tie-discord", "click", async () => location.assign((await call("/api/account/discord", { tie: true })).address));
on("untie-discord", "click", async () => show(await call("/api/account/discord/untie", {})));
on("add-passkey", "click", async () => show(await add()));
on("delete", "click", async () => {
  const points = (/** @type {string[]} */ ...lines) => el("ul", {}, ...lines.map((line) => el("li", {}, line)));
  const words = [
    el("p", {}, say("This cannot be undone. It takes away:")),
    points(
      say("your key, with its recovery link, its passkeys and its lists; every browser is signed out"),
      say("your name at every table and in every season that your key or this browser knows: the letter of the seat, or a number, takes its place"),
      say("your chat, your private talks and your notes there, and your name in the lines of others"),
    ),
    el("p", {}, say("Moves, results and records stay, without your name. Links of matches that go on still open them.")),
    el("p", {}, say("It cannot reach:")),
    points(
      say("files that somebody has downloaded, and pages that somebody has open"),
      say("messages that webhooks or Discord have delivered"),
      say("lines that you wrote as a spectator, seats that somebody else has taken over, and other servers"),
      say("backups of this server; ask its owner"),
    ),
  ];
  if (!(await sure(say("Delete your key and your name?"), words, say("Delete for good")))) return;
  const { waiting } = await call("/api/account/delete", { confirm: "delete" });
  memory.set("name", "");
  $("fresh").hidden = true;
  await reload();
  $("done").textContent = waiting
    ? count("Your key is gone. One table or season cannot be written now; the server tries again after its next start.", "Your key is gone. {number} tables and seasons cannot be written now; the server tries again after its next start.", waiting)
    : say("Your key and your name are gone.");
  $("done").hidden = false;
  $("done").scrollIntoView({ block: "nearest" });
});

// The secret leaves the address at once: neither the history of the browser nor a screenshot keeps it.
const refused = location.hash === "#discord";
secret = refused ? "" : secretIn(location.hash.length > 1 ? location.hash : "");
if (location.hash) history.replaceState(null, "", location.pathname);
addEventListener("hashchange", () => location.hash && location.reload());
try {
  await reload();
  if (secret) await offer();
  if (refused) fail(say("Discord did not sign you in; try again"));
} catch (/** @type {any} */ error) {
  fail(error.message);
}

// --- Passkeys: the ceremonies of the browser, with binary fields as URL-safe base64

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer | null} raw @returns {string | undefined} */
const words = (raw) => (raw ? btoa(String.fromCharCode(...new Uint8Array(raw))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") : undefined);

/** @param {any} options */
function binary(options) {
  const ids = (/** @type {any[]} */ list = []) => list.map((one) => ({ ...one, id: bytes(one.id) }));
  const user = options.user && { ...options.user, id: bytes(options.user.id) };
  return { ...options, challenge: bytes(options.challenge), ...(user && { user }), excludeCredentials: ids(options.excludeCredentials), allowCredentials: ids(options.allowCredentials) };
}

/** @param {any} made */
function plain({ id, type, rawId, response, authenticatorAttachment }) {
  const { clientDataJSON, attestationObject, authenticatorData, signature, userHandle } = response;
  const fields = { clientDataJSON, attestationObject, authenticatorData, signature, userHandle };
  const said = Object.fromEntries(Object.entries(fields).map(([name, raw]) => [name, words(raw)]).filter(([, value]) => value !== undefined));
  return { id, type, rawId: words(rawId), response: said, ...(authenticatorAttachment && { authenticatorAttachment }) };
}

/** A browser that refuses, or a person who does, says so in its own words. @param {Promise<unknown>} asked */
async function asked(asked) {
  const made = await asked.catch(() => null);
  if (!made) throw new Error(say("the browser made or found no passkey"));
  return plain(made);
}

/** Makes a passkey for the account. @returns {Promise<any>} the account */
async function add() {
  const { options } = await call("/api/account/passkeys/options", {});
  const credential = await asked(navigator.credentials.create({ publicKey: binary(options) }));
  const { platform = "" } = /** @type {any} */ (navigator).userAgentData ?? {};
  return call("/api/account/passkeys", { credential, name: platform });
}

/** Signs in with a passkey. @param {boolean} bring @returns {Promise<any>} the account */
async function enter(bring) {
  const { options } = await call("/api/account/enter/options", {});
  const credential = await asked(navigator.credentials.get({ publicKey: binary(options) }));
  return call("/api/account/enter/passkey", { credential, bring });
}
