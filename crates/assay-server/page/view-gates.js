// Why the gates decided as they did: verdicts, rules, what was measured against which threshold.

import { get, runPath } from './api.js';
import { fill, h } from './dom.js';
import { dateTime, number } from './format.js';
import { both, moreTexts, named, t } from './i18n.js';
import { badge, empty, table } from './parts.js';
import { runFrame } from './run-frame.js';
import { openClaim } from './source.js';
import { openPanel } from './panel.js';

const LADDER = ['memo', 'watchlist_card', 'hypothesis_list', 'conflict_report', 'error_report'];
const SHARES = /ratio|coverage|rate$/;

/** @param {ViewContext} context */
export async function show(context) {
  await moreTexts('judgement');
  const frame = await runFrame(context, '/gates');
  const { run, body } = frame;
  /** @type {Api.Gates} */
  const { decisions = [], quality, text } = await get(runPath(run, '/gates'), context.signal);
  fill(
    body,
    quality ? qualityNodes(run, quality) : null,
    h(
      'section',
      { class: 'card' },
      h('h2', {}, t('gates.decisions')),
      decisions.length
        ? table(
            [t('col.gate'), t('col.verdict'), t('col.reasons'), t('col.time')],
            decisions.map((one) => [
              named('gate', one.gate),
              badge(one.verdict, named('state', one.verdict)),
              one.reasons?.length
                ? h(
                    'ul',
                    { class: 'plain' },
                    one.reasons.map((reason) => h('li', {}, reason)),
                  )
                : h('span', { class: 'soft' }, t('gates.noreason')),
              h('span', { class: 'nowrap' }, dateTime(one.at)),
            ]),
          )
        : empty(t('gates.none')),
    ),
    text ? h('details', { class: 'card' }, h('summary', {}, t('gates.words')), h('pre', { class: 'wide' }, text)) : null,
  );
}

/** @param {Api.RunId} run @param {Api.ArchivedDecision} archived @returns {Content} */
function qualityNodes(run, { decision, measured, delivered }) {
  const differs = delivered && delivered.output_type !== decision.output_type;
  return [
    h(
      'section',
      { class: 'card' },
      h('h2', {}, t('gates.quality')),
      h(
        'p',
        { class: 'verdict' },
        badge(decision.verdict, decision.verdict),
        ' ',
        h('strong', {}, named('output', decision.output_type)),
        h('span', { class: 'soft' }, ` ${named('verdict', decision.verdict, '')}`),
      ),
      ladder(decision.output_type),
      differs ? h('p', { class: 'box warn' }, t('gates.delivered', { output: named('output', delivered.output_type) })) : null,
      decision.needs_person ? h('p', { class: 'box bad' }, t('gates.person')) : null,
      decision.gate.reasons?.length
        ? [h('h3', {}, t('gates.reasons')), decision.gate.reasons.map((one) => reason(run, one))]
        : h('p', {}, t('gates.pass')),
      decision.gate.actions?.length
        ? [
            h('h3', {}, t('gates.actions')),
            h(
              'ul',
              {},
              decision.gate.actions.map((one) => h('li', {}, h('code', {}, one.code), ' ', both(one.instruction))),
            ),
          ]
        : null,
    ),
    switches(run, decision),
    metrics(run, decision),
    critical(run, measured),
  ];
}

/** @param {Api.OutputType} output */
function ladder(output) {
  return h(
    'ol',
    { class: 'ladder', 'aria-label': t('gates.ladder') },
    LADDER.map((one) =>
      h(
        'li',
        {
          'aria-current': one === output ? 'true' : null,
        },
        named('output', one),
      ),
    ),
  );
}

/** @param {Api.RunId} run @param {Api.QualityReason} one */
function reason(run, one) {
  return h(
    'div',
    { class: 'reason' },
    h('p', {}, badge(one.verdict, one.verdict), ' ', h('code', {}, one.code), ' ', both(one.text)),
    ids(run, one.ids),
  );
}

/** @param {Api.RunId} run @param {string[]} list */
function ids(run, list = []) {
  if (!list.length) return null;
  const shown = list
    .slice(0, 6)
    .map((id) => [
      ' ',
      id.startsWith('claim_')
        ? h('button', { type: 'button', class: 'link', onclick: () => openClaim(run, id) }, id)
        : h('code', {}, id),
    ]);
  const rest =
    list.length > 6
      ? h(
          'button',
          {
            type: 'button',
            class: 'link',
            onclick: () =>
              openPanel(
                t('gates.ids'),
                h(
                  'ul',
                  { class: 'ids' },
                  list.map((id) => h('li', {}, h('code', {}, id))),
                ),
              ),
          },
          ` +${list.length - 6}`,
        )
      : null;
  return h('span', { class: 'ids small' }, shown, rest);
}

/**
 * Conditions are texts over metrics: `a > 50% and b == 0`.
 * @param {Api.SwitchReading[]} switches
 */
