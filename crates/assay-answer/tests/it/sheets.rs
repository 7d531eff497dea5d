//! Questions about sheets that a harbour keeps for itself: no company files anything here.

use assay_answer::{Answer, Known, answer};
use assay_domain::{DocumentId, Evidence, EvidenceId, PassageId, Tier};

use crate::told_from;

const FEES: &str = "| Year | Quarter | Berth_Fees | Pilotage_Share |\n| --- | --- | --- | --- |\n\
    | 2023 | Q1 | $410,000.00 | 12.00% |\n| 2023 | Q2 | $455,000.00 | 14.00% |\n\
    | 2024 | Q1 | $430,000.00 | 15.00% |\n| 2024 | Q2 | $500,000.00 | 18.00% |\n\
    | 2024 | Q3 | $520,000.00 | 17.00% |\n| 2024 | Q4 | $450,000.00 | 16.00% |\n";
const CRANES: &str = "| Crane | Checked | Risk | Operator |\n| --- | --- | --- | --- |\n\
    | KR-01 | 2024-03-02 | Low | Aune |\n| KR-02 | 2024-03-05 | High | Berg |\n\
    | KR-03 | 2024-03-09 | Medium | Dahl |\n| KR-04 | 2024-03-11 | High | Eide |\n";
const SHIPS: &str = "| Ship type | Average Visits | Months |\n| --- | --- | --- |\n\
    | Coastal tankers | 14 | 12 |\n| Cruise ships | 3 | 12 |\n| Barges | 9 | 12 |\n";
const NOTES: &str = "Repairs used various materials including gravel, sand, clay and crushed rock.\n\n\
    The north quay was closed in May 2024 because a pilot boat had torn the fender. \
    It reopened after eleven days.\n\n\
    Tugs are supplied by two yards, such as Ulstein Verft and Kleven Marine.\n\n\
    The harbour ferry carried 4.2 million passengers in 2024, against 3.9 million in 2023. \
    Dredging cost NOK 31 million in 2024 and NOK 40 million in 2023.\n";

const RESULTS: &str = "| in millions | 2024 | 2023 |\n| --- | --- | --- |\n| Freight | 30 | 28 |\n\
    | Pilotage | 90 | 85 |\n| Revenue | 120 | 113 |\n| Operating profit | 18 | 15 |\n";

const DESKS: &str = "| Harbour | Month | Tickets | Routine |\n| --- | --- | --- | --- |\n\
    | Ravnhavn | 2025-08 | 310 | 16% |\n| Solvik | 2025-08 | 190 | 22% |\n| Solvik | 2025-09 | 205 | 21% |\n";

fn evidence(place: usize, text: &str) -> Evidence {
    let source = [
        "Berth fees",
        "Crane checks",
        "Visits by ship type",
        "Harbour notes",
        "Results",
        "Tickets of Solvik and its neighbours",
    ];
    let passage = PassageId::new(format!("doc_{place}:0-900"));
    Evidence {
        id: EvidenceId::of_passage(&passage),
        passage,
        document: DocumentId::new(format!("doc_{place}")),
        source: source.get(place).unwrap().to_string(),
        origin: "harbour.xlsx".to_owned(),
        place: None,
        headings: Vec::new(),
        quote: text.to_owned(),
        tier: Tier::B,
        as_of: None,
    }
}

fn asked(question: &str) -> Answer {
    let all: Vec<Evidence> = [FEES, CRANES, SHIPS, NOTES, RESULTS, DESKS]
        .iter()
        .enumerate()
        .map(|(place, text)| evidence(place, text))
        .collect();
    told_from(question, &Known::default(), &all, None, answer)
}

#[test]
fn rows_of_a_table_are_taken_together() {
    let rows: [(&str, &[&str]); 12] = [
        (
            "add up the berth fees for the first half of 2024",
            &["$930,000"],
        ),
        (
            "total berth fees in 2024, all four quarters",
            &["$1,900,000"],
        ),
        ("2024年四个季度的泊位费加起来多少", &["$1,900,000"]),
        (
            "how much more did berth fees bring in q2 2024 than a year earlier",
            &["$45,000", "9.9%"],
        ),
        (
            "pilotage share q2 2024 vs q2 2023",
            &["14.00%", "18.00%", "4 percentage points"],
        ),
        (
            "which ship type has the most visits",
            &["Coastal tankers: 14"],
        ),
        (
            "哪种船平均到访次数最多，哪种最少",
            &["Coastal tankers: 14", "Cruise ships: 3"],
        ),
        ("which cranes have a high risk", &["KR-02", "KR-04"]),
        ("berth fees in Q3 2024", &["$520,000.00"]),
        (
            "which quarter of 2024 had the highest berth fees",
            &["Q3 2024: $520,000.00"],
        ),
        (
            "what share of revenue was freight in 2024",
            &["25.0%", "30 / 120"],
        ),
        ("operating margin 2024", &["15.0%", "18 / 120"]),
    ];
    for (question, wanted) in rows {
        let markdown = asked(question).markdown();
        for text in wanted {
            assert!(markdown.contains(text), "{question}: {text} in {markdown}");
        }
    }
    let cranes = asked("which cranes have a high risk").markdown();
    assert!(
        !cranes.contains("KR-01") && !cranes.contains("KR-03"),
        "{cranes}"
    );
}

#[test]
fn a_question_in_two_parts_gets_two_answers() {
    let rows: [(&str, &[&str]); 4] = [
        (
            "which materials did repairs use and who supplies the tugs",
            &["gravel, sand, clay", "Ulstein Verft"],
        ),
        ("维修用了哪些材料", &["gravel, sand, clay"]),
        (
            "when was the north quay closed and why?",
            &["May 2024", "torn the fender"],
        ),
        (
            "who supplies the tugs and what does the lighthouse keeper earn",
            &[
                "Ulstein Verft",
                "does not say: what does the lighthouse keeper earn",
            ],
        ),
    ];
    for (question, wanted) in rows {
        let markdown = asked(question).markdown();
        for text in wanted {
            assert!(markdown.contains(text), "{question}: {text} in {markdown}");
        }
    }
}

#[test]
fn a_row_of_another_name_is_no_answer() {
    let markdown = asked("how many tickets did Solvik have in August 2025").markdown();
    assert!(markdown.contains("190"), "{markdown}");
    assert!(!markdown.contains("310"), "{markdown}");
}

#[test]
fn a_change_is_computed_where_one_sentence_states_both_ends() {
    for (question, wanted) in [
        ("how much did passenger numbers grow in 2024?", "7.7%"),
        ("by how much did ferry passengers change in 2024?", "7.7%"),
        ("how much did dredging costs fall in 2024?", "22.5%"),
    ] {
        let told = asked(question).markdown();
        assert!(told.contains(wanted), "{question}: {told}");
    }
    let other = asked("how much did passenger numbers grow in 2022?").markdown();
    assert!(!other.contains("7.7%"), "{other}");
}
