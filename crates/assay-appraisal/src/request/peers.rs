use assay_domain::{Date, Decimal};
use assay_facts::DataPoint;
use assay_valuation::{Currency, Input, InputBasis, Peer, PeriodBasis, Unit};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::market::Quote;
use super::{expires, from_point};
use crate::core_data::newest_shares;
use crate::dossier::Dossier;
use crate::error::AppraisalError;

/// Another company whose facts are at hand.
#[derive(Clone, Copy, Debug)]
pub struct PeerCompany<'a> {
    pub dossier: &'a Dossier,
    pub price: Option<&'a Quote>,
}

/// Why a company is compared, or is not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PeerNote {
    pub company: String,
    pub is_used: bool,
    pub reason: String,
}

/// Digits of the industry code that two companies must share: the major group.
const SAME_DIGITS: u32 = 100;

type Found = (Vec<Peer>, Vec<PeerNote>);

pub(super) fn peers(
    dossier: &Dossier,
    price: Option<&Quote>,
    candidates: &[PeerCompany<'_>],
) -> Result<Found, AppraisalError> {
    let language = dossier.language();
    let mut found: Found = (Vec::new(), Vec::new());
    for candidate in candidates {
        let company = candidate.dossier.company().to_owned();
        let refused = refusal(dossier, price, candidate);
        let group = candidate
            .dossier
            .sector()
            .sic
            .map(|code| code / SAME_DIGITS);
        let reason = match &refused {
            Some(reason) => reason.clone(),
            None => {
                let group = group.unwrap_or_default();
                language.pick(
                    format!("same industry group: the code begins with {group}"),
                    format!("行业代码同属 {group} 大类"),
                )
            }
        };
        if refused.is_none()
            && let Some(quote) = candidate.price
        {
            found
                .0
                .push(peer(candidate.dossier, quote, reason.clone())?);
        }
        found.1.push(PeerNote {
            company,
            is_used: refused.is_none(),
            reason,
        });
    }
    Ok(found)
}

fn refusal(
    dossier: &Dossier,
    price: Option<&Quote>,
    candidate: &PeerCompany<'_>,
) -> Option<String> {
    let language = dossier.language();
    let group = |one: &Dossier| one.sector().sic.map(|code| code / SAME_DIGITS);
    let text = |en: &str, zh: &str| Some(language.pick(en, zh).to_owned());
    let (Some(own), Some(other)) = (group(dossier), group(candidate.dossier)) else {
        return text("an industry code is missing", "缺少行业代码");
    };
    if own != other {
        return text("another industry", "行业不同");
    }
    if candidate.price.is_none() || price.is_none() {
        return text("no price", "缺少股价");
    }
    if candidate.dossier.frame().is_none() {
        return text("no twelve months of results", "缺少最近十二个月业绩");
    }
    None
}

fn peer(dossier: &Dossier, quote: &Quote, reason: String) -> Result<Peer, AppraisalError> {
    let metric = |name: &str| {
        let point = dossier.current(name);
        point
            .map(|point| from_point(&format!("peer.{name}"), point))
            .transpose()
    };
    let book = dossier.current_balance("equity");
    let market_value = market_value(dossier, quote)?;
    let enterprise_value = match &market_value {
        Some(value) => enterprise_value(dossier, value, quote.date)?,
        None => None,
    };
    Ok(Peer {
        name: dossier.company().to_owned(),
        reason,
        excluded: None,
        basis: PeriodBasis::Ltm,
        as_of: quote.date,
        enterprise_value,
        market_value,
        ebitda: metric("ebitda")?,
        ebit: metric("operating_income")?,
        sales: metric("revenue")?,
        net_income: metric("net_income")?,
        book_equity: book.map(|p| from_point("peer.equity", p)).transpose()?,
    })
}

fn market_value(dossier: &Dossier, quote: &Quote) -> Result<Option<Input>, AppraisalError> {
    let Some(shares) = newest_shares(dossier) else {
        return Ok(None);
    };
    let Some(value) = quote.close.checked_mul(shares.value) else {
        return Ok(None);
    };
    let ids = vec![quote.id.clone(), shares.id.clone()];
    let reason = "price times shares";
    arithmetic(
        "peer.market_value",
        value,
        &quote.currency,
        reason,
        ids,
        quote.date,
    )
    .map(Some)
}

/// Market value with debt, preferred shares and outside interests, less cash and investments.
fn enterprise_value(
    dossier: &Dossier,
    market: &Input,
    on: Date,
) -> Result<Option<Input>, AppraisalError> {
    let mut value = market.value();
    let mut ids = market.basis().ids();
    let Some(currency) = market.unit().currency() else {
        return Ok(None);
    };
    let rows: [(&[&str], Decimal); 4] = [
        (&["total_debt"], Decimal::ONE),
        (&["preferred"], Decimal::ONE),
        (&["outside_interests", "nci", "mezzanine"], Decimal::ONE),
        (&["cash_and_investments"], Decimal::NEGATIVE_ONE),
    ];
    for (metrics, sign) in rows {
        let point: Option<&DataPoint> = metrics
            .iter()
            .find_map(|metric| dossier.current_balance(metric));
        let Some(point) = point else {
            let was_reported = metrics.iter().any(|m| dossier.is_reported_near(m, on));
            // A line that was reported and is missing now is no zero.
            if was_reported {
                return Ok(None);
            }
            continue;
        };
        let next = (point.unit == currency.code()).then(|| {
            point
                .value
                .checked_mul(sign)
                .and_then(|part| value.checked_add(part))
        });
        let Some(Some(next)) = next else {
            return Ok(None);
        };
        value = next;
        ids.push(point.id.clone());
    }
    let reason =
        "market value and debt, preferred shares and outside interests, less cash and investments";
    let code = currency.code().to_owned();
    arithmetic("peer.enterprise_value", value, &code, reason, ids, on).map(Some)
}

fn arithmetic(
    name: &str,
    value: Decimal,
    currency: &str,
    reason: &str,
    evidence_ids: Vec<String>,
    on: Date,
) -> Result<Input, AppraisalError> {
    let basis = InputBasis::Assumption {
        name: name.to_owned(),
        reason: reason.to_owned(),
        evidence_ids,
        owner: "arithmetic".to_owned(),
        expires: expires(on),
    };
    let unit = Unit::Money(Currency::new(currency)?);
    Ok(Input::new(name, value, unit, basis, on)?)
}
