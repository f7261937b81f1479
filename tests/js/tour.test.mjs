// The tour's pure modules, on a world that the Python test writes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { blendCamera, eyeOf, fitBox, projector, turned } from "../../adage_map/static/js/camera.js";
import { digestOf } from "../../adage_map/static/js/digest.js";
import { words } from "../../adage_map/static/js/glyph_icons.js";
import { pickAt } from "../../adage_map/static/js/pick.js";
import { createScene, isSeen } from "../../adage_map/static/js/scene.js";
import { SIZES, solidOf } from "../../adage_map/static/js/solids.js";
import { stageWorld } from "../../adage_map/static/js/stage.js";
import { chapterFrom, chapterStep, placeOf, readLink, stopFrom, stopsOf, writeLink } from "../../adage_map/static/js/tour.js";
import { fromBase64, openWorld, progress, stateAt } from "../../adage_map/static/js/world.js";

const path = process.env.ADAGE_WORLD;
const document = path ? JSON.parse(readFileSync(path, "utf8")) : null;
const skip = document ? false : "tests/map/test_tour_modules.py writes the world";
const world = document ? openWorld(document, fromBase64(document.frames)) : null;

test("a step starts exactly where the one before it ended", { skip }, () => {
  for (let step = 1; step < world.steps.length; step += 1) {
    const [ended, begun] = [stateAt(world, step - 1, 1), stateAt(world, step, 0)];
    for (let place = 0; place < ended.at.length; place += 1) {
      assert.ok(Math.abs(ended.at[place] - begun.at[place]) < 1e-4, world.steps[step].id);
    }
    assert.equal(digestOf(ended), digestOf(begun));
  }
});

test("a state depends on step and t alone", { skip }, () => {
  const first = digestOf(stateAt(world, 9, 0.4));
  stateAt(world, 3, 0.9);
  assert.equal(digestOf(stateAt(world, 9, 0.4)), first);
  assert.notEqual(digestOf(stateAt(world, 9, 0.41)), first);
});

test("progress begins at 0, ends at 1 and never turns back", () => {
  for (const delay of [0, 0.3, 1]) {
    assert.equal(progress(0, delay), 0);
    assert.equal(progress(1, delay), 1);
    for (let t = 0; t < 1; t += 0.01) assert.ok(progress(t + 0.01, delay) >= progress(t, delay));
  }
});

test("next and previous undo each other on both tours", { skip }, () => {
  for (const full of [true, false]) {
    const stops = stopsOf(world, full);
    for (const stop of stops.slice(0, -1)) assert.equal(stopFrom(stops, stopFrom(stops, stop, 1), -1), stop);
    assert.equal(stopFrom(stops, stops.at(-1), 1), stops.at(-1));
    assert.equal(stopFrom(stops, stops[0], -1), stops[0]);
  }
});

test("chapters are found by their number, and those not there are not", { skip }, () => {
  assert.equal(world.steps[chapterStep(world, 3)].id, "evidence/1");
  assert.equal(chapterStep(world, 5), -1);
  assert.equal(world.steps[chapterFrom(world, placeOf(world, "read/4"), 1)].id, "patterns/1");
  assert.equal(chapterFrom(world, 0, -1), 0);
});

test("links are read as they are written", () => {
  const state = { step: "evidence/2", detail: true, follow: "r:0123abcd" };
  assert.equal(writeLink(state), "#/evidence/2?d=1&f=r:0123abcd");
  assert.deepEqual(readLink(writeLink(state)), { ...state, generation: "" });
  assert.deepEqual(readLink(""), { step: "", detail: false, follow: "", generation: "" });
});

