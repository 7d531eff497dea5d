use assay_claims::{ClaimText, Exemption, Finding, ReadSource, Source, check_claim};
use assay_domain::{Date, DocumentSubject, EvidenceId, Language};

const TABLE: &str = "Results of operations (USD million):\n\n\
    | USD million | FY2022 | FY2023 | FY2024 |\n| --- | --- | --- | --- |\n\
    | Revenue | 3,620 | 4,100 | 4,610 |\n| Cost of revenue | 2,129 | 2,370 | 2,608 |\n\
    | Gross profit | 1,491 | 1,730 | 2,002 |\n| Operating income | 489 | 580 | 730 |\n\
    | Net income (loss) | 356 | (28) | 548 |\n| Operating margin | 13.5% | 14.1% | 15.8% |\n";

const PROSE: &str = "Operating cash flow was $812 million in FY2024, compared with $640 million in FY2023. \
    Capital expenditure was $296 million in FY2024. Selling expenses decreased 4.5% in FY2024. \
    Haldric held a 23 % share of the market in 2024, according to a survey of distributors, and \
    Velmora held an 18 % share. We expect revenue of $4.9 billion in FY2025. \
    The company employed 12,480 people at 31 December 2024. See Note 12 for details.";

const CHINESE: &str = "公司2024年在中国实现营业收入8.3亿美元，2023年在中国实现营业收入7.1亿美元。\
    2024年净利润下降12.5%。工厂现有员工2,300人。毛利率提高120个基点。";

fn word(finding: &Finding) -> String {
    match finding {
        Finding::Observed(_) => "observed".to_owned(),
        Finding::Prospective(_) => "prospective".to_owned(),
        Finding::ThirdParty(_) => "third party".to_owned(),
        Finding::Derived { formula } => format!("derived {formula}"),
        Finding::Exempt(Exemption::Reference) => "reference".to_owned(),
        Finding::Exempt(Exemption::Counter) => "counter".to_owned(),
        Finding::Exempt(Exemption::RoundingNote) => "rounding note".to_owned(),
        Finding::Problem(problem) => format!("{:?}", problem.kind),
    }
}

/// `printed: what became of it`, for every number and period of the claim.
fn shown(claim: &str, formula: Option<&str>) -> String {
    let ids = ["ev_table", "ev_prose", "ev_chinese"].map(EvidenceId::new);
    let subject = DocumentSubject {
        entity: Some("Velmora Sensing Inc.".to_owned()),
        period_end: Date::new(2024, 12, 31).ok(),
        ..DocumentSubject::default()
    };
    let sources: Vec<ReadSource<'_>> = ids
        .iter()
        .zip([TABLE, PROSE, CHINESE])
        .map(|(evidence, text)| Source {
            evidence,
            text,
            headings: &[],
            title: "Velmora annual report FY2024",
            origin: "report.md",
            as_of: Date::new(2025, 2, 20).ok(),
            subject: Some(&subject),
        })
        .map(ReadSource::of)
        .collect();
    let claim = ClaimText {
        text: claim,
        formula,
    };
    let verdict = check_claim(&claim, &sources.iter().collect::<Vec<_>>());
    let parts: Vec<String> = verdict
        .numerals
        .iter()
        .map(|numeral| format!("{}: {}", numeral.printed, word(&numeral.finding)))
        .collect();
    parts.join("; ")
}

fn check(cases: &[(&str, &str)]) {
    for (claim, expected) in cases {
        assert_eq!(shown(claim, None), *expected, "{claim}");
    }
}

#[test]
fn a_stated_number_is_observed() {
    check(&[
        (
            "Revenue was $4,610 million in FY2024.",
            "$4,610 million: observed; FY2024: observed",
        ),
        (
            "Revenue was $4.6 billion in fiscal 2024.",
            "$4.6 billion: observed; fiscal 2024: observed",
        ),
        (
            "In 2024 revenue reached 46.1亿美元.",
            "2024: observed; 46.1亿美元: observed",
        ),
        (
            "营业收入2024年为4,610百万美元。",
            "2024年: observed; 4,610百万美元: observed",
        ),
        (
            "The net loss was $28 million in FY2023.",
            "$28 million: observed; FY2023: observed",
        ),
        (
            "Operating margin was 15.8 % in FY2024.",
            "15.8 %: observed; FY2024: observed",
        ),
        (
            "The company had more than 12,000 people.",
            "12,000: observed",
        ),
        (
            "| Gross profit | 1,491 | 1,730 | 2,002 |",
            "1,491: observed; 1,730: observed; 2,002: observed",
        ),
        ("毛利率提高1.2个百分点。", "1.2个百分点: observed"),
    ]);
}

#[test]
fn a_finding_says_whose_number_it_is() {
    check(&[
        (
            "Revenue of $4.9 billion is expected for FY2025.",
            "$4.9 billion: prospective; FY2025: observed",
        ),
        (
            "Haldric's market share was 23 % in 2024.",
            "23 %: third party; 2024: observed",
        ),
    ]);
}

