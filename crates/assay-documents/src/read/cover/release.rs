//! A company's own announcement: who speaks, after which place and day.

use std::sync::LazyLock;

use assay_domain::{Date, ends_with_legal_form, is_legal_form};
use regex::Regex;

use super::{
    Cover, PERIOD_ENDED, Top, clean_name, compiled, date_after, first_date, is_name,
    last_date_after, name_like, squeezed, subject, titled,
};
use crate::date::stated_date;

/// Lines of which one says who announces what, or that a release follows.
const HEAD_LINES: usize = 30;
/// Most words of a name.
const NAME_WORDS: usize = 8;

pub(super) fn release(top: &Top, text: &str, stem: &str) -> Option<Cover> {
    let headline = headline(&top.lines);
    let dateline = dateline(&top.lines);
    let mut head = top.lines.iter().take(HEAD_LINES);
    let is_told = || {
        let is_on_results = |line: &String| RESULTS.is_match(line);
        RELEASE.is_match(&top.text) || headline.as_ref().is_some_and(is_on_results)
    };
    let is_labelled = headline.is_some() && head.any(|line| LABEL.is_match(line));
    let is_release = is_labelled || dateline.is_some() && is_told();
    if !is_release {
        return None;
    }
    let (date, said) = dateline.unzip();
    let entity = said.and_then(|said| speaker(said, headline.as_deref()));
    let entity = entity.or_else(|| {
        let line = headline.as_deref()?;
        let before = line.get(..ANNOUNCES.find(line)?.start())?;
        Some(clean_name(before)).filter(|name| is_name(name))
    });
    let entity = entity.or_else(|| name_like(top, stem))?;
    let form = match RESULTS.is_match(&top.text) {
        true => "Earnings release",
        false => "News release",
    };
    let date = date.or_else(|| stated_date(text));
    let period_end = match date {
        Some(date) => last_date_after(text, &PERIOD_ENDED, date),
        None => date_after(text, &PERIOD_ENDED),
    };
    Some(Cover {
        title: Some(headline.unwrap_or_else(|| titled(&entity, form, period_end))),
        subject: subject(Some(entity), form, period_end),
        date,
    })
}

/// The line, or two, that says who announces what.
fn headline(lines: &[String]) -> Option<String> {
    let at = lines.iter().take(HEAD_LINES).position(|line| {
        ANNOUNCES.is_match(line) && line.chars().count() <= 160 && !line.ends_with('.')
    })?;
    let title = lines.get(at)?;
    // a headline in two lines: the second neither begins a list nor states a date
    let goes_on = |next: &&String| {
        next.chars().count() <= 80
            && next.starts_with(char::is_alphabetic)
            && first_date(next).is_none()
            && !next.ends_with('.')
            && !next.to_lowercase().contains("news")
            && RESULTS_WORD.is_match(next)
            && *next != title
    };
    let next = lines.get(at + 1).filter(goes_on);
    Some(squeezed(&format!(
        "{title} {}",
        next.map_or("", String::as_str)
    )))
}

/// The day of a line that begins with a place and a day, and what is said after them. What an agency
/// reports is nobody's own word: only services that send out releases stand between.
fn dateline(lines: &[String]) -> Option<(Date, &str)> {
    lines.iter().enumerate().find_map(|(at, line)| {
        let found = DATELINE.captures(line)?;
        let by = found.name("by").map_or("", |by| by.as_str());
        if !by.is_empty() && !WIRE.is_match(by) {
            return None;
        }
        let rest = line.get(found.get(0)?.end()..)?.trim();
        // a place and a day may be a line of their own
        let said = match rest.is_empty() {
            true => lines.get(at + 1).map_or("", String::as_str),
            false => rest,
        };
        Some((first_date(found.name("day")?.as_str())?, said))
    })
}

/// The name that a sentence begins with, where it is a company's: by its legal form, by the headline, or
/// because it announces.
fn speaker(said: &str, headline: Option<&str>) -> Option<String> {
    let words: Vec<&str> = said.split(' ').collect();
    let mut name = String::new();
    let mut next = "";
    for (at, word) in words.iter().take(NAME_WORDS + 1).enumerate() {
        next = word;
        let joins = matches!(*word, "&" | "and" | "of" | "the" | "de") && at > 0;
        let is_capital = word.starts_with(char::is_alphanumeric)
            && word.contains(|c: char| c.is_uppercase() || c.is_ascii_digit());
        let goes_on = !name.ends_with(',') || is_legal_form(word.trim_end_matches(','));
        if !(joins || is_capital) || !goes_on {
            break;
        }
        name = format!("{name} {word}");
    }
    let name = clean_name(&name);
    let first = name.split(' ').next()?;
    let is_company = ends_with_legal_form(&name)
        || headline.is_some_and(|line| line.starts_with(first))
        || next == "today"
        || ANNOUNCES.is_match(next);
    (is_name(&name) && is_company).then_some(name)
}

/// A line that is nothing but the kind of paper.
static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"(?i)^(?:(?:news|press|earnings|media)\s+release|for\s+immediate\s+release|news)\W*$")
});
static RELEASE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:news|press|earnings)\s+release\b|globe\s*newswire|pr\s*newswire|business\s*wire|\btoday\s+(?:announce[sd]|report(?:s|ed)|released|published)\b|\b(?:announced|reported)\s+today\b|for\s+immediate\s+release",
    )
});
static WIRE: LazyLock<Regex> = LazyLock::new(|| compiled(r"(?i)wire|newsfile|\bcnw\b|^\W*$"));
static RESULTS: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:first|second|third|fourth|full|q[1-4])[\s-]*(?:quarter|year|half)?\b[^.]{0,80}\bresults\b|\b(?:financial|operating|quarterly|annual)\s+results\b",
    )
});
static RESULTS_WORD: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"(?i)\b(?:results?|quarter|year|fiscal|earnings|outlook|dividend)\b")
});
static ANNOUNCES: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"\b(?i:reports?|announces?|reported|announced|posts?|delivers?)\b"));
/// `OSLO, July 30, 2031 (GLOBE NEWSWIRE) --`, `Malmö, 4 November 2031 –`.
static DATELINE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"^(?:[A-Z].{1,60}?[\s,(])?(?P<day>[A-Z][a-z]{2,8}\.?\s+\d{1,2},\s+(?:19|20)\d\d|\d{1,2}\s+[A-Z][a-z]{2,8}\s+(?:19|20)\d\d)\)?\s*(?:[(/](?P<by>[^()/]{0,40})[)/])?\s*(?:[-–—]+\s|$)",
    )
});
