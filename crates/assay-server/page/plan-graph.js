// The plan as a drawing: a column for each wave, an edge for each dependency. Nodes change class
// when their task does; nothing is laid out again while a run goes on.

import { h, s } from './dom.js';
import { cut } from './format.js';
import { count, t } from './i18n.js';
import { openPanel } from './panel.js';
import { badge } from './parts.js';

const ROOMY = { width: 190, height: 46, gapX: 56, gapY: 14, rows: 8 };
const TIGHT = { width: 44, height: 24, gapX: 40, gapY: 8, rows: 18 };
const MANY = 30;

/** Tasks by the longest chain before them. Tasks on a circle come last. */
function wavesOf(tasks) {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const depth = new Map();
  const depthOf = (id, trail) => {
    if (depth.has(id)) return depth.get(id);
    if (trail.has(id)) return 0;
    trail.add(id);
    const before = (byId.get(id)?.dependencies ?? []).filter((one) => byId.has(one));
    const found = before.length ? 1 + Math.max(...before.map((one) => depthOf(one, trail))) : 0;
    trail.delete(id);
    depth.set(id, found);
    return found;
  };
  const waves = [];
  for (const task of tasks) {
    const at = depthOf(task.id, new Set());
    (waves[at] ??= []).push(task);
  }
  return waves.filter(Boolean);
}

export function planGraph(plan, origin) {
  const tasks = plan.tasks ?? [];
  const size = tasks.length > MANY ? TIGHT : ROOMY;
  const waves = wavesOf(tasks);
  const at = place(waves, size);
  const states = new Map();
  const nodes = new Map();
  const edges = [];
  for (const task of tasks) {
    for (const from of task.dependencies) {
      if (at.has(from)) edges.push(edge(at.get(from), at.get(task.id), size, from, task.id));
    }
  }
  for (const task of tasks) {
    const node = taskNode(task, at.get(task.id), size, () => showTask(task, states.get(task.id)));
    for (const kind of ['pointerenter', 'focus']) node.addEventListener(kind, () => mark(edges, task.id, true));
    for (const kind of ['pointerleave', 'blur']) node.addEventListener(kind, () => mark(edges, task.id, false));
    nodes.set(task.id, node);
  }
  nodes.values().next().value?.setAttribute('tabindex', '0');
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
      onkeydown: (event) => walk(event, [...nodes.values()]),
    },
    edges.map((one) => one.line),
    [...nodes.values()],
  );
  const tally = h('span', { class: 'soft' });
  const recount = () => {
    const done = [...states.values()].filter((one) => one.state === 'done').length;
    tally.textContent = t('plan.tally', { done, all: tasks.length });
  };
  recount();
  const node = h(
    'section',
    { class: 'card' },
    h('div', { class: 'overall' }, h('h2', {}, t('plan.title')), tally),
    h(
      'p',
      { class: 'soft' },
      [plan.topic, originName(origin), count('plan.tasks', tasks.length), count('plan.waves', waves.length)]
        .filter(Boolean)
        .join(' · '),
    ),
    h('div', { class: 'scroll plan-scroll', tabindex: '0', role: 'region', 'aria-label': t('plan.graph') }, drawing),
    h(
      'p',
      { class: 'legend small' },
      ['waiting', 'working', 'done', 'failed', 'blocked'].map((one) => h('span', { class: `key ${one}` }, t(`task.${one}`))),
    ),
  );
  return {
    node,
    setState(task, state, note, detail) {
      const known = normal(state);
      const before = states.get(task);
      states.set(task, { state: known, note: note ?? before?.note, detail: detail ?? before?.detail });
      const shape = nodes.get(task);
      if (!shape) return;
      shape.dataset.state = known;
      const title = titleOf(
        plan.tasks.find((one) => one.id === task),
        states.get(task),
      );
      shape.querySelector('title').textContent = title;
      shape.setAttribute('aria-label', title);
      recount();
    },
    setDoing(task, what) {
      const known = states.get(task) ?? { state: 'working' };
      states.set(task, { ...known, doing: what });
    },
  };
}

/** The server's words for the state of a task in five. */
function normal(state) {
  const name = typeof state === 'object' && state ? Object.keys(state)[0] : String(state ?? 'waiting');
  if (/done|finish|complete|reused/.test(name)) return 'done';
  if (/run|work|start|progress|search|writ/.test(name)) return 'working';
  if (/fail|error/.test(name)) return 'failed';
  if (/block/.test(name)) return 'blocked';
  return 'waiting';
}

function originName(origin) {
  if (!origin) return null;
  const name = typeof origin === 'string' ? origin : Object.keys(origin)[0];
  return t(`origin.${name}`, { model: origin?.model?.model ?? '' });
}

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

function edge(a, b, size, from, to) {
  const x1 = a.x + size.width;
  const y1 = a.y + size.height / 2;
  const y2 = b.y + size.height / 2;
  const bend = Math.max(16, (b.x - x1) / 2);
  const line = s('path', { class: 'edge', d: `M${x1} ${y1}C${x1 + bend} ${y1} ${b.x - bend} ${y2} ${b.x} ${y2}` });
  return { line, from, to };
}

/** One stop for the tab key; arrows go from task to task. */
function walk(event, nodes) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const from = nodes.indexOf(document.activeElement);
  const next = by && from >= 0 ? nodes[from + by] : null;
  if (!next) return;
  event.preventDefault();
  nodes[from].setAttribute('tabindex', '-1');
  next.setAttribute('tabindex', '0');
  next.focus();
}

function mark(edges, task, isOn) {
  for (const one of edges) {
    if (one.from === task || one.to === task) one.line.classList.toggle('near', isOn);
  }
}

const titleOf = (task, known) =>
  [`${task.id}. ${task.description}`, known ? t(`task.${known.state}`) : null, known?.note].filter(Boolean).join('\n');

function taskNode(task, { x, y }, size, onOpen) {
  const isTight = size === TIGHT;
  const lines = isTight ? [] : split(task.description, 24);
  return s(
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
    s('title', {}, titleOf(task)),
    s('rect', { width: size.width, height: size.height, rx: 5 }),
    s(
      'text',
      { class: 'task-id', x: isTight ? size.width / 2 : 10, y: isTight ? 16 : 19, 'text-anchor': isTight ? 'middle' : 'start' },
      String(task.id),
    ),
    lines.map((line, index) => s('text', { x: 28, y: lines.length > 1 ? 19 + index * 16 : 27 }, line)),
  );
}

function split(text, columns) {
  const first = cut(text, columns);
  if (!first.endsWith('…')) return [first];
  const space = first.lastIndexOf(' ');
  const head = space > 8 ? first.slice(0, space) : first.slice(0, -1);
  return [head, cut(text.slice(head.length).trim(), columns - 1)];
}

function showTask(task, known) {
  const { data_needs: needs = [], key_questions: questions = [], suggested_tools: tools = [] } = task.hints ?? {};
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
