// What cannot be brought back is removed only on a second word.

import { announce, fill, h } from './dom.js';
import { t } from './i18n.js';
import { action } from './parts.js';

/**
 * A button that asks first; `run` removes, `done` goes on from there.
 * @template R
 * @param {{ label: string, question: string, run: () => Promise<R>, done: (reply: R) => void }} parts
 */
export function removeButton({ label, question, run, done }) {
  const place = h('span', { class: 'removal' });
  const out = h('span', {});
  const ask = () =>
    fill(
      place,
      h('span', { role: 'alert' }, `${question} `),
      action(
        t('remove.yes'),
        async () => {
          const reply = await run();
          announce(t('remove.done'));
          done(reply);
        },
        { out, className: 'danger' },
      ),
      ' ',
      h('button', { type: 'button', class: 'quiet', onclick: rest }, t('remove.no')),
      out,
    );
  function rest() {
    fill(place, h('button', { type: 'button', class: 'quiet', onclick: ask }, label));
  }
  rest();
  return place;
}
