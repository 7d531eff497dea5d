use super::UnitKind;

/// Which values of an input go into a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// All inputs of the same days: flows with flows, balances with balances.
    Same,
    /// Flows of the period over the mean of the balances at its two ends. Balances are never summed.
    FlowOverAverage,
}

/// A figure that is computed from others. The formula is what a reader sees and what is computed.
#[derive(Clone, Copy, Debug)]
pub struct DerivedSpec {
    pub name: &'static str,
    pub english: &'static str,
    pub chinese: &'static str,
    pub unit: UnitKind,
    pub is_stock: bool,
    pub timing: Timing,
    pub formula: &'static str,
    pub inputs: &'static [&'static str],
    /// Inputs that a company may not have at all. Where it has never reported one, the term is
    /// left out and the point says so; where it has, a missing value is a gap.
    pub optional: &'static [&'static str],
    /// Only where the company does not report the figure itself.
    pub is_fallback: bool,
    /// Not beside a figure that may be a part of it or may not: which, the company does not say.
    pub unless: Option<&'static str>,
    /// What other figures of the company must show before the formula is one.
    pub proof: Option<Proof>,
}

/// What the figures of a company must show for a formula to mean what its name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Short-term borrowings are the part of long-term debt that is due within a year.
    ShortIsCurrentPart,
    /// Short-term borrowings hold no part of long-term debt.
    ShortIsSeparate,
    /// On a day on which the company states the figure itself, the formula gives the same; or it
    /// never stated it.
    SameAsReported,
    /// The company states this one for the same period.
    Beside(&'static str),
    /// Amortisation is stated, or there is nothing to amortise.
    WholeDepreciation,
}

const fn same(
    name: &'static str,
    english: &'static str,
    chinese: &'static str,
    unit: UnitKind,
    formula: &'static str,
    inputs: &'static [&'static str],
) -> DerivedSpec {
    DerivedSpec {
        name,
        english,
        chinese,
        unit,
        is_stock: false,
        timing: Timing::Same,
        formula,
        inputs,
        optional: &[],
        is_fallback: false,
        unless: None,
        proof: None,
    }
}

const fn fallback(
    name: &'static str,
    is_stock: bool,
    formula: &'static str,
    inputs: &'static [&'static str],
    optional: &'static [&'static str],
) -> DerivedSpec {
    DerivedSpec {
        is_stock,
        optional,
        is_fallback: true,
        ..same(name, "", "", UnitKind::Money, formula, inputs)
    }
}

/// The current part of long-term debt is in it once, whichever way a company splits its debt.
const fn total_debt(
    formula: &'static str,
    inputs: &'static [&'static str],
    optional: &'static [&'static str],
) -> DerivedSpec {
    DerivedSpec {
        is_stock: true,
        optional,
        ..same(
            "total_debt",
            "Total debt",
            "有息负债",
            UnitKind::Money,
            formula,
            inputs,
        )
    }
}

