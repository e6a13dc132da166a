/** Passkeys: the ceremonies of the browser, with binary fields as URL-safe base64. */

import { call } from "./dom.js";
import { say } from "./say.js";

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer | null} raw @returns {string | undefined} */
const text = (raw) => (raw ? btoa(String.fromCharCode(...new Uint8Array(raw))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") : undefined);

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
  const said = Object.fromEntries(Object.entries(fields).map(([name, raw]) => [name, text(raw)]).filter(([, value]) => value !== undefined));
  return { id, type, rawId: text(rawId), response: said, ...(authenticatorAttachment && { authenticatorAttachment }) };
}

/** A browser that refuses, or a person who does, says so in its own words. @param {Promise<unknown>} asked */
async function asked(asked) {
  const made = await asked.catch(() => null);
  if (!made) throw new Error(say("the browser made or found no passkey"));
  return plain(made);
}

/** Makes a passkey for the account. @returns {Promise<any>} the account */
export async function add() {
  const { options } = await call("/api/account/passkeys/options", {});
  const credential = await asked(navigator.credentials.create({ publicKey: binary(options) }));
  const { platform = "" } = /** @type {any} */ (navigator).userAgentData ?? {};
  return call("/api/account/passkeys", { credential, name: platform });
}

/** Signs in with a passkey. @param {boolean} bring @returns {Promise<any>} the account */
export async function enter(bring) {
  const { options } = await call("/api/account/enter/options", {});
  const credential = await asked(navigator.credentials.get({ publicKey: binary(options) }));
  return call("/api/account/enter/passkey", { credential, bring });
}
