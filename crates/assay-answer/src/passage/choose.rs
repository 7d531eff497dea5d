//! Which sentences and rows answer.

use assay_claims::{Meaning, MeaningKind};
use assay_figures::{Figure, Period, Span, Unit};

use super::candidate::Candidate;
use crate::frame::{Kind, Wanted, When};

/// What is to be met.
pub(crate) struct Asked<'q> {
    pub(crate) terms: &'q [Meaning],
    pub(crate) when: &'q When,
    pub(crate) wanted: Wanted,
    pub(crate) kind: Kind,
    /// Numbers that the question itself states.
    pub(crate) numbers: &'q [String],
    /// Names of whom it asks about: `3M` is no number.
    pub(crate) names: &'q [String],
}

impl Asked<'_> {
    fn least_cover(&self) -> f64 {
        match (self.kind, self.wanted) {
            (Kind::LookUp, Wanted::Anything) => LEAST_OF_ANYTHING,
            _ => LEAST_COVER,
        }
    }

    /// A question for a number or a day is not answered by a sentence without one.
    fn needs_a_figure(&self) -> bool {
        let is_told = matches!(
            self.wanted,
            Wanted::Money | Wanted::Count | Wanted::Percent | Wanted::Date
        );
        is_told && matches!(self.kind, Kind::LookUp | Kind::Compare)
    }
}

/// A candidate and how well it answers.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    pub(crate) place: usize,
    pub(crate) score: f64,
    /// Which share of what is asked it speaks of, by weight.
    pub(crate) cover: f64,
}

/// Share of the weight of a question that an answer must speak of.
const LEAST_COVER: f64 = 0.5;
/// The same where the question says nothing of what kind of thing would answer it.
const LEAST_OF_ANYTHING: f64 = 0.7;
/// A further sentence must bring this share of what the ones before it leave open.
const LEAST_MORE: f64 = 0.5;
/// A sentence that only fills a gap must still be this good.
const LEAST_SCORE: f64 = 0.25;
/// How much less of the question than the best a further sentence may speak of.
const LESS_COVER: f64 = 0.15;
/// How much worse than the best a further sentence may be.
const NEAR_BEST: f64 = 0.18;

/// The candidates that answer, best first, at most `most`; empty where none covers what is asked.
pub(crate) fn choose(asked: &Asked<'_>, all: &[Candidate<'_>], most: usize) -> Vec<Chosen> {
    let weights = weights(asked, all);
    let ranked = ranked(asked, all, &weights);
    let answers = |chosen: &&Chosen| {
        let has_it = || {
            all.get(chosen.place)
                .is_some_and(|candidate| has_wanted(asked, candidate))
        };
        chosen.cover >= asked.least_cover() && (!asked.needs_a_figure() || has_it())
    };
    let Some(best) = ranked.iter().find(answers) else {
        return Vec::new();
    };
    let best = *best;
    let mut chosen = vec![best];
    let mut met: Vec<bool> = met_by(asked, all.get(best.place));
    let total: f64 = weights.iter().sum();
    // what the best one leaves open first, then what is as good; causes stand close together
    let order = match asked.kind {
        Kind::Explain | Kind::HowTo => [false, true],
        Kind::LookUp | Kind::Compare | Kind::List | Kind::Judge => [true, false],
    };
    for is_filling in order {
        for next in &ranked {
            let repeats = chosen
                .iter()
                .any(|known| is_same(all, known.place, next.place));
            if chosen.len() >= most || repeats {
                continue;
            }
            let more = met_by(asked, all.get(next.place));
            let brings: f64 = weights
                .iter()
                .zip(met.iter().zip(&more))
                .filter(|(_, (old, new))| !**old && **new)
                .map(|(weight, _)| weight)
                .sum();
            let left = open_weight(&weights, &met);
            let fills =
                left > 0.08 * total && brings >= LEAST_MORE * left && next.score >= LEAST_SCORE;
            let is_near = next.cover >= LEAST_COVER.max(best.cover - LESS_COVER)
                && next.score >= best.score - NEAR_BEST;
            if (is_filling && fills) || (!is_filling && is_near) {
                chosen.push(*next);
                for (old, new) in met.iter_mut().zip(more) {
                    *old |= new;
                }
            }
        }
    }
    chosen
}

/// The best candidate even where it does not answer, for whoever wants to know what is nearest.
pub(crate) fn nearest(asked: &Asked<'_>, all: &[Candidate<'_>]) -> Option<Chosen> {
    let weights = weights(asked, all);
    ranked(asked, all, &weights).into_iter().next()
}

