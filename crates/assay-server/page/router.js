// `#/run/r-1/report?cite=3` → view, parameters, query. Every state worth a bookmark is an address.

import { ApiError, isAbort, lost, statusOf } from './api.js';
import { byId, fill, h } from './dom.js';
import { t } from './i18n.js';
import { closePanel } from './panel.js';
import { errorBox } from './parts.js';

/** @type {[RegExp, string[], () => Promise<{ show: (context: ViewContext) => Promise<void> }>][]} */
const ROUTES = [
  [/^\/$/, [], () => import('./view-ask.js')],
  [/^\/run\/([^/]+)$/, ['run'], () => import('./view-run.js')],
  [/^\/run\/([^/]+)\/report$/, ['run'], () => import('./view-report.js')],
  [/^\/run\/([^/]+)\/claims$/, ['run'], () => import('./view-claims.js')],
  [/^\/run\/([^/]+)\/gates$/, ['run'], () => import('./view-gates.js')],
  [/^\/run\/([^/]+)\/valuation$/, ['run'], () => import('./view-valuation.js')],
  [/^\/run\/([^/]+)\/graph$/, ['run'], () => import('./view-ecosystem.js')],
  [/^\/run\/([^/]+)\/files$/, ['run'], () => import('./view-files.js')],
  [/^\/compare$/, [], () => import('./view-compare.js')],
  [/^\/library$/, [], () => import('./view-library.js')],
  [/^\/library\/quarantine$/, [], () => import('./view-quarantine.js')],
  [/^\/library\/([^/]+)$/, ['document'], () => import('./view-document.js')],
  [/^\/settings$/, [], () => import('./view-settings.js')],
  [/^\/monitor$/, [], () => import('./view-monitor.js')],
];

/** @type {AbortController | null} */
let current = null;
let needsSignIn = () => {};
let lacksPart = false;

/** A part of the page could not be loaded, and a browser may not ask for it twice. */
export const needsReload = () => lacksPart;

/** @param {() => void} handler */
export function onSignInNeeded(handler) {
  needsSignIn = handler;
}

export function here() {
  const [path, query = ''] = location.hash.replace(/^#/, '').split('?');
  return { path: path || '/', query: new URLSearchParams(query) };
}

/**
 * Changes the query of the address without leaving the view.
 * @param {Record<string, string | null>} values
 */
export function setQuery(values) {
  const { path, query } = here();
  for (const [key, value] of Object.entries(values)) {
    if (value === null || value === '') query.delete(key);
    else query.set(key, value);
  }
  const text = query.toString();
  history.replaceState(null, '', `#${path}${text ? `?${text}` : ''}`);
}

/** @param {string} path */
export function go(path) {
  location.hash = path;
}

/** @param {string} path */
function match(path) {
  for (const [pattern, names, load] of ROUTES) {
    const found = pattern.exec(path);
    if (!found) continue;
    /** @type {Record<string, string>} */
    const params = {};
    names.forEach((name, at) => {
      params[name] = decodeURIComponent(found[at + 1]);
    });
    return { load, params };
  }
  return null;
}

export async function showRoute({ focus = true } = {}) {
  current?.abort();
  const leaving = new AbortController();
  current = leaving;
  closePanel({ restore: false });
  const { path, query } = here();
  const root = h('div', { class: 'view' });
  const main = byId('main');
  const found = match(path);
  document.dispatchEvent(new CustomEvent('assay:route', { detail: { path } }));
  if (!found) {
    fill(
      root,
      h('h1', {}, t('lost.title')),
      h('p', {}, t('lost.text', { path })),
      h('p', {}, h('a', { href: '#/' }, t('nav.ask'))),
    );
    fill(main, root);
    return;
  }
  const waiting = setTimeout(() => fill(main, h('p', { class: 'boot' }, t('wait'))), 250);
  try {
    const view = await found.load();
    const context = { root, params: found.params, query, signal: leaving.signal };
    const ready = view.show(context);
    await Promise.race([ready, new Promise((resolve) => context.signal.addEventListener('abort', resolve))]);
    await (leaving.signal.aborted ? null : ready);
  } catch (fault) {
    if (leaving.signal.aborted || isAbort(fault)) return;
    if (statusOf(fault) === 401) {
      clearTimeout(waiting);
      needsSignIn();
      return;
    }
    if (fault instanceof TypeError && /import|module/i.test(fault.message)) {
      lacksPart = true;
      lost();
      fill(
        root,
        h('h1', {}, t('error.title')),
        errorBox(new ApiError(t('error.offline'), { status: 0 }), () => location.reload()),
      );
    } else {
      fill(
        root,
        h('h1', {}, t('error.title')),
        errorBox(fault, () => showRoute()),
      );
    }
  } finally {
    clearTimeout(waiting);
  }
  if (leaving.signal.aborted) return;
  fill(main, root);
  const title = root.querySelector('h1');
  document.title = title ? `${title.textContent} · Assay` : 'Assay';
  root.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  if (focus) {
    window.scrollTo(0, 0);
    if (title) {
      title.tabIndex = -1;
      title.focus({ preventScroll: true });
    }
  }
  root.dispatchEvent(new CustomEvent('assay:shown'));
}
