//! The cover that a regulator demands of a filing: form, period, registrant.

use std::sync::LazyLock;

use assay_domain::Date;
use regex::Regex;

use super::{
    Cover, DATE_REACH, PERIOD_ENDED, Top, clean_name, compiled, date_after, first_date, is_kind,
    is_name, name_like, report, subject, titled,
};
use crate::date::signing_date;

/// How far into a text its form is named, in bytes.
const FORM_REACH: usize = 4_000;
/// Lines around the words "exact name of registrant" that may hold the name.
const NAME_REACH: usize = 6;

/// A filing with the regulator: its cover names both, and the registrant or the period.
pub(super) fn filing(top: &Top, text: &str, stem: &str) -> Option<Cover> {
    let head = top.text.get(..top.text.floor_char_boundary(FORM_REACH))?;
    let found = FORM.captures(head).filter(|_| REGULATOR.is_match(head))?;
    let is_alone = |line: &String| FORM.find(line).is_some_and(|form| form.len() == line.len());
    let is_cover = EXACT_NAME.is_match(&top.text)
        || PERIOD_ENDED.is_match(head) && top.lines.iter().any(is_alone);
    let entity = registrant(&top.lines).or_else(|| name_like(top, stem));
    let form = found.get(1).filter(|_| is_cover)?;
    Some(cover(entity, form_name(form.as_str()), top, text))
}

/// A report without a cover that the name of its file tells the kind of.
pub(super) fn named_by_file(top: &Top, text: &str, stem: &str) -> Option<Cover> {
    let form = FORM_IN_FILE.captures(stem)?.get(1)?;
    let entity = name_like(top, stem).filter(|_| report::has_statement(text))?;
    Some(cover(Some(entity), form_name(form.as_str()), top, text))
}

/// A filing is dated by its signature.
fn cover(entity: Option<String>, form: String, top: &Top, text: &str) -> Cover {
    let period_end = match form.starts_with("8-") || form.starts_with("6-") {
        true => report_date(&top.text),
        false => date_after(&top.text, &PERIOD_ENDED),
    };
    Cover {
        title: entity
            .as_deref()
            .map(|name| titled(name, &form, period_end)),
        subject: subject(entity, &form, period_end),
        date: signing_date(text),
    }
}

/// `10–k/a` and `10K` as the regulator writes them.
fn form_name(found: &str) -> String {
    let plain: String = found
        .to_uppercase()
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '/')
        .collect();
    let digits = plain.chars().take_while(char::is_ascii_digit).count();
    let (number, letters) = plain.split_at_checked(digits).unwrap_or((&plain, ""));
    format!("{number}-{letters}")
}

/// The name above the words "exact name of registrant", or below them in a table of registrants.
fn registrant(lines: &[String]) -> Option<String> {
    let at = lines.iter().position(|line| EXACT_NAME.is_match(line))?;
    let line = lines.get(at)?;
    let before = EXACT_NAME
        .find(line)
        .and_then(|found| line.get(..found.start()));
    let before = before.unwrap_or_default().trim_end_matches(['(', ' ', '|']);
    if is_name(before) {
        return Some(clean_name(before));
    }
    let first = at.saturating_sub(NAME_REACH);
    let above = lines.get(first..at)?.iter().rev();
    let above = above.filter(|line| line.contains(char::is_alphabetic));
    let above: Vec<&String> = above.take_while(|line| is_name(line)).collect();
    let below = lines.iter().skip(at).take(3 * NAME_REACH);
    let mut below = below.flat_map(|line| line.split(" | "));
    first_name(&above).or_else(|| below.find_map(name_within))
}

/// Of the lines above, from the lowest up: one name over several lines, or the first of several.
fn first_name(above: &[&String]) -> Option<String> {
    let mut name = String::new();
    for part in above.iter().rev() {
        name = clean_name(&format!("{name} {part}"));
        if part.split(' ').any(is_kind) {
            break;
        }
    }
    (!name.is_empty()).then_some(name)
}

/// The company in a row of registrants, between its numbers and its state.
fn name_within(cell: &str) -> Option<String> {
    let words = cell.split(' ');
    let mut words = words.skip_while(|word| !word.contains(char::is_alphabetic));
    let mut name: Vec<&str> = Vec::new();
    let ends = words.any(|word| {
        name.push(word);
        is_kind(word)
    });
    let name = clean_name(&name.join(" "));
    (ends && name.contains(' ') && is_name(&name)).then_some(name)
}

/// The day of a current report stands after the words that announce it, or right above them.
fn report_date(text: &str) -> Option<Date> {
    let before = || {
        let found = REPORT_DATE.find(text)?;
        let above = text.get(..found.start())?;
        let near = above.get(above.ceil_char_boundary(above.len().saturating_sub(DATE_REACH))..)?;
        first_date(near)
    };
    date_after(text, &REPORT_DATE).or_else(before)
}

static REGULATOR: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"(?i)securities\s+and\s+exchange\s+commission"));
static FORM: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\bform\s*((?:10\s?[-–‑−]\s?[KQ]T?|20\s?[-–‑−]\s?F|40\s?[-–‑−]\s?F|8\s?[-–‑−]\s?K|6\s?[-–‑−]\s?K)(?:\s?/\s?A\b)?)",
    )
});
static FORM_IN_FILE: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"(?i)(?:^|[_\W])(10-?[KQ]|20-?F|40-?F|8-?K|6-?K)(?:[_\W]|$)"));
static EXACT_NAME: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"(?i)\(?\s*exact\s+names?\s+of\s+(?:each\s+)?(?:registrants?|the\s+registrants?)")
});
static REPORT_DATE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"(?i)\bdate\s+of\s+(?:the\s+)?(?:earliest\s+event\s+reported|report)\b\)?:?")
});
