use assay_facts::{Basis, DataPoint};

use crate::dossier::Dossier;
use crate::print::Style;
use crate::thesis::Tripwire;

/// The metric falls below what three quarters of the company's own years showed; where it stands
/// lower already, or there are too few years, below where it stands.
pub(super) fn below(dossier: &Dossier, metric: &str) -> Option<Tripwire> {
    let now = dossier.current(metric);
    let quartile = quartile(dossier, metric).filter(|quartile| {
        let is_lower = |now: &DataPoint| now.value < quartile.value;
        !now.is_some_and(is_lower)
    });
    Some(tripwire(dossier, metric, "<", quartile.or(now)?))
}

/// The first quartile of the company's own years.
pub(super) fn quartile<'a>(dossier: &'a Dossier, metric: &str) -> Option<&'a DataPoint> {
    dossier.newest(&format!("{metric}_quartile1"), Basis::Fy)
}

/// The metric rises above the highest that it has been.
pub(super) fn above(dossier: &Dossier, metric: &str) -> Option<Tripwire> {
    let all = dossier
        .years(metric)
        .into_iter()
        .chain(dossier.current(metric));
    let highest = all.max_by_key(|point| point.value)?;
    Some(tripwire(dossier, metric, ">", highest))
}

/// How the unit of a threshold is named.
pub(crate) fn threshold_unit(point: &DataPoint) -> String {
    match Style::of_point(point) {
        Style::Times | Style::SignedTimes => "times".to_owned(),
        _ if point.unit == "pure" => "ratio".to_owned(),
        _ => point.unit.clone(),
    }
}

fn tripwire(dossier: &Dossier, metric: &str, operator: &str, threshold: &DataPoint) -> Tripwire {
    let language = dossier.language();
    let forms = language.pick("periodic reports", "定期报告");
    Tripwire {
        metric: metric.to_owned(),
        operator: operator.to_owned(),
        threshold: threshold.value,
        unit: threshold_unit(threshold),
        threshold_point: Some(threshold.id.clone()),
        source: forms.to_owned(),
        cadence: language.pick("quarterly", "每季度").to_owned(),
        action: language
            .pick(
                "run the research again and take the claim back unless the report explains it",
                "重新运行研究；除非报告给出解释，否则撤回该论点",
            )
            .to_owned(),
    }
}
