use assay_domain::{Date, Language};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fault::ValuationFault;
use crate::gap::{Gap, gaps};
use crate::input::Input;
use crate::method::Reason;
use crate::models::{
    Attempt, Model, bridge_needs, bridge_total, days_between, fill_shares, renamed,
};
use crate::request::{Peer, Request};
use crate::sheet::Traced;

/// Fewer peers than this have no distribution.
pub(crate) const LEAST_PEERS: usize = 3;
/// Values of peers are of the same week as the price.
const DAYS_APART: i32 = 7;

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Multiple {
    EvToEbitda,
    EvToEbit,
    EvToSales,
    PriceToEarnings,
    PriceToBook,
}

impl Multiple {
    pub const ALL: &[Self] = &[
        Self::EvToEbitda,
        Self::EvToEbit,
        Self::EvToSales,
        Self::PriceToEarnings,
        Self::PriceToBook,
    ];

    pub fn text(self) -> &'static str {
        match self {
            Self::EvToEbitda => "EV/EBITDA",
            Self::EvToEbit => "EV/EBIT",
            Self::EvToSales => "EV/Sales",
            Self::PriceToEarnings => "P/E",
            Self::PriceToBook => "P/B",
        }
    }

    fn id(self) -> &'static str {
        match self {
            Self::EvToEbitda => "ev_ebitda",
            Self::EvToEbit => "ev_ebit",
            Self::EvToSales => "ev_sales",
            Self::PriceToEarnings => "pe",
            Self::PriceToBook => "pb",
        }
    }

    fn of_enterprise(self) -> bool {
        matches!(self, Self::EvToEbitda | Self::EvToEbit | Self::EvToSales)
    }

    /// The company's own amount that the multiple is applied to.
    fn own_metric(self) -> &'static str {
        match self {
            Self::EvToEbitda => "ebitda.base",
            Self::EvToEbit => "ebit.base",
            Self::EvToSales => "revenue.base",
            Self::PriceToEarnings => "net_income.base",
            Self::PriceToBook => "equity.book",
        }
    }

    fn sides(self, peer: &Peer) -> (Option<&Input>, Option<&Input>) {
        let metric = match self {
            Self::EvToEbitda => &peer.ebitda,
            Self::EvToEbit => &peer.ebit,
            Self::EvToSales => &peer.sales,
            Self::PriceToEarnings => &peer.net_income,
            Self::PriceToBook => &peer.book_equity,
        };
        let value = if self.of_enterprise() {
            &peer.enterprise_value
        } else {
            &peer.market_value
        };
        (value.as_ref(), metric.as_ref())
    }
}

/// Peers' multiples and what they say about the company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Comparables {
    pub distributions: Vec<MultipleDistribution>,
    pub excluded: Vec<Exclusion>,
    pub lines: Vec<Traced>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MultipleDistribution {
    pub multiple: Multiple,
    pub peers: Vec<PeerMultiple>,
    pub first_quartile: Traced,
    pub median: Traced,
    pub third_quartile: Traced,
    pub implied: Implied,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PeerMultiple {
    pub peer: String,
    pub multiple: Traced,
}

/// The value of a share at the peers' multiples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Implied {
    Values(Box<ImpliedValues>),
    /// The company's own amount is zero or negative.
    NotMeaningful {
        value: Decimal,
    },
    Missing {
        gaps: Vec<Gap>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImpliedValues {
    pub first_quartile: Traced,
    pub median: Traced,
    pub third_quartile: Traced,
}

/// A peer or one of its multiples that does not count, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Exclusion {
    pub peer: String,
    /// None where the peer is out altogether.
    pub multiple: Option<Multiple>,
    pub reason: ExclusionReason,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum ExclusionReason {
    TakenOut { reason: String },
    OtherBasis,
    OtherDay { as_of: Date },
    MixedCurrencies,
    NotMeaningful { metric: Decimal },
    Missing,
}

impl ExclusionReason {
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::TakenOut { reason } => reason.clone(),
            Self::OtherBasis => language
                .pick("last against next twelve months", "口径不同（LTM 与 NTM）")
                .to_owned(),
            Self::OtherDay { as_of } => language.pick(
                format!("its value is of {as_of}"),
                format!("其市值时点为 {as_of}"),
            ),
            Self::MixedCurrencies => language
                .pick(
                    "value and metric in different currencies",
                    "市值与财务指标币种不一致",
                )
                .to_owned(),
            Self::NotMeaningful { metric } => language.pick(
                format!("not meaningful: the metric is {metric}"),
                format!("无意义（NM）：指标为 {metric}"),
            ),
            Self::Missing => language.pick("missing", "数据缺失").to_owned(),
        }
    }
}

/// Why a whole peer is out.
fn whole(request: &Request, peer: &Peer) -> Option<ExclusionReason> {
    if let Some(reason) = &peer.excluded {
        return Some(ExclusionReason::TakenOut {
            reason: reason.clone(),
        });
    }
    if peer.basis != request.peer_basis {
        return Some(ExclusionReason::OtherBasis);
    }
    let price = request.inputs.get("price");
    let day = price.map_or(request.valuation_date, Input::as_of);
    let apart = days_between(peer.as_of, day).abs() > DAYS_APART;
    let ahead = peer.as_of > request.valuation_date;
    (apart || ahead).then_some(ExclusionReason::OtherDay { as_of: peer.as_of })
}

