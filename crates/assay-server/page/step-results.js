// What each step returned, in the fields of the step protocol.

import { h } from './dom.js';
import { blueprintGraph } from './graph-drawing.js';
import { percent } from './format.js';
import { t } from './i18n.js';
import { badge, portions, table } from './parts.js';
import { openEvidence } from './source.js';

const MOST_QUERIES = 8;
/** Characters of a quotation; the whole passage is one click away. */
const QUOTE = 240;

/**
 * Evidence of this installation opens beside; other addresses are shown, not followed.
 * @param {string | undefined} source
 * @param {Api.RunId} run
 */
function address(source, run) {
  const id = /^assay:\/\/evidence\/(.+)$/.exec(source ?? '')?.[1];
  if (!id) return h('span', { class: 'soft' }, source ?? '');
  return h('button', { type: 'button', class: 'link', onclick: () => openEvidence(run, id) }, t('evidence.passage'));
}

/** @param {string} summary @param {...Content} content */
const open = (summary, ...content) => h('details', {}, h('summary', {}, summary), ...content);

/** @param {Api.StepName} stepType @param {any} result @param {Api.RunId} run */
export function stepResult(stepType, result, run) {
  if (stepType === 'plan') return planResult(result);
  if (stepType === 'deep_search') return searchResult(result, run);
  if (stepType === 'modeling') return modelResult(result);
  if (stepType === 'quality_gate') return gateResult(result);
  if (stepType === 'reporting') return reportResult(result, run);
  return open(t('result'), h('pre', {}, JSON.stringify(result, null, 2)));
}

/** @param {PlanResult} result */
function planResult(result) {
  return result.content ? open(t('result.plan'), h('pre', { class: 'wrap' }, result.content)) : null;
}

/** @param {SearchStepResult} result @param {Api.RunId} run */
function searchResult({ strategy, notes = [], rawResults = [], metadata = {} }, run) {
  return open(
    t('result.search', { notes: notes.length, raw: rawResults.length }),
    metadata.isFallback ? h('p', { class: 'soft small' }, t('step.fallback')) : null,
    strategy
      ? h(
          'div',
          { class: 'small' },
          h('p', {}, h('strong', {}, t('result.query')), ' ', strategy.primaryQuery),
          strategy.queries?.length
            ? h(
                'ul',
                {},
                strategy.queries.slice(0, MOST_QUERIES).map((one) => h('li', {}, one)),
                strategy.queries.length > MOST_QUERIES
                  ? h('li', { class: 'soft' }, `+${strategy.queries.length - MOST_QUERIES}`)
                  : null,
              )
            : null,
          strategy.engines?.length ? h('p', { class: 'soft' }, strategy.engines.join(', ')) : null,
          strategy.notes ? h('p', { class: 'soft' }, strategy.notes) : null,
        )
      : null,
    portions(
      (part) =>
        h(
          'ol',
          { class: 'notes' },
          part.map((note) =>
            h(
              'li',
              {},
              h(
                'p',
                {},
                note.topic ? h('strong', {}, `${note.topic} `) : null,
                note.summary,
                note.engine ? h('span', { class: 'soft' }, ` · ${note.engine}`) : null,
              ),
              (note.evidence ?? []).map((one) =>
                h(
                  'blockquote',
                  {},
                  one.quote.length > QUOTE ? `${one.quote.slice(0, QUOTE)}…` : one.quote,
                  h('footer', { class: 'soft' }, address(one.source, run), ` · ${t('confidence')} ${percent(one.confidence, 0)}`),
                ),
              ),
            ),
          ),
        ),
      notes,
      10,
    ),
  );
}

/**
 * The model has room of its own beside the steps.
 * @param {ModelResult} model
 */
function modelResult({ coreDrivers = [], relationships = [] }) {
  return h('p', { class: 'soft small' }, t('result.model', { drivers: coreDrivers.length, links: relationships.length }));
}

/** @param {ModelResult} model */
export function modelCard(model) {
  const { coreDrivers = [], relationships = [], scenarios = [], metrics = [], metadata = {} } = model;
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, t('result.graph')),
    (metadata.warnings ?? []).map((one) => h('p', { class: 'box warn small' }, one)),
    relationships.length ? blueprintGraph(model) : null,
    coreDrivers.length
      ? h(
          'dl',
          { class: 'drivers small' },
          coreDrivers.map((one) => [
            h('dt', {}, one.name),
            h(
              'dd',
              {},
              one.description,
              one.evidenceRefs?.length ? h('span', { class: 'soft' }, ` [${one.evidenceRefs.join(', ')}]`) : null,
            ),
          ]),
        )
      : null,
    scenarios.map((one) =>
      h(
        'div',
        { class: 'small' },
        h('p', {}, h('strong', {}, one.name), h('span', { class: 'soft' }, ` ${t('confidence')} ${percent(one.confidence, 0)}`)),
        h(
          'ul',
          {},
          [...(one.assumptions ?? []), ...(one.outcomes ?? [])].map((line) => h('li', {}, line)),
        ),
      ),
    ),
    metrics.length
      ? table(
          [t('col.metric'), { right: t('col.value') }, t('col.unit'), { right: t('confidence') }],
          metrics.map((one) => [one.name, String(one.estimate), one.unit, percent(one.confidence, 0)]),
        )
      : null,
  );
}

/** @param {{ verdict: string, reasons?: (string | { text?: string })[] }} result */
function gateResult({ verdict, reasons = [] }) {
  return h(
    'div',
    { class: 'small' },
    h('p', {}, badge(verdict, verdict)),
    reasons.length
      ? h(
          'ul',
          {},
          reasons.map((one) => h('li', {}, typeof one === 'string' ? one : (one.text ?? JSON.stringify(one)))),
        )
      : null,
  );
}

/** @param {ReportResult} result @param {Api.RunId} run */
function reportResult({ outline = [], sources = [] }, run) {
  return open(
    t('result.report', { parts: outline.length, sources: sources.length }),
    h(
      'ul',
      { class: 'small' },
      outline.map((one) =>
        h(
          'li',
          {},
          one.heading,
          one.bullets?.length
            ? h(
                'ul',
                {},
                one.bullets.map((line) => h('li', {}, line)),
              )
            : null,
        ),
      ),
    ),
    h(
      'ol',
      { class: 'small' },
      sources.map((one) => h('li', {}, one.title, ' ', address(one.url, run))),
    ),
  );
}
