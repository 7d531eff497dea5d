use assay_domain::Decimal;
use assay_facts::Basis;
use assay_valuation::{Input, InputBasis, Request, Unit};

use super::expires;
use crate::dossier::Dossier;
use crate::error::AppraisalError;

const NAME: &str = "nwc.ratio";
/// An annual report has three years of results and two balance sheets.
const SHEETS: usize = 2;

/// Working capital to revenue where one annual report is all there is: the mean of its two balance
/// sheets, and an assumption that says so.
pub(super) fn of_two_years(
    dossier: &Dossier,
    request: &Request,
) -> Result<Option<Input>, AppraisalError> {
    let language = dossier.language();
    if request.inputs.get(NAME).is_some() {
        return Ok(None);
    }
    let mut ratios = Vec::new();
    let mut evidence_ids = Vec::new();
    for revenue in dossier.years("revenue") {
        let end = revenue.as_of_date;
        let capital = dossier.find("working_capital", Basis::Instant, end);
        let ratio = capital.and_then(|capital| capital.value.checked_div(revenue.value));
        if let (Some(capital), Some(ratio)) = (capital, ratio) {
            ratios.push(ratio);
            evidence_ids.extend([capital.id.clone(), revenue.id.clone()]);
        }
    }
    let Some(frame) = dossier.frame().filter(|_| ratios.len() == SHEETS) else {
        return Ok(None);
    };
    let sum: Decimal = ratios.iter().sum();
    let Some(value) = sum.checked_div(Decimal::from(SHEETS)) else {
        return Ok(None);
    };
    let value = value.round_dp(6);
    let reason = language.pick(
        "computed from history: mean of the two balance sheets at hand, one fewer than a typical year takes",
        "由历史推算：仅有两期资产负债表，取其均值",
    );
    let basis = InputBasis::Assumption {
        name: NAME.to_owned(),
        reason: reason.to_owned(),
        evidence_ids,
        owner: "offline analyst".to_owned(),
        expires: expires(frame.end),
    };
    Ok(Some(Input::new(
        NAME,
        value,
        Unit::Ratio,
        basis,
        dossier.as_of(),
    )?))
}
