use assay_domain::{Finding, Language, Reading, Section, citation};
use assay_report::labelled;

/// A value that a finding speaks of, and the words that warn of it where it is quoted.
struct Doubt<'a> {
    reading: &'a Reading,
    warning: &'static str,
}

/// The sections as a report shows them: each sentence with its label, and a warning at every line
/// that rests on a disputed or replaced value.
pub(super) fn marked(
    sections: &[Section],
    findings: &[Finding],
    language: Language,
) -> Vec<Section> {
    let doubts = doubts(findings, language);
    let mark = |section: &Section| {
        let section = labelled(section, language);
        let lines = section.markdown.lines().map(|line| {
            let found = doubts.iter().find(|doubt| rests_on(line, doubt.reading));
            found.map_or_else(
                || line.to_owned(),
                |doubt| with_warning(line, doubt.warning),
            )
        });
        let markdown = lines.collect::<Vec<_>>().join("\n");
        Section {
            markdown,
            ..section
        }
    };
    sections.iter().map(mark).collect()
}

/// Whether a sentence rests on a value that a finding speaks of: such a one is no summary.
pub(super) fn is_doubtful(sentence: &str, findings: &[Finding]) -> bool {
    doubts(findings, Language::En)
        .iter()
        .any(|doubt| rests_on(sentence, doubt.reading))
}

fn doubts(findings: &[Finding], language: Language) -> Vec<Doubt<'_>> {
    let disputed = language.pick("disputed, see Contradictions", "有争议，见“矛盾”一节");
    let replaced = language.pick("replaced by a newer figure", "已被更新的数据取代");
    let mut found = Vec::new();
    for finding in findings {
        match finding {
            Finding::Contradiction { readings, .. } => {
                found.extend(readings.iter().map(|reading| Doubt {
                    reading,
                    warning: disputed,
                }));
            }
            Finding::Outdated { old, .. } => found.push(Doubt {
                reading: old,
                warning: replaced,
            }),
            Finding::Conflict { .. }
            | Finding::MissingPeriod { .. }
            | Finding::Quarantined { .. } => {}
        }
    }
    found
}

fn rests_on(text: &str, reading: &Reading) -> bool {
    text.contains(&citation(&reading.evidence)) && text.contains(&reading.value)
}

/// The warning stands at the end of a line, or in the last cell of a table row.
fn with_warning(line: &str, warning: &str) -> String {
    match line
        .trim_end()
        .strip_suffix('|')
        .filter(|_| line.trim_start().starts_with('|'))
    {
        Some(row) => format!("{} *({warning})* |", row.trim_end()),
        None => format!("{} *({warning})*", line.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use assay_domain::EvidenceId;

    use super::*;

    #[test]
    fn a_disputed_value_is_marked_where_its_evidence_is_cited_and_nowhere_else() {
        let reading = |value: &str, id: &str| Reading {
            value: value.to_owned(),
            source: "s".to_owned(),
            evidence: EvidenceId::new(id),
        };
        let findings = [
            Finding::Contradiction {
                subject: "share".to_owned(),
                period: "2024".to_owned(),
                readings: vec![reading("18 %", "ev_a"), reading("21 %", "ev_b")],
            },
            Finding::Outdated {
                subject: "cash".to_owned(),
                period: "2023".to_owned(),
                old: reading("668", "ev_c"),
                new: reading("640", "ev_d"),
            },
        ];
        let doubts = doubts(&findings, Language::En);
        for (line, expected) in [
            (
                "share is 18 % [[ev_a]]",
                Some("share is 18 % [[ev_a]] *(disputed, see Contradictions)*"),
            ),
            (
                "| 668 | x [[ev_c]] |",
                Some("| 668 | x [[ev_c]] *(replaced by a newer figure)* |"),
            ),
            ("another 18 % [[ev_z]]", None),
            ("about [[ev_a]] in words", None),
            ("640 [[ev_d]]", None),
        ] {
            let found = doubts.iter().find(|doubt| rests_on(line, doubt.reading));
            let got = found.map(|doubt| with_warning(line, doubt.warning));
            assert_eq!(got.as_deref(), expected, "{line}");
            assert_eq!(is_doubtful(line, &findings), expected.is_some(), "{line}");
        }
    }
}
