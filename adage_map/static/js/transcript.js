// Lines of a transcript, asked for when a person wants to see them; masked and cut by the server.

import { isExported } from './stage.js';
import { make } from './story.js';

/**
 * A button that shows a transcript's line in its place.
 * @param {{run: string, trace: string, path: string, line: number}} where
 */
export function lineButton(where) {
  const name = where.path.split('/').pop() ?? where.path;
  const short = name.length > 26 ? `${name.slice(0, 8)}…${name.slice(-6)}` : name;
  if (isExported()) return make('code', {}, [`${where.trace.slice(0, 8)}:${where.line}`]);
  if (!where.trace || !where.line) return make('code', { title: where.path }, [short]);
  const button = make('button', { type: 'button', class: 'line-button', title: where.path, 'aria-expanded': 'false' }, [`${short}:${where.line}`]);
  const holder = make('div', { class: 'transcript' }, [button]);
  button.addEventListener('click', () => toggle(holder, button, where));
  return holder;
}

/** @param {HTMLElement} holder @param {HTMLElement} button @param {{run: string, trace: string, line: number}} where */
async function toggle(holder, button, where) {
  const open = button.getAttribute('aria-expanded') === 'true';
  button.setAttribute('aria-expanded', String(!open));
  holder.querySelector('pre')?.remove();
  if (open) return;
  const box = make('pre', { tabindex: '0' }, ['…']);
  holder.append(box);
  box.textContent = await readLine(where);
}

/** @param {{run: string, trace: string, line: number}} where */
async function readLine({ run, trace, line }) {
  try {
    const answer = await fetch(`/api/v1/trace/${encodeURIComponent(trace)}/lines?from=${line}&to=${line}&run=${encodeURIComponent(run)}`);
    const found = await answer.json();
    if (!answer.ok) return found.error;
    return found.lines.map((/** @type {any} */ item) => item.text).join('\n') + (found.cut ? '\n… cut' : '');
  } catch {
    return 'The map has ended, so the line cannot be read. Start it again: adage map';
  }
}
