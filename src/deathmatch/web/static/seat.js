/** Taking a seat: what goes into the dealing, and what this browser keeps of it. */

import { call, memory } from "./dom.js";

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
