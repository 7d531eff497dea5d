// What all views of a run have on top: question, state, spending, tabs, downloads.

import { get, getBlob, runPath, send } from './api.js';
import { announce, fill, h } from './dom.js';
import { cost, dateTime, duration } from './format.js';
import { count, t } from './i18n.js';
import { action, badge, coded, errorBox } from './parts.js';
import { profileName, profiles } from './profiles.js';
import { removeButton } from './removal.js';

const TABS = [
  ['', 'tab.progress'],
  ['/report', 'tab.report'],
  ['/claims', 'tab.claims'],
  ['/gates', 'tab.gates'],
  ['/valuation', 'tab.valuation'],
  ['/graph', 'tab.graph'],
  ['/files', 'tab.files'],
];
/** Views of what not every run may leave. */
const NEEDS = new Map([
  ['/valuation', 'valuation'],
  ['/graph', 'ecosystem_graph'],
  ['/files', 'overall_dashboard'],
]);
/** Formats that are made of a document of their own. */
const MADE_OF = new Map([
  ['docx', 'document'],
  ['xlsx', 'workbook'],
]);
const FORMATS = ['html', 'md', 'docx', 'pdf', 'xlsx', 'json', 'log', 'board', 'otlp'];
/** More than these would push the report off the screen. */
const MOST_REASONS = 3;
const OPEN = new Set(['planning', 'awaiting_approval', 'awaiting_answer', 'running', 'interrupted', 'standing_still']);

/** @param {Api.StateName} state */
export const isOpen = (state) => OPEN.has(state);

/**
 * Draws the head into the view's root and gives back where the view goes on.
 * @param {ViewContext} context
 * @param {string} tab
 * @returns {Promise<RunFrame>}
 */
export async function runFrame({ root, params, signal }, tab) {
  const run = params.run;
  const body = h('div', { class: 'run-body' });
  const head = h('div', { class: 'run-head' });
  const out = h('div', {});
  const [detail, known] = await Promise.all([get(runPath(run), signal), profiles()]);
  /** @type {RunFrame} */
  const frame = {
    run,
    detail,
    profile: known.find((one) => one.id === detail.profile) ?? null,
    body,
    draw: () => fill(head, headOf(frame, tab, out)),
    refresh: async () => {
      frame.detail = await get(runPath(run), signal);
      frame.draw();
      return frame.detail;
    },
  };
  frame.draw();
  fill(root, head, out, body);
  return frame;
}

/**
 * Whether a run may leave an artifact of this name; a report may be left by each.
 * @param {Api.RunView} detail
 * @param {string} kind
 */
export const leaves = (detail, kind) => detail.leaves.includes(kind);

/**
 * How long the run has taken, or took.
 * @param {Api.RunView} detail
 */
export function elapsed(detail) {
  const { created_at: created, updated_at: updated } = detail.run;
  const end = isOpen(detail.state) ? Date.now() : Date.parse(updated);
  return duration(end - Date.parse(created));
}

/** @param {RunFrame} frame @param {string} tab @param {HTMLElement} out @returns {Content} */
function headOf(frame, tab, out) {
  const { detail, run } = frame;
  const { spent } = detail;
  const state = detail.state;
  const question = detail.question ?? detail.run.title;
  return [
    h(
      'div',
      { class: 'run-title' },
      h('h1', { lang: detail.language }, question || run),
      h('div', { class: 'run-actions' }, controls(frame, out), exports(frame, question, out)),
    ),
    h(
      'p',
      { class: 'run-meta' },
      badge(state),
      ' ',
      h('span', { title: t('profile.label') }, frame.profile ? profileName(frame.profile) : ''),
      h('span', { title: t('col.created') }, dateTime(detail.run.created_at)),
      h('span', { title: t('col.tokens') }, count('meta.tokens', spent?.tokens ?? 0)),
      h('span', { title: t('col.calls') }, count('meta.calls', spent?.calls ?? 0)),
      h('span', { title: t('col.cost') }, cost(spent?.cost)),
      h('span', { id: 'elapsed', title: t('meta.elapsed') }, elapsed(detail)),
      h('code', { class: 'soft' }, run),
    ),
    detail.trouble
      ? h('div', { class: 'box bad', role: 'alert' }, h('p', {}, coded(detail.trouble)), h('p', { class: 'soft' }, t('run.trouble')))
      : null,
    reasons(detail),
    h(
      'nav',
      { class: 'tabs', 'aria-label': t('tabs') },
      TABS.filter(([path]) => path === tab || leaves(detail, NEEDS.get(path) ?? 'report')).map(([path, key]) =>
        h('a', { href: `#/run/${run}${path}`, 'aria-current': path === tab ? 'page' : null }, t(key)),
      ),
    ),
  ];
}

