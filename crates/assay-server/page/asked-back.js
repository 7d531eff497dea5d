// What the planner of a run asks back: one question, answers to choose from, or none at all.

import { runPath, send } from './api.js';
import { announce, h } from './dom.js';
import { t } from './i18n.js';
import { action } from './parts.js';

/**
 * The question as a form; `onAnswered` is called once the run goes on.
 * @param {RunFrame} frame
 * @param {Api.PlannerQuestion} asked
 * @param {() => void} onAnswered
 */
export function askedBack(frame, asked, onAnswered) {
  const { question, options = [], assumption } = asked;
  const out = h('div', { role: 'status' });
  const input = h('input', { type: 'text', id: 'asked-back', name: 'answer', maxlength: '2000', autocomplete: 'off' });
  /** @param {string | null} text */
  const answer = async (text) => {
    await send('POST', runPath(frame.run, '/answer'), { answer: text });
    announce(t('asked.done'));
    await frame.refresh();
    onAnswered();
  };
  /** @param {string} label @param {() => string | null} text @param {string} [className] */
  const does = (label, text, className) => action(label, () => answer(text()), { out, className });
  return h(
    'section',
    { class: 'box warn asked-back', 'aria-label': t('asked.title') },
    h('h2', {}, t('asked.title')),
    h('p', { lang: frame.detail.language }, question),
    h(
      'p',
      { class: 'ask-row' },
      options.map((option) => does(option, () => option)),
    ),
    h('label', { class: 'soft small', for: 'asked-back' }, t('asked.own')),
    h('div', { class: 'ask-row' }, input, does(t('asked.go'), () => input.value.trim() || null, 'primary')),
    h('p', { class: 'soft small' }, t('asked.assumed', { assumption })),
    out,
  );
}
