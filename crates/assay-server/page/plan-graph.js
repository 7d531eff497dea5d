// The plan as a drawing: a column for each wave, an edge for each dependency. Nodes change class
// when their task does; nothing is laid out again while a run goes on.

import { fill, h, s } from './dom.js';
import { cut } from './format.js';
import { count, t } from './i18n.js';
import { openPanel } from './panel.js';
import { badge } from './parts.js';

/** @typedef {{ width: number, height: number, gapX: number, gapY: number, rows: number }} TaskSize */
/** @typedef {{ line: SVGElement, from: Api.TaskId, to: Api.TaskId }} PlanEdge */
/** @typedef {{ state: string, note?: string, detail?: string, doing?: string }} TaskState */
/** @typedef {Map<Api.TaskId, TaskState>} TaskStates */

const ROOMY = { width: 190, height: 46, gapX: 56, gapY: 14, rows: 8 };
const TIGHT = { width: 44, height: 24, gapX: 40, gapY: 8, rows: 18 };
const MANY = 30;

/**
 * Tasks by the longest chain before them. Tasks on a circle come last.
 * @param {Api.Task[]} tasks
 */
function wavesOf(tasks) {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  /** @type {Map<Api.TaskId, number>} */
  const depth = new Map();
  /** @param {Api.TaskId} id @param {Set<Api.TaskId>} trail @returns {number} */
  const depthOf = (id, trail) => {
    const known = depth.get(id);
    if (known !== undefined) return known;
    if (trail.has(id)) return 0;
    trail.add(id);
    const before = (byId.get(id)?.dependencies ?? []).filter((one) => byId.has(one));
    const found = before.length ? 1 + Math.max(...before.map((one) => depthOf(one, trail))) : 0;
    trail.delete(id);
    depth.set(id, found);
    return found;
  };
  /** @type {Api.Task[][]} */
  const waves = [];
  for (const task of tasks) {
    const at = depthOf(task.id, new Set());
    (waves[at] ??= []).push(task);
  }
  return waves.filter(Boolean);
}

/** @param {Api.Plan} plan @param {Api.PlanOrigin | null} origin */
export function planGraph(plan, origin) {
  const { tasks } = plan;
  const waves = wavesOf(tasks);
  /** @type {TaskStates} */
  const states = new Map();
  const { drawing, nodes } = drawingOf(tasks, waves, states);
  const tally = h('span', { class: 'soft' });
  const recount = () => {
    const done = [...states.values()].filter((one) => one.state === 'done').length;
    tally.textContent = t('plan.tally', { done, all: tasks.length });
  };
  recount();
  const about = [plan.topic, originName(origin), count('plan.tasks', tasks.length), count('plan.waves', waves.length)];
  return {
    node: planCard(tally, about.filter(Boolean).join(' · '), drawing),
    /** @param {Api.TaskId} task @param {string} state @param {string} [note] @param {string} [detail] */
    setState(task, state, note, detail) {
      const before = states.get(task);
      const known = { state: normal(state), note: note ?? before?.note, detail: detail ?? before?.detail };
      states.set(task, known);
      const shape = nodes.get(task);
      if (!shape) return;
      shape.node.dataset.state = known.state;
      const title = titleOf(shape.task, known);
      fill(shape.title, title);
      shape.node.setAttribute('aria-label', title);
      recount();
    },
    /** @param {Api.TaskId} task @param {string} what */
    setDoing(task, what) {
      const known = states.get(task) ?? { state: 'working' };
      states.set(task, { ...known, doing: what });
    },
  };
}

/** @param {Api.Task[]} tasks @param {Api.Task[][]} waves @param {TaskStates} states */
function drawingOf(tasks, waves, states) {
  const size = tasks.length > MANY ? TIGHT : ROOMY;
  const at = place(waves, size);
  /** @type {PlanEdge[]} */
  const edges = [];
  /** @type {Map<Api.TaskId, { task: Api.Task, node: SVGElement, title: SVGElement }>} */
  const nodes = new Map();
  for (const task of tasks) {
    const to = at.get(task.id);
    if (!to) continue;
    for (const id of task.dependencies) {
      const from = at.get(id);
      if (from) edges.push(edge(from, to, size, id, task.id));
    }
    const { node, title } = taskNode(task, to, size, () => showTask(task, states.get(task.id)));
    for (const kind of ['pointerenter', 'focus']) node.addEventListener(kind, () => mark(edges, task.id, true));
    for (const kind of ['pointerleave', 'blur']) node.addEventListener(kind, () => mark(edges, task.id, false));
    nodes.set(task.id, { task, node, title });
  }
  const shapes = [...nodes.values()].map((one) => one.node);
  shapes[0]?.setAttribute('tabindex', '0');
  const width = Math.max(...[...at.values()].map((one) => one.x), 0) + size.width + 2;
  const height = Math.max(...[...at.values()].map((one) => one.y), 0) + size.height + 2;
  const drawing = s(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      class: size === TIGHT ? 'plan-svg many' : 'plan-svg',
      role: 'group',
      'aria-label': t('plan.graph'),
      onkeydown: (event) => walk(event, shapes),
    },
    edges.map((one) => one.line),
    shapes,
  );
  return { drawing, nodes };
}

/** @param {HTMLElement} tally @param {string} about @param {SVGElement} drawing */
function planCard(tally, about, drawing) {
  return h(
    'section',
    { class: 'card' },
    h('div', { class: 'overall' }, h('h2', {}, t('plan.title')), tally),
    h('p', { class: 'soft' }, about),
    h('div', { class: 'scroll plan-scroll', tabindex: '0', role: 'region', 'aria-label': t('plan.graph') }, drawing),
    h(
      'p',
      { class: 'legend small' },
      ['waiting', 'working', 'done', 'failed', 'blocked'].map((one) => h('span', { class: `key ${one}` }, t(`task.${one}`))),
    ),
  );
}

