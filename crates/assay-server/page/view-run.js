// A run as it goes: steps, plan, text, spending. Everything shown comes from the replayed stream, so
// a reload shows what was there before.

import { get, lost, runPath } from './api.js';
import { dashboardCards } from './dashboards.js';
import { announce, fill, h, soon } from './dom.js';
import { EventStream } from './event-stream.js';
import { clock, duration } from './format.js';
import { named, t } from './i18n.js';
import { markdownNodes } from './markdown.js';
import { empty, errorBox } from './parts.js';
import { askedBack } from './asked-back.js';
import { planEditor } from './plan-editor.js';
import { planGraph } from './plan-graph.js';
import { showRoute } from './router.js';
import { elapsed, isOpen, runFrame } from './run-frame.js';
import { modelCard } from './step-results.js';
import { noteOf, reasonOf, Timeline } from './timeline.js';

const LOG_LINES = 300;
/** A memo's appendix of figures is for the report, where it is searched. */
const MOST_CHUNKS = 60;

export async function show(context) {
  const frame = await runFrame(context, '');
  const { run, body } = frame;
  const view = {
    run,
    timeline: new Timeline(run),
    graph: null,
    planKey: '',
    log: h('ol', { class: 'log', reversed: true, 'aria-label': t('live.log') }),
    text: h('div', { class: 'draft prose', 'aria-label': t('live.text') }),
    drafts: new Map(),
    chunks: 0,
    // an autonomous agent has a blueprint in the place of a plan
    cards: frame.detail.profile === 'autonomous' ? dashboardCards(run, frame.detail, context.signal) : null,
    // of a run that has ended the report itself is one tab away
    showsText: isOpen(frame.detail.state),
  };
  const planBox = h('div', {});
  const editor = h('div', {});
  const ready = h('div', {});
  const model = h('div', {});
  const connection = h('p', { class: 'soft connection', role: 'status' });
  const textCard = h('section', { class: 'card', hidden: true }, h('h2', {}, t('live.text')), view.text);
  const draftCard = h(
    'section',
    { class: 'card', hidden: true },
    h('h2', {}, t('live.draft')),
    h('p', { class: 'soft' }, t('live.draft.hint')),
    h('div', { class: 'drafts' }),
  );
  view.draftCard = draftCard;
  fill(
    body,
    editor,
    ready,
    connection,
    h(
      'div',
      { class: 'live' },
      h(
        'div',
        { class: 'live-steps' },
        view.timeline.node,
        h('details', { class: 'card' }, h('summary', {}, t('live.log')), view.log),
      ),
      h('div', { class: 'live-main' }, planBox, draftCard, model, textCard),
    ),
  );

  if (view.cards) fill(planBox, view.cards.node);
  const drawPlan = (edited) => {
    if (view.cards) return;
    const { tasks, origin } = frame.detail;
    const plan = edited ?? frame.detail.plan;
    if (!plan) {
      fill(planBox, empty(t('live.noplan')));
      return;
    }
    const key = JSON.stringify(plan);
    if (key !== view.planKey) {
      view.planKey = key;
      view.graph = planGraph(plan, origin);
      fill(planBox, view.graph.node);
    }
    // in a run that has ended nobody is at work
    const isGoing = isOpen(frame.detail.state);
    for (const one of tasks ?? [])
      view.graph.setState(one.task, one.state === 'running' && !isGoing ? 'waiting' : one.state, reasonOf(one), one.note);
  };
  view.timeline.onModel = (found) => fill(model, modelCard(found));
  view.timeline.onProgress = (progress) => {
    const title = context.root.querySelector('h1')?.textContent;
    const share = progress < 1 ? `${Math.round(progress * 100)} % · ` : '';
    if (!context.signal.aborted) document.title = `${share}${title} · Assay`;
  };
  const drawReady = () => {
    const { state } = frame.detail;
    fill(
      ready,
      isOpen(state) || state === 'cancelled' || state === 'failed'
        ? null
        : h(
            'p',
            { class: 'box ready' },
            h(
              'a',
              { href: `#/run/${run}/${state === 'blocked' ? 'gates' : 'report'}` },
              t(state === 'blocked' ? 'report.why' : 'live.read'),
            ),
          ),
    );
  };
  const redraw = () => {
    drawReady();
    // while the plan is being edited the drawing follows the editor
    if (!editor.childElementCount || frame.detail.state !== 'awaiting_approval') drawPlan();
    drawEditor();
  };
  const drawEditor = () => {
    const { state } = frame.detail;
    if (editor.dataset.state !== state) editor.replaceChildren();
    editor.dataset.state = state;
    if (editor.childElementCount) return;
    if (state === 'awaiting_approval') fill(editor, planEditor(frame, { onChange: redraw, onPreview: drawPlan }));
    if (state === 'awaiting_answer') fill(editor, askedBack(frame, frame.onControl));
  };
  redraw();
  frame.onControl = () => {
    redraw();
    listen();
  };

  const refresh = soon(700, async () => {
    if (context.signal.aborted) return;
    try {
      await frame.refresh();
      redraw();
    } catch (fault) {
      if (fault.name !== 'AbortError' && fault.status !== 0) fill(connection, errorBox(fault));
    }
  });

  let stream = null;
  let queue = [];
  const flush = soon(60, () => {
    const events = queue;
    queue = [];
    for (const event of events) apply(view, event, { textCard });
    refresh();
  });

  function listen() {
    stream?.close();
    view.isOver = false;
    const last = view.lastId ? `?after=${encodeURIComponent(view.lastId)}` : '';
    stream = new EventStream(runPath(run, `/events${last}`));
    stream.onopen = () => {
      connection.textContent = '';
      refresh();
    };
    stream.onmessage = (message) => {
      view.lastId = message.lastEventId || view.lastId;
      queue.push({ ...JSON.parse(message.data), id: message.lastEventId });
      flush();
    };
    stream.addEventListener('draft', (message) => {
      showDraft(view, draftCard, JSON.parse(message.data));
    });
    stream.addEventListener('doing', (message) => {
      const { task, what } = JSON.parse(message.data);
      if (task) view.graph?.setDoing(task, what);
      view.timeline.doing(what, task);
    });
    stream.addEventListener('trouble', (message) => {
      stream.close();
      view.isOver = true;
      fill(connection, errorBox(new Error(JSON.parse(message.data).error), listen));
    });
    stream.addEventListener('end', () => {
      stream.close();
      view.isOver = true;
      draftCard.hidden = true;
      connection.textContent = '';
      view.cards?.refresh();
      refresh();
    });
    stream.onerror = async () => {
      if (stream.readyState === EventStream.CONNECTING) {
        connection.textContent = t('live.reconnecting');
        lost();
        return;
      }
      try {
        await get(runPath(run), context.signal);
        connection.textContent = t('live.reconnecting');
        setTimeout(() => {
          if (!context.signal.aborted) listen();
        }, 3000);
      } catch (fault) {
        if (fault.status === 401) showRoute();
        else if (fault.name !== 'AbortError') fill(connection, errorBox(fault, listen));
      }
    };
  }
  listen();

  const tick = setInterval(() => {
    const shown = document.getElementById('elapsed');
    if (shown && isOpen(frame.detail.state)) shown.textContent = elapsed(frame.detail);
  }, 500);
  // a browser opens few connections to one server: a page that nobody looks at gives its own back
  const onVisible = () => {
    if (!document.hidden && stream?.readyState === EventStream.CLOSED && !view.isOver) listen();
    else if (document.hidden) stream?.close();
  };
  document.addEventListener('visibilitychange', onVisible);
  context.signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', onVisible);
    clearInterval(tick);
    stream?.close();
  });
}

