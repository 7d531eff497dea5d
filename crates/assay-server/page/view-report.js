// The report, rendered in pieces from its Markdown, with the source of each citation and the origin
// of each figure beside it.

import { ApiError, get, getText, runPath } from './api.js';
import { askOn } from './ask-on.js';
import { breathe, fill, h } from './dom.js';
import { count, t } from './i18n.js';
import { blocks, inline, markdownNodes, render } from './markdown.js';
import { light, openPanel } from './panel.js';
import { empty, errorBox } from './parts.js';
import { Marks } from './report-marks.js';
import { drawingsOf } from './report-pictures.js';
import { setQuery } from './router.js';
import { isOpen, runFrame } from './run-frame.js';
import { evidenceButton, openClaim, openEvidence } from './source.js';

const PIECE = 40;

/**
 * @typedef {object} ReportText
 * @property {Map<string, string[]>} figures by their anchors
 * @property {import('./report-marks.js').ReportSources} sources
 * @property {MarkdownBlock[]} blocks
 */
/**
 * @typedef {MarkdownHooks & {
 *   openSource: (number: string, near: Element | null) => void,
 *   openFigure: (id: string) => void,
 *   openClaim: (id: Api.ClaimId) => unknown,
 * }} ReportHooks
 */
/**
 * @typedef {{
 *   context: ViewContext, run: Api.RunId, report: ReportText, hooks: ReportHooks, marks: Marks,
 *   text: HTMLElement, contents: HTMLElement, marked: HTMLElement, summary: HTMLElement,
 * }} ReportParts
 */

/** @param {ViewContext} context */
export async function show(context) {
  const frame = await runFrame(context, '/report');
  const { body, run, detail } = frame;
  /** @type {string} */
  let markdown;
  try {
    markdown = await getText(runPath(run, '/report?format=md'), context.signal);
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.status === 401) throw fault;
    fill(
      body,
      isOpen(detail.state)
        ? empty(t('report.notyet'), h('p', {}, h('a', { href: `#/run/${run}` }, t('report.watch'))))
        : [noReport(run, detail, fault), askOn(run, detail.language, context.signal)],
    );
    return;
  }
  /** @type {[Api.Claims, Api.EvidenceList]} */
  const [{ claims }, { evidence }] = await Promise.all([
    get(runPath(run, '/claims'), context.signal),
    get(runPath(run, '/evidence'), context.signal),
  ]);
  const report = prepare(markdown);
  const marks = new Marks(claims, evidence, report.sources);
  const text = h('article', { class: 'prose report', lang: detail.language });
  const contents = h('nav', { class: 'contents', 'aria-label': t('report.contents') });
  const summary = h('p', { class: 'soft small', role: 'status' });
  const marked = h('div', {});
  fill(body, h('div', { class: 'reading' }, contents, h('div', {}, marked, summary, text, isOpen(detail.state) ? null : askOn(run, detail.language, context.signal))));
  const hooks = hooksFor({ run, report, marks, text });
  context.root.addEventListener('assay:shown', () => restore(context, hooks, report), { once: true });
  draw({ context, report, text, contents, hooks, marks, marked, summary, run });
}

/**
 * A run that ended without a report says why, and where to look.
 * @param {Api.RunId} run
 * @param {Api.RunView} detail
 * @param {ApiError} fault
 */
function noReport(run, { state, run: row }, fault) {
  if (!['blocked', 'failed', 'cancelled'].includes(state)) return errorBox(fault);
  return h(
    'div',
    { class: 'box bad', role: 'alert' },
    h('p', {}, h('strong', {}, t(`report.none.${state}`))),
    row.reasons?.length ? null : h('p', {}, fault.message),
    h(
      'p',
      {},
      h('a', { href: `#/run/${run}/gates` }, t('report.why')),
      ' · ',
      h('a', { href: `#/run/${run}` }, t('report.watch')),
    ),
  );
}

/**
 * Takes the entries of figures and sources out of the flow: they are opened one at a time.
 * @param {string} markdown
 * @returns {ReportText}
 */
