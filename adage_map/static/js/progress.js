// The repository's own run: how far the learner is, and the offer to show it when it is ready.

import { byId, make } from './story.js';

/**
 * Follow /api/v1/progress and keep the badge. `open(name)` is called when a person asks for a run.
 * @param {(name: string) => void} open @param {() => string} shown the run on the page
 */
export function followRuns(open, shown) {
  const refresh = () => fetch('/api/v1/runs').then((answer) => answer.json()).then(({ runs }) => drawBadge(runs, shown(), open)).catch(() => {});
  const source = new EventSource('/api/v1/progress');
  source.onmessage = (event) => {
    const told = JSON.parse(event.data);
    if (told.state) refresh();
    else drawProgress(told);
  };
  source.addEventListener('done', () => {
    source.close();
    refresh();
  });
  source.onerror = () => { if (source.readyState === EventSource.CLOSED) refresh(); };
  return refresh;
}

/** One line on how far the learner is. @param {{text?: string, at?: number, of?: number}} told */
function drawProgress(told) {
  const share = told.of ? ` (stage ${told.at} of ${told.of})` : '';
  byId('badge').hidden = false;
  byId('badge').replaceChildren(
    make('span', { class: 'pulse', 'aria-hidden': 'true' }), make('span', {}, [`Your repository: ${told.text ?? ''}${share}`]));
}

/** @param {any[]} runs @param {string} shown @param {(name: string) => void} open */
function drawBadge(runs, shown, open) {
  const other = runs.find((run) => run.name !== shown && run.state === 'ready');
  const said = runs.find((run) => run.said)?.said;
  const badge = byId('badge');
  badge.hidden = !other && !said;
  if (other) {
    const button = make('button', { type: 'button' }, [`Show ${other.title}`]);
    button.addEventListener('click', () => open(other.name));
    const words = other.name === 'own' ? `Your repository is ready: ${other.sessions} sessions, ${other.reflexes} reflexes` : 'The sample is here too';
    badge.replaceChildren(make('span', {}, [words]), button);
  } else if (said) {
    badge.replaceChildren(make('details', {}, [make('summary', {}, [said.title]), make('div', { class: 'said' }, saidParts(said))]));
  }
}

/** @param {any} said */
function saidParts(said) {
  const parts = said.sentences.map((/** @type {string} */ sentence) => make('p', {}, [sentence]));
  if (said.looked?.length) {
    parts.push(make('ul', {}, said.looked.map((/** @type {any} */ item) => make('li', {}, [`${item.place}: ${item.files} files, ${item.sessions} sessions`]))));
  }
  if (said.command) parts.push(make('pre', {}, [said.command]));
  return parts;
}
