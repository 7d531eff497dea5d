// Drawings of a valuation. All are SVG built here; colours come from the style sheet.

import { h, s } from './dom.js';
import { fixed, percent } from './format.js';
import { t } from './i18n.js';

const WIDTH = 640;
const LEFT = 190;
const RIGHT = 64;

/** @param {number[]} values */
function scale(values) {
  const numbers = values.filter((one) => Number.isFinite(one));
  let low = Math.min(...numbers);
  let high = Math.max(...numbers);
  const room = (high - low || Math.abs(high) || 1) * 0.06;
  low -= room;
  high += room;
  return (/** @type {number} */ value) => LEFT + ((value - low) / (high - low)) * (WIDTH - LEFT - RIGHT);
}

/** @param {number} height @param {string} label @param {...Content} content */
function frame(height, label, ...content) {
  return h(
    'div',
    { class: 'scroll chart' },
    s(
      'svg',
      {
        viewBox: `0 0 ${WIDTH} ${height}`,
        width: WIDTH,
        height,
        role: 'img',
        'aria-label': label,
      },
      ...content,
    ),
  );
}

/**
 * Ranges of value by method, with the price as a line. `rows`: name, low, middle, high.
 * @param {ValueRange[]} rows
 * @param {number | null} price
 * @param {string} label
 */
export function rangeChart(rows, price, label) {
  const x = scale([...rows.flatMap((row) => [row.low, row.middle, row.high]), price].filter((one) => one !== null));
  const height = rows.length * 34 + 34;
  return frame(
    height,
    label,
    price !== null
      ? [
          s('line', { class: 'price', x1: x(price), x2: x(price), y1: 4, y2: height - 18 }),
          s(
            'text',
            { class: 'price-text', x: x(price), y: height - 4, 'text-anchor': 'middle' },
            `${t('val.price')} ${fixed(price)}`,
          ),
        ]
      : null,
    rows.map((row, at) => {
      const y = 8 + at * 34;
      const isPoint = row.low === row.high;
      return s(
        'g',
        {},
        s('text', { x: LEFT - 10, y: y + 15, 'text-anchor': 'end' }, row.name),
        isPoint
          ? null
          : s('rect', {
              class: 'range',
              x: x(row.low),
              y: y + 3,
              width: Math.max(1, x(row.high) - x(row.low)),
              height: 16,
              rx: 2,
            }),
        row.archived !== undefined && Math.abs(row.archived - row.middle) > 0.005
          ? s('line', { class: 'was', x1: x(row.archived), x2: x(row.archived), y1: y, y2: y + 22 })
          : null,
        s('circle', { class: 'middle', cx: x(row.middle), cy: y + 11, r: 5 }),
        s('text', { class: 'value', x: x(Math.max(row.high, row.middle)) + 9, y: y + 15 }, fixed(row.middle)),
        s('title', {}, `${row.name}: ${fixed(row.low)} – ${fixed(row.middle)} – ${fixed(row.high)}`),
      );
    }),
  );
}

/**
 * One driver at a time, down and up.
 * @param {Api.DriverSwing[]} swings
 * @param {number} base
 * @param {(id: string) => string} name
 */
export function tornadoChart(swings, base, name) {
  const rows = swings.slice(0, 10).map((one) => ({
    name: name(one.driver),
    from: Number(one.value_at_low ?? base),
    to: Number(one.value_at_high ?? base),
    low: one.low,
    high: one.high,
    isRate: Math.abs(Number(one.base)) < 3,
  }));
  const x = scale([base, ...rows.flatMap((row) => [row.from, row.to])]);
  const height = rows.length * 28 + 10;
  /** @param {{ isRate: boolean }} row @param {string} value */
  const shown = (row, value) => (row.isRate ? percent(value) : fixed(value));
  return frame(
    height,
    t('val.tornado'),
    rows.map((row, at) => {
      const y = 4 + at * 28;
      const [a, b] = [Math.min(row.from, row.to), Math.max(row.from, row.to)];
      return s(
        'g',
        {},
        s('title', {}, `${row.name}: ${shown(row, row.low)} → ${fixed(row.from)}, ${shown(row, row.high)} → ${fixed(row.to)}`),
        s('text', { x: LEFT - 10, y: y + 15, 'text-anchor': 'end' }, row.name),
        s('rect', { class: 'down', x: x(a), y: y + 3, width: Math.max(0, x(base) - x(a)), height: 15 }),
        s('rect', { class: 'up', x: x(base), y: y + 3, width: Math.max(0, x(b) - x(base)), height: 15 }),
        s('text', { class: 'value', x: x(b) + 6, y: y + 15 }, fixed(b)),
      );
    }),
    s('line', { class: 'axis', x1: x(base), x2: x(base), y1: 0, y2: height }),
  );
}

