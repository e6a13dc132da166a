/**
 * Seats, roles and links. Who is who: the roles of the seats, EC and DMO, the role of everybody who writes, and the links of those who only look.
 * Taking a seat: what goes into the dealing, and what this browser keeps of it; it keeps the links of tables and seasons that it hosts, too.
 * And what the forms of a new table share: each choice stands whole.
 */

import { $, call, el, memory } from "./dom.js";
import { say } from "./say.js";

/** @param {Uint8Array} bytes @returns {string} in hexadecimal */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Where this browser keeps what went into the dealing. @param {{id: string, role: string}} table @returns {string} */
export const dealingKey = ({ id, role }) => `dealing:${id}:${role}`;

/**
 * Takes a seat behind a link that only this browser has. Rejects as `call` does.
 * @param {string} token
 * @param {string} [name]
 */
export async function sit(token, name) {
  const { table } = await call(`/api/seats/${token}`);
  await seat(token, name, table);
}

/**
 * Takes a seat of a table whose commitment is known. The server commits to its seed first; then 128 random bits of this page go into the
 * dealing (docs/dealing.md). Both are kept, so that the dealing can be checked afterwards. Rejects as `call` does.
 * @param {string} token
 * @param {string | undefined} name
 * @param {{id: string, role: string, commitment: string}} table
 * @param {string} [claim] of this browser, for a link that others may know
 * @returns {Promise<{key?: string}>} with the seat's link from now on, if there was a claim
 */
export async function seat(token, name, table, claim) {
  const key = dealingKey(table);
  // Kept before it is sent: where only the answer is lost, the next try sends the same again.
  const kept = memory.get(key);
  const own = kept ?? { nonce: hex(crypto.getRandomValues(new Uint8Array(16))), commitment: table.commitment };
  memory.set(key, own);
  return call(`/api/seats/${token}`, { name: name || "", nonce: own.nonce, claim }).catch((error) => {
    if (error.status && !kept) memory.set(key, null); // refused: it went into nothing
    throw error;
  });
}

/**
 * Takes an open seat of a public table. Rejects as `call` does.
 * @param {string} id of the table
 * @param {string} name
 * @returns {Promise<string>} the seat's link
 */
export async function join(id, name) {
  const { table } = await call(`/api/matches/${id}?pictures=none`);
  const [nonce, claim] = memory.get(`claim:${id}`) ?? [0, 0].map(() => hex(crypto.getRandomValues(new Uint8Array(16))));
  memory.set(`claim:${id}`, [nonce, claim]); // before it is sent: where only the answer is lost, the next try sends the same again
  const ask = () => call(`/api/tables/${id}`, { name, nonce, claim });
  const joined = await ask().catch((error) => (error.status ? Promise.reject(error) : ask())); // the seat may be taken, and gone from the list
  memory.set("name", name);
  memory.set(dealingKey({ id, role: joined.seat }), { nonce, commitment: table.commitment });
  return `/s/${joined.token}`;
}

// --- The links that this browser hosts. They stay here; the page with all tables asks for those alone

const PLACE = "desk";
const MOST = 200; // links of each kind that are kept; the oldest go first

/** @typedef {"tables" | "seasons"} Kind */

/** @param {Kind} kind @returns {string[]} secret links, the latest first */
export const kept = (kind) => memory.get(PLACE)?.[kind] ?? [];

/** @param {Kind} kind @param {string[]} keys */
const keep = (kind, keys) => memory.set(PLACE, { ...memory.get(PLACE), [kind]: keys.slice(0, MOST) });

/** Keeps a link; one that is there already stays in its place. @param {Kind} kind @param {string} key */
export function add(kind, key) {
  const keys = kept(kind);
  if (!keys.includes(key)) keep(kind, [key, ...keys]);
}

/** @param {Kind} kind @param {string} key */
export const remove = (kind, key) => keep(kind, kept(kind).filter((one) => one !== key));

// --- Roles

/** @param {string} role @returns {string} for whom the link is */
export const onlookerOrCaster = (role) => (role === "caster" ? say("caster") : say("onlooker {number}", { number: role.replace(/\D+/, "") }));

/** The same with the name that the host has given, if there is one. @param {string} role @param {Record<string, {name?: string}>} [people] @returns {string} */
export const whose = (role, people) => named(people?.[role]?.name ?? "", onlookerOrCaster(role));

/** @param {string} name @param {string} role in words */
const named = (name, role) => (NAMELESS.test(name) ? role : say("{name} ({role})", { name, role }));

/** @param {string} role @param {string} key @returns {string} */
export const pathOf = (role, key) => `/${role === "caster" ? "c" : "w"}/${key}`;

/** Shows the role of a seat on its plate. @param {string} seat @param {string} ec the seat of the elimination candidate */
export function role(seat, ec) {
  const badge = $(`role-${seat}`);
  badge.hidden = false;
  badge.textContent = seat === ec ? say("EC") : say("DMO");
  badge.title = (seat === ec ? badge.dataset.ec : badge.dataset.dmo) ?? "";
}

const NAMELESS = /^(Host|Spectator|Watcher)?$/;

/** The role of a writer in words, which no name can take the place of. @param {string} role @returns {string} */
function word(role) {
  if (/^[AB]$/.test(role)) return say("player {seat}", { seat: role });
  return role === "host" ? say("host") : role === "watcher" ? say("spectator") : onlookerOrCaster(role);
}

/** Who wrote a line, in words. @param {Wire.ChatLine} line @returns {string} */
export const writer = ({ who, role }) => named(who, word(role));

/** The same for the eye: the name, and the role as a badge. @param {Wire.ChatLine} line @param {...(Node | false | undefined)} more @returns {HTMLElement} */
export function signed({ who, role }, ...more) {
  const name = el("strong", { class: /^[AB]$/.test(role) ? `name seat-${role}` : "name" }, NAMELESS.test(who) ? "" : who);
  return el("span", { class: "writer" }, name, " ", el("span", { class: "tag" }, word(role)), ...more);
}

/** Shows below each select all that is chosen, which a browser would cut. @param {HTMLFormElement} form */
export function sayWhole(form) {
  for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (form.querySelectorAll("select"))) {
    if (!select.nextElementSibling?.matches(".whole-choice")) select.after(el("span", { class: "whole-choice", "aria-hidden": "true" }));
    /** @type {Element} */ (select.nextElementSibling).textContent = select.selectedOptions[0]?.text ?? "";
  }
}
