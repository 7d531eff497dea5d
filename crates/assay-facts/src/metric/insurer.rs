use super::{MetricSpec, Statement, flow, only, stock, total};

pub(super) const INSURER: &[MetricSpec] = &[
    flow(
        "premiums_written",
        "Net premiums written",
        "净承保保费",
        Statement::Income,
        &[
            only("us-gaap:PremiumsWrittenNet"),
            only("us-gaap:PremiumsWrittenNetPropertyAndCasualty"),
        ],
    ),
    flow(
        "premiums_earned",
        "Premiums earned",
        "已赚保费",
        Statement::Income,
        &[
            total("us-gaap:PremiumsEarnedNet"),
            only("us-gaap:PremiumsEarnedNetPropertyAndCasualty"),
            only("us-gaap:PremiumsEarnedNetLife"),
            only("cas:已赚保费"),
        ],
    ),
    flow(
        "insurance_revenue",
        "Insurance revenue",
        "保险服务收入",
        Statement::Income,
        &[only("ifrs-full:InsuranceRevenue"), only("cas:保险服务收入")],
    ),
    flow(
        "insurance_service_expense",
        "Insurance service expenses",
        "保险服务费用",
        Statement::Income,
        &[
            only("ifrs-full:InsuranceServiceExpensesFromInsuranceContractsIssued"),
            only("cas:保险服务费用"),
        ],
    ),
    flow(
        "claims_incurred",
        "Losses and policy benefits incurred",
        "赔付及保单利益支出",
        Statement::Income,
        &[
            total("us-gaap:PolicyholderBenefitsAndClaimsIncurredNet"),
            only("us-gaap:LiabilityForUnpaidClaimsAndClaimsAdjustmentExpenseIncurredClaims1"),
            only("us-gaap:IncurredClaimsPropertyCasualtyAndLiability"),
            only("us-gaap:PolicyholderBenefitsAndClaimsIncurredHealthCare"),
        ],
    ),
    flow(
        "acquisition_costs",
        "Amortisation of policy acquisition costs",
        "保单获取成本摊销",
        Statement::Income,
        &[
            only("us-gaap:DeferredPolicyAcquisitionCostAmortizationExpense"),
            only(
                "us-gaap:SupplementaryInsuranceInformationAmortizationOfDeferredPolicyAcquisitionCosts",
            ),
        ],
    ),
    flow(
        "underwriting_expense",
        "Other underwriting expenses",
        "其他承保费用",
        Statement::Income,
        &[
            only("us-gaap:OtherUnderwritingExpense"),
            only("us-gaap:GeneralAndAdministrativeExpense"),
        ],
    ),
    flow(
        "net_investment_income",
        "Net investment income",
        "净投资收益",
        Statement::Income,
        &[
            only("us-gaap:NetInvestmentIncome"),
            only("us-gaap:InvestmentIncomeNet"),
            only("cas:投资收益"),
        ],
    ),
    stock(
        "loss_reserves",
        "Reserves for losses and loss adjustment expenses",
        "未决赔款准备金",
        &[
            only("us-gaap:LiabilityForClaimsAndClaimsAdjustmentExpense"),
            only("us-gaap:LiabilityForUnpaidClaimsAndClaimsAdjustmentExpenseGross"),
            only("cas:未决赔款准备金"),
        ],
    )
    .never_negative(),
    stock(
        "policy_benefits",
        "Liability for future policy benefits",
        "未来保单利益准备金",
        &[
            only("us-gaap:LiabilityForFuturePolicyBenefits"),
            only("cas:寿险责任准备金"),
        ],
    )
    .never_negative(),
    stock(
        "insurance_liabilities",
        "Insurance contract liabilities",
        "保险合同负债",
        &[
            only("ifrs-full:InsuranceContractsIssuedThatAreLiabilities"),
            only("cas:保险合同负债"),
            only("cas:保险合同准备金"),
        ],
    )
    .never_negative(),
    stock(
        "unearned_premiums",
        "Unearned premiums",
        "未到期责任准备金",
        &[
            only("us-gaap:UnearnedPremiums"),
            only("cas:未到期责任准备金"),
        ],
    )
    .never_negative(),
    stock(
        "invested_assets",
        "Investments",
        "投资资产",
        &[only("us-gaap:Investments")],
    ),
];
