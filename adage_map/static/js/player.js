// The clock of a move: from t = 0 to 1 (or back), once, then rest. Nothing else in the map runs on
// time.

export const STEP_MS = 1900;

/**
 * @param {(t: number) => void} show called with t while a move runs
 * @param {() => boolean} still whether moves are cut to their end
 */
export function createPlayer(show, still) {
  let frame = 0;
  let speed = 1;
  /** @type {(() => void) | null} */
  let done = null;
  const stop = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    const ended = done;
    done = null;
    if (ended) ended();
  };
  return {
    /** Whether a move is on its way. */
    get busy() { return frame !== 0; },
    set speed(/** @type {number} */ value) { speed = value; },
    stop,
    /** Move t from one value to another; resolves at the end or when it is cut short. @param {number} from @param {number} to @returns {Promise<void>} */
    run(from, to) {
      stop();
      if (still()) {
        show(to);
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        done = resolve;
        const begin = performance.now();
        const tick = (/** @type {number} */ now) => {
          const part = still() ? 1 : Math.min(1, ((now - begin) * speed) / (STEP_MS * Math.abs(to - from) || 1));
          show(from + (to - from) * Math.max(0, part));
          if (part < 1) frame = requestAnimationFrame(tick);
          else stop();
        };
        frame = requestAnimationFrame(tick);
      });
    },
  };
}
