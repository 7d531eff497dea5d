use super::{MetricSpec, Statement, flow, only, stock};

pub(super) const BANK: &[MetricSpec] = &[
    flow(
        "net_interest_income",
        "Net interest income",
        "利息净收入",
        Statement::Income,
        &[
            only("us-gaap:InterestIncomeExpenseNet"),
            only("us-gaap:InterestIncomeExpenseAfterProvisionForLoanLoss"),
            only("ifrs-full:InterestRevenueExpense"),
            only("cas:利息净收入"),
        ],
    ),
    flow(
        "noninterest_income",
        "Non-interest income",
        "非利息收入",
        Statement::Income,
        &[only("us-gaap:NoninterestIncome"), only("cas:非利息净收入")],
    ),
    flow(
        "noninterest_expense",
        "Non-interest expense",
        "业务及管理费",
        Statement::Income,
        &[only("us-gaap:NoninterestExpense"), only("cas:业务及管理费")],
    ),
    flow(
        "credit_provision",
        "Provision for credit losses",
        "信用减值损失",
        Statement::Income,
        &[
            only("us-gaap:ProvisionForLoanLeaseAndOtherLosses"),
            only("us-gaap:ProvisionForLoanAndLeaseLosses"),
            only("us-gaap:ProvisionForLoanLossesExpensed"),
            only("us-gaap:ProvisionForCreditLosses"),
            only(
                "ifrs-full:ImpairmentLossImpairmentGainAndReversalOfImpairmentLossDeterminedInAccordanceWithIFRS9",
            ),
            only("cas:信用减值损失"),
        ],
    ),
    stock(
        "deposits",
        "Deposits",
        "吸收存款",
        &[
            only("us-gaap:Deposits"),
            only("ifrs-full:DepositsFromCustomers"),
            only("cas:吸收存款"),
        ],
    )
    .never_negative(),
    stock(
        "loans",
        "Loans",
        "发放贷款和垫款",
        &[
            only("us-gaap:FinancingReceivableExcludingAccruedInterestAfterAllowanceForCreditLoss"),
            only("us-gaap:LoansAndLeasesReceivableNetReportedAmount"),
            only("us-gaap:NotesReceivableNet"),
            only("us-gaap:FinancingReceivableExcludingAccruedInterestBeforeAllowanceForCreditLoss"),
            only("ifrs-full:LoansAndAdvancesToCustomers"),
            only("cas:发放贷款和垫款"),
        ],
    )
    .never_negative(),
];
