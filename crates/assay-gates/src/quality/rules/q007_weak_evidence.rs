use crate::quality::bilingual::Bilingual;
use crate::quality::measured::{CriticalClaim, Measured};
use crate::quality::output_type::OutputType;
use crate::quality::verdict::{ActionTarget, QualityVerdict};

use super::{Found, Rule, ToDo, found, named, plural};

pub(super) const RULE: Rule = Rule {
    code: "Q-007",
    verdict: QualityVerdict::Degrade,
    output_type: OutputType::WatchlistCard,
    looks_for: (
        "a critical claim that holds on tier C or D alone",
        "仅有 C/D 级证据的关键断言",
    ),
    check,
};

fn check(measured: &Measured) -> Option<Found> {
    let claims = measured.critical_claims.iter();
    let claims = claims.filter(|one| !one.is_strong() && !one.is_unsupported());
    let claims: Vec<&CriticalClaim> = claims.collect();
    found(
        &claims,
        |number| {
            let claims = plural(number, "critical claim rests", "critical claims rest");
            Bilingual::new(
                format!("{claims} on evidence of tier C or D alone"),
                format!("{number} 条关键断言仅有 C/D 级证据"),
            )
        },
        |claim| {
            let name = named(claim);
            ToDo {
                target: ActionTarget::Research,
                id: claim.id.to_string(),
                instruction: Bilingual::new(
                    format!(
                        "confirm claim {} by a filing (tier A) or by investor relations or a \
                         licensed vendor (tier B)",
                        name.en
                    ),
                    format!(
                        "以监管公告（A 级）或公司投资者关系、持牌数据商（B 级）佐证断言 {}",
                        name.zh
                    ),
                ),
            }
        },
    )
}
