// The search configuration panel of the step protocol, and every other setting.

import { get, send } from './api.js';
import { announce, fill, h } from './dom.js';
import { dateTime } from './format.js';
import { moreTexts, named, t } from './i18n.js';
import { action, choice, errorBox, field, table } from './parts.js';

/** @param {ViewContext} context */
export async function show({ root, signal }) {
  await moreTexts('library');
  /** @type {Api.Config} */
  const config = await get('/api/config', signal);
  const settings = h('div', {});
  const reload = async () => fill(settings, groups((await get('/api/config', signal)).values, reload));
  fill(settings, groups(config.values, reload));
  const sessions = h('div', {});
  const listSessions = async () =>
    fill(sessions, sessionTable((await get('/api/sessions', signal)).sessions, listSessions));
  await listSessions();
  fill(root, h('h1', {}, t('nav.settings')), deepAgent(config), sessions, settings);
}

/**
 * Who is signed in with a browser; whoever should not be is signed out.
 * @param {Api.ListedSession[]} sessions
 * @param {() => Promise<unknown>} reload
 */
function sessionTable(sessions, reload) {
  const out = h('div', {});
  /** @param {Api.ListedSession} session */
  const end = ({ id, current }) =>
    action(
      t('sessions.end'),
      async () => {
        await send('DELETE', `/api/sessions/${encodeURIComponent(id)}`);
        if (current) location.reload();
        else await reload();
      },
      { out, className: 'quiet' },
    );
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'sessions' },
    h('h2', { id: 'sessions' }, t('sessions.title')),
    h('p', { class: 'soft' }, t('sessions.text')),
    table(
      [t('sessions.browser'), t('sessions.opened'), t('sessions.seen'), ''],
      sessions.map((one) => [
        h('span', {}, one.agent || '–', one.current ? h('strong', {}, ` ${t('sessions.current')}`) : null),
        h('span', { class: 'nowrap' }, dateTime(one.opened_at)),
        h('span', { class: 'nowrap' }, dateTime(one.seen_at)),
        end(one),
      ]),
    ),
    out,
  );
}

/**
 * The one place that changes `window.steadyResearchConfig.deepAgent`, and tells about it.
 * @param {Api.DeepAgent} detail
 */
function publish(detail) {
  window.steadyResearchConfig ??= {};
  window.steadyResearchConfig.deepAgent = detail;
  window.dispatchEvent(new CustomEvent('deepAgent:configChanged', { detail }));
}

/** @param {Api.Config} config */
function deepAgent({ deepAgent: kept, values }) {
  const agent = kept ?? { enabled: true, models: {}, sampling: {} };
  const names = [...new Set(values.filter((one) => one.key.startsWith('models.') && one.value).map((one) => one.value))];
  const enabled = h('input', { type: 'checkbox', checked: agent.enabled });
  /** @param {keyof Api.DeepAgentModels} role */
  const model = (role) =>
    h('input', {
      type: 'text',
      list: 'known-models',
      value: agent.models?.[role] ?? '',
      placeholder: t('settings.offline'),
      autocomplete: 'off',
      spellcheck: 'false',
    });
  const models = { search: model('search'), modeling: model('modeling'), report: model('report') };
  /** @param {number} value @param {string} max */
  const range = (value, max) =>
    h('input', { type: 'number', min: '0', max, step: '0.05', value: value ?? '', inputmode: 'decimal' });
  const temperature = range(agent.sampling?.temperature, '2');
  const topP = range(agent.sampling?.topP, '1');
  const out = h('div', { role: 'status' });
  return h(
    'form',
    {
      class: 'card',
      'aria-labelledby': 'deep-agent',
      onsubmit: async (event) => {
        event.preventDefault();
        const wanted = {
          enabled: enabled.checked,
          models: Object.fromEntries(Object.entries(models).map(([role, control]) => [role, control.value.trim()])),
          sampling: { temperature: Number(temperature.value), topP: Number(topP.value) },
        };
        try {
          publish(await send('PUT', '/api/config/deep-agent', wanted));
          fill(out, h('p', { class: 'good-text' }, t('settings.saved')));
        } catch (fault) {
          fill(out, errorBox(fault));
        }
      },
    },
    h('h2', { id: 'deep-agent' }, t('settings.deep')),
    h('p', { class: 'soft' }, t('settings.deep.text')),
    h('label', { class: 'check' }, enabled, ' ', t('settings.enabled')),
    h(
      'datalist',
      { id: 'known-models' },
      names.map((name) => h('option', { value: name })),
    ),
    h(
      'div',
      { class: 'fields' },
      field(t('settings.model.search'), models.search),
      field(t('settings.model.modeling'), models.modeling),
      field(t('settings.model.report'), models.report),
      field(t('settings.temperature'), temperature, t('settings.temperature.hint')),
      field(t('settings.topP'), topP, t('settings.topP.hint')),
    ),
    out,
    h('p', { class: 'actions' }, h('button', { class: 'primary' }, t('save'))),
  );
}

