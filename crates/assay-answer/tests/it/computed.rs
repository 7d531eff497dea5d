//! Figures that follow from others, over four years of an invented company.

use assay_answer::{
    Answer, Filed, FiledFigure, Frame, Given, Known, KnownCompany, Passage, answer, frame,
};
use assay_domain::{DocumentId, Evidence, EvidenceId, Language, PassageId, Tier};
use assay_facts::{Book, Company, PackageRequest, read_companyfacts};

/// Lines of the books with their amounts in millions, oldest year first; balances have no start.
const BOOKS: [(&str, bool, [u32; 4]); 9] = [
    ("Revenues", true, [300, 330, 380, 450]),
    ("CostOfRevenue", true, [180, 200, 220, 250]),
    ("ResearchAndDevelopmentExpense", true, [30, 33, 36, 45]),
    (
        "SellingGeneralAndAdministrativeExpense",
        true,
        [40, 42, 44, 55],
    ),
    (
        "NetCashProvidedByUsedInOperatingActivities",
        true,
        [60, 70, 80, 96],
    ),
    (
        "PaymentsToAcquirePropertyPlantAndEquipment",
        true,
        [20, 22, 30, 36],
    ),
    ("PaymentsOfDividends", true, [10, 10, 11, 12]),
    ("NetIncomeLoss", true, [30, 36, 40, 48]),
    ("AccountsReceivableNetCurrent", false, [25, 27, 31, 37]),
];

const REPORT: &str = "In 2024, over 900 of our employees took part in the savings plan.\n\n\
    At December 31, 2024 we had 5,000 employees.\n\n\
    Awards over 30,000 shares were granted to certain employees and directors of the group in 2024.\n\n\
    This report provides an overview of the 14 tickets that the service desk closed on its first day \
    in 2024. Training added 5 minutes to each ticket that the service desk closed in 2024. \
    The service desk closed 870 tickets in 2024.\n\n\
    (in millions)\n\n| Net sales by region | 2024 | 2023 |\n| --- | --- | --- |\n\
    | Nordics | 180 | 190 |\n| Baltics | 270 | 190 |\n| Total net sales | 450 | 380 |\n\n\
    Net sales of repairs rose by $9 million in 2024. Net sales of grants to ports that were deferred came to \
    $3 million in 2024. Net sales of moorings were $54 million in 2024.\n\n\
    (in millions)\n\n| Net sales by product | Q1 2025 | Q1 2024 |\n| --- | --- | --- |\n\
    | Buoys | 30 | 20 |\n| Total net sales | 120 | 100 |\n";

