// What the ingest gate took out of use, and a person's decision about it.

import { get, send } from './api.js';
import { announce, fill, h } from './dom.js';
import { count, moreTexts, t } from './i18n.js';
import { action, badge, empty, errorBox } from './parts.js';

/** @param {ViewContext} context */
export async function show({ root, signal }) {
  await moreTexts('library');
  const list = h('div', {});
  const reload = async () => {
    /** @type {Api.QuarantineList} */
    const { quarantined: items } = await get('/api/library/quarantine', signal);
    fill(
      list,
      items.length
        ? [h('p', { class: 'soft' }, count('quarantine.items', items.length)), items.map((one) => card(one, reload))]
        : empty(t('quarantine.none')),
    );
  };
  await reload();
  fill(
    root,
    h('p', {}, h('a', { href: '#/library' }, `← ${t('nav.library')}`)),
    h('h1', {}, t('nav.quarantine')),
    h('p', {}, t('quarantine.text')),
    list,
  );
}

/** @param {Api.Quarantined} item @param {() => Promise<void>} reload */
function card(item, reload) {
  const path = `/api/library/quarantine/${encodeURIComponent(item.id)}`;
  const body = h('div', {});
  const out = h('div', {});
  const reason = h('textarea', { rows: '2', 'aria-label': t('quarantine.reason'), placeholder: t('quarantine.reason') });
  /** @param {Api.ReviewDecision} decision @param {string} className */
  const decide = (decision, className) =>
    action(
      t(`quarantine.${decision}`),
      async () => {
        if (!reason.value.trim()) {
          reason.focus();
          fill(out, h('p', { class: 'bad-text' }, t('quarantine.needs')));
          return;
        }
        await send('POST', path, { decision, reason: reason.value.trim() });
        announce(t(`quarantine.${decision}.done`));
        await reload();
      },
      { out, className },
    );
  const more = h(
    'details',
    {
      ontoggle: async () => {
        if (!more.open || body.childElementCount) return;
        try {
          /** @type {Api.QuarantinedText} */
          const { before, text, after } = await get(path);
          fill(
            body,
            h(
              'div',
              { class: 'passage' },
              h('span', { class: 'around' }, before),
              h('mark', { class: 'bad' }, text),
              h('span', { class: 'around' }, after),
            ),
            h('p', { class: 'soft small' }, t('quarantine.warning')),
          );
        } catch (fault) {
          fill(body, errorBox(fault));
        }
      },
    },
    h('summary', {}, t('quarantine.show')),
    body,
  );
  return h(
    'section',
    { class: 'card' },
    h(
      'p',
      {},
      h('strong', {}, item.title),
      ' ',
      item.confirmed ? badge('blocked', t('quarantine.confirmed')) : badge('partial', t('quarantine.open')),
    ),
    h('p', {}, h('code', {}, item.span.rule), ` ${item.span.reason}`),
    h('p', { class: 'soft small' }, item.origin, ' · ', h('a', { href: `#/library/${item.document}` }, t('evidence.document'))),
    more,
    h('div', { class: 'ask-row' }, reason, decide('released', 'danger'), item.confirmed ? null : decide('rejected', 'primary')),
    out,
  );
}
