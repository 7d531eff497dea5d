//! Whose annual or interim report a text is, where no regulator's form says it: the title that stands on
//! its first lines, in any country.
//!
//! A line is a title only if nothing is left of it without the kind of report, the period and the name of
//! one company. What is written about a report has more words than that.

use std::ops::Range;
use std::sync::LazyLock;

use assay_domain::{Date, ends_with_legal_form, is_legal_form};
use regex::Regex;

use super::{Cover, Top, compiled, first_date, squeezed, subject};
use crate::date::{approval_date, stated_date};

/// Lines that are looked at, and the longest that may be a title or a name, in characters.
const TOP_LINES: usize = 40;
const TITLE_CHARS: usize = 120;
/// A name without a legal form is a name if the report uses it so often.
const LEAST_USES: usize = 3;
/// Most words of a name.
const NAME_WORDS: usize = 8;

/// What the first lines of a report say it is.
pub(super) fn report(top: &Top, text: &str, title: Option<&str>) -> Option<Cover> {
    // a report without statements is a paper about a company, like any other
    if !has_statement(text) {
        return None;
    }
    let lines = top.lines.iter().take(TOP_LINES).cloned();
    let lines: Vec<String> = title.map(squeezed).into_iter().chain(lines).collect();
    let own = titled(&lines, text).or_else(|| below_a_name(&lines));
    let Titled { kind, entity, line } = own?;
    Some(Cover {
        title: None,
        subject: subject(
            Some(entity),
            kind.form(line),
            period_end(text, title_year(line), kind),
        ),
        date: approval_date(text).or_else(|| stated_date(text)),
    })
}

/// Whether a line of its own names a statement, or a line or a table's head its main figures, and rows
/// with figures follow at once.
pub(super) fn has_statement(text: &str) -> bool {
    let mut since = None;
    text.lines().any(|line| {
        let is_row = line.starts_with('|');
        let is_title = !is_row && STATEMENT.is_match(line) || MAIN_FIGURES.is_match(line);
        if is_title && line.chars().count() <= TITLE_CHARS {
            since = Some(0_usize);
            return false;
        }
        since = since.map(|lines| lines + 1);
        let is_near = since.is_some_and(|lines| lines <= STATEMENT_REACH);
        is_row && is_near && line.contains(|c: char| c.is_ascii_digit())
    })
}

/// Lines between the title of a statement and its table: the period, the unit.
const STATEMENT_REACH: usize = 10;

struct Titled<'l> {
    kind: Kind,
    entity: String,
    /// The line that says what kind of report it is.
    line: &'l str,
}

/// A line that is nothing but the title of a report; the name stands in it, or is a line of its own.
fn titled<'l>(lines: &'l [String], text: &str) -> Option<Titled<'l>> {
    lines.iter().enumerate().find_map(|(at, line)| {
        let (kind, rest) = kind_in(line)?;
        let entity = match rest.is_empty() {
            true => name_beside(lines, at)?,
            false => Some(rest).filter(|name| is_company(name, text))?,
        };
        Some(Titled { kind, entity, line })
    })
}

/// A text whose first line is the name of a company, and that goes on with the kind of report, whatever
/// else the line says: `38th Annual Report 2024-25`, `Annual Report 2024 (translation)`.
fn below_a_name(lines: &[String]) -> Option<Titled<'_>> {
    let at = lines.iter().take(2).position(|line| is_full_name(line))?;
    let entity = lines.get(at)?.clone();
    let below = lines.iter().skip(at + 1).take(SUBTITLE_LINES);
    let mut kinds = below.filter_map(|line| {
        let (kind, found) = kind_found(line)?;
        let before = without_period(line.get(..found.start)?);
        let is_first = before.is_empty() || ORDINAL.is_match(&before);
        is_first.then_some((kind, line))
    });
    let (kind, line) = kinds.next()?;
    Some(Titled { kind, entity, line })
}

/// Lines below a name of which one may say what kind of report it is.
const SUBTITLE_LINES: usize = 3;

/// The year that a title names, and of `2024-25` the one in which it ends.
fn title_year(line: &str) -> Option<i16> {
    let found = YEAR.captures_iter(line).last()?;
    let first: i16 = found.get(1)?.as_str().parse().ok()?;
    let second = found
        .get(2)
        .and_then(|second| second.as_str().parse::<i16>().ok());
    let goes_on = second.is_some_and(|second| second % 100 == (first + 1) % 100);
    Some(first + i16::from(goes_on))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Annual,
    HalfYear,
    Quarter,
}

impl Kind {
    /// As `assay_facts::FormClass` knows it.
    fn form(self, line: &str) -> &'static str {
        match (self, HAN.is_match(line)) {
            (Self::Annual, false) => "Annual report",
            (Self::HalfYear, false) => "Half-year report",
            (Self::Quarter, false) => "Quarterly report",
            (Self::Annual, true) => "年报",
            (Self::HalfYear, true) => "半年报",
            (Self::Quarter, true) => "季报",
        }
    }
}

