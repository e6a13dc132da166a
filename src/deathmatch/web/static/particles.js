/** Korean particles, as `core/catalogues.py` has them: a translation has both forms, `{tile}{을/를}`, and the word before chooses one. */

const WRITTEN = /(.?)([\])"'”’»\u2069]*)\{([가-힣]*)\/([가-힣]*)\}/gsu;
const FLOWING = "178lrLR"; // digits and letters whose Korean names end in ㄹ
const CLOSED = "036mnMN"; // in another consonant
const RIEUL = 8;

/** The final sound of a letter or digit: 0 for none, 8 for ㄹ, otherwise another number. @param {string} letter @returns {number} */
function final(letter) {
  const place = (letter.codePointAt(0) ?? 0) - 0xac00;
  if (place >= 0 && place < 11172) return place % 28;
  return letter && FLOWING.includes(letter) ? RIEUL : letter && CLOSED.includes(letter) ? 1 : 0;
}

/** @param {string} text @returns {string} */
export const chosen = (text) =>
  text.replace(WRITTEN, (_whole, before, closing, closed, opened) => {
    const sound = final(before);
    return before + closing + (sound && !(sound === RIEUL && closed.startsWith("으")) ? closed : opened);
  });
