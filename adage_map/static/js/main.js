// The map: one world, one clock. This file holds the state and joins the parts; each part is a
// module beside it.
//
// Public API, for embeds and tests:
//   adageMap.goto(id, t = 1)  show a step ("evidence/2") at t in 0..1; resolves when it is drawn
//   adageMap.idle()           resolves when nothing moves and nothing is waiting to be drawn
//   adageMap.state()          what is shown, as plain data: step, t, view, detail, follow, run,
//                             generation, and a digest of every position and look
//   adageMap.seek(t)          move within the step, as dragging through it would
//   adageMap.bare(on)         draw no object, to measure what an empty scene costs
//   adageMap.count            how many objects the world has
//   adageMap.frames           how many frames have been drawn
//   adageMap.pick(x, y)       the id of the object under a point of the picture, or ""
//   adageMap.ready            resolves when the first picture can be operated

import { createTabs } from '../ask/tabs.js';
import { createControls } from './controls.js';
import { digestOf } from './digest.js';
import { createGlance } from './glance.js';
import { createJourney } from './journey.js';
import { followLive } from './live.js';
import { createPlayer } from './player.js';
import { isStill, keepPrefs, readPrefs, watchTheme } from './prefs.js';
import { followRuns } from './progress.js';
import { embeddedDocument, fetchDocument, isExported, loadWorld, stageWorld } from './stage.js';
import { compose, copyLink, download } from './save.js';
import { byId, drawChapters, drawStep } from './story.js';
import { drawSceneList, drawTable } from './lists.js';
import { showStepPanel, showThingPanel } from './panel.js';
import { chapterFrom, chapterStep, placeOf, readLink, stopFrom, writeLink } from './tour.js';
import { createViewer, thingsAt } from './viewer.js';
import { between } from './world.js';

const prefs = readPrefs();
const state = {
  step: 0, fromKey: 0, t: 1, detail: false, selected: -1, hovered: -1, follow: -1, playing: false,
  by: { yaw: 0, pitch: 0, zoom: 1 }, source: '', base: '',
};
/** @type {import('./world.js').World} */
let world;
/** @type {ReturnType<typeof stageWorld>} */
let staged;
/** Ends the watch on the own sessions, once there is one. @type {(() => void) | null} */
let live = null;

const viewer = createViewer(
  { area: byId('picture'), labels: byId('labels'), note: (words) => { byId('note').textContent = words; }, opened: sayView },
  () => ({ ...state, picked: state.selected >= 0 ? state.selected : state.hovered, marked: new Set([state.selected, state.follow, state.hovered].filter((row) => row >= 0)) }));
const player = createPlayer((t) => { state.t = t; viewer.invalidate(); }, () => isStill(prefs));
const { stops, goTo: travel, play, replay } = createJourney({
  state, player, isFull: () => prefs.length === 'full', world: () => world, drawWords, drawCaption,
  invalidate: () => viewer.invalidate(), link,
});

const glance = createGlance({
  run: () => (state.source.startsWith('trial-') ? state.base : state.source), world: () => world,
  go: async (step, id) => {
    await goTo(placeOf(world, step), { cut: true });
    const row = world.rowOf.get(id) ?? -1;
    if (row >= 0 && row !== state.selected) select(row);
  },
});

/** Go to a step; from the glance the picture comes back first. */
async function goTo(/** @type {number} */ place, /** @type {{push?: boolean, cut?: boolean}} */ how = {}) {
  const left = glance.close(world.steps[place]?.id ?? '');
  if (left) drawWords();
  await travel(place, left ? { ...how, push: false } : how);
}

/** Everything but the picture: words, lists, panel, link. */
function drawWords() {
  const step = world.steps[state.step];
  if (!step) return;
  drawStep(world, state.step, stops(), prefs.length === 'full');
  byId('door').hidden = !step.id.startsWith('loop/');
  drawSceneList(world, state.step, select);
  if (prefs.view === 'list') drawTable(world, state.step, select);
  viewer.canvas?.setAttribute('aria-label', step.state);
  drawPanel();
}

function drawPanel() {
  if (glance.sync()) return;
  if (tabs.isStep() && state.selected >= 0) showThingPanel(world, state.selected, state.detail);
  else if (tabs.isStep()) showStepPanel(staged.explain(state.step), world.document.registry, state.detail, staged.hero);
  byId('follow').setAttribute('aria-pressed', String(state.follow >= 0));
  byId('detail').setAttribute('aria-pressed', String(state.detail));
}

