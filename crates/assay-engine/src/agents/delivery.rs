//! The egress gate stands between a composed report and everybody who could read it.

use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{Event, Evidence, EvidenceId, GateName, Language, Verdict};
use assay_gates::{EgressPolicy, EgressVerdict, OfRun, Outgoing, OutputKind, egress, redact};
use assay_report::Report;

use super::Researchers;

/// What the gate made of a report.
pub(super) enum Delivery {
    /// May leave, as it is now.
    Safe {
        markdown: String,
        html: String,
        decision: Event,
    },
    Blocked {
        reasons: Vec<String>,
        decision: Event,
    },
}

impl Researchers {
    /// Judges a report before it is written anywhere.
    pub(super) fn judge(
        &self,
        report: Report,
        evidence: &BTreeMap<EvidenceId, Evidence>,
        run: OfRun<'_>,
        language: Language,
    ) -> Delivery {
        let policy = EgressPolicy {
            allowed_links: links(evidence),
            ..EgressPolicy::default()
        };
        self.judged(report.markdown, report.html, run, policy, language)
    }

    /// Judges a text and its page under a policy.
    pub(super) fn judged(
        &self,
        markdown: String,
        html: String,
        run: OfRun<'_>,
        policy: EgressPolicy,
        language: Language,
    ) -> Delivery {
        let secrets = self.configured_secrets();
        let outgoing = Outgoing {
            kind: OutputKind::Report,
            text: &markdown,
            language,
            disclaimer_required: true,
            run,
            configured_secrets: &secrets,
        };
        let decided = egress(&outgoing, &policy);
        let removed = decided
            .removed
            .iter()
            .map(|span| (&span.rule, &span.reason));
        let blocked = decided.blocked.iter().map(|one| (&one.rule, &one.reason));
        let reasons: BTreeSet<String> = removed
            .chain(blocked)
            .map(|(rule, reason)| format!("{reason} ({rule})"))
            .collect();
        let reasons: Vec<String> = reasons.into_iter().collect();
        let decision = |verdict| Event::GateDecided {
            gate: GateName::Egress,
            verdict,
            reasons: reasons.clone(),
        };
        match (decided.verdict, decided.text) {
            (EgressVerdict::Safe, Some(markdown)) => Delivery::Safe {
                markdown,
                html: redacted_page(&html, language, &policy),
                decision: decision(Verdict::Safe),
            },
            _ => Delivery::Blocked {
                decision: decision(Verdict::Blocked),
                reasons,
            },
        }
    }
}

/// A page without personal data. Its style is ours, and holds more numbers than some reports.
fn redacted_page(html: &str, language: Language, policy: &EgressPolicy) -> String {
    let redacted = |part| redact(part, language, policy).0;
    let style = html.find("<style>").zip(html.find("</style>"));
    let parts = style.and_then(|(start, end)| {
        let style = html.get(start..end)?;
        Some((html.get(..start)?, style, html.get(end..)?))
    });
    match parts {
        Some((head, style, body)) => [&redacted(head), style, &redacted(body)].concat(),
        None => redacted(html).into_owned(),
    }
}

/// Addresses of what the report rests on: nothing else may be a link.
fn links(evidence: &BTreeMap<EvidenceId, Evidence>) -> BTreeSet<String> {
    let origins = evidence.values().map(|item| item.origin.clone());
    origins.filter(|origin| origin.contains("://")).collect()
}

#[cfg(test)]
mod tests {
    use assay_domain::Language;
    use assay_gates::EgressPolicy;

    use super::redacted_page;

    #[test]
    fn personal_data_is_taken_out_before_and_behind_the_style_and_the_style_stays() {
        let address = "zhang.wei@example-mail.com";
        let style = "<style>\n.a { margin: 10.5px }\n</style>";
        for page in [
            format!("<title>{address}</title>\n{style}\n<p>{address}</p>"),
            format!("<p>{address}</p>"),
            format!("</style><p>{address}</p><style>"),
        ] {
            let clean = redacted_page(&page, Language::En, &EgressPolicy::default());
            assert!(!clean.contains(address), "{clean}");
            assert_eq!(clean.contains(style), page.contains(style), "{clean}");
        }
    }
}
