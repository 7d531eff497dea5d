// A run as it goes: steps, plan, text, spending. Everything shown comes from the replayed stream, so
// a reload shows what was there before.

import { get, isAbort, lost, runPath, statusOf } from './api.js';
import { dashboardCards } from './dashboards.js';
import { announce, fill, h, soon } from './dom.js';
import { EventStream } from './event-stream.js';
import { duration } from './format.js';
import { named, t } from './i18n.js';
import { markdownNodes } from './markdown.js';
import { empty, errorBox } from './parts.js';
import { askedBack } from './asked-back.js';
import { planEditor } from './plan-editor.js';
import { planGraph } from './plan-graph.js';
import { showRoute } from './router.js';
import { elapsed, isOpen, leaves, runFrame } from './run-frame.js';
import { modelCard } from './step-results.js';
import { noteOf, reasonOf, Timeline } from './timeline.js';

const LOG_LINES = 300;
/** A memo's appendix of figures is for the report, where it is searched. */
const MOST_CHUNKS = 60;

/** A step of the protocol as the stream sends it. @typedef {Api.StepEvent & { id: string }} StreamedStep */

/** @param {ViewContext} context */
export async function show(context) {
  const frame = await runFrame(context, '');
  const view = new LiveRun(frame, context);
  view.redraw();
  frame.onControl = () => {
    view.redraw();
    view.listen();
  };
  view.listen();
  const tick = setInterval(() => {
    const shown = document.getElementById('elapsed');
    if (shown && isOpen(frame.detail.state)) shown.textContent = elapsed(frame.detail);
  }, 500);
  // a browser opens few connections to one server: a page that nobody looks at gives its own back
  const onVisible = () => {
    if (!document.hidden && view.stream?.readyState === EventStream.CLOSED && !view.isOver) view.listen();
    else if (document.hidden) view.stream?.close();
  };
  document.addEventListener('visibilitychange', onVisible);
  context.signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', onVisible);
    clearInterval(tick);
    view.stream?.close();
  });
}

class LiveRun {
  /** @type {ReturnType<typeof planGraph> | null} */
  graph = null;
  /** What the plan was drawn from. */
  planKey = '';
  /** @type {EventStream | null} */
  stream = null;
  /** The stream has told all there is. */
  isOver = false;
  lastId = '';
  /** @type {StreamedStep[]} */
  queue = [];
  /** Drafts by task, 0 for the run itself. @type {Map<Api.TaskId, { node: HTMLElement, text: HTMLElement }>} */
  drafts = new Map();
  chunks = 0;
  log = h('ol', { class: 'log', reversed: true, 'aria-label': t('live.log') });
  text = h('div', { class: 'draft prose', 'aria-label': t('live.text') });
  textCard = h('section', { class: 'card', hidden: true }, h('h2', {}, t('live.text')), this.text);
  draftList = h('div', { class: 'drafts' });
  draftCard = h(
    'section',
    { class: 'card', hidden: true },
    h('h2', {}, t('live.draft')),
    h('p', { class: 'soft' }, t('live.draft.hint')),
    this.draftList,
  );
  planBox = h('div', {});
  editor = h('div', {});
  ready = h('div', {});
  model = h('div', {});
  connection = h('p', { class: 'soft connection', role: 'status' });

  /** @param {RunFrame} frame @param {ViewContext} context */
  constructor(frame, context) {
    this.frame = frame;
    this.context = context;
    const { run, detail } = frame;
    this.run = run;
    this.timeline = new Timeline(run);
    this.timeline.onModel = (found) => fill(this.model, modelCard(found));
    this.timeline.onProgress = (progress) => this.showProgress(progress);
    // an autonomous agent has a blueprint in the place of a plan
    this.cards = leaves(detail, 'overall_dashboard') ? dashboardCards(run, detail, context.signal) : null;
    // of a run that has ended the report itself is one tab away
    this.showsText = isOpen(detail.state);
    this.refresh = soon(700, () => this.look());
    this.flush = soon(60, () => {
      const events = this.queue;
      this.queue = [];
      for (const event of events) this.apply(event);
      this.refresh();
    });
    if (this.cards) fill(this.planBox, this.cards.node);
    this.layOut();
  }

