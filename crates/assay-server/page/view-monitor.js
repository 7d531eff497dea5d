// The figures of the installation, as the server counts them.

import { get } from './api.js';
import { fill, h } from './dom.js';
import { clock, number } from './format.js';
import { moreTexts, named, t } from './i18n.js';
import { empty, errorBox, table } from './parts.js';

const EVERY = 4000;

export async function show({ root, signal }) {
  await moreTexts('library');
  const body = h('div', { class: 'monitor' });
  const when = h('span', { class: 'soft', role: 'status' });
  const draw = async () => {
    const metrics = await get('/api/monitor', signal);
    fill(body, sections(metrics));
    when.textContent = t('monitor.at', { time: clock(new Date()) });
  };
  await draw();
  fill(root, h('div', { class: 'run-title' }, h('h1', {}, t('nav.monitor')), when), body, h('p', { class: 'soft small' }, t('monitor.prometheus')));
  const timer = setInterval(async () => {
    if (document.hidden) return;
    try {
      await draw();
    } catch (fault) {
      if (fault.name !== 'AbortError' && fault.status !== 0) fill(body, errorBox(fault, draw));
    }
  }, EVERY);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Figures are grouped as the server groups them; a single figure is a tile. */
function sections(metrics) {
  const entries = Object.entries(metrics ?? {});
  if (!entries.length) return empty(t('monitor.none'));
  const tiles = entries.filter(([, value]) => isPlain(value));
  const rest = entries.filter(([, value]) => !isPlain(value));
  return [
    tiles.length ? h('div', { class: 'tiles' }, tiles.map(([key, value]) => tile(key, value))) : null,
    rest.map(([key, value]) => h('section', { class: 'card' }, h('h2', {}, named('monitor', key)), group(value))),
  ];
}

const isPlain = (value) => value === null || typeof value !== 'object';
const shown = (value) => (typeof value === 'number' ? number(value, 3) : String(value ?? '–'));

function tile(key, value) {
  return h('div', { class: 'tile' }, h('span', { class: 'soft' }, named('monitor', key)), h('strong', {}, shown(value)));
}

function group(value) {
  if (Array.isArray(value)) return list(value);
  const entries = Object.entries(value);
  if (!entries.length) return h('p', { class: 'soft' }, t('monitor.nothing'));
  const plain = entries.filter(([, one]) => isPlain(one));
  const deep = entries.filter(([, one]) => !isPlain(one));
  return [
    plain.length ? h('div', { class: 'tiles' }, plain.map(([key, one]) => tile(key, one))) : null,
    deep.map(([key, one]) => [h('h3', {}, named('monitor', key)), group(one)]),
  ];
}

function list(rows) {
  if (!rows.length) return h('p', { class: 'soft' }, t('monitor.nothing'));
  if (rows.every(isPlain)) return h('ul', {}, rows.map((one) => h('li', {}, shown(one))));
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row ?? {})))];
  return table(keys.map((key) => named('monitor', key)), rows.map((row) => keys.map((key) => {
    const value = row?.[key];
    if (value !== null && typeof value === 'object') return h('code', { class: 'small' }, JSON.stringify(value));
    return typeof value === 'number' ? { right: shown(value) } : shown(value);
  })));
}
