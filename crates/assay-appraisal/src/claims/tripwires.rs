use assay_facts::{Basis, DataPoint};

use crate::dossier::Dossier;
use crate::thesis::Tripwire;

/// The metric falls below what a quarter of the company's own years showed.
pub(super) fn below_own_quartile(dossier: &Dossier, metric: &str) -> Option<Tripwire> {
    let name = format!("{metric}_quartile1");
    let quartile = dossier.newest(&name, Basis::Fy)?;
    Some(tripwire(dossier, metric, "<", quartile))
}

/// The metric falls below where it stands, where there are too few years for a quartile.
pub(super) fn below(dossier: &Dossier, metric: &str) -> Option<Tripwire> {
    below_own_quartile(dossier, metric).or_else(|| {
        let point = dossier.current(metric)?;
        Some(tripwire(dossier, metric, "<", point))
    })
}

/// The metric rises above the highest that one of the company's own years showed.
pub(super) fn above_own_highest(dossier: &Dossier, metric: &str) -> Option<Tripwire> {
    let years = dossier.years(metric);
    let highest = years.into_iter().max_by_key(|point| point.value)?;
    Some(tripwire(dossier, metric, ">", highest))
}

fn tripwire(dossier: &Dossier, metric: &str, operator: &str, threshold: &DataPoint) -> Tripwire {
    let language = dossier.language();
    let forms = language.pick("periodic reports", "定期报告");
    Tripwire {
        metric: metric.to_owned(),
        operator: operator.to_owned(),
        threshold: threshold.value,
        unit: if threshold.unit == "pure" {
            "ratio".to_owned()
        } else {
            threshold.unit.clone()
        },
        source: format!("{forms} ({})", threshold.id),
        cadence: language.pick("quarterly", "每季度").to_owned(),
        action: language
            .pick(
                "run the research again and take the claim back unless the report explains it",
                "重新运行研究；除非报告给出解释，否则撤回该论点",
            )
            .to_owned(),
    }
}
