// The panel's tabs: what the step computes, and the questions one can ask. A question's code and
// data are loaded when its tab is first opened.

import { isExported } from '../js/stage.js';
import { byId, make } from '../js/story.js';

/**
 * What a question may do with the map.
 * @typedef {{
 *   run: () => string, base: () => string, chosen: () => string, rest: () => void, openRun: (name: string) => Promise<void>, reveal: (id: string) => boolean,
 * }} Asking
 */

// An exported map has nobody to ask.
const QUESTIONS = isExported() ? [] : [
  { name: 'search', title: 'Search', about: 'Find anything of this run', load: () => import('./search.js') },
  { name: 'why', title: 'Why', about: 'Why a step is told, or not', load: () => import('./why.js') },
  { name: 'whatif', title: 'What if', about: 'What if a constant were different', load: () => import('./whatif.js') },
  { name: 'history', title: 'History', about: 'How it came to this', load: () => import('./history.js') },
  { name: 'request', title: 'Request', about: 'What would be said to a request', load: () => import('./request.js') },
  { name: 'charts', title: 'Charts', about: 'The numbers as charts', load: () => import('./charts.js') },
];

/** @param {Asking} asking */
export function createTabs(asking) {
  const list = byId('tabs');
  let current = 'step';
  /** What an opened question can do later. @type {Map<string, {refresh?: () => void} | void>} */
  const opened = new Map();
  const bodies = new Map([['step', byId('panel-body')]]);
  const buttons = [{ name: 'step', title: 'Step' }, ...QUESTIONS].map(({ name, title }) => {
    const button = make('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': name === 'step' ? 'panel-body' : `ask-${name}` }, [title]);
    button.addEventListener('click', () => show(name));
    return button;
  });
  list.replaceChildren(...buttons);
  list.addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = buttons[(at + by + buttons.length) % buttons.length];
    next?.focus();
    next?.click();
    event.preventDefault();
  });

  /** Open a tab; with `focus` the first field of a question takes the keyboard. @param {string} name */
  async function show(name, focus = false) {
    current = name;
    const question = QUESTIONS.find((each) => each.name === name);
    if (question && !bodies.has(name)) {
      const body = make('div', { id: `ask-${name}`, class: 'ask', role: 'tabpanel', 'aria-labelledby': `tab-${name}` });
      byId('panel-body').after(body);
      bodies.set(name, body);
      const { open } = await question.load();
      opened.set(name, await open(body, asking));
    } else if (question) opened.get(name)?.refresh?.();
    for (const [key, body] of bodies) body.hidden = key !== name;
    for (const button of buttons) {
      const chosen = button.id === `tab-${name}`;
      button.setAttribute('aria-selected', String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    }
    if (question) byId('panel-title').textContent = question.about;
    byId('detail').hidden = name !== 'step';
    if (!question) asking.rest();
    if (focus) bodies.get(name)?.querySelector('input')?.focus();
  }
  return { show, isStep: () => current === 'step' };
}
