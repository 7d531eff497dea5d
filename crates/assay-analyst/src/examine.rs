use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{Evidence, EvidenceId, Finding, Language, Reading};
use assay_figures::{Basis, Form, Period, Span};

use crate::datum::{Datum, Key, data};
use crate::known::KnownFigures;

/// What a reader must know about the evidence: contradictions, figures replaced by newer ones, and
/// holes in series.
pub fn examine(evidence: &[Evidence], language: Language) -> Vec<Finding> {
    examine_with(&KnownFigures::default(), evidence, language)
}

/// As [`examine`], for whoever examines the same passages again and again.
pub fn examine_with(
    known: &KnownFigures,
    evidence: &[Evidence],
    language: Language,
) -> Vec<Finding> {
    let data = data(known, evidence);
    let mut findings = Vec::new();
    for readings in groups(&data).values() {
        findings.extend(disagreements(readings, language));
    }
    findings.extend(missing_periods(&data, language));
    findings
}

pub(crate) fn groups<'d, 'e>(
    data: &'d [Datum<'e>],
) -> BTreeMap<(&'d Key, Period), Vec<&'d Datum<'e>>> {
    let mut groups: BTreeMap<(&Key, Period), Vec<&Datum<'_>>> = BTreeMap::new();
    for datum in data {
        groups
            .entry((&datum.key, datum.when))
            .or_default()
            .push(datum);
    }
    for readings in groups.values_mut() {
        leave_out_misread(readings);
    }
    groups
}

/// A document that seems to contradict itself was misread, so none of what was read there counts.
fn leave_out_misread(readings: &mut Vec<&Datum<'_>>) {
    let misread: BTreeSet<String> = readings
        .iter()
        .filter(|datum| {
            readings.iter().any(|other| {
                other.evidence.document == datum.evidence.document && !other.agrees_with(datum)
            })
        })
        .map(|datum| datum.evidence.document.to_string())
        .collect();
    if !misread.is_empty() {
        readings.retain(|datum| !misread.contains(datum.evidence.document.as_str()));
    }
}

/// How far several figures for the same thing can be brought together.
pub(crate) enum Standing<'d, 'e> {
    Agreed(&'d Datum<'e>),
    /// The first replaces the others.
    Replaced(&'d Datum<'e>, Vec<&'d Datum<'e>>),
    /// One of each value.
    Disputed(Vec<&'d Datum<'e>>),
}

/// A newer source replaces older ones unless it is less trusted than they are: a newspaper does not
/// restate a filing.
pub(crate) fn standing<'d, 'e>(readings: &[&'d Datum<'e>]) -> Option<Standing<'d, 'e>> {
    let mut by_date: Vec<&'d Datum<'e>> = readings.to_vec();
    by_date.sort_by_key(|datum| {
        (
            std::cmp::Reverse(datum.evidence.as_of),
            datum.evidence.tier,
            datum.figure.rounding(),
        )
    });
    let newest = *by_date.first()?;
    let mut values: Vec<&'d Datum<'e>> = Vec::new();
    for datum in &by_date {
        if !values.iter().any(|known| known.agrees_with(datum)) {
            values.push(datum);
        }
    }
    let others: Vec<&'d Datum<'e>> = values
        .iter()
        .copied()
        .filter(|datum| !datum.agrees_with(newest))
        .collect();
    if others.is_empty() {
        return Some(Standing::Agreed(newest));
    }
    let replaced = others.iter().all(|old| {
        let dated = old.evidence.as_of.is_some() && old.evidence.as_of < newest.evidence.as_of;
        dated && newest.evidence.tier <= old.evidence.tier
    });
    Some(if replaced {
        Standing::Replaced(newest, others)
    } else {
        Standing::Disputed(values)
    })
}

