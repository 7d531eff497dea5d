use crate::quality::bilingual::Bilingual;
use crate::quality::measured::{CriticalClaim, Measured, Standing};
use crate::quality::output_type::OutputType;
use crate::quality::verdict::{ActionTarget, QualityVerdict};

use super::{Found, Rule, ToDo, found, named, plural};

pub(super) const RULE: Rule = Rule {
    code: "Q-005",
    verdict: QualityVerdict::Fail,
    output_type: OutputType::ConflictReport,
    looks_for: (
        "a critical claim whose evidence says the opposite",
        "与证据相抵触的关键断言",
    ),
    check,
};

fn check(measured: &Measured) -> Option<Found> {
    let claims = measured.critical_claims.iter();
    let claims = claims.filter(|one| one.standing == Standing::Contradicted);
    let claims: Vec<&CriticalClaim> = claims.collect();
    found(
        &claims,
        |number| {
            let claims = plural(number, "critical claim is", "critical claims are");
            Bilingual::new(
                format!("{claims} contradicted by evidence"),
                format!("{number} 条关键断言与证据相抵触"),
            )
        },
        |claim| {
            let name = named(claim);
            let ids: Vec<&str> = claim.evidence.iter().map(|one| one.id.as_str()).collect();
            let (against, against_zh) = if ids.is_empty() {
                (String::new(), String::new())
            } else {
                let ids = ids.join(", ");
                (format!(" against {ids}"), format!("，依据 {ids}"))
            };
            ToDo {
                target: ActionTarget::Research,
                id: claim.id.to_string(),
                instruction: Bilingual::new(
                    format!(
                        "check claim {}{against} again: correct it to what the evidence says, or \
                         show which source is wrong",
                        name.en
                    ),
                    format!(
                        "复核断言 {}{against_zh}：按证据更正，或说明哪个来源有误",
                        name.zh
                    ),
                ),
            }
        },
    )
}
