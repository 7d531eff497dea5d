mod hypotheses;
mod tripwires;

use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{Decimal, Evidence, EvidenceId, Finding};
use assay_facts::{DataPackage, DataPoint};
use assay_valuation::{Outcome, Traced};
use thiserror::Error;

use crate::dossier::filing_id;
use crate::print::{Style, is_printed};
use crate::thesis::{Part, Thesis};

/// What sentences may rest on.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    pub package: &'a DataPackage,
    pub outcome: Option<&'a Outcome>,
    pub passages: &'a [Evidence],
    pub findings: &'a [Finding],
}

/// Something in a sentence that the ground does not carry.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    #[error("{sentence}: `{id}` is neither a data point nor a line of the valuation")]
    UnknownFigure { sentence: String, id: String },
    #[error("{sentence}: “{text}” is no rounding of {id}, which is {value} {unit}")]
    WrongFigure {
        sentence: String,
        id: String,
        text: String,
        value: Decimal,
        unit: String,
    },
    #[error("{sentence}: {id} does not follow from its own formula")]
    DoesNotRecompute { sentence: String, id: String },
    #[error("{sentence}: “{text}” is a number without the id it came from")]
    LooseNumber { sentence: String, text: String },
    #[error("{sentence}: “{text}” is named twice, or before the figure of an earlier period")]
    MisplacedPeriod { sentence: String, text: String },
    #[error("{sentence}: the quotation “{quote}” is not in what it cites")]
    WrongQuotation { sentence: String, quote: String },
    #[error("{sentence}: cites {evidence}, which no figure or passage of it has")]
    UnknownEvidence {
        sentence: String,
        evidence: EvidenceId,
    },
    #[error("{sentence}: names {id} among its figures and does not print it, or the reverse")]
    FigureList { sentence: String, id: String },
    #[error("{sentence}: the threshold {threshold} {unit} is not that of {id}, {value} {of_unit}")]
    WrongThreshold {
        sentence: String,
        threshold: Decimal,
        unit: String,
        id: String,
        value: Decimal,
        of_unit: String,
    },
    #[error("{sentence}: the threshold {threshold} of {metric} is taken from no figure of it")]
    LooseThreshold {
        sentence: String,
        metric: String,
        threshold: Decimal,
    },
}

impl Problem {
    /// The claim, mechanism, driver, hypothesis, catalyst or tripwire that it is about.
    pub fn sentence(&self) -> &str {
        match self {
            Self::UnknownFigure { sentence, .. }
            | Self::WrongFigure { sentence, .. }
            | Self::DoesNotRecompute { sentence, .. }
            | Self::LooseNumber { sentence, .. }
            | Self::MisplacedPeriod { sentence, .. }
            | Self::WrongQuotation { sentence, .. }
            | Self::UnknownEvidence { sentence, .. }
            | Self::FigureList { sentence, .. }
            | Self::WrongThreshold { sentence, .. }
            | Self::LooseThreshold { sentence, .. } => sentence,
        }
    }
}

/// Every place where a thesis says what its ground does not. Empty is sound.
pub fn verify(thesis: &Thesis, ground: &Ground<'_>) -> Vec<Problem> {
    let check = Check::new(ground);
    let mut problems = Vec::new();
    for claim in &thesis.claims {
        check.sentence(&claim.id, &claim.text, &mut problems);
        check.figure_list(&claim.id, &claim.text, &claim.figures, &mut problems);
        for (evidence, _) in &claim.evidence {
            if !check.filings.contains(evidence) && !check.passages.contains_key(evidence) {
                problems.push(Problem::UnknownEvidence {
                    sentence: claim.id.clone(),
                    evidence: evidence.clone(),
                });
            }
        }
    }
    for claim in &thesis.claims {
        if let Some(wire) = &claim.wrong_if {
            check.tripwire(&tripwire_name(&claim.id), wire, &mut problems);
        }
    }
    for (at, mechanism) in thesis.mechanisms.iter().enumerate() {
        check.sentence(&mechanism_name(at), &mechanism.text, &mut problems);
    }
    for (at, driver) in thesis.drivers.iter().enumerate() {
        let name = driver_name(at);
        check.sentence(&name, &driver.description, &mut problems);
        check.figure_list(&name, &driver.description, &driver.figures, &mut problems);
    }
    for hypothesis in &thesis.hypotheses {
        check.hypothesis(hypothesis, &mut problems);
    }
    for (at, catalyst) in thesis.catalysts.iter().enumerate() {
        check.sentence(&catalyst_name(at), &catalyst.text, &mut problems);
    }
    problems
}

