/** Sentences in the language of the page (docs/languages.md). English is in the scripts themselves; any other language comes in `saying`. */

/** @type {{texts: Record<string, string | string[]>, form: (number: number) => number, finish: (text: string) => string} | undefined} */
const speech = /** @type {any} */ (globalThis).saying; // no name that an element has as its id

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A value for a sentence, set apart if any of it is read from right to left, so that it turns nothing around it. @param {string} value @returns {string} */
export const isolated = (value) => (RIGHT_TO_LEFT.test(value) && !/^\u2068.*\u2069$/s.test(value) ? `\u2068${value}\u2069` : value);

/** @param {string} text @param {Record<string, unknown>} values @returns {string} */
function fill(text, values) {
  const filled = text.replace(/\{(\w+)\}/g, (whole, name) => isolated(String(values[name] ?? whole)));
  return speech ? speech.finish(filled) : filled;
}

/**
 * A sentence in the language of the page.
 * @param {string} text the English sentence, a literal
 * @param {Record<string, unknown>} [values] for the `{names}` in it
 * @returns {string}
 */
export const say = (text, values = {}) => fill(/** @type {string} */ (speech?.texts[text] ?? text), values);

/**
 * A sentence in the form for a number.
 * @param {string} one the English sentence for 1
 * @param {string} many the one for every other number
 * @param {number} number chooses the form, and fills `{number}`
 * @param {Record<string, unknown>} [values] for the other `{names}`
 * @returns {string}
 */
export function count(one, many, number, values = {}) {
  const forms = speech?.texts[one];
  return fill(forms && speech ? forms[speech.form(number)] : number === 1 ? one : many, { number, ...values });
}
