// Claims and evidence of a run as tables, and the way from one to the other.

import { get, runPath } from './api.js';
import { debounce, fill, h } from './dom.js';
import { count, named, t } from './i18n.js';
import { badge, choice, empty, place, portions, table, tier } from './parts.js';
import { here, setQuery } from './router.js';
import { runFrame } from './run-frame.js';
import { openClaim, openEvidence } from './source.js';

export async function show(context) {
  const frame = await runFrame(context, '/claims');
  const { run, body } = frame;
  const [{ claims }, { evidence }] = await Promise.all([
    get(runPath(run, '/claims'), context.signal),
    get(runPath(run, '/evidence'), context.signal),
  ]);
  relate(claims, evidence);
  const texts = new Map(claims.map((one) => [one.id, one.text]));
  const list = h('div', {});
  const tally = h('span', { class: 'soft', role: 'status' });
  const query = () => here().query;
  const which = () => (query().get('show') === 'evidence' ? 'evidence' : 'claims');
  const draw = () => {
    const wanted = Object.fromEntries(query());
    const isClaims = which() === 'claims';
    const found = isClaims ? claims.filter((one) => fitsClaim(one, wanted)) : evidence.filter((one) => fitsEvidence(one, wanted));
    tally.textContent = t('of', { a: found.length, b: isClaims ? claims.length : evidence.length });
    fill(
      list,
      found.length
        ? portions((part) => (isClaims ? claimTable(run, part, evidence, texts) : evidenceTable(run, part, texts)), found)
        : empty(claims.length + evidence.length ? t('filter.none') : t('claims.none')),
    );
  };
  const set = (values) => {
    setQuery(values);
    draw();
  };
  const filters = h('div', { class: 'filters' });
  const drawFilters = () =>
    fill(
      filters,
      filterNodes(which(), query(), claims, set, () => {
        drawFilters();
        draw();
      }),
      tally,
    );
  drawFilters();
  draw();
  fill(body, overview(claims, evidence), filters, list);
  context.root.addEventListener(
    'assay:shown',
    () => {
      const claim = context.query.get('claim');
      const source = context.query.get('evidence');
      if (claim) openClaim(run, claim);
      else if (source) openEvidence(run, source);
    },
    { once: true },
  );
}

/** What the filters ask about and neither list says by itself. */
function relate(claims, evidence) {
  const known = new Map(evidence.map((one) => [one.id, one]));
  for (const claim of claims) {
    claim.tiers = new Set();
    for (const id of claim.evidence_ids ?? []) {
      const one = known.get(id);
      if (!one) continue;
      one.isCited = true;
      claim.tiers.add(one.tier);
    }
  }
}

function overview(claims, evidence) {
  const bad = claims.filter((one) => one.check?.verdict === 'unsupported').length;
  const tiers = ['A', 'B', 'C', 'D']
    .map((name) => [name, evidence.filter((one) => one.tier === name).length])
    .filter(([, n]) => n);
  return h(
    'p',
    { class: 'overview' },
    h('span', {}, count('claims', claims.length)),
    h('span', { class: bad ? 'bad-text' : null }, t('claims.unsupported', { n: bad })),
    h('span', {}, count('evidences', evidence.length)),
    tiers.map(([name, n]) => h('span', {}, tier(name), ` ${n}`)),
  );
}

function filterNodes(which, query, claims, set, redraw) {
  const select = (key, options) =>
    choice(options, query.get(key) ?? '', {
      'aria-label': t(`filter.${key}`),
      onchange: (event) => set({ [key]: event.target.value }),
    });
  const tasks = [...new Set(claims.map((one) => one.task))].filter(Boolean).sort((a, b) => a - b);
  const tabs = h(
    'span',
    { class: 'segments', role: 'group' },
    ['claims', 'evidence'].map((name) =>
      h(
        'button',
        {
          type: 'button',
          'aria-pressed': String(name === which),
          onclick: () => {
            setQuery({ show: name === 'claims' ? null : name });
            redraw();
          },
        },
        t(`tab.${name}.only`),
      ),
    ),
  );
  return [
    tabs,
    h('input', {
      type: 'search',
      value: query.get('text') ?? '',
      placeholder: t('filter.text'),
      'aria-label': t('filter.text'),
      data: { search: '' },
      oninput: debounce(120, (event) => set({ text: event.target.value })),
    }),
    select('tier', [['', t('filter.tier')], ...['A', 'B', 'C', 'D'].map((one) => [one, `${one} · ${named('tier', one)}`])]),
    which === 'claims'
      ? [
          select('check', [
            ['', t('filter.check')],
            ['supported', t('check.supported')],
            ['unsupported', t('check.unsupported')],
          ]),
          select('basis', [
            ['', t('filter.basis')],
            ...['observed', 'derived', 'prospective', 'third_party'].map((one) => [one, t(`basis.${one}`)]),
          ]),
          select('kind', [['', t('filter.kind')], ...['quoted', 'computed', 'written'].map((one) => [one, t(`kind.${one}`)])]),
          select('task', [['', t('filter.task')], ...tasks.map((one) => [String(one), t('task.n', { n: one })])]),
        ]
      : select('cited', [
          ['', t('filter.cited')],
          ['yes', t('filter.cited.yes')],
          ['no', t('filter.cited.no')],
        ]),
  ];
}

