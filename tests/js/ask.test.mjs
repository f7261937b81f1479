// What a person copies from a what-if must be configuration that Adage reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configOf } from '../../adage_map/static/ask/whatif.js';

test('changed constants become one table for each part of their keys', () => {
  const text = configOf(new Map([['judge.fire_lb', 0.7], ['mine.window', 4], ['judge.prime_new', 0.6]]));
  assert.equal(text, '[judge]\nfire_lb = 0.7\nprime_new = 0.6\n\n[mine]\nwindow = 4\n');
});
