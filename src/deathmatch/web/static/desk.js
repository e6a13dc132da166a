/** The links of tables and seasons that this browser hosts. They stay here; the page with all tables asks for those alone. */

import { memory } from "./dom.js";

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
