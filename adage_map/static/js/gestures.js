// Pointer, wheel and touch on the picture. A plain wheel and one finger scroll the page; dragging
// with a mouse or two fingers turns; ctrl+wheel and pinch zoom. Every one has a button too.

const TURN = 0.006;
const CLICK_PX = 5;

/**
 * @param {HTMLElement} area
 * @param {{turn: (yaw: number, pitch: number) => void, zoom: (by: number) => void,
 *   pick: (x: number, y: number, touch: boolean) => void, hover: (x: number, y: number) => void,
 *   hint: () => void}} on
 */
export function listenToPointer(area, on) {
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let moved = 0;
  let spread = 0;
  area.addEventListener('pointerdown', (event) => {
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    [moved, spread] = [0, 0];
    if (event.pointerType === 'mouse') area.setPointerCapture(event.pointerId);
  });
  area.addEventListener('pointermove', (event) => {
    const before = down.get(event.pointerId);
    const box = area.getBoundingClientRect();
    if (!before) {
      on.hover(event.clientX - box.left, event.clientY - box.top);
      return;
    }
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    moved += Math.abs(dx) + Math.abs(dy);
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (event.pointerType === 'mouse' ? moved > CLICK_PX : down.size === 2) on.turn(-dx * TURN, dy * TURN);
    if (down.size === 2) spread = pinch([...down.values()], spread, on.zoom);
  });
  const up = (/** @type {PointerEvent} */ event) => {
    const was = down.delete(event.pointerId);
    const box = area.getBoundingClientRect();
    const small = moved <= (event.pointerType === 'mouse' ? CLICK_PX : 12);
    if (was && small && event.type === 'pointerup') {
      on.pick(event.clientX - box.left, event.clientY - box.top, event.pointerType !== 'mouse');
    }
  };
  area.addEventListener('pointerup', up);
  area.addEventListener('pointercancel', up);
  area.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) {
      on.hint();
      return;
    }
    event.preventDefault();
    on.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.005));
  }, { passive: false });
}

/** @param {{x: number, y: number}[]} fingers @param {number} before @param {(by: number) => void} zoom */
function pinch(fingers, before, zoom) {
  const [a, b] = fingers;
  if (!a || !b) return 0;
  const now = Math.hypot(a.x - b.x, a.y - b.y);
  if (before > 0 && now > 0) zoom(before / now);
  return now;
}
