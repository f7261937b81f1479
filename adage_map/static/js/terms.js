// Words of the glossary in a caption: dotted, explained on hover, tap and Tab. One explanation is
// open at a time; it stays while pointed at, and Esc closes it and keeps the focus.

import { make } from './story.js';

const HOVER_MS = 300;
const PLURAL = '(?:s|es)?';

/** @type {{button: HTMLElement, box: HTMLElement, isFixed: boolean} | null} */
let open = null;
let timer = 0;

/**
 * Fill an element with text in which the first use of each known word can be asked about.
 * @param {HTMLElement} element @param {string} text @param {Record<string, {short: string, long: string}>} glossary
 */
export function fillWithTerms(element, text, glossary) {
  close();
  element.replaceChildren(...parts(text, glossary));
}

/** @param {string} text @param {Record<string, {short: string, long: string}>} glossary @returns {(string | Node)[]} */
function parts(text, glossary) {
  const names = Object.keys(glossary).sort((a, b) => b.length - a.length);
  if (!names.length) return [text];
  const irregular = /** @type {Record<string, string>} */ ({ indexes: 'index', families: 'family' });
  const words = [...names, ...Object.keys(irregular)].map((name) => name.replace(/[^\w ]/g, '\\$&'));
  const seen = new Set();
  /** @type {(string | Node)[]} */
  const made = [];
  let last = 0;
  for (const match of text.matchAll(new RegExp(`\\b(${words.join('|')})${PLURAL}\\b`, 'gi'))) {
    const base = (match[1] ?? '').toLowerCase();
    const name = irregular[base] ?? base;
    const entry = glossary[name];
    if (!entry || seen.has(name)) continue;
    seen.add(name);
    made.push(text.slice(last, match.index), termButton(match[0], entry));
    last = match.index + match[0].length;
  }
  return [...made, text.slice(last)];
}

/** @param {string} word @param {{short: string, long: string}} entry */
function termButton(word, entry) {
  const button = make('button', { type: 'button', class: 'term', 'aria-expanded': 'false' }, [word]);
  button.addEventListener('click', () => { if (open?.button === button && open.isFixed) close(); else show(button, entry, true); });
  button.addEventListener('focus', () => show(button, entry, false));
  button.addEventListener('blur', () => { if (!open?.isFixed) leave(); });
  button.addEventListener('pointerenter', (event) => { if (event.pointerType === 'mouse') later(() => show(button, entry, false), HOVER_MS); });
  button.addEventListener('pointerleave', leave);
  return button;
}

/** @param {HTMLElement} button @param {{short: string, long: string}} entry @param {boolean} isFixed */
function show(button, entry, isFixed) {
  clearTimeout(timer);
  if (open?.button === button) {
    open.isFixed ||= isFixed;
    return;
  }
  close();
  const box = make('span', { class: 'term-box', id: 'term-box', role: 'note' }, [make('b', {}, [entry.short]), ` ${entry.long}`]);
  box.addEventListener('pointerenter', () => clearTimeout(timer));
  box.addEventListener('pointerleave', leave);
  button.after(box);
  button.setAttribute('aria-expanded', 'true');
  button.setAttribute('aria-controls', 'term-box');
  open = { button, box, isFixed };
}

function leave() {
  later(() => { if (!open?.isFixed && document.activeElement !== open?.button) close(); }, HOVER_MS);
}

/** @param {() => void} act @param {number} ms */
function later(act, ms) {
  clearTimeout(timer);
  timer = window.setTimeout(act, ms);
}

/** Close the explanation; true when one was open. */
export function close() {
  clearTimeout(timer);
  if (!open) return false;
  open.box.remove();
  open.button.setAttribute('aria-expanded', 'false');
  open.button.removeAttribute('aria-controls');
  open = null;
  return true;
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && close()) event.stopImmediatePropagation();
}, { capture: true });
document.addEventListener('pointerdown', (event) => {
  if (open && event.target instanceof Node && !open.box.contains(event.target) && event.target !== open.button) close();
});
