// Two runs side by side: plan, claims, evidence, value.

import { get, isAbort } from './api.js';
import { fill, h } from './dom.js';
import { cost, dateTime, whole } from './format.js';
import { moreTexts, t } from './i18n.js';
import { badge, choice, empty, errorBox, field, portions, runLabel, stateName, table } from './parts.js';
import { here, setQuery } from './router.js';
import { openClaim, openEvidence } from './source.js';
import { changeNodes } from './valuation-results.js';

/** @param {ViewContext} context */
export async function show({ root, signal }) {
  await moreTexts('judgement');
  /** @type {Api.Runs} */
  const { runs } = await get('/api/runs?limit=200', signal);
  const body = h('div', { role: 'region', 'aria-live': 'polite' });
  /** @param {string} key */
  const chosen = (key) => here().query.get(key) ?? '';
  const options = [['', t('compare.choose')], ...runs.map((row) => [row.run, runLabel(row)])];
  const draw = async () => {
    const [a, b] = [chosen('a'), chosen('b')];
    if (!a || !b) return fill(body, empty(runs.length < 2 ? t('compare.few') : t('compare.pick')));
    if (a === b) return fill(body, empty(t('compare.same')));
    fill(body, h('p', { class: 'soft' }, t('wait')));
    try {
      const found = await get(`/api/compare?a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}`, signal);
      return fill(body, result(found));
    } catch (fault) {
      return isAbort(fault) ? null : fill(body, errorBox(fault, draw));
    }
  };
  /** @param {string} key */
  const pick = (key) =>
    choice(options, chosen(key), {
      onchange: (event) => {
        setQuery({ [key]: event.target.value });
        draw();
      },
    });
  fill(
    root,
    h('h1', {}, t('nav.compare')),
    h('div', { class: 'fields two' }, field('A', pick('a')), field('B', pick('b'))),
    body,
  );
  await draw();
}

/** @param {Api.Comparison} comparison @returns {Content} */
function result({ a, b, plan, claims, evidence, valuation, valuation_trouble: trouble }) {
  /** @param {string} label @param {(row: Api.RunRow) => Content} value @returns {Content[]} */
  const line = (label, value) => [label, value(a), value(b)];
  return [
    h(
      'section',
      { class: 'card' },
      table(
        ['', 'A', 'B'],
        [
          line(t('col.question'), (row) => h('a', { href: `#/run/${row.run}/report` }, row.title || row.run)),
          line(t('col.state'), (row) => badge(stateName(row.status))),
          line(t('col.created'), (row) => dateTime(row.created_at)),
          line(t('col.tasks'), (row) => t('of', { a: row.tasks_finished, b: row.tasks })),
          line(t('col.tokens'), (row) => whole(row.tokens)),
          line(t('col.cost'), (row) => cost(row.cost)),
        ],
      ),
    ),
    valuation ? changeNodes(valuation) : h('p', { class: 'soft' }, trouble ?? t('compare.novalue')),
    section('compare.plan', plan, a, b, taskNode),
    section('compare.claims', claims, a, b, claimNode),
    section('compare.evidence', evidence, a, b, evidenceNode),
  ];
}

/**
 * @template T
 * @param {string} key
 * @param {Record<string, T[]>} parts
 * @param {Api.RunRow} a
 * @param {Api.RunRow} b
 * @param {(one: T, run: Api.RunId) => Content} draw
 */
function section(key, parts, a, b, draw) {
  const groups = ['removed', 'added', 'changed', 'kept'].flatMap((name) => {
    const items = parts[name];
    return items === undefined ? [] : [{ name, items, run: name === 'removed' ? a.run : b.run }];
  });
  const tally = groups.map(({ name, items }) => t(`compare.${name}`, { n: items.length })).join(' · ');
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, t(key)),
    h('p', { class: 'soft' }, tally),
    groups.map(({ name, items, run }) =>
      items.length
        ? h(
            'details',
            { open: name !== 'kept' && items.length <= 12 },
            h('summary', {}, t(`compare.${name}`, { n: items.length })),
            portions(
              (some) =>
                h(
                  'ul',
                  { class: `diff ${name}` },
                  some.map((one) => h('li', {}, draw(one, run))),
                ),
              items,
              40,
            ),
          )
        : null,
    ),
    groups.every(({ name, items }) => name === 'kept' || items.length === 0) ? h('p', {}, t('compare.equal')) : null,
  );
}

/** @param {Api.Task | Api.ChangedTask} task @returns {Content} */
function taskNode(task) {
  if ('from' in task) return [h('del', {}, taskText(task.from)), ' ', h('ins', {}, taskText(task.to))];
  return taskText(task);
}

/** @param {Api.Task} task */
const taskText = (task) => `${task.id}. ${task.description}`;

/** @param {Api.Claim} claim @param {Api.RunId} run @returns {Content} */
function claimNode(claim, run) {
  return [
    h('button', { type: 'button', class: 'link text', onclick: () => openClaim(run, claim.id) }, claim.text),
    claim.check?.verdict === 'unsupported' ? [' ', badge('unsupported', t('check.unsupported'))] : null,
  ];
}

/** @param {Api.Evidence} one @param {Api.RunId} run @returns {Content} */
function evidenceNode(one, run) {
  return h(
    'button',
    { type: 'button', class: 'link text', onclick: () => openEvidence(run, one.id) },
    `${one.tier} ${one.source}: ${one.quote.slice(0, 160)}`,
  );
}
