//! Whose paper it is, of which kind and period: as its first pages say it, with the name of the
//! file as a second witness.

use std::sync::LazyLock;

use assay_domain::{Date, DocumentSubject};
use regex::Regex;

use super::super::squeezed;
use super::cells::{cells_of, compiled};
use super::furniture::PageLines;
use crate::date::first_date;

/// Pages of which the cover may consist.
const COVER_PAGES: usize = 3;
/// Pages of a release; its tables state the period that its first page may only name.
const RELEASE_PAGES: usize = 40;
/// A date stands this near after the words that announce it, in bytes.
const DATE_REACH: usize = 60;
/// Lines around the words "exact name of registrant" that may hold the name.
const NAME_REACH: usize = 6;
const NAME_CHARS: usize = 90;

/// What the first pages say the document is.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Cover {
    pub(super) subject: DocumentSubject,
    pub(super) title: Option<String>,
    /// The day of a release; a filing is dated by its signature.
    pub(super) date: Option<Date>,
}

/// `stem` is the name of the file without folder and ending.
pub(super) fn cover_of(pages: &[PageLines], stem: &str) -> Cover {
    let lines = cells_on(pages, COVER_PAGES);
    let text = text_of(&lines);
    let form = stated_form(&text);
    match form {
        Some(form) => filing(&lines, &text, form, stem),
        None if RELEASE.is_match(&text) => {
            let all = text_of(&cells_on(pages, RELEASE_PAGES));
            release(&lines, &text, &all, stem)
        }
        None => named_by_file(&text, stem),
    }
}

fn cells_on(pages: &[PageLines], most: usize) -> Vec<Vec<String>> {
    let lines = pages.iter().take(most).flat_map(|page| &page.lines);
    let texts = lines.map(|line| cells_of(line).into_iter().map(|cell| cell.text));
    texts.map(Iterator::collect).collect()
}

fn text_of(lines: &[Vec<String>]) -> String {
    squeezed(
        &lines
            .iter()
            .map(|cells| cells.join(" ") + " ")
            .collect::<String>(),
    )
}

/// The form of a filing with the regulator: its cover names both.
fn stated_form(text: &str) -> Option<String> {
    let top = text.get(..text.floor_char_boundary(4_000))?;
    if !REGULATOR.is_match(top) {
        return None;
    }
    let captures = FORM.captures(top)?;
    Some(form_name(captures.get(1)?.as_str()))
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

fn filing(lines: &[Vec<String>], text: &str, form: String, stem: &str) -> Cover {
    let entity = registrant(lines).or_else(|| name_like(text, stem));
    let period_end = if form.starts_with("8-") || form.starts_with("6-") {
        report_date(text)
    } else {
        date_after(text, &PERIOD_ENDED)
    };
    Cover {
        title: titled(entity.as_deref(), &form, period_end),
        subject: DocumentSubject {
            entity,
            form: Some(form),
            period_end,
        },
        date: None,
    }
}

/// `Northwind Ltd. 10-K (December 31, 2024)`.
fn titled(entity: Option<&str>, form: &str, period: Option<Date>) -> Option<String> {
    let entity = entity?;
    Some(match period {
        Some(day) => format!("{entity} {form} ({})", day.strftime("%B %-d, %Y")),
        None => format!("{entity} {form}"),
    })
}

/// The name above the words "exact name of registrant", or below them in a table of registrants.
fn registrant(lines: &[Vec<String>]) -> Option<String> {
    let at = lines
        .iter()
        .position(|cells| EXACT_NAME.is_match(&cells.join(" ")))?;
    let line = lines.get(at)?.join(" ");
    let before = EXACT_NAME
        .find(&line)
        .and_then(|found| line.get(..found.start()));
    let before = before.unwrap_or_default().trim_end_matches(['(', ' ']);
    if is_name(before) {
        return Some(clean_name(before));
    }
    let first = at.saturating_sub(NAME_REACH);
    let mut above: Vec<String> = Vec::new();
    for cells in lines.get(first..at)?.iter().rev() {
        let text = cells.join(" ");
        if !text.contains(char::is_alphabetic) {
            continue;
        }
        if !is_name(&text) {
            break;
        }
        above.push(clean_name(&text));
    }
    if let Some(name) = first_name(above) {
        return Some(name);
    }
    let below = lines.iter().skip(at).take(3 * NAME_REACH).flatten();
    below
        .map(|cell| clean_name(cell))
        .find(|cell| COMPANY.is_match(cell) && is_name(cell))
}

/// Of the lines above, from the lowest up: one name over several lines, or the first of several.
fn first_name(above: Vec<String>) -> Option<String> {
    let mut name = String::new();
    for part in above.iter().rev() {
        if !name.is_empty() {
            name.push(' ');
        }
        name.push_str(part);
        if COMPANY.is_match(part) {
            break;
        }
    }
    (!name.is_empty()).then_some(name)
}

fn clean_name(text: &str) -> String {
    let text = squeezed(text);
    text.trim_matches(|c: char| matches!(c, '_' | '-' | '–' | '(' | ' ' | ':' | '*'))
        .to_owned()
}

fn is_name(text: &str) -> bool {
    let length = text.chars().count();
    let says = text.chars().filter(|c| c.is_alphabetic()).count() >= 2;
    let starts = text.chars().find(|c| c.is_alphanumeric());
    (2..=NAME_CHARS).contains(&length)
        && says
        && starts.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit() || c == 'e')
        && !NO_NAME.is_match(text)
        && first_date(text).is_none()
}

