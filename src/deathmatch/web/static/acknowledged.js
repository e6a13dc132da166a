/**
 * The last acknowledged submission. A message that was made before it may come after it, and knows of nothing: what it says of this seat's
 * own submission is out of date.
 */
export class Acknowledged {
  /** @param {string} seat */
  constructor(seat) {
    this.seat = seat;
    /** @type {Wire.Accepted | null} */
    this.last = null;
  }

  /** @param {Wire.Accepted} frame */
  accept(frame) {
    this.last = frame;
  }

  /**
   * The message as it would be if it knew of the submission.
   * @template {Wire.Full | Wire.Update} F
   * @param {F} frame
   * @returns {F}
   */
  correct(frame) {
    const { last, seat } = this;
    const { seen } = frame;
    if (!last || last.text === "resign" || !seen || seen.ply !== last.ply || frame.version >= (last.version ?? 0)) return frame;
    const clock = seen.clocks[seat];
    return {
      ...frame,
      step: null,
      seen: {
        ...seen,
        owes: "",
        sealed: [...new Set([...(seen.sealed ?? []), seat])],
        public: { ...seen.public, pending: (seen.public.pending ?? []).filter((/** @type {string} */ one) => one !== seat) },
        private: { ...seen.private, submitted: last.text },
        clocks: clock ? { ...seen.clocks, [seat]: { ...clock, running: false } } : seen.clocks,
      },
    };
  }
}
