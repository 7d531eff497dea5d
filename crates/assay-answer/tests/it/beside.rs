//! Questions whose answer an invented report does not have, beside ones that it does: another quarter, a
//! name that is not given, the reason of another thing, the rate of a part.

use assay_answer::{Answer, Known, KnownCompany, answer};
use assay_domain::{DocumentId, Evidence, EvidenceId, PassageId, Tier};

use crate::told_from;

const QUARTERS: &str = "| 2031 (NOK million) | First Quarter | Second Quarter | Third Quarter | Fourth Quarter |\n| --- | --- | --- | --- | --- |\n\
    | Revenue | 141.2 | 150.7 | 166.3 | 139.9 |\n| Net profit | 9.1 | 12.4 | 15.8 | 7.0 |\n";
const REVIEW: &str = "Ticket revenue fell 6% because the bridge at Vik opened in May. Parcel revenue rose 12%, driven by two new depots.\n\n\
    Crew expenses rose by NOK 9 million in 2031. The increase was due to the new agreement with the union.\n\n\
    Adjusted profit fell by NOK 4 million. Higher port dues cost NOK 3 million and the strike NOK 2 million.\n\n\
    Freight revenue was NOK 88 million, against NOK 81 million in the fourth quarter of 2030.\n\n\
    Gross margin was 31.4%, compared with 30.2%. The gross margin of the group widened, owing to the larger share of Parcels.\n\n\
    Passengers carried 2.91 million (H1 2030: 2.74 million); vehicles 604,000 (H1 2030: 611,000)\n\n\
    Diesel cost £18.4m (2030: £20.0m).\n";
const TRADE: &str = "One customer of the Parcels segment accounted for 17% of revenue. In June a large Danish grocer signed for three years. \
    Two hauliers near Odda left. Diesel is bought from Fjelltank AS, our only supplier of fuel.\n\n\
    “Our customers are patient,” said Astrid Lunde, chief executive.\n";
const PARTS: &str = "单位：万元\n\n| 分产品 | 营业收入 | 毛利率（%） |\n| --- | --- | --- |\n| 渡轮 | 8,410.20 | 27.30 |\n| 包裹 | 5,120.44 | 35.80 |\n";

fn evidence(place: usize, heading: &str, text: &str) -> Evidence {
    let passage = PassageId::new(format!("doc_2:{place}-{}", place + 1));
    Evidence {
        id: EvidenceId::of_passage(&passage),
        passage,
        document: DocumentId::new("doc_2"),
        source: "Vestfjord Line ASA: Annual Report 2031".to_owned(),
        origin: "vestfjord.md".to_owned(),
        place: None,
        headings: vec![heading.to_owned()],
        quote: text.to_owned(),
        tier: Tier::B,
        as_of: None,
    }
}

/// Asks a library of one company, which no question needs to name.
fn asked(question: &str) -> Answer {
    let known = Known::new(vec![KnownCompany {
        key: "Vestfjord Line ASA".to_owned(),
        name: "Vestfjord Line ASA".to_owned(),
        ..KnownCompany::default()
    }]);
    let all = [
        evidence(0, "Quarterly figures", QUARTERS),
        evidence(1, "Review of the year", REVIEW),
        evidence(2, "Customers and suppliers", TRADE),
        evidence(3, "分产品情况", PARTS),
    ];
    let owner = Some("Vestfjord Line ASA");
    told_from(question, &known.of_one(), &all, owner, answer)
}

fn is_told(rows: &[(&str, &[&str], &[&str])]) {
    for (question, wanted, never) in rows {
        let text = asked(question).markdown();
        for words in *wanted {
            assert!(text.contains(words), "{question}: no {words} in\n{text}");
        }
        for words in *never {
            assert!(!text.contains(words), "{question}: {words} in\n{text}");
        }
    }
}

fn is_not_said(questions: &[&str]) {
    for question in questions {
        let answer = asked(question);
        let text = answer.markdown();
        assert!(!answer.says_something(), "{question}: {text}");
    }
}

#[test]
fn a_quarter_is_told_of_its_own_year_and_no_other() {
    is_told(&[
        ("q3 revenue", &["166.3 (Q3 2031)"], &[]),
        ("net profit second quarter 2031", &["12.4 (Q2 2031)"], &[]),
        ("四季度净利润", &["7.0 (Q4 2031)"], &[]),
    ]);
    is_not_said(&[
        "q3 2030 revenue",
        "revenue first half of 2029",
        "net profit q1 2033",
        "2030年第二季度收入",
        "q4 revenue, fiscal 2029",
        "freight revenue q4, fiscal 2029",
    ]);
}

#[test]
fn who_one_is_is_told_by_a_name() {
    is_told(&[
        ("who is the fuel supplier", &["Fjelltank AS"], &["grocer"]),
        ("whos the ceo", &["Astrid Lunde"], &["grocer"]),
    ]);
    is_not_said(&[
        "who is the danish grocer customer",
        "name of the largest customer",
        "which hauliers left, name of the supplier",
        "第一大客户叫什么",
        "whos the cfo",
    ]);
}

#[test]
fn a_reason_is_that_of_the_thing_itself() {
    is_told(&[
        (
            "why did ticket revenue fall",
            &["bridge at Vik"],
            &["depots"],
        ),
        (
            "why did parcel revenue go up",
            &["two new depots"],
            &["bridge"],
        ),
        ("包裹收入为什么增长", &[], &["bridge"]),
        (
            "why did crew expenses increase",
            &["agreement with the union"],
            &[],
        ),
        (
            "why did adjusted profit drop",
            &["Higher port dues"],
            &["bridge"],
        ),
    ]);
    is_not_said(&[
        "why did parcel revenue fall",
        "why did ticket revenue rise",
        "why did parcels margins improve",
        "why did vehicle tariffs rise",
    ]);
}

#[test]
fn a_rate_of_a_part_is_not_that_of_the_company() {
    is_told(&[
        ("包裹毛利率", &["35.80%"], &["31.4%", "27.30"]),
        ("parcels gross margin", &["35.80%"], &["31.4%", "27.30"]),
        ("gross margin", &["31.4%"], &[]),
    ]);
    is_not_said(&["vehicles gross margin", "tickets gross margin 2031"]);
}

#[test]
fn what_stands_in_brackets_is_set_beside_and_parts_no_sentence() {
    is_told(&[
        ("how many passengers", &["2.91 million"], &[]),
        ("how many vehicles were carried", &["604,000"], &[]),
        (
            "by how much did diesel costs fall in percent",
            &["a decrease of 8.0%"],
            &["Ticket"],
        ),
    ]);
}

#[test]
fn an_amount_has_the_unit_of_its_chinese_table() {
    is_told(&[("渡轮收入多少", &["8,410.20万元"], &["5,120.44"])]);
    is_not_said(&["甬江收入多少"]);
}

#[test]
fn a_question_about_somebody_else_is_not_about_the_only_company() {
    is_not_said(&["microsoft revenue 2031", "英伟达的毛利率"]);
}