/// A company's own announcement of its results.
fn release(lines: &[Vec<String>], text: &str, all: &str, stem: &str) -> Cover {
    let headline = headline(lines);
    let speaker = SPEAKER.captures(text).and_then(|found| found.get(1));
    let speaker = speaker.map(|name| clean_name(name.as_str()));
    let of_headline = || {
        let line = headline.as_deref()?;
        let verb = ANNOUNCES.find(line)?;
        Some(clean_name(line.get(..verb.start())?)).filter(|name| is_name(name))
    };
    let entity = speaker
        .or_else(of_headline)
        .or_else(|| name_like(text, stem));
    let form = if RESULTS.is_match(text) {
        "Earnings release"
    } else {
        "News release"
    };
    let period_end = date_after(all, &PERIOD_ENDED);
    Cover {
        title: headline.or_else(|| titled(entity.as_deref(), form, period_end)),
        subject: DocumentSubject {
            entity,
            form: Some(form.to_owned()),
            period_end,
        },
        date: DATELINE
            .captures(text)
            .and_then(|found| first_date(found.get(1)?.as_str())),
    }
}

/// The line, or two, that says who announces what.
fn headline(lines: &[Vec<String>]) -> Option<String> {
    let at = lines.iter().take(30).position(|cells| {
        let text = cells.join(" ");
        ANNOUNCES.is_match(&text) && text.chars().count() <= 160 && !text.ends_with('.')
    })?;
    let mut title = lines.get(at)?.join(" ");
    // a headline in two lines: the second neither begins a list nor states a date
    if let Some(next) = lines.get(at + 1).map(|cells| cells.join(" "))
        && next.chars().count() <= 80
        && next.starts_with(char::is_alphabetic)
        && first_date(&next).is_none()
        && !next.ends_with('.')
        && !next.to_lowercase().contains("news")
        && RESULTS_WORD.is_match(&next)
    {
        title.push(' ');
        title.push_str(&next);
    }
    Some(squeezed(&title))
}

/// A report without a cover that the name of its file tells the kind of.
fn named_by_file(text: &str, stem: &str) -> Cover {
    let Some(form) = FORM_IN_FILE.captures(stem).and_then(|found| found.get(1)) else {
        return Cover::default();
    };
    let Some(entity) = name_like(text, stem) else {
        return Cover::default();
    };
    let form = form_name(form.as_str());
    let period_end = date_after(text, &PERIOD_ENDED);
    Cover {
        title: titled(Some(&entity), &form, period_end),
        subject: DocumentSubject {
            entity: Some(entity),
            form: Some(form),
            period_end,
        },
        date: None,
    }
}

/// A name on the first pages that begins as the file is called: `acmefoods_2023` and `ACME Foods plc`.
fn name_like(text: &str, stem: &str) -> Option<String> {
    let called = letters(stem.split(['_', ' ', '.']).next().unwrap_or_default());
    if called.chars().count() < 2 {
        return None;
    }
    let words: Vec<&str> = text.split(' ').collect();
    let names = (0..words.len()).filter_map(|at| name_at(words.get(at..)?, &called));
    // the longest: with what the company calls its kind
    names.max_by_key(|name| (COMPANY.is_match(name), std::cmp::Reverse(name.len())))
}

