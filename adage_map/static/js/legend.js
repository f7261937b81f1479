// The glossary of shapes and colours, and the list of shortcuts: two dialogs made from tables.

import { glyphOf } from './glyph_icons.js';
import { SHORTCUTS } from './keys.js';
import { byId, make } from './story.js';

const EFFECTS = [
  ['observe', 'looks, changes nothing', 'may fire'], ['verify', 'checks', 'may fire'],
  ['regenerate', 'rebuilds what is generated', 'may fire after its edit'],
  ['environment', 'installs, or is unknown', 'offered at most'],
  ['author', 'edits', 'never pushed'], ['publish', 'pushes, releases', 'never pushed'],
];
const THINGS = [
  ['● ○ ◌', 'a session counted', 'filled: took the step; ring: did not; dashed ring: was told, left out'],
  ['capsule', 'a pattern, later a reflex', 'its ends say the shape, its ring says fire, prime, nascent or dead end'],
  ['slab', 'a call or its result', 'on the sheet of its session'],
  ['red top', 'a step that failed', ''], ['height', 'how sure', 'from the floor, 0, to 1'],
];

export function fillDialogs() {
  byId('legend-body').replaceChildren(
    make('table', {}, [make('tbody', {}, EFFECTS.map(([word, means, may], rank) => make('tr', {}, [
      make('td', {}, [glyphOf(rank)]), make('th', { scope: 'row' }, [word ?? '']),
      make('td', {}, [means ?? '']), make('td', {}, [may ?? ''])])))]),
    make('table', {}, [make('tbody', {}, THINGS.map(([glyph, word, means]) => make('tr', {}, [
      make('td', {}, [glyph ?? '']), make('th', { scope: 'row' }, [word ?? '']), make('td', {}, [means ?? ''])])))]));
  byId('shortcut-body').replaceChildren(make('table', {}, [make('tbody', {}, SHORTCUTS.map((shortcut) => make('tr', {}, [
    make('td', {}, [make('kbd', {}, [shortcut.shown])]), make('td', {}, [shortcut.words])])))]));
}

/** Open or close a dialog. @param {string} id */
export function toggleDialog(id) {
  const dialog = /** @type {HTMLDialogElement} */ (byId(id));
  if (dialog.open) dialog.close(); else dialog.showModal();
}
