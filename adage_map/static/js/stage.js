// A world with its scene: each chapter's file adds what stands still, what is labelled, and the
// panel's words.

import * as evidence from '../chapters/evidence.js';
import * as loop from '../chapters/loop.js';
import * as pack from '../chapters/package.js';
import * as patterns from '../chapters/patterns.js';
import * as prove from '../chapters/prove.js';
import * as read from '../chapters/read.js';
import * as similar from '../chapters/similar.js';
import * as speak from '../chapters/speak.js';
import { words } from './glyph_icons.js';
import { createScene } from './scene.js';
import { fromBase64, openWorld } from './world.js';

const LIT = 4;
/** @type {Record<string, any>} */
const CHAPTERS = { loop, read, patterns, evidence, similar, package: pack, speak, prove };

/**
 * The scene of a world, and `explain(place)` for the panel. Pure.
 * @param {import('./world.js').World} world
 */
export function stageWorld(world) {
  const scene = createScene();
  const data = chapterData(world);
  for (const chapter of world.document.chapters) CHAPTERS[chapter.id]?.show(scene, data);
  const explain = (/** @type {number} */ place) => {
    const [id = '', number = '0'] = (world.steps[place]?.id ?? '').split('/');
    return CHAPTERS[id]?.explain(data, Number(number)) ?? {};
  };
  return { scene, explain, hero: data.hero };
}

/** What a chapter may use. @param {import('./world.js').World} world */
function chapterData(world) {
  const { document } = world;
  const hero = document.reflexes.find((/** @type {any} */ item) => item.id === document.hero) ?? null;
  const placeOf = (/** @type {string} */ id, /** @type {string} */ step) => {
    const row = world.rowOf.get(id) ?? 0;
    const frame = world.frames[world.steps.findIndex((item) => item.id === step) + 1];
    return [0, 1, 2].map((axis) => frame?.at[row * 3 + axis] ?? 0);
  };
  const litRows = (/** @type {string} */ step) => {
    const frame = world.frames[world.steps.findIndex((item) => item.id === step) + 1];
    return world.kind.map((_, row) => row).filter((row) => world.kind[row] === 'step' && frame?.style[row] === LIT);
  };
  return {
    world, document, hero, placeOf, words, facts: document.facts, constants: document.constants,
    places: document.places, similar: document.similar, speak: document.speak, prove: document.prove, effects: document.effects, litRows, heroStep: world.id[litRows('patterns/3')[0] ?? -1] ?? '',
    reach: reachOf(world),
  };
}

/** How far the longest string of letters reaches into its bay. @param {import('./world.js').World} world */
function reachOf(world) {
  const frame = world.frames[world.steps.findIndex((item) => item.id === 'patterns/2') + 1];
  let most = 8;
  world.kind.forEach((kind, row) => {
    if (kind === 'step' && (frame?.scale[row] ?? 0) > 0) most = Math.max(most, (frame?.at[row * 3] ?? 0) - world.document.places.bays.patterns);
  });
  return most + 1.5;
}

/** Whether the page is an exported folder: there is no server, and nothing more can be asked. */
export function isExported() {
  return window.document.documentElement.hasAttribute('data-exported');
}

/** The world that the page carries, or null when the server has none yet. */
export function embeddedDocument() {
  const text = window.document.getElementById('world')?.textContent?.trim() ?? '';
  const found = text ? JSON.parse(text) : null;
  return found?.things ? found : null;
}

/** A run's document from the server, or null while it is still being learned. @param {string} run */
export async function fetchDocument(run) {
  const answer = await fetch(`/api/v1/world${run ? `?run=${encodeURIComponent(run)}` : ''}`);
  if (!answer.ok) return null;
  const found = await answer.json();
  return found.things ? found : null;
}

/** Open a document: its keyframes come with it or from the server. @param {any} document @returns {Promise<import('./world.js').World>} */
export async function loadWorld(document) {
  if (document.frames) return openWorld(document, fromBase64(document.frames));
  const answer = await fetch(`/api/v1/frames.bin?run=${encodeURIComponent(document.source)}`);
  return openWorld(document, await answer.arrayBuffer());
}