  layOut() {
    fill(
      this.frame.body,
      this.editor,
      this.ready,
      this.connection,
      h(
        'div',
        { class: 'live' },
        h(
          'div',
          { class: 'live-steps' },
          this.timeline.node,
          h('details', { class: 'card' }, h('summary', {}, t('live.log')), this.log),
        ),
        h('div', { class: 'live-main' }, this.planBox, this.draftCard, this.model, this.textCard),
      ),
    );
  }

  /** @param {number} progress */
  showProgress(progress) {
    const title = this.context.root.querySelector('h1')?.textContent;
    const share = progress < 1 ? `${Math.round(progress * 100)} % · ` : '';
    if (!this.context.signal.aborted) document.title = `${share}${title} · Assay`;
  }

  redraw() {
    this.drawReady();
    // while the plan is being edited the drawing follows the editor
    if (!this.editor.childElementCount || this.frame.detail.state !== 'awaiting_approval') this.drawPlan();
    this.drawEditor();
  }

  drawReady() {
    const { state } = this.frame.detail;
    const isBlocked = state === 'blocked';
    const hasNothing = isOpen(state) || state === 'cancelled' || state === 'failed';
    const address = `#/run/${this.run}/${isBlocked ? 'gates' : 'report'}`;
    const link = h('a', { href: address }, t(isBlocked ? 'report.why' : 'live.read'));
    fill(this.ready, hasNothing ? null : h('p', { class: 'box ready' }, link));
  }

  /** @param {Api.Plan} [edited] */
  drawPlan(edited) {
    if (this.cards) return;
    const { tasks, origin, state } = this.frame.detail;
    const plan = edited ?? this.frame.detail.plan;
    if (!plan) {
      fill(this.planBox, empty(t('live.noplan')));
      return;
    }
    const key = JSON.stringify(plan);
    if (!this.graph || key !== this.planKey) {
      this.planKey = key;
      this.graph = planGraph(plan, origin);
      fill(this.planBox, this.graph.node);
    }
    // in a run that has ended nobody is at work
    const isGoing = isOpen(state);
    for (const one of tasks)
      this.graph.setState(one.task, one.state === 'running' && !isGoing ? 'waiting' : one.state, reasonOf(one), one.note);
  }

  drawEditor() {
    const { frame, editor } = this;
    const { state, plan, asked } = frame.detail;
    if (editor.dataset.state !== state) editor.replaceChildren();
    editor.dataset.state = state;
    if (editor.childElementCount) return;
    if (plan && state === 'awaiting_approval') {
      const on = { onChange: () => this.redraw(), onPreview: (/** @type {Api.Plan} */ edited) => this.drawPlan(edited) };
      fill(editor, planEditor(frame, plan, on));
    }
    if (asked && state === 'awaiting_answer') fill(editor, askedBack(frame, asked, () => frame.onControl?.()));
  }

  async look() {
    if (this.context.signal.aborted) return;
    try {
      await this.frame.refresh();
      this.redraw();
    } catch (fault) {
      if (!isAbort(fault) && statusOf(fault) !== 0) fill(this.connection, errorBox(fault));
    }
  }

  /** Follows the run from where the last stream ended. */
  listen() {
    this.stream?.close();
    this.isOver = false;
    const last = this.lastId ? `?after=${encodeURIComponent(this.lastId)}` : '';
    const stream = new EventStream(runPath(this.run, `/events${last}`));
    this.stream = stream;
    stream.onopen = () => {
      this.connection.textContent = '';
      this.refresh();
    };
    stream.onmessage = (message) => {
      this.lastId = message.lastEventId || this.lastId;
      this.queue.push({ ...JSON.parse(message.data), id: message.lastEventId });
      this.flush();
    };
    stream.on('draft', (draft) => this.showDraft(draft));
    stream.on('doing', ({ task, what }) => {
      if (task) this.graph?.setDoing(task, what);
      this.timeline.doing(what, task);
    });
    stream.on('trouble', ({ error }) => {
      this.end(stream);
      fill(
        this.connection,
        errorBox(new Error(error), () => this.listen()),
      );
    });
    stream.addEventListener('end', () => {
      this.end(stream);
      this.draftCard.hidden = true;
      this.connection.textContent = '';
      this.cards?.refresh();
      this.refresh();
    });
    stream.onerror = () => this.onCut(stream);
  }

