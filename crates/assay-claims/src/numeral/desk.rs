use std::cell::LazyCell;
use std::ops::Range;

use assay_domain::EvidenceId;
use assay_figures::{Direction, Period, cut};

use super::align::{Token, token_list};
use super::bind::Asked;
use super::book::{Book, Entry};
use super::citable::nearest;
use super::company::{candidates, owner};
use super::counted::{Thing, thing_behind, thing_of};
use super::course::{Found, turned};
use super::derive::{Announced, Derivation};
use super::exempt::exemption;
use super::expected::is_plain_fact;
use super::named::Measures;
use super::overlay::{Light, Overlay};
use super::reading::{Reading, day_named, read_with_names};
use super::recorded::Formula;
use super::search::{Search, kind_of};
use super::stretch::bind_stretches;
use super::value::{Difference, Equality, Value};
use super::when::PeriodFit;
use super::words::tokens;
use crate::check::{
    CheckedNumeral, CitableValue, ClaimText, ClaimVerdict, Finding, Place, Problem, ProblemKind,
    ReadSource,
};

/// `plain` is what the claim's text reads as by itself.
pub(crate) fn check<'a>(
    claim: &ClaimText<'_>,
    plain: Reading,
    sources: &[&'a ReadSource<'a>],
) -> ClaimVerdict {
    if claim.formula.is_none() && plain.says_nothing() {
        return ClaimVerdict::default();
    }
    let book = Book::of(sources);
    let entries = book.entries();
    let formulas = claim.formulas();
    let formulas = formulas.filter_map(|formula| Formula::of(formula, claim.text, &entries));
    let formulas: Vec<Formula<'_>> = formulas.collect();
    let text = without_formulas(claim.text, &formulas);
    let names = book.names_in(&text);
    let mut own = if text == claim.text && names.is_empty() {
        plain
    } else {
        read_with_names(&text, &[], names)
    };
    bind_stretches(&text, &mut own);
    let desk = Desk {
        text: &text,
        light: Light {
            own: &own,
            book: &book,
        },
        entries: &entries,
        formulas: &formulas,
    };
    let mut numerals: Vec<CheckedNumeral> = units(&text, &own)
        .into_iter()
        .flat_map(|unit| desk.unit(&unit))
        .collect();
    for formula in &formulas {
        let finding = Finding::Derived {
            formula: formula.text.to_owned(),
        };
        let at = formula.at.as_ref();
        numerals.extend(at.map(|at| numeral(claim.text, at, finding)));
    }
    numerals.sort_by_key(|numeral| numeral.range.start);
    ClaimVerdict { numerals }
}

/// The text with blanks in place of formulas that hold, byte for byte, so that their numbers are not
/// read as figures and years.
fn without_formulas(text: &str, formulas: &[Formula<'_>]) -> String {
    let mut plain = text.to_owned();
    for at in formulas.iter().filter_map(|formula| formula.at.as_ref()) {
        plain.replace_range(at.clone(), &" ".repeat(at.len()));
    }
    plain
}

/// Sentences; a quoted row of a table is one unit.
fn units(text: &str, own: &Reading) -> Vec<Range<usize>> {
    if own.values.iter().any(|value| value.place.is_cell()) {
        return std::iter::once(0..text.len()).collect();
    }
    own.stretches.clone()
}

/// What became of a number, with the figure of the evidence behind it.
type Judged<'a> = Result<(Finding, Option<&'a Value>), Problem>;

struct Desk<'a> {
    text: &'a str,
    light: Light<'a>,
    entries: &'a [Entry<'a>],
    formulas: &'a [Formula<'a>],
}

