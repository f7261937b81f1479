// Chapter 7: the real hook meets a real session. Seven posts on a ring, the sealed book between them,
// a coin that the session's id throws, the words themselves, and what becomes of them.

export const title = 'Speak up at the right moment';

/** @param {import('../js/scene.js').Scene} scene @param {any} data */
export function show(scene, data) {
  const { places, facts, speak, world } = data;
  const x = places.bays.speak;
  const centre = x + places.length / 2;
  const { radius, hooks } = speak;
  const around = ['speak/1', 'speak/2', 'speak/4'];
  for (const r of [radius - 1.2, radius + 1.2]) {
    scene.path(['speak', 'loop'], Array.from({ length: 57 }, (_, place) => [
      centre + r * Math.cos((place * Math.PI) / 28), 0, r * Math.sin((place * Math.PI) / 28)]), 'rule');
  }
  for (const hook of hooks) scene.label(['speak/1'], [hook.x, hook.top, hook.z], hook.count ? `${hook.name}: ${hook.count}` : hook.name, '', hook.count ? 2 : 3);
  scene.label(['speak/1'], 'book', facts.generation, 'seal', 1);
  for (const step of around) {
    scene.camera(step, { yaw: -0.25, pitch: 0.52, box: [[centre - radius - 0.5, 0, -radius], [centre + radius + 0.5, 6, radius]], tall: { yaw: -0.25, pitch: 0.75 } });
  }
  showMeeting(scene, data, centre);
  showCoins(scene, data, x);
  showWords(scene, data, centre);
  showEndings(scene, data, centre);
  showPlug(scene, data, x);
  if (world.rowOf.has('book')) scene.label(['speak/6'], 'book', 'no answer', 'danger', 2);
}

/** The followed reflex's label comes first. @param {string} id @param {any} speak @returns {[string, number]} */
function look(id, speak) {
  return id === speak.told ? ['hero', 0] : ['fire', 2];
}

/** What rose from the book at one event, and what a gate held down. */
function showMeeting(/** @type {import('../js/scene.js').Scene} */ scene, /** @type {any} */ data, /** @type {number} */ centre) {
  const { speak, facts } = data;
  scene.label(['speak/2'], [centre, 0, 8.6], `event ${facts.told_event}, ${facts.told_hook}: ${facts.told_trigger}`, '', 1);
  for (const item of speak.said) scene.label(['speak/2'], item.id, item.words, ...look(item.id, speak));
  for (const item of speak.stopped) scene.label(['speak/2'], item.id, `${item.words}: ${item.gate}`, '', 2);
  scene.path(['speak/2'], [[centre, 1.6, 5.4], [centre, 2, 2.4]], 'accent');
}

/** The line from 0 to 1 that the ids fall on, with the share that hears nothing. */
function showCoins(/** @type {import('../js/scene.js').Scene} */ scene, /** @type {any} */ data, /** @type {number} */ x) {
  const { facts, speak } = data;
  const steps = ['speak/3'];
  const z = speak.coins;
  const [from, to] = speak.line;
  const along = (/** @type {number} */ value) => x + from + (to - from) * value;
  scene.level(steps, [along(0) - 0.6, z - 1.2, along(facts.control_share), z + 1.2], 0.05, 'danger', 0.16);
  scene.level(steps, [along(facts.control_share), z - 1.2, along(1) + 0.6, z + 1.2], 0.05, 'fire', 0.1);
  for (const value of [0, 0.5, 1]) scene.label(steps, [along(value), 0, z + 3], value.toFixed(1), 'axis', 4);
  scene.label(steps, [along(0.75), 0, z + 3], 'treated: hears what passed', 'fire', 2);
  scene.label(steps, [along(facts.control_share / 2), 0, z + 3], `control: ${facts.controls}`, 'danger', 1);
  scene.label(steps, `a:${facts.coin_session}`, `${facts.coin_name}: ${facts.coin_x.toFixed(3)}`, 'hero', 0);
  scene.label(steps, `a:${facts.told_session}`, `the session above: ${speak.x.toFixed(3)}`, '', 3);
  scene.camera('speak/3', { yaw: -0.12, pitch: 0.3, box: [[along(0) - 1, 0, z - 3], [along(1) + 1, 5, z + 3]], tall: { yaw: -0.5, pitch: 0.5 } });
}

/** The text before the agent, on a sheet behind what was said. */
function showWords(/** @type {import('../js/scene.js').Scene} */ scene, /** @type {any} */ data, /** @type {number} */ centre) {
  const { facts, speak } = data;
  const steps = ['speak/4'];
  if (facts.told_text) scene.label(steps, [centre, -4.5, 6], facts.told_text, 'words', 1);
  for (const item of speak.said) scene.label(steps, item.id, item.words, ...look(item.id, speak));
  scene.camera('speak/4', { yaw: -0.12, pitch: 0.28, box: [[centre - 9, -5, -3], [centre + 9, 8, 6]] });
}

