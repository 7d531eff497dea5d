//! Figures that a question itself defines from two others.

use assay_claims::{Meaning, MeaningKind, meanings, meanings_with_ideas};
use assay_domain::{Date, Decimal, EvidenceId};
use assay_figures::Unit;

use super::Given;
use super::figures::{Told, joined, owner, told};
use crate::filed::FiledFigure;
use crate::frame::{Frame, Kind, Wanted, When, has};
use crate::measure::{Operand, name_of_ratio};
use crate::passage::{Asked, candidates, choose, figure_of, is_part_of_a_whole};
use crate::printed::{fixed, value};

/// An operand with its number.
struct Value {
    label: String,
    amount: Decimal,
    /// How it follows from what is filed.
    formula: String,
    /// A currency, or nothing for a count.
    unit: Option<String>,
    period: Option<String>,
    end: Option<Date>,
    evidence: Vec<EvidenceId>,
}

/// Part over whole for each period that is asked for.
pub(super) fn ratios(
    frame: &Frame,
    given: &Given<'_>,
    company: usize,
    part: &Operand,
    whole: &Operand,
) -> Vec<Told> {
    let mut found = Vec::new();
    for when in each(frame) {
        let Some((part, whole)) = pair(frame, given, company, [part, whole], &when) else {
            return Vec::new();
        };
        if whole.amount.is_zero() {
            return Vec::new();
        }
        let ratio = part.amount / whole.amount;
        let is_share = part.unit == whole.unit;
        // a share of more than everything is a misreading of one of the two
        if is_share && ratio.abs() > Decimal::from(20) {
            return Vec::new();
        }
        let language = frame.language;
        let (shown, in_days) = told_as(ratio, &part, is_share, frame);
        let shows = |one: &Value| match &one.unit {
            Some(unit) => value(one.amount, unit, language),
            None => fixed(one.amount, 0),
        };
        let how = format!(
            "{} {} / {} {}",
            part.label,
            shows(&part),
            whole.label,
            shows(&whole)
        );
        let period = part.period.clone().or_else(|| whole.period.clone());
        found.push(Told {
            owner: owner(given.known, company),
            label: label(frame, &part, &whole),
            amount: ratio,
            shown,
            period: period.unwrap_or_default(),
            unit: None,
            end: part.end.or(whole.end),
            evidence: joined(&part.evidence, &whole.evidence),
            formula: match in_days {
                true => format!("({}) / ({}) * {DAYS}", part.formula, whole.formula),
                false => format!("({}) / ({})", part.formula, whole.formula),
            },
            how: Some(match in_days {
                true => format!("{how} × {DAYS}"),
                false => how,
            }),
        });
    }
    found.sort_by_key(|told| told.end);
    found
}

/// The name of a ratio that has one; what is divided by what of any other.
fn label(frame: &Frame, part: &Value, whole: &Value) -> String {
    if let Some(name) = name_of_ratio(&frame.question) {
        return name.to_owned();
    }
    let is_share = part.unit == whole.unit;
    let (english, chinese) = match is_share {
        true => ("as a share of", "占"),
        false => ("per", "除以"),
    };
    frame.language.pick(
        format!("{} {english} {}", part.label, whole.label),
        format!("{}{chinese}{}", part.label, whole.label),
    )
}

/// A ratio as people tell it: a share, how often, how many days, or money per head; and whether in days.
fn told_as(ratio: Decimal, part: &Value, is_share: bool, frame: &Frame) -> (String, bool) {
    let (question, language) = (frame.question.to_lowercase(), frame.language);
    if !is_share {
        let unit = part.unit.clone().unwrap_or_default();
        return (value(ratio.round_dp(0), &unit, language), false);
    }
    if is_told_in_days(&question) {
        let count = fixed(ratio * Decimal::from(DAYS), 1);
        let shown = language.pick(format!("{count} days"), format!("{count}天"));
        return (shown, true);
    }
    let share = format!("{}%", fixed(ratio * Decimal::ONE_HUNDRED, 1));
    match is_told_in_times(&question) {
        true if ratio >= Decimal::TWO => (fixed(ratio, 2), false),
        true => (format!("{} ({share})", fixed(ratio, 2)), false),
        false => (share, false),
    }
}

/// Turnover in days: by its name, or by what it is short for.
fn is_told_in_days(question: &str) -> bool {
    let is_named = ["days", "dso", "dio", "dpo"]
        .iter()
        .any(|word| has(question, word));
    is_named || question.contains("天数")
}

/// Days of a year, as turnover is told in.
const DAYS: u32 = 365;

/// `Current ratio`, 周转率: people say how often one goes into the other.
fn is_told_in_times(question: &str) -> bool {
    // `generation` is no ratio
    [
        "ratio", "ratios", "turnover", "turns", "coverage", "cover", "covers", "covered", "比率",
        "周转", "倍",
    ]
    .iter()
    .any(|word| has(question, word))
}

/// One plus the other.
pub(super) fn sums(
    frame: &Frame,
    given: &Given<'_>,
    company: usize,
    one: &Operand,
    other: &Operand,
) -> Vec<Told> {
    let mut found = Vec::new();
    for when in each(frame) {
        let Some((one, other)) = pair(frame, given, company, [one, other], &when) else {
            return Vec::new();
        };
        if one.unit != other.unit {
            return Vec::new();
        }
        let language = frame.language;
        let sum = one.amount + other.amount;
        let unit = one.unit.clone().unwrap_or_default();
        let shows = |amount: Decimal| value(amount, &unit, language);
        found.push(Told {
            owner: owner(given.known, company),
            label: language.pick(
                format!("{} plus {}", one.label, other.label),
                format!("{}与{}合计", one.label, other.label),
            ),
            amount: sum,
            shown: shows(sum),
            period: one.period.clone().unwrap_or_default(),
            unit: one.unit.clone(),
            end: one.end,
            evidence: joined(&one.evidence, &other.evidence),
            formula: format!("({}) + ({})", one.formula, other.formula),
            how: Some(format!(
                "{} {} + {} {}",
                one.label,
                shows(one.amount),
                other.label,
                shows(other.amount)
            )),
        });
    }
    found.sort_by_key(|told| told.end);
    found
}