fn single(multiple: Multiple, peer: &Peer) -> Result<(&Input, &Input), ExclusionReason> {
    let (Some(value), Some(metric)) = multiple.sides(peer) else {
        return Err(ExclusionReason::Missing);
    };
    if value.unit().currency().is_none() || value.unit() != metric.unit() {
        return Err(ExclusionReason::MixedCurrencies);
    }
    for side in [metric, value] {
        if side.value() <= Decimal::ZERO {
            return Err(ExclusionReason::NotMeaningful {
                metric: side.value(),
            });
        }
    }
    Ok((value, metric))
}

/// Number, value and metric of each peer that counts for a multiple. Numbers begin at 1.
pub(crate) fn usable_multiples(
    request: &Request,
    multiple: Multiple,
) -> Vec<(usize, &Input, &Input)> {
    let peers = request.peers.iter().enumerate();
    peers
        .filter(|(_, peer)| whole(request, peer).is_none())
        .filter_map(|(at, peer)| {
            let (value, metric) = single(multiple, peer).ok()?;
            Some((at + 1, value, metric))
        })
        .collect()
}

pub(crate) fn compare(request: &Request) -> Attempt<Comparables> {
    let usable = |multiple: &Multiple| usable_multiples(request, *multiple).len();
    let most = Multiple::ALL.iter().map(usable).max().unwrap_or(0);
    if most < LEAST_PEERS {
        return Ok(Err(Reason::TooFewPeers { usable: most }));
    }
    let missing = gaps(request, &["shares.diluted | shares.basic"]);
    if !missing.is_empty() {
        return Ok(Err(Reason::Missing { gaps: missing }));
    }
    let mut model = Model::new(request);
    fill_shares(&mut model)?;
    let bridge = gaps(request, &bridge_needs(request.shape.leases));
    if bridge.is_empty() {
        bridge_total(&mut model)?;
    }
    let mut distributions = Vec::new();
    for multiple in Multiple::ALL {
        if usable(multiple) >= LEAST_PEERS {
            distributions.push(distribution(&mut model, *multiple, &bridge)?);
        }
    }
    Ok(Ok(Comparables {
        distributions,
        excluded: exclusions(request),
        lines: model.sheet.all_traced(),
    }))
}

fn exclusions(request: &Request) -> Vec<Exclusion> {
    let mut found = Vec::new();
    for peer in &request.peers {
        let mut add = |multiple, reason| {
            found.push(Exclusion {
                peer: peer.name.clone(),
                multiple,
                reason,
            });
        };
        if let Some(reason) = whole(request, peer) {
            add(None, reason);
            continue;
        }
        for multiple in Multiple::ALL {
            if let Err(reason) = single(*multiple, peer) {
                add(Some(*multiple), reason);
            }
        }
    }
    found
}

fn distribution(
    model: &mut Model<'_>,
    multiple: Multiple,
    bridge: &[Gap],
) -> Result<MultipleDistribution, ValuationFault> {
    let id = multiple.id();
    let mut peers = Vec::new();
    for (number, value, metric) in usable_multiples(model.request, multiple) {
        let (above, below) = (
            format!("{id}.peer{number}.value"),
            format!("{id}.peer{number}.metric"),
        );
        model.sheet.input(&renamed(value, above.clone())?)?;
        model.sheet.input(&renamed(metric, below.clone())?)?;
        let line = format!("{id}.peer{number}");
        model.ratio(line.clone(), format!("{above} / {below}"))?;
        let peer = model.request.peers.get(number - 1);
        peers.push(PeerMultiple {
            peer: peer
                .map(|peer| peer.name.clone())
                .ok_or_else(|| ValuationFault::UnknownLine { id: line.clone() })?,
            multiple: model.sheet.traced(&line)?,
        });
    }
    let list: Vec<&str> = peers.iter().map(|peer| peer.multiple.id.as_str()).collect();
    let list = list.join(", ");
    for quartile in ["quartile1", "median", "quartile3"] {
        model.ratio(format!("{id}.{quartile}"), format!("{quartile}({list})"))?;
    }
    Ok(MultipleDistribution {
        multiple,
        peers,
        first_quartile: model.sheet.traced(&format!("{id}.quartile1"))?,
        median: model.sheet.traced(&format!("{id}.median"))?,
        third_quartile: model.sheet.traced(&format!("{id}.quartile3"))?,
        implied: implied(model, multiple, bridge)?,
    })
}

fn implied(
    model: &mut Model<'_>,
    multiple: Multiple,
    bridge: &[Gap],
) -> Result<Implied, ValuationFault> {
    let metric = multiple.own_metric();
    let mut missing = gaps(model.request, &[metric]);
    let zero_or_less = model
        .request
        .inputs
        .get(metric)
        .map(Input::value)
        .filter(|value| *value <= Decimal::ZERO);
    if let Some(value) = zero_or_less {
        return Ok(Implied::NotMeaningful { value });
    }
    if multiple.of_enterprise() {
        missing.extend(bridge.iter().cloned());
    }
    if !missing.is_empty() {
        return Ok(Implied::Missing { gaps: missing });
    }
    model.take(&[metric])?;
    let id = multiple.id();
    let net = if multiple.of_enterprise() {
        " + bridge.total"
    } else {
        ""
    };
    let mut value = |quartile: &str| {
        let line = format!("{id}.implied.{quartile}");
        let formula = format!("max(0, {metric} * {id}.{quartile}{net}) / shares.quoted");
        model.per_share(line.clone(), formula)?;
        model.sheet.traced(&line)
    };
    Ok(Implied::Values(Box::new(ImpliedValues {
        first_quartile: value("quartile1")?,
        median: value("median")?,
        third_quartile: value("quartile3")?,
    })))
}
