// Questions on a run that has ended: a box under its report, with what was asked before.

import { get, isAbort, runPath, send } from './api.js';
import { announce, fill, h } from './dom.js';
import { t } from './i18n.js';
import { markdownNodes } from './markdown.js';
import { light } from './panel.js';
import { errorBox, place, tier } from './parts.js';
import { openEvidence } from './source.js';

/** @param {Api.RunId} run */
const path = (run) => runPath(run, '/ask');

/**
 * The box, filled with what was asked before; the questions go to the run.
 * @param {Api.RunId} run
 * @param {Api.Language} language
 * @param {AbortSignal} signal
 */
export function askOn(run, language, signal) {
  const asked = h('div', { class: 'asked' });
  const out = h('div', { role: 'status' });
  const input = h('input', {
    type: 'text',
    id: 'ask-on',
    name: 'question',
    maxlength: '2000',
    autocomplete: 'off',
    placeholder: t('askon.placeholder'),
  });
  const button = h('button', { type: 'submit', class: 'primary' }, t('askon.go'));
  const form = h(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        put();
      },
    },
    h('label', { class: 'soft small', for: 'ask-on' }, t('askon.label')),
    h('div', { class: 'ask-row' }, input, button),
    out,
  );
  const put = async () => {
    const question = input.value.trim();
    if (!question || button.disabled) return input.focus();
    button.disabled = true;
    fill(out, h('p', { class: 'soft small' }, t('askon.wait')));
    try {
      const told = await send('POST', path(run), { question }, signal);
      const shown = exchange(run, told);
      asked.append(shown);
      input.value = '';
      fill(out);
      announce(told.answered ? t('askon.done') : told.missing.join(' '));
      shown.scrollIntoView({ block: 'nearest' });
    } catch (fault) {
      if (!isAbort(fault)) fill(out, errorBox(fault));
    } finally {
      button.disabled = false;
      input.focus({ preventScroll: true });
    }
  };
  before(run, asked, signal);
  return h('section', { class: 'ask-on prose', lang: language, 'aria-label': t('askon.title') }, h('h2', {}, t('askon.title')), asked, form);
}

/** @param {Api.RunId} run @param {HTMLElement} asked @param {AbortSignal} signal */
async function before(run, asked, signal) {
  try {
    /** @type {Api.KeptFollowUp[]} */
    const known = (await get(path(run), signal)).asked;
    asked.prepend(...known.map((one) => exchange(run, one)));
  } catch (fault) {
    if (!isAbort(fault)) asked.prepend(errorBox(fault));
  }
}

/**
 * One question with its answer and where the answer comes from.
 * @param {Api.RunId} run
 * @param {Api.KeptFollowUp} told
 */
function exchange(run, told) {
  /** @param {Api.EvidenceId} id */
  const number = (id) => told.evidence.findIndex((one) => one.id === id) + 1;
  /** @param {Api.EvidenceId} id */
  const evidence = (id) => (number(id) ? cite(run, id, number(id)) : null);
  const full = told.completed === told.question ? null : h('p', { class: 'soft small' }, t('askon.full', { question: told.completed }));
  return h(
    'article',
    { class: 'exchange', lang: told.language },
    h('h3', {}, told.question),
    full,
    told.answered
      ? markdownNodes(told.answer, { evidence })
      : told.missing.map((line) => h('p', { class: 'box warn' }, line)),
    told.evidence.length ? h('ol', { class: 'soft small' }, told.evidence.map((one) => source(run, one, number(one.id)))) : null,
    h('p', { class: 'soft small' }, t('askon.read', { line: told.read_as })),
  );
}

/** @param {Api.RunId} run @param {Api.EvidenceId} id @param {number} number */
function cite(run, id, number) {
  const button = h(
    'button',
    {
      type: 'button',
      class: 'cite',
      data: { step: '' },
      'aria-label': t('report.cite', { n: number }),
      onclick: () => {
        light(button);
        openEvidence(run, id, { number });
      },
    },
    String(number),
  );
  return button;
}

/** @param {Api.RunId} run @param {Api.Evidence} one @param {number} number */
function source(run, one, number) {
  const heading = one.headings.findLast((line) => !line.includes('|') && line !== one.source);
  const parts = [one.source, heading, place(one.place), one.as_of].filter(Boolean);
  const open = () => openEvidence(run, one.id, { number });
  return h('li', {}, tier(one.tier), ' ', h('button', { type: 'button', class: 'link', onclick: open }, parts.join(' · ')));
}