/**
 * The server's words for the state of a task in five.
 * @param {string} state
 */
function normal(state) {
  if (/done|finish|complete|reused/.test(state)) return 'done';
  if (/run|work|start|progress|search|writ/.test(state)) return 'working';
  if (/fail|error/.test(state)) return 'failed';
  if (/block/.test(state)) return 'blocked';
  return 'waiting';
}

/** @param {Api.PlanOrigin | null} origin */
function originName(origin) {
  if (!origin) return null;
  if (typeof origin === 'string') return t(`origin.${origin}`);
  return 'model' in origin ? t('origin.model', origin.model) : t('origin.fallback');
}

/** @param {Api.Task[][]} waves @param {TaskSize} size @returns {Map<Api.TaskId, Point>} */
function place(waves, size) {
  const at = new Map();
  let x = 1;
  for (const wave of waves) {
    const columns = Math.ceil(wave.length / size.rows);
    const rows = Math.ceil(wave.length / columns);
    wave.forEach((task, index) => {
      const column = Math.floor(index / rows);
      at.set(task.id, { x: x + column * (size.width + 10), y: 1 + (index % rows) * (size.height + size.gapY) });
    });
    x += columns * (size.width + 10) - 10 + size.gapX;
  }
  return at;
}

/**
 * @param {Point} a
 * @param {Point} b
 * @param {TaskSize} size
 * @param {Api.TaskId} from
 * @param {Api.TaskId} to
 * @returns {PlanEdge}
 */
function edge(a, b, size, from, to) {
  const x1 = a.x + size.width;
  const y1 = a.y + size.height / 2;
  const y2 = b.y + size.height / 2;
  const bend = Math.max(16, (b.x - x1) / 2);
  const line = s('path', { class: 'edge', d: `M${x1} ${y1}C${x1 + bend} ${y1} ${b.x - bend} ${y2} ${b.x} ${y2}` });
  return { line, from, to };
}

/**
 * One stop for the tab key; arrows go from task to task.
 * @param {KeyboardEvent} event
 * @param {SVGElement[]} nodes
 */
function walk(event, nodes) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const from = nodes.findIndex((one) => one === document.activeElement);
  const next = by && from >= 0 ? nodes[from + by] : null;
  if (!next) return;
  event.preventDefault();
  nodes[from].setAttribute('tabindex', '-1');
  next.setAttribute('tabindex', '0');
  next.focus();
}

/** @param {PlanEdge[]} edges @param {Api.TaskId} task @param {boolean} isOn */
function mark(edges, task, isOn) {
  for (const one of edges) {
    if (one.from === task || one.to === task) one.line.classList.toggle('near', isOn);
  }
}

/** @param {Api.Task} task @param {TaskState} [known] */
const titleOf = (task, known) =>
  [`${task.id}. ${task.description}`, known ? t(`task.${known.state}`) : null, known?.note].filter(Boolean).join('\n');

/** @param {Api.Task} task @param {Point} at @param {TaskSize} size @param {() => void} onOpen */
function taskNode(task, { x, y }, size, onOpen) {
  const isTight = size === TIGHT;
  const lines = isTight ? [] : split(task.description, 24);
  const title = s('title', {}, titleOf(task));
  const node = s(
    'g',
    {
      class: 'task',
      transform: `translate(${x} ${y})`,
      tabindex: '-1',
      role: 'button',
      'aria-label': t('plan.task.label', { id: task.id, text: task.description }),
      data: { state: 'waiting' },
      onclick: onOpen,
      onkeydown: (event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          onOpen();
        }
      },
    },
    title,
    s('rect', { width: size.width, height: size.height, rx: 5 }),
    s(
      'text',
      { class: 'task-id', x: isTight ? size.width / 2 : 10, y: isTight ? 16 : 19, 'text-anchor': isTight ? 'middle' : 'start' },
      String(task.id),
    ),
    lines.map((line, index) => s('text', { x: 28, y: lines.length > 1 ? 19 + index * 16 : 27 }, line)),
  );
  return { node, title };
}

/** @param {string} text @param {number} columns */
function split(text, columns) {
  const first = cut(text, columns);
  if (!first.endsWith('…')) return [first];
  const space = first.lastIndexOf(' ');
  const head = space > 8 ? first.slice(0, space) : first.slice(0, -1);
  return [head, cut(text.slice(head.length).trim(), columns - 1)];
}

/** @param {Api.Task} task @param {TaskState | undefined} known */
function showTask(task, known) {
  const { data_needs: needs = [], key_questions: questions = [], suggested_tools: tools = [] } = task.hints ?? {};
  /** @param {string} title @param {string[]} items @returns {Content} */
  const list = (title, items) =>
    items.length
      ? [
          h('h3', {}, title),
          h(
            'ul',
            {},
            items.map((one) => h('li', {}, one)),
          ),
        ]
      : null;
  openPanel(
    t('task.n', { n: task.id }),
    h('p', {}, task.description),
    h('p', {}, badge(known?.state ?? 'waiting', t(`task.${known?.state ?? 'waiting'}`))),
    known?.note ? h('p', {}, known.note) : null,
    known?.detail && known.detail !== known.note && known.state === 'failed'
      ? h('p', { class: 'soft small', lang: 'en' }, known.detail)
      : null,
    known?.doing ? h('p', { class: 'soft' }, known.doing) : null,
    task.dependencies.length ? h('p', { class: 'soft' }, t('plan.after', { ids: task.dependencies.join(', ') })) : null,
    list(t('plan.needs'), needs),
    list(t('plan.questions'), questions),
    list(t('plan.tools'), tools),
  );
}