impl<'a> Desk<'a> {
    fn unit(&self, unit: &Range<usize>) -> Vec<CheckedNumeral> {
        let within = |range: &Range<usize>| unit.start <= range.start && range.end <= unit.end;
        let tokens = token_list(self.text, self.light.own, unit);
        let overlay = self.light.overlay(&tokens);
        let values: Vec<(usize, &Value)> = self
            .light
            .own
            .values
            .iter()
            .enumerate()
            .filter(|(_, value)| within(&value.range))
            .collect();
        let is_amount = |value: &Value| !value.in_name && value.slack.is_none();
        let amounts = values.iter().filter(|(_, value)| is_amount(value)).count();
        let sentence = cut(self.text, unit.clone());
        let is_fact = is_plain_fact(sentence);
        let measures = LazyCell::new(|| Measures::of(sentence));
        let companies = LazyCell::new(|| candidates(sentence, self.light.book));
        let mut found: Vec<(&Value, Judged<'_>)> = values
            .iter()
            .map(|(place, value)| {
                let number = value.range.start - unit.start..value.range.end - unit.start;
                let named = measures.stated_of(&number);
                let asked = Asked {
                    value,
                    named: named.as_ref().filter(|_| !value.place.is_cell()),
                    thing: self.thing(value),
                    is_fact,
                    is_alone: amounts == 1,
                };
                let others = self.others(unit, value, &companies);
                let judged = self.observed(&asked, *place, overlay.as_ref(), &others);
                (*value, judged)
            })
            .collect();
        self.derive(unit, overlay.as_ref(), &companies, amounts == 1, &mut found);
        if !overlay.as_ref().is_some_and(Overlay::is_repetition) {
            self.follow(&mut found);
        }
        let mut numerals: Vec<CheckedNumeral> = found
            .into_iter()
            .map(|(value, result)| {
                let finding = match result {
                    Ok((finding, _)) => finding,
                    Err(problem) if overlay.as_ref().is_some_and(Overlay::is_repetition) => {
                        Finding::Problem(problem)
                    }
                    Err(problem) => match exemption(self.text, unit, value) {
                        Some(rule) => Finding::Exempt(rule),
                        None => Finding::Problem(problem),
                    },
                };
                numeral(self.text, &value.range, finding)
            })
            .collect();
        let covered: Vec<Range<usize>> = numerals.iter().map(|n| n.range.clone()).collect();
        for (place, mark) in self.light.own.periods.iter().enumerate() {
            let is_value = covered
                .iter()
                .any(|range| range.start < mark.range.end && mark.range.start < range.end);
            if within(&mark.range) && !is_value {
                let finding = self.dated(place, mark.period, overlay.as_ref());
                numerals.push(numeral(self.text, &mark.range, finding));
            }
        }
        numerals
    }

    /// Second round: what is not stated may follow from what is.
    fn derive(
        &self,
        unit: &Range<usize>,
        overlay: Option<&Overlay<'_>>,
        companies: &[Vec<String>],
        is_alone: bool,
        found: &mut [(&'a Value, Judged<'a>)],
    ) {
        if found.iter().all(|(_, result)| result.is_ok()) {
            return;
        }
        let operands: Vec<&Value> = found
            .iter()
            .filter_map(|(_, result)| result.as_ref().ok()?.1)
            .collect();
        let announced = Announced::by(cut(self.text, unit.clone()));
        let is_repetition = overlay.is_some_and(Overlay::is_repetition);
        for (value, result) in found.iter_mut().filter(|(_, result)| result.is_err()) {
            let mut recorded = self.formulas.iter();
            let recorded = recorded.find(|formula| formula.gives(value));
            let recorded = recorded.map(|formula| formula.text.to_owned());
            let others = self.others(unit, value, companies);
            let entries = self.entries.iter().copied();
            let entries: Vec<Entry<'_>> = entries
                .filter(|entry| !others.contains(&entry.evidence()))
                .collect();
            let derivation = Derivation {
                asked: Asked::bare(value, is_alone),
                announced,
                operands: &operands,
                entries: &entries,
            };
            let searched = || (!is_repetition).then(|| derivation.formula()).flatten();
            if let Some(formula) = recorded.or_else(searched) {
                *result = Ok((Finding::Derived { formula }, None));
            }
        }
    }

    /// Third round: what is stated may have gone the other way than the sentence says.
    fn follow(&self, found: &mut [(&'a Value, Judged<'a>)]) {
        let sources: Vec<Found<'_>> = found
            .iter()
            .map(|(value, result)| (*value, result.as_ref().ok().and_then(|(_, source)| *source)))
            .collect();
        for place in turned(self.text, &sources, self.entries) {
            if let Some((value, result)) = found.get_mut(place)
                && result.is_ok()
            {
                let asked = Asked::bare(value, false);
                *result = Err(self.problem(ProblemKind::WrongSign, &asked, None));
            }
        }
    }

    fn observed(
        &self,
        asked: &Asked<'_>,
        place: usize,
        overlay: Option<&Overlay<'_>>,
        others: &[&EvidenceId],
    ) -> Judged<'a> {
        let laid = overlay.and_then(|overlay| self.light.laid_over(place, overlay));
        if let Some((Some(entry), true)) = &laid {
            return Ok((stated(entry), Some(entry.value)));
        }
        if asked.value.in_name {
            return self.named(asked);
        }
        let is_repetition = laid.is_some() && overlay.is_some_and(Overlay::is_repetition);
        if let (Some(overlay), Some((Some(entry), _)), true) = (overlay, &laid, is_repetition)
            && self.light.is_only_change(overlay, entry, asked)
        {
            let kind = laid_difference(asked.value, entry.value);
            return Err(self.problem(kind, asked, Some(*entry)));
        }
        let search = Search::of(asked, self.entries, is_repetition, others);
        if let Some(entry) = search.accepted() {
            return Ok((stated(entry), Some(entry.value)));
        }
        let kind = search.objection().unwrap_or_else(|| self.near_miss(asked));
        Err(self.problem(kind, asked, laid.and_then(|(entry, _)| entry)))
    }

