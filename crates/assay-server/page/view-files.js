// The files of an autonomous run: its chapters and dashboards, as they stand now.

import { ApiError, get, isAbort, runPath } from './api.js';
import { fileAddress, fileName, inReadingOrder, size } from './dashboards.js';
import { fill, h } from './dom.js';
import { t } from './i18n.js';
import { markdownNodes } from './markdown.js';
import { empty, errorBox } from './parts.js';
import { setQuery } from './router.js';
import { isOpen, leaves, runFrame } from './run-frame.js';
import { evidenceButton } from './source.js';

const AGAIN = 4000;

/**
 * @typedef {object} FilesView
 * @property {Api.RunId} run
 * @property {string | null} path the file that is open
 * @property {number} bytes its length when it was read
 * @property {string} key what the list was drawn from
 * @property {HTMLElement} list
 * @property {HTMLElement} about
 * @property {HTMLElement} text
 */

/** @param {ViewContext} context */
export async function show(context) {
  const frame = await runFrame(context, '/files');
  const { run, body, detail } = frame;
  if (!leaves(detail, 'overall_dashboard')) {
    fill(body, empty(t('files.other')));
    return;
  }
  /** @type {FilesView} */
  const view = {
    run,
    path: context.query.get('file'),
    bytes: -1,
    key: '',
    list: h('nav', { class: 'file-list', 'aria-label': t('tab.files') }),
    about: h('p', { class: 'soft small' }),
    text: h('article', { class: 'prose report', lang: detail.language, tabindex: '-1' }),
  };
  fill(
    body,
    h('p', { class: 'box' }, t('files.hint')),
    h('div', { class: 'reading' }, view.list, h('div', {}, view.about, view.text)),
  );
  const look = async () => {
    /** @type {Api.Files} */
    const { files } = await get(runPath(run, '/files'), context.signal);
    const ordered = inReadingOrder(files);
    view.path ??= ordered[0]?.path ?? null;
    drawList(view, ordered, context);
    const open = ordered.find((one) => one.path === view.path);
    if (view.path && (!open || open.bytes !== view.bytes)) await read(view, view.path, context);
  };
  try {
    await look();
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.code !== 'no_files') throw fault;
    fill(body, empty(t('files.notyet'), h('p', {}, h('a', { href: `#/run/${run}` }, t('report.watch')))));
    return;
  }
  const timer = setInterval(async () => {
    if (document.hidden || !isOpen(frame.detail.state)) return;
    try {
      await frame.refresh();
      await look();
    } catch {
      // the banner tells that the server is away; what is shown stays
    }
  }, AGAIN);
  context.signal.addEventListener('abort', () => clearInterval(timer));
}

/** @param {FilesView} view @param {Api.FileSize[]} files @param {ViewContext} context */
function drawList(view, files, context) {
  const key = JSON.stringify([files, view.path]);
  if (key === view.key) return;
  view.key = key;
  /** @param {MouseEvent} event @param {string} path */
  const open = async (event, path) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    view.path = path;
    setQuery({ file: path });
    drawList(view, files, context);
    await read(view, path, context);
    view.text.focus({ preventScroll: true });
    view.about.scrollIntoView({ block: 'nearest' });
  };
  fill(
    view.list,
    h(
      'ol',
      {},
      files.map(({ path, bytes }) =>
        h(
          'li',
          {},
          h(
            'a',
            {
              href: fileAddress(view.run, path),
              'aria-current': path === view.path ? 'true' : null,
              onclick: (event) => open(event, path),
            },
            fileName(path),
          ),
          ' ',
          h('span', { class: 'soft small' }, size(bytes)),
        ),
      ),
    ),
  );
}

/** @param {FilesView} view @param {string} wanted @param {ViewContext} context */
async function read(view, wanted, { signal }) {
  const address = wanted.split('/').map(encodeURIComponent).join('/');
  try {
    /** @type {Api.FileText} */
    const file = await get(runPath(view.run, `/files/${address}`), signal);
    if (wanted !== view.path) return;
    view.bytes = file.bytes;
    view.about.textContent = [file.path, size(file.bytes), file.cut ? t('files.cut') : null].filter(Boolean).join(' · ');
    /** @type {MarkdownHooks} */
    const hooks = { evidence: (id) => evidenceButton(view.run, id) };
    fill(view.text, /\.md$/i.test(file.path) ? markdownNodes(file.text, hooks) : h('pre', {}, file.text));
  } catch (fault) {
    if (isAbort(fault)) return;
    view.about.textContent = wanted;
    fill(view.text, errorBox(fault));
  }
}
