// Live: while sessions go on, say so in the badge. Nothing moves by itself; a person may have it
// learned again, and then the run opens with the step kept.

import { byId, make } from './story.js';

/** @param {() => Promise<void>} reopen shows the own run as it was learned anew */
export function followLive(reopen) {
  const source = new EventSource('/api/v1/live');
  source.onmessage = async (event) => {
    const news = JSON.parse(event.data);
    if (!news.learned) return draw(news);
    source.close();
    byId('news').hidden = true;
    await reopen();
    followLive(reopen);
  };
  return () => source.close();
}

/** @param {any} news */
function draw(news) {
  const parts = [count(news.sessions, 'new session'), count(news.calls, 'new call'), count(news.said, 'directive said')].filter(Boolean);
  const badge = byId('news');
  badge.hidden = parts.length === 0;
  const again = make('button', { type: 'button' }, ['Learn again']);
  again.addEventListener('click', async () => {
    again.textContent = 'Learning…';
    await fetch('/api/v1/live/learn');
  });
  badge.replaceChildren(make('span', { class: 'pulse', 'aria-hidden': 'true' }), make('span', {}, [`While you look: ${parts.join(', ')}`]), again);
}

/** @param {number} number @param {string} noun */
function count(number, noun) {
  return number > 0 ? `${number} ${noun}${number === 1 || noun.endsWith('said') ? '' : 's'}` : '';
}
