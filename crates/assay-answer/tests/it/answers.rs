use assay_answer::{
    Answer, Filed, FiledFigure, Given, Known, KnownCompany, Passage, answer, frame,
};
use assay_domain::{DocumentId, Evidence, EvidenceId, Language, PassageId, Tier};
use assay_facts::{Book, Company, PackageRequest, read_companyfacts};

/// Two years of an invented company, as the regulator's interface returns them.
const FACTS: &str = r#"{"cik": 77, "entityName": "Halden Ferries plc", "facts": {"us-gaap": {
  "Revenues": {"label": "Revenues", "units": {"USD": [
    {"start": "2023-01-01", "end": "2023-12-31", "val": 412000000, "accn": "a", "fy": 2023, "fp": "FY", "form": "10-K", "filed": "2024-02-20"},
    {"start": "2024-01-01", "end": "2024-12-31", "val": 446000000, "accn": "b", "fy": 2024, "fp": "FY", "form": "10-K", "filed": "2025-02-20"}]}},
  "NetCashProvidedByUsedInOperatingActivities": {"label": "Cash", "units": {"USD": [
    {"start": "2024-01-01", "end": "2024-12-31", "val": 81000000, "accn": "b", "fy": 2024, "fp": "FY", "form": "10-K", "filed": "2025-02-20"}]}},
  "PaymentsToAcquirePropertyPlantAndEquipment": {"label": "Ships", "units": {"USD": [
    {"start": "2024-01-01", "end": "2024-12-31", "val": 52000000, "accn": "b", "fy": 2024, "fp": "FY", "form": "10-K", "filed": "2025-02-20"}]}},
  "ResearchAndDevelopmentExpense": {"label": "R and D", "units": {"USD": [
    {"start": "2023-01-01", "end": "2023-12-31", "val": 9100000, "accn": "a", "fy": 2023, "fp": "FY", "form": "10-K", "filed": "2024-02-20"},
    {"start": "2024-01-01", "end": "2024-12-31", "val": 11150000, "accn": "b", "fy": 2024, "fp": "FY", "form": "10-K", "filed": "2025-02-20"}]}}
}}}"#;

const REPORT: &str = "As of December 31, 2024, Halden employed 1,940 people on board and 310 ashore.\n\n\
    Fuel costs rose 11% in 2024, primarily because two hybrid ferries were in dock for repairs. \
    The dock work ended in November 2024.\n\n\
    The dividend policy is reviewed in 2 steps. Halden has never paid a dividend. \
    The main yard of the group covers 4 hectares. Ships are repaired at the main yard in Skagen.\n\n\
    The summer route to Vessby will open in the second quarter of 2026.\n\n\
    Our reportable segments are Passenger, Freight, Retail on Board and Port Services.\n\n\
    Crew wages by segment (in millions)\n\n| | 2024 | 2023 |\n| --- | --- | --- |\n| Passenger tickets | 20 | 18 |\n| Freight | $15 | $14 |\n\n\
    Sales by segment (in millions)\n\n| | 2024 | 2023 |\n| --- | --- | --- |\n| Passenger tickets | 201 | 188 |\n| Freight | $154 | $149 |\n";

fn evidence(text: &str) -> Evidence {
    let passage = PassageId::new("doc_halden:0-900");
    Evidence {
        id: EvidenceId::of_passage(&passage),
        passage,
        document: DocumentId::new("doc_halden"),
        source: "Halden Ferries plc 10-K (December 31, 2024)".to_owned(),
        origin: "halden.md".to_owned(),
        place: None,
        headings: Vec::new(),
        quote: text.to_owned(),
        tier: Tier::A,
        as_of: None,
    }
}

fn filed(day: &str) -> Filed {
    let (_, facts) = read_companyfacts(FACTS.as_bytes()).unwrap();
    let mut book = Book::new(Company::named("Halden Ferries plc"));
    book.add(facts);
    let day = day.parse().unwrap();
    let request = PackageRequest::everything("2026-01-01T00:00:00Z".parse().unwrap(), Language::En);
    let points = book.as_of(day).analyse().points(&request);
    let figures = points.into_iter().map(|point| FiledFigure {
        company: 0,
        formula: point.value.normalize().to_string(),
        evidence: vec![EvidenceId::new("ev_facts")],
        point,
    });
    Filed {
        figures: figures.collect(),
        books: Vec::new(),
    }
}

