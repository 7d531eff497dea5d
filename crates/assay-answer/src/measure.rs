//! Which figure a question asks for: one that companies file, one that passages name, or what follows
//! from two of them.

mod divided;

use std::ops::Range;
use std::sync::LazyLock;

use assay_claims::{Meaning, MeaningKind, meanings};

use crate::answer::people_words;
use crate::asking::bare_words;
use crate::frame::has;
use crate::spelling::is_one_typo_away;
use divided::ratio;
pub(crate) use divided::{OVER, name_of_ratio};

/// One figure of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The name of a metric in the books.
    Filed(&'static str),
    /// What no book has a name for, in the words of the question.
    Worded(String),
}

/// What a question wants to be told a number of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    Level(Operand),
    Ratio(Operand, Operand),
    Sum(Operand, Operand),
}

impl Measure {
    /// Whether it is the result of a formula that can be shown.
    pub(crate) fn is_computed(&self) -> bool {
        match self {
            Self::Level(Operand::Filed(metric)) => assay_facts::derived_metric(metric).is_some(),
            Self::Level(Operand::Worded(_)) => false,
            Self::Ratio(..) | Self::Sum(..) => true,
        }
    }

    /// The metric of the books that is asked for as it is.
    pub(crate) fn filed(&self) -> Option<&'static str> {
        match self {
            Self::Level(Operand::Filed(metric)) => Some(metric),
            Self::Level(Operand::Worded(_)) | Self::Ratio(..) | Self::Sum(..) => None,
        }
    }

    pub(crate) fn operands(&self) -> Vec<&Operand> {
        match self {
            Self::Level(one) => vec![one],
            Self::Ratio(one, other) | Self::Sum(one, other) => vec![one, other],
        }
    }
}

/// A way of asking for a metric.
struct Wording {
    metric: &'static str,
    words: &'static str,
}

static WORDINGS: LazyLock<Vec<Wording>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for line in include_str!("../lexicon/metrics.txt").lines() {
        let mut columns = line.split('|').map(str::trim);
        let (Some(metric), Some(english), Some(chinese)) =
            (columns.next(), columns.next(), columns.next())
        else {
            continue;
        };
        if metric.starts_with('#') {
            continue;
        }
        let english = english.split(", ").map(str::trim);
        let words = english.chain(chinese.split_whitespace());
        all.extend(words.map(|words| Wording { metric, words }));
    }
    all.sort_by_key(|wording| std::cmp::Reverse(wording.words.len()));
    all
});

