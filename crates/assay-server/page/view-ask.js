// Ask a question; the runs so far.

import { get, send } from './api.js';
import { fill, h, keepForNow, keptForNow, remember, remembered } from './dom.js';
import { marketFields } from './market-fields.js';
import { cost, dateTime, whole } from './format.js';
import { count, lang, t } from './i18n.js';
import { badge, choice, empty, errorBox, field, stateName, table } from './parts.js';
import { profileName, profiles } from './profiles.js';
import { go } from './router.js';

const TYPES = ['company', 'industry', 'strategy', 'macro', 'quantitative', 'event'];

/**
 * Choices of the last question.
 * @typedef {Pick<Api.RunWish, 'profile' | 'language' | 'model' | 'max_tokens' | 'max_cost' | 'offline' | 'max_steps'>
 *   & { open?: boolean, web?: boolean, hold?: boolean }} KeptWish
 */

/** @param {ViewContext} context */
export async function show({ root, query, signal }) {
  const [runs, config, known] = await Promise.allSettled([get('/api/runs?limit=50', signal), get('/api/config', signal), profiles()]);
  if (runs.status === 'rejected') throw runs.reason;
  if (known.status === 'rejected') throw known.reason;
  let limit = 50;
  const list = h('div', {});
  /** @param {Api.Runs} found */
  const draw = (found) =>
    fill(
      list,
      runTable(found, async () => {
        limit = 1000;
        draw(await get(`/api/runs?limit=${limit}`, signal));
      }),
    );
  draw(runs.value);
  fill(
    root,
    h('h1', { class: 'unseen' }, t('nav.ask')),
    askForm(config.status === 'fulfilled' ? config.value : null, known.value, query),
    h('section', { 'aria-labelledby': 'recent' }, h('h2', { id: 'recent' }, t('ask.recent')), list),
  );
  const timer = setInterval(async () => {
    if (document.hidden) return;
    try {
      draw(await get(`/api/runs?limit=${limit}`, signal));
    } catch {
      // the banner tells that the server is away; the list stays as it was
    }
  }, 5000);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** @param {Api.Config | null} config @param {Api.ProfileView[]} known @param {URLSearchParams} query */
function askForm(config, known, query) {
  /** @type {KeptWish} */
  const kept = JSON.parse(remembered('ask') ?? '{}');
  const controls = controlsOf(kept, known, query);
  const { question, market, options, agent, library, web, offline, hold } = controls;
  const label = h('label', { class: 'ask-label', for: 'question' });
  const holding = check(hold, t('ask.hold'), t('ask.hold.hint'));
  const dated = field(t('ask.as_of'), options.as_of, t('ask.as_of.hint'));
  /** An autonomous agent makes its own plan and values no company. */
  const suit = () => {
    const isAgent = isOfAgent(known, options.profile.value);
    const about = known.find((one) => one.id === options.profile.value)?.about[lang()];
    options.profile.title = about ?? '';
    label.textContent = t(isAgent ? 'auto.title' : 'ask.question');
    question.setAttribute('aria-label', label.textContent);
    question.placeholder = t(isAgent ? 'auto.placeholder' : 'ask.placeholder');
    agent.node.hidden = !isAgent;
    for (const one of [holding, dated, market.node]) one.hidden = isAgent;
  };
  options.profile.addEventListener('change', suit);
  suit();
  const out = h('div', {});
  const button = h('button', { class: 'primary', type: 'submit' }, t('ask.go'));
  const more = moreOptions(options, dated, query.has('as_of') || query.has('profile') || (kept.open ?? false));
  const form = h(
    'form',
    { class: 'card ask', novalidate: true },
    label,
    question,
    agent.node,
    h(
      'div',
      { class: 'ask-row' },
      holding,
      check(library, t('source.library')),
      check(web, t('source.web'), t('source.web.hint')),
      check(offline, t('ask.offline'), t('ask.offline.hint')),
      h('span', { class: 'grow' }),
      button,
    ),
    more,
    market.node,
    models(config),
    out,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    ask(controls, more.open, out, button);
  });
  question.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) ask(controls, more.open, out, button);
  });
  return form;
}

/** @param {HTMLInputElement} box @param {string} label @param {string} [hint] */
const check = (box, label, hint) => h('label', { class: 'check', title: hint }, box, ' ', label);

/** @typedef {ReturnType<typeof controlsOf>} Controls */

/** @param {Api.ProfileView[]} known @param {string | undefined} id */
const isOfAgent = (known, id) => known.some((one) => one.id === id && one.agent);