/**
 * Whether somebody gave it a value.
 * @param {Api.Setting} setting
 */
const isChanged = ({ source, secret, set }) => (secret ? set : Boolean(source) && source !== 'default');

/** @param {Api.Setting[]} values @param {() => Promise<unknown>} reload */
function groups(values, reload) {
  /** @type {Map<string, Api.Setting[]>} */
  const byGroup = new Map();
  for (const one of values) {
    const group = one.key.includes('.') ? one.key.split('.')[0] : 'general';
    byGroup.set(group, [...(byGroup.get(group) ?? []), one]);
  }
  const parts = [...byGroup].map(([group, list]) =>
    h(
      'details',
      { class: 'settings', open: list.some(isChanged) },
      h('summary', {}, h('strong', {}, group), h('span', { class: 'soft' }, ` ${list.length}`)),
      list.map((one) => row(one, reload)),
    ),
  );
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'all-settings' },
    h('h2', { id: 'all-settings' }, t('settings.all')),
    parts,
  );
}

/**
 * What a setting does, in the reader's language where the page has it.
 * @param {string} key
 * @param {string} about
 */
function aboutText(key, about) {
  if (key.startsWith('secrets.')) return named('about', 'secret', about).replace('{name}', key.slice(8));
  return named('about', key.endsWith('_env') ? 'key_env' : key, about);
}

/** @param {Api.Setting} setting @param {() => Promise<unknown>} reload */
function row(setting, reload) {
  const { key, value, source, about, secret, set: isSet, writable } = setting;
  const out = h('div', {});
  const box =
    value === 'true' || value === 'false'
      ? choice(
          [
            ['true', t('settings.true')],
            ['false', t('settings.false')],
          ],
          value,
          { id: `set-${key}` },
        )
      : h('input', {
          type: secret ? 'password' : 'text',
          value: secret ? '' : (value ?? ''),
          disabled: writable === false,
          autocomplete: secret ? 'new-password' : 'off',
          spellcheck: 'false',
          placeholder: secret ? t(isSet ? 'settings.secret.set' : 'settings.secret.unset') : t('settings.default'),
          'aria-label': key,
          id: `set-${key}`,
        });
  /** @param {string} label @param {() => Promise<unknown>} run @param {string} [className] */
  const change = (label, run, className) =>
    action(
      label,
      async () => {
        await run();
        announce(t('settings.saved'));
        await reload();
      },
      { out, className },
    );
  return h(
    'div',
    { class: 'setting' },
    h(
      'label',
      { for: `set-${key}` },
      h('code', {}, key),
      h('span', { class: 'soft small' }, secret && !isSet ? '' : ` ${named('settingSource', source ?? '')}`),
    ),
    about ? h('p', { class: 'soft small' }, aboutText(key, about)) : null,
    writable === false
      ? h(
          'p',
          { class: 'small' },
          secret ? t(isSet ? 'settings.secret.set' : 'settings.secret.unset') : h('code', {}, String(value ?? '')),
          ' ',
          h('span', { class: 'soft' }, t('settings.fixed')),
        )
      : h(
          'div',
          { class: 'ask-row' },
          box,
          change(t('save'), () => send('PUT', `/api/config/${encodeURIComponent(key)}`, { value: box.value })),
          isChanged(setting)
            ? change(t('settings.clear'), () => send('DELETE', `/api/config/${encodeURIComponent(key)}`), 'quiet')
            : null,
        ),
    out,
  );
}