function thresholds(switches) {
  /** @type {Map<string, { rule: string, text: string, state: Api.SwitchState }[]>} */
  const out = new Map();
  for (const rule of switches) {
    for (const [, metric, sign, value] of rule.condition.matchAll(/([a-z_]+)\s*(<=|>=|==|!=|<|>)\s*([\d.]+\s*%?)/g)) {
      const limit = { rule: rule.rule_id, text: `${sign} ${value}`, state: rule.state };
      out.set(metric, [...(out.get(metric) ?? []), limit]);
    }
  }
  return out;
}

/** @param {Api.RunId} run @param {Api.QualityDecision} decision */
function switches(run, { switches: rules = [] }) {
  const fired = rules.filter((one) => one.state === 'fired').length;
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, t('gates.switch')),
    h('p', { class: fired ? 'bad-text' : 'soft' }, t('gates.fired', { n: fired, all: rules.length })),
    table(
      [t('col.rule'), t('col.state'), t('col.condition'), t('col.measured'), t('col.then')],
      rules.map((rule) =>
        h(
          'tr',
          { class: rule.state === 'fired' ? 'row-bad' : null },
          h('td', {}, h('code', {}, rule.rule_id)),
          h('td', {}, badge(rule.state, named('switch', rule.state))),
          h('td', {}, both(rule.note), h('br', {}), h('code', { class: 'small' }, rule.condition)),
          h(
            'td',
            {},
            (rule.figures ?? []).map((one) =>
              h('div', {}, named('metric', one.metric), ': ', h('strong', {}, shown(one.metric, one.value))),
            ),
          ),
          h(
            'td',
            {},
            named('action', rule.action),
            h('br', {}),
            h('span', { class: 'soft small' }, named('fallback', rule.fallback, '')),
          ),
        ),
      ),
    ),
  );
}

/** @param {Api.RunMetric} metric @param {string | null} value */
function shown(metric, value) {
  if (value === null || value === undefined) return t('gates.unmeasured');
  if (SHARES.test(metric)) return `${number(value, 1)} %`;
  if (/age_days/.test(metric)) return t('time.days', { n: number(value, 0) });
  return number(value, 1);
}

/** @param {Api.RunId} run @param {Api.QualityDecision} decision */
function metrics(run, { metrics: readings = [], switches: rules = [] }) {
  const limits = thresholds(rules);
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, t('gates.metrics')),
    table(
      [t('col.metric'), { right: t('col.measured') }, t('col.threshold'), t('col.behind')],
      readings.map((one) => [
        h('span', { title: one.metric }, named('metric', one.metric)),
        { right: h('strong', {}, shown(one.metric, one.value)) },
        h(
          'span',
          {},
          (limits.get(one.metric) ?? []).map((limit) =>
            h('div', { class: limit.state === 'fired' ? 'bad-text' : 'soft' }, h('code', {}, limit.text), ` ${limit.rule}`),
          ),
        ),
        ids(run, one.ids) ?? '',
      ]),
    ),
  );
}

/** @param {Api.RunId} run @param {Api.QualityMeasures} measured */
function critical(run, measured) {
  const claims = measured?.critical_claims ?? [];
  const data = measured?.core_data ?? [];
  if (!claims.length && !data.length) return null;
  return h(
    'section',
    { class: 'card' },
    claims.length
      ? [
          h('h2', {}, t('gates.critical')),
          table(
            [t('col.claim'), t('col.standing'), t('col.evidence')],
            claims.map((one) => [
              h('button', { type: 'button', class: 'link text', onclick: () => openClaim(run, one.id) }, one.text),
              badge(one.standing === 'holds' ? 'done' : 'failed', named('standing', one.standing)),
              (one.evidence ?? []).map((source) => source.tier).join(' ') || '–',
            ]),
          ),
        ]
      : null,
    data.length
      ? [
          h('h2', {}, t('gates.core')),
          table(
            [t('col.metric'), t('col.period'), t('col.state'), { right: t('col.age') }, { right: t('col.sources') }],
            data.map((one) => [
              named('figure', one.metric),
              one.period,
              one.state.kind === 'known'
                ? named('freshness', one.state.freshness)
                : h('span', { class: 'bad-text' }, named('core', one.state.kind)),
              { right: one.state.kind === 'known' ? t('time.days', { n: one.state.age_days }) : '–' },
              { right: one.state.kind === 'known' ? one.state.sources : '–' },
            ]),
          ),
        ]
      : null,
    measured?.conflicts?.length
      ? [
          h('h2', {}, t('gates.conflicts')),
          h(
            'ul',
            {},
            measured.conflicts.map((one) =>
              h(
                'li',
                {},
                one.about,
                h(
                  'ul',
                  {},
                  (one.sides ?? []).map((side) => h('li', {}, `${number(side.value)} ${side.unit} · ${side.source}`)),
                ),
                one.needed ? h('p', { class: 'soft' }, one.needed) : null,
              ),
            ),
          ),
        ]
      : null,
  );
}
