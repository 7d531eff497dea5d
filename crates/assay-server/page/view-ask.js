// Ask a question; the runs so far.

import { get, send } from './api.js';
import { fill, h, keepForNow, keptForNow, remember, remembered } from './dom.js';
import { marketFields } from './market-fields.js';
import { cost, dateTime, whole } from './format.js';
import { count, t } from './i18n.js';
import { badge, choice, empty, errorBox, field, stateName, table } from './parts.js';
import { go } from './router.js';

const TYPES = ['company', 'industry', 'strategy', 'macro', 'quantitative', 'event'];
const PROFILES = ['deep', 'investment', 'plain', 'autonomous'];

export async function show({ root, query, signal }) {
  const [runs, config] = await Promise.allSettled([get('/api/runs?limit=50', signal), get('/api/config', signal)]);
  if (runs.status === 'rejected') throw runs.reason;
  let limit = 50;
  const list = h('div', {});
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
    askForm(config.status === 'fulfilled' ? config.value : null, query),
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

function askForm(config, query) {
  const kept = JSON.parse(remembered('ask') ?? '{}');
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
  const market = marketFields({ open: query.has('market'), day: query.get('as_of') });
  const options = {
    research_type: choice([['', t('ask.type.auto')], ...TYPES.map((one) => [one, t(`type.${one}`)])], ''),
    profile: choice([['', t('ask.profile.auto')], ...PROFILES.map((one) => [one, t(`profile.${one}`)])], query.get('profile') ?? kept.profile ?? ''),
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
  const agent = agentFields(kept);
  const library = h('input', { type: 'checkbox', checked: true });
  const web = h('input', { type: 'checkbox', checked: kept.web });
  const offline = h('input', { type: 'checkbox', checked: kept.offline });
  const hold = h('input', { type: 'checkbox', checked: kept.hold ?? true });
  const check = (box, label, hint) => h('label', { class: 'check', title: hint }, box, ' ', label);
  const label = h('label', { class: 'ask-label', for: 'question' });
  const holding = check(hold, t('ask.hold'), t('ask.hold.hint'));
  const dated = field(t('ask.as_of'), options.as_of, t('ask.as_of.hint'));
  /** An autonomous agent makes its own plan and values no company. */
  const suit = () => {
    const isAgent = options.profile.value === 'autonomous';
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
    h(
      'details',
      { open: query.has('as_of') || query.has('profile') || (kept.open ?? false) },
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
    ),
    market.node,
    models(config),
    out,
  );
  const submit = async () => {
    const text = question.value.trim();
    if (!text) {
      fill(out, h('div', { class: 'box bad', role: 'alert' }, t('ask.empty')));
      question.focus();
      return;
    }
    const sources = [library.checked && 'library', web.checked && 'web'].filter(Boolean);
    if (!sources.length) {
      fill(out, h('div', { class: 'box bad', role: 'alert' }, t('ask.nosource')));
      return;
    }
    const body = { question: text, sources };
    if (offline.checked) body.offline = true;
    for (const [name, control] of Object.entries(options)) {
      const value = control.value.trim();
      if (value) body[name] = name === 'max_tokens' ? Number(value) : value;
    }
    if (body.profile === 'autonomous') {
      delete body.as_of;
      Object.assign(body, agent.value());
    } else {
      body.hold_plan = hold.checked;
      body.may_ask = true;
      const said = market.value();
      if (said) body.market = said;
    }
    const { profile, language, model, max_tokens, max_cost } = body;
    const isOpen = form.querySelector('details').open;
    remember(
      'ask',
      JSON.stringify({
        profile,
        language,
        model,
        max_tokens,
        max_cost,
        open: isOpen,
        web: web.checked,
        offline: offline.checked,
        hold: hold.checked,
        max_steps: agent.value().max_steps,
      }),
    );
    button.disabled = true;
    try {
      const { run } = await send('POST', '/api/runs', body);
      keepForNow('question', null);
      keepForNow('purpose', null);
      go(`/run/${run}`);
    } catch (fault) {
      fill(out, errorBox(fault));
      button.disabled = false;
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  question.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  });
  return form;
}

/** What an autonomous agent is told beside its title. */
function agentFields(kept) {
  const purpose = h('textarea', {
    id: 'purpose',
    rows: '2',
    maxlength: '4000',
    placeholder: t('auto.purpose.placeholder'),
    value: keptForNow('purpose') ?? '',
    oninput: () => keepForNow('purpose', purpose.value || null),
  });
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
    const said = {};
    if (purpose.value.trim()) said.purpose = purpose.value.trim();
    if (steps.value) said.max_steps = Number(steps.value);
    if (context.value) said.context_tokens = Number(context.value);
    if (company.value.trim()) said.company = company.value.trim();
    return said;
  };
  return { node, value };
}

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

const isOver = (state) => ['completed', 'partial', 'degraded', 'failed', 'blocked'].includes(state);
