// What the questions share: asking the server, waiting for a trial, and a reflex in one row.

import { make } from '../js/story.js';

const WAIT_MS = 600;

/** The server's answer, or an error whose message is its sentence. @param {string} path @returns {Promise<any>} */
export async function ask(path) {
  const answer = await fetch(`/api/v1/${path}`);
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}

/** @param {number} [ms] */
export function wait(ms = WAIT_MS) {
  return new Promise((resolve) => { setTimeout(resolve, ms); });
}

/** Open a trial's world once the server has drawn it. @param {import('./tabs.js').Asking} asking @param {string} name */
export async function openTrial(asking, name) {
  while ((await ask(`ask/drawn?run=${encodeURIComponent(name)}`)).state === 'running') await wait();
  await asking.openRun(name);
}

const SIGNS = /** @type {Record<string, string>} */ ({
  born: '+ new', lost: '− gone', promoted: '↑ stronger', demoted: '↓ weaker', silenced: '○ now quiet', voiced: '● speaks again', recounted: '= counted anew',
});

/** A kind of change in words. @param {string} kind */
export function signOf(kind) {
  return SIGNS[kind] ?? kind;
}

/** One change in words. @param {any} change @param {import('./tabs.js').Asking} asking */
export function changeRow(change, asking) {
  const now = change.after ?? change.before;
  const was = change.before && change.after ? `${standing(change.before)} → ${standing(change.after)}` : standing(now);
  return make('li', { class: `change ${change.kind}` }, [
    make('b', {}, [signOf(change.kind)]), ' ', reflexName(now, asking), make('p', { class: 'quiet' }, [was])]);
}

/** A reflex's name as a button that shows it in the scene where it stands there. @param {any} row @param {import('./tabs.js').Asking} asking */
export function reflexName(row, asking) {
  const button = make('button', { type: 'button', class: 'plain' }, [row.after ? `${row.steps} after ${row.after}` : row.steps]);
  button.addEventListener('click', () => asking.reveal(`r:${row.id}`));
  return button;
}

/** How a reflex stands: `prime, 51 of 98, at least 0.42`. @param {any} row */
export function standing(row) {
  const quiet = row.quiet ? ', quiet' : '';
  return `${row.strength}${quiet}, ${row.k} of ${row.n}, at least ${row.lb.toFixed(2)}`;
}

/** How far the learner is. @param {any} told */
export function progressLine(told) {
  const share = told.of ? (told.at + 1) / told.of : 0;
  const bar = make('progress', { max: '1', value: String(share), 'aria-label': 'How far the learner is' });
  const words = told.state === 'waiting' ? 'Waiting for the question before it' : `${told.stage} (${told.at + 1} of ${told.of})`;
  return make('div', { class: 'trial-progress' }, [bar, make('span', { class: 'quiet' }, [words])]);
}
