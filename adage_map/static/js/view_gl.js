// The 3D view: three.js draws each solid's things in one instanced call and tweens them on the GPU.
//
// A step change uploads from and to once; while it plays, one uniform moves everything.

import * as THREE from '../vendor/three.js';
import { LENS, eyeOf } from './camera.js';
import { createDecor } from './decor_gl.js';
import { FRAGMENT, VERTEX } from './shaders.js';
import { lengthOf, sizeOf, solidOf } from './solids.js';
import { bodyColour, rimColour } from './theme.js';

/** Things of one solid; `places` are where they stand in the order of drawing. @typedef {{mesh: THREE.Mesh, rows: number[], places: number[], geometry: THREE.InstancedBufferGeometry}} Batch */

/**
 * @param {HTMLCanvasElement} canvas @param {import('./world.js').World} world
 * @param {import('./scene.js').Scene} scene @param {Record<string, import('./theme.js').Rgb>} theme
 * @param {import('./quality.js').Tier} tier
 */
export function createGlView(canvas, world, scene, theme, tier) {
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: tier.antialias, alpha: false, powerPreference: 'low-power' });
  renderer.setPixelRatio(Math.min(tier.ratio, window.devicePixelRatio || 1));
  // Colours come from the style sheet as they are to be seen; nothing converts them on the way.
  renderer.outputColorSpace = 'srgb-linear';
  const root = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(LENS, 1, 0.5, 900);
  const uniforms = makeUniforms();
  const material = new THREE.ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms });
  const batches = makeBatches(world, material, tier.cap);
  for (const batch of batches) root.add(batch.mesh);
  const decor = createDecor(scene, root);
  /** @type {[import('./world.js').Frame, import('./world.js').Frame] | null} */
  let pair = null;
  const view = {
    name: 'gl', renderer, drawn: Math.min(tier.cap, world.count), rows: () => world.order.slice(0, tier.cap),
    /** Colours changed: read them again. */
    recolour(/** @type {Record<string, import('./theme.js').Rgb>} */ fresh) {
      renderer.setClearColor(new THREE.Color().setRGB(...pick(fresh, 'ground'), 'srgb-linear'), 1);
      uniforms.uGround.value.set(...pick(fresh, 'ground'));
      uniforms.uInk.value.set(...pick(fresh, 'ink'));
      uniforms.uAccent.value.set(...pick(fresh, 'accent'));
      uniforms.uDanger.value.set(...pick(fresh, 'danger'));
      for (const batch of batches) paint(batch, world, fresh);
      decor.recolour(fresh);
    },
    resize(/** @type {number} */ width, /** @type {number} */ height) {
      renderer.setSize(width, height, false);
      camera.aspect = width / Math.max(1, height);
    },
    /** Pixels per CSS pixel: one while things move, more for a picture at rest. */
    sharpen(/** @type {boolean} */ fine) {
      renderer.setPixelRatio(fine ? Math.max(2, window.devicePixelRatio || 1) : Math.min(tier.ratio, window.devicePixelRatio || 1));
    },
    /**
     * @param {{from: import('./world.js').Frame, to: import('./world.js').Frame, t: number, step: string,
     *   camera: import('./camera.js').Camera, marked: Set<number>, bare?: boolean, moves?: boolean}} state `bare` draws the ground alone, `moves` no more than the tier can move
     */
    draw(state) {
      if (!pair || pair[0] !== state.from || pair[1] !== state.to) {
        pair = [state.from, state.to];
        for (const batch of batches) upload(batch, state.from, state.to, world);
      }
      for (const batch of batches) mark(batch, state.marked);
      decor.show(state.step);
      place(camera, uniforms, state.camera, state.t);
      root.visible = !state.bare;
      const most = state.moves ? tier.moving : tier.cap;
      for (const batch of batches) batch.geometry.instanceCount = within(batch.places, most);
      renderer.render(root, camera);
    },
    dispose() {
      for (const batch of batches) batch.geometry.dispose();
      material.dispose();
      decor.dispose();
      renderer.dispose();
    },
  };
  view.recolour(theme);
  return view;
}

/** @param {Record<string, import('./theme.js').Rgb>} theme @param {string} name @returns {import('./theme.js').Rgb} */
function pick(theme, name) {
  return theme[name] ?? [0.5, 0.5, 0.5];
}

function makeUniforms() {
  const colour = () => ({ value: new THREE.Vector3() });
  return {
    uT: { value: 1 }, uEye: colour(), uNear: { value: 1 }, uFar: { value: 100 },
    uGround: colour(), uInk: colour(), uAccent: colour(), uDanger: colour(),
  };
}

