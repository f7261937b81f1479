// Save the picture as PNG, with its labels and what it shows written under it; copy a link to it.

import { byId } from './story.js';

const FOOT = 64;
const MARGIN = 20;

/**
 * The picture with labels and words as one canvas, at the resolution of the screen.
 * @param {{area: HTMLElement, canvas: HTMLCanvasElement, title: string, text: string, source: string}} shown
 */
export function compose({ area, canvas, title, text, source }) {
  const scale = canvas.width / Math.max(1, area.clientWidth);
  const made = document.createElement('canvas');
  [made.width, made.height] = [canvas.width, canvas.height + FOOT * scale];
  const pen = /** @type {CanvasRenderingContext2D} */ (made.getContext('2d'));
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const font = getComputedStyle(document.body).fontFamily;
  pen.fillStyle = colour('ground');
  pen.fillRect(0, 0, made.width, made.height);
  pen.drawImage(canvas, 0, 0);
  pen.scale(scale, scale);
  pen.textBaseline = 'middle';
  for (const label of area.querySelectorAll('.label:not([hidden])')) drawLabel(pen, /** @type {HTMLElement} */ (label), area);
  const top = area.clientHeight;
  pen.strokeStyle = colour('rule');
  pen.strokeRect(-1, top, area.clientWidth + 2, FOOT + 1);
  pen.fillStyle = colour('ink');
  pen.font = `600 16px ${font}`;
  pen.fillText(title, MARGIN, top + 22, area.clientWidth - 2 * MARGIN);
  pen.fillStyle = colour('muted');
  pen.font = `400 12px ${font}`;
  pen.fillText(`${source}. ${text}`, MARGIN, top + 45, area.clientWidth - 2 * MARGIN);
  return made;
}

/** @param {CanvasRenderingContext2D} pen @param {HTMLElement} label @param {HTMLElement} area */
function drawLabel(pen, label, area) {
  const [box, base, style] = [label.getBoundingClientRect(), area.getBoundingClientRect(), getComputedStyle(label)];
  const [x, y] = [box.left - base.left, box.top - base.top];
  if (style.backgroundColor !== 'rgba(0, 0, 0, 0)') {
    pen.fillStyle = style.backgroundColor;
    pen.beginPath();
    pen.roundRect(x, y, box.width, box.height, 6);
    pen.fill();
    if (parseFloat(style.borderTopWidth) > 0) {
      pen.strokeStyle = style.borderTopColor;
      pen.stroke();
    }
  }
  pen.fillStyle = style.color;
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  pen.fillText(label.textContent ?? '', x + parseFloat(style.paddingLeft), y + box.height / 2, box.width);
}

/** Hand a canvas to the person as a file. @param {HTMLCanvasElement} canvas @param {string} name */
export function download(canvas, name) {
  return new Promise((resolve) => {
    canvas.toBlob((blob) => {
      if (blob) {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(blob);
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      }
      resolve(blob !== null);
    }, 'image/png');
  });
}

/** Copy an address and say so on its button for a moment. @param {string} address */
export async function copyLink(address) {
  const button = byId('copy-link');
  const before = button.textContent;
  const done = await navigator.clipboard.writeText(address).then(() => true, () => false);
  button.textContent = done ? 'Copied' : 'Copying is not allowed here';
  setTimeout(() => { button.textContent = before; }, 2000);
}