/// The thesis without every part that [`verify`] found wrong.
pub fn without_unsound(mut thesis: Thesis, problems: &[Problem]) -> Thesis {
    let wrong: BTreeSet<&str> = problems.iter().map(Problem::sentence).collect();
    thesis
        .claims
        .retain(|claim| !wrong.contains(claim.id.as_str()));
    for claim in &mut thesis.claims {
        if wrong.contains(tripwire_name(&claim.id).as_str()) {
            claim.wrong_if = None;
        }
    }
    retain(&mut thesis.mechanisms, &wrong, mechanism_name);
    retain(&mut thesis.drivers, &wrong, driver_name);
    retain(&mut thesis.catalysts, &wrong, catalyst_name);
    thesis
        .hypotheses
        .retain(|hypothesis| !wrong.contains(hypothesis.id.as_str()));
    thesis
}

fn retain<T>(items: &mut Vec<T>, wrong: &BTreeSet<&str>, name: impl Fn(usize) -> String) {
    let mut at = 0;
    items.retain(|_| {
        at += 1;
        !wrong.contains(name(at - 1).as_str())
    });
}

fn mechanism_name(at: usize) -> String {
    format!("mechanism_{}", at + 1)
}

fn driver_name(at: usize) -> String {
    format!("driver_{}", at + 1)
}

fn catalyst_name(at: usize) -> String {
    format!("catalyst_{}", at + 1)
}

fn tripwire_name(claim: &str) -> String {
    format!("{claim}.wrong_if")
}

struct Check<'a> {
    points: BTreeMap<&'a str, &'a DataPoint>,
    lines: BTreeMap<&'a str, &'a Traced>,
    passages: BTreeMap<&'a EvidenceId, &'a Evidence>,
    /// Of every point of the package.
    filings: BTreeSet<EvidenceId>,
    outlook: hypotheses::Outlook,
}

impl<'a> Check<'a> {
    fn new(ground: &Ground<'a>) -> Self {
        let points = ground.package.data_points.iter();
        let mut lines: BTreeMap<&str, &Traced> = BTreeMap::new();
        if let Some(Outcome::Valued(valuation)) = ground.outcome {
            for line in valuation.leading().into_iter().flat_map(|one| &one.lines) {
                lines.insert(&line.id, line);
            }
        }
        let sources = ground
            .package
            .data_points
            .iter()
            .flat_map(|point| &point.sources);
        let filings: BTreeSet<(&str, &str)> = sources
            .map(|source| (source.source.as_str(), source.accession.as_str()))
            .collect();
        Self {
            filings: filings
                .into_iter()
                .map(|(source, accession)| filing_id(source, accession))
                .collect(),
            points: points.map(|point| (point.id.as_str(), point)).collect(),
            lines,
            outlook: hypotheses::Outlook::of(ground),
            passages: ground.passages.iter().map(|one| (&one.id, one)).collect(),
        }
    }

    fn sentence(&self, name: &str, parts: &[Part], problems: &mut Vec<Problem>) {
        problems.extend(self.misplaced_period(name, parts));
        let allowed = self.words_with_digits(parts);
        let cited: Vec<&EvidenceId> = parts
            .iter()
            .filter_map(|part| match part {
                Part::Cite { evidence } => Some(evidence),
                Part::Text { .. } | Part::Figure { .. } => None,
            })
            .collect();
        for part in parts {
            match part {
                Part::Figure { id, text } => problems.extend(self.figure(name, id, text)),
                Part::Text { text } => {
                    let (rest, quotes) = split_quotes(text);
                    for quote in quotes {
                        let holds = |evidence: &&&EvidenceId| {
                            self.passages
                                .get(**evidence)
                                .is_some_and(|passage| passage.quote.contains(quote))
                        };
                        if cited.iter().find(holds).is_none() {
                            problems.push(Problem::WrongQuotation {
                                sentence: name.to_owned(),
                                quote: quote.to_owned(),
                            });
                        }
                    }
                    problems.extend(loose_numbers(name, &rest, |word| allowed.contains(word)));
                }
                Part::Cite { evidence } => {
                    if !self.is_ground(evidence, parts) {
                        problems.push(Problem::UnknownEvidence {
                            sentence: name.to_owned(),
                            evidence: evidence.clone(),
                        });
                    }
                }
            }
        }
    }

