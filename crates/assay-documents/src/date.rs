use std::sync::LazyLock;

use assay_domain::Date;
use regex::{Captures, Regex};

use crate::front_matter::FrontMatter;

/// A stated date stands near the top: this many bytes are read.
const TOP_BYTES: usize = 4_000;
/// A date that is a line of its own counts within this many non-empty lines.
const TOP_LINES: usize = 12;
/// A line longer than this is prose, not a dateline.
const DATELINE_CHARS: usize = 48;
/// A label stands at most this many characters before its date.
const LABEL_REACH: usize = 24;

/// Names, titles and dates of those who sign a filing.
const SIGNATURE_BYTES: usize = 2_000;

/// The day stands behind `approved by the board of directors on`, and behind nothing else.
const APPROVAL_REACH: usize = 24;

const FIELDS: [&str; 10] = [
    "date",
    "published",
    "as_of",
    "as of",
    "asof",
    "updated",
    "日期",
    "发布日期",
    "发布时间",
    "截至",
];

/// The date that a document states about itself, or `None`. A date that merely occurs in a sentence
/// is not taken: a wrong date is worse than none.
pub(crate) fn stated_date(text: &str) -> Option<Date> {
    let fields = FrontMatter::of(text);
    let stated = fields.as_ref().and_then(|fields| fields.get(&FIELDS));
    if let Some(date) = stated.and_then(first_date) {
        return Some(date);
    }
    let start = fields.map_or(0, |fields| fields.range.end);
    let body = text.get(start..).unwrap_or_default();
    let top = body.get(..body.floor_char_boundary(TOP_BYTES))?;
    labelled_date(top).or_else(|| dateline(top))
}

/// The day on which a filing was signed, which is the day it was filed or shortly before: the first
/// date after the words that the law has above the signature. Every other date of a filing, those of
/// its cover among them, is that of a period or an event, and may lie months before anybody could
/// read it.
pub(crate) fn signing_date(text: &str) -> Option<Date> {
    let words = SIGNED.find_iter(text).last()?;
    let below = text.get(words.end()..)?;
    let below = below.get(..below.floor_char_boundary(SIGNATURE_BYTES))?;
    first_date(below)
}

/// The day on which a board approved the accounts, which is the day they became known or shortly before.
pub(crate) fn approval_date(text: &str) -> Option<Date> {
    let days = APPROVED.find_iter(text).filter_map(|words| {
        let behind = text.get(words.end()..)?;
        first_date(behind.get(..behind.floor_char_boundary(APPROVAL_REACH))?)
    });
    days.max()
}

fn labelled_date(top: &str) -> Option<Date> {
    dates(top).find_map(|(start, date)| {
        let before = top.get(..start)?;
        let line = before.rsplit('\n').next()?;
        let reach = line.char_indices().rev().nth(LABEL_REACH - 1);
        let near = line.get(reach.map_or(0, |(at, _)| at)..)?;
        LABEL.is_match(near).then_some(date)
    })
}

fn dateline(top: &str) -> Option<Date> {
    let lines = top.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut short = lines
        .take(TOP_LINES)
        .filter(|line| line.chars().count() <= DATELINE_CHARS && !line.starts_with('|'));
    short.find_map(|line| {
        let (start, date) = dates(line).next()?;
        // "Austin, Texas, March 31, 2025" is a dateline; "Revenue, March 31, 2025: 5" is not
        let rest = DATE.replace(line.get(start..)?, "");
        let is_alone = rest.chars().all(|c| !c.is_alphanumeric());
        let is_of_a_period = PERIOD.is_match(line.get(..start)?);
        (is_alone && !is_of_a_period).then_some(date)
    })
}

pub(crate) fn first_date(text: &str) -> Option<Date> {
    dates(text).next().map(|(_, date)| date)
}

/// The dates of a text with their places.
pub(crate) fn dates(text: &str) -> impl Iterator<Item = (usize, Date)> {
    let found = DATE.captures_iter(text);
    found.filter_map(|captures| Some((captures.get(0)?.start(), to_date(&captures)?)))
}

fn to_date(captures: &Captures<'_>) -> Option<Date> {
    let number = |name: &str| captures.name(name)?.as_str().parse::<i16>().ok();
    let either = |first: &str, second: &str| number(first).or_else(|| number(second));
    let year = ["y1", "y2", "y3", "y4"].into_iter().find_map(number)?;
    let month = match captures.name("name1").or_else(|| captures.name("name2")) {
        Some(name) => month_number(name.as_str())?,
        None => i8::try_from(either("m1", "m4")?).ok()?,
    };
    let day = either("d1", "d2").or_else(|| either("d3", "d4"))?;
    Date::new(year, month, i8::try_from(day).ok()?).ok()
}

fn month_number(name: &str) -> Option<i8> {
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    let short = name.get(..3)?.to_lowercase();
    let place = MONTHS.iter().position(|month| *month == short)?;
    i8::try_from(place + 1).ok()
}

static DATE: LazyLock<Regex> = LazyLock::new(|| {
    let month = "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
    compiled(&format!(
        r"(?ix)
          (?P<y1>\b(?:19|20)\d\d) [-/.] (?P<m1>\d{{1,2}}) [-/.] (?P<d1>\d{{1,2}}) (?:\b|T)
        | \b (?P<name1>{month}) \.? \s+ (?P<d2>\d{{1,2}}) (?:st|nd|rd|th)? ,? \s+ (?P<y2>(?:19|20)\d\d) \b
        | \b (?P<d3>\d{{1,2}}) (?:st|nd|rd|th)? \s+ (?P<name2>{month}) \.? ,? \s+ (?P<y3>(?:19|20)\d\d) \b
        | (?P<y4>(?:19|20)\d\d) \s* 年 \s* (?P<m4>\d{{1,2}}) \s* 月 \s* (?P<d4>\d{{1,2}}) \s* 日"
    ))
});

static APPROVED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:approved|authori[sz]ed)\b[^.;]{0,40}\bby\s+(?:the|our)\s+(?:board|directors)[^.;\d]{0,80}\bon\b",
    )
});

static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    // "Completion date" is that of a plan, which may lie ahead of the document.
    let english = r"(?:^\s*|[^\w\s]\s*|\b(?:report|publication|release|issue|filing|document|posting|update|revision|article|press|memo|letter)\s+)date\b|\b(?:dated|published|posted|released|updated|filed|issued)\b";
    let chinese = r"(?:^\s*|[^\p{Han}]|发布|发表|公告|报告|披露|更新|出版|刊登|签署)(?:日期|时间)|发布|公告日";
    compiled(&format!("(?i)(?:{english}|{chinese})[^.;。；]{{0,16}}$"))
});

/// Words before a date that is the end of a period, of what a balance sheet shows or of a plan.
static PERIOD: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:as\s+of|as\s+at|ended|ending|ends|year|quarter|months?|weeks?|period|through|until|since|from|to|completion|deadline|due|expires|expiry|maturity)\b|截至|截止|报告期|年度|季度|期末|完成|到期",
    )
});

static SIGNED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:duly\s+)?caused\s+this\s+[\w\s-]{0,40}?(?:report|form|statement)[\w\s,()/-]{0,60}?\s+to\s+be\s+signed\b",
    )
});

#[expect(
    clippy::expect_used,
    reason = "a fixed pattern, which every test of dates compiles"
)]
pub(crate) fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}
