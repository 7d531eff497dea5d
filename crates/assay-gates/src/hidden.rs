use crate::normal::Normal;
use crate::rules::g004_hidden_content::{self, TO_MACHINE, WHAT_TO_DO, WHAT_TO_SAY};
use crate::rules::g009_hidden_address::{self, ORDINARY, SOFT};
use crate::rules::{self, Action};
use assay_domain::{HiddenFinding, HiddenKind, HiddenText, IngestVerdict};

/// Judges the parts of a document that its reader does not see. None of them is ever part of a
/// passage; an order among them (rule `G-004` or the rule that knows it) says that the document is
/// hostile, a softer word to the reader (`G-009`) that it wants looking at.
pub fn ingest_hidden(hidden: &[HiddenText]) -> Vec<HiddenFinding> {
    let finding = |hidden: &HiddenText| {
        let found = judged(&hidden.text, hidden.kind, 0)?;
        Some(HiddenFinding {
            kind: hidden.kind,
            rule: found.rule.to_owned(),
            reason: found.reason.to_owned(),
            text: hidden.text.clone(),
        })
    };
    hidden.iter().filter_map(finding).collect()
}

/// What findings in hidden text say of the whole document.
pub fn hidden_verdict(findings: &[HiddenFinding]) -> IngestVerdict {
    let is_soft = |finding: &HiddenFinding| finding.rule == g009_hidden_address::CODE;
    match findings {
        [] => IngestVerdict::Clean,
        some if some.iter().all(is_soft) => IngestVerdict::Flagged,
        _ => IngestVerdict::Quarantined,
    }
}

pub(crate) struct HiddenMatch {
    pub(crate) rule: &'static str,
    pub(crate) action: Action,
    pub(crate) reason: &'static str,
}

/// What hidden text is guilty of. Alternative texts and notes speak to people as a matter of course,
/// so that what only might be an order is let through in them.
pub(crate) fn judged(text: &str, kind: HiddenKind, depth: usize) -> Option<HiddenMatch> {
    let spaced = spaced_name(text, kind);
    let text = spaced.as_deref().unwrap_or(text);
    let normal = Normal::of(text);
    let is_for_people = matches!(kind, HiddenKind::Alternative | HiddenKind::Office);
    let found = rules::check_all(text, &normal, depth);
    let worst = found
        .iter()
        .find(|found| found.action == Action::Quarantine);
    if let Some(worst) = worst {
        return Some(HiddenMatch {
            rule: worst.rule,
            action: Action::Quarantine,
            reason: worst.reason,
        });
    }
    let is = |pattern: &regex::bytes::Regex| pattern.is_match(normal.text.as_bytes());
    let order = |reason| HiddenMatch {
        rule: g004_hidden_content::CODE,
        action: Action::Quarantine,
        reason,
    };
    if is(&TO_MACHINE) {
        return Some(order("hidden words to the machine that reads"));
    }
    if kind != HiddenKind::Office && is(&WHAT_TO_SAY) {
        return Some(order("a hidden order about what to say"));
    }
    if !is_for_people && is(&WHAT_TO_DO) {
        return Some(order("a hidden order to act"));
    }
    let is_soft = match kind {
        HiddenKind::Office => false,
        HiddenKind::Alternative => is(&WHAT_TO_DO) || !found.is_empty(),
        _ => !found.is_empty() || (is(&SOFT) && !is(&ORDINARY)),
    };
    is_soft.then_some(HiddenMatch {
        rule: g009_hidden_address::CODE,
        action: Action::Flag,
        reason: "hidden words that speak to the reader",
    })
}

/// A file name has no spaces to part its words.
fn spaced_name(text: &str, kind: HiddenKind) -> Option<String> {
    (kind == HiddenKind::FileName).then(|| text.replace(['_', '-', '+', '.'], " "))
}