const has = (text, wanted) => !wanted || text.toLowerCase().includes(wanted.toLowerCase());

function fitsClaim(claim, { text, check, basis, kind, task, tier: wanted }) {
  return (
    has(`${claim.text} ${claim.id}`, text) &&
    (!check || claim.check?.verdict === check) &&
    (!kind || claim.kind === kind) &&
    (!task || String(claim.task) === task) &&
    (!basis || (claim.check?.figures ?? []).some((one) => one.basis === basis)) &&
    (!wanted || claim.tiers?.has(wanted))
  );
}

function fitsEvidence(one, { text, tier: wanted, cited }) {
  return (
    has(`${one.quote} ${one.source} ${one.id} ${one.headings?.join(' ')}`, text) &&
    (!wanted || one.tier === wanted) &&
    (!cited || (cited === 'yes') === Boolean(one.isCited))
  );
}

function claimTable(run, claims, evidence, texts) {
  const known = new Map(evidence.map((one) => [one.id, one]));
  return table(
    [t('col.claim'), t('col.check'), t('col.evidence'), t('col.task')],
    claims.map((claim) => [
      h(
        'button',
        {
          type: 'button',
          class: 'link text',
          data: { step: '' },
          onclick: (event) => open(event, { claim: claim.id, evidence: null }, () => openClaim(run, claim.id)),
        },
        claim.text,
      ),
      h('span', {}, claim.check ? badge(claim.check.verdict, t(`check.${claim.check.verdict}`)) : '–', marksOf(claim)),
      h(
        'span',
        { class: 'nowrap' },
        (claim.evidence_ids ?? []).map((id) =>
          h(
            'button',
            {
              type: 'button',
              class: 'quiet',
              title: known.get(id)?.source ?? id,
              onclick: (event) => open(event, { claim: null, evidence: id }, () => openEvidence(run, id, { claim, texts })),
            },
            known.has(id) ? tier(known.get(id).tier) : '?',
          ),
        ),
      ),
      claim.task ? String(claim.task) : '–',
    ]),
    { caption: null, className: 'claims' },
  );
}

function marksOf(claim) {
  const kinds = new Set((claim.check?.figures ?? []).map((one) => one.basis));
  return ['prospective', 'third_party']
    .filter((one) => kinds.has(one))
    .map((one) => [' ', h('span', { class: `mark ${one}` }, t(`mark.${one}`))]);
}

function evidenceTable(run, evidence, texts) {
  return table(
    [t('col.tier'), t('col.passage'), t('col.source'), t('col.date')],
    evidence.map((one) => [
      tier(one.tier),
      h(
        'button',
        {
          type: 'button',
          class: 'link text',
          data: { step: '' },
          onclick: (event) => open(event, { claim: null, evidence: one.id }, () => openEvidence(run, one.id, { texts })),
        },
        one.quote.length > 260 ? `${one.quote.slice(0, 260)}…` : one.quote,
      ),
      h('span', {}, one.source, one.place ? h('span', { class: 'soft' }, ` · ${place(one.place)}`) : null),
      h('span', { class: 'nowrap' }, one.as_of ?? '–'),
    ]),
    { caption: null, className: 'claims' },
  );
}

/** What is open stands in the address, so that it can be sent to somebody. */
function open(event, address, run) {
  setQuery(address);
  for (const lit of document.querySelectorAll('.lit')) lit.classList.remove('lit');
  event.currentTarget.classList.add('lit');
  run();
}
