use assay_domain::{IngestVerdict, QuarantinedSpan};

use crate::normal::Normal;
use crate::rules::{self, Action, Match};

/// A place that a rule marked and left in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    pub start: usize,
    pub end: usize,
    pub rule: &'static str,
    pub reason: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IngestDecision {
    pub verdict: IngestVerdict,
    /// In text order and apart from each other.
    pub quarantined: Vec<QuarantinedSpan>,
    /// In text order; none lies inside a quarantined span.
    pub flags: Vec<Flag>,
}

/// Judges a text from outside. Spans are byte ranges of `text` on character boundaries, wide enough
/// to take in the whole sentence, line or paragraph that carries an instruction.
pub fn ingest(text: &str) -> IngestDecision {
    let normal = Normal::of(text);
    let (mut taken_out, marked): (Vec<Match>, Vec<Match>) = rules::check_all(text, &normal)
        .into_iter()
        .partition(|found| found.action == Action::Quarantine);
    taken_out.sort_by_key(|found| (found.start, found.end));
    let quarantined = merged(taken_out);
    let is_out = |found: &Match| {
        let holds = |span: &QuarantinedSpan| span.start <= found.start && found.end <= span.end;
        quarantined.iter().any(holds)
    };
    let mut flags: Vec<Flag> = marked
        .into_iter()
        .filter(|found| !is_out(found))
        .map(|found| Flag {
            start: found.start,
            end: found.end,
            rule: found.rule,
            reason: found.reason.to_owned(),
        })
        .collect();
    flags.sort_by_key(|flag| (flag.start, flag.end, flag.rule));
    flags.dedup();
    let verdict = match (quarantined.is_empty(), flags.is_empty()) {
        (false, _) => IngestVerdict::Quarantined,
        (true, false) => IngestVerdict::Flagged,
        (true, true) => IngestVerdict::Clean,
    };
    IngestDecision {
        verdict,
        quarantined,
        flags,
    }
}

/// Overlapping spans become one, under the rule that comes first and with every reason.
fn merged(found: Vec<Match>) -> Vec<QuarantinedSpan> {
    let mut spans: Vec<QuarantinedSpan> = Vec::new();
    for found in found {
        match spans.last_mut() {
            Some(last) if found.start < last.end => {
                last.end = last.end.max(found.end);
                if !last.reason.split("; ").any(|known| known == found.reason) {
                    last.reason = format!("{}; {}", last.reason, found.reason);
                }
            }
            _ => spans.push(QuarantinedSpan {
                start: found.start,
                end: found.end,
                rule: found.rule.to_owned(),
                reason: found.reason.to_owned(),
            }),
        }
    }
    spans
}
