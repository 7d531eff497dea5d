// Small pieces that several views show the same way.

import { ApiError } from './api.js';
import { h } from './dom.js';
import { dateTime } from './format.js';
import { named, t } from './i18n.js';

/** @type {Record<string, string>} */
const TONES = {
  completed: 'good',
  PASS: 'good',
  SAFE: 'good',
  CLEAN: 'good',
  done: 'good',
  supported: 'good',
  running: 'busy',
  planning: 'busy',
  working: 'busy',
  start: 'busy',
  progress: 'busy',
  awaiting_approval: 'warn',
  awaiting_answer: 'warn',
  interrupted: 'warn',
  standing_still: 'bad',
  partial: 'warn',
  degraded: 'warn',
  DEGRADE: 'warn',
  FLAGGED: 'warn',
  cancelled: 'warn',
  NotMeasurable: 'warn',
  blocked_by: 'warn',
  failed: 'bad',
  blocked: 'bad',
  FAIL: 'bad',
  BLOCKED: 'bad',
  QUARANTINED: 'bad',
  error: 'bad',
  unsupported: 'bad',
  fired: 'bad',
};

/**
 * The state of a run, whichever way the server puts it: `open`, `{finished: "completed"}`, a name.
 * @param {Api.RunStatus} status
 */
export function stateName(status) {
  if (status && typeof status === 'object') return status.finished ?? Object.keys(status)[0];
  return status ?? 'unknown';
}

/** @param {string} name @param {Content} [label] */
export function badge(name, label) {
  const tone = TONES[name] ?? 'plain';
  return h('span', { class: `badge ${tone}` }, label ?? named('state', name));
}

/** @param {Api.Tier} name */
export function tier(name) {
  return h('span', { class: `tier tier-${name}`, title: named('tier', name) }, name);
}

/** Codes such as E-013 have a page that the program prints; words such as unknown_run need none. */
const EXPLAINED = /^[A-Z]+-\d+$/;

/**
 * What went wrong, in the reader's language where the page knows the words, and what to do.
 * @param {unknown} fault
 * @param {() => unknown} [retry]
 */
export function errorBox(fault, retry) {
  const { code = null, status = '', problems = null } = fault instanceof ApiError ? fault : {};
  const isExplained = EXPLAINED.test(code ?? '');
  const advice = isExplained ? t('error.explain', { code }) : named('error.advice', String(status), '');
  const message = (fault instanceof Error && fault.message) || String(fault);
  const own = code ? named('problem', code, '') : '';
  return h(
    'div',
    { class: 'box bad', role: 'alert' },
    h('p', {}, h('strong', {}, own || message), ' ', isExplained ? h('code', {}, code) : null),
    own && own !== message ? h('p', { class: 'soft small', lang: 'en' }, message) : null,
    problemList(problems),
    advice ? h('p', { class: 'soft' }, advice) : null,
    retry ? h('p', {}, h('button', { type: 'button', onclick: retry }, t('again'))) : null,
  );
}

const CODED = /\((E-\d{3})\)$/;
const CHINESE = /[\u4e00-\u9fff]/;

/**
 * A line of the record that ends with a code: the page's own words for it, the line itself below.
 * @param {string} line
 * @returns {Content}
 */
export function coded(line) {
  const own = CHINESE.test(line) ? '' : named('problem', CODED.exec(line)?.[1] ?? '', '');
  return own ? [own, h('br', {}), h('span', { class: 'small', lang: 'en' }, line)] : line;
}

/** @param {Record<string, any>[] | null} problems */
function problemList(problems) {
  if (!problems?.length) return null;
  return h(
    'ul',
    {},
    problems.map((one) => h('li', {}, problemText(one))),
  );
}

/** @param {Record<string, any>} problem */
export function problemText(problem) {
  if (typeof problem === 'string') return problem;
  return problem.message ?? problem.text ?? problem.problem ?? JSON.stringify(problem);
}

