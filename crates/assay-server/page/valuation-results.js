// What a valuation says: value by method, scenarios, sensitivity, and why not by other methods.

import { gridTable, histogram, rangeChart, tornadoChart } from './charts.js';
import { h } from './dom.js';
import { fixed, number, percent, signed } from './format.js';
import { named, t } from './i18n.js';
import { badge, table } from './parts.js';
import { shownInput } from './valuation-knobs.js';
import { lineName } from './valuation-names.js';

/**
 * @param {Api.Valuation} now
 * @param {Api.Valuation} archived
 * @param {Api.ValueChange | null} change
 * @param {boolean} isChanged
 * @returns {Content}
 */
export function resultNodes(now, archived, change, isChanged) {
  const price = now.price ? Number(now.price.value) : null;
  const value = valueOf(now);
  /** @param {string} title @param {Content[]} content */
  const card = (title, ...content) => h('section', { class: 'card' }, h('h2', {}, t(title)), ...content);
  return [
    h(
      'section',
      { class: 'card' },
      headline(now, archived, isChanged),
      rangeChart(ranges(now, archived), price, t('val.ranges')),
      (now.flags ?? []).map((flag) => h('p', { class: 'box warn small' }, t(`flag.${flag.code}`, rates(flag)))),
    ),
    change ? changeNodes(change, isChanged ? 'val.change' : 'val.change.last') : null,
    now.scenarios.length ? card('val.scenarios', scenarioTable(now, archived, isChanged)) : null,
    now.grids.length
      ? card(
          'val.sensitivity',
          h('p', { class: 'soft small' }, t('val.sensitivity.hint')),
          now.grids.map((grid) => gridTable(grid, price, lineName)),
        )
      : null,
    now.tornado.length && value !== null ? card('val.tornado', tornadoChart(now.tornado, value, lineName)) : null,
    now.reverse?.length ? card('val.reverse', reverseTable(now.reverse)) : null,
    now.simulation
      ? card(
          'val.simulation',
          h('p', { class: 'soft small' }, t('val.simulation.hint', { n: number(now.simulation.paths, 0) })),
          histogram(now.simulation, price),
        )
      : null,
    card('val.methods', methodTable(now)),
  ];
}

/**
 * The value of a share by the leading method.
 * @param {Api.Valuation} valuation
 */
function valueOf({ results: [leading] }) {
  return leading ? Number(leading.value_per_share.value) : null;
}

/** @param {Api.Valuation} now @param {Api.Valuation} archived @param {boolean} isChanged */
function headline(now, archived, isChanged) {
  const price = now.price ? Number(now.price.value) : null;
  const value = valueOf(now);
  const before = valueOf(archived);
  const gap = price && value !== null ? value / price - 1 : null;
  return h(
    'div',
    { class: 'headline' },
    h(
      'div',
      {},
      h('span', { class: 'soft' }, `${named('method', now.results[0]?.method, t('val.novalue'))} · ${t('val.pershare')}`),
      h('strong', { class: 'big' }, value === null ? '–' : `${now.currency} ${fixed(value)}`),
      isChanged && before !== null && value !== null
        ? h(
            'span',
            { class: value >= before ? 'good-text' : 'bad-text' },
            t('val.against', { diff: signed(value - before), was: fixed(before) }),
          )
        : null,
    ),
    h(
      'div',
      {},
      h('span', { class: 'soft' }, `${t('val.price')} ${now.price_date ?? ''}`),
      h('strong', { class: 'big' }, price === null ? '–' : fixed(price)),
      gap === null
        ? null
        : h(
            'span',
            { class: gap >= 0 ? 'good-text' : 'bad-text' },
            t('val.gap', { gap: `${gap > 0 ? '+' : ''}${percent(gap, 1)}` }),
          ),
    ),
    now.target
      ? h(
          'div',
          {},
          h('span', { class: 'soft' }, t('val.target')),
          h('strong', { class: 'big' }, fixed(now.target.target.value)),
          h('span', {}, t('val.return', { r: percent(now.target.expected_return.value, 1) })),
        )
      : null,
  );
}

/** @param {Api.Valuation} now @param {Api.Valuation} archived */
function ranges(now, archived) {
  const rows = [];
  now.results.forEach((result, at) => {
    const value = Number(result.value_per_share.value);
    rows.push({
      name: named('method', result.method),
      low: value,
      middle: value,
      high: value,
      archived: Number(archived.results[at]?.value_per_share.value),
    });
    for (const other of result.other_values)
      rows.push({ name: lineName(other.id), low: Number(other.value), middle: Number(other.value), high: Number(other.value) });
  });
  if (now.scenarios.length === 3) {
    const [bear, base, bull] = now.scenarios.map((one) => Number(one.value_per_share.value));
    rows.push({ name: t('val.scenarios'), low: Math.min(bear, bull), middle: base, high: Math.max(bear, bull) });
  }
  for (const one of now.comparables?.distributions ?? []) {
    if (one.implied.kind !== 'values') continue;
    const [low, middle, high] = [one.implied.first_quartile, one.implied.median, one.implied.third_quartile].map((line) =>
      Number(line.value),
    );
    rows.push({ name: named('multiple', one.multiple), low, middle, high });
  }
  if (now.simulation) {
    const { percentiles } = now.simulation;
    /** @param {number} percentile */
    const at = (percentile) => Number(percentiles.find((one) => one.percent === percentile)?.value);
    rows.push({ name: t('val.simulation.range'), low: at(5), middle: at(50), high: at(95) });
  }
  if (now.target)
    rows.push({
      name: t('val.target'),
      low: Number(now.target.low.value),
      middle: Number(now.target.target.value),
      high: Number(now.target.high.value),
    });
  return rows.filter((row) => Number.isFinite(row.middle));
}

