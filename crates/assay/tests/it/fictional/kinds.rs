use super::{Fictional, Line, balance, flow, shares};

const YEARS: [i16; 6] = [2019, 2020, 2021, 2022, 2023, 2024];

const OPERATING: &[Line] = &[
    flow("Revenues", 4_000, 6),
    flow("CostOfRevenue", 2_200, 6),
    flow("GrossProfit", 1_800, 6),
    flow("OperatingIncomeLoss", 800, 6),
    flow("InterestExpense", 40, 2),
    flow(
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
        760,
        6,
    ),
    flow("IncomeTaxExpenseBenefit", 160, 6),
    flow("NetIncomeLoss", 600, 6),
    flow("NetCashProvidedByUsedInOperatingActivities", 760, 6),
    flow("PaymentsToAcquirePropertyPlantAndEquipment", 200, 6),
    flow("DepreciationDepletionAndAmortization", 180, 6),
    flow("PaymentsOfDividends", 120, 6),
    balance("Assets", 6_000, 5),
    balance("Liabilities", 3_000, 5),
    balance("StockholdersEquity", 3_000, 5),
    balance("AssetsCurrent", 2_400, 5),
    balance("LiabilitiesCurrent", 1_200, 5),
    balance("CashAndCashEquivalentsAtCarryingValue", 900, 5),
    balance("LongTermDebtNoncurrent", 1_000, 3),
    shares("WeightedAverageNumberOfDilutedSharesOutstanding", 200),
];

const OF_ANY_INSURER: &[Line] = &[
    flow("Revenues", 10_000, 7),
    flow("PremiumsEarnedNet", 9_000, 7),
    flow("NetInvestmentIncome", 800, 6),
    flow("IncomeTaxExpenseBenefit", 200, 6),
    flow("NetIncomeLoss", 900, 7),
    flow("NetCashProvidedByUsedInOperatingActivities", 1_500, 6),
    flow("PaymentsOfDividends", 300, 6),
    balance("Assets", 40_000, 6),
    balance("Liabilities", 32_000, 6),
    balance("StockholdersEquity", 8_000, 6),
    balance("Investments", 30_000, 6),
    shares("WeightedAverageNumberOfDilutedSharesOutstanding", 150),
];

fn company(ticker: &'static str, name: &'static str, sic: u32, lines: Vec<Line>) -> Fictional {
    Fictional {
        ticker,
        name,
        // letters of the ticker, so that no two companies share a number
        cik: ticker
            .bytes()
            .fold(9_000_000, |sum, byte| sum * 3 % 9_900_000 + u32::from(byte)),
        sic,
        taxonomy: "us-gaap",
        currency: "USD",
        annual_form: "10-K",
        years: YEARS.to_vec(),
        lines,
        quarters: Vec::new(),
        misfiled: None,
    }
}

/// Sells something, makes money, owes a little.
pub(crate) fn operating() -> Fictional {
    company("OPCO", "Orlen Fittings Corp.", 3490, OPERATING.to_vec())
}

/// Insures property against losses of the year.
pub(crate) fn property_insurer() -> Fictional {
    let mut lines = OF_ANY_INSURER.to_vec();
    lines.extend([
        flow("PolicyholderBenefitsAndClaimsIncurredNet", 5_900, 7),
        flow("DeferredPolicyAcquisitionCostAmortizationExpense", 1_500, 7),
        flow("OtherUnderwritingExpense", 1_100, 6),
        balance("LiabilityForClaimsAndClaimsAdjustmentExpense", 20_000, 6),
        balance("UnearnedPremiums", 4_500, 6),
    ]);
    company("HLDN", "Halden Casualty Group, Inc.", 6331, lines)
}

/// Insures lives, whose benefits are decades away.
pub(crate) fn life_insurer() -> Fictional {
    let mut lines = OF_ANY_INSURER.to_vec();
    lines.extend([
        flow("PolicyholderBenefitsAndClaimsIncurredNet", 7_200, 7),
        flow("DeferredPolicyAcquisitionCostAmortizationExpense", 700, 7),
        flow("GeneralAndAdministrativeExpense", 900, 6),
        balance("LiabilityForFuturePolicyBenefits", 26_000, 6),
        balance("LiabilityForClaimsAndClaimsAdjustmentExpense", 900, 6),
    ]);
    company("EVLF", "Everlund Life Holdings Inc.", 6311, lines)
}

/// Reports insurance revenue in euros, and no total of revenue.
pub(crate) fn insurer_of_ifrs() -> Fictional {
    let lines = vec![
        flow("InsuranceRevenue", 9_000, 5),
        flow(
            "InsuranceServiceExpensesFromInsuranceContractsIssued",
            8_100,
            5,
        ),
        flow("ProfitLossAttributableToOwnersOfParent", 800, 5),
        flow("CashFlowsFromUsedInOperatingActivities", 1_000, 5),
        flow("DividendsPaidClassifiedAsFinancingActivities", 350, 5),
        balance("Assets", 50_000, 4),
        balance("Liabilities", 43_000, 4),
        balance("EquityAttributableToOwnersOfParent", 7_000, 4),
        balance("InsuranceContractsIssuedThatAreLiabilities", 38_000, 4),
        shares("AdjustedWeightedAverageShares", 400),
    ];
    Fictional {
        taxonomy: "ifrs-full",
        currency: "EUR",
        annual_form: "20-F",
        ..company("RHVS", "Rheinvers SE", 6331, lines)
    }
}

/// Makes things in Europe, under other standards and in another currency.
pub(crate) fn of_europe() -> Fictional {
    let lines = vec![
        flow("Revenue", 4_000, 5),
        flow("CostOfSales", 2_300, 5),
        flow("GrossProfit", 1_700, 5),
        flow("ProfitLossFromOperatingActivities", 700, 5),
        flow("FinanceCosts", 40, 1),
        flow("ProfitLossBeforeTax", 660, 5),
        flow("IncomeTaxExpenseContinuingOperations", 160, 5),
        flow("ProfitLossAttributableToOwnersOfParent", 500, 5),
        flow("CashFlowsFromUsedInOperatingActivities", 720, 5),
        flow(
            "PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities",
            220,
            5,
        ),
        flow("DepreciationAndAmortisationExpense", 190, 5),
        flow("DividendsPaidClassifiedAsFinancingActivities", 150, 5),
        balance("Assets", 6_000, 4),
        balance("Liabilities", 3_200, 4),
        balance("EquityAttributableToOwnersOfParent", 2_800, 4),
        balance("CurrentAssets", 2_300, 4),
        balance("CurrentLiabilities", 1_300, 4),
        balance("CashAndCashEquivalents", 800, 4),
        balance("LongtermBorrowings", 900, 2),
        shares("AdjustedWeightedAverageShares", 250),
    ];
    Fictional {
        taxonomy: "ifrs-full",
        currency: "EUR",
        annual_form: "20-F",
        ..company("NRDX", "Nordex Pumpen AG", 3560, lines)
    }
}

/// Reports in renminbi under US standards, and is quoted in dollars.
pub(crate) fn of_china() -> Fictional {
    Fictional {
        currency: "CNY",
        annual_form: "20-F",
        ..company("YUNH", "Yunhe Tools Ltd.", 3420, OPERATING.to_vec())
    }
}

/// Files an income statement and a balance sheet, and nothing of its cash.
pub(crate) fn bare_of_cash_flow() -> Fictional {
    operating().without(&[
        "NetCashProvidedByUsedInOperatingActivities",
        "PaymentsToAcquirePropertyPlantAndEquipment",
        "DepreciationDepletionAndAmortization",
        "PaymentsOfDividends",
    ])
}
