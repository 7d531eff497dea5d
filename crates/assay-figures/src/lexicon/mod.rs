mod names;
mod others;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use assay_domain::Language;
use serde::Deserialize;

use crate::embedded;
use names::{Ending, Names};
use others::others_in;

/// A measure the analyst knows in both languages, for instance revenue / 营业收入.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub struct Metric {
    pub id: String,
    pub class: MetricClass,
    pub en: String,
    pub zh: String,
    names: Vec<String>,
}

/// What kind of number a metric is; it decides which units fit and what may be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MetricClass {
    /// Money over a period: quarters add up to a year.
    Flow,
    /// Money at a moment: never added over time.
    Stock,
    Ratio,
    Count,
    PerShare,
    Multiple,
}

impl Metric {
    pub fn label(&self, language: Language) -> &str {
        language.pick(&self.en, &self.zh)
    }
}

#[derive(Deserialize)]
struct Concept {
    id: String,
    en: Vec<String>,
    zh: Vec<String>,
}

struct Lexicon {
    metrics: Vec<Metric>,
    /// With the place of the metric.
    names: Names<usize>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let metrics: Vec<Metric> = embedded::data(include_str!("../../lexicon/metrics.json"));
    let mut by_name = BTreeMap::new();
    for (index, metric) in metrics.iter().enumerate() {
        for name in &metric.names {
            by_name.insert(name.clone(), index);
        }
    }
    Lexicon {
        metrics,
        names: Names::of(by_name, Ending::AsNamed),
    }
});

struct Concepts {
    concepts: Vec<Concept>,
    /// The places of the concepts of each stem.
    by_stem: Vec<Vec<usize>>,
    /// With a place in `by_stem`.
    stems: Names<usize>,
}

static CONCEPTS: LazyLock<Concepts> = LazyLock::new(|| {
    let concepts: Vec<Concept> = embedded::data(include_str!("../../lexicon/concepts.json"));
    let mut by_stem: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, concept) in concepts.iter().enumerate() {
        for stem in concept.en.iter().chain(&concept.zh) {
            by_stem.entry(stem.clone()).or_default().push(index);
        }
    }
    let (stems, by_stem): (Vec<String>, Vec<Vec<usize>>) = by_stem.into_iter().unzip();
    let stems = stems.into_iter().enumerate();
    Concepts {
        concepts,
        by_stem,
        stems: Names::of(stems.map(|(place, stem)| (stem, place)), Ending::More),
    }
});

/// A metric's name found in a text.
#[derive(Clone, Debug)]
pub struct MetricSpan {
    pub metric: &'static Metric,
    pub range: Range<usize>,
}

/// A measure in a text: one of the lexicon, or another one (`cost of revenues`, `depreciation`), which
/// takes the numbers behind it away from any metric before it.
#[derive(Clone, Debug)]
pub enum Measure {
    Known(MetricSpan),
    Other(Range<usize>),
}

impl Measure {
    pub fn range(&self) -> &Range<usize> {
        match self {
            Self::Known(span) => &span.range,
            Self::Other(range) => range,
        }
    }
}

pub fn metrics_in(text: &str) -> Vec<MetricSpan> {
    let measures = measures_in(text).into_iter();
    measures
        .filter_map(|measure| match measure {
            Measure::Known(span) => Some(span),
            Measure::Other(_) => None,
        })
        .collect()
}

/// The measures of a text, in order.
pub fn measures_in(text: &str) -> Vec<Measure> {
    let lexicon = &*LEXICON;
    let mut others = others_in(text);
    let mut measures: Vec<Measure> = Vec::new();
    for (range, index) in lexicon.names.find(text) {
        let Some(metric) = lexicon.metrics.get(index) else {
            continue;
        };
        // `earnings per share` is a metric although `per share` is none.
        others.retain(|other| !(range.start <= other.start && other.end <= range.end));
        let overlaps = |other: &Range<usize>| other.start < range.end && range.start < other.end;
        if !others.iter().any(overlaps) {
            measures.push(Measure::Known(MetricSpan { metric, range }));
        }
    }
    measures.extend(others.into_iter().map(Measure::Other));
    measures.sort_by_key(|measure| measure.range().start);
    measures
}

/// The metric of a text that speaks of one measure only.
pub fn sole_metric(text: &str) -> Option<&'static Metric> {
    let mut only: Option<&'static Metric> = None;
    for measure in measures_in(text) {
        match (measure, only) {
            (Measure::Known(span), None) => only = Some(span.metric),
            (Measure::Known(span), Some(known)) if span.metric.id == known.id => {}
            _ => return None,
        }
    }
    only
}

pub fn metric(id: &str) -> Option<&'static Metric> {
    LEXICON.metrics.iter().find(|metric| metric.id == id)
}

/// A metric's place in the lexicon, which goes from the most telling to the least.
pub fn place_of(id: &str) -> usize {
    let metrics = &LEXICON.metrics;
    metrics
        .iter()
        .position(|metric| metric.id == id)
        .unwrap_or(metrics.len())
}

/// What a text is about, in words that mean the same in both languages: ids of metrics and concepts.
pub fn ideas_in(text: &str) -> BTreeSet<&'static str> {
    let concepts = &*CONCEPTS;
    let mut ideas: BTreeSet<&'static str> = metrics_in(text)
        .iter()
        .map(|span| span.metric.id.as_str())
        .collect();
    for (_, stem) in concepts.stems.find(text) {
        for index in concepts.by_stem.get(stem).into_iter().flatten() {
            ideas.extend(concepts.concepts.get(*index).map(|c| c.id.as_str()));
        }
    }
    ideas
}

/// The usual word for an idea, for searching a library in the other language.
pub fn word_for(idea: &str, language: Language) -> Option<&'static str> {
    if let Some(metric) = metric(idea) {
        return Some(metric.label(language));
    }
    let concept = CONCEPTS.concepts.iter().find(|c| c.id == idea)?;
    language
        .pick(&concept.en, &concept.zh)
        .first()
        .map(String::as_str)
}