/// The words that spell `called`, with those up to the kind of company that follow.
fn name_at(words: &[&str], called: &str) -> Option<String> {
    let mut spelled = String::new();
    let is_capital =
        |word: &str| word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let count = words.iter().take(6).position(|word| {
        spelled.push_str(&letters(word));
        spelled.len() >= called.len()
    })? + 1;
    if spelled != called || !words.first().is_some_and(|word| is_capital(word)) {
        return None;
    }
    let more = words
        .iter()
        .skip(count)
        .take(3)
        .take_while(|word| is_capital(word));
    let kind = more.into_iter().position(|word| COMPANY.is_match(word));
    let end = kind.map_or(count, |more| count + more + 1);
    let name = words.get(..end)?.join(" ");
    let name = name.trim_end_matches([',', ';', ':', '”', '"', ')', '’']);
    Some(clean_name(name))
}

fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

fn date_after(text: &str, words: &Regex) -> Option<Date> {
    words.find_iter(text).find_map(|found| {
        let near = text.get(found.end()..)?;
        let near = near.get(..near.floor_char_boundary(DATE_REACH))?;
        match STACKED.captures(near) {
            // `March 26, March 27, 2023 2022`: days above their years, in two columns
            Some(parts) => first_date(&format!(
                "{} {}",
                parts.get(1)?.as_str(),
                parts.get(2)?.as_str()
            )),
            None => first_date(near),
        }
    })
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

static STACKED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"^[\s:]*([A-Z][a-z]{2,8}\.?\s+\d{1,2},)(?:\s+[A-Z][a-z]{2,8}\.?\s+\d{1,2},)+\s+((?:19|20)\d\d)\b",
    )
});
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
static PERIOD_ENDED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:fiscal\s+years?|years?|quarters?|quarterly\s+periods?|periods?|months|weeks|(?:fiscal|calendar)\s+\d{4},?)\s+(?:then\s+)?end(?:ed|ing|s)\b:?",
    )
});
static REPORT_DATE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"(?i)\bdate\s+of\s+(?:the\s+)?(?:earliest\s+event\s+reported|report)\b\)?:?")
});
static RELEASE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:news|press|earnings)\s+release\b|globe\s*newswire|pr\s*newswire|business\s*wire|\btoday\s+(?:announced|reported)\b|for\s+immediate\s+release",
    )
});
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
/// `… -- Northwind Ltd. (NYSE: NWD) today`: who speaks after the dateline.
static SPEAKER: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?:--|–|—|\)\s*-)\s+((?:[A-Za-z0-9&][\w&.,'’-]*\s+){0,6}?(?:Inc\.?|Incorporated|Corporation|Corp\.?|Company|Co\.|Ltd\.?|Limited|plc|PLC|LLC|L\.P\.|N\.V\.|S\.A\.|SE|AG|Group|Holdings))\s*(?:[(\[,]|today)",
    )
});
static DATELINE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"((?:[A-Z][a-z]{2,8}\.?\s+\d{1,2},\s+(?:19|20)\d\d))\s*(?:\(|/|--|–|—|-)")
});
static COMPANY: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:inc|incorporated|corp|corporation|company|co|ltd|limited|plc|llc|l\.?p|partnership|n\.?v|s\.?a|se|ag|trust|group|holdings?|bank|bancorp)\b\.?",
    )
});
/// What stands on a cover beside names.
static NO_NAME: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:commission|file\s+n|form\s+\d|pursuant|transition|fiscal\s+year|period|securities\s+(?:and|exchange|registered)|exchange\s+act|stock\s+exchange|annual\s+report|quarterly\s+report|current\s+report|mark\s+one|state\s+or|exhibit|(?:news|press)\s+release|date\s+of|amendment|telephone|address|zip\s+code|indicate|table\s+of\s+contents|today|act\s+of)\b|^(?:or|to|from|none|united\s+states|washington\b.*)$|\d{2}-\d{6}|^\d{1,3}-\d{4,6}",
    )
});
