// Which claims stand in which lines of a report, and which of their figures need a mark.

import { h } from './dom.js';
import { t } from './i18n.js';
import { figuresOf } from './source.js';

/** The lines of each source by its number. @typedef {Map<string, string[]>} ReportSources */
/** @typedef {Api.Claim & { key: string }} KeyedClaim */

/** @param {string} text */
const plainText = (text) =>
  text
    .replace(/\\(.)/g, '$1')
    .replace(/<a id="[^"]*"><\/a>/g, '')
    .replace(/[*`>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
/** @param {string} text */
const key = (text) =>
  text
    .normalize('NFKC')
    .replace(/[\s“”"'’‘\\*`|]/g, '')
    .toLowerCase();
const NEEDS_MARK = new Set(['prospective', 'third_party']);

export class Marks {
  /** @param {Api.Claim[]} claims @param {Api.Evidence[]} evidence @param {ReportSources} sources */
  constructor(claims, evidence, sources) {
    this.texts = new Map(claims.map((claim) => [claim.id, claim.text]));
    /** @type {Record<string, number>} */
    this.painted = { unsupported: 0, prospective: 0, third_party: 0 };
    this.cited = sources.size;
    /** @type {Map<string, Api.Evidence>} */
    this.numbers = new Map();
    /** @type {Map<Api.EvidenceId, KeyedClaim[]>} */
    this.byEvidence = new Map();
    for (const claim of claims) {
      const keyed = { ...claim, key: key(claim.text) };
      for (const id of claim.evidence_ids) {
        const others = this.byEvidence.get(id);
        if (others) others.push(keyed);
        else this.byEvidence.set(id, [keyed]);
      }
    }
    this.match(evidence, sources);
  }

  /**
   * A report numbers its sources; the quotation under a number says which evidence it is.
   * @param {Api.Evidence[]} evidence
   * @param {ReportSources} sources
   */
  match(evidence, sources) {
    const known = evidence.map((one) => ({ one, key: key(one.quote ?? '') }));
    for (const [number, lines] of sources) {
      const id = /\bev_\w+/.exec(lines[0])?.[0];
      const title = key(plainText(lines[0]));
      const quote = key(
        lines
          .slice(1)
          .filter((line) => line.startsWith('>'))
          .map((line) => line.slice(1))
          .join(' '),
      ).replace(/…$/, '');
      const found =
        known.find(({ one }) => one.id === id) ??
        known.find(
          ({ one, key: own }) =>
            own && quote && title.includes(key(one.source)) && (own === quote || own.startsWith(quote) || quote.startsWith(own)),
        ) ??
        known.find(
          ({ key: own }) =>
            own && quote.length > 20 && (own.startsWith(quote.slice(0, 120)) || quote.startsWith(own.slice(0, 120))),
        );
      if (found) this.numbers.set(number, found.one);
    }
  }

  /** @param {string | undefined} number */
  evidenceOf(number) {
    return this.numbers.get(number ?? '') ?? null;
  }

  /** @param {Element} line */
  claimsIn(line) {
    const text = key(line.textContent);
    /** @type {Set<KeyedClaim>} */
    const found = new Set();
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (line.querySelectorAll('[data-cite]'))) {
      const evidence = this.evidenceOf(button.dataset.cite);
      for (const claim of this.byEvidence.get(evidence?.id ?? '') ?? []) {
        if (claim.key.length > 12 && text.includes(claim.key)) found.add(claim);
      }
    }
    return [...found];
  }

  /** @param {Element} node */
  claimNear(node) {
    const line = node.closest('li, p, td, tr');
    if (!line) return null;
    const found = this.claimsIn(line);
    return found.length === 1 ? found[0] : null;
  }

  /**
   * Marks the lines of a piece.
   * @param {Element} piece
   * @param {{ openClaim: (id: Api.ClaimId) => unknown }} hooks
   */
  paint(piece, hooks) {
    for (const line of piece.querySelectorAll('li, p')) {
      if (!line.querySelector('[data-cite]') || line.querySelector('li, p')) continue;
      for (const claim of this.claimsIn(line)) {
        if (claim.check?.verdict === 'unsupported') this.markLine(line, claim, claim.check.problems, hooks);
        for (const figure of figuresOf(claim)) {
          if (NEEDS_MARK.has(figure.basis) && markFigure(line, figure)) this.painted[figure.basis] += 1;
        }
      }
    }
  }

  /**
   * @param {Element} line
   * @param {Api.Claim} claim
   * @param {string[]} problems
   * @param {{ openClaim: (id: Api.ClaimId) => unknown }} hooks
   */
  markLine(line, claim, problems, hooks) {
    if (line.classList.contains('is-unsupported')) return;
    line.classList.add('is-unsupported');
    this.painted.unsupported += 1;
    line.append(
      ' ',
      h(
        'button',
        {
          type: 'button',
          class: 'mark unsupported',
          title: problems.join('; '),
          onclick: () => hooks.openClaim(claim.id),
        },
        t('mark.unsupported'),
      ),
    );
  }
}

/** @param {Element} line @param {Api.CheckedFigure} figure */
function markFigure(line, figure) {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    if (node.parentElement?.closest('.mark, .cite')) continue;
    const at = node.data.indexOf(figure.printed);
    if (at < 0) continue;
    const rest = node.splitText(at);
    rest.splitText(figure.printed.length);
    const mark = h('span', { class: `mark ${figure.basis}`, title: t(`mark.${figure.basis}.hint`) });
    rest.replaceWith(mark);
    mark.append(rest, h('span', { class: 'unseen' }, ` (${t(`mark.${figure.basis}`)})`));
    return true;
  }
  return false;
}
