// What if: other values for the learner's constants, answered by the learner itself. Nothing is
// written to disk; what is liked can be copied as configuration.

import { make } from '../js/story.js';
import { ask, changeRow, openTrial, progressLine, reflexName, standing, wait } from './rows.js';

/** @param {HTMLElement} body @param {import('./tabs.js').Asking} asking */
export async function open(body, asking) {
  const { constants } = await ask(`ask/constants?run=${encodeURIComponent(asking.base())}`);
  /** @type {Map<string, number>} */
  const changed = new Map();
  const filter = /** @type {HTMLInputElement} */ (make('input', { type: 'search', placeholder: 'fire, window, half-life', 'aria-label': 'Filter the constants', autocomplete: 'off' }));
  const list = make('ul', { class: 'constants', tabindex: '0', 'aria-label': 'Constants' });
  const answer = make('div', { class: 'answer', 'aria-live': 'polite' });
  let latest = 0;
  const run = async () => { await follow(answer, asking, changed, ++latest, () => latest); };
  for (const constant of constants) list.append(constantRow(constant, changed, run));
  filter.addEventListener('input', () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    for (const item of list.children) {
      const text = item.textContent?.toLowerCase() ?? '';
      /** @type {HTMLElement} */ (item).hidden = !words.every((word) => text.includes(word));
    }
  });
  answer.replaceChildren(make('p', { class: 'why' }, ['Change a constant: the learner runs again with it on the same sessions, and what would be said differently stands here.']));
  body.replaceChildren(filter, list, answer);
}

/** @param {any} constant @param {Map<string, number>} changed @param {() => void} run */
function constantRow(constant, changed, run) {
  const id = `set-${constant.key}`;
  const step = constant.whole ? '1' : 'any';
  const field = /** @type {HTMLInputElement} */ (make('input', { id, type: 'number', min: String(constant.low), max: String(constant.high), step, value: String(constant.value) }));
  const back = make('button', { type: 'button', class: 'plain', hidden: '' }, [`back to ${constant.value}`]);
  const trouble = make('p', { class: 'trouble', role: 'alert', hidden: '' });
  const apply = () => {
    const value = Number(field.value);
    trouble.hidden = field.value !== '' && field.checkValidity();
    trouble.textContent = `between ${constant.low} and ${constant.high}`;
    if (!trouble.hidden) return;
    if (value === constant.value) changed.delete(constant.key);
    else changed.set(constant.key, value);
    back.hidden = value === constant.value;
    run();
  };
  field.addEventListener('change', apply);
  back.addEventListener('click', () => { field.value = String(constant.value); field.focus(); apply(); });
  return make('li', {}, [
    make('label', { for: id }, [make('code', {}, [constant.key]), make('span', { class: 'quiet' }, [constant.unit])]), field, back, trouble,
    make('p', { class: 'quiet' }, [constant.meaning])]);
}

/** Ask, wait for the learner, show. @param {HTMLElement} answer @param {import('./tabs.js').Asking} asking @param {Map<string, number>} changed @param {number} mine @param {() => number} latest */
async function follow(answer, asking, changed, mine, latest) {
  if (!changed.size) {
    answer.replaceChildren(make('p', { class: 'why' }, ['Nothing is changed.']));
    return;
  }
  const query = [...changed].map(([key, value]) => `&set=${encodeURIComponent(`${key}:${value}`)}`).join('');
  for (;;) {
    const told = await ask(`ask/trial?run=${encodeURIComponent(asking.base())}${query}`);
    if (mine !== latest()) return;
    if (told.state === 'ready') return showAnswer(answer, told, asking, changed);
    if (told.state === 'failed') return answer.replaceChildren(make('p', { class: 'trouble' }, [told.problem]));
    answer.replaceChildren(progressLine(told));
    await wait();
    if (mine !== latest()) return;
  }
}

/** @param {HTMLElement} answer @param {any} told @param {import('./tabs.js').Asking} asking @param {Map<string, number>} changed */
function showAnswer(answer, told, asking, changed) {
  const speaking = told.reflexes.filter((/** @type {any} */ row) => row.speaks);
  const told_ = told.changes.filter((/** @type {any} */ change) => change.kind !== 'recounted');
  const counted = told.changes.length - told_.length;
  const world = make('button', { type: 'button', class: 'primary' }, ['Show in the world']);
  const trouble = make('p', { class: 'trouble', hidden: '' });
  world.addEventListener('click', async () => {
    world.textContent = 'Drawing…';
    await openTrial(asking, told.name).catch((error) => { trouble.hidden = false; trouble.textContent = error.message; });
    world.textContent = 'Show in the world';
  });
  answer.replaceChildren(
    make('p', {}, [told_.length ? `${told_.length} ${told_.length === 1 ? 'reflex changes' : 'reflexes change'}.` : 'No reflex would say anything else.', counted ? ` ${counted} more counted differently.` : '']),
    make('ul', { class: 'changes' }, told_.slice(0, 40).map((/** @type {any} */ change) => changeRow(change, asking))),
    make('details', {}, [make('summary', {}, [`${speaking.length} may speak then`]), make('ul', { class: 'changes' }, speaking.map((/** @type {any} */ row) => make('li', {}, [reflexName(row, asking), make('p', { class: 'quiet' }, [standing(row)])])))]),
    make('div', { class: 'buttons' }, [world, copyConfig(changed)]), trouble,
    make('p', { class: 'quiet' }, ['Generation ', make('code', {}, [told.generation]), '. Nothing was written.']));
}

/** The changed constants as a repository's configuration. @param {Map<string, number>} changed */
export function configOf(changed) {
  /** @type {Map<string, string[]>} */
  const tables = new Map();
  for (const [key, value] of [...changed].sort()) {
    const [table = '', ...rest] = key.split('.');
    tables.set(table, [...(tables.get(table) ?? []), `${rest.join('.')} = ${value}`]);
  }
  return [...tables].map(([table, lines]) => `[${table}]\n${lines.join('\n')}\n`).join('\n');
}

/** @param {Map<string, number>} changed */
function copyConfig(changed) {
  const copy = make('button', { type: 'button' }, ['Copy as config']);
  const kept = new Map(changed);
  copy.addEventListener('click', () => navigator.clipboard.writeText(configOf(kept)).then(
    () => { copy.textContent = 'Copied; paste into .adage/config.toml'; },
    () => { copy.textContent = 'The browser did not allow copying'; }));
  return copy;
}
