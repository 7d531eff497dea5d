// What the company is worth under assumptions that the reader turns. Every change is computed by the
// server's own model; nothing is stored.

import { get, runPath, send } from './api.js';
import { announce, debounce, fill, h } from './dom.js';
import { gridTable, histogram, rangeChart, tornadoChart } from './charts.js';
import { fixed, number, percent, signed, withUnit } from './format.js';
import { moreTexts, named, t } from './i18n.js';
import { badge, empty, errorBox, facts, table } from './parts.js';
import { openPanel } from './panel.js';
import { runFrame } from './run-frame.js';
import { lineName } from './valuation-names.js';

/** Ratios that are multiples, not shares of something. */
const MULTIPLES = /^(beta|exit\.multiple|multiple\.|adr\.|fx\.)/;
const FIRST = ['growth.start', 'growth.terminal', 'margin.terminal', 'rf', 'erp', 'beta', 'kd', 'tax.marginal', 'capex.ratio', 'nwc.ratio', 'exit.multiple'];

export async function show(context) {
  await moreTexts('judgement');
  const frame = await runFrame(context, '/valuation');
  const { run, body } = frame;
  let stored;
  try {
    stored = await get(runPath(run, '/valuation'), context.signal);
  } catch (fault) {
    if (fault.status !== 404) throw fault;
    fill(body, empty(t('val.none')), errorBox(fault));
    return;
  }
  const archived = stored.outcome;
  if (archived.outcome !== 'valued') {
    fill(body, notRunnable(archived, frame.detail));
    return;
  }
  const changed = new Map();
  const results = h('div', { class: 'val-results', 'aria-live': 'off' });
  const out = h('div', { role: 'status' });
  const reset = h('button', { type: 'button', disabled: true, onclick: () => { changed.clear(); knobs.forEach((knob) => knob.reset()); compute(); } }, t('val.reset'));
  let latest = 0;
  const compute = debounce(120, async () => {
    const own = ++latest;
    reset.disabled = changed.size === 0;
    if (!changed.size) {
      out.replaceChildren();
      fill(results, resultNodes(archived, archived, stored.change, false));
      return;
    }
    results.classList.add('stale');
    try {
      const reply = await send('POST', runPath(run, '/valuation'), { inputs: Object.fromEntries(changed) }, context.signal);
      if (own !== latest) return;
      out.replaceChildren();
      if (reply.outcome.outcome === 'valued') {
        fill(results, resultNodes(reply.outcome, archived, reply.change, true));
        announce(t('val.now', { value: fixed(reply.outcome.results[0]?.value_per_share.value) }));
      } else {
        fill(results, notRunnable(reply.outcome));
      }
    } catch (fault) {
      if (fault.name !== 'AbortError' && own === latest) fill(out, errorBox(fault));
    } finally {
      if (own === latest) results.classList.remove('stale');
    }
  });
  const inputs = archived.request.inputs;
  const assumed = inputs.filter((one) => one.basis.kind === 'assumption' && !isAbsent(one));
  assumed.sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name));
  const knobs = assumed.map((input) => knob(input, (value) => {
    if (value === null) changed.delete(input.name);
    else changed.set(input.name, value);
    compute();
  }));
  const rest = inputs.filter((one) => !assumed.includes(one));
  fill(results, resultNodes(archived, archived, stored.change, false));
  fill(body, h('div', { class: 'valuation' },
    h('section', { class: 'card knobs', 'aria-labelledby': 'assumptions' },
      h('div', { class: 'overall' }, h('h2', { id: 'assumptions' }, t('val.assumptions')), reset),
      h('p', { class: 'soft small' }, t('val.hint')), out, knobs.map((one) => one.node),
      h('details', {}, h('summary', {}, t('val.given', { n: rest.length })), table([t('col.input'), { right: t('col.value') }, t('col.basis')],
        rest.map((one) => [lineName(one.name), { right: shownInput(one, one.value) }, h('span', { class: 'small' }, basisText(one))])))),
    results));
}