/// In order: a formula may use what stands above it, and the first of several for one name that
/// can be computed is used.
pub const DERIVED: &[DerivedSpec] = &[
    fallback(
        "gross_profit",
        false,
        "revenue - cost_of_revenue",
        &["revenue", "cost_of_revenue"],
        &[],
    ),
    fallback(
        "sga",
        false,
        "selling_marketing + general_admin",
        &["selling_marketing", "general_admin"],
        &[],
    ),
    fallback(
        "net_income",
        false,
        "net_income_incl_nci - net_income_nci",
        &["net_income_incl_nci", "net_income_nci"],
        &[],
    ),
    fallback(
        "total_liabilities",
        true,
        "liabilities_and_equity - equity_incl_nci - mezzanine",
        &["liabilities_and_equity", "equity_incl_nci", "mezzanine"],
        &["mezzanine"],
    ),
    fallback(
        "total_liabilities",
        true,
        "liabilities_and_equity - equity - nci - mezzanine",
        &["liabilities_and_equity", "equity", "nci", "mezzanine"],
        &["nci", "mezzanine"],
    ),
    DerivedSpec {
        proof: Some(Proof::WholeDepreciation),
        ..fallback(
            "da",
            false,
            "depreciation + amortization",
            &["depreciation", "amortization"],
            &["amortization"],
        )
    },
    // a balance sheet that splits its investments has the same sum as the one before it
    DerivedSpec {
        proof: Some(Proof::SameAsReported),
        ..fallback(
            "short_term_investments",
            true,
            "debt_securities_current + equity_securities_current",
            &["debt_securities_current", "equity_securities_current"],
            &[],
        )
    },
    DerivedSpec {
        proof: Some(Proof::SameAsReported),
        ..fallback(
            "short_term_investments",
            true,
            "debt_securities_current",
            &["debt_securities_current"],
            &[],
        )
    },
    DerivedSpec {
        proof: Some(Proof::Beside("cash_from_operations")),
        ..fallback(
            "ocf",
            false,
            "change_in_cash - investing_cash_flow - financing_cash_flow - fx_on_cash",
            &[
                "change_in_cash",
                "investing_cash_flow",
                "financing_cash_flow",
                "fx_on_cash",
            ],
            &["fx_on_cash"],
        )
    },
    same(
        "fcf",
        "Free cash flow",
        "自由现金流",
        UnitKind::Money,
        "ocf - capex",
        &["ocf", "capex"],
    ),
    same(
        "ebitda",
        "EBITDA",
        "EBITDA",
        UnitKind::Money,
        "operating_income + da",
        &["operating_income", "da"],
    ),
    same(
        "gross_margin",
        "Gross margin",
        "毛利率",
        UnitKind::Ratio,
        "gross_profit / revenue",
        &["gross_profit", "revenue"],
    ),
    same(
        "operating_margin",
        "Operating margin",
        "营业利润率",
        UnitKind::Ratio,
        "operating_income / revenue",
        &["operating_income", "revenue"],
    ),
    same(
        "net_margin",
        "Net margin",
        "净利率",
        UnitKind::Ratio,
        "net_income / revenue",
        &["net_income", "revenue"],
    ),
    same(
        "effective_tax_rate",
        "Effective tax rate",
        "实际税率",
        UnitKind::Ratio,
        "income_tax / pretax_income",
        &["income_tax", "pretax_income"],
    ),
    total_debt(
        "debt_current + long_term_debt",
        &["debt_current", "long_term_debt"],
        &[],
    ),
    DerivedSpec {
        proof: Some(Proof::ShortIsCurrentPart),
        ..total_debt(
            "short_term_debt + long_term_debt",
            &["short_term_debt", "long_term_debt"],
            &[],
        )
    },
    DerivedSpec {
        proof: Some(Proof::ShortIsSeparate),
        ..total_debt(
            "short_term_debt + current_long_term_debt + long_term_debt",
            &[
                "short_term_debt",
                "current_long_term_debt",
                "long_term_debt",
            ],
            &["short_term_debt", "current_long_term_debt"],
        )
    },
    DerivedSpec {
        unless: Some("debt_current"),
        proof: Some(Proof::ShortIsCurrentPart),
        ..total_debt("long_term_debt_total", &["long_term_debt_total"], &[])
    },
    // beside debt that is due within a year some filers tag the rest alone as long-term debt
    DerivedSpec {
        unless: Some("debt_current"),
        proof: Some(Proof::ShortIsSeparate),
        ..total_debt(
            "short_term_debt + long_term_debt_total",
            &["short_term_debt", "long_term_debt_total"],
            &["short_term_debt"],
        )
    },
    DerivedSpec {
        is_stock: true,
        optional: &["short_term_investments"],
        ..same(
            "net_debt",
            "Net debt",
            "净负债",
            UnitKind::Money,
            "total_debt - cash - short_term_investments",
            &["total_debt", "cash", "short_term_investments"],
        )
    },
    DerivedSpec {
        is_stock: true,
        optional: &["goodwill", "intangibles"],
        ..same(
            "tangible_equity",
            "Tangible equity",
            "有形净资产",
            UnitKind::Money,
            "equity - goodwill - intangibles",
            &["equity", "goodwill", "intangibles"],
        )
    },
    DerivedSpec {
        optional: &["acquisition_costs"],
        ..same(
            "underwriting_costs",
            "Costs of underwriting",
            "承保费用合计",
            UnitKind::Money,
            "underwriting_expense + acquisition_costs",
            &["underwriting_expense", "acquisition_costs"],
        )
    },
    DerivedSpec {
        timing: Timing::FlowOverAverage,
        ..same(
            "roe",
            "Return on equity",
            "净资产收益率",
            UnitKind::Ratio,
            "net_income / ((equity_start + equity_end) / 2)",
            &["net_income", "equity"],
        )
    },
    DerivedSpec {
        timing: Timing::FlowOverAverage,
        ..same(
            "roa",
            "Return on assets",
            "总资产收益率",
            UnitKind::Ratio,
            "net_income / ((total_assets_start + total_assets_end) / 2)",
            &["net_income", "total_assets"],
        )
    },
];
