// Whom the company deals with, as documents say, and how old that is.

import { get, runPath, statusOf } from './api.js';
import { fill, h } from './dom.js';
import { ecosystemGraph } from './graph-drawing.js';
import { count, moreTexts, named, t } from './i18n.js';
import { badge, empty, errorBox, facts, table, tier } from './parts.js';
import { openPanel } from './panel.js';
import { runFrame } from './run-frame.js';
import { openEvidence } from './source.js';

/** @param {ViewContext} context */
export async function show(context) {
  await moreTexts('judgement');
  const frame = await runFrame(context, '/graph');
  const { run, body } = frame;
  let found;
  try {
    found = await get(runPath(run, '/graph'), context.signal);
  } catch (fault) {
    if (statusOf(fault) !== 404) throw fault;
    fill(body, empty(t('graph.none')), errorBox(fault));
    return;
  }
  /** @type {Ecosystem | undefined} */
  const graph = found.graph?.graph ?? found.graph;
  if (!graph?.edges?.length) {
    fill(body, empty(t('graph.none')));
    return;
  }
  const names = new Map(graph.nodes.map((node) => [node.id, node.name]));
  /** @param {EcosystemEdge} edge @param {{ name?: string }} [node] */
  const open = (edge, node) => openEdge(run, edge, node?.name ?? edge.to);
  /** @param {EcosystemEdge} edge */
  const other = (edge) => (edge.from === graph.subject ? edge.to : edge.from);
  fill(
    body,
    h(
      'section',
      { class: 'card' },
      h(
        'div',
        { class: 'overall' },
        h('h2', {}, t('graph.title')),
        h('span', { class: 'soft' }, count('graph.edges', graph.edges.length)),
      ),
      h(
        'p',
        { class: 'legend small' },
        ['VERIFIED', 'UNVERIFIED', 'EXCLUDED', 'CONTRADICTED'].map((one) =>
          h('span', { class: `key edge-${one.toLowerCase()}` }, named('edge', one)),
        ),
      ),
      ecosystemGraph(graph, open),
    ),
    h(
      'section',
      { class: 'card' },
      table(
        [t('col.company'), t('col.relation'), t('col.what'), t('col.verified'), t('col.state'), t('col.confidence')],
        graph.edges.map((edge) => [
          h(
            'button',
            { type: 'button', class: 'link', data: { step: '' }, onclick: () => open(edge, { name: names.get(other(edge)) }) },
            names.get(other(edge)) ?? other(edge),
          ),
          named('relation', edge.kind),
          edge.label || '–',
          h('span', { class: 'nowrap' }, edge.last_verified),
          named('edge', edge.status),
          named('level', String(edge.confidence).toLowerCase(), String(edge.confidence)),
        ]),
      ),
    ),
  );
}

/** @param {Api.RunId} run @param {EcosystemEdge} edge @param {string} name */
function openEdge(run, edge, name) {
  openPanel(
    name,
    h(
      'p',
      {},
      badge(edge.status === 'VERIFIED' ? 'done' : 'partial', named('edge', edge.status)),
      ' ',
      named('relation', edge.kind),
      edge.label ? ` · ${edge.label}` : '',
    ),
    facts([
      [t('graph.type'), named('edgeType', edge.edge_type)],
      [t('graph.first'), edge.first_seen],
      [t('graph.last'), edge.last_verified],
    ]),
    edge.evidence.map((one) =>
      h(
        'div',
        { class: 'evidence-card' },
        h('p', {}, tier(one.tier), ' ', h('span', { class: 'soft small' }, one.as_of)),
        h('blockquote', { class: 'small' }, one.quote),
        h('p', {}, h('button', { type: 'button', onclick: () => openEvidence(run, one.evidence) }, t('evidence.passage'))),
      ),
    ),
  );
}
