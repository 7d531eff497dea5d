// Claim → evidence → passage → document, in the panel beside the text.

import { get, runPath } from './api.js';
import { fill, h } from './dom.js';
import { count, named, t } from './i18n.js';
import { cells } from './markdown.js';
import { light, openPanel } from './panel.js';
import { badge, errorBox, facts, place, tier } from './parts.js';

let latest = 0;

/**
 * Opens at once and fills when the answer is there; an answer that is no longer wanted is dropped.
 * @param {string} title
 * @param {string} path
 * @param {(found: any) => Content} draw
 * @returns {Promise<void>}
 */
async function load(title, path, draw) {
  const own = ++latest;
  const body = openPanel(title, h('p', { class: 'soft' }, t('wait')));
  try {
    const content = draw(await get(path));
    if (own === latest && body.isConnected) fill(body, content);
    const passage = body.querySelector('.passage');
    // only the passage scrolls: the reader's place in the text beside it stays
    if (passage) passage.scrollTop = (passage.querySelector('mark')?.offsetTop ?? 0) - 60;
  } catch (fault) {
    if (own === latest && body.isConnected)
      fill(
        body,
        errorBox(fault, () => load(title, path, draw)),
      );
  }
}

/**
 * @param {Api.RunId} run
 * @param {Api.EvidenceId} id
 * @param {{ number?: string | number, claim?: Api.Claim | null, texts?: Map<Api.ClaimId, string> }} options
 */
export function openEvidence(run, id, { number, claim, texts } = {}) {
  const title = number ? t('source.n', { n: number }) : t('evidence.one');
  return load(title, runPath(run, `/evidence/${encodeURIComponent(id)}`), (found) => evidenceNodes(run, found, claim, texts));
}

/**
 * What a text that cites by id shows in the place of the id.
 * @param {Api.RunId} run
 * @param {Api.EvidenceId} id
 * @param {Map<Api.ClaimId, string>} [texts]
 */
export function evidenceButton(run, id, texts) {
  const button = h(
    'button',
    {
      type: 'button',
      class: 'cite',
      data: { step: '' },
      title: id,
      'aria-label': t('report.cite', { n: id }),
      onclick: () => {
        light(button);
        openEvidence(run, id, { texts });
      },
    },
    '•',
  );
  return button;
}

/** @param {Api.RunId} run @param {Api.ClaimId} id */
export function openClaim(run, id) {
  return load(t('claim.one'), runPath(run, `/claims/${encodeURIComponent(id)}`), (found) => claimNodes(run, found));
}

/**
 * @param {Api.RunId} run
 * @param {Api.EvidenceView} view
 * @param {Api.Claim | null} [claim]
 * @param {Map<Api.ClaimId, string>} [texts]
 * @returns {Content}
 */
function evidenceNodes(run, { evidence, passage, context, claims = [], document, removed }, claim, texts) {
  const { before = '', text = evidence.quote, after = '' } = context ?? {};
  const where = passage ? `?at=${passage.start}-${passage.end}` : '';
  return [
    h('p', { class: 'source-title' }, tier(evidence.tier), ' ', h('strong', {}, evidence.source)),
    h(
      'p',
      { class: 'soft small' },
      [
        named('tier', evidence.tier),
        evidence.as_of,
        place(evidence.place),
        document?.verdict && document.verdict !== 'CLEAN' ? named('state', document.verdict) : null,
      ]
        .filter(Boolean)
        .join(' · '),
    ),
    evidence.headings?.length ? h('p', { class: 'soft small' }, evidence.headings.join(' › ')) : null,
    h(
      'div',
      { class: 'passage' },
      before ? h('span', { class: 'around' }, '…', passageNodes(before)) : null,
      h('mark', {}, passageNodes(text, claim)),
      after ? h('span', { class: 'around' }, passageNodes(after), '…') : null,
    ),
    claim ? checkNodes(claim) : null,
    facts([
      [t('evidence.origin'), h('code', {}, evidence.origin)],
      [t('evidence.id'), h('code', {}, evidence.id)],
    ]),
    removed
      ? h('p', { class: 'box warn' }, t('evidence.removed'))
      : h('p', {}, h('a', { href: `#/library/${evidence.document}${where}` }, t('evidence.document'))),
    claims.length
      ? [
          h('h3', {}, count('evidence.claims', claims.length)),
          h(
            'ul',
            { class: 'ids' },
            claims.map((one) =>
              h(
                'li',
                {},
                h(
                  'button',
                  {
                    type: 'button',
                    class: 'link',
                    onclick: () => openClaim(run, one),
                  },
                  texts?.get(one) ?? one,
                ),
              ),
            ),
          ),
        ]
      : null,
  ];
}

