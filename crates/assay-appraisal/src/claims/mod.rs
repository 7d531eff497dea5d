//! The offline analyst: every sentence is evidence or arithmetic.

mod bank;
mod business;
mod capital;
mod counter;
mod hypotheses;
mod insurer;
mod mechanisms;
mod passages;
mod tripwires;
mod valued;

pub use counter::title as metric_name;
pub(crate) use hypotheses::plain;
pub(crate) use tripwires::threshold_unit;

use assay_domain::{Evidence, Finding};
use assay_valuation::{CompanyKind, Outcome};

use crate::dossier::Dossier;
use crate::thesis::Thesis;

/// What the data points, passages and findings say of a company. `outcome` is there once the
/// valuation has run.
pub fn thesis(
    dossier: &Dossier,
    passages: &[Evidence],
    findings: &[Finding],
    outcome: Option<&Outcome>,
) -> Thesis {
    let mut thesis = Thesis::default();
    match dossier.kind() {
        CompanyKind::Bank => bank::claims(dossier, &mut thesis.claims),
        CompanyKind::Insurer => insurer::claims(dossier, &mut thesis.claims),
        CompanyKind::Operating
        | CompanyKind::Reit
        | CompanyKind::PreProfit
        | CompanyKind::Cyclical
        | CompanyKind::Conglomerate => business::claims(dossier, &mut thesis.claims),
    }
    if let Some(outcome) = outcome {
        valued::claims(dossier, outcome, &mut thesis.claims);
    }
    counter::claims(dossier, findings, passages, &mut thesis.claims);
    passages::claims(dossier, passages, &mut thesis.claims);
    thesis.mechanisms = mechanisms::mechanisms(dossier);
    thesis.drivers = mechanisms::drivers(dossier);
    thesis.hypotheses = hypotheses::hypotheses(dossier, &thesis.claims, findings, outcome);
    thesis.catalysts = hypotheses::catalysts(dossier);
    thesis
}
