// Small pieces that several views show the same way.

import { h } from './dom.js';
import { dateTime } from './format.js';
import { named, t } from './i18n.js';

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

/** The state of a run, whichever way the server puts it: `open`, `{finished: "completed"}`, a name. */
export function stateName(status) {
  if (status && typeof status === 'object') return status.finished ?? Object.keys(status)[0];
  return status ?? 'unknown';
}

export function badge(name, label) {
  const tone = TONES[name] ?? 'plain';
  return h('span', { class: `badge ${tone}` }, label ?? named('state', name));
}

export function tier(name) {
  return h('span', { class: `tier tier-${name}`, title: named('tier', name) }, name);
}

/** Codes such as E-013 have a page that the program prints; words such as unknown_run need none. */
const EXPLAINED = /^[A-Z]+-\d+$/;

/** What went wrong, in the reader's language where the page knows the words, and what to do. */
export function errorBox(fault, retry) {
  const isExplained = EXPLAINED.test(fault.code ?? '');
  const code = isExplained ? h('code', {}, fault.code) : null;
  const advice = isExplained ? t('error.explain', { code: fault.code }) : named('error.advice', String(fault.status ?? ''), '');
  const message = fault.message || String(fault);
  const own = fault.code ? named('problem', fault.code, '') : '';
  return h(
    'div',
    { class: 'box bad', role: 'alert' },
    h('p', {}, h('strong', {}, own || message), ' ', code),
    own && own !== message ? h('p', { class: 'soft small', lang: 'en' }, message) : null,
    problemList(fault.problems),
    advice ? h('p', { class: 'soft' }, advice) : null,
    retry ? h('p', {}, h('button', { type: 'button', onclick: retry }, t('again'))) : null,
  );
}

const CODED = /\((E-\d{3})\)$/;
const CHINESE = /[\u4e00-\u9fff]/;

/** A line of the record that ends with a code: the page's own words for it, the line itself below. */
export function coded(line) {
  const own = CHINESE.test(line) ? '' : named('problem', CODED.exec(line)?.[1] ?? '', '');
  return own ? [own, h('br', {}), h('span', { class: 'small', lang: 'en' }, line)] : line;
}

function problemList(problems) {
  if (!problems?.length) return null;
  return h(
    'ul',
    {},
    problems.map((one) => h('li', {}, problemText(one))),
  );
}

export function problemText(problem) {
  if (typeof problem === 'string') return problem;
  return problem.message ?? problem.text ?? problem.problem ?? JSON.stringify(problem);
}

export function empty(text, ...more) {
  return h('div', { class: 'box empty' }, h('p', {}, text), ...more);
}

/** A table that scrolls by itself on a narrow screen and by keyboard. */
export function table(head, rows, { caption, className = '' } = {}) {
  const cell = (tag, content, at) => {
    const right = content && typeof content === 'object' && content.right !== undefined;
    const value = right ? content.right : content;
    const right2 = right || (typeof head[at] === 'object' && head[at]?.right !== undefined);
    return h(tag, { class: right2 ? 'right' : null, scope: tag === 'th' ? 'col' : null }, value);
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

/** Rows in portions, so that a table of thousands opens at once. */
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

export function facts(pairs) {
  return h(
    'dl',
    { class: 'facts' },
    pairs
      .filter((pair) => pair && pair[1] !== null && pair[1] !== undefined)
      .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  );
}

export function field(label, control, hint) {
  return h(
    'label',
    { class: 'field' },
    h('span', { class: 'label' }, label),
    control,
    hint ? h('span', { class: 'hint' }, hint) : null,
  );
}

export function choice(options, selected, props = {}) {
  return h(
    'select',
    { ...props, value: selected },
    options.map(([value, label]) => h('option', { value }, label)),
  );
}

/** Runs something behind a button: disabled meanwhile, its failure shown in `out`. */
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

export function runLabel(row) {
  return `${row.title || row.run} · ${dateTime(row.created_at)}`;
}

export function place(where) {
  if (!where) return null;
  return t(`place.${where.kind}`, { at: where.at });
}
