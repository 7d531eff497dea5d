use crate::quality::bilingual::Bilingual;
use crate::quality::measured::{CriticalClaim, Measured, Standing};
use crate::quality::output_type::OutputType;
use crate::quality::verdict::{ActionTarget, QualityVerdict};

use super::{Found, Rule, ToDo, found, named, plural};

pub(super) const RULE: Rule = Rule {
    code: "Q-006",
    verdict: QualityVerdict::Degrade,
    output_type: OutputType::WatchlistCard,
    looks_for: (
        "a critical claim that no evidence carries",
        "没有证据支持的关键断言",
    ),
    check,
};

fn check(measured: &Measured) -> Option<Found> {
    let claims = measured.critical_claims.iter();
    let claims =
        claims.filter(|one| one.is_unsupported() && one.standing != Standing::Contradicted);
    let claims: Vec<&CriticalClaim> = claims.collect();
    found(
        &claims,
        |number| {
            let claims = plural(number, "critical claim has", "critical claims have");
            Bilingual::new(
                format!("{claims} no support"),
                format!("{number} 条关键断言没有证据支持"),
            )
        },
        |claim| {
            let name = named(claim);
            ToDo {
                target: ActionTarget::Research,
                id: claim.id.to_string(),
                instruction: Bilingual::new(
                    format!(
                        "find a passage that states claim {}, in a filing (tier A) or from \
                         investor relations or a licensed vendor (tier B), or withdraw it",
                        name.en
                    ),
                    format!(
                        "为断言 {} 寻找原文依据：监管公告（A 级）、公司投资者关系或持牌数据商（B 级）；否则撤回",
                        name.zh
                    ),
                ),
            }
        },
    )
}
