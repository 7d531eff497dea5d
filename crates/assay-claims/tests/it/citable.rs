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
