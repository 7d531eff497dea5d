// The assumptions of a valuation as sliders with a box for the exact figure.

import { h } from './dom.js';
import { number, withUnit } from './format.js';
import { named, t } from './i18n.js';
import { facts } from './parts.js';
import { openPanel } from './panel.js';
import { lineName } from './valuation-names.js';

/** Ratios that are multiples, not shares of something. */
const MULTIPLES = /^(beta|exit\.multiple|multiple\.|adr\.|fx\.)/;

/** @param {{ name: string, unit: Api.ValuationUnit }} input @param {string} value */
export function shownInput(input, value) {
  if (input.unit === 'ratio' && MULTIPLES.test(input.name)) return number(value, 2);
  return withUnit(value, input.unit);
}

/** @param {Api.ValuationInput} input */
export function basisText({ basis, as_of: day }) {
  if (basis.kind === 'assumption') return `${basis.reason} · ${basis.owner}`;
  return `${named('basisKind', basis.kind)} ${basis.id} · ${day}`;
}

/**
 * The reach of a slider: wide enough to matter, narrow enough to aim.
 * @param {Api.ValuationInput} input
 * @param {number} value
 */
function reach(input, value) {
  if (input.unit !== 'ratio') return { min: value * 0.5, max: value * 1.5, step: value / 100 || 1, factor: 1 };
  if (MULTIPLES.test(input.name)) return { min: 0, max: Math.max(2, value * 2), step: 0.05, factor: 1 };
  const wide = Math.max(0.04, Math.abs(value) * 0.75);
  return { min: round(value * 100 - wide * 100), max: round(value * 100 + wide * 100), step: 0.05, factor: 100 };
}

/** @param {number} value */
const round = (value) => Math.round(value * 20) / 20;

/**
 * A decimal text, without the dust of binary fractions.
 * @param {number} value
 * @param {number} factor
 */
const decimal = (value, factor) => (value / factor).toFixed(8).replace(/\.?0+$/, '');

/** @param {Api.ValuationInput} input @param {(value: string | null) => void} onChange */
export function knob(input, onChange) {
  const start = Number(input.value);
  const { min, max, step, factor } = reach(input, start);
  const shown = Number((start * factor).toFixed(4));
  const id = `in-${input.name}`;
  const slider = h('input', { type: 'range', min, max, step, 'aria-labelledby': `${id}-label`, tabindex: '-1' });
  const box = h('input', { type: 'number', step, id, inputmode: 'decimal' });
  const was = h('span', { class: 'soft small' });
  const node = h(
    'div',
    { class: 'knob' },
    h('span', {}, h('label', { id: `${id}-label`, for: id }, lineName(input.name)), ' ', whyButton(input)),
    h('span', { class: 'knob-box' }, box, factor === 100 ? ' %' : ''),
    slider,
    was,
  );
  const reset = () => {
    slider.value = String(shown);
    box.value = String(shown);
    node.classList.remove('changed');
    was.textContent = '';
  };
  /** @param {number} value @param {HTMLInputElement} from */
  const set = (value, from) => {
    const isSame = Math.abs(value - shown) < 1e-9;
    if (from !== slider) slider.value = String(value);
    if (from !== box) box.value = String(Number(value.toFixed(4)));
    node.classList.toggle('changed', !isSame);
    was.textContent = isSame ? '' : t('val.was', { value: shownInput(input, input.value) });
    onChange(isSame ? null : decimal(value, factor));
  };
  /** @param {number} value */
  const snap = (value) => (Math.abs(value - shown) <= step / 2 ? shown : value);
  slider.addEventListener('input', () => set(snap(Number(slider.value)), slider));
  box.addEventListener('input', () => {
    if (box.value !== '' && Number.isFinite(box.valueAsNumber)) set(box.valueAsNumber, box);
  });
  reset();
  return { node, reset };
}

/**
 * Opens what an assumption rests on.
 * @param {Api.ValuationInput} input
 */
function whyButton(input) {
  const name = lineName(input.name);
  const label = `${t('val.why')}: ${name}`;
  const open = () => openPanel(name, ...basisNodes(input));
  return h('button', { type: 'button', class: 'why', title: t('val.why'), 'aria-label': label, onclick: open }, 'i');
}

/** @param {Api.ValuationInput} input @returns {Content[]} */
function basisNodes(input) {
  const { reason = '', owner = null, expires = null, evidence_ids: ids = [] } = input.basis.kind === 'assumption' ? input.basis : {};
  return [
    h('p', {}, reason),
    facts([
      [t('col.value'), shownInput(input, input.value)],
      [t('val.owner'), owner],
      [t('val.asof'), input.as_of],
      [t('val.expires'), expires],
      [t('val.name'), h('code', {}, input.name)],
    ]),
    ids.length
      ? [
          h('h3', {}, t('val.behind')),
          h(
            'ul',
            { class: 'ids' },
            ids.map((one) => h('li', {}, h('code', {}, one))),
          ),
        ]
      : null,
  ];
}
