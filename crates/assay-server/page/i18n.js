// Every text that a reader sees is in the tables en*.js and zh*.js.

import { remember, remembered } from './dom.js';

const LOADERS = { en: () => import('./en.js'), zh: () => import('./zh.js') };
/** @type {Api.Language} */
let language = 'en';
/** @type {Record<string, string>} */
let table = {};

/** @param {string | null} name @returns {name is Api.Language} */
const isKnown = (name) => name !== null && name in LOADERS;

/** @returns {Api.Language} */
export function chosenLanguage() {
  const kept = remembered('language');
  if (isKnown(kept)) return kept;
  const wanted = navigator.languages ?? [navigator.language ?? 'en'];
  for (const name of wanted) {
    const short = name.slice(0, 2).toLowerCase();
    if (isKnown(short)) return short;
  }
  return 'en';
}

/** @param {Api.Language} name */
export async function useLanguage(name, keep = false) {
  table = { ...(await LOADERS[name]()).default };
  language = name;
  if (keep) remember('language', name);
  document.documentElement.lang = name === 'zh' ? 'zh-CN' : 'en';
}

/**
 * Words that the first view does without: `judgement` or `library`.
 * @param {'judgement' | 'library'} part
 */
export async function moreTexts(part) {
  Object.assign(table, (await import(`./${language}-${part}.js`)).default);
}

export const lang = () => language;

/**
 * The text of a key; a key that is in no table is shown as it is, so that it is seen.
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export function t(key, values) {
  const text = table[key] ?? key;
  return values ? fillIn(text, values) : text;
}

/**
 * Puts values in the place of `{name}`.
 * @param {string} text
 * @param {Record<string, any>} values
 */
export function fillIn(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/**
 * The text of a key if there is one, for names that come from the server.
 * @param {string} prefix
 * @param {string | null | undefined} name
 * @param {string} [fallback]
 * @returns {string}
 */
export function named(prefix, name, fallback = name ?? '') {
  return table[`${prefix}.${name}`] ?? fallback;
}

/**
 * A count with its noun: `key.one` for one, `key.other` else.
 * @param {string} key
 * @param {number} n
 */
export function count(key, n) {
  const form = n === 1 && `${key}.one` in table ? `${key}.one` : `${key}.other`;
  return t(form, { n: n.toLocaleString(language === 'zh' ? 'zh-CN' : 'en') });
}

/**
 * A text that the server has in both languages.
 * @param {Api.Bilingual | string | null | undefined} text
 */
export function both(text) {
  if (text && typeof text === 'object') return text[language] ?? text.en ?? '';
  return text ?? '';
}
