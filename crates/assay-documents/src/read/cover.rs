//! Whose paper a text is, of which kind and period: as its first lines say it, whatever the format, with
//! the name of the file as a second witness.

mod filing;
mod release;
mod report;

use std::sync::LazyLock;

use assay_domain::{Date, DocumentSubject, is_legal_form};
use regex::Regex;

use super::squeezed;
use crate::date::{compiled, dates, first_date};

/// How far a cover reaches into a text, in bytes: three pages of the usual size.
const COVER_BYTES: usize = 12_000;
/// A date stands this near after the words that announce it, in bytes.
const DATE_REACH: usize = 60;
/// The same where the days are the heads of several columns.
const HEADS_REACH: usize = 160;
const NAME_CHARS: usize = 90;

/// What the first lines say the document is.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Cover {
    pub(super) subject: DocumentSubject,
    pub(super) title: Option<String>,
    pub(super) date: Option<Date>,
}

/// `title` is what the file states, `stem` its name without folder and ending.
pub(super) fn cover_of(text: &str, title: Option<&str>, stem: &str) -> Option<Cover> {
    let top = Top::of(text);
    let cover = filing::filing(&top, text, stem);
    let cover = cover.or_else(|| release::release(&top, text, stem));
    let cover = cover.or_else(|| filing::named_by_file(&top, text, stem));
    let mut cover = cover.or_else(|| report::report(&top, text, title))?;
    cover.subject.ticker = top.ticker();
    Some(cover)
}

/// The first lines of a text.
struct Top {
    /// Those that say something, without marks of Markdown; cells of a row are parted by ` | `.
    lines: Vec<String>,
    /// All of them as one line.
    text: String,
}

impl Top {
    fn of(text: &str) -> Self {
        let top = text.get(..text.floor_char_boundary(COVER_BYTES));
        let lines = top.unwrap_or(text).lines().map(|line| {
            let line = line.replace("**", "").replace('|', " | ");
            squeezed(line.trim_matches(|c: char| c.is_whitespace() || "#*_|>\\".contains(c)))
        });
        let lines: Vec<String> = lines
            .filter(|line| line.chars().any(char::is_alphanumeric))
            .collect();
        Self {
            text: squeezed(&lines.join(" ").replace(" | ", " ")),
            lines,
        }
    }

    /// The code under which the company's shares are traded, as the cover or the first sentence has it.
    fn ticker(&self) -> Option<String> {
        let listed = || {
            let from = SYMBOLS.find(&self.text)?;
            let below = self.text.get(from.end()..)?;
            SYMBOL_OF_SHARES.captures(below)
        };
        let found = TICKER.captures(&self.text).or_else(listed)?;
        let code = found.iter().skip(1).flatten().next()?;
        Some(code.as_str().to_owned())
    }
}

fn subject(entity: Option<String>, form: &str, period_end: Option<Date>) -> DocumentSubject {
    DocumentSubject {
        entity,
        form: Some(form.to_owned()),
        period_end,
        ticker: None,
    }
}

/// `Northwind Ltd. 10-K (December 31, 2024)`.
fn titled(entity: &str, form: &str, period: Option<Date>) -> String {
    match period {
        Some(day) => format!("{entity} {form} ({})", day.strftime("%B %-d, %Y")),
        None => format!("{entity} {form}"),
    }
}

