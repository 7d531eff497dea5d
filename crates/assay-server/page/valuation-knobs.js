// The assumptions of a valuation as sliders with a box for the exact figure.

import { h } from './dom.js';
import { number, withUnit } from './format.js';
import { named, t } from './i18n.js';
import { facts } from './parts.js';
import { openPanel } from './panel.js';
import { lineName } from './valuation-names.js';

/** Ratios that are multiples, not shares of something. */
const MULTIPLES = /^(beta|exit\.multiple|multiple\.|adr\.|fx\.)/;

export function shownInput(input, value) {
  if (input.unit === 'ratio' && MULTIPLES.test(input.name)) return number(value, 2);
  return withUnit(value, input.unit);
}

export function basisText({ basis, as_of: day }) {
  if (basis.kind === 'assumption') return `${basis.reason} · ${basis.owner}`;
  return `${named('basisKind', basis.kind)} ${basis.id} · ${day}`;
}

/** The reach of a slider: wide enough to matter, narrow enough to aim. */
function reach(input, value) {
  if (input.unit !== 'ratio') return { min: value * 0.5, max: value * 1.5, step: value / 100 || 1, factor: 1 };
  if (MULTIPLES.test(input.name)) return { min: 0, max: Math.max(2, value * 2), step: 0.05, factor: 1 };
  const wide = Math.max(0.04, Math.abs(value) * 0.75);
  return { min: round(value * 100 - wide * 100), max: round(value * 100 + wide * 100), step: 0.05, factor: 100 };
}

const round = (value) => Math.round(value * 20) / 20;

/** A decimal text, without the dust of binary fractions. */
const decimal = (value, factor) => (value / factor).toFixed(8).replace(/\.?0+$/, '');

export function knob(input, onChange) {
  const start = Number(input.value);
  const { min, max, step, factor } = reach(input, start);
  const shown = Number((start * factor).toFixed(4));
  const id = `in-${input.name}`;
  const slider = h('input', { type: 'range', min, max, step, 'aria-labelledby': `${id}-label`, tabindex: '-1' });
  const box = h('input', { type: 'number', step, id, inputmode: 'decimal' });
  const was = h('span', { class: 'soft small' });
  slider.value = shown;
  box.value = shown;
  const set = (value, from) => {
    const isSame = Math.abs(value - shown) < 1e-9;
    if (from !== slider) slider.value = value;
    if (from !== box) box.value = Number(value.toFixed(4));
    node.classList.toggle('changed', !isSame);
    was.textContent = isSame ? '' : t('val.was', { value: shownInput(input, input.value) });
    onChange(isSame ? null : decimal(value, factor));
  };
  const snap = (value) => (Math.abs(value - shown) <= step / 2 ? shown : value);
  slider.addEventListener('input', () => set(snap(Number(slider.value)), slider));
  box.addEventListener('input', () => {
    if (box.value !== '' && Number.isFinite(box.valueAsNumber)) set(box.valueAsNumber, box);
  });
  const node = h(
    'div',
    { class: 'knob' },
    h(
      'span',
      {},
      h('label', { id: `${id}-label`, for: id }, lineName(input.name)),
      ' ',
      h(
        'button',
        {
          type: 'button',
          class: 'why',
          title: t('val.why'),
          'aria-label': `${t('val.why')}: ${lineName(input.name)}`,
          onclick: () =>
            openPanel(
              lineName(input.name),
              h('p', {}, input.basis.reason ?? ''),
              facts([
                [t('col.value'), shownInput(input, input.value)],
                [t('val.owner'), input.basis.owner],
                [t('val.asof'), input.as_of],
                [t('val.expires'), input.basis.expires],
                [t('val.name'), h('code', {}, input.name)],
              ]),
              input.basis.evidence_ids?.length
                ? [
                    h('h3', {}, t('val.behind')),
                    h(
                      'ul',
                      { class: 'ids' },
                      input.basis.evidence_ids.map((one) => h('li', {}, h('code', {}, one))),
                    ),
                  ]
                : null,
            ),
        },
        'i',
      ),
    ),
    h('span', { class: 'knob-box' }, box, factor === 100 ? ' %' : ''),
    slider,
    was,
  );
  const reset = () => {
    slider.value = shown;
    box.value = shown;
    node.classList.remove('changed');
    was.textContent = '';
  };
  return { node, reset };
}
