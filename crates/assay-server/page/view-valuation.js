// What the company is worth under assumptions that the reader turns. Every change is computed by the
// server's own model; nothing is stored.

import { get, isAbort, runPath, send, statusOf } from './api.js';
import { announce, debounce, fill, h } from './dom.js';
import { fixed } from './format.js';
import { moreTexts, t } from './i18n.js';
import { empty, errorBox, table } from './parts.js';
import { runFrame } from './run-frame.js';
import { basisText, knob, shownInput } from './valuation-knobs.js';
import { lineName } from './valuation-names.js';
import { notRunnable, resultNodes } from './valuation-results.js';

const FIRST = [
  'growth.start',
  'growth.terminal',
  'margin.terminal',
  'rf',
  'erp',
  'beta',
  'kd',
  'tax.marginal',
  'capex.ratio',
  'nwc.ratio',
  'exit.multiple',
];

/** @param {ViewContext} context */
export async function show(context) {
  await moreTexts('judgement');
  const frame = await runFrame(context, '/valuation');
  const { run, body } = frame;
  /** @type {Api.ValuationView} */
  let stored;
  try {
    stored = await get(runPath(run, '/valuation'), context.signal);
  } catch (fault) {
    if (statusOf(fault) !== 404) throw fault;
    fill(body, empty(t('val.none')), errorBox(fault));
    return;
  }
  const archived = stored.outcome;
  if (archived.outcome !== 'valued') {
    fill(body, notRunnable(archived, frame.detail));
    return;
  }
  const results = h('div', { class: 'val-results', 'aria-live': 'off' });
  fill(results, resultNodes(archived, archived, stored.change, false));
  fill(body, h('div', { class: 'valuation' }, knobCard(run, archived, stored.change, results, context.signal), results));
}

/**
 * The assumptions as knobs; what they give is computed by the server and drawn into `results`.
 * @param {Api.RunId} run
 * @param {Api.Valuation} archived
 * @param {Api.ValueChange | null} change
 * @param {HTMLElement} results
 * @param {AbortSignal} signal
 */
function knobCard(run, archived, change, results, signal) {
  /** What was turned, by name. @type {Map<string, string>} */
  const changed = new Map();
  const out = h('div', { role: 'status' });
  let latest = 0;
  const compute = debounce(120, async () => {
    const own = ++latest;
    reset.disabled = changed.size === 0;
    if (!changed.size) {
      out.replaceChildren();
      fill(results, resultNodes(archived, archived, change, false));
      return;
    }
    results.classList.add('stale');
    try {
      /** @type {Api.Recomputed} */
      const reply = await send('POST', runPath(run, '/valuation'), { inputs: Object.fromEntries(changed) }, signal);
      if (own !== latest) return;
      out.replaceChildren();
      if (reply.outcome.outcome === 'valued') {
        fill(results, resultNodes(reply.outcome, archived, reply.change, true));
        announce(t('val.now', { value: fixed(reply.outcome.results[0]?.value_per_share.value) }));
      } else {
        fill(results, notRunnable(reply.outcome));
      }
    } catch (fault) {
      if (!isAbort(fault) && own === latest) fill(out, errorBox(fault));
    } finally {
      if (own === latest) results.classList.remove('stale');
    }
  });
  const { inputs } = archived.request;
  const assumed = inputs.filter((one) => one.basis.kind === 'assumption' && !isAbsent(one));
  assumed.sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name));
  const knobs = assumed.map((input) =>
    knob(input, (value) => {
      if (value === null) changed.delete(input.name);
      else changed.set(input.name, value);
      compute();
    }),
  );
  const start = () => {
    changed.clear();
    knobs.forEach((one) => one.reset());
    compute();
  };
  const reset = h('button', { type: 'button', disabled: true, onclick: start }, t('val.reset'));
  return h(
    'section',
    { class: 'card knobs', 'aria-labelledby': 'assumptions' },
    h('div', { class: 'overall' }, h('h2', { id: 'assumptions' }, t('val.assumptions')), reset),
    h('p', { class: 'soft small' }, t('val.hint')),
    out,
    knobs.map((one) => one.node),
    givenInputs(inputs.filter((one) => !assumed.includes(one))),
  );
}

/** @param {Api.ValuationInput[]} inputs */
function givenInputs(inputs) {
  return h(
    'details',
    {},
    h('summary', {}, t('val.given', { n: inputs.length })),
    table(
      [t('col.input'), { right: t('col.value') }, t('col.basis')],
      inputs.map((one) => [
        lineName(one.name),
        { right: shownInput(one, one.value) },
        h('span', { class: 'small' }, basisText(one)),
      ]),
    ),
  );
}

/** @param {Api.ValuationInput} input */
const isAbsent = (input) => Number(input.value) === 0 && !/^(growth|margin)/.test(input.name);
/** @param {string} name */
const rank = (name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