/// Each period that is asked for by itself.
fn each(frame: &Frame) -> Vec<When> {
    if frame.when.periods.is_empty() {
        return vec![When {
            periods: Vec::new(),
            newest: 1,
        }];
    }
    let one = |period| When {
        periods: vec![period],
        newest: 1,
    };
    frame.when.periods.iter().copied().map(one).collect()
}

/// Both operands for one period: what is filed first, so that what passages say can be held to the
/// same period.
fn pair(
    frame: &Frame,
    given: &Given<'_>,
    company: usize,
    [one, other]: [&Operand; 2],
    when: &When,
) -> Option<(Value, Value)> {
    match (one, other) {
        (Operand::Filed(a), Operand::Filed(b)) => {
            let a = *given.filed.asked(company, a, when).last()?;
            let b = given.filed.beside(a, b)?;
            Some((filed(a, given, frame), filed(b, given, frame)))
        }
        (Operand::Filed(a), Operand::Worded(words)) => {
            let a = *given.filed.asked(company, a, when).last()?;
            let b = worded(given, company, words, when, None)?;
            Some((filed(a, given, frame), b))
        }
        (Operand::Worded(words), Operand::Filed(b)) => {
            let b = *given.filed.asked(company, b, when).last()?;
            let a = worded(given, company, words, when, Some(&b.point.unit))?;
            Some((a, filed(b, given, frame)))
        }
        (Operand::Worded(_), Operand::Worded(_)) => None,
    }
}

fn filed(figure: &FiledFigure, given: &Given<'_>, frame: &Frame) -> Value {
    let told = told(figure, given, frame);
    Value {
        label: told.label,
        amount: figure.point.value,
        formula: figure.formula.clone(),
        unit: Some(figure.point.unit.clone()),
        period: Some(told.period),
        end: told.end,
        evidence: figure.evidence.clone(),
    }
}

/// A figure that passages give under the words of the question: money of the currency of what it is
/// part of, or a number of heads where it divides.
fn worded(
    given: &Given<'_>,
    company: usize,
    words: &str,
    when: &When,
    currency: Option<&str>,
) -> Option<Value> {
    let is_count = currency.is_none();
    let own = given
        .passages
        .iter()
        .filter(|passage| passage.company == Some(company));
    let all: Vec<_> = own.flat_map(candidates).collect();
    let terms = meanings_with_ideas(words);
    let asked = Asked {
        kin: Vec::new(),
        spoken: Vec::new(),
        terms: &terms,
        when,
        wanted: Wanted::Money,
        kind: Kind::LookUp,
        numbers: &[],
        lighter: &[],
        names: &[],
    };
    let read: Vec<usize> = match is_count {
        // the whole may stand anywhere
        true => (0..all.len()).collect(),
        false => {
            let chosen = choose(&asked, &all, MOST_READINGS).into_iter();
            chosen.map(|chosen| chosen.place).collect()
        }
    };
    let values = read.into_iter().filter_map(|place| {
        let candidate = all.get(place).filter(|one| one.is_only_about(&terms))?;
        let figure = figure_of(candidate, &terms, when)?;
        let counts_it = || stands_beside(&candidate.shown, &figure.raw, &terms);
        if is_count && (candidate.is_row || !counts_it()) {
            return None;
        }
        let unit = match &figure.unit {
            Unit::Currency(code) if currency == Some(*code) => Some((*code).to_owned()),
            Unit::Count(_) | Unit::Bare if is_count => None,
            _ => return None,
        };
        let amount = figure.amount()?;
        Some(Value {
            label: words.to_owned(),
            amount,
            formula: amount.normalize().to_string(),
            unit,
            period: None,
            end: None,
            evidence: vec![candidate.passage.evidence.id.clone()],
        })
    });
    let mut values: Vec<Value> = values.collect();
    if is_count {
        // a whole is at least its parts
        values.sort_by_key(|value| std::cmp::Reverse(value.amount));
    }
    values.into_iter().next()
}

/// Words between a count and what it counts.
const NEAR: usize = 5;

/// Whether a number counts what is asked for, all of it: one of its words stands close by in the same
/// clause.
fn stands_beside(text: &str, raw: &str, terms: &[Meaning]) -> bool {
    let Some((before, after)) = text.split_once(raw) else {
        return false;
    };
    let before = before
        .rsplit([',', ';', '，', '；'])
        .next()
        .unwrap_or_default();
    let after = after
        .split([',', ';', '，', '；'])
        .next()
        .unwrap_or_default();
    let last: Vec<&str> = before.split_whitespace().rev().take(NEAR).collect();
    let last: Vec<&str> = last.into_iter().rev().collect();
    let next: Vec<&str> = after.split_whitespace().take(NEAR).collect();
    let says = |words: &str| {
        let words = meanings(words);
        let mut things = terms.iter().filter(|term| term.kind >= MeaningKind::Thing);
        things.any(|term| words.iter().any(|word| word.is_same_as(term)))
    };
    let is_said = [last.join(" "), next.join(" ")]
        .iter()
        .any(|words| says(words));
    is_said && !is_part_of_a_whole(text, raw)
}

/// Passages that are read for one operand.
const MOST_READINGS: usize = 12;
