use assay_domain::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::View;

/// What kind of business it is, as far as a valuation must know.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Sector {
    General,
    Bank,
    Insurer,
    Reit,
    /// Earnings follow a cycle: energy, mining, metals, semiconductors, cars, airlines.
    Cyclical,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SectorHint {
    pub sector: Sector,
    pub by_code: Option<Sector>,
    pub by_concepts: Option<Sector>,
    pub sic: Option<u32>,
    pub concepts: Vec<String>,
    pub english: String,
    pub chinese: String,
}

impl SectorHint {
    pub fn reason(&self, language: Language) -> &str {
        language.pick(&self.english, &self.chinese)
    }
}

/// First and last code of a range, and what it means.
const CODES: &[(u32, u32, Sector)] = &[
    (6020, 6036, Sector::Bank),
    (6060, 6062, Sector::Bank),
    (6111, 6159, Sector::Bank),
    (6712, 6712, Sector::Bank),
    (6311, 6399, Sector::Insurer),
    (6798, 6798, Sector::Reit),
    (1000, 1499, Sector::Cyclical),
    (2800, 2829, Sector::Cyclical),
    (2911, 2911, Sector::Cyclical),
    (3310, 3399, Sector::Cyclical),
    (3674, 3674, Sector::Cyclical),
    (3711, 3716, Sector::Cyclical),
    (4512, 4512, Sector::Cyclical),
    (4400, 4499, Sector::Cyclical),
];

/// Industrial chemicals are cyclical, medicines in the same range are not.
const NOT_CYCLICAL: &[u32] = &[2833, 2834, 2835, 2836];

/// Concepts that only such a business reports, and how many of them must be there.
const CONCEPTS: &[(Sector, usize, &[&str])] = &[
    (
        Sector::Bank,
        2,
        &[
            "us-gaap:Deposits",
            "us-gaap:InterestIncomeExpenseNet",
            "us-gaap:ProvisionForLoanLeaseAndOtherLosses",
            "us-gaap:ProvisionForLoanAndLeaseLosses",
            "us-gaap:NoninterestIncome",
            "ifrs-full:DepositsFromCustomers",
            "ifrs-full:LoansAndAdvancesToCustomers",
            "cas:吸收存款",
            "cas:发放贷款和垫款",
            "cas:利息净收入",
        ],
    ),
    (
        Sector::Insurer,
        2,
        &[
            "us-gaap:PremiumsEarnedNet",
            "us-gaap:PolicyholderBenefitsAndClaimsIncurredNet",
            "us-gaap:LiabilityForClaimsAndClaimsAdjustmentExpense",
            "us-gaap:LiabilityForFuturePolicyBenefits",
            "us-gaap:UnearnedPremiums",
            "us-gaap:DeferredPolicyAcquisitionCosts",
            "ifrs-full:InsuranceRevenue",
            "ifrs-full:InsuranceContractsIssuedThatAreLiabilities",
            "cas:已赚保费",
            "cas:保险合同准备金",
        ],
    ),
    (
        Sector::Reit,
        2,
        &[
            "us-gaap:RealEstateInvestmentPropertyNet",
            "us-gaap:RealEstateInvestmentPropertyAtCost",
            "us-gaap:RealEstateInvestmentPropertyAccumulatedDepreciation",
            "us-gaap:OperatingLeasesIncomeStatementLeaseRevenue",
            "us-gaap:RealEstateRevenueNet",
        ],
    ),
];

impl View<'_> {
    /// What the industry code and the reported concepts say. Where they differ the concepts decide,
    /// because a code is chosen once and statements are filed every quarter.
    pub fn sector(&self) -> SectorHint {
        let sic = self.book().company.sic;
        let by_code = sic.and_then(|code| {
            let found = CODES
                .iter()
                .find(|(first, last, _)| (*first..=*last).contains(&code));
            found
                .map(|(_, _, sector)| *sector)
                .filter(|_| !NOT_CYCLICAL.contains(&code))
        });
        let present = |concept: &&&str| self.of_concept(concept).next().is_some();
        let mut possible = CONCEPTS
            .iter()
            .filter_map(|(sector, least, concepts)| {
                let there: Vec<&&str> = concepts.iter().filter(present).collect();
                (there.len() >= *least).then_some((*sector, there))
            })
            .collect::<Vec<_>>();
        // an insurer may own a bank, and a bank an insurer: the code says which it is
        let own = possible
            .iter()
            .position(|(sector, _)| Some(*sector) == by_code);
        let found = (!possible.is_empty()).then(|| possible.swap_remove(own.unwrap_or_default()));
        let by_concepts = found.as_ref().map(|(sector, _)| *sector);
        let concepts: Vec<String> = found
            .map(|(_, there)| there.into_iter().map(|c| (*c).to_owned()).collect())
            .unwrap_or_default();
        let sector = by_concepts.or(by_code).unwrap_or(Sector::General);
        let (english, chinese) = reason(sic, by_code, &concepts);
        SectorHint {
            sector,
            by_code,
            by_concepts,
            sic,
            concepts,
            english,
            chinese,
        }
    }
}

fn reason(sic: Option<u32>, by_code: Option<Sector>, concepts: &[String]) -> (String, String) {
    let mut english = Vec::new();
    let mut chinese = Vec::new();
    if !concepts.is_empty() {
        english.push(format!("it reports {}", concepts.join(", ")));
        chinese.push(format!("财报含 {}", concepts.join("、")));
    }
    match (sic, by_code) {
        (Some(code), Some(_)) => {
            english.push(format!("its industry code is {code}"));
            chinese.push(format!("行业代码为 {code}"));
        }
        (Some(code), None) => {
            english.push(format!("its industry code {code} has no special treatment"));
            chinese.push(format!("行业代码 {code} 无特殊处理"));
        }
        (None, _) => {
            english.push("it has no industry code".to_owned());
            chinese.push("无行业代码".to_owned());
        }
    }
    (english.join("; "), chinese.join("；"))
}
