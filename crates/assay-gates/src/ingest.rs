use assay_domain::{GateSpan, IngestVerdict};

use crate::normal::Normal;
use crate::rules::{self, Action, Match};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IngestDecision {
    pub verdict: IngestVerdict,
    /// In text order and apart from each other.
    pub quarantined: Vec<GateSpan>,
    /// In text order; none lies inside a quarantined span.
    pub flagged: Vec<GateSpan>,
}

/// Judges a text from outside. Spans are byte ranges of `text` on character boundaries, wide enough
/// to take in the whole sentence, line or paragraph that carries an instruction.
pub fn ingest(text: &str) -> IngestDecision {
    let normal = Normal::of(text);
    decided(rules::check_all(text, &normal, 0))
}

pub(crate) fn decided(found: Vec<Match>) -> IngestDecision {
    let (mut taken_out, marked): (Vec<Match>, Vec<Match>) = found
        .into_iter()
        .filter(|found| found.start < found.end)
        .partition(|found| found.action == Action::Quarantine);
    taken_out.sort_by_key(|found| (found.start, found.end));
    let quarantined = merged(taken_out);
    let is_out = |found: &Match| {
        let next = quarantined.partition_point(|span| span.start <= found.start);
        let before = next.checked_sub(1).and_then(|at| quarantined.get(at));
        before.is_some_and(|span| found.end <= span.end)
    };
    let mut flagged: Vec<GateSpan> = marked
        .into_iter()
        .filter(|found| !is_out(found))
        .map(|found| GateSpan {
            start: found.start,
            end: found.end,
            rule: found.rule.to_owned(),
            reason: found.reason.to_owned(),
        })
        .collect();
    flagged.sort_by(|a, b| (a.start, a.end, &a.rule).cmp(&(b.start, b.end, &b.rule)));
    flagged.dedup();
    let verdict = match (quarantined.is_empty(), flagged.is_empty()) {
        (false, _) => IngestVerdict::Quarantined,
        (true, false) => IngestVerdict::Flagged,
        (true, true) => IngestVerdict::Clean,
    };
    IngestDecision {
        verdict,
        quarantined,
        flagged,
    }
}

/// Overlapping spans become one, under the rule that comes first and with every reason.
fn merged(found: Vec<Match>) -> Vec<GateSpan> {
    let mut spans: Vec<GateSpan> = Vec::new();
    for found in found {
        match spans.last_mut() {
            Some(last) if found.start < last.end => {
                last.end = last.end.max(found.end);
                if !last.reason.split("; ").any(|known| known == found.reason) {
                    last.reason = format!("{}; {}", last.reason, found.reason);
                }
            }
            _ => spans.push(GateSpan {
                start: found.start,
                end: found.end,
                rule: found.rule.to_owned(),
                reason: found.reason.to_owned(),
            }),
        }
    }
    spans
}
