//! Everything that the cited sources state.

use std::ops::{Deref, Range};
use std::sync::{Arc, OnceLock};

use assay_domain::EvidenceId;
use assay_figures::{Period, Scale, Span, cut, periods, value_of};

use super::align::{Token, token_list};
use super::counted::{Thing, thing_behind, thing_of};
use super::expected::is_expectation;
use super::reading::{Reading, read};
use super::stretch::{bind_stretches, names_month};
use super::value::{Place, Value};
use super::when::{day, is_named_by, month_of};
use super::words::{token_ranges, tokens};
use crate::check::{self, CitableValue, ReadSource, Source};
use crate::wording::{Ground, Statement, statements};

pub(crate) struct Book<'a> {
    pub(crate) pages: Vec<&'a Page<'a>>,
}

/// A source and what was read in it.
#[derive(Debug)]
pub(crate) struct Page<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) said: Arc<SourceReading>,
}

impl Deref for Page<'_> {
    type Target = SourceReading;

    fn deref(&self) -> &SourceReading {
        &self.said
    }
}

/// Everything that one source states. It stands by itself, so that it can outlive the source and
/// serve the next that cites it.
#[derive(Debug)]
pub struct SourceReading {
    pub(crate) reading: Reading,
    pub(crate) tokens: Vec<Token>,
    names: Vec<Name>,
    /// Numbers of the headings and the title.
    margin: Vec<Value>,
    /// Periods that the document's own fields, title and headings name.
    margin_periods: Vec<Period>,
    /// What it says in words, read when the first sentence asks for it.
    statements: OnceLock<Vec<Statement>>,
    /// What all of it is about, looked for when the first sentence asks for it.
    ground: OnceLock<Ground>,
}

/// The name of a row, a column or a part of a table that has digits.
#[derive(Debug)]
enum Name {
    /// `>360`
    Sign(String),
    /// `Level 2`, in lower case.
    Words(Vec<String>),
}

impl Name {
    /// `181–360` names a column, `1,234` is a figure.
    fn of(label: &str) -> Option<Self> {
        if !label.bytes().any(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let words = tokens(label);
        let sign = label.trim();
        match words.len() {
            0 => None,
            1 => (!sign.starts_with(char::is_alphanumeric)).then(|| Self::Sign(sign.to_owned())),
            _ => value_of(sign).is_none().then(|| {
                let words = words.iter().map(|word| word.to_lowercase());
                Self::Words(words.collect())
            }),
        }
    }
}

/// A number of the evidence and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'b> {
    pub(crate) page: &'b Page<'b>,
    pub(crate) value: &'b Value,
    pub(crate) in_text: bool,
}

impl Entry<'_> {
    pub(crate) fn evidence(&self) -> &EvidenceId {
        self.page.source.evidence
    }

    pub(crate) fn place(&self) -> check::Place {
        check::Place {
            evidence: self.evidence().clone(),
            range: self.in_text.then(|| self.value.range.clone()),
        }
    }

    /// What the number counts, by the noun behind it or by its metric.
    pub(crate) fn thing(&self) -> Option<Thing> {
        let value = self.value;
        let text = self.page.source.text;
        let behind = || thing_behind(text, &value.range);
        let is_prose = self.in_text && !value.place.is_cell();
        let noun = is_prose.then(behind).flatten();
        noun.or_else(|| thing_of(value.metric.or(value.measured)))
    }

    /// It stands in a sentence that speaks of what is to come.
    pub(crate) fn is_expected(&self) -> bool {
        let range = &self.value.range;
        let is_around =
            |stretch: &&Range<usize>| stretch.start <= range.start && range.end <= stretch.end;
        let mut stretches = self.page.reading.stretches.iter();
        let sentence = stretches.find(is_around).filter(|_| self.in_text);
        self.value.is_forecast
            && sentence.is_some_and(|at| is_expectation(cut(self.page.source.text, at.clone())))
    }

    pub(crate) fn citable(&self) -> CitableValue {
        let value = self.value;
        CitableValue {
            evidence: self.evidence().clone(),
            printed: value.raw.clone(),
            value: value.signed(),
            unit: value.unit.clone(),
            scale: value.exponent.map(|exponent| Scale { exponent }),
            subject: value.name.clone(),
            period: value.period,
            range: value.range.clone(),
        }
    }
}

impl<'a> Book<'a> {
    pub(crate) fn of(sources: &[&'a ReadSource<'a>]) -> Self {
        Self {
            pages: sources.iter().map(|source| source.page()).collect(),
        }
    }

