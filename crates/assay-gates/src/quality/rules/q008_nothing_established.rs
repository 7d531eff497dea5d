use crate::quality::bilingual::Bilingual;
use crate::quality::measured::{CriticalClaim, Measured};
use crate::quality::output_type::OutputType;
use crate::quality::verdict::{ActionTarget, QualityVerdict};

use super::{Found, Rule, ToDo};

/// Without it a run that claims nothing would pass, because all of nothing is supported.
pub(super) const RULE: Rule = Rule {
    code: "Q-008",
    verdict: QualityVerdict::Degrade,
    output_type: OutputType::HypothesisList,
    looks_for: (
        "a run in which no critical claim holds on tier A or B",
        "没有任何关键断言获 A/B 级证据支持",
    ),
    check,
};

fn check(measured: &Measured) -> Option<Found> {
    let claims = &measured.critical_claims;
    if claims.iter().any(CriticalClaim::is_strong) {
        return None;
    }
    let text = if claims.is_empty() {
        Bilingual::new(
            "the run makes no critical claim",
            "本次研究没有提出任何关键断言",
        )
    } else {
        Bilingual::new(
            format!(
                "none of {} critical claims holds on evidence of tier A or B",
                claims.len()
            ),
            format!("{} 条关键断言均未获 A/B 级证据支持", claims.len()),
        )
    };
    // Rules about single claims ask for the evidence of each.
    let actions = claims.is_empty().then(|| ToDo {
        target: ActionTarget::Research,
        id: "critical_claims".to_owned(),
        instruction: Bilingual::new(
            "state what drives revenue, margin and cash flow as claims, each with the passage of \
             a filing that says so",
            "以断言形式写明收入、利润率与现金流的驱动因素，并逐条附上公告原文依据",
        ),
    });
    Some(Found {
        text,
        ids: claims.iter().map(|one| one.id.to_string()).collect(),
        actions: actions.into_iter().collect(),
    })
}
