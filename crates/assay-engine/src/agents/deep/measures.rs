use assay_analyst::{Measure, Note};
use assay_domain::Evidence;

use super::super::Researchers;
use crate::RunContext;
use crate::section::citable_values_of;
use crate::workshop::WorkError;

/// The figures that the quotations of notes state, each with what it is and its note.
pub(super) fn measures(
    researchers: &Researchers,
    context: &RunContext,
    notes: &[Note],
) -> Result<Vec<Measure>, WorkError> {
    let language = context.settings.language;
    let mut measures: Vec<Measure> = Vec::new();
    for (note, at) in notes.iter().zip(0usize..) {
        for quoted in &note.evidence {
            let evidence: Option<Evidence> = context.memory().evidence.get(&quoted.id).cloned();
            let Some(evidence) = evidence else { continue };
            for value in citable_values_of(&evidence, &researchers.library)? {
                let is_quoted = quoted.quote.contains(&value.printed);
                let Ok(estimate) = f64::try_from(value.value) else {
                    continue;
                };
                if !is_quoted || !is_name(&value.subject) {
                    continue;
                }
                let name = match value.period {
                    Some(period) => format!("{} ({period})", value.subject),
                    None => value.subject.clone(),
                };
                let is_known = |known: &Measure| known.note == at && known.name == name;
                if !measures.iter().any(is_known) {
                    measures.push(Measure {
                        name,
                        estimate,
                        unit: value.unit_text(language),
                        confidence: quoted.confidence,
                        note: at,
                    });
                }
            }
        }
    }
    Ok(measures)
}

/// Whether the words beside a number name what it measures. In running text they may be any words:
/// a metric's name has no verb, so it begins with a capital or is Chinese, and is short.
fn is_name(subject: &str) -> bool {
    const LONGEST: usize = 100;
    let verbs = [
        " was", " were", " is", " held", " served", " said", " rose", " fell",
    ];
    let first = subject.chars().next();
    let begins_well = first.is_some_and(|c| c.is_uppercase() || !c.is_ascii());
    begins_well
        && subject.chars().count() <= LONGEST
        && !verbs.iter().any(|verb| subject.contains(verb))
}
