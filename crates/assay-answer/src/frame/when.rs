//! Of which time a question asks.

use assay_figures::{Period, Span, periods};

/// The periods of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct When {
    /// As stated, with those that the question reaches from them (`and the year before`).
    pub periods: Vec<Period>,
    /// How many of the newest periods are wanted where none is stated; at least 1.
    pub newest: usize,
}

const YEAR_BEFORE: [&str; 16] = [
    "year before",
    "year earlier",
    "prior year",
    "previous year",
    "preceding year",
    "year ago",
    "last year's",
    "year-ago",
    "year over year",
    "year-over-year",
    "上一年",
    "上年",
    "前一年",
    "去年同期",
    "上一财年",
    "同比",
];
const QUARTER_BEFORE: [&str; 9] = [
    "quarter before",
    "quarter earlier",
    "prior quarter",
    "previous quarter",
    "preceding quarter",
    "上季度",
    "上一季度",
    "前一季度",
    "环比",
];
/// Words for how many periods back a question looks.
const SPANS: [(&str, usize); 24] = [
    ("last two years", 2),
    ("past two years", 2),
    ("last 2 years", 2),
    ("past 2 years", 2),
    ("two years", 2),
    ("last three years", 3),
    ("past three years", 3),
    ("last 3 years", 3),
    ("past 3 years", 3),
    ("three years", 3),
    ("last five years", 5),
    ("past five years", 5),
    ("last 5 years", 5),
    ("five years", 5),
    ("近两年", 2),
    ("近两个", 2),
    ("近三年", 3),
    ("近三个", 3),
    ("近五年", 5),
    ("近3年", 3),
    ("近2年", 2),
    ("过去三年", 3),
    ("过去两年", 2),
    ("过去五年", 5),
];

pub(super) fn when(question: &str) -> (When, Vec<std::ops::Range<usize>>) {
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
    let newest = SPANS.iter().find(|(words, _)| lower.contains(words));
    let newest = newest.map_or(1, |(_, count)| *count);
    let newest = if found.is_empty() && newest == 1 && says(&YEAR_BEFORE) {
        2
    } else {
        newest
    };
    let ranges = spans.into_iter().map(|span| span.range).collect();
    (
        When {
            periods: found,
            newest,
        },
        ranges,
    )
}

/// How many years a question reaches back from the time that it states: `two years earlier`.
fn years_back(question: &str) -> Option<usize> {
    const BACK: [(&str, &str, usize); 5] = [
        ("two", "两", 2),
        ("three", "三", 3),
        ("four", "四", 4),
        ("five", "五", 5),
        ("ten", "十", 10),
    ];
    BACK.iter().find_map(|(word, han, years)| {
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