fn ranked(asked: &Asked<'_>, all: &[Candidate<'_>], weights: &[f64]) -> Vec<Chosen> {
    let mut ranked: Vec<Chosen> = all
        .iter()
        .enumerate()
        .map(|(place, candidate)| scored(asked, candidate, place, weights))
        .filter(|chosen| chosen.cover > 0.0)
        .collect();
    ranked.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| a.place.cmp(&b.place))
    });
    ranked
}

fn open_weight(weights: &[f64], met: &[bool]) -> f64 {
    let open = weights.iter().zip(met).filter(|(_, met)| !**met);
    open.map(|(weight, _)| weight).sum()
}

fn is_same(all: &[Candidate<'_>], a: usize, b: usize) -> bool {
    match (all.get(a), all.get(b)) {
        (Some(a), Some(b)) => a.shown == b.shown,
        _ => true,
    }
}

/// What each term weighs: things and names more than what is said of them, what few have more than
/// what all have.
fn weights(asked: &Asked<'_>, all: &[Candidate<'_>]) -> Vec<f64> {
    let count = to_float(all.len());
    let weight = |term: &Meaning| {
        let base = match term.kind {
            MeaningKind::Name => 1.4,
            MeaningKind::Thing => 1.0,
            MeaningKind::Said => 0.5,
            MeaningKind::Light => 0.45,
        };
        let holders = all
            .iter()
            .filter(|candidate| candidate.own.iter().any(|own| own.is_same_as(term)));
        let holders = holders.count();
        // writers vary their verbs: one that nobody uses is no sign that nobody speaks of it
        let base = if holders == 0 && term.kind <= MeaningKind::Said {
            base * 0.3
        } else {
            base
        };
        let rarity = ((count + 1.0) / (to_float(holders) + 0.5)).ln() / (count + 2.0).ln();
        base * rarity.clamp(0.15, 1.0)
    };
    asked.terms.iter().map(weight).collect()
}

fn to_float(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}

/// How fully a candidate speaks of a term: itself, by what stands around it, by its document.
fn cover(term: &Meaning, candidate: &Candidate<'_>) -> f64 {
    let holds = |words: &[Meaning]| words.iter().any(|word| word.is_same_as(term));
    let shares_idea = || {
        term.ideas()
            .iter()
            .any(|idea| candidate.ideas.contains(idea))
    };
    match () {
        () if holds(&candidate.own) => 1.0,
        () if shares_idea() => 0.9,
        () if holds(&candidate.around) => 0.75,
        () if holds(&candidate.title) => 0.5,
        () => 0.0,
    }
}

fn met_by(asked: &Asked<'_>, candidate: Option<&Candidate<'_>>) -> Vec<bool> {
    let is_met = |term: &Meaning| {
        candidate.is_some_and(|candidate| {
            // a document that is named after something speaks of it throughout
            let is_of_document = candidate.title.iter().any(|word| word.is_same_as(term));
            is_of_document || cover(term, candidate) > 0.8
        })
    };
    asked.terms.iter().map(is_met).collect()
}

fn scored(asked: &Asked<'_>, candidate: &Candidate<'_>, place: usize, weights: &[f64]) -> Chosen {
    let total: f64 = weights.iter().sum();
    let met: f64 = asked
        .terms
        .iter()
        .zip(weights)
        .map(|(term, weight)| weight * cover(term, candidate))
        .sum();
    let lacks_name = asked
        .terms
        .iter()
        .any(|term| term.kind == MeaningKind::Name && cover(term, candidate) == 0.0);
    let share = if total > 0.0 { met / total } else { 0.0 };
    let cover = if lacks_name { share * 0.6 } else { share };
    let same_numbers = asked.numbers.iter().filter(|number| {
        let mut figures = candidate.figures.iter();
        figures.any(|figure| figure.raw.contains(number.as_str()))
    });
    let score = 0.15 * to_float(same_numbers.count())
        + share
        + fits_wanted(asked, candidate)
        + fits_time(asked, candidate)
        + fits_form(candidate);
    Chosen {
        place,
        score,
        cover,
    }
}

/// Whether the candidate has what the question wants to be told.
fn fits_wanted(asked: &Asked<'_>, candidate: &Candidate<'_>) -> f64 {
    if asked.wanted == Wanted::Anything {
        // advice is asked for with what supports it
        let worth = if asked.kind == Kind::HowTo {
            0.15
        } else {
            0.05
        };
        return if candidate.figures.is_empty() {
            0.0
        } else {
            worth
        };
    }
    match (has_wanted(asked, candidate), asked.kind) {
        (true, _) => 0.2,
        (false, Kind::LookUp | Kind::Compare) => -0.3,
        (false, Kind::Explain) => -0.2,
        (false, _) => -0.1,
    }
}