function prepare(markdown) {
  /** @type {Map<string, string[]>} */
  const figures = new Map();
  /** Where the entry of a source begins. @type {Map<string, number>} */
  const starts = new Map();
  /** @type {string[]} */
  const flow = [];
  /** @type {string[] | null} */
  let entry = null;
  for (const line of markdown.split(/\r?\n/)) {
    const anchor = /^<a id="((?:fig-|s)[^"]+)"><\/a>/.exec(line);
    if (anchor?.[1].startsWith('fig-')) {
      entry = [line];
      figures.set(anchor[1], entry);
      continue;
    }
    if (anchor && /^s\d+$/.test(anchor[1])) {
      entry = null;
      starts.set(anchor[1].slice(1), flow.length);
    } else if (entry && /^(#{1,6} |---|<a id=)/.test(line)) {
      entry = null;
    }
    if (entry) entry.push(line);
    else flow.push(line);
  }
  const sources = new Map();
  for (const [number, at] of starts) {
    const lines = [flow[at]];
    for (let next = at + 1; next < flow.length && !/^(<a id=|#{1,6} |---)/.test(flow[next]); next += 1) lines.push(flow[next]);
    sources.set(number, lines);
  }
  return { figures, sources, blocks: blocks(flow) };
}

/** @param {Record<string, number>} painted */
function legend(painted) {
  const parts = Object.entries(painted).filter(([, n]) => n > 0);
  if (!parts.length) return null;
  return h(
    'p',
    { class: 'legend small' },
    parts.map(([kind, n]) => h('span', {}, h('span', { class: `mark ${kind}` }, t(`mark.${kind}`)), ` ${n}`)),
  );
}

/** @param {{ run: Api.RunId, report: ReportText, marks: Marks, text: HTMLElement }} parts @returns {ReportHooks} */
function hooksFor({ run, report, marks, text }) {
  /** @type {ReportHooks} */
  const hooks = {
    deeper: 0,
    cite(number, target) {
      if (target && !/^s\d+$/.test(target)) return null;
      const button = h(
        'button',
        {
          type: 'button',
          class: 'cite',
          data: { step: '', cite: number },
          'aria-label': t('report.cite', { n: number }),
          onclick: () => {
            light(button);
            hooks.openSource(number, button);
          },
        },
        number,
      );
      return button;
    },
    evidence: (id) => evidenceButton(run, id, marks.texts),
    target(id, content) {
      if (id.startsWith('fig-')) {
        // a link, because a button would not wrap with the text around it
        const link = h(
          'a',
          {
            class: 'figure',
            href: `#/run/${run}/report?fig=${encodeURIComponent(id.slice(4))}`,
            onclick: (event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              light(link);
              hooks.openFigure(id);
            },
          },
          content,
        );
        return link;
      }
      return h('button', { type: 'button', class: 'link', onclick: () => jump(text, id) }, content);
    },
    openSource(number, near) {
      setQuery({ cite: number, fig: null });
      const known = marks.evidenceOf(number);
      const claim = near ? marks.claimNear(near) : null;
      if (known) openEvidence(run, known.id, { number, claim, texts: marks.texts });
      else
        openPanel(
          t('source.n', { n: number }),
          h('div', { class: 'prose small' }, markdownNodes(report.sources.get(number) ?? [t('source.unknown')], plain)),
        );
    },
    openFigure(id) {
      setQuery({ fig: id.slice(4), cite: null });
      const lines = report.figures.get(id);
      if (lines) openPanel(t('figure.origin'), h('div', { class: 'prose small' }, markdownNodes(lines, inPanel)));
      else openPanel(t('figure.origin'), h('p', {}, t('figure.unknown')));
    },
    openClaim: (id) => openClaim(run, id),
  };
  const plain = { deeper: 2, showAddresses: true };
  /** @type {MarkdownHooks} */
  const inPanel = {
    ...plain,
    target: (id, content) => (id.startsWith('fig-') ? hooks.target?.(id, content) : null),
    cite: hooks.cite,
  };
  return hooks;
}

/** @param {HTMLElement} text @param {string} id */
function jump(text, id) {
  const known = text.querySelector(`#${CSS.escape(`at-${id}`)}`);
  if (!(known instanceof HTMLElement)) return;
  known.scrollIntoView({ block: 'start' });
  known.tabIndex = -1;
  known.focus({ preventScroll: true });
}

/** @param {string} text */
const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

/** @param {ReportParts} parts */
async function draw({ context, report, text, contents, hooks, marks, marked, summary, run }) {
  /** @type {HTMLElement | null} */
  let piece = null;
  let held = 0;
  /** @type {HTMLElement[]} */
  const captions = [];
  const list = h('ol', {});
  fill(contents, h('p', {}, t('report.contents')), list);
  for (const block of report.blocks) {
    // the title stands above
    const isTitle = block.kind === 'heading' && block.level === 1;
    if (block.kind === 'heading') block.id = `at-${slug(block.text)}`;
    if (!piece || (block.kind === 'heading' && block.level === 2) || held >= PIECE) {
      if (piece) {
        marks.paint(piece, hooks);
        await breathe();
        if (context.signal.aborted) return;
      }
      piece = h('section', { class: 'piece' });
      text.append(piece);
      held = 0;
    }
    if (isTitle) continue;
    held += 1;
    const node = !list.childElementCount && isHead(block) ? headList(block.items, hooks) : render(block, hooks);
    piece.append(node);
    if (block.kind === 'heading' && block.level === 2) {
      const id = slug(block.text);
      const open = () => jump(text, id);
      list.append(h('li', {}, h('button', { type: 'button', class: 'link', onclick: open }, node.textContent)));
    }
    if (block.kind === 'paragraph' && /^\*\*.+\*\*: /.test(block.text)) captions.push(node);
  }
  if (piece) marks.paint(piece, hooks);
  fill(marked, legend(marks.painted));
  if (report.figures.size) text.append(figureIndex(report, hooks));
  summary.textContent = [
    count('report.citations', marks.cited),
    report.figures.size ? count('report.figures', report.figures.size) : null,
  ]
    .filter(Boolean)
    .join(' · ');
  if (captions.length) await drawingsOf(runPath(run, '/report?format=html'), captions, context.signal);
}

/**
 * The list of labelled values that a memo begins with.
 * @param {MarkdownBlock} block
 * @returns {block is MarkdownBlock & { kind: 'list' }}
 */
const isHead = (block) =>
  block.kind === 'list' &&
  block.items.entries.length > 3 &&
  block.items.entries.every((entry) => /^\*\*[^*]+\*\* /.test(entry.text));

/** @param {MarkdownList} list @param {ReportHooks} hooks */
function headList(list, hooks) {
  return h(
    'dl',
    { class: 'memo-head' },
    list.entries.map((entry) => {
      const [, label = '', value = ''] = /^\*\*([^*]+)\*\* (.*)$/.exec(entry.text) ?? [];
      return h('div', {}, h('dt', {}, label), h('dd', {}, inline(value, hooks)));
    }),
  );
}

/**
 * All figures with their origin, searched rather than scrolled through.
 * @param {ReportText} report
 * @param {ReportHooks} hooks
 */
function figureIndex(report, hooks) {
  const results = h('ul', { class: 'figure-index' });
  const names = [...report.figures].map(([id, lines]) => [
    id,
    lines[0].replace(/^<a id="[^"]+"><\/a>/, '').replace(/\*\*|\\/g, ''),
  ]);
  /** @param {string} wanted */
  const draw = (wanted) => {
    const found = names.filter(([, name]) => name.toLowerCase().includes(wanted.toLowerCase())).slice(0, 60);
    fill(
      results,
      found.map(([id, name]) =>
        h('li', {}, h('button', { type: 'button', class: 'link', onclick: () => hooks.openFigure(id) }, name)),
      ),
    );
  };
  draw('');
  return h(
    'details',
    { class: 'card' },
    h('summary', {}, count('report.figures', names.length)),
    h('input', {
      type: 'search',
      placeholder: t('report.figures.find'),
      'aria-label': t('report.figures.find'),
      oninput: (event) => draw(event.target.value),
    }),
    results,
  );
}

/** @param {ViewContext} context @param {ReportHooks} hooks @param {ReportText} report */
function restore({ query }, hooks, report) {
  const cite = query.get('cite');
  const figure = query.get('fig');
  if (cite) hooks.openSource(cite, null);
  else if (figure && report.figures.has(`fig-${figure}`)) hooks.openFigure(`fig-${figure}`);
}
