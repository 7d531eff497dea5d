use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use assay_domain::Language;
use regex::Regex;
use serde::Deserialize;

use crate::embedded;

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
    by_name: BTreeMap<String, usize>,
    names: Regex,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let metrics: Vec<Metric> = embedded::data(include_str!("../lexicon/metrics.json"));
    let mut by_name = BTreeMap::new();
    for (index, metric) in metrics.iter().enumerate() {
        for name in &metric.names {
            by_name.insert(name.clone(), index);
        }
    }
    let names = embedded::pattern(&alternation(by_name.keys(), ""));
    Lexicon {
        metrics,
        by_name,
        names,
    }
});

struct Concepts {
    concepts: Vec<Concept>,
    by_stem: BTreeMap<String, Vec<usize>>,
    stems: Regex,
}

static CONCEPTS: LazyLock<Concepts> = LazyLock::new(|| {
    let concepts: Vec<Concept> = embedded::data(include_str!("../lexicon/concepts.json"));
    let mut by_stem: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, concept) in concepts.iter().enumerate() {
        for stem in concept.en.iter().chain(&concept.zh) {
            by_stem.entry(stem.clone()).or_default().push(index);
        }
    }
    let stems = embedded::pattern(&alternation(by_stem.keys(), "[a-z]*"));
    Concepts {
        concepts,
        by_stem,
        stems,
    }
});

/// One pattern for all names, longest first; words of the Latin script match whole, with `ending`.
fn alternation<'a>(names: impl Iterator<Item = &'a String>, ending: &str) -> String {
    let mut names: Vec<&String> = names.collect();
    names.sort_by_key(|name| (std::cmp::Reverse(name.chars().count()), name.as_str()));
    let (latin, han): (Vec<&String>, Vec<&String>) = names
        .into_iter()
        .partition(|name| name.chars().next().is_some_and(|c| c.is_ascii()));
    let join = |part: Vec<&String>| {
        let escaped: Vec<String> = part.iter().map(|name| regex::escape(name)).collect();
        escaped.join("|")
    };
    format!(
        r"(?i)(?-u:\b)(?P<latin>{}){ending}(?-u:\b)|(?P<han>{})",
        join(latin),
        join(han)
    )
}

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
    let mut others: Vec<Range<usize>> = OTHERS.find_iter(text).map(|found| found.range()).collect();
    let mut measures: Vec<Measure> = Vec::new();
    for found in lexicon.names.find_iter(text) {
        let index = lexicon.by_name.get(&found.as_str().to_lowercase());
        let Some(metric) = index.and_then(|index| lexicon.metrics.get(*index)) else {
            continue;
        };
        let range = found.range();
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

/// Measures that only look like one of the lexicon, and measures that the lexicon does not have.
static OTHERS: LazyLock<Regex> = LazyLock::new(|| {
    embedded::pattern(concat!(
        r"(?i)(?-u:\b)(?:",
        r"(?:total )?costs? of (?:[a-z&]+ ){0,6}?(?:revenues?|sales|goods sold)",
        r"|(?:[a-z]+ )?costs? of (?:revenues?|sales)",
        r"|(?:deferred|unearned|unbilled|interest|other|rental) (?:revenues?|income)",
        r"|(?:percentage|percent|share|proportion|portion|%) of (?:our |its |the )?(?:total |net |consolidated )*(?:revenues?|sales)",
        r"|net (?:income|earnings|profit|loss) (?:\(loss\) )?per (?:[a-z]+ )?share",
        r"|net (?:income|earnings) (?:\(loss\) )?attributable to (?:redeemable )?non-?controlling",
        r"|revenues? (?:recognition|recognized|recognised|sharing|credits?)",
        r"|(?:proceeds|gains?|loss(?:es)?) (?:from|on) (?:the )?sales?|net of sales",
        r"|sales (?:and marketing|, general|tax(?:es)?|force|teams?|prices?|personnel|channels?|of (?:investments|property|digital))",
        r"|sales, general and administrative",
        r"|income (?:tax(?:es)?|before)",
        r"|(?:provision|benefit) (?:\([a-z ]+\) )?(?:for|from) income taxes",
        r"|depreciation|amorti[sz]ation|impairment|goodwill|restructuring|stock-based compensation|share-based compensation",
        r"|interest expenses?|operating expenses|lease expenses?|warranty expenses?|dividends? paid|repurchase[sd]?",
        r"|accounts (?:receivable|payable)|liabilities|proceeds|inventory (?:write-downs?|and purchase commitments)",
        r"|changes? in [a-z ]*inventor(?:y|ies)|restricted cash",
        r"|shares? (?:of common stock|outstanding|repurchase)|per share|average shares|(?:all|each|common|restricted|repurchased) shares?|share (?:prices?|capital|awards?|and)|stock options?",
        r")(?-u:\b)|营业成本|递延收入|利息收入|其他收入|所得税|折旧|摊销|减值|财务费用|应收账款|应付账款|收入占比|销售费用",
    ))
});

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
    for found in concepts.stems.captures_iter(text) {
        let stem = found.name("latin").or_else(|| found.name("han"));
        let Some(stem) = stem.map(|stem| stem.as_str().to_lowercase()) else {
            continue;
        };
        for index in concepts.by_stem.get(&stem).into_iter().flatten() {
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