/** Three rows of batches, each with the name that the ledger gives to how it ended. */
function showEndings(/** @type {import('../js/scene.js').Scene} */ scene, /** @type {any} */ data, /** @type {number} */ centre) {
  const { speak, facts } = data;
  const steps = ['speak/5'];
  const colours = /** @type {Record<string, string>} */ ({ followed: 'fire', ignored: '', misfired: 'danger' });
  speak.endings.forEach((/** @type {any} */ ending, /** @type {number} */ row) => {
    const z = speak.ending.z + speak.ending.row * row;
    scene.level(steps, [centre - 5, z - 1.2, centre + 9.4, z + 1.2], 0.05, 'rule', 0.18);
    scene.label(steps, [centre - 7.6, 0.4, z], ending.outcome, colours[ending.outcome] ?? '', 1);
    ending.batches.forEach((/** @type {string} */ what, /** @type {number} */ place) => {
      scene.label(steps, [centre - 3 + 5 * place, 1, z], what === 'step' ? facts.told : 'looked', '', 2);
    });
  });
  for (let place = 0; place < facts.pending; place += 1) scene.label(steps, [centre - 3 + 5 * place, 0, speak.ending.z + speak.ending.row * 3], `batch ${place + 1}`, 'axis', 4);
  scene.label(steps, speak.told, facts.told, 'hero', 3);
  scene.camera('speak/5', { yaw: -0.2, pitch: 0.52, box: [[centre - 9, 0, -1], [centre + 10, 4, speak.ending.z + speak.ending.row * 3]], tall: { yaw: -0.2, pitch: 0.7 } });
}

/** The session as one line: the hook is gone, the work is not. */
function showPlug(/** @type {import('../js/scene.js').Scene} */ scene, /** @type {any} */ data, /** @type {number} */ x) {
  const { places, facts, speak } = data;
  const steps = ['speak/6'];
  const z = speak.ending.z;
  scene.path(steps, [[x + 0.5, 0.5, z], [x + places.length - 0.5, 0.5, z]], 'accent');
  scene.label(steps, [x + 2, 0.5, z + 1.4], 'session start', 'axis', 3);
  scene.label(steps, [x + places.length - 2, 0.5, z + 1.4], 'session end', 'axis', 3);
  scene.label(steps, [x + places.length / 2, 2.6, z - 2], `half an event: ${facts.half_bytes} bytes printed`, 'danger', 3);
  scene.camera('speak/6', { yaw: -0.2, pitch: 0.42, box: [[x, 0, -6], [x + places.length, 5, z + 2]], tall: { yaw: -0.45, pitch: 0.55 } });
}

/** @param {any} data @param {number} number */
export function explain(data, number) {
  const { facts, speak } = data;
  const panels = /** @type {Record<number, any>} */ ({
    1: { says: 'The client starts one short process for each of these moments and waits for it. A session is chosen in which something is said, the followed reflex’s own sessions first.',
      rows: [['Session', facts.told_session], ...speak.hooks.map((/** @type {any} */ hook) => [hook.name, hook.count])], code: 'adage/hook/entry.py' },
    2: { says: 'The hook reads one bucket of the sealed file, finds the reflexes whose last item just happened, and lets each meet its gates.',
      rows: [...speak.said.map((/** @type {any} */ item) => [item.words, 'said']), ...speak.stopped.map((/** @type {any} */ item) => [item.words, item.gate])],
      constants: ['hook.turn_cap', 'hook.session_cap', 'mine.window'], code: 'adage/hook/gates.py' },
    3: { says: 'No list of sessions is kept anywhere: whoever has the id computes the same number.', formula: 'arm',
      constants: ['hook.control_share'], code: 'adage/hook/arm.py', calculator: 'arm', values: { session: facts.coin_session } },
    4: { says: 'Put before the agent as the client’s additional context. The name n marks this one delivery, by which the transcript shows that it arrived.',
      quote: facts.told_text, constants: ['label.slot_chars'], code: 'adage/hook/render.py' },
    5: { says: 'The ledger judges by the session’s own memory. A step that ran and failed was followed, and is counted against the reflex.',
      rows: speak.endings.map((/** @type {any} */ ending) => [ending.batches.map((/** @type {string} */ what) => (what === 'step' ? facts.told : 'looked')).join(', '), ending.outcome]),
      constants: ['hook.pending_batches'], code: 'adage/ledger/judge.py' },
    6: { says: 'Everything the hook does runs inside one guard. It never raises and always ends with success, so the client carries on.',
      rows: [['Bytes printed', facts.half_bytes], ['Events of the session', facts.moments]], code: 'adage/hook/entry.py' },
  });
  return { math: '09-hook', ...panels[number] };
}
