//! Questions about parts, people and lists of an invented company, whose report has tables for them.

use assay_answer::{Answer, Known, KnownCompany, answer, frame};
use assay_domain::{DocumentId, Evidence, EvidenceId, Language, PassageId, Tier};

use crate::told_from;

const SEGMENTS: &str = "| Segment | Sales FY2031 | Sales FY2030 | Segment result FY2031 | Segment result FY2030 |\n| --- | --- | --- | --- | --- |\n\
    | Sea freight | 420 | 400 | 63 | 52 |\n| Tugs | 180 | 200 | 9 | 22 |\n| Not allocated | – | – | (6) | (5) |\n| Total | 600 | 600 | 66 | 69 |\n";
const PEOPLE: &str = "Average number of persons employed\n\n| | 2031 | 2030 |\n| --- | --- | --- |\n| Sea freight | 1,210 | 1,180 |\n| Tugs | 390 | 410 |\n\
    | Total | 1,600 | 1,590 |\n";
const SHARES: &str = "| NOK million | 2031 | 2030 |\n| --- | --- | --- |\n| Shares withheld for employee taxes | 6,600 | 7,800 |\n";
const RISKS: &str = "The directors regard three risks as material:\n\nIce: the northern route was closed for nine days in 2031. It may close again.\n\n\
    Fuel prices: two thirds of the fuel is bought at the price of the day.\n\nCrews: the agreement with the seamen's union ends in 2032.\n";

fn evidence(place: usize, heading: &str, text: &str) -> Evidence {
    let passage = PassageId::new(format!("doc_1:{place}-{}", place + 1));
    Evidence {
        id: EvidenceId::of_passage(&passage),
        passage,
        document: DocumentId::new("doc_1"),
        source: "Skarvik Line ASA: Annual Report 2031".to_owned(),
        origin: "skarvik.md".to_owned(),
        place: None,
        headings: vec![heading.to_owned()],
        quote: text.to_owned(),
        tier: Tier::B,
        as_of: None,
    }
}

fn asked(question: &str) -> Answer {
    let known = Known::new(vec![
        KnownCompany {
            key: "Skarvik Line ASA".to_owned(),
            name: "Skarvik Line ASA".to_owned(),
            ..KnownCompany::default()
        },
        KnownCompany {
            key: "江州青崖船舶股份有限公司".to_owned(),
            name: "江州青崖船舶股份有限公司".to_owned(),
            ..KnownCompany::default()
        },
    ]);
    let all = [
        evidence(0, "Segments", SEGMENTS),
        evidence(1, "Employees", PEOPLE),
        evidence(2, "Equity", SHARES),
        evidence(3, "Material risks", RISKS),
    ];
    let owner = Some("Skarvik Line ASA");
    told_from(question, &known, &all, owner, answer)
}

fn says(question: &str, wanted: &[&str], never: &[&str]) {
    let text = asked(question).markdown();
    for words in wanted {
        assert!(
            text.contains(words),
            "{question}: {words} is not in\n{text}"
        );
    }
    for words in never {
        assert!(!text.contains(words), "{question}: {words} is in\n{text}");
    }
}

#[test]
fn a_part_is_told_by_its_row_and_the_columns_that_are_asked_for() {
    says(
        "skarvik sea freight result 2031",
        &["63 (Segment result FY2031)"],
        &["420", "Tugs"],
    );
    says(
        "result of tugs at skarvik, fy2031 vs fy2030",
        &["9 (", "22 (", "down 59.1%"],
        &["180"],
    );
    says(
        "margin of skarvik's sea freight segment",
        &["15.0% of Sea freight, Sales FY2031"],
        &[],
    );
    says(
        "share of tugs in skarvik sales 2031",
        &["30.0% of Total"],
        &[],
    );
    says(
        "which skarvik segment has the highest sales",
        &["Sea freight has the highest Sales FY2031, 420"],
        &[],
    );
    says(
        "skarvik segments",
        &["Sea freight, Tugs"],
        &["Not allocated", "Total"],
    );
}

#[test]
fn people_are_counted_by_the_table_that_counts_them() {
    says(
        "how many employees does skarvik have",
        &["1,600 (2031)"],
        &["6,600"],
    );
    says("skarvik headcount 2030", &["1,590 (2030)"], &["7,800"]);
}

#[test]
fn a_list_that_is_announced_is_told_item_by_item() {
    says(
        "which risks does skarvik regard as material",
        &["Ice: the northern route", "Fuel prices", "Crews"],
        &["It may close again"],
    );
}

#[test]
fn slips_and_short_names_are_understood_and_said() {
    let known = Known::new(vec![KnownCompany {
        key: "a".to_owned(),
        name: "江州青崖船舶股份有限公司".to_owned(),
        ..KnownCompany::default()
    }]);
    let slip = frame("operating proft 2031", Language::En, &known);
    assert_eq!(slip.meant, [("proft".to_owned(), "profit".to_owned())]);
    assert!(!slip.measures.is_empty());
    for question in ["青崖船舶2031年收入", "江州青崖船舶有多少员工"] {
        assert_eq!(
            frame(question, Language::Zh, &known).subjects,
            [0],
            "{question}"
        );
    }
    assert!(
        frame("船舶行业前景", Language::Zh, &known)
            .subjects
            .is_empty()
    );
}

#[test]
fn what_is_expected_is_not_looked_up_in_the_books() {
    let known = Known::new(Vec::new());
    for question in [
        "what revenue is forecast for 2032",
        "2032年收入指引",
        "revenue guidance for 2032",
    ] {
        let asked = frame(question, Language::of_text(question), &known);
        assert!(asked.measures.is_empty(), "{question}");
    }
    assert!(
        !frame("revenue in 2031", Language::En, &known)
            .measures
            .is_empty()
    );
}