  /** @param {EventStream} stream */
  end(stream) {
    stream.close();
    this.isOver = true;
  }

  /**
   * The stream comes back by itself, unless the server refused it.
   * @param {EventStream} stream
   */
  async onCut(stream) {
    const { connection, context } = this;
    if (stream.readyState === EventStream.CONNECTING) {
      connection.textContent = t('live.reconnecting');
      lost();
      return;
    }
    try {
      await get(runPath(this.run), context.signal);
      connection.textContent = t('live.reconnecting');
      setTimeout(() => {
        if (!context.signal.aborted) this.listen();
      }, 3000);
    } catch (fault) {
      if (statusOf(fault) === 401) showRoute();
      else if (!isAbort(fault))
        fill(
          connection,
          errorBox(fault, () => this.listen()),
        );
    }
  }

  /** @param {StreamedStep} event */
  apply(event) {
    const { stepType, status, payload = {} } = event;
    this.timeline.apply(event);
    if (status === 'start') this.dropDraft(0);
    /** @type {StepMeta} */
    const meta = payload.metadata ?? {};
    const { task, state } = meta;
    if (task && state) this.graph?.setState(task, state, reasonOf(meta), meta.note);
    if (state === 'dashboard') this.cards?.refresh();
    if (meta.tool === 'file_operation') this.cards?.fileWritten();
    if (task && /finish|fail|block/.test(state ?? '')) this.dropDraft(task);
    if (payload.chunk && this.showsText) this.showChunk(payload.chunk, event.progress);
    if (status !== 'progress') announce(`${named('step', stepType)}: ${named('status', status)}`);
    this.logLine(event, meta);
  }

  /** @param {string} chunk @param {number} progress */
  showChunk(chunk, progress) {
    this.chunks += 1;
    if (this.chunks > MOST_CHUNKS + 1) return;
    this.textCard.hidden = false;
    const isNear = window.innerHeight + window.scrollY > document.body.scrollHeight - 120;
    const node =
      this.chunks > MOST_CHUNKS
        ? h('p', {}, h('a', { href: `#/run/${this.run}/report` }, t('live.rest')))
        : h('div', { class: 'chunk' }, markdownNodes(chunk));
    this.text.append(node);
    if (isNear && this.chunks > 3 && progress < 1) node.scrollIntoView({ block: 'nearest' });
  }

  /** @param {StreamedStep} event @param {StepMeta} meta */
  logLine({ id, payload = {}, stepType, status, label }, meta) {
    const cache = meta.cache?.hit ? t('live.cache', { age: duration(meta.cache.ageMs) }) : '';
    const parts = [
      meta.task ? t('task.n', { n: meta.task }) : null,
      meta.state && meta.state !== 'gate'
        ? named('tool', meta.tool, named('task', meta.state))
        : payload.chunk
          ? t('live.chunk')
          : named('status', status),
      noteOf(meta),
      cache,
      payload.error,
    ].filter(Boolean);
    this.log.prepend(
      h(
        'li',
        {},
        h('span', { class: 'soft' }, `${id ?? ''} `),
        h('strong', {}, named('step', stepType, label)),
        ' ',
        parts.join(' · '),
      ),
    );
    while (this.log.childElementCount > LOG_LINES) this.log.lastElementChild?.remove();
  }

  /**
   * What was a draft is a section now, or nothing.
   * @param {Api.TaskId} task
   */
  dropDraft(task) {
    this.drafts.get(task)?.node.remove();
    this.drafts.delete(task);
    if (!this.drafts.size) this.draftCard.hidden = true;
  }

  /** @param {{ task?: Api.TaskId | null, text: string }} draft */
  showDraft({ task, text }) {
    const box = this.drafts.get(task ?? 0) ?? this.newDraft(task ?? 0);
    // each event carries the end of all that was written so far
    box.text.textContent = text;
    box.text.scrollTop = box.text.scrollHeight;
    this.draftCard.hidden = false;
  }

  /** @param {Api.TaskId} task */
  newDraft(task) {
    const title = task ? t('task.n', { n: task }) : named('step', this.timeline.current ?? 'reporting');
    const text = h('pre', {});
    const box = { node: h('div', { class: 'draft-text' }, h('h3', {}, title), text), text };
    this.drafts.set(task, box);
    this.draftList.append(box.node);
    return box;
  }
}