fn asked(question: &str) -> Answer {
    let known = Known::new(vec![KnownCompany {
        key: "77".to_owned(),
        name: "Halden Ferries plc".to_owned(),
        tickers: vec!["HLDF".to_owned()],
        other_names: Vec::new(),
    }]);
    let frame = frame(question, Language::of_text(question), &known);
    let report = evidence(REPORT);
    let passages = [Passage {
        evidence: &report,
        company: Some(0),
        owner: None,
        year: Some(2024),
        is_extract: false,
    }];
    answer(
        &frame,
        &Given {
            known: &known,
            filed: &filed("2026-01-01"),
            passages: &passages,
            has_price: false,
        },
    )
}

#[test]
fn the_first_sentence_answers() {
    let rows: [(&str, &[&str]); 16] = [
        ("halden revenue 2024", &["$446 million", "2024", "8.3%"]),
        ("HLDF 2024年研发投入多少", &["1,115万美元", "2024年"]),
        (
            "halden r&d as % of sales in 2024",
            &["2.5%", "$11.15 million", "$446 million"],
        ),
        (
            "halden revenue 2023 vs 2024",
            &["$412 million", "$446 million", "rose"],
        ),
        ("how many people does halden employ", &["1,940"]),
        (
            "why did haldens fuel costs go up in 2024",
            &["two hybrid ferries", "11%"],
        ),
        (
            "when will halden open the route to Vessby",
            &["second quarter of 2026"],
        ),
        (
            "list halden's reportable segments",
            &["Passenger, Freight, Retail on Board and Port Services"],
        ),
        ("halden freight sales 2024", &["154 (2024)", "in millions"]),
        (
            "what portion of haldens 2024 sales was freight",
            &["34.5%", "$446 million"],
        ),
        (
            "how do I get halden's free cash flow out of the filing",
            &[
                "$29 million",
                "Net Cash Provided By Used In Operating Activities",
                "Payments To Acquire Property Plant And Equipment",
            ],
        ),
        ("does halden pay a dividend", &["has never paid a dividend"]),
        ("where does halden have its main yard", &["in Skagen"]),
        (
            "quick question: halden revenue 2024 please",
            &["$446 million"],
        ),
        ("should I buy HLDF?", &["no share price", "$446 million"]),
        ("halden 2024年燃料成本为什么上升", &["two hybrid ferries"]),
    ];
    for (question, wanted) in rows {
        let markdown = asked(question).markdown();
        for text in wanted {
            assert!(markdown.contains(text), "{question}: {text} in {markdown}");
        }
    }
}

#[test]
fn what_nothing_covers_is_said_and_nothing_else() {
    for question in [
        "how many passengers did halden carry to Iceland in 2024",
        "halden revenue 2019",
        "halden gross margin 2024",
        "who is halden's chief executive",
        "how long do I boil an egg",
        "halden在挪威的市场份额是多少",
    ] {
        let answer = asked(question);
        assert!(
            !answer.says_something(),
            "{question}: {}",
            answer.markdown()
        );
        let missing = answer.missing.join(" ");
        let says_so = missing.contains("does not say") || missing.contains("没有说明");
        assert!(says_so, "{question}: {missing}");
    }
}

#[test]
fn nothing_stands_beside_the_answer_that_was_not_asked() {
    for (question, other) in [
        ("how many people does halden employ", "ferries"),
        ("why did haldens fuel costs go up in 2024", "Vessby"),
        ("why did haldens fuel costs go up in 2024", "segments"),
        ("when will halden open the route to Vessby", "employed"),
    ] {
        let markdown = asked(question).markdown();
        assert!(!markdown.contains(other), "{question}: {markdown}");
    }
}