/** @param {Api.Valuation} now @param {Api.Valuation} archived @param {boolean} isChanged */
function scenarioTable(now, archived, isChanged) {
  const drivers = [...new Set(now.scenarios.flatMap((one) => one.drivers.map((line) => line.id)))];
  /** @param {Api.ScenarioValue} scenario @param {string} id */
  const cell = (scenario, id) => {
    const line = scenario.drivers.find((one) => one.id === id);
    return { right: line ? shownInput({ name: id, unit: line.unit }, line.value) : '–' };
  };
  /** @param {Api.ScenarioValue} scenario */
  const old = (scenario) => archived.scenarios.find((one) => one.name === scenario.name);
  return table(
    ['', ...now.scenarios.map((one) => ({ right: named('scenario', one.name) }))],
    [
      [
        h('strong', {}, t('val.pershare')),
        ...now.scenarios.map((one) => ({ right: h('strong', {}, fixed(one.value_per_share.value)) })),
      ],
      ...(isChanged
        ? [
            [
              h('span', { class: 'soft' }, t('val.archived')),
              ...now.scenarios.map((one) => ({ right: h('span', { class: 'soft' }, fixed(old(one)?.value_per_share.value)) })),
            ],
          ]
        : []),
      [t('val.probability'), ...now.scenarios.map((one) => ({ right: percent(one.probability.value, 0) }))],
      ...drivers.map((id) => [lineName(id), ...now.scenarios.map((one) => cell(one, id))]),
    ],
  );
}

/** @param {Api.ValueChange} change */
export function changeNodes(change, title = 'val.change') {
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, t(title)),
    h('p', {}, t('val.change.text', { from: fixed(change.previous), to: fixed(change.current), total: signed(change.total) })),
    table(
      [t('col.cause'), { right: t('col.amount') }, t('col.inputs')],
      change.parts.map((part) => [
        named('cause', part.cause),
        { right: signed(part.amount) },
        part.not_separable ? t('val.inseparable') : part.inputs.map(lineName).join(', '),
      ]),
    ),
  );
}

/** @param {Api.ReverseDcf[]} rows */
function reverseTable(rows) {
  return table(
    [t('col.driver'), { right: t('val.base') }, { right: t('val.implied') }],
    rows.map((one) => {
      /** @param {string} value */
      const shown = (value) => (one.driver === 'stage_one' ? number(value, 0) : percent(value));
      return [
        lineName(one.driver),
        { right: shown(one.base) },
        { right: one.implied.kind === 'found' ? h('strong', {}, shown(one.implied.value)) : t('val.noroot') },
      ];
    }),
  );
}

/** @param {{ verdicts: Api.MethodVerdict[] }} outcome */
function methodTable({ verdicts }) {
  return table(
    [t('col.method'), t('col.standing'), t('col.reasons')],
    verdicts.map((one) => [named('method', one.method), named('methodStanding', one.standing), reasonText(one.reason)]),
  );
}

const RATES = ['growth', 'rate', 'return_on_capital', 'risk_free', 'share', 'spread'];

/** @param {Record<string, any>} values */
function rates(values) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, RATES.includes(key) ? percent(value) : value]));
}

/** @param {Api.MethodReason} reason */
function reasonText(reason) {
  const values = {
    ...rates(reason),
    gaps: ('gaps' in reason ? reason.gaps : []).map((gap) => gap.name.split(' | ').map(lineName).join(' / ')).join(', '),
    kind: 'kind' in reason ? named('company', reason.kind) : '',
  };
  return t(`why.${reason.code}`, values);
}

/** @param {Api.NotRunnable} outcome @param {Api.RunView} [detail] @returns {Content} */
export function notRunnable(outcome, detail) {
  return [
    h(
      'section',
      { class: 'card' },
      h('p', {}, badge('failed', t('val.notrunnable'))),
      h('p', {}, t('val.notrunnable.text')),
      outcome.missing?.length ? h('p', {}, t('val.missing')) : null,
      outcome.missing?.length
        ? h(
            'ul',
            {},
            outcome.missing.map((gap) =>
              h(
                'li',
                {},
                gap.name.split(' | ').map(lineName).join(' / '),
                ' ',
                h('span', { class: 'soft' }, named('gap', gap.problem.kind)),
              ),
            ),
          )
        : null,
      detail
        ? h(
            'p',
            {},
            h(
              'a',
              { href: `#/?q=${encodeURIComponent(detail.question ?? '')}&market=1&as_of=${outcome.valuation_date}` },
              t('val.again'),
            ),
          )
        : null,
    ),
    h('section', { class: 'card' }, h('h2', {}, t('val.methods')), methodTable(outcome)),
  ];
}