/// The kind of report that a line is the title of, and the name in it.
fn kind_in(line: &str) -> Option<(Kind, String)> {
    if line.chars().count() > TITLE_CHARS || line.ends_with(['.', '。', '?', '？']) {
        return None;
    }
    let (kind, found) = kind_found(line)?;
    let before = line.get(..found.start).unwrap_or_default();
    let after = line.get(found.end..).unwrap_or_default();
    let (before, after) = (without_period(before), without_period(after));
    match (before.is_empty(), after.is_empty()) {
        (_, true) => Some((kind, before)),
        (true, false) => Some((kind, after)),
        (false, false) => None,
    }
}

fn kind_found(line: &str) -> Option<(Kind, Range<usize>)> {
    let kinds = [
        (Kind::HalfYear, &HALF_YEAR),
        (Kind::Quarter, &QUARTER),
        (Kind::Annual, &ANNUAL),
    ];
    kinds
        .iter()
        .find_map(|(kind, pattern)| Some((*kind, pattern.find(line)?.range())))
}

/// Without years, days and the words that lead to them.
fn without_period(text: &str) -> String {
    let plain = PERIOD.replace_all(text, " ");
    let edge = |c: char| c.is_whitespace() || "-–—:：,，|/·•()（）[]【】《》&".contains(c);
    let plain = squeezed(plain.trim_matches(edge));
    let plain = plain.strip_prefix("of ").unwrap_or(&plain);
    let plain = plain.strip_suffix("'s").unwrap_or(plain);
    plain.strip_suffix("’s").unwrap_or(plain).to_owned()
}

/// The first line beside a title that is nothing but the name of a company.
fn name_beside(lines: &[String], at: usize) -> Option<String> {
    let others = lines.iter().enumerate().filter(|(place, _)| *place != at);
    let mut names = others.filter(|(_, line)| is_full_name(line));
    names.next().map(|(_, line)| line.clone())
}

fn is_full_name(line: &str) -> bool {
    is_name(line) && ends_with_legal_form(line)
}

/// A name with a legal form, or one that the report goes on to use.
fn is_company(name: &str, text: &str) -> bool {
    let uses = || text.matches(name).take(LEAST_USES).count();
    is_name(name) && (ends_with_legal_form(name) || uses() >= LEAST_USES)
}

/// Words that all begin with a capital, or Han characters without a mark.
fn is_name(name: &str) -> bool {
    if HAN.is_match(name) {
        let letters = |c: char| c.is_alphanumeric() || matches!(c, '（' | '）' | '(' | ')' | '·');
        let is_remark = name.starts_with(['（', '(']);
        return !is_remark && name.chars().all(letters) && (2..=40).contains(&name.chars().count());
    }
    let words: Vec<&str> = name.split(' ').collect();
    let joins = |word: &str| matches!(word, "&" | "and" | "of" | "the" | "de" | "plc");
    let is_word = |word: &&str| {
        let begins = word.chars().find(|c| c.is_alphanumeric());
        joins(word)
            || is_legal_form(word)
            || begins.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
    };
    let is_generic = |word: &&str| GENERIC.contains(&word.to_lowercase().as_str());
    words.len() <= NAME_WORDS
        && name.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && words.iter().all(is_word)
        && !words.iter().all(is_generic)
}

/// Words that stand beside the title of a report and are nobody's name.
static GENERIC: assay_domain::WordList = assay_domain::word_list!("report_cover/generic");

/// The last day of the period: the newest that the report says its year, half-year or quarter ended on,
/// about the year of its title.
fn period_end(text: &str, year: Option<i16>, kind: Kind) -> Option<Date> {
    let fits = |day: &Date| year.is_none_or(|year| (year - 1..=year + 1).contains(&day.year()));
    let ended = match kind {
        Kind::Annual => &YEAR_ENDED,
        Kind::HalfYear | Kind::Quarter => &MONTHS_ENDED,
    };
    let stated = ended.find_iter(text).filter_map(|found| {
        let near = text.get(found.end()..)?;
        first_date(near.get(..near.floor_char_boundary(DATE_REACH))?)
    });
    let stated = stated.chain(
        HAN_ENDED
            .find_iter(text)
            .filter_map(|found| first_date(found.as_str())),
    );
    let stated = stated.filter(fits).max();
    stated.or_else(|| calendar_year_end(text, year?, kind))
}

/// A day stands this near after the words that announce it, in bytes.
const DATE_REACH: usize = 40;

