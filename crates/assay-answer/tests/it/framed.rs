use assay_answer::{Kind, Known, KnownCompany, Measure, Operand, Wanted, frame};
use assay_domain::Language;

fn known() -> Known {
    let company = |name: &str, ticker: &str| KnownCompany {
        key: ticker.to_owned(),
        name: name.to_owned(),
        tickers: vec![ticker.to_owned()],
        other_names: Vec::new(),
    };
    Known::new(vec![
        company("HALDEN FERRIES PLC", "HLDF"),
        company("Orsund Towage Inc.", "ORSD"),
    ])
}

#[test]
fn a_question_is_read_into_subject_kind_and_period() {
    let known = known();
    let rows = [
        ("halden capex 2024", vec![0], Kind::LookUp, "2024"),
        (
            "what was hldf revenue in fiscal 24",
            vec![0],
            Kind::LookUp,
            "FY2024",
        ),
        (
            "haldens headcount end of 2023",
            vec![0],
            Kind::LookUp,
            "2023",
        ),
        ("orsnud net profit 2022", vec![1], Kind::LookUp, "2022"),
        (
            "or sund net profit mid 2022",
            vec![1],
            Kind::LookUp,
            "H1 2022",
        ),
        (
            "how are rising tolls hurting halden",
            vec![0],
            Kind::Explain,
            "",
        ),
        (
            "do halden's papers agree on 2022 fares",
            vec![0],
            Kind::Compare,
            "2022",
        ),
        ("HLDF vs ORSD: dividends", vec![0, 1], Kind::Compare, ""),
        (
            "why did Halden's margin fall in 2024",
            vec![0],
            Kind::Explain,
            "2024",
        ),
        ("which ships does halden own", vec![0], Kind::List, ""),
        ("how do we renew a berth licence", vec![], Kind::HowTo, ""),
        ("is Orsund overvalued?", vec![1], Kind::Judge, ""),
        ("how tall is the lighthouse", vec![], Kind::LookUp, ""),
    ];
    for (question, subjects, kind, period) in rows {
        let frame = frame(question, Language::En, &known);
        assert_eq!(frame.subjects, subjects, "{question}");
        assert_eq!(frame.kind, kind, "{question}");
        let first = frame.when.periods.first().map(ToString::to_string);
        assert_eq!(first.unwrap_or_default(), period, "{question}");
    }
}

#[test]
fn what_is_wanted_and_measured_follows_the_words() {
    let known = known();
    let filed = |metric| Measure::Level(Operand::Filed(metric));
    let rows = [
        (
            "HLDF 2024年研发投入多少",
            Wanted::Anything,
            vec![filed("rd")],
        ),
        ("how many crew does halden employ", Wanted::Count, vec![]),
        ("when does the Orsund dock open", Wanted::Date, vec![]),
        (
            "halden operating margin 2024",
            Wanted::Percent,
            vec![filed("operating_margin")],
        ),
        (
            "halden ticket revenue from Norway 2024",
            Wanted::Money,
            vec![],
        ),
        (
            "halden current ratio 2024",
            Wanted::Percent,
            vec![Measure::Ratio(
                Operand::Filed("current_assets"),
                Operand::Filed("current_liabilities"),
            )],
        ),
        (
            "what portion of haldens 2024 sales was freight",
            Wanted::Money,
            vec![Measure::Ratio(
                Operand::Worded("freight".to_owned()),
                Operand::Filed("revenue"),
            )],
        ),
        ("halden 2024年渡轮事故降了多少", Wanted::Figure, vec![]),
        ("halden有多少船员", Wanted::Count, vec![]),
    ];
    for (question, wanted, measures) in rows {
        let frame = frame(question, Language::of_text(question), &known);
        assert_eq!(frame.measures, measures, "{question}");
        if wanted != Wanted::Anything {
            assert_eq!(frame.wanted, wanted, "{question}");
        }
    }
}

#[test]
fn only_a_question_of_agreement_speaks_of_the_documents() {
    let topic = |question| frame(question, Language::En, &known()).topic;
    assert!(topic("conflict minerals of the yard").contains("conflict"));
    assert!(topic("revenue from table games").contains("table"));
    let asked = topic("berth fees in May: does the mail match the spreadsheet");
    assert!(
        !asked.contains("mail") && asked.contains("berth fees"),
        "{asked}"
    );
}

#[test]
fn a_line_of_the_books_asks_for_no_research() {
    let known = known();
    for (question, wants) in [
        (
            "what did Halden spend on research and development in 2024",
            false,
        ),
        ("Halden 2024年研究开发费用", false),
        ("research Halden's market position", true),
        ("分析一下 Halden 的竞争地位", true),
    ] {
        let frame = frame(question, Language::of_text(question), &known);
        assert_eq!(frame.wants_research(), wants, "{question}");
    }
}
