// A document as the library reads it, with the passage that was asked for marked.

import { get, send } from './api.js';
import { fill, h } from './dom.js';
import { dateTime } from './format.js';
import { moreTexts, named, t } from './i18n.js';
import { badge, choice, errorBox, facts, tier } from './parts.js';
import { removeButton } from './removal.js';

const PIECE = 6000;

/** @param {ViewContext} context */
export async function show({ root, params, query, signal }) {
  await moreTexts('library');
  /** @type {Api.DocumentView} */
  const { document, text } = await get(`/api/library/documents/${encodeURIComponent(params.document)}`, signal);
  const [, start, end] = /^(\d+)-(\d+)$/.exec(query.get('at') ?? '') ?? [];
  const paper = h('div', { class: 'paper', lang: /[\u4e00-\u9fff]/.test(text.slice(0, 2000)) ? 'zh-CN' : 'en' });
  fill(
    root,
    h('p', {}, h('a', { href: '#/library' }, `← ${t('nav.library')}`)),
    h('h1', {}, document.title || document.origin),
    h(
      'p',
      { class: 'run-meta' },
      tier(document.tier),
      h('span', {}, named('tier', document.tier)),
      badge(document.verdict, named('state', document.verdict)),
      h('span', {}, document.date ?? ''),
      h('span', {}, document.subject?.form ?? document.media),
      h('code', { class: 'soft' }, document.id),
      removeButton({
        label: t('document.remove'),
        question: t('document.remove.ask'),
        run: () => send('DELETE', `/api/library/documents/${encodeURIComponent(document.id)}`),
        done: ({ removed }) => fill(root, removedNodes(removed)),
      }),
    ),
    moreFacts(document),
    gateNodes(document),
    paper,
  );
  draw(paper, text, start === undefined ? null : { start: Number(start), end: Number(end) });
  root.addEventListener('assay:shown', () => paper.querySelector('mark')?.scrollIntoView({ block: 'center' }), { once: true });
}

/** @param {Api.Document} document */
function moreFacts(document) {
  return h(
    'details',
    {},
    h('summary', {}, t('document.more')),
    facts([
      [t('evidence.origin'), h('code', {}, document.origin)],
      [t('document.entity'), document.subject?.entity],
      [t('document.period'), document.subject?.period_end],
      [t('document.tierBy'), tierBy(document.tier_basis)],
      [t('document.tierSet'), tierChoice(document)],
      [t('col.ingested'), dateTime(document.ingested_at)],
      [
        t('document.duplicate'),
        document.near_duplicate_of
          ? h('a', { href: `#/library/${document.near_duplicate_of}` }, document.near_duplicate_of)
          : null,
      ],
    ]),
  );
}

/**
 * What the ingest gate found in it.
 * @param {Api.Document} document
 * @returns {Content}
 */
function gateNodes({ quarantined, flagged = [], hidden = [] }) {
  const spans = [
    ...quarantined.map((one) => ({ ...one, kind: 'quarantined' })),
    ...flagged.map((one) => ({ ...one, kind: 'flagged' })),
  ];
  return [
    spans.length
      ? h(
          'ul',
          { class: 'box warn' },
          spans.map((one) =>
            h(
              'li',
              {},
              h('code', {}, one.rule),
              ` ${one.reason} · `,
              one.kind === 'quarantined'
                ? h('a', { href: '#/library/quarantine' }, t('document.quarantined'))
                : t('document.flagged'),
            ),
          ),
        )
      : null,
    hidden.map((one) => h('p', { class: 'box warn small' }, h('code', {}, one.rule), ` ${one.reason}`)),
  ];
}

/**
 * What a removal left, and where to go on.
 * @param {Api.RemovalReport} report
 * @returns {Content}
 */
function removedNodes({ cited_by: runs }) {
  return [
    h('p', {}, h('a', { href: '#/library' }, `← ${t('nav.library')}`)),
    h('h1', {}, t('document.removed')),
    runs.length
      ? [
          h('p', {}, t('document.removed.cited')),
          h(
            'ul',
            {},
            runs.map((run) => h('li', {}, h('a', { href: `#/run/${run}` }, run))),
          ),
        ]
      : null,
  ];
}

/** @param {Api.TierBasis | undefined} basis */
function tierBy(basis) {
  if (!basis) return null;
  const [at, reason] = basis.by === 'declared' ? [dateTime(basis.at), basis.reason] : [];
  const said = [named('tierBy', basis.by), at, reason];
  return said.filter(Boolean).join(' · ');
}

/**
 * A person's word on the tier; it is journaled, and the view is drawn again with it.
 * @param {Api.Document} document
 */
function tierChoice(document) {
  const out = h('span', { role: 'status' });
  const pick = choice(['A', 'B', 'C', 'D'].map((one) => [one, `${one} · ${named('tier', one)}`]), document.tier);
  pick.setAttribute('aria-label', t('document.tierSet'));
  pick.addEventListener('change', async () => {
    try {
      const said = await send('POST', `/api/library/documents/${encodeURIComponent(document.id)}/tier`, { tier: pick.value });
      fill(out, ' ', tier(said.tier), ` ${tierBy(said.tier_basis)}`);
    } catch (fault) {
      fill(out, errorBox(fault));
    }
  });
  return h('span', {}, pick, out);
}

/**
 * Places are counted in bytes of UTF-8, so the text is cut there.
 * @param {HTMLElement} paper
 * @param {string} text
 * @param {{ start: number, end: number } | null} marked
 */
function draw(paper, text, marked) {
  const raw = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  /** @param {number} from @param {number} to */
  const cut = (from, to) => decoder.decode(raw.subarray(from, to));
  const stops = [0];
  for (let last = 0; last < raw.length; last = stops[stops.length - 1]) {
    let next = Math.min(raw.length, last + PIECE);
    // a piece ends at a line, or at least between two characters
    const line = raw.lastIndexOf(10, next);
    if (next < raw.length && line > last) next = line + 1;
    while (next < raw.length && (raw[next] & 0xc0) === 0x80) next += 1;
    if (marked && next > marked.start && next < marked.end) next = Math.min(raw.length, marked.end);
    stops.push(next);
  }
  for (let at = 1; at < stops.length; at += 1) {
    const [from, to] = [stops[at - 1], stops[at]];
    const holds = marked && marked.start >= from && marked.start < to;
    paper.append(
      h(
        'div',
        { class: 'sheet' },
        holds
          ? [
              cut(from, marked.start),
              h('mark', {}, cut(marked.start, Math.min(marked.end, to))),
              cut(Math.min(marked.end, to), to),
            ]
          : cut(from, to),
      ),
    );
  }
  if (!raw.length) paper.append(h('p', { class: 'soft' }, t('document.empty')));
}
