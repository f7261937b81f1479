// Type a request: what it resembles in this run, and what the hook would say to it. The text goes
// to this machine's own server and nowhere else, and stands in no link.

import { make } from '../js/story.js';
import { ask } from './rows.js';

/** @param {HTMLElement} body @param {import('./tabs.js').Asking} asking */
export function open(body, asking) {
  const field = /** @type {HTMLInputElement} */ (make('input', { type: 'text', id: 'request-text', placeholder: 'commit this', autocomplete: 'off' }));
  const go = make('button', { type: 'submit', class: 'primary' }, ['Ask']);
  const form = make('form', { class: 'request' }, [make('label', { for: 'request-text' }, ['A request, as you would type it to the agent']), field, go]);
  const answer = make('div', { class: 'answer', 'aria-live': 'polite' });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!field.value.trim()) return;
    answer.replaceChildren(make('p', { class: 'quiet' }, ['Comparing…']));
    const told = await ask(`ask/request?run=${encodeURIComponent(asking.run())}&text=${encodeURIComponent(field.value)}`);
    answer.replaceChildren(...answerParts(told, asking));
  });
  body.replaceChildren(form, answer);
}

/** @param {any} told @param {import('./tabs.js').Asking} asking */
function answerParts(told, asking) {
  const parts = [make('p', { class: 'why' }, ['Compared as: ', make('code', {}, [told.seen || '(nothing)'])])];
  if (told.goes_on && !told.said) parts.push(make('p', {}, ['It is so short that it only says to go on: nothing new is opened.']));
  else if (!told.known && !told.said) parts.push(make('p', {}, ['No word of it is in the model, so it resembles nothing.']));
  parts.push(make('h3', {}, ['What the agent would be told']));
  parts.push(told.said ? make('pre', { class: 'said-text' }, [told.said]) : make('p', {}, [silence(told)]));
  if (told.families.length) parts.push(make('h3', {}, ['Nearest families']), make('ul', { class: 'near' }, told.families.slice(0, 5).map((/** @type {any} */ family) => familyRow(family, asking))));
  if (told.cards.length) parts.push(make('h3', {}, ['Nearest cards']), make('ul', { class: 'near' }, told.cards.slice(0, 3).map((/** @type {any} */ card) => cardRow(card, told))));
  if (!told.families.length && !told.cards.length) parts.push(make('p', { class: 'quiet' }, ['This run has no family of requests and no card to compare with.']));
  return parts;
}

/** @param {any} told */
function silence(told) {
  const gate = told.stopped[0]?.gate;
  return gate ? `Nothing: ${gate}.` : 'Nothing.';
}

/** @param {any} family @param {import('./tabs.js').Asking} asking */
function familyRow(family, asking) {
  const name = make('button', { type: 'button', class: 'plain' }, [family.asked]);
  name.addEventListener('click', () => asking.reveal(`f:${family.id}`));
  const stopped = family.strength === 'dropped';
  const counts = stopped ? 'Not said: ' : `It begins with ${family.route}: ${family.strength}, ${family.k} of ${family.n}. `;
  return make('li', {}, [name, meter(family.cosine, stopped ? null : family.threshold),
    make('p', { class: 'quiet' }, [`${family.sessions} sessions asked like this. ${counts}${family.why}`])]);
}

/** @param {any} card @param {any} told */
function cardRow(card, told) {
  return make('li', {}, [make('span', {}, [card.title]), meter(card.cosine, told.card_threshold),
    make('p', { class: 'quiet' }, [`${card.files.length} files, ${card.commands.length} commands, ${card.k} of ${card.n} sessions passed; at the first edit of one of its files from ${told.card_at_edit.toFixed(3)} on.`])]);
}

/** How alike, beside the least that is asked for. @param {number} cosine @param {number | null} threshold */
function meter(cosine, threshold) {
  const least = threshold === null ? '' : ` of at least ${threshold.toFixed(3)}`;
  return make('p', { class: threshold !== null && cosine >= threshold ? 'meter over' : 'meter' }, [
    make('progress', { max: '1', value: String(Math.max(0, cosine)), 'aria-label': 'cosine' }), make('span', {}, [`${cosine.toFixed(3)}${least}`])]);
}
