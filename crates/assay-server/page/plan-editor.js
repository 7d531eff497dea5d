// The plan of a held run as rows one can change. Ids are places: moving a row renumbers all that
// name it, so an edit never leaves a dangling number.

import { runPath, send } from './api.js';
import { announce, debounce, fill, h, keepForNow, keptForNow } from './dom.js';
import { count, fillIn, named, t } from './i18n.js';
import { action, choice, errorBox, field, problemText } from './parts.js';

const TYPES = ['company', 'industry', 'strategy', 'macro', 'quantitative', 'event'];
const copy = (value) => JSON.parse(JSON.stringify(value));

export function planEditor(frame, { onChange, onPreview }) {
  const keptAs = `plan.${frame.run}`;
  let plan = keptForNow(keptAs) ?? copy(frame.detail.plan);
  const saved = () => JSON.stringify(frame.detail.plan);
  const isDirty = () => JSON.stringify(plan) !== saved();
  const rows = h('ol', { class: 'plan-rows' });
  const verdict = h('div', { class: 'small', role: 'status' });
  const out = h('div', {});
  const state = { problems: 0 };

  const check = debounce(300, async () => {
    try {
      onPreview(plan);
      const reading = await send('POST', '/api/plans/check', plan);
      showReading(reading);
    } catch (fault) {
      if (fault.problems) showReading({ problems: fault.problems });
      else fill(verdict, errorBox(fault));
    }
  });

  function showReading({ problems = [], hints = [], waves = [], estimate }) {
    state.problems = problems.length;
    for (const box of rows.querySelectorAll('.row-problems')) box.replaceChildren();
    for (const li of rows.children) li.classList.remove('wrong');
    const whole = [];
    for (const problem of problems) {
      const at = /^\/tasks\/(\d+)/.exec(problem.pointer ?? '');
      const row = at ? rows.children[Number(at[1])] : null;
      if (row) {
        row.classList.add('wrong');
        row.querySelector('.row-problems').append(h('p', {}, inWords(problem)));
      } else {
        whole.push(problem);
      }
    }
    const minutes =
      estimate?.low_minutes !== undefined ? t('plan.minutes', { low: estimate.low_minutes, high: estimate.high_minutes }) : null;
    fill(
      verdict,
      whole.map((one) => h('p', { class: 'box bad' }, inWords(one))),
      problems.length
        ? h('p', { class: 'bad-text' }, count('plan.problems', problems.length))
        : h('p', { class: 'soft' }, [t('plan.valid'), count('plan.waves', waves.length), minutes].filter(Boolean).join(' · ')),
      hints.length
        ? h(
            'details',
            {},
            h('summary', {}, count('plan.hints', hints.length)),
            h(
              'ul',
              {},
              hints.map((one) => h('li', {}, hintText(one))),
            ),
          )
        : null,
    );
    approve.disabled = problems.length > 0;
  }

  function renumber(order) {
    const next = new Map(order.map((task, index) => [task.id, index + 1]));
    for (const task of order) {
      task.dependencies = task.dependencies
        .filter((id) => next.has(id))
        .map((id) => next.get(id))
        .sort((a, b) => a - b);
    }
    order.forEach((task, index) => {
      task.id = index + 1;
    });
    plan.tasks = order;
  }

  function restructure(order, focusAt) {
    renumber(order);
    draw();
    rows.children[focusAt]?.querySelector('textarea')?.focus();
    check();
  }

  function move(index, by) {
    const order = [...plan.tasks];
    const [task] = order.splice(index, 1);
    order.splice(index + by, 0, task);
    restructure(order, index + by);
    announce(t('plan.moved', { n: index + by + 1 }));
  }

  function row(task, index) {
    const last = plan.tasks.length - 1;
    const button = (sign, label, run, disabled) =>
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          title: label,
          'aria-label': `${label} (${t('task.n', { n: task.id })})`,
          disabled,
          onclick: run,
        },
        sign,
      );
    return h(
      'li',
      {},
      h('span', { class: 'row-id' }, String(task.id)),
      h('textarea', {
        rows: '2',
        value: task.description,
        'aria-label': t('plan.description', { n: task.id }),
        oninput: (event) => {
          task.description = event.target.value;
          touched();
        },
      }),
      h(
        'label',
        { class: 'row-after' },
        h('span', { class: 'soft small' }, t('plan.after.label')),
        h('input', {
          type: 'text',
          inputmode: 'numeric',
          value: task.dependencies.join(', '),
          placeholder: t('plan.after.none'),
          'aria-label': t('plan.after.of', { n: task.id }),
          oninput: (event) => {
            const numbers = event.target.value.match(/\d+/g) ?? [];
            task.dependencies = numbers.map(Number);
            touched();
          },
        }),
      ),
      h(
        'span',
        { class: 'row-tools' },
        button('↑', t('plan.up'), () => move(index, -1), index === 0),
        button('↓', t('plan.down'), () => move(index, 1), index === last),
        button(
          '✕',
          t('plan.remove'),
          () => {
            restructure(
              plan.tasks.filter((one) => one !== task),
              Math.max(0, index - 1),
            );
            announce(t('plan.removed'));
          },
          plan.tasks.length === 1,
        ),
      ),
      h('div', { class: 'row-problems', role: 'alert' }),
    );
  }

  function draw() {
    fill(rows, plan.tasks.map(row));
    touched(false);
  }

  function touched(andCheck = true) {
    keepForNow(keptAs, isDirty() ? plan : null);
    save.disabled = !isDirty();
    undo.disabled = !isDirty();
    if (andCheck) check();
  }

  const store = async () => {
    await send('PUT', runPath(frame.run, '/plan'), plan);
    await frame.refresh();
    plan = copy(frame.detail.plan);
    draw();
    announce(t('plan.saved'));
  };
  const save = action(t('plan.save'), store, { out });
  const undo = h(
    'button',
    {
      type: 'button',
      onclick: () => {
        plan = copy(frame.detail.plan);
        draw();
        check();
      },
    },
    t('plan.undo'),
  );
  const approve = action(
    t('run.approve'),
    async () => {
      if (isDirty()) await store();
      await send('POST', runPath(frame.run, '/approve'), {});
      keepForNow(keptAs, null);
      announce(t('run.approve.done'));
      await frame.refresh();
      onChange();
      frame.onControl?.('approve');
    },
    { out, className: 'primary' },
  );

  const topic = h('input', {
    type: 'text',
    value: plan.topic,
    oninput: (event) => {
      plan.topic = event.target.value;
      touched();
    },
  });
  const objectives = h('textarea', {
    rows: '3',
    value: (plan.objectives ?? []).join('\n'),
    oninput: (event) => {
      plan.objectives = event.target.value
        .split('\n')
        .map((one) => one.trim())
        .filter(Boolean);
      touched();
    },
  });
  const type = choice(
    TYPES.map((one) => [one, t(`type.${one}`)]),
    plan.research_type,
    {
      onchange: (event) => {
        plan.research_type = event.target.value;
        touched();
      },
    },
  );
  const node = h(
    'section',
    { class: 'card editor', 'aria-labelledby': 'edit-plan' },
    h('h2', { id: 'edit-plan' }, t('plan.edit')),
    h('p', {}, t('plan.edit.text')),
    h(
      'details',
      {},
      h('summary', {}, t('plan.frame')),
      h('div', { class: 'fields' }, field(t('plan.topic'), topic), field(t('ask.type'), type)),
      field(t('plan.objectives'), objectives, t('plan.objectives.hint')),
    ),
    rows,
    verdict,
    out,
    h(
      'p',
      { class: 'actions' },
      h(
        'button',
        {
          type: 'button',
          onclick: () =>
            restructure([...plan.tasks, { id: plan.tasks.length + 1, description: '', dependencies: [] }], plan.tasks.length),
        },
        t('plan.add'),
      ),
      h('span', { class: 'grow' }),
      undo,
      save,
      approve,
    ),
  );
  draw();
  check();
  return node;
}

/** The page's own words where it has them, else the server's; the row itself says where. */
function inWords(problem) {
  const said = problemText(problem).replace(/^\/\S*: /, '');
  const [a = '', b = ''] = said.match(/\d+/g) ?? [];
  const circle = /: ([^;]+);/.exec(said)?.[1] ?? '';
  return fillIn(named('planProblem', problem.problem, said), { a, b, circle });
}

function hintText(hint) {
  if (typeof hint === 'string') return hint;
  const text = hint.message ?? hint.text ?? hint.advice ?? JSON.stringify(hint);
  const where = hint.task ? `${t('task.n', { n: hint.task })}: ` : '';
  return `${where}${text}${hint.code ? ` (${hint.code})` : ''}`;
}
