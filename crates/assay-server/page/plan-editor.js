// The plan of a held run as rows one can change. Ids are places: moving a row renumbers all that
// name it, so an edit never leaves a dangling number.

import { ApiError, runPath, send } from './api.js';
import { announce, debounce, fill, h, keepForNow, keptForNow } from './dom.js';
import { count, fillIn, named, t } from './i18n.js';
import { action, choice, errorBox, field, problemText } from './parts.js';

const TYPES = ['company', 'industry', 'strategy', 'macro', 'quantitative', 'event'];
/** @param {Api.Plan} plan @returns {Api.Plan} */
const copy = (plan) => JSON.parse(JSON.stringify(plan));

/**
 * What follows a change: `onPreview` while it is edited, `onChange` once the run goes on.
 * @typedef {{ onChange: () => void, onPreview: (plan: Api.Plan) => void }} EditorHooks
 */

/** @param {RunFrame} frame @param {Api.Plan} plan @param {EditorHooks} hooks */
export function planEditor(frame, plan, hooks) {
  const editor = new PlanEditor(frame, plan, hooks);
  const node = editor.node();
  editor.draw();
  editor.check();
  return node;
}

class PlanEditor {
  rows = h('ol', { class: 'plan-rows' });
  verdict = h('div', { class: 'small', role: 'status' });
  out = h('div', {});
  save = action(t('plan.save'), () => this.store(), { out: this.out });
  undo = h('button', { type: 'button', onclick: () => this.startOver() }, t('plan.undo'));
  approve = action(t('run.approve'), () => this.approvePlan(), { out: this.out, className: 'primary' });
  check = debounce(300, () => this.read());

  /** @param {RunFrame} frame @param {Api.Plan} plan @param {EditorHooks} hooks */
  constructor(frame, plan, hooks) {
    this.frame = frame;
    this.hooks = hooks;
    this.keptAs = `plan.${frame.run}`;
    /** @type {Api.Plan} */
    this.plan = keptForNow(this.keptAs) ?? copy(plan);
  }

  isDirty() {
    return JSON.stringify(this.plan) !== JSON.stringify(this.frame.detail.plan);
  }

  /** What the server says of the plan as it stands here. */
  async read() {
    try {
      this.hooks.onPreview(this.plan);
      this.showReading(await send('POST', '/api/plans/check', this.plan));
    } catch (fault) {
      if (fault instanceof ApiError && fault.problems) this.showReading({ problems: /** @type {Api.PlanProblem[]} */ (fault.problems) });
      else fill(this.verdict, errorBox(fault));
    }
  }

