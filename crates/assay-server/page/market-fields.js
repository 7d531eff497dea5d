// What only the market knows about a company, typed in by the user, with its day and source.

import { h } from './dom.js';
import { t } from './i18n.js';
import { field } from './parts.js';

const RATES = ['risk_free', 'equity_risk_premium', 'marginal_tax', 'cost_of_debt'];
const NUMBERS = ['beta', 'exit_multiple'];

/** @param {{ open: boolean, day: string | null }} start */
export function marketFields({ open, day: knownOn }) {
  const number = () => h('input', { type: 'number', step: 'any', inputmode: 'decimal' });
  const boxes = Object.fromEntries([...RATES, ...NUMBERS].map((name) => [name, number()]));
  const price = number();
  const currency = h('input', { type: 'text', maxlength: '3', value: 'USD', autocapitalize: 'characters', spellcheck: 'false' });
  const day = h('input', { type: 'date', value: knownOn ?? new Date().toISOString().slice(0, 10) });
  const source = h('input', { type: 'text' });
  const node = h(
    'details',
    { open },
    h('summary', {}, t('market.title')),
    h('p', { class: 'soft small' }, t('market.text')),
    h(
      'div',
      { class: 'fields' },
      field(t('market.price'), price),
      field(t('market.currency'), currency),
      Object.entries(boxes).map(([name, box]) => field(t(`market.${name}`), box)),
      field(t('market.as_of'), day),
      field(t('market.source'), source),
    ),
  );
  /** `null` where nothing was said; figures keep the digits that were typed. */
  const value = () => {
    const about = { as_of: day.value, source: source.value.trim() || 'workbench' };
    /** @type {Record<string, Api.MarketFigure>} */
    const figures = {};
    for (const [name, box] of Object.entries(boxes)) {
      if (box.value !== '') figures[name] = { value: RATES.includes(name) ? hundredth(box.value) : box.value, ...about };
    }
    const said = price.value === '' ? null : { value: price.value, currency: currency.value.trim().toUpperCase(), ...about };
    return said || Object.keys(figures).length ? { figures, ...(said ? { price: said } : {}) } : null;
  };
  return { node, value };
}

/**
 * A hundredth of a decimal text, by moving its point.
 * @param {string} text
 */
function hundredth(text) {
  const [, sign, whole, part = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(text.trim()) ?? [null, '', '0', ''];
  const digits = whole.padStart(3, '0');
  const moved = `${digits.slice(0, -2).replace(/^0+(?=\d)/, '')}.${digits.slice(-2)}${part}`;
  return `${sign === '-' ? '-' : ''}${moved.replace(/\.?0+$/, '')}`;
}