fn has_wanted(asked: &Asked<'_>, candidate: &Candidate<'_>) -> bool {
    let levels = || {
        let figures = candidate.figures.iter();
        figures.filter(|figure| {
            let is_name = asked
                .names
                .iter()
                .any(|name| figure.raw.eq_ignore_ascii_case(name));
            !figure.subject.is_change && !is_name && !is_numbered(&candidate.shown, &figure.raw)
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
                .any(|figure| matches!(figure.unit, Unit::Count(_) | Unit::Bare | Unit::Multiple))
                || cells().any(|cell| has_number(cell) && !cell.contains(['%', '$', '€', '£', '¥']))
        }
        Wanted::Percent => {
            candidate.figures.iter().any(is_percent) || cells().any(|cell| cell.contains('%'))
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
        Wanted::Anything => true,
    }
}

/// `Note 13`, `Model 3`: a number that is part of a name counts nothing.
fn is_numbered(text: &str, raw: &str) -> bool {
    let Some(before) = text.find(raw).and_then(|at| text.get(..at)) else {
        return false;
    };
    let word = before.split_whitespace().next_back().unwrap_or_default();
    let is_short = raw.chars().all(|c| c.is_ascii_digit()) && raw.len() <= 3;
    is_short
        && before.ends_with(' ')
        && word.starts_with(char::is_uppercase)
        && before.trim() != word
}

/// An enumeration: several names, or several items parted by commas.
fn lists_names(text: &str) -> bool {
    let commas = text.matches([',', '、', '，', ';', '；']).count();
    let mut words = text.split_whitespace().skip(1);
    let names = words
        .by_ref()
        .filter(|word| word.starts_with(char::is_uppercase));
    commas >= 2 && (names.count() >= 2 || !text.is_ascii())
}

const CAUSES: [&str; 21] = [
    "due to",
    "because",
    "driven by",
    "primarily",
    "attributable",
    "resulted from",
    "as a result",
    "reflect",
    "mainly",
    "partially offset",
    "owing to",
    "caused by",
    "led to",
    "thanks to",
    "由于",
    "因为",
    "主要是",
    "导致",
    "得益于",
    "受",
    "系",
];

fn says_cause(text: &str) -> bool {
    let lower = text.to_lowercase();
    CAUSES.iter().any(|words| lower.contains(words))
}

/// Whether the candidate speaks of the period that is asked for; where none is, newer is better.
fn fits_time(asked: &Asked<'_>, candidate: &Candidate<'_>) -> f64 {
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
        (
            Span::Day(month, _) | Span::Month(month) | Span::Months(3, month),
            Span::Quarter(quarter),
        ) => (month + 2) / 3 == quarter,
        (Span::Months(6, 6), Span::Half(1)) | (Span::Quarter(2), Span::Half(1)) => true,
        (Span::Months(12, _), Span::Year) => true,
        (Span::Day(month, _), Span::Month(wanted)) => month == wanted,
        _ => false,
    }
}

const HYPOTHETICAL: [&str; 8] = [
    " may ", " could ", " might ", " would ", "可能", "或将", "如果", " if ",
];

/// Sentences that are only possible, or too short or too long to be read as an answer, come later.
fn fits_form(candidate: &Candidate<'_>) -> f64 {
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
    doubt + length + extract
}

/// The figure of a candidate that the words ask for, of the period that is asked for.
pub(crate) fn figure_of<'c>(
    candidate: &'c Candidate<'_>,
    terms: &[Meaning],
    when: &When,
) -> Option<&'c Figure> {
    let things = terms.iter().filter(|term| term.kind >= MeaningKind::Thing);
    if things.clone().any(|term| cover(term, candidate) == 0.0) {
        return None;
    }
    let levels = || {
        let figures = candidate.figures.iter();
        figures.filter(|figure| {
            !figure.subject.is_change
                && !matches!(figure.unit, Unit::Percent | Unit::PercentagePoint)
        })
    };
    let Some(wanted) = when.periods.first() else {
        return levels().next();
    };
    let of_time = levels().find(|figure| figure.period.is_some_and(|own| is_of(own, *wanted)));
    let undated = || {
        let in_document =
            candidate.passage.year == Some(wanted.year) && candidate.periods.is_empty();
        levels().next().filter(|_| in_document)
    };
    of_time.or_else(undated)
}
