// Claims and evidence of a run as tables, and the way from one to the other.

import { get, runPath } from './api.js';
import { debounce, fill, h } from './dom.js';
import { count, named, t } from './i18n.js';
import { badge, choice, empty, place, portions, table, tier } from './parts.js';
import { here, setQuery } from './router.js';
import { runFrame } from './run-frame.js';
import { figuresOf, openClaim, openEvidence } from './source.js';

/** @typedef {Api.Claim & { tiers?: Set<Api.Tier> }} RelatedClaim */
/** @typedef {Api.Evidence & { isCited?: boolean }} RelatedEvidence */

/** @type {Api.Tier[]} */
const TIERS = ['A', 'B', 'C', 'D'];

/** @param {ViewContext} context */
export async function show(context) {
  const frame = await runFrame(context, '/claims');
  const { run, body } = frame;
  /** @type {[{ claims: RelatedClaim[] }, { evidence: RelatedEvidence[] }]} */
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
  /**
   * @template T
   * @param {T[]} all
   * @param {(one: T, wanted: Record<string, string | undefined>) => unknown} fits
   * @param {(part: T[]) => Node} build
   */
  const drawFitting = (all, fits, build) => {
    const wanted = Object.fromEntries(query());
    const found = all.filter((one) => fits(one, wanted));
    tally.textContent = t('of', { a: found.length, b: all.length });
    fill(
      list,
      found.length
        ? portions(build, found)
        : empty(claims.length + evidence.length ? t('filter.none') : t('claims.none')),
    );
  };
  const draw = () =>
    which() === 'claims'
      ? drawFitting(claims, fitsClaim, (part) => claimTable(run, part, evidence, texts))
      : drawFitting(evidence, fitsEvidence, (part) => evidenceTable(run, part, texts));
  /** @param {Record<string, string | null>} values */
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

/**
 * What the filters ask about and neither list says by itself.
 * @param {RelatedClaim[]} claims
 * @param {RelatedEvidence[]} evidence
 */
function relate(claims, evidence) {
  const known = new Map(evidence.map((one) => [one.id, one]));
  for (const claim of claims) {
    const tiers = new Set();
    claim.tiers = tiers;
    for (const id of claim.evidence_ids) {
      const one = known.get(id);
      if (!one) continue;
      one.isCited = true;
      tiers.add(one.tier);
    }
  }
}

/** @param {Api.Claim[]} claims @param {Api.Evidence[]} evidence */
function overview(claims, evidence) {
  const bad = claims.filter((one) => one.check?.verdict === 'unsupported').length;
  const tiers = TIERS.map((name) => ({ name, n: evidence.filter((one) => one.tier === name).length })).filter(({ n }) => n);
  return h(
    'p',
    { class: 'overview' },
    h('span', {}, count('claims', claims.length)),
    h('span', { class: bad ? 'bad-text' : null }, t('claims.unsupported', { n: bad })),
    h('span', {}, count('evidences', evidence.length)),
    tiers.map(({ name, n }) => h('span', {}, tier(name), ` ${n}`)),
  );
}

/**
 * @param {'claims' | 'evidence'} which
 * @param {URLSearchParams} query
 * @param {Api.Claim[]} claims
 * @param {(values: Record<string, string | null>) => void} set
 * @param {() => void} redraw
 * @returns {Content}
 */
function filterNodes(which, query, claims, set, redraw) {
  /** @param {string} key @param {string[][]} options */
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
    select('tier', [['', t('filter.tier')], ...TIERS.map((one) => [one, `${one} · ${named('tier', one)}`])]),
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

/** @param {string} text @param {string | undefined} wanted */
const has = (text, wanted) => !wanted || text.toLowerCase().includes(wanted.toLowerCase());

/** @param {RelatedClaim} claim @param {Record<string, string | undefined>} wanted */
function fitsClaim(claim, { text, check, basis, kind, task, tier: wanted }) {
  return (
    has(`${claim.text} ${claim.id}`, text) &&
    (!check || claim.check?.verdict === check) &&
    (!kind || claim.kind === kind) &&
    (!task || String(claim.task) === task) &&
    (!basis || figuresOf(claim).some((one) => one.basis === basis)) &&
    (!wanted || [...(claim.tiers ?? [])].some((one) => one === wanted))
  );
}

/** @param {RelatedEvidence} one @param {Record<string, string | undefined>} wanted */
function fitsEvidence(one, { text, tier: wanted, cited }) {
  return (
    has(`${one.quote} ${one.source} ${one.id} ${one.headings?.join(' ')}`, text) &&
    (!wanted || one.tier === wanted) &&
    (!cited || (cited === 'yes') === Boolean(one.isCited))
  );
}

/**
 * @param {Api.RunId} run
 * @param {RelatedClaim[]} claims
 * @param {Api.Evidence[]} evidence
 * @param {Map<Api.ClaimId, string>} texts
 */
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
        claim.evidence_ids.map((id) => {
          const one = known.get(id);
          return h(
            'button',
            {
              type: 'button',
              class: 'quiet',
              title: one?.source ?? id,
              onclick: (event) => open(event, { claim: null, evidence: id }, () => openEvidence(run, id, { claim, texts })),
            },
            one ? tier(one.tier) : '?',
          );
        }),
      ),
      claim.task ? String(claim.task) : '–',
    ]),
    { caption: null, className: 'claims' },
  );
}

/** @param {Api.Claim} claim */
function marksOf(claim) {
  /** @type {Set<string>} */
  const kinds = new Set(figuresOf(claim).map((one) => one.basis));
  return ['prospective', 'third_party']
    .filter((one) => kinds.has(one))
    .map((one) => [' ', h('span', { class: `mark ${one}` }, t(`mark.${one}`))]);
}

/** @param {Api.RunId} run @param {Api.Evidence[]} evidence @param {Map<Api.ClaimId, string>} texts */
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

/**
 * What is open stands in the address, so that it can be sent to somebody.
 * @param {Event & { currentTarget: Element }} event
 * @param {Record<string, string | null>} address
 * @param {() => void} run
 */
function open(event, address, run) {
  setQuery(address);
  for (const lit of document.querySelectorAll('.lit')) lit.classList.remove('lit');
  event.currentTarget.classList.add('lit');
  run();
}