fn facts() -> String {
    let lines = BOOKS.iter().map(|(tag, is_flow, amounts)| {
        let points = amounts.iter().zip(2021..).map(|(amount, year)| {
            let start = match is_flow {
                true => format!(r#""start": "{year}-01-01", "#),
                false => String::new(),
            };
            format!(
                r#"{{{start}"end": "{year}-12-31", "val": {amount}000000, "accn": "{year}", "fy": {year}, "fp": "FY", "form": "10-K", "filed": "{}-02-20"}}"#,
                year + 1
            )
        });
        let points: Vec<String> = points.collect();
        format!(
            r#""{tag}": {{"label": "{tag}", "units": {{"USD": [{}]}}}}"#,
            points.join(", ")
        )
    });
    let lines: Vec<String> = lines.collect();
    format!(
        r#"{{"cik": 78, "entityName": "Tarn Cable plc", "facts": {{"us-gaap": {{{}}}}}}}"#,
        lines.join(", ")
    )
}

fn told(question: &str) -> (Frame, Answer) {
    let (_, facts) = read_companyfacts(facts().as_bytes()).unwrap();
    let mut book = Book::new(Company::named("Tarn Cable plc"));
    book.add(facts);
    let request = PackageRequest::everything("2026-01-01T00:00:00Z".parse().unwrap(), Language::En);
    let points = book
        .as_of("2026-01-01".parse().unwrap())
        .analyse()
        .points(&request);
    let figures = points.into_iter().map(|point| FiledFigure {
        company: 0,
        formula: point.value.normalize().to_string(),
        evidence: vec![EvidenceId::new("ev_facts")],
        point,
    });
    let filed = Filed {
        figures: figures.collect(),
        books: vec![0],
    };
    let known = Known::new(vec![KnownCompany {
        key: "78".to_owned(),
        name: "Tarn Cable plc".to_owned(),
        tickers: vec!["TRNC".to_owned()],
        other_names: Vec::new(),
    }]);
    let passage = PassageId::new("doc_tarn:0-900");
    let report = Evidence {
        id: EvidenceId::of_passage(&passage),
        passage,
        document: DocumentId::new("doc_tarn"),
        source: "Tarn Cable plc 10-K (December 31, 2024)".to_owned(),
        origin: "tarn.md".to_owned(),
        place: None,
        headings: Vec::new(),
        quote: REPORT.to_owned(),
        tier: Tier::A,
        as_of: None,
    };
    let passages = [Passage {
        evidence: &report,
        company: Some(0),
        owner: None,
        year: Some(2024),
        is_extract: false,
    }];
    let frame = frame(question, Language::of_text(question), &known);
    let given = Given {
        known: &known,
        filed: &filed,
        passages: &passages,
        has_price: false,
    };
    let answer = answer(&frame, &given);
    (frame, answer)
}

#[test]
fn figures_of_several_years_are_taken_together() {
    let rows: [(&str, &[&str]); 11] = [
        // (300 + 330 + 380 + 450) / 4
        (
            "tarn cable average revenue 2021 to 2024",
            &["averaged $365 million a year", "| 2022 | $330 million"],
        ),
        (
            "tarn cable 2022年至2024年平均营业收入",
            &["平均为3.87亿美元"],
        ),
        (
            "sum of tarn cable's dividends 2022-2024",
            &["came to $33 million in all"],
        ),
        (
            "in which year from 2021 to 2024 was tarn cable's revenue highest",
            &["was highest in 2024: $450 million"],
        ),
        // no year between the two is asked for
        (
            "tarn cable revenue 2021 vs 2024",
            &["rose from $300 million (2021) to $450 million (2024)"],
        ),
        ("tarn cable average revenue 2019 to 2024", &[]),
        ("tarn cable capex to sales 2024", &["8.0%", "$36 million"]),
        (
            "in which year between 2021 and 2023 was tarn cable's revenue lowest",
            &["was lowest in 2021: $300 million", "| 2022 | $330 million"],
        ),
        ("tarn cable Baltics revenue share 2024", &["60.0%"]),
        (
            "tarn cable cumulative dividends 2022 to 2024",
            &["came to $33 million in all"],
        ),
        (
            "how has tarn cable's revenue developed?",
            &["rose from $300 million (2021)", "| 2023 | $380 million"],
        ),
    ];
    for (question, wanted) in rows {
        let answer = told(question).1;
        let markdown = answer.markdown();
        for text in wanted {
            assert!(markdown.contains(text), "{question}: {text} in {markdown}");
        }
        if wanted.is_empty() {
            assert!(!answer.says_something(), "{question}: {markdown}");
            let gap = answer.missing.join(" ");
            assert!(gap.contains("revenue 2021 to 2024"), "{question}: {gap}");
        }
    }
}

#[test]
fn what_follows_from_two_figures_is_computed() {
    let rows: [(&str, &[&str]); 14] = [
        // 37 / 450 × 365
        ("TRNC days sales outstanding 2024", &["30.0 days", "× 365"]),
        ("tarn cable dso for 2024", &["dso was 30.0 days"]),
        ("tarn cable 2024年应收账款周转天数", &["30.0天"]),
        // (450 / 300)^(1/3) − 1
        (
            "3-year cagr of tarn cable revenue",
            &["14.5% a year over 3 years", "$300 million"],
        ),
        (
            "average annual growth of tarn cable's revenue from 2022 to 2024",
            &["16.8% a year over 2 years"],
        ),
        (
            "tarn cable研发费用三年复合增长率",
            &["3年复合增长率为14.5%"],
        ),
        (
            "what did tarn cable spend on R&D and SG&A together in 2024",
            &["$100 million", "$45 million + "],
        ),
        (
            "how many times did tarn cable's operating cash flow cover its dividends in 2024",
            &["8.00", "$96 million", "$12 million"],
        ),
        (
            "tarn cable fcf / net income 2024",
            &["125.0%", "$60 million"],
        ),
        ("baltics share of tarn cable net sales in 2024", &["60.0%"]),
        (
            "what share of tarn cable's sales came from Nordics in 2024 and how does it compare with 2023?",
            &[
                "50.0% of Total net sales in 2023",
                "40.0% of Total net sales in 2024",
            ],
        ),
        (
            "tarn cable revenue per employee 2024",
            &["$90,000", "5,000"],
        ),
        (
            "by how much did tarn cable's revenue grow from 2023 to 2024",
            &["$70 million (18.4%)"],
        ),
        (
            "how many employees does tarn cable have",
            &["we had 5,000 employees"],
        ),
    ];
    for (question, wanted) in rows {
        let markdown = told(question).1.markdown();
        for text in wanted {
            assert!(markdown.contains(text), "{question}: {text} in {markdown}");
        }
    }
}

#[test]
fn a_part_is_of_the_period_and_the_words_of_its_whole() {
    // of the year the table is silent, a rise is no part, and what is deferred is something else
    for question in [
        "buoys share of tarn cable revenue",
        "tarn cable repairs as % of revenue",
        "tarn cable grants as a share of revenue 2024",
        "tarn cable deferred nordics as % of revenue",
    ] {
        let markdown = told(question).1.markdown();
        assert!(
            !markdown.contains("share of revenue was"),
            "{question}: {markdown}"
        );
        let is_dated = !markdown.contains("of Total net sales") || markdown.contains("in Q1 2025");
        assert!(is_dated, "{question}: {markdown}");
    }
    let markdown = told("tarn cable moorings share of revenue 2024")
        .1
        .markdown();
    assert!(markdown.contains("12.0%"), "{markdown}");
}

#[test]
fn a_count_is_of_what_is_counted_and_told_by_who_tells_it() {
    let (_, answer) = told("how many tickets did tarn cable's service desk close in 2024");
    let first = answer.said.first().map(|said| said.text.clone());
    let wanted = "“The service desk closed 870 tickets in 2024.”";
    assert_eq!(first.as_deref(), Some(wanted), "{answer:?}");
    assert!(!answer.markdown().contains("5 minutes"), "{answer:?}");
}

#[test]
fn what_leans_on_a_sentence_falls_with_it() {
    let (frame, answer) = told("tarn cable revenue 2024");
    assert_eq!(answer.said.len(), 2, "{answer:?}");
    let first = answer.said.first().cloned();
    let mut without_lead = answer.clone();
    without_lead.hold(&frame, |said| Some(said) != first.as_ref());
    assert_eq!(without_lead.markdown(), "");
    assert_eq!(without_lead.missing.len(), 1, "{without_lead:?}");
    let mut without_last = answer;
    without_last.hold(&frame, |said| Some(said) == first.as_ref());
    assert!(
        without_last
            .markdown()
            .starts_with("Tarn Cable plc: revenue was")
    );
    assert!(without_last.missing.is_empty());
}
