// Buttons, selects, keys and pointer: every way to act, joined to the map's actions once.

import { listenToPointer } from './gestures.js';
import { listenToKeys } from './keys.js';
import { fillDialogs, toggleDialog } from './legend.js';
import { roveSceneList } from './lists.js';
import { keepPrefs } from './prefs.js';
import { byId } from './story.js';

/** Buttons by id and the action they call. */
const BUTTONS = [
  ['back', 'back'], ['play', 'play'], ['next', 'next'], ['turn-left', 'turnLeft'], ['turn-right', 'turnRight'],
  ['turn-up', 'turnUp'], ['turn-down', 'turnDown'], ['closer', 'closer'], ['farther', 'farther'], ['reset', 'reset'],
  ['follow', 'follow'], ['save-png', 'save'], ['copy-link', 'copy'], ['detail', 'detail'], ['show-legend', 'legend'], ['show-shortcuts', 'shortcuts'],
];

/**
 * @param {{prefs: import('./prefs.js').Prefs, restyle: () => void, viewer: any, actions: Record<string, any>,
 *   select: (row: number) => void, hover: (row: number) => void,
 *   turn: (yaw: number, pitch: number, zoom?: number) => void, setView: (view: string) => void,
 *   setLength: (length: string) => void, go: (step: string) => void, setSpeed: (speed: number) => void}} on
 */
export function createControls(on) {
  /** @type {Record<string, any>} */
  const actions = { ...on.actions, legend: () => toggleDialog('legend'), shortcuts: () => toggleDialog('shortcuts') };
  fillDialogs();
  roveSceneList();
  for (const [id, act] of BUTTONS) byId(id ?? '').addEventListener('click', () => actions[act ?? '']());
  byId('close-panel').addEventListener('click', () => byId('map').classList.remove('with-panel'));
  byId('open-panel').addEventListener('click', () => {
    byId('map').classList.add('with-panel');
    byId('panel-title').focus();
  });
  bindSelects(on);
  listenToKeys(actions, () => on.prefs.keys === 'on');
  bindPointer(on);
  swipeCaption(actions);
  followLinks(on.go);
}

/** Links to steps go there without a new page state, so that detail and what is followed stay. @param {(step: string) => void} go */
function followLinks(go) {
  for (const id of ['chapters', 'dots']) {
    byId(id).addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      go(link.hash.replace('#/', ''));
    });
  }
}

/** @param {any} on */
function bindSelects(on) {
  const bind = (/** @type {string} */ id, /** @type {string} */ name, /** @type {(value: string) => void} */ changed) => {
    const element = /** @type {HTMLSelectElement} */ (byId(id));
    if (name) element.value = on.prefs[name];
    element.addEventListener('change', () => {
      if (name) on.prefs[name] = element.value;
      keepPrefs(on.prefs);
      changed(element.value);
    });
  };
  bind('view', 'view', on.setView);
  bind('theme', 'theme', on.restyle);
  bind('motion', 'motion', () => {});
  bind('length', 'length', on.setLength);
  bind('single-keys', 'keys', () => {});
  bind('speed', '', (value) => on.setSpeed(Number(value)));
}

/** @param {any} on */
function bindPointer(on) {
  let hinted = false;
  listenToPointer(byId('picture'), {
    turn: (yaw, pitch) => on.turn(yaw, pitch),
    zoom: (by) => on.turn(0, 0, by),
    pick: (x, y, touch) => {
      const row = on.viewer.pick(x, y, touch);
      if (row >= 0) on.select(row);
    },
    hover: (x, y) => on.hover(on.viewer.pick(x, y, false)),
    hint: () => {
      if (!hinted) byId('hint').hidden = false;
      hinted = true;
      setTimeout(() => { byId('hint').hidden = true; }, 2500);
    },
  });
}

/** A swipe on the caption steps; on the picture it scrolls the page. @param {Record<string, any>} actions */
function swipeCaption(actions) {
  let start = 0;
  byId('caption').addEventListener('touchstart', (event) => { start = event.touches[0]?.clientX ?? 0; }, { passive: true });
  byId('caption').addEventListener('touchend', (event) => {
    const far = (event.changedTouches[0]?.clientX ?? 0) - start;
    if (Math.abs(far) > 50) actions[far < 0 ? 'next' : 'back']();
  });
}
