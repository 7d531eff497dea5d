//! How well a sentence or row fits what a question wants to be told, and of which time.

use assay_claims::{MeaningKind, meanings};
use assay_figures::{Figure, Period, Span, Unit, periods};

use super::candidate::Candidate;
use super::choose::{Asked, to_float};
use crate::frame::{Kind, Wanted};

/// Whether the candidate has what the question wants to be told.
pub(super) fn fits_wanted(asked: &Asked<'_>, candidate: &Candidate<'_>) -> f64 {
    if matches!(asked.wanted, Wanted::Anything | Wanted::Place) {
        // advice is asked for with what supports it
        let has_figure = !candidate.figures.is_empty();
        return match asked.kind {
            Kind::HowTo => {
                let step = if says_step(&candidate.shown) {
                    0.12
                } else {
                    0.0
                };
                step + if has_figure { 0.12 } else { 0.0 }
            }
            _ if has_figure => 0.05,
            _ => 0.0,
        };
    }
    // a table is a list by itself
    if asked.kind == Kind::List && candidate.is_row {
        return 0.2;
    }
    match (has_wanted(asked, candidate), asked.kind) {
        (true, _) if asked.wanted == Wanted::Names && introduces_names(&candidate.shown) => 0.3,
        (true, _) => 0.2,
        (false, Kind::LookUp | Kind::Compare) => -0.3,
        (false, Kind::Explain) => -0.2,
        (false, _) => -0.1,
    }
}

pub(super) fn has_wanted(asked: &Asked<'_>, candidate: &Candidate<'_>) -> bool {
    let levels = || {
        let figures = candidate.figures.iter();
        figures.filter(|figure| {
            let is_name = asked
                .names
                .iter()
                .any(|name| figure.raw.eq_ignore_ascii_case(name));
            !figure.subject.is_change
                && !is_name
                && !is_numbered(&candidate.shown, &figure.raw)
                && !is_part_of_a_whole(&candidate.shown, &figure.raw)
        })
    };
    let cells = || candidate.columns.iter().map(|(_, cell)| cell.as_str());
    let has_number = |cell: &str| cell.contains(|c: char| c.is_ascii_digit());
    let is_percent = |figure: &Figure| matches!(figure.unit, Unit::Percent | Unit::PercentagePoint);
    match asked.wanted {
        // a table may state its unit where this row cannot see it
        Wanted::Money => {
            levels().any(|figure| matches!(figure.unit, Unit::Currency(_)))
                || cells().any(|cell| has_number(cell) && !cell.contains('%'))
        }
        Wanted::Count => {
            levels()
                .filter(|figure| !is_duration(&candidate.shown, &figure.raw))
                .any(|figure| matches!(figure.unit, Unit::Count(_) | Unit::Bare | Unit::Multiple))
                || cells().any(|cell| has_number(cell) && !cell.contains(['%', '$', '€', '£', '¥']))
        }
        Wanted::Percent => {
            candidate.figures.iter().any(is_percent) || cells().any(|cell| cell.contains('%'))
        }
        Wanted::Figure => {
            let all = candidate.figures.iter();
            all.filter(|figure| !is_numbered(&candidate.shown, &figure.raw))
                .any(|figure| {
                    !asked
                        .names
                        .iter()
                        .any(|name| figure.raw.eq_ignore_ascii_case(name))
                })
                || cells().any(has_number)
        }
        Wanted::Date => !candidate.periods.is_empty(),
        Wanted::Names => {
            let has_money = candidate
                .figures
                .iter()
                .any(|figure| matches!(figure.unit, Unit::Currency(_)));
            !has_money && (lists_names(&candidate.shown) || candidate.is_name_row())
        }
        Wanted::Cause => says_cause(&candidate.shown),
        Wanted::Spot => names_a_place(&candidate.shown),
        Wanted::Place | Wanted::Anything => true,
    }
}

