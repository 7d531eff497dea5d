// The steps of the protocol as a list: what runs, how far, what came out.

import { fill, h } from './dom.js';
import { duration } from './format.js';
import { count, named, t } from './i18n.js';
import { coded } from './parts.js';
import { stepResult } from './step-results.js';

const CHINESE = /[\u4e00-\u9fff]/;

/**
 * Why a task stands where it does, in the reader's language where the page knows the words.
 * @param {{ note?: string, code?: string | null, needs?: Api.TaskId | null }} about
 */
export function reasonOf({ note, code, needs }) {
  if (needs) return t('task.needs', { n: needs });
  if (!code || CHINESE.test(note ?? '')) return note;
  return named('problem', code, note);
}

/**
 * What an event says beside its state.
 * @param {StepMeta} meta
 */
export function noteOf({ note, code, needs, queries, state, gate, verdict, chapters, reasons = [] }) {
  if (state === 'dashboard' && chapters) return t('auto.told', { a: chapters.done, b: chapters.total });
  if (note) return reasonOf({ note, code, needs });
  if (queries?.length) return t('live.queries', { queries: queries.slice(0, 3).join(' · ') });
  if (state !== 'gate') return null;
  return [t('live.says', { who: named('gate', gate), what: named('state', verdict) }), ...reasons].join(' · ');
}

/**
 * The nodes of a step that change.
 * @typedef {object} TimelineStep
 * @property {HTMLElement} node
 * @property {HTMLElement} state
 * @property {HTMLElement} words
 * @property {HTMLElement} meta
 * @property {HTMLElement} note
 * @property {HTMLElement} result
 */

export class Timeline {
  /** @type {((model: ModelResult) => void) | undefined} */
  onModel;
  /** @type {((progress: number) => void) | undefined} */
  onProgress;
  /** @type {Api.StepName | undefined} */
  current;
  /** @type {Map<Api.StepName, TimelineStep>} */
  steps = new Map();

  /** @param {Api.RunId} run */
  constructor(run) {
    this.run = run;
    this.bar = h('progress', { max: '1', value: '0', 'aria-label': t('live.progress') });
    this.percent = h('span', { class: 'soft' }, '0 %');
    this.now = h('p', { class: 'doing' });
    this.list = h('ol', { class: 'timeline' });
    this.node = h(
      'section',
      { class: 'card', 'aria-label': t('live.steps') },
      h('div', { class: 'overall' }, h('h2', {}, t('live.steps')), this.percent),
      this.bar,
      this.now,
      this.list,
    );
  }

  /** @param {Api.StepEvent} event */
  step(event) {
    const known = this.steps.get(event.stepType);
    if (known) return known;
    const parts = {
      state: h('span', { class: 'dot', 'aria-hidden': 'true' }),
      words: h('span', { class: 'soft' }),
      meta: h('p', { class: 'soft small' }),
      note: h('p', { class: 'small' }),
      result: h('div', {}),
    };
    const node = h(
      'li',
      // the keys n and p go from row to row
      { data: { step: event.stepType }, tabindex: '-1' },
      parts.state,
      h(
        'div',
        { class: 'step' },
        h('p', { class: 'step-name' }, h('strong', {}, named('step', event.stepType, event.label)), ' ', parts.words),
        parts.note,
        parts.meta,
        parts.result,
      ),
    );
    const step = { ...parts, node };
    this.steps.set(event.stepType, step);
    this.list.append(node);
    return step;
  }

  /** @param {Api.StepEvent} event */
  apply(event) {
    const { status, payload = {}, progress } = event;
    const step = this.step(event);
    if (status === 'start') {
      this.leaveOthers(step);
      this.current = event.stepType;
    }
    if (status === 'error') this.now.textContent = '';
    const isOver = /complete|left/.test(step.node.dataset.status ?? '') && status === 'progress';
    if (!isOver) {
      step.node.dataset.status = status;
      step.words.textContent = t(`status.${status}`);
    }
    const meta = payload.metadata ?? {};
    const parts = [
      meta.durationMs !== undefined ? duration(meta.durationMs) : null,
      meta.tokens ? count('meta.tokens', meta.tokens) : null,
      meta.isFallback ? t('step.fallback') : null,
    ].filter(Boolean);
    if (parts.length) step.meta.textContent = parts.join(' · ');
    const note = noteOf(meta);
    if (note) step.note.textContent = meta.task ? t('live.says', { who: t('task.n', { n: meta.task }), what: note }) : note;
    if (payload.error) fill(step.note, coded(payload.error));
    if (payload.result && event.stepType === 'modeling') this.onModel?.(payload.result);
    if (payload.result) fill(step.result, stepResult(event.stepType, payload.result, this.run));
    if (typeof progress === 'number') {
      this.bar.value = progress;
      this.percent.textContent = `${Math.round(progress * 100)} %`;
      this.onProgress?.(progress);
    }
    if (progress >= 1) this.now.textContent = '';
  }

  /**
   * A step that another follows is at work no longer, whether or not it told of its end.
   * @param {TimelineStep} step
   */
  leaveOthers(step) {
    for (const other of this.steps.values()) {
      if (other === step || !/start|progress/.test(other.node.dataset.status ?? '')) continue;
      other.node.dataset.status = 'left';
      other.words.textContent = '';
    }
  }

  /** @param {string} what @param {Api.TaskId} [task] */
  doing(what, task) {
    this.now.textContent = task ? t('live.says', { who: t('task.n', { n: task }), what }) : what;
  }
}
