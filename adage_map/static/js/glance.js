// A repository at a glance: seven questions with their answers, each figure a button that opens its
// sessions and lines in the panel. Its address is #/glance; the numbers are the core's own.

import { cardOf, indexOf } from './glance_card.js';
import { showFigure } from './glance_figure.js';
import { dayOf, figureAt } from './glance_parts.js';
import { byId, make } from './story.js';

const HASH = '#/glance';
const AGAIN_MS = 1000;

/**
 * What the page may do with the map.
 * @typedef {{
 *   run: () => string, world: () => import('./world.js').World, go: (step: string, id: string) => Promise<void>,
 * }} Glancing
 */

/** @param {Glancing} on */
export function createGlance(on) {
  const place = byId('glance');
  let open = false;
  /** The world whose sessions are shown: another run, or the same with more sessions, is another one. @type {any} */
  let shown = null;
  /** @type {any} */
  let found = null;
  /** @type {{row: any, section: any, button: HTMLElement} | null} */
  let chosen = null;

  /** Open or close as the address says; true while the glance is open and has drawn the panel. */
  function sync() {
    const wanted = location.hash.startsWith(HASH);
    if (wanted !== open) (wanted ? enter : leave)();
    if (open && shown !== on.world()) load(on.world(), on.run());
    if (open) drawPanel();
    return open;
  }

  function enter() {
    open = true;
    // What was not counted when it was left is asked for again.
    if (found?.report && !found.report.savings && shown === on.world()) followSavings(shown, on.run());
    place.hidden = false;
    byId('questions').hidden = !found?.report;
    byId('map').classList.add('at-glance');
    byId('map').classList.remove('with-panel');
    byId('to-glance').setAttribute('aria-current', 'page');
    document.querySelector('#chapters [aria-current]')?.removeAttribute('aria-current');
    place.scrollTop = 0;
  }

  function leave() {
    open = false;
    place.hidden = true;
    byId('questions').hidden = true;
    chosen = null;
    byId('map').classList.remove('at-glance');
    byId('to-glance').removeAttribute('aria-current');
  }

  async function load(/** @type {any} */ world, /** @type {string} */ run) {
    shown = world;
    chosen = null;
    place.replaceChildren(make('p', { class: 'glance-wait' }, ['Counting…']));
    const answer = await fetch(`/api/v1/glance?run=${encodeURIComponent(run)}`).catch(() => null);
    if (shown !== world) return;
    found = answer?.ok ? await answer.json() : null;
    if (!found) {
      shown = null;
      place.replaceChildren(make('p', { class: 'glance-wait' }, ['The map has ended, so nothing can be counted. Start it again: adage map']));
    } else {
      draw();
      if (found.report) followSavings(world, run);
    }
  }

  function draw() {
    const title = make('h2', { id: 'glance-title', tabindex: '-1' }, [found.run === 'sample' ? 'The sample at a glance' : `${found.title} at a glance`]);
    if (!found.report) {
      place.replaceChildren(title, make('p', { class: 'glance-lead' }, [
        `${found.have} of the ${found.least} sessions that it takes to say something. Work on with your agent; the tour shows meanwhile what each session taught.`]));
      return;
    }
    place.replaceChildren(title, make('p', { class: 'glance-lead' }, [lead(found.report)]),
      make('div', { class: 'cards' }, found.sections.map((/** @type {any} */ section) => cardOf(section, found.report, choose))));
    byId('questions').hidden = false;
    byId('questions').replaceChildren(make('ol', {}, indexOf(found.sections)));
    byId('live').textContent = `${title.textContent}. ${found.sections[0].answer}`.slice(0, 200);
  }

  /** What would have been saved takes the learner several times; ask until it is there. @param {any} world @param {string} run */
  async function followSavings(world, run) {
    while (open && shown === world) {
      const answer = await fetch(`/api/v1/glance/savings?run=${encodeURIComponent(run)}`).catch(() => null);
      const said = answer?.ok ? await answer.json() : null;
      if (!said || shown !== world) return;
      const old = byId('glance-saved');
      const short = byId('questions').querySelector('[data-key="saved"] b');
      if (short) short.textContent = said.section?.short ?? (said.state === 'running' ? 'counting…' : 'not counted');
      if (said.state === 'ready') {
        found.report.savings = said.savings;
        old.replaceWith(cardOf(said.section, found.report, choose));
        return;
      }
      const words = said.state === 'running' ? `Replaying the sessions, each with what those before it taught: ${said.done} of ${said.of || '…'} parts done.`
        : said.problem || 'There are too few sessions to replay.';
      const line = old.querySelector('.answer-line');
      if (line) line.textContent = words;
      if (said.state !== 'running') return;
      await new Promise((resolve) => { setTimeout(resolve, AGAIN_MS); });
    }
  }

  /** @param {any} section @param {any} row @param {HTMLElement} button */
  function choose(section, row, button) {
    const again = chosen?.button === button;
    for (const other of place.querySelectorAll('[aria-pressed="true"]')) other.setAttribute('aria-pressed', 'false');
    chosen = again ? null : { section, row, button };
    byId('map').classList.toggle('with-panel', !again);
    if (again) return;
    button.setAttribute('aria-pressed', 'true');
    drawPanel();
    byId('panel-title').focus();
  }

  function drawPanel() {
    if (!chosen || !found?.report) return;
    showFigure({ ...chosen, figure: figureAt(found.report, chosen.row.figure), report: found.report, run: found.run, world: on.world(), go: on.go });
  }

  /** Close the panel, back to the figure that opened it; false when there is none. */
  function escape() {
    if (!open || !chosen) return false;
    const { button } = chosen;
    choose(chosen.section, chosen.row, button);
    button.focus();
    return true;
  }

  /** Close the glance for a step of the tour; true when it was open. @param {string} step */
  function close(step) {
    if (!open || !step) return false;
    if (location.hash.startsWith(HASH)) history.pushState(null, '', `#/${step}`);
    leave();
    return true;
  }

  byId('close-panel').addEventListener('click', escape);
  return { sync, escape, close };
}

/** @param {any} report */
function lead(report) {
  const starts = report.sessions.map((/** @type {any} */ each) => each.start).filter(Boolean);
  const number = (/** @type {number} */ value) => value.toLocaleString('en');
  const from = starts.length ? `, ${dayOf(Math.min(...starts))} to ${dayOf(Math.max(...starts))}` : '';
  return `${number(report.sessions.length)} sessions, ${number(report.turns)} model turns, ${number(report.prompts)} prompts${from}. Press a figure to see the sessions and lines it was counted on. A strip holds all sessions, the oldest on the left; those that count are filled.`;
}
