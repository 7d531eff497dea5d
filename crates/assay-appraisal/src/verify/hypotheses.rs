//! Numbers in hypotheses: figures that the hypothesis names, and days that the ground has.

use std::collections::BTreeSet;

use assay_domain::{Finding, Language};
use assay_facts::{Basis, RefusalReason};
use assay_valuation::Outcome;

use super::{Check, Ground, Problem, has_digit, loose_numbers, words};
use crate::thesis::{Hypothesis, Part};

/// Metrics whose newest period a hypothesis about something missing may name.
const NEWEST_OF: &[&str] = &[
    "revenue",
    "net_interest_income",
    "net_income",
    "total_assets",
];

/// What a hypothesis may name beside its own figures.
pub(super) struct Outlook {
    /// Days and names of periods: the newest, the due and the missing ones.
    words: BTreeSet<String>,
    /// What the valuation lacks, in its own words.
    gaps: BTreeSet<String>,
}

impl Outlook {
    pub(super) fn of(ground: &Ground<'_>) -> Self {
        let mut named: BTreeSet<String> = BTreeSet::new();
        let points = &ground.package.data_points;
        for metric in NEWEST_OF {
            for basis in [Basis::Fy, Basis::Ttm, Basis::Instant] {
                let of = |point: &&assay_facts::DataPoint| {
                    point.canonical_metric == *metric && point.period.basis == basis
                };
                let newest = points.iter().filter(of).max_by_key(|p| p.as_of_date);
                if let Some(point) = newest {
                    named.insert(point.as_of_date.to_string());
                    named.extend(point.freshness.expected_next.map(|day| day.to_string()));
                }
            }
        }
        for refusal in &ground.package.refusals {
            if let RefusalReason::GapInQuarters { missing } = &refusal.reason {
                named.extend(missing.iter().map(ToString::to_string));
            }
        }
        for finding in ground.findings {
            if let Finding::MissingPeriod {
                subject, missing, ..
            } = finding
            {
                let texts = missing.iter().chain([subject]);
                let with_digits = texts.flat_map(|text| words(text).filter(|word| has_digit(word)));
                named.extend(with_digits.map(str::to_owned));
            }
        }
        let mut gaps = BTreeSet::new();
        if let Some(Outcome::NotRunnable(refused)) = ground.outcome {
            for gap in &refused.missing {
                gaps.extend([Language::En, Language::Zh].map(|language| gap.text(language)));
            }
        }
        Self { words: named, gaps }
    }
}

impl Check<'_> {
    pub(super) fn hypothesis(&self, hypothesis: &Hypothesis, problems: &mut Vec<Problem>) {
        let name = &hypothesis.id;
        let figures: Vec<Part> = hypothesis
            .figures
            .iter()
            .map(|figure| Part::Figure {
                id: figure.id.clone(),
                text: figure.text.clone(),
            })
            .collect();
        for figure in &hypothesis.figures {
            problems.extend(self.figure(name, &figure.id, &figure.text));
            if !hypothesis.statement.contains(&figure.text) {
                problems.push(Problem::FigureList {
                    sentence: name.clone(),
                    id: figure.id.clone(),
                });
            }
        }
        let periods = self.words_with_digits(&figures);
        let is_allowed = |word: &str| periods.contains(word) || self.outlook.words.contains(word);
        // the longest first, so that no figure is cut out of another
        let mut printed: Vec<&str> = hypothesis.figures.iter().map(|f| f.text.as_str()).collect();
        printed.sort_by_key(|text| std::cmp::Reverse(text.len()));
        for text in texts(hypothesis).filter(|text| !self.outlook.gaps.contains(*text)) {
            let mut rest = text.to_owned();
            for figure in &printed {
                rest = rest.replace(figure, " ");
            }
            problems.extend(loose_numbers(name, &rest, is_allowed));
        }
    }
}

/// Everything of a hypothesis that a reader sees.
fn texts(hypothesis: &Hypothesis) -> impl Iterator<Item = &str> {
    let needed = hypothesis.verification_needed.iter();
    let triggers = hypothesis.monitoring_triggers.iter();
    std::iter::once(&hypothesis.statement)
        .chain(needed)
        .chain(triggers.flat_map(|trigger| [&trigger.event, &trigger.action]))
        .map(String::as_str)
}