/**
 * Values of a share over two drivers, shaded by how far they are from the price.
 * @param {Api.Grid} grid
 * @param {number | null} price
 * @param {(id: string) => string} name
 */
export function gridTable(grid, price, name) {
  const numbers = grid.cells
    .flat()
    .map((cell) => Number(cell.value))
    .filter((one) => Number.isFinite(one));
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  /** @param {number} value */
  const shade = (value) => Math.min(6, Math.floor(((value - low) / (high - low || 1)) * 7));
  const middleRow = Math.floor(grid.row_values.length / 2);
  const middleColumn = Math.floor(grid.column_values.length / 2);
  /** @param {string} value */
  const head = (value) => (Math.abs(Number(value)) < 3 ? percent(value) : fixed(value, 1));
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `${name(grid.row_driver)} × ${name(grid.column_driver)}` },
    h(
      'table',
      { class: 'heat' },
      h('caption', {}, `${name(grid.row_driver)} ↓ × ${name(grid.column_driver)} →`),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('td', {}),
          grid.column_values.map((value) => h('th', { scope: 'col', class: 'right' }, head(value))),
        ),
      ),
      h(
        'tbody',
        {},
        grid.cells.map((row, r) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, head(grid.row_values[r])),
            row.map((cell, c) =>
              cell.value === null
                ? h('td', { class: 'right soft', title: cell.blank?.code }, '–')
                : h(
                    'td',
                    {
                      class: `right heat-${shade(Number(cell.value))}${r === middleRow && c === middleColumn ? ' base' : ''}${price !== null && Number(cell.value) >= price ? ' above' : ''}`,
                      title: cell.formula,
                    },
                    fixed(cell.value),
                  ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Api.SimulatedValues} simulation @param {number | null} price */
export function histogram({ histogram: bins, percentiles = [] }, price) {
  const low = Number(bins.low);
  const high = Number(bins.high);
  const width = WIDTH - 40;
  const most = Math.max(...bins.counts, 1);
  const bar = width / bins.counts.length;
  /** @param {number} value */
  const x = (value) => 20 + ((value - low) / (high - low || 1)) * width;
  /** @param {number} value @param {string} className @param {string} text */
  const line = (value, className, text) =>
    value < low || value > high
      ? null
      : s(
          'g',
          {},
          s('line', { class: className, x1: x(value), x2: x(value), y1: 12, y2: 132 }),
          s('text', { x: x(value), y: 10, 'text-anchor': 'middle' }, text),
        );
  /** @param {number} percentile */
  const at = (percentile) => Number(percentiles.find((one) => one.percent === percentile)?.value ?? NaN);
  return frame(
    152,
    t('val.simulation'),
    bins.counts.map((n, index) =>
      s('rect', {
        class: 'range',
        x: 20 + index * bar + 0.5,
        y: 132 - (n / most) * 112,
        width: Math.max(1, bar - 1),
        height: (n / most) * 112,
      }),
    ),
    s('line', { class: 'axis', x1: 20, x2: 20 + width, y1: 132, y2: 132 }),
    s('text', { x: 20, y: 148 }, fixed(low)),
    s('text', { x: 20 + width, y: 148, 'text-anchor': 'end' }, fixed(high)),
    [5, 50, 95].map((one) => line(at(one), 'was', `P${one} ${fixed(at(one), 0)}`)),
    price !== null ? line(price, 'price', t('val.price')) : null,
  );
}