/// `Note 13`, `Model 3`: a number that is part of a name counts nothing.
fn is_numbered(text: &str, raw: &str) -> bool {
    let Some(before) = text.find(raw).and_then(|at| text.get(..at)) else {
        return false;
    };
    let word = before.split_whitespace().next_back().unwrap_or_default();
    let is_short = raw.chars().all(|c| c.is_ascii_digit()) && raw.len() <= 3;
    is_short && before.ends_with(' ') && word.contains(char::is_uppercase)
}

/// `5 minutes`, `24/7`: a time, which counts nothing that can be had in pieces.
fn is_duration(text: &str, raw: &str) -> bool {
    const UNITS: [&str; 8] = [
        "second", "minute", "hour", "day", "week", "month", "year", "/",
    ];
    let behind = text.find(raw).and_then(|at| text.get(at + raw.len()..));
    let behind = behind.unwrap_or_default().trim_start_matches([' ', '-']);
    UNITS.iter().any(|unit| behind.starts_with(unit))
}

/// `400 of our drivers` says nothing of how many drivers there are.
pub(crate) fn is_part_of_a_whole(text: &str, raw: &str) -> bool {
    static OF: assay_domain::WordList = assay_domain::word_list!("passage/fit/of");
    let is_count = raw.bytes().all(|b| b.is_ascii_digit() || b == b',');
    let behind = text.find(raw).and_then(|at| text.get(at + raw.len()..));
    is_count && behind.is_some_and(|behind| OF.iter().any(|of| behind.starts_with(of)))
}

/// An enumeration: several names, or several items parted by commas.
fn lists_names(text: &str) -> bool {
    let commas = text.matches([',', '、', '，', ';', '；']).count();
    let mut words = text.split_whitespace().skip(1);
    let names = words
        .by_ref()
        .filter(|word| word.starts_with(char::is_uppercase));
    enumerates(text) || commas >= 2 && (names.count() >= 2 || !text.is_ascii())
}

/// Three short items in a row: `salt, sand and gravel`.
fn enumerates(text: &str) -> bool {
    let items = text.split([',', '、', '，', ';', '；']);
    let mut run = 0;
    for item in items {
        let words = item.split_whitespace().count();
        let length = match item.is_ascii() {
            true => words,
            false => item.chars().count() / 2,
        };
        run = if (1..=4).contains(&length) {
            run + 1
        } else {
            0
        };
        if run >= 3 || (run == 2 && item.contains(" and ")) {
            return true;
        }
    }
    false
}

/// A name behind a word for where: `in Oslo`.
fn names_a_place(text: &str) -> bool {
    [" in ", " at ", " near ", " to ", "In ", "At "]
        .iter()
        .any(|at| {
            let behind = text.split(at).skip(1);
            let mut names = behind.filter_map(|behind| behind.split([' ', ',', '.']).next());
            names.any(|name| name.starts_with(char::is_uppercase) && !is_month(name))
        })
}

fn is_month(word: &str) -> bool {
    let dated = periods(&format!("{word} 2000"));
    dated
        .iter()
        .any(|found| matches!(found.period.span, Span::Month(_)))
}

/// Words after which examples stand by name.
static SUCH_AS: assay_domain::WordList = assay_domain::word_list!("passage/fit/such_as");

/// Whether proper names stand behind words that introduce them.
fn introduces_names(text: &str) -> bool {
    SUCH_AS.iter().any(|words| {
        let behind = text.find(words).and_then(|at| text.get(at + words.len()..));
        behind.is_some_and(|names| {
            enumerates(names) || names.starts_with(|c: char| c.is_uppercase() || !words.is_ascii())
        })
    })
}

/// Words of somebody who plans, advises or tells what was done about something.
static STEPS: assay_domain::WordList = assay_domain::word_list!("passage/fit/steps");

fn says_step(text: &str) -> bool {
    let lower = text.to_lowercase();
    STEPS.iter().any(|words| lower.contains(words))
}

static CAUSES: assay_domain::WordList = assay_domain::word_list!("passage/fit/causes");

fn says_cause(text: &str) -> bool {
    cause_in(text).is_some()
}

/// Where a text begins to give a cause.
pub(crate) fn cause_in(text: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    CAUSES.iter().filter_map(|words| lower.find(words)).min()
}

