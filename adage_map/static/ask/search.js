// Search: reflexes, commands, files and sessions by their words.

import { make } from '../js/story.js';
import { ask } from './rows.js';

const TITLES = /** @type {Record<string, string>} */ ({ reflexes: 'Reflexes', commands: 'Commands', files: 'Files', sessions: 'Sessions' });

/** @param {HTMLElement} body @param {import('./tabs.js').Asking} asking */
export function open(body, asking) {
  const field = /** @type {HTMLInputElement} */ (make('input', { type: 'search', placeholder: 'lint, setup.go, a session id', 'aria-label': 'Search this run', autocomplete: 'off' }));
  const results = make('div', { class: 'found', 'aria-live': 'polite' });
  body.replaceChildren(field, results);
  let latest = 0;
  const refresh = async () => {
    const mine = ++latest;
    const { kinds } = await ask(`ask/search?run=${encodeURIComponent(asking.run())}&q=${encodeURIComponent(field.value)}`);
    if (mine === latest) results.replaceChildren(...kinds.flatMap((/** @type {any} */ kind) => group(kind, asking)));
  };
  field.addEventListener('input', refresh);
  field.addEventListener('keydown', (event) => { if (event.key === 'ArrowDown') results.querySelector('button')?.focus(); });
  results.addEventListener('keydown', (event) => rove(event, results, field));
  refresh();
}

/** @param {any} kind @param {import('./tabs.js').Asking} asking */
function group(kind, asking) {
  if (!kind.total) return [];
  const cut = kind.total > kind.found.length ? `${kind.found.length} of ${kind.total.toLocaleString('en')}` : String(kind.total);
  return [make('h3', {}, [`${TITLES[kind.kind]} `, make('span', { class: 'quiet' }, [cut])]), make('ul', {}, kind.found.map((/** @type {any} */ item) => {
    const button = make('button', { type: 'button' }, [make('span', { class: 'what' }, [item.text]), make('span', { class: 'aside' }, [item.aside])]);
    const note = make('p', { class: 'quiet', hidden: '' }, ['It is not among the objects drawn here; the table view and the counts hold it.']);
    button.addEventListener('click', () => { note.hidden = asking.reveal(item.id); });
    return make('li', {}, [button, note]);
  }))];
}

/** @param {KeyboardEvent} event @param {HTMLElement} results @param {HTMLElement} field */
function rove(event, results, field) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  const buttons = [...results.querySelectorAll('button')];
  const next = buttons[buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) + by];
  (next ?? field).focus();
  event.preventDefault();
}
