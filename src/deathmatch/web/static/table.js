/**
 * The table as all parts of its page know it. Nothing is imported here: `match.js` fills it in, and what is loaded later reads it.
 */

/** @type {{version: number, table: Wire.Table | null, seen: Wire.Seen | null, step: Wire.Step | null, chat: Wire.ChatLine[], notes: string, noted: number, marks: Record<string, string>}} */
export const now = { version: 0, table: null, seen: null, step: null, chat: [], notes: "", noted: 0, marks: {} };

/** The picture. @type {import("./scene.js").Scene} */
export let scene;
/** The line to the server. @type {import("./connection.js").Connection} */
export let line;
/** Sends something; the answer is the server's. @type {import("./outbox.js").Outbox["send"]} */
export let send;
/** Says something above the table; `aloud` tells a screen reader too. @type {(words: string, rule?: string, aloud?: boolean) => void} */
export let notice;
/** Plays a sound, where the reader wants them. @type {(tone: keyof typeof import("./extras.js").TONES) => unknown} */
export let chime;

/** @param {{scene: typeof scene, line: typeof line, send: typeof send, notice: typeof notice, chime: typeof chime}} parts */
export const fill = (parts) => ({ scene, line, send, notice, chime } = parts);