/**
 * Rows of a table in the text become a table; the rest stays as it is.
 * @param {string} text
 * @param {Api.Claim | null} [claim]
 * @returns {Content}
 */
function passageNodes(text, claim) {
  const parts = text.split(/((?:^\|.*\|[ \t]*(?:\n|$))+)/m).filter(Boolean);
  return parts.map((part) => {
    if (!part.startsWith('|')) return claim ? within(part, claim) : part;
    const rows = part
      .trim()
      .split('\n')
      .filter((row) => !/^\|[\s:|-]+\|$/.test(row.trim()))
      .map(cells);
    return h(
      'table',
      {},
      h(
        'tbody',
        {},
        rows.map((row) =>
          h(
            'tr',
            {},
            row.map((cell, at) =>
              h('td', { class: at && /^\W*\d/.test(cell) ? 'right' : null }, claim ? figuresIn(cell, claim) : cell),
            ),
          ),
        ),
      ),
    );
  });
}

/**
 * The claim's own words inside the passage, where it quotes.
 * @param {string} text
 * @param {Api.Claim} claim
 * @returns {Content}
 */
function within(text, claim) {
  const wanted = claim.text.replace(/^[“"']|[”"']$/g, '').trim();
  const at = text.indexOf(wanted);
  if (at < 0) return figuresIn(text, claim);
  return [text.slice(0, at), h('strong', {}, wanted), text.slice(at + wanted.length)];
}

/** @param {string} text @param {Api.Claim} claim @returns {Content} */
function figuresIn(text, claim) {
  const numbers = (claim.text.match(/\d[\d,.]*\d|\d/g) ?? []).filter((one) => one.length > 1);
  const at = numbers
    .map((number) => ({ index: text.indexOf(number), number }))
    .filter(({ index }) => index >= 0)
    .sort((a, b) => a.index - b.index);
  /** @type {Content[]} */
  const out = [];
  let end = 0;
  for (const { index, number } of at) {
    if (index < end) continue;
    out.push(text.slice(end, index), h('strong', {}, number));
    end = index + number.length;
  }
  return [...out, text.slice(end)];
}

/**
 * The figures of a claim that the check found support for.
 * @param {Api.Claim} claim
 */
export function figuresOf({ check }) {
  return check?.verdict === 'supported' ? (check.figures ?? []) : [];
}

/** @param {Api.Claim} claim */
function checkNodes(claim) {
  const check = claim.check;
  if (!check) return h('p', { class: 'soft small' }, t('check.none'));
  const figures = figuresOf(claim);
  const problems = check.verdict === 'unsupported' ? check.problems : [];
  return h(
    'div',
    { class: 'check-result' },
    h(
      'p',
      {},
      badge(check.verdict, t(`check.${check.verdict}`)),
      ' ',
      h('span', { class: 'soft small' }, named('kind', claim.kind, '')),
    ),
    problems.length
      ? h(
          'ul',
          { class: 'bad-text small' },
          problems.map((one) => h('li', {}, one)),
        )
      : null,
    'formula' in claim ? h('p', { class: 'small' }, h('code', {}, claim.formula)) : null,
    figures.length
      ? h(
          'ul',
          { class: 'small' },
          figures.map((one) =>
            h(
              'li',
              {},
              h('span', { class: `mark ${one.basis}` }, one.printed),
              ` ${t(`basis.${one.basis}`)}`,
              'formula' in one ? h('code', {}, ` ${one.formula}`) : null,
            ),
          ),
        )
      : null,
  );
}

/** @param {Api.RunId} run @param {Api.ClaimView} view @returns {Content} */
function claimNodes(run, { claim, evidence = [] }) {
  return [
    h('p', { class: 'claim-text' }, claim.text),
    checkNodes(claim),
    facts([
      [t('col.confidence'), named('confidence', claim.confidence)],
      [t('col.task'), claim.task ? t('task.n', { n: claim.task }) : null],
      [t('col.agent'), claim.source_agent],
      [t('claim.id'), h('code', {}, claim.id)],
    ]),
    h('h3', {}, count('claim.evidence', evidence.length)),
    evidence.length
      ? evidence.map((one) =>
          h(
            'div',
            { class: 'evidence-card' },
            h(
              'p',
              {},
              tier(one.tier),
              ' ',
              h('strong', {}, one.source),
              h('span', { class: 'soft small' }, [' ', one.as_of, ' ', place(one.place)].filter(Boolean).join(' ')),
            ),
            h('blockquote', { class: 'small' }, one.quote.length > 420 ? `${one.quote.slice(0, 420)}…` : one.quote),
            h(
              'p',
              {},
              h('button', { type: 'button', onclick: () => openEvidence(run, one.id, { claim }) }, t('evidence.passage')),
            ),
          ),
        )
      : h('p', { class: 'soft' }, t('claim.bare')),
  ];
}
