use assay_claims::{ReadSource, Source, citable_values};
use assay_domain::EvidenceId;

use crate::held::bare;

#[test]
fn a_writer_gets_the_values_that_it_may_cite() {
    let evidence = EvidenceId::new("ev_1");
    let text = "Net debt was $905 million at 31 December 2024.\n\n\
        | USD million | FY2023 | FY2024 |\n| --- | --- | --- |\n| Revenue | 4,100 | 4,610 |\n";
    let lines: Vec<String> = citable_values(&[&bare(&evidence, text)])
        .iter()
        .map(|value| {
            let scale = value.scale.map_or(0, |scale| scale.exponent);
            let period = value.period.map(|p| p.to_string()).unwrap_or_default();
            format!(
                "{} | {} | e{scale} | {} | {period}",
                value.printed, value.value, value.subject
            )
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"), @"
    $905 million | 905 | e6 | Net debt was | 2024-12-31
    4,100 | 4100 | e6 | Revenue / FY2023 | FY2023
    4,610 | 4610 | e6 | Revenue / FY2024 | FY2024
    ");
}

#[test]
fn the_list_is_bounded() {
    let evidence = EvidenceId::new("ev_1");
    let text: String = (0..900)
        .map(|n| format!("Plant {n} made {}.5 tons. ", n + 3))
        .collect();
    let source = Source {
        evidence: &evidence,
        text: &text,
        headings: &[],
        title: "",
        origin: "",
        as_of: None,
        subject: None,
    };
    let values = citable_values(&[&ReadSource::of(source)]);
    assert!((100..=200).contains(&values.len()), "{}", values.len());
}

/// The figures that a text offers, as it prints them.
fn check(text: &str, expected: &[&str]) {
    let evidence = EvidenceId::new("ev_1");
    let values = citable_values(&[&bare(&evidence, text)]);
    let printed: Vec<&str> = values.iter().map(|value| value.printed.as_str()).collect();
    assert_eq!(printed, expected, "{text}");
}

#[test]
fn times_codes_and_numbers_in_names_are_no_figures() {
    for text in [
        "Sent: Tuesday, 3 March 2020 14:05:00 +0100",
        "To: b.lindqvist17@post.example at 09:30",
        "The ferry leaves at 7 p.m. from pier B.",
        "The yard is certified under ISO 14001 and follows EN 1090.",
        "The Kestrel 9 replaced the Kestrel 7B on most routes.",
        "See Note 12, Section 4 and page 88.",
        "Its annual report on Form 20-F follows COVID-19 rules.",
        "Case: REF; reference number: 55012; phone: 4470",
        "会议于9点30分开始，15时结束。",
        "该厂通过ISO 45001认证，编号：77120。",
        "Meet me at 7 on Thursday.",
    ] {
        check(text, &[]);
    }
}

#[test]
fn what_is_counted_or_measured_is_a_figure() {
    check(
        "The yard built 14 ships with 2,300 workers, up 6% at a cost of €41 million.",
        &["14", "2,300", "6%", "€41 million"],
    );
    check("The strike cost it 12 hulls.", &["12"]);
    check("In Norway 310 stores were opened.", &["310"]);
    check("The park gives 7 TWh.", &["7"]);
    check("region: North; ferries: 31", &["31"]);
    check("全厂有工人2300名，全年造船14艘。", &["2300", "14"]);
    check(
        "| Yard | Ships | ID |\n| --- | --- | --- |\n| North | 14 | 7781 |\n",
        &["14"],
    );
}
