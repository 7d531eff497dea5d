//! Which figure a question asks for: one that companies file, one that passages name, or what follows
//! from two of them.

use std::ops::Range;
use std::sync::LazyLock;

use assay_claims::{MeaningKind, meanings};

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
const OVER: [&str; 22] = [
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
    if let Some((left, right)) = split(text, &PLUS)
        && let (Some(one), Some(other)) = (
            sole_metric(last_clause(left)),
            sole_metric(first_clause(right)),
        )
    {
        return vec![Measure::Sum(Operand::Filed(one), Operand::Filed(other))];
    }
    let metrics = metrics_in(text);
    if metrics.is_empty() || says_more_than(text, &metrics) {
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

/// A ratio that the question itself defines.
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
    let texts = inside.into_iter().chain([text]);
    for text in texts {
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
            {
                return Some(Measure::Ratio(part, whole));
            }
        }
    }
    None
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
    names_something(&words).then_some(Operand::Worded(words))
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

/// Words that ask, which are in no figure's name.
pub(crate) const ASKING: &str = " how much many what whats which who whom whose when where why is are was were be been did does do has have had \
    the a an of in on at for to by from with within over under among between per its it their they them our we us i you me my \
    this that these those there here tell give show list name named called please pls thanks key key actually really any \
    ballpark roughly about approximately current currently latest last recent recently newest oldest earliest first \
    total overall whole annual yearly full own besides else also all year years yr yrs quarter quarters fiscal period end ended \
    year-end company group business firm and or vs versus compared compare than then more most less least higher highest \
    lower lowest best worst top up down big biggest large largest size number numbers amount figure figures value spend spends spent pay \
    paid make makes made earn earned generate generated post posted report reported book books booked record recorded get got \
    worth went gone come came look looks like hand back overhead date day see different documents sources \
    percent percentage drove drive drives driven caused cause causes led reason reasons behind explain explains because hurt hurting affect \
    affects affected find lines line subtract part place earlier before previous prior preceding one ";

/// Words for how a figure is told, which narrow no figure that is filed.
const QUANTITY: &str = " percent percentage rate ratio share growth grow grew growing change changed increase increased decrease \
    decreased rose fell avg average ";

/// The same of Chinese questions.
pub(crate) const ASKING_HAN: [&str; 72] = [
    "是多少",
    "有多少",
    "花了多少钱",
    "多少钱",
    "计提了多少",
    "多少",
    "是什么",
    "什么",
    "怎么样",
    "怎么变化",
    "如何变化",
    "怎么",
    "如何",
    "怎样",
    "为什么",
    "为何",
    "请问",
    "大概",
    "大约",
    "一共",
    "总共",
    "合计",
    "总",
    "哪些",
    "哪个",
    "哪家",
    "哪几",
    "谁的",
    "谁",
    "最高",
    "最低",
    "最多",
    "最少",
    "更高",
    "更多",
    "对比",
    "比较",
    "相比",
    "相较",
    "同比",
    "变化",
    "增长",
    "下降",
    "金额",
    "花了",
    "花",
    "计提",
    "近年",
    "最近",
    "目前",
    "现在",
    "全年",
    "年末",
    "年底",
    "期末",
    "末",
    "和",
    "与",
    "的",
    "了",
    "吗",
    "呢",
    "是",
    "有",
    "比",
    "上年",
    "上一年",
    "去年",
    "同期",
    "财年",
    "年",
    "近三个",
];

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

/// A text without the words that only ask.
pub(crate) fn bare_words(text: &str) -> String {
    let mut plain = text.to_owned();
    for phrase in ASKING_HAN {
        plain = plain.replace(phrase, " ");
    }
    let words = plain.split_whitespace().filter(|word| {
        let lower = word.to_lowercase();
        let bare = lower.trim_matches(|c: char| !c.is_alphanumeric());
        let bare = bare.strip_suffix("'s").unwrap_or(bare);
        bare != "s" && !bare.is_empty() && !ASKING.contains(&format!(" {bare} "))
    });
    words.collect::<Vec<_>>().join(" ")
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
            ("the new buyback programme", vec![]),
            ("sales in Norway", vec![]),
        ];
        for (text, expected) in rows {
            assert_eq!(measures(text), expected, "{text}");
        }
    }
}
