//! Of which time a question asks.

use std::ops::Range;

use assay_figures::{Period, Span, periods};

/// The periods of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct When {
    /// As stated, with those that the question reaches from them (`and the year before`).
    pub periods: Vec<Period>,
    /// How many of the newest periods are wanted where none is stated; at least 1.
    pub newest: usize,
    /// A part of a year whose year the question leaves out: that of the newest one.
    pub part: Option<PartOfYear>,
}

/// A part of a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartOfYear {
    Only(Span),
    /// Whichever quarter is the newest.
    LastQuarter,
}

/// How people call a part of a year, longer names before those that stand in them.
const PARTS: [(PartOfYear, &[&str]); 8] = [
    (
        PartOfYear::Only(Span::NineMonths),
        &[
            "first nine months",
            "nine months",
            "9m",
            "前三季度",
            "前三季",
            "前9个月",
            "前九个月",
        ],
    ),
    (
        PartOfYear::Only(Span::Half(1)),
        &[
            "first six months",
            "six months",
            "first half",
            "half year",
            "half-year",
            "h1",
            "1h",
            "上半年",
            "半年度",
            "前6个月",
            "前六个月",
        ],
    ),
    (
        PartOfYear::Only(Span::Half(2)),
        &["second half", "last six months", "h2", "2h", "下半年"],
    ),
    (
        PartOfYear::Only(Span::Quarter(1)),
        &[
            "first quarter",
            "1st quarter",
            "q1",
            "1q",
            "第一季度",
            "一季度",
            "1季度",
            "一季",
        ],
    ),
    (
        PartOfYear::Only(Span::Quarter(2)),
        &[
            "second quarter",
            "2nd quarter",
            "q2",
            "2q",
            "第二季度",
            "二季度",
            "2季度",
            "二季",
        ],
    ),
    (
        PartOfYear::Only(Span::Quarter(3)),
        &[
            "third quarter",
            "3rd quarter",
            "q3",
            "3q",
            "第三季度",
            "三季度",
            "3季度",
            "三季",
        ],
    ),
    (
        PartOfYear::Only(Span::Quarter(4)),
        &[
            "fourth quarter",
            "4th quarter",
            "q4",
            "4q",
            "第四季度",
            "四季度",
            "4季度",
            "四季",
        ],
    ),
    (
        PartOfYear::LastQuarter,
        &[
            "last quarter",
            "latest quarter",
            "newest quarter",
            "most recent quarter",
            "this quarter",
            "past quarter",
            "最近一季度",
            "最近一个季度",
            "最新季度",
            "最新一季",
            "本季度",
            "上季度",
        ],
    ),
];

/// The only part of a year that a text names without a year, and where.
fn part_of_year(lower: &str) -> Option<(PartOfYear, Range<usize>)> {
    let mut rest = lower.to_owned();
    let mut found: Vec<(PartOfYear, Range<usize>)> = Vec::new();
    for (part, names) in PARTS {
        for name in names {
            let Some(range) = whole(&rest, name) else {
                continue;
            };
            rest.replace_range(range.clone(), &" ".repeat(range.len()));
            found.push((part, range));
        }
    }
    match found.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    }
}

/// Whether a text names a part of a year, without a year or with one.
pub(crate) fn names_part(text: &str, span: Span) -> bool {
    let lower = text.to_ascii_lowercase();
    let named = PARTS
        .iter()
        .find(|(part, _)| *part == PartOfYear::Only(span));
    named.is_some_and(|(_, names)| names.iter().any(|name| whole(&lower, name).is_some()))
}

