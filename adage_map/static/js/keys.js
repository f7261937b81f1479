// The keyboard: one table of keys, from which the list of shortcuts is made too.

/** @typedef {{keys: string[], shown: string, words: string, single: boolean, act: string}} Shortcut */

/** `act` names a method of the actions handed to `listenToKeys`. @type {Shortcut[]} */
export const SHORTCUTS = [
  { keys: ['ArrowRight'], shown: '→', words: 'Next step', single: false, act: 'next' },
  { keys: ['ArrowLeft'], shown: '←', words: 'Previous step', single: false, act: 'back' },
  { keys: ['PageDown'], shown: 'Page Down', words: 'Next chapter', single: false, act: 'nextChapter' },
  { keys: ['PageUp'], shown: 'Page Up', words: 'Previous chapter', single: false, act: 'lastChapter' },
  { keys: ['Home'], shown: 'Home', words: 'First step', single: false, act: 'first' },
  { keys: ['End'], shown: 'End', words: 'Last step', single: false, act: 'last' },
  { keys: [' '], shown: 'Space', words: 'Play to the next stop; again: pause', single: false, act: 'play' },
  { keys: ['d'], shown: 'D', words: 'More or less detail', single: true, act: 'detail' },
  { keys: ['f'], shown: 'F', words: 'Follow the chosen object', single: true, act: 'follow' },
  { keys: ['Escape'], shown: 'Esc', words: 'Let go, close', single: false, act: 'escape' },
  { keys: ['0', '1', '2', '3', '4', '5', '6', '7', '8'], shown: '0 to 8', words: 'Chapter', single: true, act: 'chapter' },
  { keys: ['['], shown: '[', words: 'Turn left', single: true, act: 'turnLeft' },
  { keys: [']'], shown: ']', words: 'Turn right', single: true, act: 'turnRight' },
  { keys: [','], shown: ',', words: 'Look from lower', single: true, act: 'turnDown' },
  { keys: ['.'], shown: '.', words: 'Look from higher', single: true, act: 'turnUp' },
  { keys: ['+', '='], shown: '+', words: 'Closer', single: true, act: 'closer' },
  { keys: ['-'], shown: '-', words: 'Farther', single: true, act: 'farther' },
  { keys: ['r'], shown: 'R', words: 'Reset the camera', single: true, act: 'reset' },
  { keys: ['/'], shown: '/', words: 'Search', single: true, act: 'search' },
  { keys: ['y'], shown: 'Y', words: 'Why a step is told, or not', single: true, act: 'why' },
  { keys: ['w'], shown: 'W', words: 'What if a constant were different', single: true, act: 'whatif' },
  { keys: ['t'], shown: 'T', words: 'Travel through the history', single: true, act: 'history' },
  { keys: ['q'], shown: 'Q', words: 'Type a request', single: true, act: 'request' },
  { keys: ['c'], shown: 'C', words: 'Charts of the chosen reflex', single: true, act: 'charts' },
  { keys: ['p'], shown: 'P', words: 'Save the picture as PNG', single: true, act: 'save' },
  { keys: ['l'], shown: 'L', words: 'Copy a link to this step', single: true, act: 'copy' },
  { keys: ['g'], shown: 'G', words: 'Glossary of shapes and colours', single: true, act: 'legend' },
  { keys: ['?'], shown: '?', words: 'This list', single: true, act: 'shortcuts' },
];

const TYPING = 'input, textarea, select, [contenteditable]';
/** Keys that an element uses itself, by a selector for it. @type {[string, string[]][]} */
const OWN = [
  ['button, a, summary, [role=tab]', [' ', 'Enter']],
  ['[role=tab]', ['ArrowLeft', 'ArrowRight']],
  ['[role=slider], [role=listbox], [role=radiogroup]', ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown', ' ']],
  ['dialog', ['Escape', ' ', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End']],
];

/**
 * Call actions by key. A key is only taken from an element that has no use for it.
 * @param {Record<string, (key: string) => void>} actions @param {() => boolean} singleKeys
 */
export function listenToKeys(actions, singleKeys) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = SHORTCUTS.find((shortcut) => shortcut.keys.includes(key));
    if (!found || (found.single && !singleKeys()) || isTaken(event.target, key)) return;
    const act = actions[found.act];
    if (!act) return;
    event.preventDefault();
    act(key);
  });
}

/** @param {EventTarget | null} target @param {string} key */
function isTaken(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.matches(TYPING) || target.closest('[contenteditable]')) return key !== 'Escape';
  return OWN.some(([selector, keys]) => keys.includes(key) && target.closest(selector));
}