    fn figure(&self, name: &str, id: &str, text: &str) -> Option<Problem> {
        let sentence = name.to_owned();
        let (value, unit, style) = if let Some(point) = self.points.get(id) {
            if point.recompute().is_err() {
                return Some(Problem::DoesNotRecompute {
                    sentence,
                    id: id.to_owned(),
                });
            }
            (point.value, point.unit.clone(), Style::of_point(point))
        } else if let Some(line) = self.lines.get(id) {
            let style = Style::of_line(&line.id, &line.unit);
            (line.value, line.unit.to_string(), style)
        } else {
            return Some(Problem::UnknownFigure {
                sentence,
                id: id.to_owned(),
            });
        };
        (!is_printed(text, value, &style)).then(|| Problem::WrongFigure {
            sentence,
            id: id.to_owned(),
            text: text.to_owned(),
            value,
            unit,
        })
    }

    fn figure_list(
        &self,
        name: &str,
        parts: &[Part],
        listed: &[String],
        problems: &mut Vec<Problem>,
    ) {
        let printed = crate::sentence::figure_ids(parts);
        let missing = printed.iter().filter(|id| !listed.contains(id));
        let extra = listed.iter().filter(|id| !printed.contains(id));
        problems.extend(missing.chain(extra).map(|id| Problem::FigureList {
            sentence: name.to_owned(),
            id: id.clone(),
        }));
    }

    /// A filing behind one of the sentence's points, or a passage.
    fn is_ground(&self, evidence: &EvidenceId, parts: &[Part]) -> bool {
        if self.passages.contains_key(evidence) {
            return true;
        }
        let mut points = parts.iter().filter_map(|part| match part {
            Part::Figure { id, .. } => self.points.get(id.as_str()),
            Part::Text { .. } | Part::Cite { .. } => None,
        });
        points.any(|point| {
            let mut sources = point.sources.iter();
            sources.any(|s| filing_id(&s.source, &s.accession) == *evidence)
        })
    }

    /// Periods are named once each and in the order of the figures they belong to, so that the name
    /// of one figure's period cannot stand for another's.
    fn misplaced_period(&self, name: &str, parts: &[Part]) -> Option<Problem> {
        let figures: Vec<BTreeSet<String>> = parts
            .iter()
            .filter(|part| matches!(part, Part::Figure { .. }))
            .map(|part| self.words_with_digits(std::slice::from_ref(part)))
            .collect();
        let mut last = None;
        for part in parts {
            let Part::Text { text } = part else {
                continue;
            };
            let (rest, _) = split_quotes(text);
            for word in words(&rest).filter(|word| has_digit(word)) {
                let of = figures.iter().position(|names| names.contains(word));
                if of.is_some() && of <= last {
                    return Some(Problem::MisplacedPeriod {
                        sentence: name.to_owned(),
                        text: word.to_owned(),
                    });
                }
                last = of.or(last);
            }
        }
        None
    }

    /// Names of periods that belong to the figures of the sentence.
    fn words_with_digits(&self, parts: &[Part]) -> BTreeSet<String> {
        let mut allowed = BTreeSet::new();
        for part in parts {
            let Part::Figure { id, .. } = part else {
                continue;
            };
            if let Some(point) = self.points.get(id.as_str()) {
                allowed.insert(point.as_of_date.to_string());
                let label = point.period.fiscal_label.as_deref().unwrap_or_default();
                for word in label.split(' ') {
                    allowed.insert(word.to_owned());
                    allowed.insert(word.trim_start_matches("FY").to_owned());
                }
            }
        }
        allowed
    }
}

/// Words with digits that nothing in the ground accounts for.
fn loose_numbers(name: &str, text: &str, is_allowed: impl Fn(&str) -> bool) -> Vec<Problem> {
    let loose = words(text).filter(|word| has_digit(word) && !is_allowed(word));
    loose
        .map(|word| Problem::LooseNumber {
            sentence: name.to_owned(),
            text: word.to_owned(),
        })
        .collect()
}

/// Text outside quotation marks, and each quotation.
fn split_quotes(text: &str) -> (String, Vec<&str>) {
    let mut rest = String::new();
    let mut quotes = Vec::new();
    for (at, piece) in text.split('“').enumerate() {
        match piece.split_once('”').filter(|_| at > 0) {
            Some((quote, after)) => {
                quotes.push(quote);
                rest.push(' ');
                rest.push_str(after);
            }
            None => rest.push_str(piece),
        }
    }
    (rest, quotes)
}

/// Runs of letters, digits, hyphens and points of the Latin script; Chinese writes no spaces.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c.is_numeric() || matches!(c, '-' | '.')))
        .map(|word| word.trim_matches(['.', '-']))
}

fn has_digit(word: &str) -> bool {
    word.chars().any(char::is_numeric)
}