/** @param {Api.RunView} detail @returns {Content} */
function reasons(detail) {
  const list = detail.run.reasons ?? [];
  if (!list.length) return null;
  /** @param {string[]} some */
  const lines = (some) =>
    h(
      'ul',
      { class: 'reasons' },
      some.map((one) => h('li', {}, coded(one))),
    );
  if (list.length <= MOST_REASONS + 1) return lines(list);
  return [
    lines(list.slice(0, MOST_REASONS)),
    h(
      'details',
      { class: 'more-reasons' },
      h('summary', {}, t('more', { n: list.length - MOST_REASONS })),
      lines(list.slice(MOST_REASONS)),
    ),
  ];
}

/** @param {RunFrame} frame @param {HTMLElement} out @returns {Content} */
function controls(frame, out) {
  const { detail, run } = frame;
  /** @param {string} name @param {string} className */
  const does = (name, className) =>
    action(
      t(`run.${name}`),
      async () => {
        const { state } = await send('POST', runPath(run, `/${name}`), {});
        frame.isCancelling = state === 'cancelling';
        announce(t(`run.${name}.done`));
        await frame.refresh();
        frame.onControl?.(name);
      },
      { out, className },
    );
  const isPending = (detail.run.cancel_requested || frame.isCancelling) && isOpen(detail.state);
  return [
    detail.state === 'interrupted' || (detail.state === 'running' && detail.driven === false) ? does('resume', 'primary') : null,
    isOpen(detail.state) && !isPending ? does('cancel', 'danger') : null,
    isPending ? h('span', { class: 'soft' }, t('run.cancelling')) : null,
    isOpen(detail.state)
      ? null
      : removeButton({
          label: t('run.remove'),
          question: t('run.remove.ask'),
          run: () => send('DELETE', runPath(run)),
          done: () => {
            location.hash = '#/';
          },
        }),
  ];
}

/** @param {RunFrame} frame @param {string} question @param {HTMLElement} out @returns {Content} */
function exports({ run, detail, profile }, question, out) {
  if (isOpen(detail.state)) return null;
  const again = new URLSearchParams({ q: question, ...(profile?.agent ? { profile: profile.id } : {}) });
  const formats = FORMATS.filter((format) => detail.documents.includes(MADE_OF.get(format) ?? 'report'));
  const menu = h(
    'details',
    { class: 'menu' },
    h('summary', {}, t('export')),
    h(
      'ul',
      {},
      formats.map((format) =>
        h(
          'li',
          {},
          h(
            'a',
            {
              href: runPath(run, `/report?format=${format}&download=1`),
              download: '',
              data: { format },
              onclick: (event) => {
                event.preventDefault();
                menu.open = false;
                download(event.currentTarget, out);
              },
            },
            t(`format.${format}`),
          ),
        ),
      ),
      h('li', { class: 'apart' }, h('a', { href: `#/compare?a=${run}` }, t('compare.with'))),
      h('li', {}, h('a', { href: `#/?${again}` }, t('run.again'))),
    ),
  );
  menu.addEventListener('focusout', (event) => {
    if (!menu.contains(/** @type {Node | null} */ (event.relatedTarget))) menu.open = false;
  });
  return menu;
}

/**
 * Fetched rather than followed, so that a refusal is shown where the user is.
 * @param {HTMLAnchorElement} link
 * @param {HTMLElement} out
 */
async function download(link, out) {
  fill(out, h('p', { class: 'soft', role: 'status' }, t('export.making')));
  try {
    const { blob, name } = await getBlob(link.href);
    const url = URL.createObjectURL(blob);
    const file = h('a', { href: url, download: name ?? '' });
    document.body.append(file);
    file.click();
    file.remove();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
    out.replaceChildren();
  } catch (fault) {
    fill(out, errorBox(fault));
  }
}