  /** @param {Pick<Api.PlanCheck, 'problems'> & Partial<Api.PlanCheck>} reading */
  showReading({ problems, hints = [], waves = [], estimate }) {
    const whole = this.markRows(problems);
    const minutes = estimate ? t('plan.minutes', { low: estimate.low_minutes, high: estimate.high_minutes }) : null;
    fill(
      this.verdict,
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
    this.approve.disabled = problems.length > 0;
  }

  /**
   * Puts each problem to its row; gives back those that are of the whole plan.
   * @param {Api.PlanProblem[]} problems
   */
  markRows(problems) {
    for (const box of this.rows.querySelectorAll('.row-problems')) box.replaceChildren();
    for (const row of this.rows.children) row.classList.remove('wrong');
    return problems.filter((problem) => {
      const at = /^\/tasks\/(\d+)/.exec(problem.pointer ?? '');
      const row = at ? this.rows.children[Number(at[1])] : null;
      row?.classList.add('wrong');
      row?.querySelector('.row-problems')?.append(h('p', {}, inWords(problem)));
      return !row;
    });
  }

  /** @param {Api.Task[]} order */
  renumber(order) {
    const next = new Map(order.map((task, index) => [task.id, index + 1]));
    for (const task of order) {
      task.dependencies = task.dependencies.flatMap((id) => next.get(id) ?? []).sort((a, b) => a - b);
    }
    order.forEach((task, index) => {
      task.id = index + 1;
    });
    this.plan.tasks = order;
  }

  /** @param {Api.Task[]} order @param {number} focusAt */
  restructure(order, focusAt) {
    this.renumber(order);
    this.draw();
    this.rows.children[focusAt]?.querySelector('textarea')?.focus();
    this.check();
  }

  /** @param {number} index @param {1 | -1} by */
  move(index, by) {
    const order = [...this.plan.tasks];
    const [task] = order.splice(index, 1);
    order.splice(index + by, 0, task);
    this.restructure(order, index + by);
    announce(t('plan.moved', { n: index + by + 1 }));
  }

  /** @param {Api.Task} task @param {number} index */
  remove(task, index) {
    this.restructure(
      this.plan.tasks.filter((one) => one !== task),
      Math.max(0, index - 1),
    );
    announce(t('plan.removed'));
  }

  add() {
    const { tasks } = this.plan;
    this.restructure([...tasks, { id: tasks.length + 1, description: '', dependencies: [] }], tasks.length);
  }

  /** @param {Api.Task} task @param {number} index */
  row(task, index) {
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
          this.touched();
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
            this.touched();
          },
        }),
      ),
      this.rowTools(task, index),
      h('div', { class: 'row-problems', role: 'alert' }),
    );
  }

  /** @param {Api.Task} task @param {number} index */
  rowTools(task, index) {
    const { length } = this.plan.tasks;
    /** @param {string} sign @param {string} label @param {() => void} run @param {boolean} disabled */
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
      'span',
      { class: 'row-tools' },
      button('↑', t('plan.up'), () => this.move(index, -1), index === 0),
      button('↓', t('plan.down'), () => this.move(index, 1), index === length - 1),
      button('✕', t('plan.remove'), () => this.remove(task, index), length === 1),
    );
  }

  draw() {
    fill(
      this.rows,
      this.plan.tasks.map((task, index) => this.row(task, index)),
    );
    this.keep();
  }

  /** What was changed survives a reload until it is stored. */
  keep() {
    keepForNow(this.keptAs, this.isDirty() ? this.plan : null);
    this.save.disabled = !this.isDirty();
    this.undo.disabled = !this.isDirty();
  }

  touched() {
    this.keep();
    this.check();
  }

  /** The plan as the run has it. */
  takeStored() {
    if (this.frame.detail.plan) this.plan = copy(this.frame.detail.plan);
    this.draw();
  }

  startOver() {
    this.takeStored();
    this.check();
  }

  async store() {
    await send('PUT', runPath(this.frame.run, '/plan'), this.plan);
    await this.frame.refresh();
    this.takeStored();
    announce(t('plan.saved'));
  }

  async approvePlan() {
    if (this.isDirty()) await this.store();
    await send('POST', runPath(this.frame.run, '/approve'), {});
    keepForNow(this.keptAs, null);
    announce(t('run.approve.done'));
    await this.frame.refresh();
    this.hooks.onChange();
    this.frame.onControl?.('approve');
  }

  /** What the plan is about; the rows below say how. */
  frameFields() {
    const { plan } = this;
    const topic = h('input', {
      type: 'text',
      value: plan.topic,
      oninput: (event) => {
        this.plan.topic = event.target.value;
        this.touched();
      },
    });
    const objectives = h('textarea', {
      rows: '3',
      value: (plan.objectives ?? []).join('\n'),
      oninput: (event) => {
        const lines = event.target.value.split('\n').map((one) => one.trim());
        this.plan.objectives = lines.filter(Boolean);
        this.touched();
      },
    });
    const types = TYPES.map((one) => [one, t(`type.${one}`)]);
    const type = choice(types, plan.research_type, {
      onchange: (event) => {
        this.plan.research_type = /** @type {Api.ResearchType} */ (event.target.value);
        this.touched();
      },
    });
    return h(
      'details',
      {},
      h('summary', {}, t('plan.frame')),
      h('div', { class: 'fields' }, field(t('plan.topic'), topic), field(t('ask.type'), type)),
      field(t('plan.objectives'), objectives, t('plan.objectives.hint')),
    );
  }

  node() {
    return h(
      'section',
      { class: 'card editor', 'aria-labelledby': 'edit-plan' },
      h('h2', { id: 'edit-plan' }, t('plan.edit')),
      h('p', {}, t('plan.edit.text')),
      this.frameFields(),
      this.rows,
      this.verdict,
      this.out,
      h(
        'p',
        { class: 'actions' },
        h('button', { type: 'button', onclick: () => this.add() }, t('plan.add')),
        h('span', { class: 'grow' }),
        this.undo,
        this.save,
        this.approve,
      ),
    );
  }
}

/**
 * The page's own words where it has them, else the server's; the row itself says where.
 * @param {Api.PlanProblem} problem
 */
function inWords(problem) {
  const said = problemText(problem).replace(/^\/\S*: /, '');
  const [a = '', b = ''] = said.match(/\d+/g) ?? [];
  const circle = /: ([^;]+);/.exec(said)?.[1] ?? '';
  return fillIn(named('planProblem', problem.problem, said), { a, b, circle });
}

/** @param {Api.PlanHint} hint */
function hintText({ task, text, code }) {
  const where = task ? `${t('task.n', { n: task })}: ` : '';
  return `${where}${text}${code ? ` (${code})` : ''}`;
}