/// Where words stand as a whole; Chinese ones anywhere.
fn whole(text: &str, words: &str) -> Option<Range<usize>> {
    let mut places = text
        .match_indices(words)
        .map(|(at, _)| at..at + words.len());
    places.find(|range| {
        let is_part = |c: char| c.is_ascii_alphanumeric();
        let before = text
            .get(..range.start)
            .and_then(|text| text.chars().next_back());
        let after = text.get(range.end..).and_then(|text| text.chars().next());
        !words.is_ascii() || !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

static YEAR_BEFORE: assay_domain::WordList = assay_domain::word_list!("frame/when/year_before");
static QUARTER_BEFORE: assay_domain::WordList =
    assay_domain::word_list!("frame/when/quarter_before");
/// Asks how something went over time.
static TREND: assay_domain::WordList = assay_domain::word_list!("frame/when/trend");
/// Years that show how something went, where the question names none.
const YEARS_OF_A_TREND: usize = 5;
/// Numbers of years as they are written out, in English and in Chinese.
const COUNTS: [(&str, &str, usize); 9] = [
    ("two", "两", 2),
    ("three", "三", 3),
    ("four", "四", 4),
    ("five", "五", 5),
    ("six", "六", 6),
    ("seven", "七", 7),
    ("eight", "八", 8),
    ("nine", "九", 9),
    ("ten", "十", 10),
];

/// Words that ask for one rate of growth a year.
static COMPOUND: assay_domain::WordList = assay_domain::word_list!("frame/when/compound");

/// Whether a question asks at which rate something grew each year.
pub(crate) fn asks_compound(question: &str) -> bool {
    let lower = question.to_lowercase();
    COMPOUND.iter().any(|words| lower.contains(words))
}

/// Whether a question asks how something went over the years.
pub(super) fn asks_trend(question: &str) -> bool {
    let lower = question.to_lowercase();
    TREND.iter().any(|words| lower.contains(words))
}

/// How many years a question spans, and where it says so: `the last three fiscal years`, 近三个财年;
/// of growth also `a three-year CAGR`.
fn years_spanned(lower: &str, is_compound: bool) -> Option<(usize, Range<usize>)> {
    let english: &[&str] = match is_compound {
        true => &[" years", " fiscal years", "-year", " year", "y"],
        false => &[" years", " fiscal years"],
    };
    let leads: &[&str] = match is_compound {
        true => &["近", "过去", ""],
        false => &["近", "过去"],
    };
    COUNTS.iter().find_map(|(word, han, count)| {
        let digits = count.to_string();
        let latin = [*word, digits.as_str()];
        let latin = latin.into_iter().flat_map(|count| {
            let units = english.iter();
            units.map(move |unit| format!("{count}{unit}"))
        });
        let chinese = [*han, digits.as_str()].into_iter().flat_map(|count| {
            leads.iter().flat_map(move |lead| {
                ["年", "个财年", "个年度"].map(|unit| format!("{lead}{count}{unit}"))
            })
        });
        let range = latin
            .chain(chinese)
            .find_map(|words| alone(lower, &words))?;
        Some((*count, range))
    })
}

/// Where words stand that are not part of a longer word or number.
fn alone(text: &str, words: &str) -> Option<Range<usize>> {
    let at = text.find(words)?;
    let range = at..at + words.len();
    let is_part = |c: char| c.is_ascii_alphanumeric() || "一二三四五六七八九十第".contains(c);
    let before = text.get(..at)?.chars().next_back();
    let after = text.get(range.end..)?.chars().next();
    let is_free = !before.is_some_and(is_part) && !after.is_some_and(|c| c.is_ascii_alphanumeric());
    is_free.then_some(range)
}

pub(super) fn when(question: &str) -> (When, Vec<Range<usize>>) {
    let text = spelled_out(question);
    let spans = periods(&text);
    let mut found: Vec<Period> = Vec::new();
    for span in &spans {
        if !found.contains(&span.period) {
            found.push(span.period);
        }
    }
    let lower = text.to_lowercase();
    let says = |list: &[&str]| list.iter().any(|words| lower.contains(words));
    if let Some(last) = found.last().copied() {
        if says(&YEAR_BEFORE) && !found.contains(&last.year_before()) {
            found.push(last.year_before());
        }
        if let (true, Span::Quarter(quarter)) = (says(&QUARTER_BEFORE), last.span) {
            let before = if quarter == 1 {
                Period {
                    span: Span::Quarter(4),
                    ..last.year_before()
                }
            } else {
                Period {
                    span: Span::Quarter(quarter - 1),
                    ..last
                }
            };
            found.push(before);
        }
    }
    if let (Some(last), Some(years)) = (found.last().copied(), years_back(&lower)) {
        let before = (0..years).fold(last, |period, _| period.year_before());
        if !found.contains(&before) {
            found.push(before);
        }
    }
    let is_compound = asks_compound(&lower);
    let spanned = years_spanned(&lower, is_compound).filter(|_| years_back(&lower).is_none());
    if let (true, Some(last), Some((years, _))) = (is_compound, found.last().copied(), &spanned)
        && found.len() == 1
    {
        found.push((0..*years).fold(last, |period, _| period.year_before()));
    }
    let newest = spanned.as_ref().map_or(1, |(count, _)| *count);
    // growth over three years lies between four of them
    let newest = newest + usize::from(is_compound && newest > 1);
    let newest = match found.is_empty() && newest == 1 {
        true if says(&TREND) => YEARS_OF_A_TREND,
        true if says(&YEAR_BEFORE) => 2,
        _ => newest,
    };
    let part = part_of_year(&text.to_ascii_lowercase());
    // `q3 sales, fiscal 2024`: the year stands apart
    let apart = match (found.as_mut_slice(), &part) {
        ([year], Some((PartOfYear::Only(span), range))) if year.span == Span::Year => {
            year.span = *span;
            Some(range.clone())
        }
        _ => None,
    };
    let part = part.filter(|_| found.is_empty());
    let ranges = spans.into_iter().map(|span| span.range);
    let ranges = ranges
        .chain(spanned.map(|(_, range)| range).filter(|_| is_compound))
        .chain(part.iter().map(|(_, range)| range.clone()))
        .chain(apart)
        .collect();
    let when = When {
        periods: found,
        newest,
        part: part.map(|(part, _)| part),
    };
    (when, ranges)
}

/// How many years a question reaches back from the time that it states: `two years earlier`.
fn years_back(question: &str) -> Option<usize> {
    COUNTS.iter().find_map(|(word, han, years)| {
        let english = ["earlier", "before", "ago", "prior"].iter().any(|end| {
            [word.to_string(), years.to_string()]
                .iter()
                .any(|count| question.contains(&format!("{count} years {end}")))
        });
        let chinese =
            question.contains(&format!("{han}年前")) || question.contains(&format!("{years}年前"));
        (english || chinese).then_some(*years)
    })
}

/// `FY24`, `fiscal 25`: years of two digits as four; `mid-2025` as the half that ends then.
pub(super) fn spelled_out(question: &str) -> String {
    let mut out = String::with_capacity(question.len() + 4);
    let mut rest = question;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, digits) = rest.split_at(at);
        let length = digits.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = digits.split_at(length);
        let lead = before.trim_end().to_lowercase();
        let is_fiscal = ["fy", "fiscal", "fiscal year", "cy", "'"]
            .iter()
            .any(|word| lead.ends_with(word));
        match half_year(before) {
            Some(before) if length == 4 => {
                out.push_str(before);
                out.push_str("H1 ");
            }
            _ => out.push_str(before),
        }
        if length == 2 && is_fiscal {
            out.push_str("20");
        }
        out.push_str(number);
        rest = match after.strip_prefix("年中") {
            Some(after) if length == 4 => {
                out.push_str("年上半年");
                after
            }
            _ => after,
        };
    }
    out.push_str(rest);
    out
}

/// What stands before `mid-` or `middle of`.
fn half_year(before: &str) -> Option<&str> {
    let bare = before.trim_end_matches([' ', '-']);
    let lower = bare.to_ascii_lowercase();
    let word = ["the middle of", "middle of", "mid"]
        .into_iter()
        .find(|word| lower.ends_with(word))?;
    bare.get(..bare.len() - word.len())
}