    fn thing(&self, value: &Value) -> Option<Thing> {
        let behind = || thing_behind(self.text, &value.range);
        let noun = (!value.place.is_cell()).then(behind).flatten();
        noun.or_else(|| thing_of(value.metric))
    }

    /// The cited documents of companies that the sentence does not give this number to.
    fn others(
        &self,
        unit: &Range<usize>,
        value: &Value,
        companies: &[Vec<String>],
    ) -> Vec<&'a EvidenceId> {
        let Some(owner) = owner(self.text, unit, value, companies) else {
            return Vec::new();
        };
        let sentence = cut(self.text, unit.clone());
        let pages = self.light.book.pages.iter();
        let foreign = pages.filter(|page| owner.is_foreign_to(page, sentence));
        foreign.map(|page| page.source.evidence).collect()
    }

    fn problem(&self, kind: ProblemKind, asked: &Asked<'_>, laid: Option<Entry<'_>>) -> Problem {
        Problem {
            kind,
            nearest: self.nearest(asked, laid),
        }
    }

    /// A number that is part of a name or date stands or falls with the name.
    fn named(&self, asked: &Asked<'_>) -> Judged<'a> {
        let value = asked.value;
        let same = self
            .entries
            .iter()
            .filter(|entry| entry.value.in_name && entry.value.magnitude == value.magnitude);
        if let Some(entry) = same.clone().next() {
            let before = cut(self.text, 0..value.range.start).to_lowercase();
            let after = cut(self.text, value.range.end..self.text.len()).to_lowercase();
            let digits = value.magnitude.to_string();
            let last = tokens(&before).pop().map(str::to_owned).unwrap_or_default();
            let next = tokens(&after)
                .first()
                .map(|word| (*word).to_owned())
                .unwrap_or_default();
            if self.light.book.has_beside(&last, &digits)
                || self.light.book.has_beside(&digits, &next)
            {
                return Ok((Finding::Observed(entry.place()), None));
            }
        }
        let date = day_named(self.text, &value.range);
        if let Some(place) = date.and_then(|(month, day)| self.light.book.has_day(month, day)) {
            return Ok((Finding::Observed(place), None));
        }
        let is_label = self
            .light
            .book
            .names_in(self.text)
            .iter()
            .any(|name| name.start <= value.range.start && value.range.end <= name.end);
        match (is_label, self.light.book.pages.first()) {
            (true, Some(page)) => Ok((
                Finding::Observed(Place {
                    evidence: page.source.evidence.clone(),
                    range: None,
                }),
                None,
            )),
            _ => Err(self.problem(ProblemKind::NotFound, asked, None)),
        }
    }

    /// What keeps the likeliest number apart from the claim's.
    fn near_miss(&self, asked: &Asked<'_>) -> ProblemKind {
        self.entries
            .iter()
            .filter_map(|entry| {
                let difference = asked.value.compare(entry.value).err()?;
                let hits = asked.support(entry.value).hits.len();
                (difference != Difference::Value).then_some((std::cmp::Reverse(hits), difference))
            })
            .min()
            .map_or(ProblemKind::NotFound, |(_, difference)| kind_of(difference))
    }

    fn nearest(&self, asked: &Asked<'_>, laid: Option<Entry<'_>>) -> Vec<CitableValue> {
        nearest(self.entries, |entry| {
            let support = asked.support(entry.value);
            let is_laid = laid.is_some_and(|laid| std::ptr::eq(laid.value, entry.value));
            let alike = asked.value.compare(entry.value) != Err(Difference::Value);
            let fits = !support.hits.is_empty() || alike || is_laid;
            fits.then_some((
                !is_laid,
                asked.value.is_other_kind(entry.value),
                support.period == PeriodFit::Conflict,
                std::cmp::Reverse(support.hits.len()),
                support.missing,
            ))
        })
    }

    fn dated(&self, place: usize, period: Period, overlay: Option<&Overlay<'_>>) -> Finding {
        let pair = overlay.and_then(|overlay| {
            let mut pairs = overlay.pairs.iter();
            let pair = pairs.find(|(own, _)| **own == Token::Period(place))?;
            Some(self.light.is_same(overlay.page, pair))
        });
        let is_repetition = overlay.is_some_and(Overlay::is_repetition);
        let named = self.light.book.names(period);
        match (pair, named) {
            (Some(false), _) if is_repetition => self.wrong_period(period),
            (_, Some(place)) => Finding::Observed(place),
            (_, None) => self.wrong_period(period),
        }
    }

    fn wrong_period(&self, period: Period) -> Finding {
        let nearest = nearest(self.entries, |entry| {
            let other = entry.value.period?;
            Some((other.year - period.year).abs())
        });
        Finding::Problem(Problem {
            kind: ProblemKind::WrongPeriod,
            nearest,
        })
    }
}