#[test]
fn a_changed_number_is_told_by_what_is_wrong() {
    check(&[
        (
            "Revenue was $4,160 million in FY2024.",
            "$4,160 million: NotFound; FY2024: observed",
        ),
        (
            "Revenue was $4,610 billion in FY2024.",
            "$4,610 billion: WrongScale; FY2024: observed",
        ),
        (
            "Revenue was €4,610 million in FY2024.",
            "€4,610 million: WrongCurrency; FY2024: observed",
        ),
        (
            "Revenue was $4,610 million in FY2023.",
            "$4,610 million: WrongPeriod; FY2023: observed",
        ),
        (
            "Revenue was $4.5 billion in FY2024.",
            "$4.5 billion: NotFound; FY2024: observed",
        ),
        (
            "Operating income was $2,002 million in FY2024.",
            "$2,002 million: WrongSubject; FY2024: observed",
        ),
        (
            "Revenue was $2,608 million in FY2024.",
            "$2,608 million: WrongSubject; FY2024: observed",
        ),
        (
            "Cost of revenue was $4,610 million in FY2024.",
            "$4,610 million: WrongSubject; FY2024: observed",
        ),
        (
            "Net income was $28 million in FY2023.",
            "$28 million: WrongSign; FY2023: observed",
        ),
        (
            "Selling expenses increased 4.5% in FY2024.",
            "4.5%: WrongSign; FY2024: observed",
        ),
        (
            "Operating margin was 15.8 percentage points in FY2024.",
            "15.8 percentage points: WrongUnit; FY2024: observed",
        ),
        (
            "Velmora held a 23 % share of the market in 2024.",
            "23 %: WrongSubject; 2024: observed",
        ),
        (
            "Revenue was $4,610 million in FY2019.",
            "$4,610 million: WrongPeriod; FY2019: WrongPeriod",
        ),
        (
            "2024年净利润增长12.5%。",
            "2024年: observed; 12.5%: WrongSign",
        ),
        (
            "公司2024年在中国实现营业收入8.3万美元。",
            "2024年: observed; 8.3万美元: WrongScale",
        ),
    ]);
}

#[test]
fn what_follows_from_the_evidence_is_derived() {
    check(&[
        (
            "Revenue rose 12.4 % in FY2024.",
            "12.4 %: derived (4610 − 4100) / 4100; FY2024: observed",
        ),
        (
            "Revenue fell 12.4 % in FY2024.",
            "12.4 %: NotFound; FY2024: observed",
        ),
        (
            "Revenue rose 12.9 % in FY2024.",
            "12.9 %: NotFound; FY2024: observed",
        ),
        (
            "Revenue increased by $510 million in FY2024.",
            "$510 million: derived 4610 − 4100; FY2024: observed",
        ),
        (
            "Gross profit was 43.4 % of revenue in FY2024.",
            "43.4 %: derived 2002 / 4610; FY2024: observed",
        ),
        (
            "Revenue grew at a CAGR of 12.8 % from FY2022 to FY2024.",
            "12.8 %: derived (4610 / 3620)^(1/2) − 1; FY2022: observed; FY2024: observed",
        ),
    ]);
}

#[test]
fn a_recorded_formula_is_recomputed() {
    let claim = "Free cash flow was $516 million: 812 − 296.";
    assert_eq!(
        shown(claim, Some("812 − 296")),
        "$516 million: derived 812 − 296; 812 − 296: derived 812 − 296"
    );
    assert_eq!(
        shown("Free cash flow was $526 million.", Some("812 − 296")),
        "$526 million: NotFound"
    );
    assert_eq!(
        shown("Free cash flow was $517 million.", Some("813 − 296")),
        "$517 million: NotFound"
    );
}

#[test]
fn numbers_that_say_nothing_about_the_world_are_exempt_by_rule() {
    check(&[
        ("Note 14 has the details.", "14: reference"),
        ("详见附注14。", "14: reference"),
    ]);
}

#[test]
fn the_reason_names_what_could_be_cited() {
    let evidence = EvidenceId::new("ev_table");
    let source = Source {
        evidence: &evidence,
        text: TABLE,
        headings: &[],
        title: "",
        origin: "",
        as_of: None,
        subject: None,
    };
    let claim = ClaimText {
        text: "Revenue was $4,610 million in FY2023.",
        formula: None,
    };
    let verdict = check_claim(&claim, &[&ReadSource::of(source)]);
    insta::assert_snapshot!(
        format!("{}\n{}", verdict.reason(Language::En), verdict.reason(Language::Zh)),
        @r#"
    "$4,610 million" does not belong to the period that the sentence names; the evidence offers: 4,100 (million, USD, Revenue / FY2023, FY2023) [[ev_table]]; 2,370 (million, USD, Cost of revenue / FY2023, FY2023) [[ev_table]]; 3,620 (million, USD, Revenue / FY2022, FY2022) [[ev_table]]
    “$4,610 million”与句中所述期间不符；证据中可引用：4,100（百万，USD，Revenue / FY2023，FY2023）[[ev_table]]；2,370（百万，USD，Cost of revenue / FY2023，FY2023）[[ev_table]]；3,620（百万，USD，Revenue / FY2022，FY2022）[[ev_table]]
    "#
    );
}
