//! Which figure a question asks for: one that companies file, one that passages name, or what follows
//! from two of them.

use std::ops::Range;
use std::sync::LazyLock;

use assay_claims::{MeaningKind, meanings};

use crate::asking::bare_words;

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

fn is_whole_word(text: &str, range: &Range<usize>) -> bool {
    let before = text
        .get(..range.start)
        .and_then(|text| text.chars().next_back());
    let after = text.get(range.end..).and_then(|text| text.chars().next());
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    !is_letter(before) && !is_letter(after)
}

/// What stands between part and whole, and whether the part comes first.
pub(crate) const OVER: [&str; 28] = [
    " over ",
    " as a percentage of ",
    " as a percent of ",
    " as percentage of ",
    " as a share of ",
    " as a proportion of ",
    " as a fraction of ",
    " as a % of ",
    " as percent of ",
    " as share of ",
    " as % of ",
    " relative to ",
    " divided by ",
    " in relation to ",
    " as a multiple of ",
    " share of ",
    " cover ",
    " covers ",
    " covered ",
    " over total ",
    " per ",
    " / ",
    "/",
    "除以",
    "相对于",
    "占",
    "与",
    "比",
];
const PLUS: [&str; 6] = [" plus ", " + ", " and also ", "加上", "加", "＋"];
/// Closes what a Chinese question says of a share.
const SHARE_ENDS: [&str; 12] = [
    "的比例",
    "的比重",
    "的百分比",
    "百分之几",
    "的多少",
    "多少",
    "几成",
    "比例",
    "比重",
    "之比",
    "的份额",
    "的",
];

/// What the question asks to be told, with subjects and periods blanked out of `text`.
pub(crate) fn measures(text: &str) -> Vec<Measure> {
    if let Some(ratio) = ratio(text) {
        return vec![ratio];
    }
    if let Some(sum) = sum(text) {
        return vec![sum];
    }
    let metrics = metrics_in(text);
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

/// Two figures that are to be added: by a word between them, or by one that takes both together.
fn sum(text: &str) -> Option<Measure> {
    const TOGETHER: [&str; 8] = [
        "together",
        "combined",
        "in sum",
        "sum of",
        "合计",
        "加起来",
        "之和",
        "总和",
    ];
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

/// A ratio that the question names or itself defines.
fn ratio(text: &str) -> Option<Measure> {
    if let Some(rest) = text.split("人均").nth(1) {
        let part = operand(first_clause(rest))?;
        return Some(Measure::Ratio(part, Operand::Worded("员工".to_owned())));
    }
    // what stands in brackets defines what stands before them
    let inside = text
        .split(['(', '（'])
        .nth(1)
        .and_then(|rest| rest.split([')', '）']).next());
    inside
        .and_then(divided)
        .or_else(|| portion(text))
        .or_else(|| named_ratio(text))
        .or_else(|| divided(text))
}

/// One figure over another, in words or with a stroke.
fn divided(text: &str) -> Option<Measure> {
    for over in OVER {
        let Some((left, right)) = split(text, &[over]) else {
            continue;
        };
        let is_loose = matches!(over, "与" | "比") && !text.contains("之比");
        if is_loose {
            continue;
        }
        let (left, right) = (last_clause(left), first_clause(right));
        let right = SHARE_ENDS
            .iter()
            .fold(right, |right, end| right.split(end).next().unwrap_or(right));
        if let (Some(part), Some(whole)) = (operand(left), operand(right))
                && part != whole
                // between two names of one thing a stroke means `or`
                && !(over.contains('/') && is_worded(&part) && is_worded(&whole))
                // money is told per head or per thing, and `over` divides only by a figure of the books
                && (over != " per " || is_worded(&whole))
                && (over != " over " || !is_worded(&whole))
                && (!over.starts_with(" cover") || !(is_worded(&part) || is_worded(&whole)))
        {
            return Some(Measure::Ratio(part, whole));
        }
    }
    None
}

/// A ratio that everybody calls by one name.
fn named_ratio(text: &str) -> Option<Measure> {
    let (_, [part, whole]) = ratio_in(text)?;
    Some(Measure::Ratio(Operand::Filed(part), Operand::Filed(whole)))
}

/// The name by which a text calls a ratio.
pub(crate) fn name_of_ratio(text: &str) -> Option<&'static str> {
    ratio_in(text).map(|(name, _)| name)
}

/// A ratio that a text names: by which name, and what is divided by what.
fn ratio_in(text: &str) -> Option<(&'static str, [&'static str; 2])> {
    let lower = text.to_lowercase();
    let lines = include_str!("../lexicon/ratios.txt").lines();
    let mut lines = lines.filter(|line| !line.starts_with('#'));
    lines.find_map(|line| {
        let mut columns = line.split(" | ");
        let (english, chinese) = (columns.next()?, columns.next()?);
        let mut names = english.split(", ").chain(chinese.split_whitespace());
        let name = names.find(|name| {
            lower
                .match_indices(name)
                .any(|(at, _)| !name.is_ascii() || is_whole_word(&lower, &(at..at + name.len())))
        })?;
        let (part, whole) = columns.next()?.split_once(" / ")?;
        Some((name, [part, whole]))
    })
}

/// `What portion of sales was China`: the whole stands before its part.
fn portion(text: &str) -> Option<Measure> {
    const SHARES: [&str; 9] = [
        "portion of ",
        "share of ",
        "percentage of ",
        "percent of ",
        "% of ",
        "proportion of ",
        "fraction of ",
        "part of ",
        "how much of ",
    ];
    const VERBS: [&str; 16] = [
        " came from ",
        " comes from ",
        " come from ",
        " goes to ",
        " went to ",
        " went into ",
        " goes into ",
        " was spent on ",
        " is spent on ",
        " is due to ",
        " is from ",
        " was from ",
        " is ",
        " was ",
        " are ",
        " were ",
    ];
    let (_, rest) = split(text, &SHARES)?;
    let (whole, part) = split(first_clause(rest), &VERBS)?;
    let (part, whole) = (operand(part)?, operand(whole)?);
    (part != whole).then_some(Measure::Ratio(part, whole))
}

fn is_worded(operand: &Operand) -> bool {
    matches!(operand, Operand::Worded(_))
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
    const KINDS: [&str; 12] = [
        "business",
        "businesses",
        "segment",
        "division",
        "unit",
        "region",
        "market",
        "业务",
        "分部",
        "板块",
        "部门",
        "地区",
    ];
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
    decreased rose fell avg average compound compounded annualized annualised cagr annual times together combined sum ";

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
    let mut rest = text.to_owned();
    for (range, _) in metrics {
        rest.replace_range(range.clone(), &" ".repeat(range.len()));
    }
    let rest = bare_words(&rest);
    let rest: Vec<&str> = rest
        .split_whitespace()
        .filter(|word| !QUANTITY.contains(&format!(" {} ", word.to_lowercase())))
        .collect();
    names_something(&rest.join(" "))
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
            ("dividends declared per share", vec![]),
            (
                "应收账款周转天数（年末余额）",
                vec![Ratio(Filed("receivables"), Filed("revenue"))],
            ),
            ("price per share on its buybacks", vec![]),
            ("the new buyback programme", vec![]),
            ("sales in Norway", vec![]),
        ];
        for (text, expected) in rows {
            assert_eq!(measures(text), expected, "{text}");
        }
    }
}
