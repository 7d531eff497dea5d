// Figures come as decimal texts; they become numbers only to be shown.

import { lang, t } from './i18n.js';

const locale = () => (lang() === 'zh' ? 'zh-CN' : 'en');
const MISSING = '–';

/** @param {string | number | null | undefined} value */
export function number(value, digits = 2, least = 0) {
  if (value === null || value === undefined || value === '') return MISSING;
  const n = Number(value);
  if (!Number.isFinite(n)) return String(value);
  const options = { maximumFractionDigits: digits, minimumFractionDigits: least };
  return n.toLocaleString(locale(), options).replace(/^-/, '−');
}

/** @param {string | number | null | undefined} value */
export const whole = (value) => number(value, 0);
/** @param {string | number | null | undefined} value */
export const fixed = (value, digits = 2) => number(value, digits, digits);

/**
 * 0.0551 as 5.51 %.
 * @param {string | number | null | undefined} value
 */
export function percent(value, digits = 2) {
  if (value === null || value === undefined || value === '') return MISSING;
  return `${number(Number(value) * 100, digits, Math.min(digits, 1))}${lang() === 'zh' ? '%' : ' %'}`;
}

/** @param {string | number} value */
export function signed(value, digits = 2) {
  const text = fixed(value, digits);
  return Number(value) > 0 ? `+${text}` : text;
}

/**
 * Large amounts in words a reader takes in at once.
 * @param {string | number} value
 */
function amount(value) {
  const n = Number(value);
  if (value === null || value === undefined || !Number.isFinite(n)) return MISSING;
  if (Math.abs(n) < 100000) return number(n, 2);
  return n.toLocaleString(locale(), { notation: 'compact', maximumFractionDigits: 2 });
}

/**
 * Millionths of a dollar.
 * @param {Api.MicroUsd | null | undefined} micros
 */
export function cost(micros) {
  if (micros === null || micros === undefined) return MISSING;
  const dollars = Number(micros) / 1e6;
  return `$${dollars.toLocaleString('en', { minimumFractionDigits: dollars < 10 ? 4 : 2, maximumFractionDigits: 4 })}`;
}

/** @param {number | null | undefined} millis */
export function duration(millis) {
  if (millis === null || millis === undefined) return MISSING;
  const seconds = millis / 1000;
  if (seconds < 10) return t('time.seconds', { n: seconds.toFixed(1) });
  if (seconds < 60) return t('time.seconds', { n: Math.round(seconds) });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('time.minutes', { m: minutes, s: Math.round(seconds % 60) });
  return t('time.hours', { h: Math.floor(minutes / 60), m: minutes % 60 });
}

/** @param {string | null | undefined} text */
export function dateTime(text) {
  const time = new Date(text ?? '');
  if (!text || Number.isNaN(time.getTime())) return text ?? MISSING;
  return time.toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
}

/** @param {string | Date} text */
export function clock(text) {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? '' : time.toLocaleTimeString(locale());
}

/** @param {number} n */
export function bytes(n) {
  if (n === null || n === undefined) return MISSING;
  if (n < 1024) return `${n} B`;
  if (n < 1024 * 1024) return `${(n / 1024).toFixed(1)} KB`;
  return `${(n / 1024 / 1024).toFixed(1)} MB`;
}

/**
 * A value with the unit of the valuation: `USD`, `USD/share`, `shares`, `ratio`, `years`.
 * @param {string | null | undefined} value
 * @param {string | null | undefined} unit
 */
export function withUnit(value, unit) {
  if (value === null || value === undefined) return MISSING;
  if (unit === 'ratio') return percent(value);
  if (unit === 'years') return t('time.years', { n: number(value, 1) });
  if (unit === 'shares') return amount(value);
  if (unit?.endsWith('/share')) return `${unit.slice(0, -6)} ${fixed(value)}`;
  return unit ? `${unit} ${amount(value)}` : number(value);
}

/**
 * Cuts to a width in columns; a Chinese character is two.
 * @param {string} text
 * @param {number} columns
 */
export function cut(text, columns) {
  let width = 0;
  let out = '';
  for (const character of text ?? '') {
    width += character > '\u2e7f' ? 2 : 1;
    if (width > columns) return `${out.trimEnd()}…`;
    out += character;
  }
  return out;
}
