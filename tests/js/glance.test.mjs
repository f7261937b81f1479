// The glance's pure parts: every session stands in exactly one cell, and a figure is found by its path.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellsOf, dayOf, figureAt } from '../../adage_map/static/js/glance_parts.js';

test('every session stands in exactly one cell, in order', () => {
  for (const total of [1, 10, 75, 160, 161, 1008]) {
    const cells = cellsOf(total);
    assert.ok(cells.length <= 160);
    assert.equal(cells[0][0], 0);
    assert.equal(cells.at(-1)[1], total);
    cells.forEach(([from, until], place) => {
      assert.ok(until > from);
      if (place) assert.equal(from, cells[place - 1][1]);
    });
  }
});

test('few sessions have a cell each', () => {
  assert.deepEqual(cellsOf(3), [[0, 1], [1, 2], [2, 3]]);
});

test('a figure is found by its path', () => {
  const report = { budget: [{ found: { count: 1 } }, { found: { count: 7 } }] };
  assert.equal(figureAt(report, 'budget/1/found').count, 7);
});

test('a day is said as people read it', () => {
  assert.equal(dayOf(1_771_286_400), '17 Feb 2026');
  assert.equal(dayOf(0), 'an unknown day');
});