/// Whether the candidate speaks of the period that is asked for; where none is, newer is better.
pub(super) fn fits_time(asked: &Asked<'_>, candidate: &Candidate<'_>) -> f64 {
    let wanted = &asked.when.periods;
    if wanted.is_empty() {
        let year = candidate
            .passage
            .year
            .map_or(0.0, |year| f64::from(year - 2000));
        return year.clamp(0.0, 40.0) * 0.004;
    }
    let own = &candidate.periods;
    let meets = |wanted: &Period| own.iter().any(|own| is_of(*own, *wanted));
    let met = wanted.iter().filter(|wanted| meets(wanted)).count();
    let in_document = wanted
        .iter()
        .any(|wanted| candidate.passage.year == Some(wanted.year));
    match (met, own.is_empty()) {
        (0, true) if in_document => 0.05,
        (0, true) => -0.05,
        (0, false) => -0.3,
        (met, _) if met == wanted.len() => 0.25,
        _ => 0.15,
    }
}

/// Whether a period of a text is, or lies in, the one that is asked for.
pub(crate) fn is_of(own: Period, wanted: Period) -> bool {
    if own.year != wanted.year {
        return false;
    }
    match (own.span, wanted.span) {
        (a, b) if a == b => true,
        (Span::Day(..) | Span::Month(_), Span::Year) => true,
        (Span::Day(month, _) | Span::Month(month), Span::Quarter(quarter)) => {
            (month + 2) / 3 == quarter
        }
        // one that ends between the calendar's quarters has a number of the company's own
        (Span::Months(3, month), Span::Quarter(quarter)) => month == 3 * quarter,
        (Span::Months(6, 6) | Span::Quarter(2) | Span::Day(6, 30), Span::Half(1)) => true,
        (Span::Months(12, _), Span::Year) => true,
        (Span::Day(month, _), Span::Month(wanted)) => month == wanted,
        _ => false,
    }
}

/// Of two rows the one whose label says less that was not asked for.
pub(super) fn fits_label(asked: &Asked<'_>, candidate: &Candidate<'_>) -> f64 {
    if !candidate.is_row {
        return 0.0;
    }
    let label = meanings(candidate.own_label());
    let beside = label.iter().filter(|word| {
        word.kind > MeaningKind::Light && !asked.terms.iter().any(|term| term.is_same_as(word))
    });
    -0.01 * to_float(beside.count().min(5))
}

const HYPOTHETICAL: [&str; 8] = [
    " may ", " could ", " might ", " would ", "可能", "或将", "如果", " if ",
];

/// Sentences that are only possible, or too short or too long to be read as an answer, come later.
pub(super) fn fits_form(candidate: &Candidate<'_>) -> f64 {
    let lower = candidate.shown.to_lowercase();
    let words = lower.split_whitespace().count();
    let doubt = if HYPOTHETICAL.iter().any(|word| lower.contains(word)) {
        -0.12
    } else {
        0.0
    };
    let length = if words > 70 { -0.06 } else { 0.0 };
    let extract = if candidate.passage.is_extract {
        -0.1
    } else {
        0.0
    };
    let announces = if announces(&lower) { -0.2 } else { 0.0 };
    doubt + length + extract + announces
}

/// A paper that speaks of itself says what it will tell, and not the thing.
fn announces(lower: &str) -> bool {
    static PAPERS: assay_domain::WordList = assay_domain::word_list!("passage/fit/papers");
    const HAN: [&str; 6] = ["本报告", "本文", "本演示", "本节", "本邮件", "这份报告"];
    static TELLING: assay_domain::WordList = assay_domain::word_list!("passage/fit/telling");
    let mut words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let opens = match words.next() {
        Some("in") => words.next(),
        first => first,
    };
    let of_itself = opens == Some("this") && words.take(3).any(|word| PAPERS.contains(&word));
    of_itself
        || HAN.iter().any(|words| lower.starts_with(words))
        || TELLING.iter().any(|words| lower.contains(words))
}
