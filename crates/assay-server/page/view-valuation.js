// What the company is worth under assumptions that the reader turns. Every change is computed by the
// server's own model; nothing is stored.

import { get, runPath, send } from './api.js';
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
  const reset = h(
    'button',
    {
      type: 'button',
      disabled: true,
      onclick: () => {
        changed.clear();
        knobs.forEach((knob) => knob.reset());
        compute();
      },
    },
    t('val.reset'),
  );
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
  const knobs = assumed.map((input) =>
    knob(input, (value) => {
      if (value === null) changed.delete(input.name);
      else changed.set(input.name, value);
      compute();
    }),
  );
  const rest = inputs.filter((one) => !assumed.includes(one));
  fill(results, resultNodes(archived, archived, stored.change, false));
  fill(
    body,
    h(
      'div',
      { class: 'valuation' },
      h(
        'section',
        { class: 'card knobs', 'aria-labelledby': 'assumptions' },
        h('div', { class: 'overall' }, h('h2', { id: 'assumptions' }, t('val.assumptions')), reset),
        h('p', { class: 'soft small' }, t('val.hint')),
        out,
        knobs.map((one) => one.node),
        h(
          'details',
          {},
          h('summary', {}, t('val.given', { n: rest.length })),
          table(
            [t('col.input'), { right: t('col.value') }, t('col.basis')],
            rest.map((one) => [
              lineName(one.name),
              { right: shownInput(one, one.value) },
              h('span', { class: 'small' }, basisText(one)),
            ]),
          ),
        ),
      ),
      results,
    ),
  );
}

const isAbsent = (input) => Number(input.value) === 0 && !/^(growth|margin)/.test(input.name);
const rank = (name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