function apply(view, event, { textCard }) {
  const { stepType, status, payload = {} } = event;
  view.timeline.apply(event);
  if (status === 'start') dropDraft(view, 0);
  const meta = payload.metadata ?? {};
  const { task, state } = meta;
  if (task && state) view.graph?.setState(task, state, reasonOf(meta), meta.note);
  if (state === 'dashboard') view.cards?.refresh();
  if (meta.tool === 'file_operation') view.cards?.fileWritten();
  if (task && /finish|fail|block/.test(state ?? '')) dropDraft(view, task);
  if (payload.chunk && view.showsText) showChunk(view, event, textCard);
  if (status !== 'progress') announce(`${named('step', stepType)}: ${named('status', status)}`);
  logLine(view, event);
}

function showChunk(view, { payload, progress }, textCard) {
  view.chunks += 1;
  if (view.chunks > MOST_CHUNKS + 1) return;
  textCard.hidden = false;
  const isNear = window.innerHeight + window.scrollY > document.body.scrollHeight - 120;
  view.text.append(
    view.chunks > MOST_CHUNKS
      ? h('p', {}, h('a', { href: `#/run/${view.run}/report` }, t('live.rest')))
      : h('div', { class: 'chunk' }, markdownNodes(payload.chunk)),
  );
  if (isNear && view.chunks > 3 && progress < 1) view.text.lastElementChild.scrollIntoView({ block: 'nearest' });
}

function logLine(view, event) {
  const { payload = {}, stepType, status } = event;
  const meta = payload.metadata ?? {};
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
    payload.error?.message ?? payload.error,
  ].filter((one) => typeof one === 'string' && one);
  view.log.prepend(
    h(
      'li',
      {},
      h('span', { class: 'soft' }, event.at ? `${clock(event.at)} ` : `${event.id ?? ''} `),
      h('strong', {}, named('step', stepType, event.label)),
      ' ',
      parts.join(' · '),
    ),
  );
  while (view.log.childElementCount > LOG_LINES) view.log.lastElementChild.remove();
}

/** What was a draft is a section now, or nothing. */
function dropDraft(view, task) {
  view.drafts.get(task)?.remove();
  view.drafts.delete(task);
  if (!view.drafts.size) view.draftCard.hidden = true;
}

function showDraft(view, card, { task, text }) {
  const key = task ?? 0;
  let box = view.drafts.get(key);
  if (!box) {
    box = h(
      'div',
      { class: 'draft-text' },
      h('h3', {}, task ? t('task.n', { n: task }) : named('step', view.timeline.current ?? 'reporting')),
      h('pre', {}),
    );
    view.drafts.set(key, box);
    card.querySelector('.drafts').append(box);
  }
  const pre = box.lastElementChild;
  // each event carries the end of all that was written so far
  pre.textContent = text;
  pre.scrollTop = pre.scrollHeight;
  card.hidden = false;
}
