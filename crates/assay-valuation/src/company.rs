use assay_domain::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What decides which methods make sense.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CompanyKind {
    Operating,
    Bank,
    Insurer,
    Reit,
    PreProfit,
    Cyclical,
    Conglomerate,
}

/// First and last code of the Standard Industrial Classification as the SEC assigns it. Later rows
/// refine earlier ones.
const BY_INDUSTRY: &[(u16, u16, CompanyKind)] = &[
    (1000, 1499, CompanyKind::Cyclical), // mining, oil and gas
    (1520, 1531, CompanyKind::Cyclical), // home building
    (2400, 2499, CompanyKind::Cyclical), // lumber
    (2600, 2639, CompanyKind::Cyclical), // paper and pulp
    (2810, 2829, CompanyKind::Cyclical), // basic chemicals
    (2860, 2879, CompanyKind::Cyclical), // industrial chemicals, fertiliser
    (2900, 2999, CompanyKind::Cyclical), // refining
    (3310, 3369, CompanyKind::Cyclical), // steel, non-ferrous metals
    (3711, 3715, CompanyKind::Cyclical), // motor vehicles and their parts
    (4400, 4499, CompanyKind::Cyclical), // shipping
    (4512, 4513, CompanyKind::Cyclical), // airlines
    (6000, 6199, CompanyKind::Bank),     // deposits and credit
    (6200, 6211, CompanyKind::Bank),     // brokers: debt is their raw material too
    (6300, 6399, CompanyKind::Insurer),  // carriers; agents (6411) take no underwriting risk
    (6798, 6798, CompanyKind::Reit),
];

impl CompanyKind {
    /// From the industry code alone. A figure can still make an operating company
    /// [`PreProfit`](Self::PreProfit): see [`CompanyKind::with_results`].
    pub fn from_sic(code: u16) -> Self {
        let rows = BY_INDUSTRY.iter().rev();
        let mut matching = rows.filter(|(first, last, _)| (*first..=*last).contains(&code));
        matching
            .next()
            .map_or(Self::Operating, |(_, _, kind)| *kind)
    }

    /// An operating or cyclical company whose last year and most of whose years show an operating
    /// loss has no margin to project. `losses` are the years with a loss, oldest first.
    pub fn with_results(self, losses: &[bool]) -> Self {
        let lost = losses.iter().filter(|loss| **loss).count();
        let losing = losses.last() == Some(&true) && lost * 2 > losses.len();
        match self {
            Self::Operating | Self::Cyclical if losing => Self::PreProfit,
            kind => kind,
        }
    }

    pub fn text(self, language: Language) -> &'static str {
        match self {
            Self::Operating => language.pick("operating company", "一般经营性企业"),
            Self::Bank => language.pick("bank or broker", "银行/券商"),
            Self::Insurer => language.pick("insurer", "保险公司"),
            Self::Reit => language.pick("real estate investment trust", "房地产投资信托（REIT）"),
            Self::PreProfit => language.pick("company before profit", "尚未盈利企业"),
            Self::Cyclical => language.pick("cyclical company", "周期性企业"),
            Self::Conglomerate => language.pick("conglomerate", "多元化集团"),
        }
    }
}
