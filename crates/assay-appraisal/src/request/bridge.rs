use assay_facts::{Basis, DataPoint};
use assay_valuation::{Currency, Input, Leases, Request};

use super::{expires, from_point};
use crate::core_data::DEBT_LINES;
use crate::days::days_between;
use crate::dossier::{Dossier, Frame};
use crate::error::AppraisalError;

/// Lines of the bridge and the points that state them, the first that is there.
const LINES: &[(&str, &[&str])] = &[
    ("debt", &["gross_debt", "total_debt"]),
    ("pensions", &["pension_deficit"]),
    ("preferred", &["preferred"]),
    ("minority", &["outside_interests", "nci", "mezzanine"]),
    ("cash", &["cash_and_investments"]),
    ("associates", &["associates"]),
];
/// Lines that a balance sheet may not have at all.
const MAY_BE_ABSENT: &[&str] = &[
    "debt",
    "pensions",
    "preferred",
    "minority",
    "associates",
    "leases",
];
/// A line that only annual reports state is at most so old when the next one comes.
const ANNUAL_LINE_DAYS: i64 = 400;

/// Every line of the bridge that the balance sheet states, and for those it does not have an
/// assumption that says so. A line that was reported and is missing now stays missing.
pub(super) fn lines(
    dossier: &Dossier,
    currency: &Currency,
    frame: Frame,
    request: &mut Request,
) -> Result<(), AppraisalError> {
    let leases: (&str, &[&str]) = ("leases", &["finance_leases"]);
    let with_leases = request.shape.leases == Leases::Debt;
    let rows = LINES.iter().copied().chain(with_leases.then_some(leases));
    for (name, metrics) in rows {
        let at_end = metrics
            .iter()
            .find_map(|metric| dossier.balance(metric, frame.end));
        let before = || {
            metrics
                .iter()
                .find_map(|metric| earlier(dossier, metric, frame))
        };
        // what can be spent today is no line of a year ago
        let point = match name {
            "cash" => at_end,
            _ => at_end.or_else(before),
        };
        let input = match point {
            Some(point) => Some(from_point(name, point)?),
            None => not_reported(dossier, name, metrics, currency, frame)?,
        };
        if let Some(input) = input {
            request.inputs.insert(input)?;
        }
    }
    Ok(())
}

/// The newest before the end of the twelve months that an annual report states.
fn earlier<'a>(dossier: &'a Dossier, metric: &str, frame: Frame) -> Option<&'a DataPoint> {
    let newest = dossier.newest(metric, Basis::Instant)?;
    let age = days_between(newest.as_of_date, frame.end);
    (0..=ANNUAL_LINE_DAYS).contains(&age).then_some(newest)
}

fn not_reported(
    dossier: &Dossier,
    name: &str,
    metrics: &[&str],
    currency: &Currency,
    frame: Frame,
) -> Result<Option<Input>, AppraisalError> {
    let parts: &[&str] = if name == "debt" { DEBT_LINES } else { &[] };
    let was_reported = metrics
        .iter()
        .chain(parts)
        .any(|metric| dossier.is_reported_near(metric, frame.end));
    let sheet: Vec<String> = [
        "total_assets",
        "liabilities_and_equity",
        "total_liabilities",
    ]
    .iter()
    .filter_map(|metric| dossier.balance(metric, frame.end))
    .map(|point| point.id.clone())
    .collect();
    if was_reported || sheet.is_empty() || !MAY_BE_ABSENT.contains(&name) {
        return Ok(None);
    }
    let on = dossier.as_of();
    let input = Input::not_reported(name, currency, sheet, on, expires(frame.end))?;
    Ok(Some(input))
}
