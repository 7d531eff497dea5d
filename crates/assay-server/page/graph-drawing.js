// Two drawings of who stands in relation to whom: a model's drivers, a company's ecosystem.

import { h, s } from './dom.js';
import { cut, percent } from './format.js';
import { t } from './i18n.js';

/** @param {string} id */
const arrow = (id) =>
  s(
    'defs',
    {},
    s(
      'marker',
      { id, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse' },
      s('path', { class: 'arrow', d: 'M0 0 8 4 0 8z' }),
    ),
  );

/**
 * Drivers on a circle, influences as arrows, heavier where more certain.
 * @param {ModelResult} model
 */
export function blueprintGraph({ coreDrivers = [], relationships = [] }) {
  const names = [...new Set([...coreDrivers.map((one) => one.name), ...relationships.flatMap((one) => [one.from, one.to])])];
  const radius = Math.max(90, names.length * 16);
  const width = radius * 2 + 400;
  const height = radius * 2 + 70;
  /** @param {string} name @returns {Point} */
  const at = (name) => {
    const angle = (names.indexOf(name) / names.length) * Math.PI * 2 - Math.PI / 2;
    return { x: width / 2 + Math.cos(angle) * radius, y: height / 2 + Math.sin(angle) * radius };
  };
  return h(
    'div',
    { class: 'scroll chart', tabindex: '0' },
    s(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': t('result.graph') },
      arrow('influence'),
      relationships.map((one) => {
        const a = at(one.from);
        const b = at(one.to);
        const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
        const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
        return s(
          'g',
          {},
          s('title', {}, `${one.from} → ${one.to}: ${one.type} (${percent(one.confidence, 0)})`),
          s('line', {
            class: 'link',
            x1: a.x + dx * 12,
            y1: a.y + dy * 12,
            x2: b.x - dx * 14,
            y2: b.y - dy * 14,
            'stroke-width': 0.8 + 2 * (one.confidence ?? 0.5),
            'marker-end': 'url(#influence)',
          }),
        );
      }),
      names.map((name) => {
        const { x, y } = at(name);
        const anchor = Math.abs(x - width / 2) < 8 ? 'middle' : x < width / 2 ? 'end' : 'start';
        const shift = anchor === 'middle' ? 0 : anchor === 'end' ? -12 : 12;
        const below = anchor === 'middle' ? (y < height / 2 ? -14 : 22) : 4;
        return s(
          'g',
          {},
          s('title', {}, name),
          s('circle', { class: 'middle', cx: x, cy: y, r: 7 }),
          s('text', { x: x + shift, y: y + below, 'text-anchor': anchor }, cut(name, 28)),
        );
      }),
    ),
  );
}

/** @type {{ kind: string, side: 'left' | 'right' }[]} */
const SIDES = [
  { kind: 'supplier', side: 'left' },
  { kind: 'partner', side: 'left' },
  { kind: 'customer', side: 'right' },
  { kind: 'competitor', side: 'right' },
];
const BOX = { width: 190, height: 30, gap: 8 };

/**
 * The company in the middle; suppliers and partners left of it, customers and competitors right.
 * @param {Ecosystem} graph
 * @param {(edge: EcosystemEdge, node: EcosystemNode | undefined) => void} onOpen
 */
export function ecosystemGraph(graph, onOpen) {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  /** @param {EcosystemEdge} edge */
  const other = (edge) => nodes.get(edge.from === graph.subject ? edge.to : edge.from);
  /** @type {Record<'left' | 'right', { kind: string, edges: EcosystemEdge[] }[]>} */
  const groups = { left: [], right: [] };
  for (const { kind, side } of SIDES) {
    const edges = graph.edges.filter((edge) => edge.kind === kind);
    if (edges.length) groups[side].push({ kind, edges });
  }
  /** @param {'left' | 'right'} side */
  const tall = (side) => groups[side].reduce((sum, group) => sum + 26 + group.edges.length * (BOX.height + BOX.gap), 0);
  const height = Math.max(tall('left'), tall('right'), 120) + 20;
  const width = 860;
  const subject = nodes.get(graph.subject);
  const centre = { x: width / 2, y: height / 2 };
  /** @type {SVGElement[]} */
  const parts = [];
  for (const side of /** @type {const} */ (['left', 'right'])) {
    const x = side === 'left' ? 10 : width - BOX.width - 10;
    let y = (height - tall(side)) / 2;
    for (const group of groups[side]) {
      parts.push(s('text', { class: 'group', x, y: y + 14 }, t(`relation.${group.kind}s`)));
      y += 26;
      for (const edge of group.edges) {
        parts.unshift(edgeLine(edge, side, x, y, centre));
        parts.push(company(other(edge), edge, x, y, onOpen));
        y += BOX.height + BOX.gap;
      }
    }
  }
  return h(
    'div',
    { class: 'scroll chart', tabindex: '0', role: 'region', 'aria-label': t('graph.title') },
    s(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, width, height, role: 'group', 'aria-label': t('graph.title') },
      arrow('supply'),
      parts,
      s(
        'g',
        { transform: `translate(${centre.x - 105} ${centre.y - 24})` },
        s('rect', { class: 'subject', width: 210, height: 48, rx: 6 }),
        s(
          'text',
          { class: 'subject-text', x: 105, y: subject?.ticker ? 22 : 29, 'text-anchor': 'middle' },
          cut(subject?.name ?? graph.subject, 26),
        ),
        subject?.ticker
          ? s('text', { class: 'subject-text small', x: 105, y: 39, 'text-anchor': 'middle' }, subject.ticker)
          : null,
      ),
    ),
  );
}

/** @param {EcosystemEdge} edge @param {'left' | 'right'} side @param {number} x @param {number} y @param {Point} centre */
function edgeLine(edge, side, x, y, centre) {
  const from = side === 'left' ? { x: x + BOX.width, y: y + BOX.height / 2 } : { x, y: y + BOX.height / 2 };
  const to = { x: side === 'left' ? centre.x - 106 : centre.x + 106, y: centre.y };
  const bend = (to.x - from.x) / 2;
  const isIn = edge.kind === 'supplier';
  const isOut = edge.kind === 'customer';
  return s('path', {
    class: `link ${edge.status.toLowerCase()}`,
    d: `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`,
    'marker-end': isIn ? 'url(#supply)' : null,
    'marker-start': isOut ? 'url(#supply)' : null,
  });
}

/**
 * @param {EcosystemNode | undefined} node
 * @param {EcosystemEdge} edge
 * @param {number} x
 * @param {number} y
 * @param {(edge: EcosystemEdge, node: EcosystemNode | undefined) => void} onOpen
 */
function company(node, edge, x, y, onOpen) {
  const open = () => onOpen(edge, node);
  return s(
    'g',
    {
      class: `company ${edge.status.toLowerCase()}`,
      transform: `translate(${x} ${y})`,
      tabindex: '0',
      role: 'button',
      'aria-label': `${node?.name ?? edge.to}: ${t(`relation.${edge.kind}`)}`,
      onclick: open,
      onkeydown: (event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          open();
        }
      },
    },
    s('title', {}, [node?.name, edge.label, edge.last_verified].filter(Boolean).join(' · ')),
    s('rect', { width: BOX.width, height: BOX.height, rx: 4 }),
    s('text', { x: 10, y: 19 }, cut(node?.name ?? edge.to, 26)),
  );
}