fn clean_name(text: &str) -> String {
    let text = squeezed(text);
    text.trim_matches(|c: char| matches!(c, '_' | '-' | '–' | '(' | ' ' | ':' | '*' | ','))
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

/// Whether a word ends a company's name: a legal form, or what such houses call themselves.
fn is_kind(word: &str) -> bool {
    let word = word.trim_matches(|c: char| ",;:)(”\"’".contains(c));
    is_legal_form(word)
        || [
            "partnership",
            "trust",
            "group",
            "holding",
            "holdings",
            "bank",
            "bancorp",
        ]
        .contains(&word.to_lowercase().as_str())
}

/// A name on the first lines that begins as the file is called: `acmefoods_2023` and `ACME Foods plc`.
fn name_like(top: &Top, stem: &str) -> Option<String> {
    let called = letters(stem.split(['_', ' ', '.']).next().unwrap_or_default());
    if called.chars().count() < 2 {
        return None;
    }
    let words: Vec<&str> = top.text.split(' ').collect();
    let places = (0..words.len()).rev();
    let names = places.filter_map(|at| name_at(words.get(at..)?, &called));
    // with what the company calls its kind, and of these the first
    names.max_by_key(|name| {
        let has_kind = name.split(' ').any(is_kind);
        (has_kind, std::cmp::Reverse(name.len()))
    })
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
    let more = words.iter().skip(count).take(3);
    let kind = more
        .take_while(|word| is_capital(word))
        .position(|word| is_kind(word));
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
    let mut places = words.find_iter(text);
    places.find_map(|found| first_date(&behind(text, found.end(), DATE_REACH)?))
}

/// The last of the days that stand behind words and are not after a day: a table may print the year before
/// first, and an outlook names days that are still to come.
fn last_date_after(text: &str, words: &Regex, until: Date) -> Option<Date> {
    let near = words.find_iter(text);
    let near = near.filter_map(|found| behind(text, found.end(), HEADS_REACH));
    let days = near.flat_map(|near| dates(&near).map(|(_, day)| day).collect::<Vec<_>>());
    days.filter(|day| *day <= until).max()
}

/// What stands behind a place of a text, with days in two columns above their years (`March 26, March 27,
/// 2023 2022`) as dates.
fn behind(text: &str, place: usize, reach: usize) -> Option<String> {
    let near = text.get(place..)?;
    let near = squeezed(near.get(..near.floor_char_boundary(reach))?);
    match STACKED.captures(&near) {
        Some(parts) => Some(format!(
            "{} {}",
            parts.get(1)?.as_str(),
            parts.get(2)?.as_str()
        )),
        None => Some(near),
    }
}

static STACKED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"^[\s:]*([A-Z][a-z]{2,8}\.?\s+\d{1,2},)(?:\s+[A-Z][a-z]{2,8}\.?\s+\d{1,2},)+\s+((?:19|20)\d\d)\b",
    )
});
static PERIOD_ENDED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:fiscal\s+years?|years?|quarters?|quarterly\s+periods?|periods?|months|weeks|(?:fiscal|calendar)\s+\d{4},?)\s+(?:then\s+|(?:which|that)\s+)?end(?:ed|ing|s)\b:?",
    )
});
/// What stands on a cover beside names.
static NO_NAME: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:commission|file\s+n|form\s+\d|pursuant|transition|fiscal\s+year|period|securities\s+(?:and|exchange|registered)|exchange\s+act|stock\s+exchange|annual\s+report|quarterly\s+report|current\s+report|mark\s+one|state\s+or|exhibit|(?:news|press)\s+release|date\s+of|amendment|telephone|address|zip\s+code|indicate|table\s+of\s+contents|today|act\s+of)\b|^(?:or|to|from|none|united\s+states|washington\b.*)$|\d{2}-\d{6}|^\d{1,3}-\d{4,6}",
    )
});
/// A code right behind the words for it, or behind its exchange: `Trading symbol: NWND`, `(NYSE: NWND)`,
/// `股票代码：600000`.
static TICKER: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"\b(?i:(?:trading|ticker)\s+symbol(?:\(s\))?|ticker)\s?:?\s([A-Z]{1,5}(?:[.-][A-Z]{1,2})?)\b|[(\[](?:[^()\[\]:]{0,20}\b)?(?i:NYSE|Nasdaq|TSX|LSE|ASX|OSE|AMEX|HKEX|SGX|Euronext|Stockholm|Xetra|Exchange)[^():;\[\]]{0,20}:\s?([A-Z0-9][A-Z0-9.]{0,6})\b|(?:股票|证券|證券|股份)(?:代码|代碼|代号|代號)[^\d]{0,40}\b(\d{4,6}(?:\.[A-Z]{2})?)\b",
    )
});
static SYMBOLS: LazyLock<Regex> = LazyLock::new(|| compiled(r"(?i)\btrading\s+symbol"));
/// A row of the list of securities: the class of shares, the code, the exchange.
static SYMBOL_OF_SHARES: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i:(?:common|ordinary|depositary)\s+(?:stock|shares?)).{0,120}?\s([A-Z]{1,5}(?:[.-][A-Z]{1,2})?)\s(?i:the\s+)?(?i:new\s+york\s+stock|nyse|nasdaq|cboe|chicago)",
    )
});
