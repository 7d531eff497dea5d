//! What a writer may cite.

use assay_figures::{Unit, cut};

use super::book::{Book, Entry};
use super::counted::thing_behind;
use super::exempt::exemption;
use super::value::Value;
use super::words::is_han;
use crate::check::{CitableValue, ReadSource};

/// As many as a prompt can bear.
const MOST: usize = 160;

pub(crate) fn citable<'a>(sources: &[&'a ReadSource<'a>]) -> Vec<CitableValue> {
    let book = Book::of(sources);
    let mut found: Vec<CitableValue> = Vec::new();
    for entry in book.entries().iter().filter(|entry| is_figure(entry)) {
        let value = entry.value;
        let is_known = |known: &CitableValue| {
            known.printed == value.raw
                && known.subject == value.name
                && known.period == value.period
        };
        if !found.iter().any(is_known) {
            found.push(entry.citable());
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// Most alternatives that a problem names.
const NEAREST: usize = 3;

/// The values that fit best by `rank`, the lowest first.
pub(crate) fn nearest<K: Ord>(
    entries: &[Entry<'_>],
    rank: impl Fn(&Entry<'_>) -> Option<K>,
) -> Vec<CitableValue> {
    let mut ranked: Vec<(K, usize)> = entries
        .iter()
        .enumerate()
        .filter_map(|(place, entry)| Some((rank(entry)?, place)))
        .collect();
    ranked.sort();
    let mut found: Vec<CitableValue> = Vec::new();
    for (_, place) in ranked {
        let Some(value) = entries.get(place).map(Entry::citable) else {
            continue;
        };
        if !found.contains(&value) {
            found.push(value);
        }
        if found.len() == NEAREST {
            break;
        }
    }
    found
}

/// Whether a number states a quantity: it has a unit, a scale or a metric, counts a noun, or stands
/// beside a label. Times of day, numbers in names and numbers that only identify state none.
fn is_figure(entry: &Entry<'_>) -> bool {
    let (value, text) = (entry.value, entry.page.source.text);
    if !entry.in_text || value.in_name || is_code(&value.raw) {
        return false;
    }
    let stretches = &entry.page.reading.stretches;
    let is_around = |start: usize, end: usize| start <= value.range.start && value.range.end <= end;
    let stretch = stretches.iter().find(|at| is_around(at.start, at.end));
    if stretch.is_some_and(|stretch| exemption(text, stretch, value).is_some()) {
        return false;
    }
    let before = cut(text, 0..value.range.start);
    let after = cut(text, value.range.end..text.len());
    if is_time_of_day(before, after) || is_inside_a_token(before, after) {
        return false;
    }
    if has_own_unit(value) || value.metric.or(value.measured).is_some() {
        return true;
    }
    if value.place.is_cell() {
        return !value.name.is_empty() && !identifies(&value.name);
    }
    if let Some(label) = label_before(before) {
        return !identifies(label);
    }
    let counts = thing_behind(text, &value.range).is_some();
    if follows_a_name(before) {
        return counts;
    }
    let is_scaled = value.exponent.unwrap_or_default() > 0;
    let has_noun = counts || matches!(value.unit, Unit::Count(_)) || has_joined_unit(after);
    is_scaled || has_noun || is_grouped(&value.raw)
}

fn has_own_unit(value: &Value) -> bool {
    !matches!(value.unit, Unit::Bare | Unit::Count(_))
}

/// `00`, `007`: what is counted or measured is not written with a zero in front.
fn is_code(raw: &str) -> bool {
    let mut characters = raw.chars();
    let begins_with_zero = characters.next() == Some('0');
    begins_with_zero && characters.next().is_some_and(|c| c.is_ascii_digit())
}

/// `10,400`: what only identifies is not written in groups of three.
fn is_grouped(raw: &str) -> bool {
    let digits: Vec<&str> = raw.split([',', '，']).collect();
    digits.len() > 1
        && digits
            .iter()
            .all(|part| part.starts_with(|c: char| c.is_ascii_digit()))
}

/// `10:45`, `7 p.m.`, `9点30分`.
fn is_time_of_day(before: &str, after: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let colons = [':', '：'];
    let minutes = before
        .strip_suffix(colons)
        .is_some_and(|hour| hour.ends_with(is_digit));
    let hour = after
        .strip_prefix(colons)
        .is_some_and(|minutes| minutes.starts_with(is_digit));
    minutes || hour || is_half_of_the_day(after) || is_chinese_time(before, after)
}

fn is_half_of_the_day(after: &str) -> bool {
    let word: String = after
        .trim_start()
        .chars()
        .take_while(|c| c.is_ascii_alphabetic() || matches!(c, '.' | '\'' | '’'))
        .flat_map(char::to_lowercase)
        .filter(char::is_ascii_alphabetic)
        .collect();
    matches!(word.as_str(), "am" | "pm" | "oclock")
}

fn is_chinese_time(before: &str, after: &str) -> bool {
    let hour = after.strip_prefix(['点', '时']).is_some_and(|rest| {
        let next = rest.chars().next();
        next.is_none_or(|c| c.is_ascii_digit() || matches!(c, '整' | '半') || !c.is_alphanumeric())
    });
    hour || (after.starts_with('分') && before.ends_with(['点', '时']))
}

/// `GPT4`, `COVID-19`, `10-K`, `a/7`, `id_9`, `user@7`: part of a longer token. Letters behind a number
/// are its unit: `40kW`.
fn is_inside_a_token(before: &str, after: &str) -> bool {
    let is_letter = |c: char| c.is_alphabetic() && !is_han(c);
    let joins = ['_', '@', '#', '/', '\\', '&', '='];
    let hyphened = |part: &str| {
        part.strip_suffix(['-', '‐'])
            .is_some_and(|rest| rest.ends_with(is_letter))
    };
    let is_model = after
        .strip_prefix('-')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    let is_path = after
        .strip_prefix(joins)
        .is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    before.ends_with(is_letter)
        || before.ends_with(joins)
        || hyphened(before)
        || is_model
        || is_path
}

/// The word right before a number has a capital: `ISO 27001`, `Orion 5M`.
fn follows_a_name(before: &str) -> bool {
    let words = before.trim_end_matches([' ', '\u{a0}', '-', '(', '"']);
    if words.len() == before.len() {
        return false;
    }
    let word = words.rsplit(|c: char| !c.is_alphanumeric()).next();
    word.is_some_and(|word| word.starts_with(|c: char| c.is_uppercase()))
}

/// The key of `key: 310` at the end of `before`.
fn label_before(before: &str) -> Option<&str> {
    let key = before.trim_end().strip_suffix([':', '：'])?;
    let key = key.rsplit(['\n', ';', '；', ':', '：']).next()?.trim();
    key.chars().any(char::is_alphabetic).then_some(key)
}

/// Words for what tells one thing from another and measures nothing.
const IDENTIFIERS: &str = " id ids no nr number ref reference code zip postcode phone tel telephone fax mobile \
    page date time sent received version isin cusip sku ";
const HAN_IDENTIFIERS: [&str; 10] = [
    "编号", "代码", "电话", "邮编", "日期", "时间", "页码", "传真", "手机", "版本",
];

fn identifies(label: &str) -> bool {
    let mut words = label.split(|c: char| !c.is_alphanumeric());
    let last = words.rfind(|word| !word.is_empty());
    let last = last.unwrap_or_default().to_lowercase();
    IDENTIFIERS.contains(&format!(" {last} "))
        || HAN_IDENTIFIERS.iter().any(|word| last.ends_with(word))
}

/// How Chinese measure words and units begin; they are a closed class.
const MEASURE_WORDS: &str = "个名位人家台辆艘架座套件项次种份批只头棵株张部栋幢户亩吨克米升桶度瓦天周倍股元箱瓶袋双对组岁\
    公千兆吉平立小";

/// `90-day`, `14艘`: the unit that a number is joined to.
fn has_joined_unit(after: &str) -> bool {
    let is_letter = |c: char| c.is_alphabetic() && !is_han(c);
    let joined = after.strip_prefix('-').unwrap_or(after);
    joined.starts_with(is_letter) || after.starts_with(|c| MEASURE_WORDS.contains(c))
}
