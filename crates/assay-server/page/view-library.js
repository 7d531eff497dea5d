// The documents that may be cited: bring in, list, search.

import { get, isAbort, upload } from './api.js';
import { announce, debounce, fill, h } from './dom.js';
import { bytes, dateTime, fixed } from './format.js';
import { count, moreTexts, named, t } from './i18n.js';
import { badge, choice, empty, errorBox, field, place, portions, table, tier } from './parts.js';
import { here, setQuery } from './router.js';

/** @param {ViewContext} context */
export async function show({ root, query, signal }) {
  await moreTexts('library');
  const list = h('div', {});
  const hits = h('div', { role: 'region', 'aria-live': 'polite', 'aria-label': t('library.hits') });
  const state = { documents: /** @type {Api.Document[]} */ ([]), filter: '' };
  const drawList = () => {
    const wanted = state.filter.toLowerCase();
    const found = state.documents.filter((one) =>
      `${one.title} ${one.origin} ${one.subject?.entity ?? ''} ${one.id}`.toLowerCase().includes(wanted),
    );
    fill(
      list,
      found.length ? portions(documentTable, found) : empty(state.documents.length ? t('filter.none') : t('library.none')),
    );
  };
  const reload = async () => {
    state.documents = (await get('/api/library/documents', signal)).documents;
    drawList();
  };
  await reload();
  const form = searchForm(query, hits, signal);
  const quarantined = state.documents.filter((one) => one.quarantined?.length).length;
  fill(
    root,
    h(
      'div',
      { class: 'run-title' },
      h('h1', {}, t('nav.library')),
      h(
        'a',
        { href: '#/library/quarantine', class: quarantined ? 'bad-text' : null },
        t('library.quarantine', { n: quarantined }),
      ),
    ),
    dropZone(reload),
    form,
    hits,
    h(
      'section',
      { class: 'card' },
      h(
        'div',
        { class: 'overall' },
        h('h2', {}, count('documents', state.documents.length)),
        h('input', {
          type: 'search',
          placeholder: t('library.filter'),
          'aria-label': t('library.filter'),
          oninput: debounce(100, (event) => {
            state.filter = event.target.value;
            drawList();
          }),
        }),
      ),
      list,
    ),
  );
  // a form that is not in the page yet cannot be sent
  root.addEventListener(
    'assay:shown',
    () => {
      if (query.get('q')) form.requestSubmit();
    },
    { once: true },
  );
}

/** @param {Api.Document[]} documents */
function documentTable(documents) {
  return table(
    [t('col.tier'), t('col.title'), t('col.date'), t('col.kind'), t('col.gate'), t('col.ingested')],
    documents.map((one) => [
      tier(one.tier),
      h(
        'span',
        {},
        h('a', { href: `#/library/${one.id}` }, one.title || one.origin),
        one.near_duplicate_of
          ? h(
              'span',
              { class: 'soft small' },
              ` ${t('library.duplicate')} `,
              h('a', { href: `#/library/${one.near_duplicate_of}` }, one.near_duplicate_of),
            )
          : null,
        h('span', { class: 'soft small path' }, one.origin),
      ),
      h('span', { class: 'nowrap' }, one.date ?? '–'),
      one.subject?.form ?? one.media,
      badge(one.verdict, named('state', one.verdict)),
      h('span', { class: 'nowrap' }, dateTime(one.ingested_at)),
    ]),
  );
}

/** @param {() => Promise<void>} reload */
function dropZone(reload) {
  const input = h('input', { type: 'file', multiple: true, class: 'unseen', id: 'files' });
  const results = h('ul', { class: 'uploads', role: 'status' });
  /** @param {File[]} files */
  const take = async (files) => {
    for (const file of files) {
      const line = h('li', {}, `${file.name} · ${bytes(file.size)} · `, h('span', { class: 'soft' }, t('upload.reading')));
      results.prepend(line);
      try {
        const { ingested } = await upload(`/api/library/documents?name=${encodeURIComponent(file.name)}`, file);
        fill(line, uploaded(file, ingested));
      } catch (fault) {
        fill(line, h('strong', {}, file.name), errorBox(fault));
      }
    }
    announce(t('upload.done'));
    try {
      await reload();
    } catch (fault) {
      // who has left the view needs no list
      if (!isAbort(fault)) results.prepend(h('li', {}, errorBox(fault)));
    }
  };
  input.addEventListener('change', () => {
    take([...(input.files ?? [])]);
    input.value = '';
  });
  const zone = h(
    'div',
    { class: 'card drop' },
    h(
      'p',
      {},
      h('label', { for: 'files', class: 'button' }, t('upload.choose')),
      input,
      ' ',
      h('span', { class: 'soft' }, t('upload.drop')),
    ),
    h('p', { class: 'soft small' }, t('upload.kinds')),
    results,
  );
  for (const kind of ['dragenter', 'dragover']) {
    zone.addEventListener(kind, (event) => {
      event.preventDefault();
      zone.classList.add('over');
    });
  }
  zone.addEventListener('dragleave', () => zone.classList.remove('over'));
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    zone.classList.remove('over');
    take([...(event.dataTransfer?.files ?? [])]);
  });
  return zone;
}