    pub(crate) fn entries(&self) -> Vec<Entry<'_>> {
        let mut found = Vec::new();
        for page in &self.pages {
            let entry = |value, in_text| Entry {
                page,
                value,
                in_text,
            };
            found.extend(page.reading.values.iter().map(|value| entry(value, true)));
            found.extend(page.margin.iter().map(|value| entry(value, false)));
        }
        found
    }

    /// The stretches of a claim that repeat the name of a row, a column or a part of a table, as far
    /// as such names have digits: `Level 2`, `2-5 years`.
    pub(crate) fn names_in(&self, claim: &str) -> Vec<Range<usize>> {
        let ranges = token_ranges(claim);
        let words: Vec<String> = ranges
            .iter()
            .map(|range| cut(claim, range.clone()).to_lowercase())
            .collect();
        let mut found = Vec::new();
        for label in self.pages.iter().flat_map(|page| &page.names) {
            let name = match label {
                Name::Sign(sign) => {
                    let places = claim.match_indices(sign.as_str());
                    found.extend(places.map(|(at, _)| at..at + sign.len()));
                    continue;
                }
                Name::Words(name) => name.as_slice(),
            };
            for (place, window) in words.windows(name.len()).enumerate() {
                let ends = ranges.get(place).zip(ranges.get(place + name.len() - 1));
                if window == name
                    && let Some((first, last)) = ends
                {
                    found.push(start_of_name(claim, first.start)..end_of_name(claim, last.end));
                }
            }
        }
        found
    }

    /// Whether the evidence has these words, given in lower case, next to each other.
    pub(crate) fn has_beside(&self, first: &str, second: &str) -> bool {
        let is = |word: &str, lower: &str| {
            word.eq_ignore_ascii_case(lower) || (!word.is_ascii() && word.to_lowercase() == lower)
        };
        let is_beside = |text: &str| {
            let words = tokens(text);
            let mut pairs = words.windows(2);
            pairs.any(|pair| matches!(pair, [a, b] if is(a, first) && is(b, second)))
        };
        self.pages.iter().any(|page| {
            is_beside(page.source.text)
                || is_beside(page.source.title)
                || page
                    .source
                    .headings
                    .iter()
                    .any(|heading| is_beside(heading))
        })
    }

    /// The day of a month in whatever year: `5月2日` behind `2021年4月5日至`.
    pub(crate) fn has_day(&self, month: i8, day: i8) -> Option<check::Place> {
        self.pages.iter().find_map(|page| {
            let mut marks = page.reading.periods.iter();
            let mark = marks.find(|mark| mark.period.span == Span::Day(month, day))?;
            Some(check::Place {
                evidence: page.source.evidence.clone(),
                range: Some(mark.range.clone()),
            })
        })
    }

    /// Where the evidence names a period, in the text if possible.
    pub(crate) fn names(&self, period: Period) -> Option<check::Place> {
        let at = |page: &Page<'_>, range| check::Place {
            evidence: page.source.evidence.clone(),
            range,
        };
        let fits = |other: Period| is_named_by(period, other);
        for page in &self.pages {
            if let Some(mark) = page.reading.periods.iter().find(|mark| fits(mark.period)) {
                return Some(at(page, Some(mark.range.clone())));
            }
            let bound = page.reading.values.iter();
            if let Some(value) = bound.clone().find(|value| value.period.is_some_and(fits)) {
                return Some(at(page, Some(value.range.clone())));
            }
        }
        let is_in_margin = |page: &Page<'_>| page.margin_periods.iter().any(|other| fits(*other));
        let mut pages = self.pages.iter();
        let page = pages.find(|page| is_in_margin(page) || page.has_month(period))?;
        Some(at(page, None))
    }
}

/// With the currency sign that belongs to the first digits.
fn start_of_name(claim: &str, start: usize) -> usize {
    let before = cut(claim, 0..start);
    before
        .trim_end_matches(['$', '€', '£', '¥', ' ', '('])
        .len()
}

/// With the bracket or the percent sign that belongs to the last digits.
fn end_of_name(claim: &str, end: usize) -> usize {
    let rest = cut(claim, end..claim.len());
    let tail = rest.len() - rest.trim_start_matches(['%', ')', '）']).len();
    end + tail
}

impl<'a> Page<'a> {
    pub(crate) fn of(source: Source<'a>) -> Self {
        Self {
            said: Arc::new(SourceReading::of(&source)),
            source,
        }
    }

    pub(crate) fn statements(&self) -> &[Statement] {
        let source = &self.source;
        self.said
            .statements
            .get_or_init(|| statements(source.text, source.headings))
    }

    pub(crate) fn ground(&self) -> &Ground {
        self.said.ground.get_or_init(|| Ground::of(&self.source))
    }

    /// The year and the month of a period, each at a place of its own: `December 31,` over columns
    /// of years.
    fn has_month(&self, period: Period) -> bool {
        let Some(month) = month_of(period) else {
            return false;
        };
        let marks = self.reading.periods.iter().map(|mark| mark.period);
        let mut periods = marks.chain(self.margin_periods.iter().copied());
        let lines = self.source.headings.iter().map(String::as_str);
        let mut lines = lines.chain([self.source.text, self.source.title]);
        periods.any(|other| other.year == period.year) && lines.any(|line| names_month(line, month))
    }
}

impl SourceReading {
    fn of(source: &Source<'_>) -> Self {
        let mut reading = read(source.text, source.headings);
        bind_stretches(source.text, &mut reading);
        let tokens = token_list(source.text, &reading, &(0..source.text.len()));
        let lines = source.headings.iter().map(String::as_str);
        let lines: Vec<&str> = lines.chain([source.title]).collect();
        let labels = reading.labels.iter();
        let labels = labels.map(|range| cut(source.text, range.clone()));
        let cells = source.headings.iter().flat_map(|line| line.split('|'));
        let names = labels.chain(cells.map(str::trim)).filter_map(Name::of);
        let names = names.collect();
        let mut margin = Vec::new();
        let mut margin_periods: Vec<Period> = Vec::new();
        for line in &lines {
            margin_periods.extend(periods(line).iter().map(|span| span.period));
            if !line.starts_with('|') {
                margin.extend(read(line, &[]).values);
            }
        }
        for value in &mut margin {
            value.place = Place::Sentence(usize::MAX);
        }
        margin_periods.extend(source.as_of.map(day));
        let end = source.subject.and_then(|subject| subject.period_end);
        margin_periods.extend(end.map(day));
        margin_periods.extend(periods(source.origin).iter().map(|span| span.period));
        Self {
            reading,
            tokens,
            names,
            margin,
            margin_periods,
            statements: OnceLock::new(),
            ground: OnceLock::new(),
        }
    }
}
