// The two shaders of the 3D view: one draw for each solid, all movement in the vertex shader.
//
// The movement is the same as in world.js: the same delay, easing and lift.

import { STAGGER } from './world.js';

export const VERTEX = `
attribute vec3 aFrom; attribute vec3 aTo; attribute vec3 aSize; attribute vec3 aBody; attribute vec3 aRim;
attribute vec4 aLook; attribute vec4 aStyle;
uniform float uT; uniform vec3 uEye;
varying vec3 vNormal; varying vec3 vLocal; varying vec3 vBody; varying vec3 vRim; varying vec3 vView;
varying float vTone; varying float vStyle; varying float vMark; varying float vDepth;
void main() {
  float part = clamp((uT - aStyle.z * ${STAGGER.toFixed(3)}) / ${(1 - STAGGER).toFixed(3)}, 0.0, 1.0);
  float e = part * part * (3.0 - 2.0 * part);
  vec3 place = mix(aFrom, aTo, e);
  place.y += min(2.4, distance(aFrom, aTo) * 0.06) * 4.0 * e * (1.0 - e);
  float size = mix(aLook.x, aLook.y, e);
  vec3 world = position * aSize * size + place;
  vNormal = normalize(normal / aSize);
  vLocal = position;
  vBody = aBody; vRim = aRim;
  vTone = mix(aLook.z, aLook.w, e);
  vStyle = e < 0.5 ? aStyle.x : aStyle.y;
  vMark = aStyle.w;
  vView = uEye - world;
  vec4 seen = viewMatrix * vec4(world, 1.0);
  vDepth = -seen.z;
  gl_Position = projectionMatrix * seen;
}`;

// Styles: 0 solid, 1 hollow, 2 ghost, 3 failed, 4 lit, 5 rimmed (see frame.py).
export const FRAGMENT = `
uniform vec3 uGround; uniform vec3 uInk; uniform vec3 uAccent; uniform vec3 uDanger;
uniform float uNear; uniform float uFar;
varying vec3 vNormal; varying vec3 vLocal; varying vec3 vBody; varying vec3 vRim; varying vec3 vView;
varying float vTone; varying float vStyle; varying float vMark; varying float vDepth;
bool is(float style) { return abs(vStyle - style) < 0.25; }
void main() {
  vec3 n = normalize(vNormal);
  float facing = abs(dot(n, normalize(vView)));
  if ((is(1.0) || is(2.0)) && facing > 0.62) discard;
  if (is(2.0) && fract(atan(vLocal.x, vLocal.y) * 2.2) > 0.5) discard;
  float light = dot(n, normalize(vec3(-0.35, 0.86, 0.45)));
  vec3 colour = vBody;
  if (is(3.0) && vLocal.y > 0.12) colour = uDanger;
  if (is(5.0) && abs(vLocal.x) < 0.13) colour = vRim;
  if (is(4.0) && abs(vLocal.x) < 0.1) colour = mix(colour, uAccent, 0.85);
  // Faces in the light are lifted toward white, faces away from it keep the palette's colour.
  colour = light > 0.0 ? mix(colour, vec3(1.0), light * 0.16) : colour * (1.0 + light * 0.18);
  float fog = smoothstep(uNear, uFar, vDepth) * 0.45;
  colour = mix(uGround, colour, vTone * (1.0 - fog));
  if (vMark > 0.5) colour = mix(colour, uAccent, 0.35 + 0.5 * (1.0 - facing));
  gl_FragColor = vec4(colour, 1.0);
}`;
