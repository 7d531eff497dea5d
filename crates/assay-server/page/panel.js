// The panel beside the text: the source of whatever was clicked. A sheet from below on a phone.

import { byId, fill, h } from './dom.js';
import { t } from './i18n.js';

/** @type {HTMLElement | SVGElement | null} */
let opener = null;

/**
 * Marks what was clicked, and nothing else.
 * @param {Element | null} node
 */
export function light(node) {
  for (const lit of document.querySelectorAll('.lit')) lit.classList.remove('lit');
  node?.classList.add('lit');
}

/** @param {string} title @param {...Content} content */
export function openPanel(title, ...content) {
  const panel = byId('panel');
  if (panel.hidden) opener = /** @type {HTMLElement | SVGElement | null} */ (document.activeElement);
  const heading = h('h2', { tabindex: '-1' }, title);
  const body = h('div', { class: 'panel-body' }, ...content);
  fill(
    panel,
    h(
      'div',
      { class: 'panel-head' },
      heading,
      h('button', { type: 'button', class: 'quiet', 'aria-label': t('close'), onclick: () => closePanel() }, '✕'),
    ),
    body,
  );
  const near = panel.hidden ? document.querySelector('#main .lit') : null;
  const before = near?.getBoundingClientRect().top ?? 0;
  panel.hidden = false;
  panel.setAttribute('aria-label', t('panel.label'));
  byId('layout').classList.add('with-panel');
  // the text becomes narrower: what was clicked stays where it was on the screen
  if (near) window.scrollBy(0, near.getBoundingClientRect().top - before);
  panel.scrollTop = 0;
  heading.focus({ preventScroll: true });
  return body;
}

export function closePanel({ restore = true } = {}) {
  const panel = byId('panel');
  if (panel.hidden) return false;
  panel.hidden = true;
  panel.replaceChildren();
  byId('layout').classList.remove('with-panel');
  light(null);
  if (restore && opener?.isConnected) opener.focus({ preventScroll: true });
  opener = null;
  document.dispatchEvent(new CustomEvent('assay:panel-closed'));
  return true;
}