/** @param {File} file @param {Api.Ingested} ingested @returns {Content} */
function uploaded(file, ingested) {
  const { document, known } = ingested;
  const { verdict } = document;
  return [
    h('a', { href: `#/library/${document.id}` }, document.title ?? file.name),
    ' ',
    tier(document.tier),
    ' ',
    badge(verdict, named('state', verdict)),
    known ? h('span', { class: 'soft' }, ` ${t('upload.known')}`) : null,
    verdict === 'QUARANTINED' ? [' ', h('a', { href: '#/library/quarantine' }, t('upload.review'))] : null,
  ];
}

/** @param {URLSearchParams} query @param {HTMLElement} hits @param {AbortSignal} signal */
function searchForm(query, hits, signal) {
  /** @param {string} key */
  const value = (key) => query.get(key) ?? '';
  const text = h('input', {
    type: 'search',
    value: value('q'),
    placeholder: t('library.search'),
    'aria-label': t('library.search'),
    data: { search: '' },
  });
  const filters = {
    entity: h('input', { type: 'text', value: value('entity') }),
    form: h('input', { type: 'text', value: value('form'), placeholder: '10-K' }),
    tier: choice([['', t('filter.tier')], ...['A', 'B', 'C', 'D'].map((one) => [one, one])], value('tier')),
    since: h('input', { type: 'date', value: value('since') }),
    until: h('input', { type: 'date', value: value('until') }),
  };
  return h(
    'form',
    {
      class: 'card search',
      role: 'search',
      onsubmit: async (event) => {
        event.preventDefault();
        /** @type {Record<string, string>} */
        const wanted = { q: text.value.trim() };
        for (const [key, control] of Object.entries(filters)) wanted[key] = control.value.trim();
        setQuery(wanted);
        if (!wanted.q) return hits.replaceChildren();
        fill(hits, h('p', { class: 'soft' }, t('wait')));
        try {
          const { query: own } = here();
          own.set('limit', '20');
          return fill(hits, hitNodes(await get(`/api/library/search?${own}`, signal)));
        } catch (fault) {
          return isAbort(fault) ? null : fill(hits, errorBox(fault));
        }
      },
    },
    h('div', { class: 'ask-row' }, text, h('button', { class: 'primary' }, t('library.go'))),
    h(
      'details',
      { open: ['entity', 'form', 'tier', 'since', 'until'].some(value) },
      h('summary', {}, t('library.filters')),
      h(
        'div',
        { class: 'fields' },
        Object.entries(filters).map(([key, control]) => field(t(`filter.${key}`), control)),
      ),
    ),
  );
}

/** @param {Api.SearchResult} found */
function hitNodes({ hits, explanation }) {
  if (!hits.length) return empty(t('library.nohit'));
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, count('hits', hits.length)),
    h(
      'ol',
      { class: 'hits' },
      hits.map(({ score, evidence }) => {
        const [, start, end] = /:(\d+)-(\d+)$/.exec(evidence.passage ?? '') ?? [];
        return h(
          'li',
          {},
          h(
            'p',
            {},
            tier(evidence.tier),
            ' ',
            h('a', { href: `#/library/${evidence.document}${start ? `?at=${start}-${end}` : ''}` }, evidence.source),
            h(
              'span',
              { class: 'soft small' },
              ` ${[evidence.as_of, place(evidence.place), evidence.headings?.at(-1), t('library.score', { n: fixed(score, 1) })].filter(Boolean).join(' · ')}`,
            ),
          ),
          h('p', { class: 'hit' }, evidence.quote.length > 500 ? `${evidence.quote.slice(0, 500)}…` : evidence.quote),
        );
      }),
    ),
    explanation
      ? h(
          'details',
          {},
          h('summary', {}, t('library.explain')),
          h('pre', { class: 'wide' }, JSON.stringify(explanation, null, 2)),
        )
      : null,
  );
}