/// Figures that a newer source replaced: where they stand and how they are printed.
pub(crate) fn replaced(data: &[Datum<'_>]) -> Vec<(EvidenceId, String)> {
    let mut found = Vec::new();
    for readings in groups(data).values() {
        if let Some(Standing::Replaced(newest, _)) = standing(readings) {
            let old = readings.iter().filter(|datum| !datum.agrees_with(newest));
            found.extend(old.map(|datum| (datum.evidence.id.clone(), datum.figure.raw.clone())));
        }
    }
    found
}

fn disagreements(readings: &[&Datum<'_>], language: Language) -> Vec<Finding> {
    match standing(readings) {
        None | Some(Standing::Agreed(_)) => Vec::new(),
        Some(Standing::Replaced(new, olds)) => olds
            .into_iter()
            .map(|old| Finding::Outdated {
                subject: new.subject(language),
                period: new.period.to_string(),
                old: reading(old, language),
                new: reading(new, language),
            })
            .collect(),
        Some(Standing::Disputed(mut values)) => {
            values.sort_by_key(|datum| (datum.evidence.tier, datum.amount()));
            let period = values.first().map(|datum| datum.period.to_string());
            let subject = values.first().map(|datum| datum.subject(language));
            vec![Finding::Contradiction {
                subject: subject.unwrap_or_default(),
                period: period.unwrap_or_default(),
                readings: values
                    .iter()
                    .map(|datum| reading(datum, language))
                    .collect(),
            }]
        }
    }
}

fn reading(datum: &Datum<'_>, language: Language) -> Reading {
    Reading {
        value: datum.printed(language),
        source: datum.evidence.source.clone(),
        evidence: datum.evidence.id.clone(),
    }
}

/// Points a table must have before a hole in it is worth telling.
const SHORTEST_SERIES: usize = 3;

/// A series that a table begins and goes on with, but interrupts. A figure anywhere fills a hole.
fn missing_periods(data: &[Datum<'_>], language: Language) -> Vec<Finding> {
    let mut series: BTreeMap<(&Key, Kind), Vec<&Datum<'_>>> = BTreeMap::new();
    for datum in data {
        if let Some(kind) = Kind::of(datum.when)
            && datum.key.basis == Basis::Actual
        {
            series.entry((&datum.key, kind)).or_default().push(datum);
        }
    }
    let mut holes: BTreeMap<(Vec<Period>, Vec<Period>), Vec<&Datum<'_>>> = BTreeMap::new();
    for ((_, kind), points) in series {
        let tabled: BTreeSet<Period> = points
            .iter()
            .filter(|datum| datum.figure.form == Form::Table)
            .map(|datum| datum.when)
            .collect();
        let known: BTreeSet<Period> = points.iter().map(|datum| datum.when).collect();
        let missing: Vec<Period> = kind
            .between(&tabled)
            .into_iter()
            .filter(|period| !known.contains(period))
            .collect();
        if tabled.len() >= SHORTEST_SERIES && !missing.is_empty() {
            let present = known.into_iter().collect();
            holes.entry((missing, present)).or_default().extend(points);
        }
    }
    holes
        .into_iter()
        .map(|((missing, present), points)| hole(&missing, &present, &points, language))
        .collect()
}

fn hole(
    missing: &[Period],
    present: &[Period],
    points: &[&Datum<'_>],
    language: Language,
) -> Finding {
    let mut subjects: Vec<String> = Vec::new();
    let mut evidence: Vec<EvidenceId> = Vec::new();
    for datum in points {
        let subject = datum.subject(language);
        if !subjects.contains(&subject) {
            subjects.push(subject);
        }
        if !evidence.contains(&datum.evidence.id) {
            evidence.push(datum.evidence.id.clone());
        }
    }
    Finding::MissingPeriod {
        subject: subjects.join(language.pick(", ", "、")),
        missing: missing.iter().map(Period::to_string).collect(),
        present: present.iter().map(Period::to_string).collect(),
        evidence,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Years,
    Quarters,
}

impl Kind {
    fn of(period: Period) -> Option<Self> {
        match period.span {
            Span::Year => Some(Self::Years),
            Span::Quarter(_) => Some(Self::Quarters),
            Span::Half(_)
            | Span::NineMonths
            | Span::Months(..)
            | Span::Month(_)
            | Span::Day(..) => None,
        }
    }

    /// All periods from the first to the last of a series.
    fn between(self, present: &BTreeSet<Period>) -> Vec<Period> {
        let (Some(first), Some(last)) = (present.first(), present.last()) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        let mut at = *first;
        while at <= *last {
            all.push(at);
            at = self.next(at);
        }
        all
    }

    fn next(self, period: Period) -> Period {
        match (self, period.span) {
            (Self::Quarters, Span::Quarter(quarter)) if quarter < 4 => Period {
                span: Span::Quarter(quarter + 1),
                ..period
            },
            (Self::Quarters, _) => Period {
                year: period.year + 1,
                span: Span::Quarter(1),
                ..period
            },
            (Self::Years, _) => Period {
                year: period.year + 1,
                ..period
            },
        }
    }
}