/// The last day of the calendar's year or half, where the report names it and the title its year. Years
/// that end on other days are called in more than one way, and need the whole date.
fn calendar_year_end(text: &str, year: i16, kind: Kind) -> Option<Date> {
    let (month, pattern) = match kind {
        Kind::Annual => (12, &LAST_OF_DECEMBER),
        Kind::HalfYear => (6, &LAST_OF_JUNE),
        Kind::Quarter => return None,
    };
    let day = Date::new(year, month, 1).ok()?.last_of_month();
    // the accounting law of the mainland knows no other year than the calendar's
    let is_named = pattern.is_match(text) || MAINLAND_CODE.is_match(text);
    is_named.then_some(day)
}

/// The code under which a security is listed in Shanghai, Shenzhen or Beijing.
static MAINLAND_CODE: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"(?:证券|股票|公司)代码\s*[:：]?\s*\d{6}\b"));

static STATEMENT: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:income|cash\s+flow)\s+statements?\b|\bstatements?\s+of\s+(?:profit|operations|income|earnings|comprehensive|financial\s+position|cash\s+flows?)|\bprofit\s+and\s+loss\b|\bbalance\s+sheets?\b|利润表|利潤表|损益表|損益表|收益表|资产负债表|資產負債表|财务状况表|財務狀況表|现金流量表|現金流量表",
    )
});
/// What stands for the statements in the short form of a report.
static MAIN_FIGURES: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"主要(?:会计|會計|财务|財務)(?:数据|數據|指标|指標)|(?:财务|財務)摘要|(?i)\b(?:selected|summary)\s+(?:consolidated\s+)?financial\s+(?:data|information)\b|\bfinancial\s+(?:highlights|summary)\b",
    )
});
static HAN: LazyLock<Regex> = LazyLock::new(|| compiled(r"\p{Han}"));
static YEAR: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"((?:19|20)\d\d)(?:\s?[-/–]\s?((?:20)?\d\d)\b)?"));
/// `38th`, `the 12th`.
static ORDINAL: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"(?i)^(?:the\s+)?\d{1,3}(?:st|nd|rd|th)$"));
static LAST_OF_DECEMBER: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"(?i)\b31(?:st)?\s+december\b|\bdecember\s+31\b|\b31\.12\.|12\s*月\s*31\s*日")
});
static LAST_OF_JUNE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"(?i)\b30(?:th)?\s+june\b|\bjune\s+30\b|\b30\.0?6\.|6\s*月\s*30\s*日")
});
static ANNUAL: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:integrated\s+)?annual\s+(?:integrated\s+|financial\s+|securities\s+)?reports?(?:\s+(?:and|&|to)\s+(?:consolidated\s+)?(?:accounts|financial\s+statements|shareholders|stockholders))?|\bannual\s+accounts\b|\bintegrated\s+report\b|\breports?\s+(?:and|&)\s+accounts\b|\buniversal\s+registration\s+document\b|年度报告|年度報告|年报|年報",
    )
});
static HALF_YEAR: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:half[\s-]year(?:ly)?|interim|semi-annual)\s+(?:financial\s+)?reports?\b|半年度报告|中期报告|中期報告|半年报",
    )
});
static QUARTER: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\bquarterly\s+(?:financial\s+)?(?:report|statement)\b|第?[一三]?季度报告|第?[一三]?季度報告",
    )
});
/// What a title says of its period, and of how much of the report it heads.
static PERIOD: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?ix)
          \b(?:for\s+)?(?:the\s+)?(?:financial\s+|fiscal\s+)?(?:years?|period|months)\s+(?:ended|ending|to)\b
        | \b\d{1,2}(?:st|nd|rd|th)?\s+(?:january|february|march|april|may|june|july|august|september|october|november|december)\b
        | \b(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d{1,2}\b
        | \b(?:fy|fiscal(?:\s+year)?|financial\s+year)\s*(?:19|20)?\d\d(?:\s*[-/–]\s*(?:20)?\d\d)?\b
        | (?:19|20)\d\d(?:\s*[-/–]\s*(?:20)?\d\d\b)?\s*(?:年度|年)?
        | 截至 | \d{1,2}月\d{1,2}日 | 止(?:年度|六个月|六個月)?
        | [（(]?(?:全文|摘要|摘录|摘錄|节选|節選|节录)[)）]? | \((?:extracts?|excerpts?|abridged|summary)\)
        ",
    )
});
static YEAR_ENDED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:years?|twelve\s+months|12\s+months|5[23]\s+weeks)\s+(?:then\s+)?(?:ended|to)\b|\byear\s+from\b[^.;]{0,24}\bto\b",
    )
});
static MONTHS_ENDED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"(?i)\b(?:months|half[\s-]year|quarter|weeks|period)\s+(?:ended|to)\b")
});
/// `截至2024年12月31日止年度`.
static HAN_ENDED: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"截至\s*(?:19|20)\d\d\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日\s*止"));
