// The picture: owns the canvases, chooses between the 3D and the flat view, draws when something
// changed and only then.

import { blendCamera, turned } from './camera.js';
import { createLabels } from './labels.js';
import { MOUSE_REACH, TOUCH_REACH, pickAt } from './pick.js';
import { createGauge, firstTier } from './quality.js';
import { aimAt, shotFor } from './shots.js';
import { readTheme } from './theme.js';
import { between } from './world.js';

/**
 * @typedef {{step: number, fromKey: number, t: number, marked: Set<number>, picked: number,
 *   follow: number, by: {yaw: number, pitch: number, zoom: number}}} Picture
 * @typedef {{name: string, drawn: number, rows: (frame: import('./world.js').Frame) => number[], recolour: Function, resize: Function, draw: Function, sharpen?: Function, dispose: Function}} View
 */

const CAMERA_SHARE = 0.42;
const THINGS_FROM = 0.24;
const REST_MS = 140;

/**
 * @param {{area: HTMLElement, labels: HTMLElement, note: (words: string) => void,
 *   opened: (kind: string, hasGl: boolean) => void}} parts
 * @param {() => Picture} picture
 */
export function createViewer({ area, labels: labelArea, note, opened }, picture) {
  let tier = firstTier();
  let [width, height, queued, frames] = [1, 1, 0, 0];
  /** @type {View | null} */
  let view = null;
  /** @type {ReturnType<typeof createLabels> | null} */
  let labels = null;
  /** @type {import('./world.js').World} */
  let world;
  /** @type {import('./scene.js').Scene} */
  let scene;
  let [wanted, reason] = ['gl', ''];
  let gauge = createGauge();
  let [last, resting] = [0, 0];
  let bare = false;

  /** The camera for the picture as it is now. */
  function cameraNow() {
    const state = picture();
    const to = shotFor(world, scene, state.step, width, height);
    const from = shotFor(world, scene, Math.max(0, state.fromKey - 1), width, height);
    let camera = blendCamera(from, to, Math.min(1, state.t / CAMERA_SHARE));
    if (state.follow >= 0) camera = aimAt(camera, frameNow(), state.follow);
    return turned(camera, state.by);
  }

  function frameNow() {
    const state = picture();
    return between(world, state.fromKey, state.step + 1, thingsAt(state.t));
  }

  function draw(fine = false) {
    queued = 0;
    clearTimeout(resting);
    resting = 0;
    if (!view || document.hidden || area.hidden) return;
    const state = picture();
    const camera = cameraNow();
    const step = world.steps[state.step]?.id ?? '';
    view.sharpen?.(fine);
    view.draw({
      from: world.frames[state.fromKey], to: world.frames[state.step + 1], fromKey: state.fromKey,
      toKey: state.step + 1, t: thingsAt(state.t), step, camera, marked: state.marked, bare, moves: !fine && state.t > 0 && state.t < 1,
    });
    frames += 1;
    const still = state.t >= 1 || state.t <= 0;
    if (still || !labels?.hidden) labels?.place({ step, frame: frameNow(), camera, width, height, still, picked: state.picked });
    if (fine) return;
    measure(state.t);
    // A picture at rest is drawn once more, sharper; while things move speed matters more.
    if (view.sharpen && !area.hidden && still) resting = window.setTimeout(() => draw(true), REST_MS);
  }

  /** Frames of a running move tell how fast this machine draws. */
  function measure(/** @type {number} */ t) {
    const now = performance.now();
    const ms = now - last;
    last = now;
    if (view?.name !== 'gl' || !tier || t <= 0 || t >= 1 || ms > 1000) return;
    const lower = gauge.note(ms, tier);
    if (lower) {
      tier = lower;
      rebuild();
    }
  }

  function rebuild() {
    view?.dispose();
    for (const old of area.querySelectorAll('canvas')) old.remove();
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    area.prepend(canvas);
    openView(canvas).then((made) => {
      view = made;
      view.resize(width, height);
      opened(view.name, tier !== null);
      sayCap();
      invalidate();
    });
  }

  /** @param {HTMLCanvasElement} canvas @returns {Promise<View>} */
  async function openView(canvas) {
    const { createFlatView } = await import('./view_flat.js');
    if (wanted === 'flat' || !tier) {
      if (wanted === 'flat') reason = '';
      else if (!reason) reason = 'This browser draws no WebGL, so the map is shown flat. Everything else works the same.';
      return createFlatView(canvas, world, scene, readTheme());
    }
    const { createGlView } = await import('./view_gl.js');
    reason = '';
    watchContext(canvas);
    return createGlView(canvas, world, scene, readTheme(), tier);
  }

  /** A lost context gets two seconds to come back; after that the view is flat. */
  function watchContext(/** @type {HTMLCanvasElement} */ canvas) {
    let timer = 0;
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      timer = window.setTimeout(() => {
        tier = null;
        reason = 'The 3D picture was lost and did not come back, so the map is shown flat.';
        rebuild();
      }, 1500);
    });
    canvas.addEventListener('webglcontextrestored', () => {
      clearTimeout(timer);
      rebuild();
    });
  }

  function sayCap() {
    if (!view || view.drawn >= world.count) return note(reason);
    const lanes = new Set(world.order.slice(0, view.drawn).map((row) => world.lane[row] ?? -1).filter((lane) => lane >= 0)).size;
    const moving = view.name === 'gl' && tier && tier.moving < view.drawn ? ` ${tier.moving} while they move,` : '';
    note(`${reason} Showing at most ${view.drawn.toLocaleString('en')} of ${world.count.toLocaleString('en')} objects,${moving} sampled by session (${lanes} of ${world.document.facts.sessions}). Totals are exact.`);
  }

  function invalidate() {
    if (!queued) queued = requestAnimationFrame(() => draw());
  }

  new ResizeObserver(() => {
    [width, height] = [Math.max(1, area.clientWidth), Math.max(1, area.clientHeight)];
    view?.resize(width, height);
    invalidate();
  }).observe(area);
  document.addEventListener('visibilitychange', invalidate);

  return {
    invalidate, cameraNow, frameNow,
    /** Draw no object from now on, or again: what an empty scene costs. @param {boolean} on */
    setBare(on) { bare = on; },
    /** Draw now, as sharp as it gets, and give the canvas; what it holds lasts until the task ends. */
    snapshot() {
      draw(true);
      return area.querySelector('canvas');
    },
    get frames() { return frames; },
    get kind() { return view?.name ?? ''; },
    get ready() { return view !== null; },
    get canvas() { return area.querySelector('canvas'); },
    get waiting() { return queued !== 0 || resting !== 0; },
    /** Show another world, or the same one anew. @param {import('./world.js').World} nextWorld @param {import('./scene.js').Scene} nextScene @param {string} which */
    open(nextWorld, nextScene, which) {
      [world, scene, wanted] = [nextWorld, nextScene, which];
      gauge = createGauge();
      labels = createLabels(labelArea, scene, world);
      rebuild();
    },
    use(/** @type {string} */ which) {
      wanted = which;
      if (which === 'gl' && !tier) tier = firstTier();
      if (which !== 'list') rebuild();
    },
    recolour() {
      view?.recolour(readTheme());
      invalidate();
    },
    /** The row under a point, or -1. */
    pick(/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ touch) {
      const frame = frameNow();
      return pickAt(world, frame, cameraNow(), { x, y, width, height, reach: touch ? TOUCH_REACH : MOUSE_REACH, rows: view?.rows(frame) ?? [] });
    },
  };
}

/** Objects move after the camera has begun to. */
export function thingsAt(/** @type {number} */ t) {
  return Math.min(1, Math.max(0, (t - THINGS_FROM) / (1 - THINGS_FROM)));
}
