// Why, and why not: every candidate that would direct a step, the gate that stopped it, and what
// would change that. A row opens its reflex in the scene, where it stands there.

import { make } from '../js/story.js';
import { ask } from './rows.js';

const SHOWN = 12;

/** @param {HTMLElement} body @param {import('./tabs.js').Asking} asking */
export async function open(body, asking) {
  const field = /** @type {HTMLInputElement} */ (make('input', { type: 'text', id: 'why-step', list: 'why-steps', placeholder: 'make test', autocomplete: 'off' }));
  const known = make('datalist', { id: 'why-steps' });
  const form = make('form', { class: 'request' }, [make('label', { for: 'why-step' }, ['A command, or a step’s key']), field, known, make('button', { type: 'submit', class: 'primary' }, ['Ask'])]);
  const answer = make('div', { class: 'answer', 'aria-live': 'polite' });
  const tell = async () => {
    if (!field.value.trim()) return;
    const { answers } = await ask(`ask/why?run=${encodeURIComponent(asking.run())}&step=${encodeURIComponent(field.value)}`);
    answer.replaceChildren(...answers.flatMap((/** @type {any} */ each) => answerParts(each, asking, (text) => { field.value = text; tell(); })));
  };
  form.addEventListener('submit', (event) => { event.preventDefault(); tell(); });
  body.replaceChildren(form, answer);
  const { kinds } = await ask(`ask/search?run=${encodeURIComponent(asking.run())}`);
  const commands = kinds.find((/** @type {any} */ kind) => kind.kind === 'commands')?.found ?? [];
  known.replaceChildren(...commands.map((/** @type {any} */ item) => make('option', { value: item.text })));
}

/** @param {any} answer @param {import('./tabs.js').Asking} asking @param {(text: string) => void} again */
function answerParts(answer, asking, again) {
  if (!answer.key) {
    const near = answer.nearest.map((/** @type {string} */ text) => {
      const button = make('button', { type: 'button', class: 'plain' }, [text]);
      button.addEventListener('click', () => again(text));
      return make('li', {}, [button]);
    });
    return [make('p', {}, ['It was never seen in these sessions.']), ...(near.length ? [make('h3', {}, ['The nearest that were']), make('ul', {}, near)] : [])];
  }
  const said = answer.verdicts.filter((/** @type {any} */ each) => each.said);
  const rest = answer.verdicts.filter((/** @type {any} */ each) => !each.said);
  return [
    make('p', {}, [make('code', {}, [answer.key.replace(/^sh:/, '')]), ` (${answer.effect}) ran ${answer.runs} times in ${answer.sessions} sessions of ${answer.tasks} tasks.`]),
    make('h3', {}, [said.length ? 'What is told' : 'Nothing is told about it']),
    make('ul', { class: 'changes' }, said.map((/** @type {any} */ each) => verdictRow(each, each.strength, asking))),
    ...(rest.length ? [make('h3', {}, ['What is not ', make('span', { class: 'quiet' }, [gates(rest)])])] : []),
    make('ul', { class: 'changes' }, rest.slice(0, SHOWN).map((/** @type {any} */ each) => verdictRow(each, each.gate || each.strength, asking))),
    ...(rest.length > SHOWN ? [make('p', { class: 'quiet' }, [`${rest.length - SHOWN} more came less far.`])] : []),
  ];
}

/** How many stopped at each gate. @param {any[]} rest */
function gates(rest) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const each of rest) counts.set(each.gate || each.strength, (counts.get(each.gate || each.strength) ?? 0) + 1);
  return [...counts].map(([gate, count]) => `${count} at ${gate}`).join(', ');
}

/** @param {any} each @param {string} mark @param {import('./tabs.js').Asking} asking */
function verdictRow(each, mark, asking) {
  const name = make('button', { type: 'button', class: 'plain' }, [each.says]);
  name.addEventListener('click', () => asking.reveal(`r:${each.id}`));
  return make('li', {}, [make('b', { class: 'mark-word' }, [mark]), ' ', name, make('p', { class: 'quiet' }, [each.why, each.change ? ` ${each.change}` : ''])]);
}