/// The metrics that a text asks for, in its order; of two at one place the longer one.
pub(crate) fn metrics_in(text: &str) -> Vec<(Range<usize>, &'static str)> {
    let lower = text.to_lowercase();
    if lower.len() != text.len() {
        return Vec::new();
    }
    let mut found: Vec<(Range<usize>, &'static str)> = Vec::new();
    for wording in WORDINGS.iter() {
        for (at, _) in lower.match_indices(wording.words) {
            let range = at..at + wording.words.len();
            let is_whole = !wording.words.is_ascii() || is_whole_word(&lower, &range);
            let is_taken = |known: &(Range<usize>, &str)| {
                known.0.start < range.end && range.start < known.0.end
            };
            if is_whole && !found.iter().any(is_taken) {
                found.push((range, wording.metric));
            }
        }
    }
    found.sort_by_key(|(range, _)| range.start);
    found
}

/// Whether a word is one of those that figures are called by: `margins`.
pub(crate) fn is_in_a_name(word: &str) -> bool {
    let lower = word.to_lowercase();
    let mut all = WORDINGS.iter();
    all.any(|wording| wording.words.split(' ').any(|own| own == lower))
}

fn is_whole_word(text: &str, range: &Range<usize>) -> bool {
    let before = text
        .get(..range.start)
        .and_then(|text| text.chars().next_back());
    let after = text.get(range.end..).and_then(|text| text.chars().next());
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    !is_letter(before) && !is_letter(after)
}

const PLUS: [&str; 6] = [" plus ", " + ", " and also ", "加上", "加", "＋"];
/// What the question asks to be told, with subjects and periods blanked out of `text`.
pub(crate) fn measures(text: &str) -> Vec<Measure> {
    if let Some(ratio) = ratio(text) {
        return vec![ratio];
    }
    if let Some(sum) = sum(text) {
        return vec![sum];
    }
    let metrics = metrics_in(text);
    if is_about_what_comes(text) {
        return Vec::new();
    }
    if metrics.is_empty() || says_more_than(text, &metrics) || is_per_share(text, &metrics) {
        return Vec::new();
    }
    let mut measures: Vec<Measure> = Vec::new();
    for (_, metric) in metrics {
        let level = Measure::Level(Operand::Filed(metric));
        if !measures.contains(&level) {
            measures.push(level);
        }
    }
    measures
}

/// What somebody expects is in no book.
fn is_about_what_comes(text: &str) -> bool {
    static FORWARD: assay_domain::WordList = assay_domain::word_list!("measure/forward");
    let lower = text.to_lowercase();
    FORWARD.iter().any(|words| has(&lower, words))
}

/// A question with a slip in the name of a figure mended, and the slip: only where the question then asks for
/// a figure, and one word alone is a slip away.
pub(crate) fn mended(text: &str) -> Option<(String, String, String)> {
    if !measures(text).is_empty() {
        return None;
    }
    let of_figures = || WORDINGS.iter().flat_map(|wording| wording.words.split(' '));
    let of_people = || people_words().iter().copied();
    let named = || of_figures().chain(of_people());
    let words = text.split(|c: char| !c.is_ascii_alphabetic());
    words
        .filter(|word| word.len() >= LEAST_MENDED)
        .find_map(|word| {
            let lower = word.to_lowercase();
            if named().any(|known| known == lower) {
                return None;
            }
            let mut near: Vec<&str> = named()
                .filter(|known| known.len() >= LEAST_MENDED && is_one_typo_away(&lower, known))
                .collect();
            near.sort_unstable();
            near.dedup();
            let [meant] = near.as_slice() else {
                return None;
            };
            let whole = text.replacen(word, meant, 1);
            let is_read = !measures(&whole).is_empty() || people_words().contains(meant);
            is_read.then(|| (whole, word.to_owned(), (*meant).to_owned()))
        })
}

/// A shorter word is as likely another one.
const LEAST_MENDED: usize = 5;

/// Two figures that are to be added: by a word between them, or by one that takes both together.
fn sum(text: &str) -> Option<Measure> {
    static TOGETHER: assay_domain::WordList = assay_domain::word_list!("measure/together");
    const AND: [&str; 5] = [" and ", " & ", "和", "与", "及"];
    let lower = text.to_lowercase();
    let is_together = TOGETHER.iter().any(|words| lower.contains(words));
    let joint = split(text, &PLUS).or_else(|| split(text, &AND).filter(|_| is_together));
    let (left, right) = joint?;
    let (one, other) = (
        sole_metric(last_clause(left))?,
        sole_metric(first_clause(right))?,
    );
    (one != other).then_some(Measure::Sum(Operand::Filed(one), Operand::Filed(other)))
}

/// Whether a figure is asked for by the share that the books have only as a whole.
fn is_per_share(text: &str, metrics: &[(Range<usize>, &'static str)]) -> bool {
    let says = text.to_lowercase().contains("per share") || text.contains("每股");
    says && !metrics.iter().any(|(_, metric)| metric.starts_with("eps"))
}

fn split<'t>(text: &'t str, joints: &[&str]) -> Option<(&'t str, &'t str)> {
    joints.iter().find_map(|joint| {
        let at = text.to_ascii_lowercase().find(joint)?;
        Some((text.get(..at)?, text.get(at + joint.len()..)?))
    })
}

const CLAUSE_ENDS: [char; 14] = [
    ',', '，', ';', '；', ':', '：', '?', '？', '。', '(', ')', '（', '）', '、',
];

fn last_clause(text: &str) -> &str {
    text.trim_end_matches(CLAUSE_ENDS)
        .rsplit(CLAUSE_ENDS)
        .next()
        .unwrap_or(text)
}

fn first_clause(text: &str) -> &str {
    text.split(CLAUSE_ENDS).next().unwrap_or(text)
}

fn sole_metric(text: &str) -> Option<&'static str> {
    let metrics = metrics_in(text);
    match metrics.as_slice() {
        [(_, metric)] => Some(metric),
        _ => None,
    }
}

/// A figure as words ask for it. `None` where they name nothing.
fn operand(text: &str) -> Option<Operand> {
    let metrics = metrics_in(text);
    if let [(_, metric)] = metrics.as_slice()
        && !says_more_than(text, &metrics)
    {
        return Some(Operand::Filed(metric));
    }
    let words = bare_words(text);
    let named = without_kind(&words);
    let words = if names_something(&named) {
        named
    } else {
        words
    };
    names_something(&words).then_some(Operand::Worded(words))
}

/// A name without the word for what it is the name of: `the tours business` is called Tours.
fn without_kind(words: &str) -> String {
    static KINDS: assay_domain::WordList = assay_domain::word_list!("measure/kinds");
    let kept = words
        .split_whitespace()
        .filter(|word| !KINDS.contains(word));
    let kept = kept.map(|word| {
        let ends = KINDS.iter().filter(|kind| !kind.is_ascii());
        ends.fold(word, |word, kind| word.strip_suffix(kind).unwrap_or(word))
    });
    kept.filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether words name a thing. Of Chinese words that no list has, two characters do.
fn names_something(words: &str) -> bool {
    let is_han = |c: char| ('\u{3400}'..='\u{9fff}').contains(&c);
    let mut runs = words.split(|c: char| !is_han(c));
    runs.any(|run| run.chars().count() >= 2)
        || meanings(words)
            .iter()
            .any(|word| word.kind >= MeaningKind::Thing)
}

/// Words for how a figure is told, which narrow no figure that is filed.
const QUANTITY: &str = " percent percentage rate ratio share growth grow grew growing change changed increase increased decrease \
    decreased rose fell avg average compound compounded annualized annualised cagr annual times together combined sum developed develop evolved evolve trend trends trended \
    time history cumulative cumulatively aggregate altogether ";

/// Whether a text names this metric, among others or not.
pub(crate) fn names(text: &str, metric: &str) -> bool {
    metrics_in(text).iter().any(|(_, own)| *own == metric)
}

/// Whether a label names this metric and nothing else: `Total net sales`, not `Net sales of tapes`.
pub(crate) fn is_only(label: &str, metric: &str) -> bool {
    let metrics = metrics_in(label);
    matches!(metrics.as_slice(), [(_, own)] if *own == metric) && !says_more_than(label, &metrics)
}

/// Whether a text names something that the metrics in it do not say.
fn says_more_than(text: &str, metrics: &[(Range<usize>, &'static str)]) -> bool {
    let mut without = text.to_owned();
    for (range, _) in metrics {
        without.replace_range(range.clone(), &" ".repeat(range.len()));
    }
    let rest = bare_words(&without);
    let rest: Vec<&str> = rest
        .split_whitespace()
        .filter(|word| {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            !QUANTITY.contains(&format!(" {} ", bare.to_lowercase()))
        })
        .collect();
    let mut places = metrics.iter().map(|(range, _)| range);
    names_something(&rest.join(" ")) || places.any(|range| is_narrowed(&without, range))
}

/// Whether a word beside a metric makes it another figure: `comparable sales`, `revenue retention`.
/// Names, periods and metrics are blanks in the text, and what stands behind one of them belongs to
/// something else.
fn is_narrowed(text: &str, metric: &Range<usize>) -> bool {
    let before = text.get(..metric.start).unwrap_or_default();
    let before = before.rsplit("  ").next().unwrap_or_default();
    let after = text.get(metric.end..).unwrap_or_default();
    let after = after.split("  ").next().unwrap_or_default();
    let before = bare_words(last_clause(before));
    let after = bare_words(first_clause(after));
    let narrows = |word: &str, least: MeaningKind| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_quantity = QUANTITY.contains(&format!(" {} ", bare.to_lowercase()));
        let says =
            |word: &Meaning| !word.is_way() && (least..MeaningKind::Name).contains(&word.kind);
        !is_quantity && word.is_ascii() && meanings(word).iter().any(says)
    };
    let leads = before.split_whitespace().next_back();
    let follows = after.split_whitespace().next();
    // behind it a light word leads on to something else: `revenue out of`
    leads.is_some_and(|word| narrows(word, MeaningKind::Light))
        || follows.is_some_and(|word| narrows(word, MeaningKind::Said))
}

#[cfg(test)]
mod tests {
    use super::{Measure, Operand, measures};

    #[test]
    fn a_question_asks_for_a_figure_by_any_of_its_names() {
        use Measure::{Level, Ratio, Sum};
        use Operand::{Filed, Worded};
        let rows = [
            (
                "what did spend on capex in     ",
                vec![Level(Filed("capex"))],
            ),
            ("     研发投入多少？", vec![Level(Filed("rd"))]),
            (
                "revenue and net profit",
                vec![Level(Filed("revenue")), Level(Filed("net_income"))],
            ),
            (
                "R&D as % of sales",
                vec![Ratio(Filed("rd"), Filed("revenue"))],
            ),
            (
                "overhead ratio (noninterest expense / revenue)",
                vec![Ratio(Filed("noninterest_expense"), Filed("revenue"))],
            ),
            (
                "how much cash went back, buybacks plus dividends",
                vec![Sum(Filed("buybacks"), Filed("dividends"))],
            ),
            (
                "gondola tickets as a share of revenue",
                vec![Ratio(
                    Worded("gondola tickets".to_owned()),
                    Filed("revenue"),
                )],
            ),
            (
                "     缆车票收入占总营收多少",
                vec![Ratio(Worded("缆车票收入".to_owned()), Filed("revenue"))],
            ),
            (
                "revenue per employee",
                vec![Ratio(Filed("revenue"), Worded("employee".to_owned()))],
            ),
            (
                "what share of sales went into r&d",
                vec![Ratio(Filed("rd"), Filed("revenue"))],
            ),
            (
                "crew wages over revenue",
                vec![Ratio(Worded("crew wages".to_owned()), Filed("revenue"))],
            ),
        ];
        check(&rows);
    }

    #[test]
    fn words_beside_a_figure_make_it_another() {
        use Measure::{Level, Ratio};
        use Operand::Filed;
        let rows = [
            ("dividends declared per share", vec![]),
            (
                "应收账款周转天数（年末余额）",
                vec![Ratio(Filed("receivables"), Filed("revenue"))],
            ),
            ("price per share on its buybacks", vec![]),
            ("the new buyback programme", vec![]),
            ("sales in Norway", vec![]),
            ("comparable sales", vec![]),
            ("net revenue retention", vec![]),
            ("how concentrated are receivables", vec![]),
            ("reported revenue", vec![Level(Filed("revenue"))]),
            ("revenue out of the report", vec![Level(Filed("revenue"))]),
            (
                "loans to deposits ratio",
                vec![Ratio(Filed("loans"), Filed("deposits"))],
            ),
            (
                "ratio of inventory to total assets",
                vec![Ratio(Filed("inventory"), Filed("total_assets"))],
            ),
        ];
        check(&rows);
    }

    fn check(rows: &[(&str, Vec<Measure>)]) {
        for (text, expected) in rows {
            assert_eq!(&measures(text), expected, "{text}");
        }
    }
}
