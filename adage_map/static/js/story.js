// The left column: chapters as links, the caption of the step, its dots. Text is HTML, always.

import { fillWithTerms } from './terms.js';

/** @param {string} tag @param {Record<string, string>} [attributes] @param {(string | Node)[]} [children] */
export function make(tag, attributes = {}, children = []) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

/** The list of chapters. @param {import('./world.js').World} world */
export function drawChapters(world) {
  byId('chapters').replaceChildren(...world.document.chapters.map((/** @type {any} */ chapter) =>
    make('li', {}, [make('a', { href: `#/${chapter.steps[0].id}`, 'data-chapter': String(chapter.number) }, [
      make('span', { class: 'number' }, [String(chapter.number)]), make('span', {}, [chapter.title]),
    ])])));
}

/**
 * The caption, the dots and the marks of where we are.
 * @param {import('./world.js').World} world @param {number} place @param {number[]} stops @param {boolean} full
 */
export function drawStep(world, place, stops, full) {
  const step = world.steps[place];
  if (!step) return;
  const chapter = world.document.chapters[step.chapter];
  byId('eyebrow').textContent = `${chapter.number}/${step.id.split('/')[1]}  ${chapter.title}`;
  byId('step-title').textContent = step.title;
  fillWithTerms(byId('step-text'), step.text, world.document.glossary ?? {});
  for (const link of byId('chapters').querySelectorAll('a')) {
    if (link.dataset.chapter === String(chapter.number)) link.setAttribute('aria-current', 'step');
    else link.removeAttribute('aria-current');
  }
  const shown = full ? stops.filter((stop) => world.steps[stop]?.chapter === step.chapter) : stops;
  byId('dots').replaceChildren(...shown.map((stop) => {
    const other = world.steps[stop];
    const dot = make('a', { href: `#/${other?.id ?? ''}`, title: other?.title ?? '', 'aria-label': other?.title ?? '' });
    if (stop === place) dot.setAttribute('aria-current', 'step');
    return make('li', {}, [dot]);
  }));
  byId('count').textContent = `${Math.max(1, stops.indexOf(place) + 1)} of ${stops.length}`;
}

/** Say the step once, politely, when it has come to rest. @param {import('./world.js').Step} step */
export function announce(step) {
  byId('live').textContent = `${step.title}. ${step.state}`.slice(0, 200);
}