/** @param {string} text @param {...Content} more */
export function empty(text, ...more) {
  return h('div', { class: 'box empty' }, h('p', {}, text), ...more);
}

/** @param {Cell} cell @returns {cell is { right: Content }} */
const isRightCell = (cell) => typeof cell === 'object' && cell !== null && 'right' in cell;

/**
 * A table that scrolls by itself on a narrow screen and by keyboard.
 * @param {Cell[]} head
 * @param {(Cell[] | Node)[]} rows
 * @param {{ caption?: string | null, className?: string }} options
 */
export function table(head, rows, { caption, className = '' } = {}) {
  /** @param {'th' | 'td'} tag @param {Cell} content @param {number} at */
  const cell = (tag, content, at) => {
    const isRight = isRightCell(content) || isRightCell(head[at]);
    const value = isRightCell(content) ? content.right : content;
    return h(tag, { class: isRight ? 'right' : null, scope: tag === 'th' ? 'col' : null }, value);
  };
  return h(
    'div',
    { class: `scroll ${className}`, tabindex: '0', role: 'region', 'aria-label': caption ?? t('table') },
    h(
      'table',
      {},
      caption ? h('caption', {}, caption) : null,
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          head.map((one, at) => cell('th', one, at)),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((row) =>
          row instanceof Node
            ? row
            : h(
                'tr',
                {},
                row.map((one, at) => cell('td', one, at)),
              ),
        ),
      ),
    ),
  );
}

/**
 * Rows in portions, so that a table of thousands opens at once.
 * @template T
 * @param {(some: T[]) => Node} build
 * @param {T[]} items
 */
export function portions(build, items, size = 100) {
  const box = h('div', {});
  let shown = size;
  const draw = () => {
    const more = items.length - shown;
    box.replaceChildren(build(items.slice(0, shown)));
    if (more > 0) {
      box.append(
        h(
          'p',
          {},
          h(
            'button',
            {
              type: 'button',
              onclick: () => {
                shown += size * 3;
                draw();
              },
            },
            t('more', { n: more }),
          ),
        ),
      );
    }
  };
  draw();
  return box;
}

/** @param {[string, Content][]} pairs */
export function facts(pairs) {
  return h(
    'dl',
    { class: 'facts' },
    pairs
      .filter((pair) => pair && pair[1] !== null && pair[1] !== undefined)
      .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  );
}

/** @param {string} label @param {Content} control @param {string} [hint] */
export function field(label, control, hint) {
  return h(
    'label',
    { class: 'field' },
    h('span', { class: 'label' }, label),
    control,
    hint ? h('span', { class: 'hint' }, hint) : null,
  );
}

/** @param {string[][]} options @param {string} selected @param {Props<HTMLSelectElement>} props */
export function choice(options, selected, props = {}) {
  return h(
    'select',
    { ...props, value: selected },
    options.map(([value, label]) => h('option', { value }, label)),
  );
}

/**
 * Runs something behind a button: disabled meanwhile, its failure shown in `out`.
 * @param {string} label
 * @param {(button: HTMLButtonElement) => unknown} run
 * @param {{ out?: HTMLElement, className?: string, title?: string }} options
 */
export function action(label, run, { out, className = '', title } = {}) {
  const button = h('button', { type: 'button', class: className, title }, label);
  button.addEventListener('click', async () => {
    button.disabled = true;
    out?.replaceChildren();
    try {
      await run(button);
    } catch (fault) {
      if (out) out.append(errorBox(fault));
      else throw fault;
    } finally {
      button.disabled = false;
    }
  });
  return button;
}

/** @param {Api.RunRow} row */
export function runLabel(row) {
  return `${row.title || row.run} · ${dateTime(row.created_at)}`;
}

/** @param {Api.Place | null | undefined} where */
export function place(where) {
  if (!where) return null;
  return t(`place.${where.kind}`, { at: where.at });
}
