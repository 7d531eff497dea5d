// The charts of a report. They come as drawings in its HTML; element by element what is known to be
// harmless is copied, and nothing else.

import { getText } from './api.js';
import { h, s } from './dom.js';

let pictures = 0;

const ELEMENTS = new Set([
  'svg',
  'g',
  'path',
  'rect',
  'line',
  'circle',
  'ellipse',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'title',
  'desc',
  'defs',
  'pattern',
]);
const ATTRIBUTES = new Set([
  'viewBox',
  'width',
  'height',
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'd',
  'dx',
  'dy',
  'points',
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'transform',
  'text-anchor',
  'dominant-baseline',
  'font-size',
  'font-weight',
  'font-style',
  'paint-order',
  'patternUnits',
  'patternTransform',
  'id',
]);
const PICTURE = /<div class="drawing"[^>]*aria-label="([^"]*)"[^>]*>\s*(<svg[\s\S]*?<\/svg>)/g;

/** @param {string} address @param {HTMLElement[]} captions @param {AbortSignal} signal */
export async function drawingsOf(address, captions, signal) {
  let html;
  try {
    html = await getText(address, signal);
  } catch {
    // the captions stay as text, and the numbers of each picture stand in the tables
    return;
  }
  const drawings = new Map();
  for (const [, label, svg] of html.matchAll(PICTURE)) drawings.set(plain(label), svg);
  for (const node of captions) {
    const [caption, ...rest] = node.childNodes;
    const label = rest
      .map((one) => one.textContent)
      .join('')
      .replace(/^: /, '');
    const svg = drawings.get(plain(label));
    const drawing = svg ? copyOf(svg) : null;
    if (!drawing) continue;
    drawing.setAttribute('role', 'img');
    drawing.setAttribute('aria-label', label);
    node.replaceWith(
      h(
        'figure',
        { class: 'picture' },
        h('div', { class: 'scroll', tabindex: '0' }, drawing),
        h('figcaption', { class: 'soft small' }, caption.textContent),
      ),
    );
  }
}

/** @param {string} text */
const plain = (text) =>
  new DOMParser().parseFromString(text, 'text/html').documentElement.textContent.replace(/\s+/g, ' ').trim();

/** @param {string} text */
function copyOf(text) {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
  if (parsed.querySelector('parsererror')) return null;
  pictures += 1;
  return clean(parsed.documentElement, `picture-${pictures}-`);
}

/**
 * Names get a prefix: a drawing cannot take the name of a part of the page.
 * @param {Element} node
 * @param {string} prefix
 * @returns {SVGElement | null}
 */
function clean(node, prefix) {
  if (!ELEMENTS.has(node.localName)) return null;
  const copy = s(/** @type {keyof SVGElementTagNameMap} */ (node.localName), {});
  for (const { name, value } of node.attributes) {
    if (!ATTRIBUTES.has(name) || /url\((?!#)/i.test(value)) continue;
    copy.setAttribute(name, name === 'id' ? prefix + value : value.replaceAll('url(#', `url(#${prefix}`));
  }
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.textContent ?? '');
    else if (child instanceof Element) {
      const inner = clean(child, prefix);
      if (inner) copy.append(inner);
    }
  }
  return copy;
}
