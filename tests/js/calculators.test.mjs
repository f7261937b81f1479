// The calculators give the digits of the Python core, on vectors that the Python test writes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { arm, generation } from "../../adage_map/static/calc/arm.js";
import { betaQuantile, betaShare, posterior } from "../../adage_map/static/calc/posterior.js";
import { KINDS, typicalRates, uplift, verdict } from "../../adage_map/static/calc/uplift.js";
import {
  coverage, fewestSessions, ladder, strength, wilsonLimits, wilsonLower,
} from "../../adage_map/static/calc/wilson.js";

const path = process.env.ADAGE_VECTORS;
const vectors = path ? JSON.parse(readFileSync(path, "utf8")) : null;
const skip = vectors ? false : "tests/map/test_calculators.py writes the vectors";

test("Wilson's limits equal the core's to the last bit", { skip }, () => {
  assert.equal(vectors.wilson.length, 1000);
  for (const { k, n, z, limits, lower } of vectors.wilson) {
    assert.deepEqual(wilsonLimits(k, n, z), limits, `${k} of ${n} at ${z}`);
    assert.equal(wilsonLower(k, n, z), lower);
  }
});

test("strength equals the core's", { skip }, () => {
  for (const { k, n, strength: expected } of vectors.strength) {
    assert.equal(strength(k, n), expected, `${k} of ${n}`);
  }
});

test("the posterior equals the core's to ten digits", { skip }, () => {
  for (const { s, n, m, kappa, mean, q05 } of vectors.posterior) {
    const found = posterior(s, n, m, kappa);
    assert.ok(Math.abs(found.mean - mean) < 1e-12);
    assert.ok(Math.abs(found.q05 - q05) < 1e-10, `${s} of ${n}, m ${m}: ${found.q05} ${q05}`);
  }
});

test("uplift equals the core's to the last bit", { skip }, () => {
  for (const { inputs, self, follow, u } of vectors.uplift) {
    assert.deepEqual(uplift(...inputs), { self, follow, u });
  }
});

test("arms and generations equal the core's", { skip }, () => {
  for (const { session, x, arm: expected, generation: hex } of vectors.arm) {
    const found = arm(session);
    assert.equal(found.x, x, session);
    assert.equal(found.arm, expected);
    assert.equal(generation(session), hex);
  }
});

test("six of eight could be as low as 41 percent", () => {
  assert.equal(wilsonLower(6, 8).toFixed(4), "0.4093");
});

test("fifteen of fifteen do not reach 0.80, sixteen do", () => {
  assert.equal(wilsonLower(15, 15).toFixed(4), "0.7961");
  assert.equal(wilsonLower(16, 16).toFixed(4), "0.8064");
});

test("the ladder reads 16, 25, 33, 40, 47, 54", () => {
  assert.deepEqual(ladder(), [16, 25, 33, 40, 47, 54]);
});

test("a rung is the first number of sessions that is enough", () => {
  for (let misses = 0; misses < 12; misses += 1) {
    const n = fewestSessions(misses);
    assert.ok(wilsonLower(n - misses, n) >= 0.8);
    assert.ok(wilsonLower(n - 1 - misses, n - 1) < 0.8);
  }
});

test("no sessions bound nothing", () => {
  assert.deepEqual(wilsonLimits(0, 0), [0, 1]);
  assert.equal(wilsonLower(0, 0), 0);
});

test("the simulated repositories are the same every time and mostly covered", () => {
  assert.deepEqual(coverage(0.75, 20), coverage(0.75, 20));
  const held = coverage(0.75, 20).filter((repository) => repository.held).length;
  assert.ok(held >= 90 && held <= 100, String(held));
  const bold = coverage(0.75, 20, 0.5).filter((repository) => repository.held).length;
  assert.ok(bold < held, `${bold} with less caution, ${held} with more`);
});

test("the quantile of a Beta undoes its share", () => {
  for (const [alpha, beta] of [[0.5, 0.5], [2, 5], [40, 3], [1, 1]]) {
    for (const share of [0.01, 0.05, 0.5, 0.95]) {
      assert.ok(Math.abs(betaShare(alpha, beta, betaQuantile(alpha, beta, share)) - share) < 1e-12);
    }
  }
});

test("0.97 told and 0.79 untold are worth saying, under 0.10 is quiet, too few is not enough", () => {
  assert.equal(verdict(0.97 - 0.79, 10), "worth saying");
  assert.equal(verdict(0.05, 3), "quiet");
  assert.equal(verdict(0.05, 2), "not enough yet");
});

test("every kind has a typical rate, untold and told", () => {
  for (const kind of KINDS) {
    const { self, follow } = typicalRates(kind);
    assert.ok(self > 0 && self < 1 && follow > 0 && follow < 1, kind);
  }
});

test("session T2 is control at 0.064", () => {
  const found = arm("T2");
  assert.equal(found.x.toFixed(3), "0.064");
  assert.equal(found.arm, "control");
});