/** @param {KeptWish} kept @param {Api.ProfileView[]} known @param {URLSearchParams} query */
function controlsOf(kept, known, query) {
  /** @type {HTMLTextAreaElement} */
  const question = h('textarea', {
    id: 'question',
    rows: '3',
    required: true,
    maxlength: '4000',
    placeholder: t('ask.placeholder'),
    'aria-label': t('ask.question'),
    data: { search: '' },
    value: query.get('q') ?? keptForNow('question') ?? '',
    oninput: () => keepForNow('question', question.value || null),
  });
  return {
    known,
    question,
    market: marketFields({ open: query.has('market'), day: query.get('as_of') }),
    options: optionFields(kept, known, query),
    agent: agentFields(kept),
    library: h('input', { type: 'checkbox', checked: true }),
    web: h('input', { type: 'checkbox', checked: kept.web }),
    offline: h('input', { type: 'checkbox', checked: kept.offline }),
    hold: h('input', { type: 'checkbox', checked: kept.hold ?? true }),
  };
}

/**
 * The fields of a wish that have a control each, by the names of the API.
 * @param {KeptWish} kept
 * @param {Api.ProfileView[]} known
 * @param {URLSearchParams} query
 */
function optionFields(kept, known, query) {
  const listed = [['', t('ask.profile.auto')], ...known.map((one) => [one.id, profileName(one)])];
  return {
    research_type: choice([['', t('ask.type.auto')], ...TYPES.map((one) => [one, t(`type.${one}`)])], ''),
    profile: choice(listed, query.get('profile') ?? kept.profile ?? ''),
    language: choice(
      [
        ['', t('ask.language.auto')],
        ['en', 'English'],
        ['zh', '中文'],
      ],
      kept.language ?? '',
    ),
    model: h('input', {
      type: 'text',
      list: 'models',
      placeholder: t('ask.model.default'),
      value: kept.model ?? '',
      autocomplete: 'off',
    }),
    max_tokens: h('input', {
      type: 'number',
      min: '1000',
      step: '1000',
      inputmode: 'numeric',
      placeholder: t('ask.unlimited'),
      value: kept.max_tokens ?? '',
    }),
    max_cost: h('input', {
      type: 'number',
      min: '0',
      step: '0.01',
      inputmode: 'decimal',
      placeholder: t('ask.unlimited'),
      value: kept.max_cost ?? '',
    }),
    as_of: h('input', { type: 'date', value: query.get('as_of') ?? '' }),
  };
}

/** @param {Controls['options']} options @param {HTMLElement} dated @param {boolean} open */
function moreOptions(options, dated, open) {
  return h(
    'details',
    { open },
    h('summary', {}, t('ask.options')),
    h(
      'div',
      { class: 'fields' },
      field(t('ask.type'), options.research_type),
      field(t('ask.profile'), options.profile),
      field(t('ask.language'), options.language),
      field(t('ask.model'), options.model),
      field(t('ask.tokens'), options.max_tokens),
      field(t('ask.cost'), options.max_cost),
      dated,
    ),
  );
}

/**
 * Sends the question, or says what is missing.
 * @param {Controls} controls
 * @param {boolean} showsMore
 * @param {HTMLElement} out
 * @param {HTMLButtonElement} button
 */
async function ask(controls, showsMore, out, button) {
  const wish = wishOf(controls);
  if (!wish.question) {
    fill(out, h('div', { class: 'box bad', role: 'alert' }, t('ask.empty')));
    controls.question.focus();
    return;
  }
  if (!wish.sources?.length) {
    fill(out, h('div', { class: 'box bad', role: 'alert' }, t('ask.nosource')));
    return;
  }
  keepWish(wish, controls, showsMore);
  button.disabled = true;
  try {
    /** @type {Api.RunRef} */
    const { run } = await send('POST', '/api/runs', wish);
    keepForNow('question', null);
    keepForNow('purpose', null);
    go(`/run/${run}`);
  } catch (fault) {
    fill(out, errorBox(fault));
    button.disabled = false;
  }
}

/** @param {Controls} controls */
function wishOf({ known, question, market, options, agent, library, web, offline, hold }) {
  /** @type {Api.WishedSource[]} */
  const sources = [];
  if (library.checked) sources.push('library');
  if (web.checked) sources.push('web');
  /** @type {Api.RunWish & Record<string, unknown>} */
  const wish = { question: question.value.trim(), sources };
  if (offline.checked) wish.offline = true;
  for (const [name, control] of Object.entries(options)) {
    const value = control.value.trim();
    if (value) wish[name] = name === 'max_tokens' ? Number(value) : value;
  }
  if (isOfAgent(known, wish.profile)) {
    delete wish.as_of;
    Object.assign(wish, agent.value());
  } else {
    wish.hold_plan = hold.checked;
    wish.may_ask = true;
    const said = market.value();
    if (said) wish.market = said;
  }
  return wish;
}