/** @param {THREE.PerspectiveCamera} camera @param {ReturnType<typeof makeUniforms>} uniforms @param {import('./camera.js').Camera} at @param {number} t */
function place(camera, uniforms, at, t) {
  const eye = eyeOf(at);
  camera.position.set(...eye);
  camera.lookAt(...at.target);
  camera.updateProjectionMatrix();
  uniforms.uT.value = t;
  uniforms.uEye.value.set(...eye);
  uniforms.uNear.value = at.distance * 0.9;
  uniforms.uFar.value = at.distance * 2.6;
}

/** @param {import('./world.js').World} world @param {THREE.ShaderMaterial} material @param {number} cap @returns {Batch[]} */
function makeBatches(world, material, cap) {
  /** @type {Map<string, {rows: number[], places: number[]}>} */
  const found = new Map();
  world.order.slice(0, cap).forEach((row, place) => {
    const solid = world.solid[row] ?? 'cube';
    const one = found.get(solid) ?? { rows: [], places: [] };
    one.rows.push(row);
    one.places.push(place);
    found.set(solid, one);
  });
  return [...found].map(([name, { rows, places }]) => ({ ...makeBatch(name, rows, material, world), places }));
}

/** @param {string} name @param {number[]} rows @param {THREE.ShaderMaterial} material @param {import('./world.js').World} world */
function makeBatch(name, rows, material, world) {
  const solid = solidOf(name);
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(solid.positions, 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(solid.normals, 3));
  geometry.instanceCount = rows.length;
  for (const [attribute, size] of /** @type {[string, number][]} */ ([['aFrom', 3], ['aTo', 3], ['aSize', 3], ['aBody', 3], ['aRim', 3], ['aLook', 4], ['aStyle', 4]])) {
    geometry.setAttribute(attribute, new THREE.InstancedBufferAttribute(new Float32Array(rows.length * size), size));
  }
  const size = sizeOf(name, world);
  const sizes = geometry.getAttribute('aSize');
  rows.forEach((row, place) => sizes.setXYZ(place, size[0], size[1], size[2] * lengthOf(world, row)));
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  return { mesh, rows, geometry };
}

/** How many of these ascending places stand before `most`. @param {number[]} places @param {number} most */
function within(places, most) {
  if (!places.length || (places.at(-1) ?? 0) < most) return places.length;
  return places.findIndex((place) => place >= most);
}

/** @param {Batch} batch @param {import('./world.js').Frame} from @param {import('./world.js').Frame} to @param {import('./world.js').World} world */
function upload(batch, from, to, world) {
  const get = (/** @type {string} */ name) => /** @type {THREE.InstancedBufferAttribute} */ (batch.geometry.getAttribute(name));
  const [aFrom, aTo, aLook, aStyle] = [get('aFrom'), get('aTo'), get('aLook'), get('aStyle')];
  batch.rows.forEach((row, place) => {
    aFrom.setXYZ(place, from.at[row * 3] ?? 0, from.at[row * 3 + 1] ?? 0, from.at[row * 3 + 2] ?? 0);
    aTo.setXYZ(place, to.at[row * 3] ?? 0, to.at[row * 3 + 1] ?? 0, to.at[row * 3 + 2] ?? 0);
    aLook.setXYZW(place, from.scale[row] ?? 0, to.scale[row] ?? 0, from.tone[row] ?? 1, to.tone[row] ?? 1);
    aStyle.setXYZ(place, from.style[row] ?? 0, to.style[row] ?? 0, world.delay[row] ?? 0);
  });
  for (const attribute of [aFrom, aTo, aLook, aStyle]) attribute.needsUpdate = true;
}

/** @param {Batch} batch @param {Set<number>} marked */
function mark(batch, marked) {
  const aStyle = /** @type {THREE.InstancedBufferAttribute} */ (batch.geometry.getAttribute('aStyle'));
  batch.rows.forEach((row, place) => {
    const wanted = marked.has(row) ? 1 : 0;
    if (aStyle.getW(place) !== wanted) {
      aStyle.setW(place, wanted);
      aStyle.needsUpdate = true;
    }
  });
}

/** @param {Batch} batch @param {import('./world.js').World} world @param {Record<string, import('./theme.js').Rgb>} theme */
function paint(batch, world, theme) {
  const body = batch.geometry.getAttribute('aBody');
  const rim = batch.geometry.getAttribute('aRim');
  batch.rows.forEach((row, place) => {
    body.setXYZ(place, ...bodyColour(world, row, theme));
    rim.setXYZ(place, ...rimColour(world, row, theme));
  });
  body.needsUpdate = true;
  rim.needsUpdate = true;
}
