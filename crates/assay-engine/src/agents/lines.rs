//! Sentences outside of sections, those of a summary for instance, held as a section is.

use assay_analyst::{DraftClaim, claims_of};
use assay_domain::{ClaimCheck, ClaimKind, LeftOut};

use super::Researchers;
use crate::section::{Checked, Citable};
use crate::workshop::WorkError;
use crate::{RunContext, Scope};

/// Sentences that sections state and that were found to be supported: whoever repeats one with its
/// citations is not asked again.
pub(super) fn supported(context: &RunContext) -> Vec<Checked> {
    let memory = context.memory();
    let claims = memory.claims.values();
    let held = claims.filter(|claim| claim.check.as_ref().is_some_and(ClaimCheck::is_supported));
    held.map(|claim| {
        let draft = DraftClaim {
            text: claim.text.clone(),
            evidence_ids: claim.evidence_ids.clone(),
            kind: ClaimKind::Written,
        };
        (draft, claim.check.clone())
    })
    .collect()
}

/// What may stand of some lines.
pub(super) struct Lines {
    pub(super) kept: Vec<String>,
    pub(super) left_out: Vec<LeftOut>,
}

impl Researchers {
    /// Keeps the lines of which every sentence is supported.
    pub(super) async fn hold_lines(
        &self,
        context: &RunContext,
        scope: &mut Scope,
        citable: &Citable,
        lines: Vec<String>,
    ) -> Result<Lines, WorkError> {
        let claims = lines.iter().flat_map(|text| claims_of(text)).collect();
        let known = supported(context);
        let checked = self
            .verdicts(context, scope, citable, claims, &known)
            .await?;
        let states_nothing = context.settings.language.pick(
            "it states nothing that evidence could bear out",
            "没有陈述任何可由证据支持的内容",
        );
        let mut held = Lines {
            kept: Vec::new(),
            left_out: Vec::new(),
        };
        for text in lines {
            let own = claims_of(&text);
            let refused = checked.iter().filter(|(claim, _)| own.contains(claim));
            let problems = refused.filter_map(|(_, check)| match check {
                Some(ClaimCheck::Unsupported { problems }) => Some(problems.clone()),
                _ => None,
            });
            let mut problems: Vec<String> = problems.flatten().collect();
            if own.is_empty() {
                problems.push(states_nothing.to_owned());
            }
            match problems.is_empty() {
                true => held.kept.push(text),
                false => held.left_out.push(LeftOut { text, problems }),
            }
        }
        Ok(held)
    }
}
