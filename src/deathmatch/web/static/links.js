/** The secret links of those who only look: numbered onlookers, and the caster. */

import { say } from "./say.js";

/** @param {string} role @returns {string} for whom the link is */
export const onlookerOrCaster = (role) => (role === "caster" ? say("caster") : say("onlooker {number}", { number: role.replace(/\D+/, "") }));

/** @param {string} role @param {string} key @returns {string} */
export const pathOf = (role, key) => `/${role === "caster" ? "c" : "w"}/${key}`;