fn numeral(text: &str, range: &Range<usize>, finding: Finding) -> CheckedNumeral {
    CheckedNumeral {
        printed: cut(text, range.clone()).trim().to_owned(),
        range: range.clone(),
        finding,
    }
}

fn stated(entry: &Entry<'_>) -> Finding {
    let place = entry.place();
    if entry.value.is_forecast {
        Finding::Prospective(place)
    } else if entry.value.is_third_party {
        Finding::ThirdParty(place)
    } else {
        Finding::Observed(place)
    }
}

/// How a number differs from the one at its place in the repeated sentence.
fn laid_difference(claim: &Value, source: &Value) -> ProblemKind {
    match claim.compare(source) {
        Err(difference) => kind_of(difference),
        Ok(_) if claim.direction != source.direction || turns(claim) != turns(source) => {
            ProblemKind::WrongSign
        }
        Ok(Equality::Rounded) => ProblemKind::WrongRounding,
        Ok(Equality::Exact) if claim.negative != source.negative => ProblemKind::WrongSign,
        Ok(Equality::Exact) if claim.unit != source.unit => ProblemKind::WrongUnit,
        Ok(Equality::Exact) => ProblemKind::WrongScale,
    }
}

fn turns(value: &Value) -> Option<Direction> {
    super::words::result_of(&value.label)
}
