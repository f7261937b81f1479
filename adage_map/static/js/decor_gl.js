// Floors, rails and glass of the scene as three.js objects; shown by step.

import * as THREE from '../vendor/three.js';
import { dashes, isSeen, partsOf } from './scene.js';

/** @param {import('./scene.js').Scene} scene @param {THREE.Scene} root */
export function createDecor(scene, root) {
  const made = scene.decor.map((item) => {
    const object = item.kind === 'lines' ? makeLines(item) : makePane(item);
    root.add(object);
    return { item, object };
  });
  return {
    /** @param {string} step */
    show(step) {
      for (const { item, object } of made) object.visible = isSeen(item, step);
    },
    /** @param {Record<string, import('./theme.js').Rgb>} theme */
    recolour(theme) {
      for (const { item, object } of made) {
        const material = /** @type {THREE.MeshBasicMaterial} */ (object.material);
        material.color.setRGB(...(theme[item.colour] ?? [0.5, 0.5, 0.5]), 'srgb-linear');
      }
    },
    dispose() {
      for (const { object } of made) {
        object.geometry.dispose();
        /** @type {THREE.Material} */ (object.material).dispose();
      }
    },
  };
}

/** @param {import('./scene.js').Lines} item */
function makeLines(item) {
  const points = item.dashed ? dashes(item.points) : item.points;
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points.flat(), 3));
  return new THREE.LineSegments(geometry, new THREE.LineBasicMaterial());
}

/** @param {import('./scene.js').Pane | import('./scene.js').Strip} item */
function makePane(item) {
  const geometry = new THREE.BufferGeometry();
  const points = partsOf(item).flatMap(([a, b, c, d]) => (a && b && c && d ? [...a, ...b, ...c, ...a, ...c, ...d] : []));
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
  const solid = item.alpha >= 1;
  const material = new THREE.MeshBasicMaterial({
    side: THREE.DoubleSide, transparent: !solid, opacity: item.alpha, depthWrite: solid,
    polygonOffset: solid, polygonOffsetFactor: 2, polygonOffsetUnits: 2,
  });
  const mesh = new THREE.Mesh(geometry, material);
  mesh.renderOrder = solid ? -1 : 2;
  return mesh;
}