function link() {
  return writeLink({ step: world.steps[state.step]?.id ?? '', detail: state.detail, follow: state.follow >= 0 ? world.id[state.follow] ?? '' : '' });
}

function drawCaption(/** @type {number} */ place) {
  drawStep(world, place, stops(), prefs.length === 'full');
}

const tabs = createTabs({
  run: () => state.source, rest: () => drawPanel(), chosen: () => world.id[state.selected] ?? world.document.hero,
  base: () => (state.source.startsWith('trial-') ? state.base : state.source),
  openRun: async (name) => { const found = await fetchDocument(name); if (found) await openRun(found); },
  reveal: (id) => {
    const row = world.rowOf.get(id) ?? -1;
    if (row >= 0 && row !== state.selected) select(row);
    return row >= 0;
  },
});

function ask(/** @type {string} */ name) {
  byId('map').classList.add('with-panel');
  tabs.show(name, true);
}

function select(/** @type {number} */ row) {
  state.selected = row === state.selected ? -1 : row;
  byId('map').classList.toggle('with-panel', true);
  tabs.show('step');
  viewer.invalidate();
}

function follow() {
  const hero = world.rowOf.get(world.document.hero) ?? -1;
  state.follow = state.follow >= 0 && (state.selected < 0 || state.selected === state.follow) ? -1 : state.selected >= 0 ? state.selected : hero;
  history.replaceState(null, '', link());
  drawPanel();
  viewer.invalidate();
}

function escape() {
  if (glance.escape()) return;
  if (state.selected >= 0) state.selected = -1;
  else if (state.follow >= 0) state.follow = -1;
  else byId('map').classList.remove('with-panel');
  drawPanel();
  viewer.invalidate();
}

function turn(/** @type {number} */ yaw, /** @type {number} */ pitch, zoom = 1) {
  state.by = { yaw: state.by.yaw + yaw, pitch: state.by.pitch + pitch, zoom: Math.min(4, Math.max(0.2, state.by.zoom * zoom)) };
  viewer.invalidate();
}

function setDetail() {
  state.detail = !state.detail;
  byId('map').classList.add('with-panel');
  history.replaceState(null, '', link());
  drawPanel();
}

function setView(/** @type {string} */ view) {
  prefs.view = view;
  keepPrefs(prefs);
  byId('picture').hidden = view === 'list';
  byId('table').hidden = view !== 'list';
  viewer.use(view);
  drawWords();
}

/** The menu names the view that is shown, also when the flat one stands in for 3D. */
function sayView(/** @type {string} */ kind, /** @type {boolean} */ hasGl) {
  const menu = /** @type {HTMLSelectElement} */ (byId('view'));
  menu.value = prefs.view === 'list' ? 'list' : kind;
  const solid = menu.querySelector('option[value=gl]');
  if (solid) solid.textContent = hasGl ? '3D' : '3D (no WebGL)';
}

/** Show another run in place of this one; the step is kept. */
async function openRun(/** @type {any} */ document) {
  const id = world ? world.steps[state.step]?.id : readLink(location.hash).step;
  world = await loadWorld(document);
  staged = stageWorld(world);
  const place = Math.max(0, placeOf(world, id || 'loop/1'));
  Object.assign(state, { step: place, fromKey: place, t: 1, selected: -1, hovered: -1, follow: -1, source: document.source });
  if (!document.source.startsWith('trial-')) state.base = document.source;
  byId('ribbon').textContent = ribbonOf(document);
  byId('leave').hidden = !document.trial;
  if (document.source === 'own' && !live && !isExported()) live = followLive(async () => { const found = state.source === 'own' ? await fetchDocument('own') : null; if (found) await openRun(found); });
  byId('generation').textContent = document.generation;
  drawChapters(world);
  viewer.open(world, staged.scene, prefs.view);
  byId('picture').hidden = prefs.view === 'list';
  byId('table').hidden = prefs.view !== 'list';
  drawWords();
}

/** Whose sessions are shown, and whether it is a trial. @param {any} document */
function ribbonOf(document) {
  const whose = state.base === 'sample' ? 'Sample traces' : `Your repository: ${document.title}`;
  return document.trial ? `${whose}, ${document.trial}` : whose;
}