const isAbsent = (input) => Number(input.value) === 0 && !/^(growth|margin)/.test(input.name);
const rank = (name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

function shownInput(input, value) {
  if (input.unit === 'ratio' && MULTIPLES.test(input.name)) return number(value, 2);
  return withUnit(value, input.unit);
}

function basisText({ basis, as_of: day }) {
  if (basis.kind === 'assumption') return `${basis.reason} · ${basis.owner}`;
  return `${named('basisKind', basis.kind)} ${basis.id} · ${day}`;
}

/** The reach of a slider: wide enough to matter, narrow enough to aim. */
function reach(input, value) {
  if (input.unit !== 'ratio') return { min: value * 0.5, max: value * 1.5, step: value / 100 || 1, factor: 1 };
  if (MULTIPLES.test(input.name)) return { min: 0, max: Math.max(2, value * 2), step: 0.05, factor: 1 };
  const wide = Math.max(0.04, Math.abs(value) * 0.75);
  return { min: round(value * 100 - wide * 100), max: round(value * 100 + wide * 100), step: 0.05, factor: 100 };
}

const round = (value) => Math.round(value * 20) / 20;

/** A decimal text, without the dust of binary fractions. */
const decimal = (value, factor) => (value / factor).toFixed(8).replace(/\.?0+$/, '');

function knob(input, onChange) {
  const start = Number(input.value);
  const { min, max, step, factor } = reach(input, start);
  const shown = Number((start * factor).toFixed(4));
  const id = `in-${input.name}`;
  const slider = h('input', { type: 'range', min, max, step, 'aria-labelledby': `${id}-label`, tabindex: '-1' });
  const box = h('input', { type: 'number', step, id, inputmode: 'decimal' });
  const was = h('span', { class: 'soft small' });
  slider.value = shown;
  box.value = shown;
  const set = (value, from) => {
    const isSame = Math.abs(value - shown) < 1e-9;
    if (from !== slider) slider.value = value;
    if (from !== box) box.value = Number(value.toFixed(4));
    node.classList.toggle('changed', !isSame);
    was.textContent = isSame ? '' : t('val.was', { value: shownInput(input, input.value) });
    onChange(isSame ? null : decimal(value, factor));
  };
  const snap = (value) => (Math.abs(value - shown) <= step / 2 ? shown : value);
  slider.addEventListener('input', () => set(snap(Number(slider.value)), slider));
  box.addEventListener('input', () => { if (box.value !== '' && Number.isFinite(box.valueAsNumber)) set(box.valueAsNumber, box); });
  const node = h('div', { class: 'knob' },
    h('span', {}, h('label', { id: `${id}-label`, for: id }, lineName(input.name)), ' ', h('button', {
      type: 'button', class: 'why', title: t('val.why'), 'aria-label': `${t('val.why')}: ${lineName(input.name)}`,
      onclick: () => openPanel(lineName(input.name), h('p', {}, input.basis.reason ?? ''), facts([
        [t('col.value'), shownInput(input, input.value)], [t('val.owner'), input.basis.owner], [t('val.asof'), input.as_of],
        [t('val.expires'), input.basis.expires], [t('val.name'), h('code', {}, input.name)],
      ]), input.basis.evidence_ids?.length ? [h('h3', {}, t('val.behind')), h('ul', { class: 'ids' }, input.basis.evidence_ids.map((one) => h('li', {}, h('code', {}, one))))] : null),
    }, 'i')),
    h('span', { class: 'knob-box' }, box, factor === 100 ? ' %' : ''),
    slider, was);
  const reset = () => {
    slider.value = shown;
    box.value = shown;
    node.classList.remove('changed');
    was.textContent = '';
  };
  return { node, reset };
}

function resultNodes(now, archived, change, isChanged) {
  const leading = now.results[0];
  const price = now.price ? Number(now.price.value) : null;
  const value = leading ? Number(leading.value_per_share.value) : null;
  const before = archived.results[0] ? Number(archived.results[0].value_per_share.value) : null;
  const gap = price && value !== null ? value / price - 1 : null;
  return [
    h('section', { class: 'card' },
      h('div', { class: 'headline' },
        h('div', {}, h('span', { class: 'soft' }, `${named('method', leading?.method, t('val.novalue'))} · ${t('val.pershare')}`),
          h('strong', { class: 'big' }, value === null ? '–' : `${now.currency} ${fixed(value)}`),
          isChanged && before !== null && value !== null ? h('span', { class: value >= before ? 'good-text' : 'bad-text' }, t('val.against', { diff: signed(value - before), was: fixed(before) })) : null),
        h('div', {}, h('span', { class: 'soft' }, `${t('val.price')} ${now.price_date ?? ''}`), h('strong', { class: 'big' }, price === null ? '–' : fixed(price)),
          gap === null ? null : h('span', { class: gap >= 0 ? 'good-text' : 'bad-text' }, t('val.gap', { gap: `${gap > 0 ? '+' : ''}${percent(gap, 1)}` }))),
        now.target ? h('div', {}, h('span', { class: 'soft' }, t('val.target')), h('strong', { class: 'big' }, fixed(now.target.target.value)),
          h('span', {}, t('val.return', { r: percent(now.target.expected_return.value, 1) }))) : null),
      rangeChart(ranges(now, archived), price, t('val.ranges')),
      (now.flags ?? []).map((flag) => h('p', { class: 'box warn small' }, t(`flag.${flag.code}`, rates(flag))))),
    change ? changeNodes(change, isChanged ? 'val.change' : 'val.change.last') : null,
    now.scenarios.length ? h('section', { class: 'card' }, h('h2', {}, t('val.scenarios')), scenarioTable(now, archived, isChanged)) : null,
    now.grids.length ? h('section', { class: 'card' }, h('h2', {}, t('val.sensitivity')),
      h('p', { class: 'soft small' }, t('val.sensitivity.hint')), now.grids.map((grid) => gridTable(grid, price, lineName))) : null,
    now.tornado.length && value !== null ? h('section', { class: 'card' }, h('h2', {}, t('val.tornado')), tornadoChart(now.tornado, value, lineName)) : null,
    now.reverse?.length ? h('section', { class: 'card' }, h('h2', {}, t('val.reverse')), reverseTable(now.reverse)) : null,
    now.simulation ? h('section', { class: 'card' }, h('h2', {}, t('val.simulation')), h('p', { class: 'soft small' }, t('val.simulation.hint', { n: number(now.simulation.paths, 0) })), histogram(now.simulation, price)) : null,
    h('section', { class: 'card' }, h('h2', {}, t('val.methods')), methodTable(now)),
  ];
}

function ranges(now, archived) {
  const rows = [];
  now.results.forEach((result, at) => {
    const value = Number(result.value_per_share.value);
    rows.push({ name: named('method', result.method), low: value, middle: value, high: value, archived: Number(archived.results[at]?.value_per_share.value) });
    for (const other of result.other_values) rows.push({ name: lineName(other.id), low: Number(other.value), middle: Number(other.value), high: Number(other.value) });
  });
  if (now.scenarios.length === 3) {
    const [bear, base, bull] = now.scenarios.map((one) => Number(one.value_per_share.value));
    rows.push({ name: t('val.scenarios'), low: Math.min(bear, bull), middle: base, high: Math.max(bear, bull) });
  }
  for (const one of now.comparables?.distributions ?? []) {
    if (one.implied.kind !== 'values') continue;
    const [low, middle, high] = [one.implied.first_quartile, one.implied.median, one.implied.third_quartile].map((line) => Number(line.value));
    rows.push({ name: named('multiple', one.multiple), low, middle, high });
  }
  if (now.simulation) {
    const at = (percentile) => Number(now.simulation.percentiles.find((one) => one.percent === percentile)?.value);
    rows.push({ name: t('val.simulation.range'), low: at(5), middle: at(50), high: at(95) });
  }
  if (now.target) rows.push({ name: t('val.target'), low: Number(now.target.low.value), middle: Number(now.target.target.value), high: Number(now.target.high.value) });
  return rows.filter((row) => Number.isFinite(row.middle));
}

function scenarioTable(now, archived, isChanged) {
  const drivers = [...new Set(now.scenarios.flatMap((one) => one.drivers.map((line) => line.id)))];
  const cell = (scenario, id) => {
    const line = scenario.drivers.find((one) => one.id === id);
    return { right: line ? shownInput({ name: id, unit: line.unit }, line.value) : '–' };
  };
  const old = (scenario) => archived.scenarios.find((one) => one.name === scenario.name);
  return table(['', ...now.scenarios.map((one) => ({ right: named('scenario', one.name) }))], [
    [h('strong', {}, t('val.pershare')), ...now.scenarios.map((one) => ({ right: h('strong', {}, fixed(one.value_per_share.value)) }))],
    ...(isChanged ? [[h('span', { class: 'soft' }, t('val.archived')), ...now.scenarios.map((one) => ({ right: h('span', { class: 'soft' }, fixed(old(one)?.value_per_share.value)) }))]] : []),
    [t('val.probability'), ...now.scenarios.map((one) => ({ right: percent(one.probability.value, 0) }))],
    ...drivers.map((id) => [lineName(id), ...now.scenarios.map((one) => cell(one, id))]),
  ]);
}

export function changeNodes(change, title = 'val.change') {
  return h('section', { class: 'card' }, h('h2', {}, t(title)),
    h('p', {}, t('val.change.text', { from: fixed(change.previous), to: fixed(change.current), total: signed(change.total) })),
    table([t('col.cause'), { right: t('col.amount') }, t('col.inputs')], change.parts.map((part) => [
      named('cause', part.cause), { right: signed(part.amount) },
      part.not_separable ? t('val.inseparable') : part.inputs.map(lineName).join(', '),
    ])));
}

function reverseTable(rows) {
  return table([t('col.driver'), { right: t('val.base') }, { right: t('val.implied') }], rows.map((one) => {
    const shown = (value) => (one.driver === 'stage_one' ? number(value, 0) : percent(value));
    return [lineName(one.driver), { right: shown(one.base) }, { right: one.implied.kind === 'found' ? h('strong', {}, shown(one.implied.value)) : t('val.noroot') }];
  }));
}

function methodTable({ verdicts }) {
  return table([t('col.method'), t('col.standing'), t('col.reasons')], verdicts.map((one) => [
    named('method', one.method), named('methodStanding', one.standing), reasonText(one.reason),
  ]));
}

const RATES = ['growth', 'rate', 'return_on_capital', 'risk_free', 'share', 'spread'];

function rates(values) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, RATES.includes(key) ? percent(value) : value]));
}

function reasonText(reason) {
  const values = { ...rates(reason), gaps: (reason.gaps ?? []).map((gap) => gap.name.split(' | ').map(lineName).join(' / ')).join(', '), kind: named('company', reason.kind, reason.kind ?? '') };
  return t(`why.${reason.code}`, values);
}

function notRunnable(outcome, detail) {
  return [
    h('section', { class: 'card' }, h('p', {}, badge('failed', t('val.notrunnable'))), h('p', {}, t('val.notrunnable.text')),
      outcome.missing?.length ? h('p', {}, t('val.missing')) : null,
      outcome.missing?.length ? h('ul', {}, outcome.missing.map((gap) => h('li', {}, gap.name.split(' | ').map(lineName).join(' / '), ' ', h('span', { class: 'soft' }, named('gap', gap.problem.kind))))) : null,
      detail ? h('p', {}, h('a', { href: `#/?q=${encodeURIComponent(detail.question)}&market=1&as_of=${outcome.valuation_date}` }, t('val.again'))) : null),
    h('section', { class: 'card' }, h('h2', {}, t('val.methods')), methodTable(outcome)),
  ];
}