/**
 * The next question begins with the choices of this one.
 * @param {Api.RunWish} wish
 * @param {Controls} controls
 * @param {boolean} open
 */
function keepWish({ profile, language, model, max_tokens, max_cost }, { agent, web, offline, hold }, open) {
  /** @type {KeptWish} */
  const kept = {
    profile,
    language,
    model,
    max_tokens,
    max_cost,
    open,
    web: web.checked,
    offline: offline.checked,
    hold: hold.checked,
    max_steps: agent.value().max_steps,
  };
  remember('ask', JSON.stringify(kept));
}

/**
 * What an autonomous agent is told beside its title.
 * @param {KeptWish} kept
 */
function agentFields(kept) {
  /** @type {HTMLTextAreaElement} */
  const purpose = h('textarea', {
    id: 'purpose',
    rows: '2',
    maxlength: '4000',
    placeholder: t('auto.purpose.placeholder'),
    value: keptForNow('purpose') ?? '',
    oninput: () => keepForNow('purpose', purpose.value || null),
  });
  /** @param {string} id @param {string} least @param {string} most @param {string} usual @param {number} [value] */
  const count = (id, least, most, usual, value) =>
    h('input', { id, type: 'number', min: least, max: most, step: '1', inputmode: 'numeric', placeholder: usual, value: value ?? '' });
  const steps = count('steps', '1', '10000', '100', kept.max_steps);
  const context = count('context', '4000', '10000000', '32000');
  const company = h('input', { id: 'company', autocomplete: 'off', maxlength: '200' });
  const node = h(
    'div',
    { class: 'agent' },
    h('p', { class: 'soft' }, t('auto.hint')),
    field(t('auto.purpose'), purpose),
    h('div', { class: 'fields' }, field(t('auto.steps'), steps, t('auto.steps.hint')), field(t('auto.context'), context, t('auto.context.hint')), field(t('auto.company'), company, t('auto.company.hint'))),
  );
  const value = () => {
    /** @type {Pick<Api.RunWish, 'purpose' | 'max_steps' | 'context_tokens' | 'company'>} */
    const said = {};
    if (purpose.value.trim()) said.purpose = purpose.value.trim();
    if (steps.value) said.max_steps = Number(steps.value);
    if (context.value) said.context_tokens = Number(context.value);
    if (company.value.trim()) said.company = company.value.trim();
    return said;
  };
  return { node, value };
}

/** @param {Api.Config | null} config */
function models(config) {
  const names = new Set();
  for (const { key, value } of config?.values ?? []) {
    if (key.startsWith('models.') && value) names.add(value);
  }
  return h(
    'datalist',
    { id: 'models' },
    [...names].map((name) => h('option', { value: name })),
  );
}

/** @param {Api.Runs} found @param {() => void} showAll */
function runTable({ runs, total }, showAll) {
  if (!runs.length) return empty(t('ask.none'), h('p', {}, h('a', { href: '#/library' }, t('ask.none.library'))));
  const rows = runs.map((row) => {
    const state = row.state ?? stateName(row.status);
    return [
      h(
        'a',
        { href: `#/run/${row.run}${isOver(state) ? '/report' : ''}`, class: 'title', lang: row.language },
        row.title || row.run,
      ),
      badge(state),
      { right: t('of', { a: row.tasks_finished, b: row.tasks }) },
      { right: whole(row.tokens) },
      { right: cost(row.cost) },
      h('span', { class: 'nowrap' }, dateTime(row.created_at)),
    ];
  });
  return h(
    'div',
    {},
    table(
      [
        t('col.question'),
        t('col.state'),
        { right: t('col.tasks') },
        { right: t('col.tokens') },
        { right: t('col.cost') },
        t('col.created'),
      ],
      rows,
      { caption: null, className: 'runs' },
    ),
    total > runs.length && runs.length < 1000
      ? h(
          'p',
          { class: 'soft' },
          t('ask.shown', { n: runs.length, total }),
          ' ',
          h('button', { type: 'button', class: 'link', onclick: showAll }, t('ask.all')),
        )
      : h('p', { class: 'soft' }, count('runs', total)),
  );
}

/** @param {string} state */
const isOver = (state) => ['completed', 'partial', 'degraded', 'failed', 'blocked'].includes(state);