/** The picture as it stands, as a file named after its step. */
async function savePicture() {
  const step = world.steps[state.step];
  const canvas = viewer.snapshot();
  if (!canvas || !step) return;
  const words = { title: step.title, text: step.state, source: byId('ribbon').textContent ?? '' };
  await download(compose({ area: byId('picture'), canvas, ...words }), `adage-${step.id.replace('/', '-')}.png`);
}

function applyLink() {
  const wanted = readLink(location.hash);
  state.detail = wanted.detail;
  state.follow = world.rowOf.get(wanted.follow) ?? -1;
  const place = placeOf(world, wanted.step);
  if (wanted.generation && wanted.generation !== world.document.generation) byId('note').textContent = 'This link was made for another generation of the index; its numbers may differ.';
  if (place >= 0) goTo(place, { push: false, cut: Math.abs(place - state.step) !== 1 });
  drawPanel();
}

async function start() {
  const restyle = watchTheme(prefs, () => { if (world) viewer.recolour(); });
  let document = embeddedDocument();
  while (!document) {
    byId('step-title').textContent = 'The learner is reading the sample…';
    await new Promise((resolve) => { setTimeout(resolve, 500); });
    document = await fetchDocument('');
  }
  await openRun(document);
  createControls({ prefs, restyle, viewer, actions, select, hover, turn, setView, setLength, go: (step) => goTo(placeOf(world, step)), setSpeed: (speed) => { player.speed = speed; } });
  const refresh = isExported() ? () => {} : followRuns(async (name) => { const found = await fetchDocument(name); if (found) { await openRun(found); refresh(); } }, () => state.source);
  window.addEventListener('popstate', applyLink);
  tabs.show('step');
  byId('leave').addEventListener('click', async () => { const found = await fetchDocument(state.base); if (found) await openRun(found); });
  applyLink();
  if (!location.hash && !isStill(prefs)) await replay();
}

function hover(/** @type {number} */ row) {
  if (row === state.hovered) return;
  state.hovered = row;
  viewer.invalidate();
}

function setLength(/** @type {string} */ length) {
  prefs.length = length;
  keepPrefs(prefs);
  drawWords();
}

const actions = {
  next: () => goTo(stopFrom(stops(), state.step, 1)), back: () => goTo(stopFrom(stops(), state.step, -1)),
  nextChapter: () => goTo(chapterFrom(world, state.step, 1)), lastChapter: () => goTo(chapterFrom(world, state.step, -1)),
  search: () => ask('search'), why: () => ask('why'), whatif: () => ask('whatif'), history: () => ask('history'), charts: () => ask('charts'), request: () => ask('request'),
  save: savePicture, copy: () => copyLink(`${location.origin}${location.pathname}${link()}`),
  first: () => goTo(0), last: () => goTo(world.steps.length - 1), play, detail: setDetail, follow, escape,
  chapter: (/** @type {string} */ key) => goTo(chapterStep(world, Number(key))),
  turnLeft: () => turn(-0.15, 0), turnRight: () => turn(0.15, 0), turnDown: () => turn(0, -0.1), turnUp: () => turn(0, 0.1),
  closer: () => turn(0, 0, 0.85), farther: () => turn(0, 0, 1.18),
  reset: () => { state.by = { yaw: 0, pitch: 0, zoom: 1 }; viewer.invalidate(); },
};

const ready = start();

/** @type {any} */ (window).adageMap = {
  ready,
  async goto(/** @type {string} */ id, t = 1) {
    await ready;
    await goTo(placeOf(world, id), { cut: true });
    state.t = t;
    viewer.invalidate();
    await this.idle();
  },
  async idle() {
    while (player.busy || viewer.waiting || !viewer.ready) await new Promise((resolve) => { setTimeout(resolve, 16); });
  },
  state: () => ({
    step: world.steps[state.step]?.id, t: state.t, view: prefs.view === 'list' ? 'list' : viewer.kind, detail: state.detail,
    follow: state.follow >= 0 ? world.id[state.follow] : '', run: state.source, generation: world.document.generation,
    digest: digestOf(between(world, state.fromKey, state.step + 1, thingsAt(state.t))),
  }),
  seek(/** @type {number} */ t) { state.t = t; viewer.invalidate(); },
  bare: (/** @type {boolean} */ on) => viewer.setBare(on),
  get count() { return world.count; },
  get frames() { return viewer.frames; },
  pick: (/** @type {number} */ x, /** @type {number} */ y) => world.id[viewer.pick(x, y, false)] ?? '',
};
