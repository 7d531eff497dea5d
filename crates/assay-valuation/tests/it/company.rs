use assay_valuation::CompanyKind;

#[test]
fn industry_codes_lead_to_kinds() {
    for (code, expected) in [
        (3571, CompanyKind::Operating),
        (3674, CompanyKind::Operating),
        (5331, CompanyKind::Operating),
        (6021, CompanyKind::Bank),
        (6211, CompanyKind::Bank),
        (6331, CompanyKind::Insurer),
        (6411, CompanyKind::Operating),
        (6798, CompanyKind::Reit),
        (1311, CompanyKind::Cyclical),
        (3711, CompanyKind::Cyclical),
        (7372, CompanyKind::Operating),
    ] {
        assert_eq!(CompanyKind::from_sic(code), expected, "{code}");
    }
}

#[test]
fn losses_make_a_company_pre_profit() {
    for (kind, losses, expected) in [
        (
            CompanyKind::Operating,
            vec![true, true, true],
            CompanyKind::PreProfit,
        ),
        (
            CompanyKind::Operating,
            vec![true, true, false],
            CompanyKind::Operating,
        ),
        (
            CompanyKind::Operating,
            vec![false, false, true],
            CompanyKind::Operating,
        ),
        (
            CompanyKind::Cyclical,
            vec![false, true, true],
            CompanyKind::PreProfit,
        ),
        (CompanyKind::Bank, vec![true, true, true], CompanyKind::Bank),
        (CompanyKind::Operating, vec![], CompanyKind::Operating),
    ] {
        assert_eq!(kind.with_results(&losses), expected, "{losses:?}");
    }
}