test("a fitted box lies inside the picture, wide or tall", () => {
  const box = [[0, 0, -15], [32, 10, 15]];
  for (const [width, height] of [[1600, 700], [360, 640], [320, 240]]) {
    const camera = fitBox(box, { yaw: -0.5, pitch: 0.4 }, width, height);
    const project = projector(camera, width, height);
    for (const x of [0, 32]) for (const y of [0, 10]) for (const z of [-15, 15]) {
      const point = project(x, y, z);
      assert.ok(point.x >= 0 && point.x <= width && point.y >= 0 && point.y <= height);
      assert.ok(point.depth > 0);
    }
  }
});

test("the projector puts the target in the middle and right to the right", () => {
  const camera = { target: [3, 2, 1], yaw: 0.3, pitch: 0.5, distance: 40 };
  const project = projector(camera, 800, 600);
  const middle = project(3, 2, 1);
  assert.ok(Math.abs(middle.x - 400) < 1e-6 && Math.abs(middle.y - 300) < 1e-6);
  assert.ok(Math.abs(middle.depth - 40) < 1e-6);
  assert.ok(project(3, 4, 1).y < 300);
  assert.ok(project(5, 2, 1).x > 400);
  assert.ok(eyeOf(camera)[1] > 2);
});

test("cameras blend from one to the other and can be turned by hand", () => {
  const [a, b] = [0, 1].map((n) => ({ target: [n, n, n], yaw: n, pitch: 0.2 + n, distance: 10 + n }));
  assert.deepEqual(blendCamera(a, b, 0), a);
  assert.deepEqual(blendCamera(a, b, 1), b);
  assert.equal(turned(a, { yaw: 0.5, pitch: 9, zoom: 2 }).distance, 20);
  assert.ok(turned(a, { yaw: 0, pitch: 9, zoom: 1 }).pitch < Math.PI / 2);
});

test("what stands in the middle is picked, what is not there is not", { skip }, () => {
  const step = placeOf(world, "package/3");
  const frame = stateAt(world, step, 1);
  const book = world.rowOf.get("book");
  const at = [0, 1, 2].map((axis) => frame.at[book * 3 + axis]);
  const camera = { target: at, yaw: 0, pitch: 0.6, distance: 30 };
  const where = { x: 200, y: 150, width: 400, height: 300, reach: 14, rows: world.order };
  assert.equal(pickAt(world, frame, camera, where), book);
  assert.equal(pickAt(world, frame, { ...camera, target: [0, -500, 0] }, where), -1);
});

test("every solid has at most 40 triangles, unit size and unit normals", () => {
  for (const name of Object.keys(SIZES)) {
    const { positions, normals } = solidOf(name);
    assert.ok(positions.length / 9 <= 40, `${name}: ${positions.length / 9}`);
    assert.ok(Math.max(...positions.map(Math.abs)) <= 0.5 + 1e-6, name);
    for (let place = 0; place < normals.length; place += 3) {
      assert.ok(Math.abs(Math.hypot(...normals.slice(place, place + 3)) - 1) < 1e-3, name);
    }
  }
});

test("every step has a shot or frames its own things, and words for its panel", { skip }, () => {
  const { scene, explain } = stageWorld(world);
  world.steps.forEach((step, place) => {
    const panel = explain(place);
    assert.ok(panel.says, step.id);
    for (const key of panel.constants ?? []) assert.ok(document.registry.constants[key], key);
    if (panel.formula) assert.ok(document.registry.formulas[panel.formula], panel.formula);
    assert.ok(scene.decor.some((item) => isSeen(item, step.id)), step.id);
  });
});

test("a scene's parts are seen in the steps they name", () => {
  const scene = createScene();
  scene.label(["read", "loop/1"], [0, 0, 0], "here");
  assert.ok(isSeen(scene.labels[0], "read/3"));
  assert.ok(isSeen(scene.labels[0], "loop/1"));
  assert.ok(!isSeen(scene.labels[0], "patterns/1"));
});

test("keys lose their marks", () => {
  assert.equal(words("sh:make gen"), "make gen");
  assert.equal(words("edit:docs/*.md"), "edit docs/*.md");
});
