// Single keys and `g` + key. They can be switched off, for people whose tools type by themselves.

import { byId, h, remember, remembered } from './dom.js';
import { t } from './i18n.js';
import { closePanel } from './panel.js';

/** @type {Record<string, string>} */
const PLACES = { a: '/', c: '/compare', l: '/library', q: '/library/quarantine', s: '/settings', m: '/monitor' };
const TABS = ['', '/report', '/claims', '/gates', '/valuation', '/graph', '/files'];
let prefix = 0;

const isOn = () => remembered('shortcuts') !== 'off';

/** @param {EventTarget | null} target */
function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Escape') {
    if (!document.querySelector('dialog[open]') && closePanel()) event.preventDefault();
    return;
  }
  if (!isOn() || isTyping(event.target) || document.querySelector('dialog[open]')) return;
  const wasPrefix = Date.now() - prefix < 1500;
  prefix = 0;
  if (wasPrefix && event.key in PLACES) {
    location.hash = PLACES[event.key];
  } else if (event.key === '?') {
    showHelp();
  } else if (event.key === 'g') {
    prefix = Date.now();
    return;
  } else if (event.key === '/') {
    const box =
      document.querySelector('#main [data-search]') ?? document.querySelector('#main textarea, #main input[type=search]');
    if (!(box instanceof HTMLElement)) return;
    box.focus();
  } else if (/^[1-7]$/.test(event.key) && location.hash.startsWith('#/run/')) {
    const run = location.hash.split(/[/?]/)[2];
    location.hash = `/run/${run}${TABS[Number(event.key) - 1]}`;
  } else if (event.key === 'n' || event.key === 'p') {
    if (!step(event.key === 'n' ? 1 : -1)) return;
  } else {
    return;
  }
  event.preventDefault();
}

/**
 * The next or previous citation, or row, of the view.
 * @param {1 | -1} by
 */
function step(by) {
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#main [data-step]'))];
  if (!all.length) return false;
  const lit = all.findIndex((one) => one.classList.contains('lit') || one === document.activeElement);
  const next = all[Math.min(all.length - 1, Math.max(0, lit < 0 ? 0 : lit + by))];
  next.scrollIntoView({ block: 'center' });
  next.focus({ preventScroll: true });
  next.click();
  return true;
}

export function showHelp() {
  const keys = [
    ['?', t('keys.help')],
    ['g a', t('nav.ask')],
    ['g l', t('nav.library')],
    ['g q', t('nav.quarantine')],
    ['g c', t('nav.compare')],
    ['g m', t('nav.monitor')],
    ['g s', t('nav.settings')],
    ['1 – 7', t('keys.tabs')],
    ['/', t('keys.search')],
    ['n p', t('keys.step')],
    ['Esc', t('keys.close')],
    ['Ctrl + Enter', t('keys.send')],
  ];
  /** @type {HTMLDialogElement} */
  const dialog = h(
    'dialog',
    { class: 'dialog', 'aria-label': t('keys.title') },
    h('h2', {}, t('keys.title')),
    h(
      'dl',
      { class: 'keys' },
      keys.map(([key, what]) =>
        h(
          'div',
          {},
          h(
            'dt',
            {},
            key.split(' ').map((one) => (/^[–+]$/.test(one) ? ` ${one} ` : h('kbd', {}, one))),
          ),
          h('dd', {}, what),
        ),
      ),
    ),
    h(
      'label',
      { class: 'check' },
      h('input', {
        type: 'checkbox',
        checked: isOn(),
        onchange: (event) => remember('shortcuts', event.target.checked ? null : 'off'),
      }),
      ' ',
      t('keys.on'),
    ),
    h('p', { class: 'actions' }, h('button', { type: 'button', class: 'primary', onclick: () => dialog.close() }, t('close'))),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

export function listenForKeys() {
  document.addEventListener('keydown', onKey);
  byId('skip').addEventListener('click', (event) => {
    event.preventDefault();
    byId('main').focus();
  });
}
