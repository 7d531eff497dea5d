//! Arithmetic that a writer asks for instead of doing it: over figures of its evidence, under an id
//! by which a sentence can cite it.

use assay_analyst::{DraftClaim, claims_of, written_sentences};
use assay_claims::{CitableValue, FORMULA_MARK, evaluate};
use assay_domain::{ClaimKind, DataBlock, Decimal, EvidenceId, Language, citation};
use serde::Deserialize;

use super::section_writer::Writer;
use super::tool_answer::ToolAnswer;
use crate::section::citable_values_of;
use crate::workshop::WorkError;

pub(super) const COMPUTE: &str = "compute";

/// Digits behind the point of a result.
const PLACES: u32 = 4;

#[derive(Deserialize)]
pub(super) struct ComputeCall {
    formula: String,
    evidence: Vec<EvidenceId>,
}

/// What was computed, and the evidence that has its inputs.
pub(super) struct Derivation {
    mark: String,
    formula: String,
    evidence: Vec<EvidenceId>,
}

impl Derivation {
    /// What code computed before the writer began, under the next free id.
    pub(super) fn numbered(number: usize, formula: &str, evidence: Vec<EvidenceId>) -> Self {
        Self {
            mark: format!("calc_{number}"),
            formula: formula.to_owned(),
            evidence,
        }
    }

    pub(super) fn marked(&self) -> String {
        format!("[[{}]]", self.mark)
    }
}

impl Writer<'_> {
    /// Computes a formula whose every number is a figure of the evidence.
    pub(super) fn compute(&mut self, wanted: &ComputeCall) -> Result<ToolAnswer, WorkError> {
        let mut figures: Vec<CitableValue> = Vec::new();
        for id in &wanted.evidence {
            let Some(evidence) = self.citable.get(id) else {
                return Ok(ToolAnswer::Refused(
                    "an evidence id of the call is not one that you were given",
                ));
            };
            figures.extend(citable_values_of(evidence, &self.researchers.library)?);
        }
        let mut inputs: Vec<&CitableValue> = Vec::new();
        for number in numbers(&wanted.formula) {
            let Ok(value) = number.replace(',', "").parse::<Decimal>() else {
                return Ok(ToolAnswer::Refused(
                    "a number of the formula cannot be read",
                ));
            };
            let same = |figure: &&CitableValue| figure.value.abs() == value.abs();
            match figures.iter().find(same) {
                Some(figure) => inputs.push(figure),
                None if is_constant(value, inputs.len()) => {}
                None => {
                    let list = figures.iter().map(|one| one.shown(Language::En));
                    let list: Vec<String> = list.take(20).collect();
                    let block = DataBlock::new(&[("not_found", number)], &list.join("\n"));
                    return Ok(ToolAnswer::Failed(block));
                }
            }
        }
        if inputs.is_empty() {
            return Ok(ToolAnswer::Refused(
                "the formula has no figure of the evidence",
            ));
        }
        let Ok(result) = evaluate(&wanted.formula) else {
            return Ok(ToolAnswer::Refused("the formula cannot be computed"));
        };
        let mark = format!("calc_{}", self.derivations.len() + 1);
        let mut lines = vec![format!("{} = {}", wanted.formula.trim(), printed(result))];
        lines.extend(inputs.iter().map(|figure| figure.shown(Language::En)));
        let mut evidence: Vec<EvidenceId> = Vec::new();
        for figure in inputs {
            if !evidence.contains(&figure.evidence) {
                evidence.push(figure.evidence.clone());
            }
        }
        let block = DataBlock::new(&[("id", &mark)], &lines.join("\n"));
        self.derivations.push(Derivation {
            mark,
            formula: wanted.formula.trim().to_owned(),
            evidence,
        });
        Ok(ToolAnswer::Said(
            "Cite the result by the id below, and name its inputs in the sentence.",
            block,
        ))
    }

    /// The text with the evidence of each derivation in place of its id. Which sentence rests on
    /// which is kept.
    pub(super) fn with_inputs_cited(&mut self, text: &str) -> String {
        for sentence in written_sentences(text) {
            let sentence = text.get(sentence.range).unwrap_or_default();
            let cited = self.derivations.iter();
            let cited = cited.filter(|one| sentence.contains(&one.marked()));
            let formulas: Vec<&str> = cited.map(|one| one.formula.as_str()).collect();
            let plain = claims_of(&self.expanded(sentence)).into_iter().next();
            if let Some(claim) = plain.filter(|_| !formulas.is_empty()) {
                let formulas = formulas.join(FORMULA_MARK);
                self.formulas.insert(claim.text, formulas);
            }
        }
        self.expanded(text)
    }

    fn expanded(&self, text: &str) -> String {
        let each = self.derivations.iter();
        let expanded = each.fold(text.to_owned(), |text, derivation| {
            let marks: String = derivation.evidence.iter().map(citation).collect();
            text.replace(&derivation.marked(), &marks)
        });
        // two results over the same evidence cite it once
        let cited = self.derivations.iter().flat_map(|one| &one.evidence);
        cited.map(citation).fold(expanded, |text, mark| {
            text.replace(&format!("{mark}{mark}"), &mark)
        })
    }

    /// The assertions of a text, with the arithmetic that was done for them.
    pub(super) fn claims(&self, text: &str) -> Vec<DraftClaim> {
        let mut claims = claims_of(text);
        for claim in &mut claims {
            let mut proven = self.brief.proven().iter();
            if let Some(known) = proven.find(|known| bare(&known.text) == bare(&claim.text)) {
                claim.kind = known.kind.clone();
            } else if let Some(formula) = self.formulas.get(&claim.text) {
                claim.kind = ClaimKind::Derived {
                    formula: formula.clone(),
                };
            }
        }
        claims
    }
}

/// A row without its outer bars is the same row.
fn bare(text: &str) -> &str {
    text.trim_matches(['|', ' '])
}

/// A number that arithmetic brings along: a whole, per cent, or how many were added up.
fn is_constant(value: Decimal, inputs: usize) -> bool {
    let counted = Decimal::from(inputs);
    [Decimal::ONE, Decimal::ONE_HUNDRED].contains(&value) || (inputs > 1 && value == counted)
}

fn numbers(formula: &str) -> Vec<&str> {
    let in_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let parts = formula.split(|c: char| !in_number(c));
    let parts = parts.map(|part| part.trim_matches(['.', ',']));
    parts.filter(|part| !part.is_empty()).collect()
}

/// A result as a number, and as a percentage where it may be a share or a rate.
fn printed(result: Decimal) -> String {
    let plain = result.round_dp(PLACES).normalize();
    if result.abs() >= Decimal::TEN {
        return plain.to_string();
    }
    let percent = result.checked_mul(Decimal::ONE_HUNDRED);
    let percent = percent.map(|percent| percent.round_dp(2).normalize());
    percent.map_or_else(
        || plain.to_string(),
        |percent| format!("{plain} ({percent} %)"),
    )
}
