// What an autonomous agent keeps of its work: blueprint, findings, what it does now, its files.

import { get, isAbort, runPath, statusOf } from './api.js';
import { announce, fill, h, soon } from './dom.js';
import { clock, whole } from './format.js';
import { t } from './i18n.js';
import { markdownNodes } from './markdown.js';
import { errorBox } from './parts.js';
import { evidenceButton } from './source.js';

/** Sections of the overall dashboard that are shown elsewhere: the title above, the chapters as a list. */
const TITLE = 0;
const BLUEPRINT = 2;
const CHAPTERS = 'Notebook/';

const DIGITS = '零一二三四五六七八九十';

/**
 * The number in the name of a chapter, `03` or `第二十三章`; one without comes last.
 * @param {string} path
 */
function chapterNumber(path) {
  const found = /[\d零一二三四五六七八九十]+/.exec(path.slice(CHAPTERS.length))?.[0];
  if (!found) return Infinity;
  if (/^\d+$/.test(found)) return Number(found);
  let sum = 0;
  let last = 0;
  for (const value of [...found].map((sign) => DIGITS.indexOf(sign))) {
    if (value === 10) sum += (last || 1) * 10;
    last = value === 10 ? 0 : value;
  }
  return sum + last;
}

/**
 * Chapters first, in the order of the report; then the dashboards and whatever else there is.
 * @param {Api.FileSize[]} files
 */
export function inReadingOrder(files) {
  /** @param {Api.FileSize} file */
  const rank = ({ path }) => (path.startsWith(CHAPTERS) ? 0 : 1);
  /** @param {Api.FileSize} file */
  const number = ({ path }) => (path.startsWith(CHAPTERS) ? chapterNumber(path) : 0);
  /** @param {Api.FileSize} a @param {Api.FileSize} b */
  const byNumber = (a, b) => (number(a) === number(b) ? 0 : number(a) - number(b));
  return [...files].sort((a, b) => rank(a) - rank(b) || byNumber(a, b) || a.path.localeCompare(b.path));
}

/** @param {string} path */
export function fileName(path) {
  const own = /^(overall|current)_dashboard\.md$/.exec(path);
  return own ? t(`auto.${own[1]}`) : path.replace(CHAPTERS, '').replace(/\.md$/, '');
}

/** @param {Api.RunId} run @param {string} path */
export const fileAddress = (run, path) => `#/run/${run}/files?${new URLSearchParams({ file: path })}`;

/** @param {number} bytes */
export function size(bytes) {
  return bytes < 1024 ? `${bytes} B` : `${whole(bytes / 1024)} KB`;
}

/** @param {Api.RunId} run @param {Api.RunView} detail @param {AbortSignal} signal */
export function dashboardCards(run, { language }, signal) {
  const shown = { overall: 0, current: 0 };
  const chapters = chapterCard(language);
  const overall = part('overall', language);
  const current = part('current', language);
  const files = fileCard(run);
  const trouble = h('div', {});
  const node = h('div', { class: 'dashboards' }, trouble, chapters.node, current.node, files.node, overall.node);
  let hasFiles = false;
  const look = async () => {
    /** @type {Api.Dashboards} */
    const found = await get(runPath(run, '/dashboards'), signal);
    if (found.overall && found.overall.version !== shown.overall) {
      shown.overall = found.overall.version;
      if (found.chapters) chapters.draw(found.chapters, found.overall.chapters);
      overall.draw(run, found.overall, (at) => at !== TITLE && at !== BLUEPRINT);
    }
    if (found.current && found.current.version !== shown.current) {
      shown.current = found.current.version;
      current.draw(run, found.current, () => true);
    }
    // the folder is there once something was written into it
    hasFiles ||= Boolean(found.overall ?? found.current);
    if (hasFiles) files.draw((await get(runPath(run, '/files'), signal)).files);
  };
  const refresh = soon(300, async () => {
    try {
      await look();
      trouble.replaceChildren();
    } catch (fault) {
      // the banner tells of a server that is away
      if (!isAbort(fault) && statusOf(fault) !== 0) fill(trouble, errorBox(fault, refresh));
    }
  });
  const fileWritten = () => {
    hasFiles = true;
    refresh();
  };
  refresh();
  return { node, refresh, fileWritten };
}

/**
 * How many chapters are done, and which.
 * @param {Api.Language} language
 */
function chapterCard(language) {
  const bar = h('progress', { max: '1', value: '0', 'aria-label': t('auto.chapters') });
  const tally = h('span', { class: 'soft', id: 'tally' });
  const chapters = h('ol', { class: 'chapters' }, h('li', { class: 'soft none' }, t('auto.none')));
  const head = h('div', { class: 'overall' }, h('h2', {}, t('auto.chapters')), tally);
  let known = -1;
  /** @param {Api.Chapters} counted @param {Api.DashboardChapter[]} list */
  const draw = ({ done, total }, list) => {
    bar.value = total ? done / total : 0;
    tally.textContent = t('auto.tally', { a: done, b: total });
    fill(
      chapters,
      list.map((one) =>
        h(
          'li',
          { class: one.done ? 'done' : null },
          h('span', { lang: language }, one.title),
          h('span', { class: 'unseen' }, ` (${t(one.done ? 'auto.done' : 'auto.open')})`),
        ),
      ),
    );
    if (known >= 0 && known !== done) announce(t('auto.tally', { a: done, b: total }));
    known = done;
  };
  return { node: h('section', { class: 'card' }, head, bar, chapters), draw };
}

/**
 * The files of the run, once there are any.
 * @param {Api.RunId} run
 */
function fileCard(run) {
  const files = h('ul', { class: 'plain files' });
  const node = h('section', { class: 'card', hidden: true }, h('h2', {}, t('tab.files')), files);
  let known = '';
  /** @param {Api.FileSize[]} list */
  const draw = (list) => {
    const key = JSON.stringify(list);
    if (key === known) return;
    known = key;
    node.hidden = !list.length;
    fill(
      files,
      inReadingOrder(list).map(({ path, bytes }) =>
        h('li', {}, h('a', { href: fileAddress(run, path) }, fileName(path)), ' ', h('span', { class: 'soft small' }, size(bytes))),
      ),
    );
  };
  return { node, draw };
}

/**
 * A card for one dashboard, its empty sections left out.
 * @param {'overall' | 'current'} name
 * @param {Api.Language} language
 */
function part(name, language) {
  const when = h('span', { class: 'soft small' });
  const body = h('div', { class: 'prose', lang: language });
  const node = h(
    'section',
    { class: 'card', hidden: true, data: { dashboard: name } },
    h('div', { class: 'overall' }, h('h2', {}, t(`auto.${name}`)), when),
    body,
  );
  /** @param {Api.RunId} run @param {Api.Dashboard} dashboard @param {(at: number) => boolean} isShown */
  const draw = (run, { version, updated_at: at, sections }, isShown) => {
    /** @type {MarkdownHooks} */
    const hooks = { deeper: 3, evidence: (id) => evidenceButton(run, id) };
    const filled = sections.filter(({ text }, index) => isShown(index) && text);
    node.hidden = !filled.length;
    when.textContent = t('auto.version', { n: version, at: clock(at) });
    fill(
      body,
      filled.map(({ heading, text }) => [h('h3', {}, heading), markdownNodes(text, hooks)]),
    );
  };
  return { node, draw };
}
