// Moving from step to step: forward plays the step, back plays it in reverse, anything else cuts.

import { announce, byId } from './story.js';
import { stopFrom, stopsOf } from './tour.js';

/**
 * @typedef {{step: number, fromKey: number, t: number, selected: number, hovered: number, playing: boolean,
 *   by: {yaw: number, pitch: number, zoom: number}}} Place
 */

/**
 * @param {{state: Place, player: ReturnType<typeof import('./player.js').createPlayer>, isFull: () => boolean,
 *   world: () => import('./world.js').World, drawWords: () => void, drawCaption: (place: number) => void,
 *   invalidate: () => void, link: () => string}} on
 */
export function createJourney({ state, player, isFull, world, drawWords, drawCaption, invalidate, link }) {
  const stops = () => stopsOf(world(), isFull());

  /** Go to a step, and into the history unless told otherwise. */
  async function goTo(/** @type {number} */ place, { push = true, cut = false } = {}) {
    if (place < 0 || (place === state.step && state.t === 1 && !player.busy)) return;
    player.stop();
    const before = state.step;
    const next = place !== before && stopFrom(stops(), before, 1) === place;
    const last = place !== before && stopFrom(stops(), before, -1) === place;
    Object.assign(state, { selected: -1, hovered: -1, by: { yaw: 0, pitch: 0, zoom: 1 } });
    if (last && !cut) await playBack(place);
    else await playOn(place, next && !cut, push);
    // Another move may have begun while this one played.
    if (state.step !== place) return;
    arrive(place, push);
  }

  /** The step just shown runs from its end to its beginning, which is where the one before it ended. */
  async function playBack(/** @type {number} */ place) {
    Object.assign(state, { fromKey: place + 1, t: 1 });
    drawCaption(place);
    const from = state.step;
    await player.run(1, 0);
    if (state.step === from) Object.assign(state, { step: place, fromKey: place, t: 1 });
  }

  async function playOn(/** @type {number} */ place, /** @type {boolean} */ moves, /** @type {boolean} */ push) {
    Object.assign(state, moves ? { fromKey: state.step + 1, step: place, t: 0 } : { fromKey: place, step: place, t: 1 });
    drawWords();
    if (push) history.pushState(null, '', link());
    if (moves) await player.run(0, 1);
  }

  function arrive(/** @type {number} */ place, /** @type {boolean} */ push) {
    Object.assign(state, { fromKey: place, t: 1 });
    drawWords();
    if (push && location.hash !== link()) history.pushState(null, '', link());
    const step = world().steps[place];
    if (step) announce(step);
    invalidate();
  }

  /** Play to the next stop, or pause. */
  async function play() {
    if (state.playing) {
      setPlaying(false);
      player.stop();
      return;
    }
    setPlaying(true);
    const next = stopFrom(stops(), state.step, 1);
    if (next === state.step) await replay();
    else await goTo(next);
    setPlaying(false);
  }

  /** Play the present step once more: the last one has no next. */
  async function replay() {
    state.t = 0;
    await player.run(0, 1);
    state.t = 1;
    invalidate();
  }

  function setPlaying(/** @type {boolean} */ playing) {
    state.playing = playing;
    byId('play').setAttribute('aria-label', playing ? 'Pause' : 'Play to the next stop');
    byId('play').classList.toggle('playing', playing);
  }

  return { stops, goTo, play, replay };
}
