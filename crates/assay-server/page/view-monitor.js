// The figures of the installation, as the server counts them.

import { get, isAbort, statusOf } from './api.js';
import { fill, h } from './dom.js';
import { clock, number } from './format.js';
import { moreTexts, named, t } from './i18n.js';
import { empty, errorBox, table } from './parts.js';

const EVERY = 4000;
/** @typedef {{ buckets: { bound: string, count: number }[], count: number, sum: number }} RouteTimes */

/** @type {[string, RegExp][]} */
const GROUPS = [
  ['runs', /^assay_(runs|tasks)/],
  ['calls', /^assay_(calls?|tokens|cost)_/],
  ['gates', /^assay_(gate|documents|cache|errors)/],
  ['server', /./],
];

/** @param {ViewContext} context */
export async function show({ root, signal }) {
  await moreTexts('library');
  const body = h('div', { class: 'monitor' });
  const when = h('span', { class: 'soft', role: 'status' });
  const draw = async () => {
    const { metrics } = await get('/api/monitor', signal);
    fill(body, sections(metrics));
    when.textContent = t('monitor.at', { time: clock(new Date()) });
  };
  await draw();
  fill(
    root,
    h('div', { class: 'run-title' }, h('h1', {}, t('nav.monitor')), when),
    body,
    h('p', { class: 'soft small' }, t('monitor.prometheus')),
  );
  const timer = setInterval(async () => {
    if (document.hidden) return;
    try {
      await draw();
    } catch (fault) {
      if (!isAbort(fault) && statusOf(fault) !== 0) fill(body, errorBox(fault, draw));
    }
  }, EVERY);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** @param {Api.Metric[]} metrics @returns {Content} */
function sections(metrics = []) {
  if (!metrics.length) return empty(t('monitor.none'));
  const left = [...metrics];
  return GROUPS.map(([name, pattern]) => {
    const own = left.filter((metric) => pattern.test(metric.name));
    own.forEach((metric) => left.splice(left.indexOf(metric), 1));
    if (!own.length) return null;
    const single = own.filter(isSingle);
    return h(
      'section',
      { class: 'card' },
      h('h2', {}, t(`monitor.group.${name}`)),
      single.length ? h('div', { class: 'tiles' }, single.map(tile)) : null,
      own.filter((metric) => !isSingle(metric)).map(block),
    );
  });
}

/** @param {Api.Metric} metric */
const isSingle = ({ type, samples }) => type !== 'histogram' && samples.length === 1 && !Object.keys(samples[0].labels).length;
/** @param {Api.Metric} metric */
const nameOf = (metric) => named('monitor', metric.name, metric.help);

/** @param {Api.Metric} metric */
function tile(metric) {
  return h(
    'div',
    { class: 'tile', title: metric.name },
    h('span', { class: 'soft' }, nameOf(metric)),
    h('strong', {}, number(metric.samples[0].value, 4)),
  );
}

/** @param {Api.Metric} metric */
function block(metric) {
  const content = metric.samples.length
    ? metric.type === 'histogram'
      ? times(metric)
      : counts(metric)
    : h('p', { class: 'soft' }, t('monitor.nothing'));
  return h(
    'details',
    { open: metric.samples.length > 0 && metric.samples.length <= 12 },
    h('summary', { title: metric.name }, nameOf(metric)),
    content,
  );
}

/**
 * Names that the page knows elsewhere, too.
 * @param {string} label
 * @param {string} value
 */
function valueName(label, value) {
  if (label === 'gate') return named('gate', value);
  return ['outcome', 'result', 'verdict'].includes(label) ? named('state', value, named('task', value)) : value;
}

/** @param {Api.Metric} metric */
function counts({ samples }) {
  const labels = [...new Set(samples.flatMap((one) => Object.keys(one.labels)))];
  const rows = [...samples].sort((a, b) => b.value - a.value);
  return table(
    [...labels.map((label) => named('label', label)), { right: '' }],
    rows.map((one) => [...labels.map((label) => valueName(label, one.labels[label] ?? '')), { right: number(one.value, 4) }]),
  );
}

/**
 * Mean and the bound that nineteen of twenty stay within, route by route.
 * @param {Api.Metric} metric
 */
function times({ samples }) {
  /** @type {Map<string, RouteTimes>} */
  const routes = new Map();
  for (const { part, labels, value } of samples) {
    const route = labels.route ?? '';
    const own = routes.get(route) ?? { buckets: [], count: 0, sum: 0 };
    routes.set(route, own);
    if (part === 'bucket') own.buckets.push({ bound: labels.le, count: value });
    else if (part === 'count') own.count = value;
    else if (part === 'sum') own.sum = value;
  }
  const rows = [...routes].filter(([, own]) => own.count > 0).sort((a, b) => b[1].count - a[1].count);
  /** @param {RouteTimes} route */
  const within = ({ buckets, count }) => {
    const bound = buckets.find((one) => one.count >= count * 0.95)?.bound;
    return bound === undefined || bound === '+Inf' ? '–' : t('time.seconds', { n: bound });
  };
  return table(
    [t('label.route'), { right: t('monitor.requests') }, { right: t('monitor.mean') }, { right: t('monitor.p95') }],
    rows.map(([route, own]) => [
      h('code', {}, route),
      { right: number(own.count, 0) },
      { right: t('time.seconds', { n: (own.sum / own.count).toFixed(4) }) },
      { right: within(own) },
    ]),
  );
}
