//! A follow-up as a question that stands by itself: what it leaves out is what was asked before.

mod read;

use std::ops::Range;

use assay_domain::Language;
use assay_figures::{Period, Span, company_names, periods};

use self::read::{Fragment, Read, read};
use crate::known::Known;

/// What a follow-up is asked on.
#[derive(Clone, Copy, Debug)]
pub struct Before<'b> {
    /// In full.
    pub question: &'b str,
    /// The period of which it was answered where it named none.
    pub told: Option<Period>,
    /// By which `last year` is meant.
    pub this_year: i16,
}

/// The follow-up in full: subject, figure and period from the question before where it has none of
/// its own.
pub fn in_full(follow_up: &str, before: &Before<'_>, known: &Known) -> String {
    let (own, base) = (read(follow_up, known), read(before.question, known));
    let period = own.period(&base, before);
    let fragment = own.fragment(!base.names.is_empty());
    let Fragment::Topic(topic) = fragment else {
        let mut question = base.with(own.whom(&fragment), period);
        if let Fragment::Narrowing(words) = &fragment {
            question = joined(&question, words);
        }
        return match own.asks_why {
            true => own.language.pick(
                format!("Why: {}", without_asking(&question)),
                format!("为什么：{}", question.trim_start_matches("为什么：")),
            ),
            false => question,
        };
    };
    let names = match own.names.is_empty() {
        true => base.said_names(),
        false => Vec::new(),
    };
    let period = match own.periods.is_empty() {
        true => period.or_else(|| base.said_period()),
        false => None,
    };
    let lead = led_by(&names, period.as_deref(), own.language);
    match lead.is_empty() {
        true => follow_up.trim().to_owned(),
        false => own
            .language
            .pick(format!("{lead}: {topic}"), format!("{lead}：{topic}")),
    }
}

/// `Halden and Orsund, 2024`.
fn led_by(names: &[String], period: Option<&str>, language: Language) -> String {
    let names = names.join(language.pick(" and ", "和"));
    let parts = [names.as_str(), period.unwrap_or_default()];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(language.pick(", ", "，"))
}

fn joined(question: &str, words: &str) -> String {
    let question = question.trim_end_matches(['?', '？', '.', '。', ' ']);
    let tail = ["是多少", "有多少", "多少"]
        .iter()
        .find_map(|tail| question.strip_suffix(tail));
    let question = tail.unwrap_or(question);
    let space = if words.is_ascii() { " " } else { "" };
    format!("{question}{space}{words}")
}

/// `What was Halden's revenue?` without the words that only ask, so that other words can.
fn without_asking(question: &str) -> &str {
    let mut rest = question.trim_end_matches(['?', '？', ' ']);
    while let Some((word, behind)) = rest.split_once(' ') {
        let lower = word.to_lowercase();
        if !OPENS.contains(&lower.as_str()) {
            break;
        }
        rest = behind.trim_start();
    }
    rest
}

/// Words by which an English question begins, and which say nothing of what it is about.
const OPENS: [&str; 16] = [
    "why:", "what", "what's", "how", "much", "many", "was", "were", "is", "are", "did", "does",
    "do", "has", "have", "the",
];

impl Read {
    /// The period that is asked for in the place of the one before; `None` where nothing is said of
    /// time.
    fn period(&self, base: &Self, before: &Before<'_>) -> Option<String> {
        if let Some(said) = self.said_period() {
            return Some(said);
        }
        let language = base.language;
        let stated = base.periods.iter().map(|span| span.period).min();
        let from = stated.or(before.told);
        if let Some(quarter) = self.quarter {
            let year = from.map_or(before.this_year, |from| from.year);
            let fiscal = from.is_some_and(|from| from.fiscal);
            let span = Span::Quarter(quarter);
            return Some(in_words(Period { year, span, fiscal }, language));
        }
        let shift = self.shift?;
        let last_year = Period {
            year: before.this_year - 1,
            span: Span::Year,
            fiscal: false,
        };
        let to = match (shift, from) {
            (Shift::LastYear, Some(from)) if from.year == last_year.year => from.year_before(),
            (Shift::LastYear, from) => Period {
                fiscal: from.is_some_and(|from| from.fiscal),
                ..last_year
            },
            (Shift::Years(years), Some(from)) => Period {
                year: from.year + years,
                ..from
            },
            (Shift::Quarters(quarters), Some(from)) => quarters_on(from, quarters)?,
            (Shift::Years(_) | Shift::Quarters(_), None) => return None,
        };
        // what the question says of a stretch is kept as it is said, with another year
        let said = base.said_period().filter(|_| base.periods.len() == 1);
        let said = said
            .zip(stated)
            .map(|(said, stated)| said.replace(&stated.year.to_string(), &to.year.to_string()));
        let same =
            said.filter(|said| matches!(periods(said).as_slice(), [one] if one.period == to));
        Some(same.unwrap_or_else(|| in_words(to, language)))
    }

    /// The text of the periods, from the first to the last.
    fn said_period(&self) -> Option<String> {
        let range = self.period_range()?;
        Some(self.text.get(range)?.to_owned())
    }

