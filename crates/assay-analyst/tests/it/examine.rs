use assay_analyst::examine;
use assay_domain::{Finding, Language, Reading};

use crate::library::library;

fn value(reading: &Reading) -> String {
    format!("{} [{}]", reading.value, reading.source)
}

fn shown(finding: &Finding) -> String {
    match finding {
        Finding::Contradiction {
            subject,
            period,
            readings,
        } => {
            let values: Vec<String> = readings.iter().map(value).collect();
            format!("contradiction: {subject}, {period}: {}", values.join(" / "))
        }
        Finding::Outdated {
            subject,
            period,
            old,
            new,
        } => format!(
            "outdated: {subject}, {period}: {} -> {}",
            value(old),
            value(new)
        ),
        Finding::MissingPeriod {
            subject,
            missing,
            present,
            ..
        } => format!("missing: {subject}: {missing:?} of {present:?}"),
        Finding::Quarantined { title, .. } => format!("quarantined: {title}"),
    }
}

#[test]
fn the_planted_traps_are_found_and_nothing_else() {
    let findings = examine(&library(), Language::En);
    let shown: Vec<String> = findings.iter().map(shown).collect();
    insta::assert_snapshot!(shown.join("\n"));
    assert_eq!(findings.len(), 3);
}
