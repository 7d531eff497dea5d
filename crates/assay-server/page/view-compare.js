// Two runs side by side: plan, claims, evidence, value.

import { get } from './api.js';
import { fill, h } from './dom.js';
import { cost, dateTime, whole } from './format.js';
import { moreTexts, t } from './i18n.js';
import { badge, choice, empty, errorBox, field, portions, runLabel, stateName, table } from './parts.js';
import { here, setQuery } from './router.js';
import { openClaim, openEvidence } from './source.js';
import { changeNodes } from './valuation-results.js';

export async function show({ root, signal }) {
  await moreTexts('judgement');
  const { runs } = await get('/api/runs?limit=200', signal);
  const body = h('div', { role: 'region', 'aria-live': 'polite' });
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
      return fault.name === 'AbortError' ? null : fill(body, errorBox(fault, draw));
    }
  };
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

function result({ a, b, plan, claims, evidence, valuation, valuation_trouble: trouble }) {
  const line = (label, value) => [label, value(a), value(b)];
  return [
    h(
      'section',
      { class: 'card' },
      table(
        ['', 'A', 'B'],
        [
          line(t('col.question'), (row) => h('a', { href: `#/run/${row.run}/report` }, row.title || row.run)),
          line(t('col.state'), (row) => badge(row.state ?? stateName(row.status))),
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

/** A part may be a list or only its length. */
const sizeOf = (part) => (Array.isArray(part) ? part.length : Number(part ?? 0));

function section(key, parts, a, b, draw) {
  if (!parts) return null;
  const groups = [
    ['removed', a],
    ['added', b],
    ['changed', b],
    ['kept', b],
  ].filter(([name]) => parts[name] !== undefined);
  const tally = groups.map(([name]) => t(`compare.${name}`, { n: sizeOf(parts[name]) })).join(' · ');
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, t(key)),
    h('p', { class: 'soft' }, tally),
    groups.map(([name, row]) =>
      Array.isArray(parts[name]) && parts[name].length
        ? h(
            'details',
            { open: name !== 'kept' && parts[name].length <= 12 },
            h('summary', {}, t(`compare.${name}`, { n: parts[name].length })),
            portions(
              (items) =>
                h(
                  'ul',
                  { class: `diff ${name}` },
                  items.map((one) => h('li', {}, draw(one, row.run))),
                ),
              parts[name],
              40,
            ),
          )
        : null,
    ),
    groups.every(([name]) => name === 'kept' || sizeOf(parts[name]) === 0) ? h('p', {}, t('compare.equal')) : null,
  );
}

function taskNode(task) {
  if (typeof task === 'string') return task;
  if (task.from !== undefined || task.before !== undefined) {
    const before = task.from ?? task.before;
    const after = task.to ?? task.after;
    return [h('del', {}, taskText(before)), ' ', h('ins', {}, taskText(after))];
  }
  return taskText(task);
}

const taskText = (task) =>
  typeof task === 'object' && task ? `${task.id ?? ''}. ${task.description ?? JSON.stringify(task)}` : String(task);

function claimNode(claim, run) {
  if (typeof claim === 'string') return claim;
  return [
    h('button', { type: 'button', class: 'link text', onclick: () => openClaim(run, claim.id) }, claim.text ?? claim.id),
    claim.check?.verdict === 'unsupported' ? [' ', badge('unsupported', t('check.unsupported'))] : null,
  ];
}

function evidenceNode(one, run) {
  if (typeof one === 'string') return one;
  return h(
    'button',
    { type: 'button', class: 'link text', onclick: () => openEvidence(run, one.id) },
    `${one.tier ?? ''} ${one.source ?? one.id}${one.quote ? `: ${one.quote.slice(0, 160)}` : ''}`,
  );
}