    fn period_range(&self) -> Option<Range<usize>> {
        let (first, last) = (self.periods.first()?, self.periods.last()?);
        Some(first.range.start..last.range.end)
    }

    /// Each company once, as it is called.
    fn said_names(&self) -> Vec<String> {
        let mut seen: Vec<usize> = Vec::new();
        let mut said = Vec::new();
        for (range, company) in &self.names {
            if !seen.contains(company) {
                seen.push(*company);
                said.extend(self.text.get(range.clone()).map(str::to_owned));
            }
        }
        said
    }

    fn whom(&self, fragment: &Fragment) -> Whom {
        let mut names = self.said_names();
        if let Fragment::Name(unknown) = fragment {
            names.push(unknown.clone());
        }
        match (names.is_empty(), self.compares) {
            (true, _) => Whom::AsBefore,
            (false, false) => Whom::Instead(names),
            (false, true) => Whom::Also(names),
        }
    }

    /// The question with other names and another period.
    fn with(&self, whom: Whom, period: Option<String>) -> String {
        let language = self.language;
        let names = match whom {
            Whom::AsBefore => Vec::new(),
            Whom::Instead(names) => names,
            Whom::Also(names) => self.said_names().into_iter().chain(names).collect(),
        };
        let range = self.period_range();
        let is_inside = |name: &(Range<usize>, usize)| {
            let around = range.as_ref().filter(|_| period.is_some());
            around.is_some_and(|range| range.contains(&name.0.start))
        };
        let several = self.said_names().len() > 1 && !names.is_empty();
        if several || self.names.iter().any(is_inside) {
            return self.told_anew(names, period);
        }
        let joined_names = names.join(language.pick(" and ", "和"));
        let mut cuts: Vec<(Range<usize>, &str)> = Vec::new();
        if !names.is_empty() {
            let ranges = self.names.iter().map(|(range, _)| range.clone());
            cuts.extend(ranges.map(|range| (range, joined_names.as_str())));
        }
        if let (Some(period), Some(range)) = (&period, range.clone()) {
            cuts.push((range, period.as_str()));
        }
        // from the end on, so that the places before stay where they are
        cuts.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        let mut text = self.text.clone();
        for (range, put) in cuts {
            if text.get(range.clone()).is_some() {
                text.replace_range(range, put);
            }
        }
        if let (Some(period), None) = (&period, range) {
            text = language.pick(
                format!(
                    "{} in {period}?",
                    text.trim_end_matches(['?', '？', '.', ' '])
                ),
                format!("{period}{text}"),
            );
        }
        if !names.is_empty() && self.names.is_empty() {
            text = language.pick(
                format!("{joined_names}: {text}"),
                format!("{joined_names}：{text}"),
            );
        }
        text
    }
}

impl Read {
    /// Names, period and what is asked, each by itself: where they are too mixed to be exchanged.
    fn told_anew(&self, names: Vec<String>, period: Option<String>) -> String {
        let names = match names.is_empty() {
            true => self.said_names(),
            false => names,
        };
        let period = period.or_else(|| self.said_period());
        let lead = led_by(&names, period.as_deref(), self.language);
        let asked = self.bare();
        self.language
            .pick(format!("{lead}: {asked}"), format!("{lead}：{asked}"))
    }
}

/// Whom a follow-up asks about.
enum Whom {
    AsBefore,
    Instead(Vec<String>),
    /// Beside those before.
    Also(Vec<String>),
}

/// How far from the period before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shift {
    Years(i16),
    Quarters(i8),
    /// The one before the year in which it is asked.
    LastYear,
}

fn quarters_on(from: Period, quarters: i8) -> Option<Period> {
    let Span::Quarter(quarter) = from.span else {
        return None;
    };
    let place = i16::from(quarter) - 1 + i16::from(quarters);
    Some(Period {
        year: from.year + place.div_euclid(4),
        span: Span::Quarter(i8::try_from(place.rem_euclid(4)).ok()? + 1),
        ..from
    })
}

/// A period as a question of that language says it.
fn in_words(period: Period, language: Language) -> String {
    let year = language.pick(
        String::new(),
        format!(
            "{}{}",
            period.year,
            if period.fiscal { "财年" } else { "年" }
        ),
    );
    match (language, period.span) {
        (Language::Zh, Span::Year) => year,
        (Language::Zh, Span::Quarter(quarter)) => format!("{year}第{quarter}季度"),
        (Language::Zh, Span::Half(1)) => format!("{year}上半年"),
        (Language::Zh, Span::Half(_)) => format!("{year}下半年"),
        (Language::Zh | Language::En, _) => period.to_string(),
    }
}

/// Whether words are a name that the library does not know: one that is listed, or capitals alone.
fn is_a_name(words: &str) -> bool {
    let all: Vec<&str> = words.split_whitespace().collect();
    let is_capital = |word: &&str| word.chars().next().is_some_and(char::is_uppercase);
    let is_short = (1..=4).contains(&all.len());
    is_short && (!company_names(words).is_empty() || all.iter().all(is_capital))
}
