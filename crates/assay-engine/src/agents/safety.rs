use assay_domain::{Language, Section};
use assay_gates::{EgressPolicy, OfRun, Outgoing, OutputKind, Safety, SafetyCheck, egress};

/// The rule that finds orders to other systems: to trade, to write, to publish.
const ACTIONS: &str = "G-104";

/// What the egress rules say of the sections before anything is judged on them.
pub(super) fn of<'s>(
    sections: impl IntoIterator<Item = &'s Section>,
    language: Language,
) -> Safety {
    let mut executable_actions = Vec::new();
    let mut failed = Vec::new();
    let policy = EgressPolicy::default();
    let sections = sections.into_iter();
    for section in sections.filter(|section| !section.markdown.is_empty()) {
        let outgoing = Outgoing {
            kind: OutputKind::Export,
            text: &section.markdown,
            language,
            disclaimer_required: false,
            run: OfRun::NONE,
            configured_secrets: &[],
        };
        for blocker in egress(&outgoing, &policy).blocked {
            if blocker.rule == ACTIONS {
                executable_actions.push(format!("section_{}: {}", section.task, blocker.reason));
            }
            failed.push(blocker.rule);
        }
    }
    failed.sort();
    failed.dedup();
    Safety {
        executable_actions,
        check: if failed.is_empty() {
            SafetyCheck::Passed
        } else {
            SafetyCheck::Failed(failed)
        },
    }
}
