// Starts the page: language, session, header, routes.

import { get, onConnection, signInWith } from './api.js';
import { byId, fill, h, remember } from './dom.js';
import { chosenLanguage, lang, t, useLanguage } from './i18n.js';
import { here, needsReload, onSignInNeeded, showRoute } from './router.js';
import { listenForKeys, showHelp } from './shortcuts.js';
import { errorBox } from './parts.js';

const NAV = [
  ['/', 'nav.ask'],
  ['/compare', 'nav.compare'],
  ['/library', 'nav.library'],
  ['/monitor', 'nav.monitor'],
  ['/settings', 'nav.settings'],
];

function theme() {
  return document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

function drawHeader() {
  const other = lang() === 'zh' ? 'en' : 'zh';
  const paint = theme() === 'dark' ? 'light' : 'dark';
  fill(
    byId('header'),
    h('a', { class: 'brand', href: '#/', 'aria-label': 'Assay' }, 'Assay'),
    h(
      'nav',
      { 'aria-label': t('nav.label') },
      NAV.map(([path, key]) => h('a', { href: `#${path}`, data: { nav: path } }, t(key))),
    ),
    h(
      'div',
      { class: 'switches' },
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          lang: other === 'zh' ? 'zh-CN' : 'en',
          onclick: async () => {
            await useLanguage(other, true);
            drawHeader();
            await showRoute({ focus: false });
          },
        },
        other === 'zh' ? '中文' : 'English',
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          'aria-label': t(`theme.${paint}`),
          title: t(`theme.${paint}`),
          onclick: () => {
            document.documentElement.dataset.theme = paint;
            remember('theme', paint);
            drawHeader();
          },
        },
        paint === 'dark' ? '◐' : '◑',
      ),
      h(
        'button',
        { type: 'button', class: 'quiet', 'aria-label': t('keys.title'), title: t('keys.title'), onclick: showHelp },
        '?',
      ),
    ),
  );
  byId('skip').textContent = t('skip');
  markNav(here().path);
}

/** @param {string} path */
function markNav(path) {
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-nav]'))) {
    const own = link.dataset.nav ?? '';
    const isHere = own === '/' ? path === '/' || path.startsWith('/run/') : path.startsWith(own);
    if (isHere) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/** The token comes in the fragment, which browsers do not send, and leaves the address at once. */
async function openSession() {
  const found = /^#token=([^&]+)/.exec(location.hash);
  if (!found) return;
  history.replaceState(null, '', `${location.pathname}${location.search}#/`);
  await signInWith(decodeURIComponent(found[1]));
}

/** @param {unknown} fault */
function signIn(fault) {
  const out = h('div', {}, fault ? errorBox(fault) : null);
  const token = h('input', { type: 'password', autocomplete: 'off', required: true, id: 'token' });
  const form = h(
    'form',
    {
      class: 'card narrow',
      onsubmit: async (event) => {
        event.preventDefault();
        out.replaceChildren();
        try {
          await signInWith(token.value.trim().replace(/^.*#token=/, ''));
          start();
        } catch (problem) {
          out.append(errorBox(problem));
        }
      },
    },
    h('h1', {}, t('signin.title')),
    h('p', {}, t('signin.text')),
    h('pre', {}, 'assay serve'),
    h('label', { class: 'field' }, h('span', { class: 'label' }, t('signin.token')), token),
    out,
    h('p', { class: 'actions' }, h('button', { class: 'primary' }, t('signin.go'))),
  );
  fill(byId('main'), form);
  token.focus();
}

/** The object that pages and extensions of the step protocol read their settings from. */
async function publishConfig() {
  window.steadyResearchConfig ??= {};
  try {
    const { deepAgent } = await get('/api/config');
    window.steadyResearchConfig.deepAgent = deepAgent;
  } catch {
    // the settings view says what is wrong with the configuration; nothing here depends on it
  }
}

async function start() {
  await showRoute({ focus: false });
  await publishConfig();
}

/** @param {boolean} isOnline */
function showConnection(isOnline) {
  const banner = byId('banner');
  banner.hidden = isOnline;
  banner.textContent = isOnline ? '' : t('offline');
  if (isOnline && needsReload()) location.reload();
  else if (isOnline && document.querySelector('#main .box.bad')) showRoute({ focus: false });
}

async function boot() {
  await useLanguage(chosenLanguage());
  drawHeader();
  listenForKeys();
  onConnection(showConnection);
  onSignInNeeded(() => signIn(null));
  document.addEventListener('assay:route', (event) => markNav(event.detail.path));
  window.addEventListener('hashchange', async () => {
    if (!location.hash.startsWith('#token=')) return showRoute();
    try {
      await openSession();
    } catch (fault) {
      return signIn(fault);
    }
    return start();
  });
  try {
    await openSession();
  } catch (fault) {
    signIn(fault);
    return;
  }
  await start();
}

boot();
