//! The forms in which texts print periods, numbers and measures.

use assay_figures::{
    Measure, Needles, Unit, WordSet, figures, ideas_in, measures_in, periods, sentences,
    strip_ending,
};
use proptest::prelude::*;

/// Each case is written with `|` between its sentences.
#[test]
fn a_sentence_ends_where_its_reader_would_say() {
    let cases = [
        "Sales rose.| Costs fell.",
        "Refer to “Item 1A. Risk Factors – Risks Related to Demand” for a discussion.| We agree.",
        "See Part I, Item 1A. “Risk Factors” of this report.| It is long.",
        "Read “Item 1. Business” for more.| It is short.",
        "Item 7A. Quantitative Disclosures about Market Risk are given below.",
        "More is said in Item 7.| We also hold bonds.",
        "It sold 1 item.| We made more.",
        "Acme Inc. sold it to Mr. Lee in Aug. 2024.| He paid.",
    ];
    for case in cases {
        let text = case.replace('|', "");
        let expected: Vec<&str> = case.split('|').map(str::trim).collect();
        let cuts = sentences(&text, 0..text.len());
        let found: Vec<&str> = cuts.into_iter().filter_map(|cut| text.get(cut)).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn every_form_of_a_period_is_read() {
    let cases = [
        ("the year ended December 31, 2024", "FY2024"),
        ("52 weeks ended 28 Dec., 2024", "FY2024"),
        (
            "three and six months ended June 30, 2025",
            "3 months to 2025-06, 6 months to 2025-06",
        ),
        ("the quarter ending Sept. 30 2025", "3 months to 2025-09"),
        ("截至2025年6月30日止六个月", "6 months to 2025-06"),
        ("nine months to September 2024", "9M 2024"),
        ("9M FY2024", "9M FY2024"),
        ("2024年前三季度", "9M 2024"),
        ("q3 FY2024", "Q3 FY2024"),
        ("2024-Q3", "Q3 2024"),
        ("FY 2024 Q3", "Q3 FY2024"),
        ("third quarter of fiscal year 2024", "Q3 FY2024"),
        ("2024年第三季度", "Q3 2024"),
        ("2024财年四季度", "Q4 FY2024"),
        ("H1 2024 and 2H FY2024", "H1 2024, H2 FY2024"),
        ("second half of 2024", "H2 2024"),
        ("2024年上半年", "H1 2024"),
        ("2024 H2", "H2 2024"),
        ("30 June 2025", "2025-06-30"),
        ("June 30, 2025", "2025-06-30"),
        ("2025-06-30, 2025年6月30日", "2025-06-30, 2025-06-30"),
        ("may 2025 and 2025年6月", "2025-05, 2025-06"),
        ("FY24", "FY2024"),
        ("fiscal years 2025, 2024 and 2023", "FY2025, FY2024, FY2023"),
        ("2024财年和2023年度", "FY2024, 2023"),
        ("full-year 2024, calendar year 2023", "2024, 2023"),
        ("$2024, 2,024, 2024.5, 2024%, 12024, FY1850", ""),
    ];
    for (text, expected) in cases {
        let found: Vec<String> = periods(text)
            .iter()
            .map(|span| span.period.to_string())
            .collect();
        assert_eq!(found.join(", "), expected, "{text}");
    }
}

#[test]
fn every_form_of_a_number_is_read() {
    let cases = [
        ("-$1,234.5 million", "-1234.5 USD 6"),
        ("US$ 5 bn", "5 USD 9"),
        ("USD 5k and RMB 7", "5 USD 3; 7 CNY 0"),
        ("人民币5.1亿元", "5.1 CNY 8"),
        ("$(120) and (120)", "-120 USD 0; 120 bare 0"),
        ("minus 3 %", "-3 % 0"),
        (
            "2 percentage points, 30 bps, 4.2x, 3倍",
            "2 pp 0; 30 bp 0; 4.2 x 0; 3 x 0",
        ),
        ("12 per cent", "12 % 0"),
        ("7 million US dollars", "7 USD 6"),
        ("9 pounds sterling", "9 GBP 0"),
        ("1,200 employees", "1200 employees 0"),
        (
            "12,34 and 1234,567",
            "12 bare 0; 34 bare 0; 1234 bare 0; 567 bare 0",
        ),
        ("the LX-400, a 10-K, 3D, v2 and ev_1", ""),
        ("１２ and ٦٨", ""),
        ("4.9–5.1 billion euros", "4.9 EUR 9; 5.1 EUR 9"),
        ("2.3 pts, 40 ppts and 5bp", "2.3 pp 0; 40 pp 0; 5 bp 0"),
    ];
    check_numbers(&cases);
}

#[test]
fn every_form_of_a_number_in_words_is_read() {
    let cases = [
        ("ninety-seven million dollars", "97 USD 6"),
        ("nearly a trillion dollars", "1 USD 12"),
        ("half a million euros", "0.5 EUR 6"),
        (
            "One hundred and twenty-five thousand six hundred and sixty-five employees",
            "125665 employees 0",
        ),
        ("seven percent and two basis points", "7 % 0; 2 bp 0"),
        ("five hundred employees", "500 employees 0"),
        (
            "ten million dollars ($10,000,000)",
            "10 USD 6; 10000000 USD 0",
        ),
        (
            "one of the two segments, twelve months, a second quarter, someone, Fortune Five Hundred, \
             millions of dollars, a million-dollar house, one time, between one and two",
            "",
        ),
        ("一千三百零五亿美元", "1305 USD 8"),
        ("员工十二万五千六百六十五人", "125665 人 0"),
        ("突破一千亿美元", "1000 USD 8"),
        ("约三万亿元", "3 CNY 12"),
        ("一点三万亿元", "1.3 CNY 12"),
        ("十二万六千人", "126 人 3"),
        ("十亿欧元", "10 EUR 8"),
        ("百分之七点五，百分之二十", "7.5 % 0; 20 % 0"),
        ("三十个百分点", "30 pp 0"),
        ("两亿三千万元", "23000 CNY 4"),
        (
            "一些、统一、一月、十二月、第一、第一百、二〇二四年、二十四个月、数十亿元、一百多亿元、五百强、三一重工、\
             万一、千万、十四五、一万五、两家、三大、百度",
            "",
        ),
    ];
    check_numbers(&cases);
}

fn check_numbers(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let found: Vec<String> = figures(text)
            .iter()
            .map(|figure| {
                let unit = match &figure.unit {
                    Unit::Currency(code) => code,
                    Unit::Percent => "%",
                    Unit::PercentagePoint => "pp",
                    Unit::BasisPoint => "bp",
                    Unit::Multiple => "x",
                    Unit::Count(noun) => noun.as_str(),
                    Unit::Bare => "bare",
                };
                format!("{} {unit} {}", figure.value, figure.scale.exponent)
            })
            .collect();
        assert_eq!(found.join("; "), *expected, "{text}");
    }
}

#[test]
fn measures_of_the_lexicon_are_told_from_others() {
    let cases = [
        ("Total revenues and net income", "revenue, net_income"),
        (
            "Total cost of automotive leasing and energy sales",
            "(Total cost of automotive leasing and energy sales)",
        ),
        ("our cost of revenue", "(our cost of revenue)"),
        ("12% of the total net sales", "(% of the total net sales)"),
        (
            "net income (loss) per diluted share",
            "(net income (loss) per diluted share)",
        ),
        (
            "proceeds from the sale, proceeds",
            "(proceeds from the sale), (proceeds)",
        ),
        (
            "benefit (a provision) for income taxes",
            "(benefit (a provision) for income taxes)",
        ),
        (
            "changes in prepaid items and inventories",
            "(changes in prepaid items and inventories)",
        ),
        (
            "Provisions for inventory and excess inventory purchase obligations",
            "(Provisions for inventory), (inventory purchase)",
        ),
        (
            "Inventories and inventory turnover",
            "inventory, (inventory turnover)",
        ),
        ("diluted earnings per share", "earnings_per_share"),
        ("GDP增速5%，GDP", "gdp_growth, gdp"),
        ("营业收入与营业成本", "revenue, (营业成本)"),
        ("presales of salesmen", ""),
    ];
    for (text, expected) in cases {
        let found: Vec<String> = measures_in(text)
            .iter()
            .map(|measure| match measure {
                Measure::Known(span) => span.metric.id.clone(),
                Measure::Other(range) => format!("({})", &text[range.clone()]),
            })
            .collect();
        assert_eq!(found.join(", "), expected, "{text}");
    }
}

#[test]
fn an_idea_is_known_by_the_stem_of_its_words() {
    let expected = ["competitor", "risk", "supplier"];
    let english = ideas_in("Competitors and suppliers faced uncertainty.");
    assert_eq!(Vec::from_iter(english), expected);
    let chinese = ideas_in("供应商竞争与风险");
    assert_eq!(Vec::from_iter(chinese), expected);
}

#[test]
fn words_and_stretches_are_found_in_any_case() {
    let words = WordSet::of(["000s", "million"]);
    assert!(words.contains("Million") && words.contains("000s"));
    assert!(!words.contains("millions") && !words.contains(""));
    let needles = Needles::of(["according to", "%", "分析师"]);
    assert_eq!(needles.places_in("According to 分析师: 5%"), [0, 2, 1]);
    assert!(needles.is_any_in("%") && !needles.is_any_in("accord 分析"));
    assert_eq!(strip_ending("More Than", "than"), Some("More "));
    assert_eq!(strip_ending("约", "than"), None);
}

proptest! {
    #[test]
    fn whatever_is_read_stands_in_the_text(
        parts in prop::collection::vec(
            prop_oneof![
                any::<String>(),
                prop::sample::select(vec![
                    "2024", "年", "Q3", "FY", "$", "1,234.5", "million", "％", "costs of", "revenue",
                    "ended", "June 30,", "−", "(", ")", "约", "亿元", "per", "cent",
                ])
                .prop_map(str::to_owned),
            ],
            0..12,
        ),
        joint in prop::sample::select(vec!["", " ", "\u{a0}"]),
    ) {
        let text = parts.join(joint);
        for figure in figures(&text) {
            prop_assert!(text.get(figure.range.clone()).is_some());
        }
        let mut end = 0;
        for span in periods(&text) {
            prop_assert!(end <= span.range.start && text.get(span.range.clone()).is_some());
            end = span.range.end;
        }
        for measure in measures_in(&text) {
            prop_assert!(text.get(measure.range().clone()).is_some());
        }
    }
}
