use crate::quality::bilingual::Bilingual;
use crate::quality::figures::{core_id, is_expired};
use crate::quality::measured::{CoreDatum, Measured};
use crate::quality::output_type::OutputType;
use crate::quality::verdict::{ActionTarget, QualityVerdict};

use super::{Found, Rule, ToDo, found, plural};

/// A figure so old that a later one must exist is the wrong figure: the current one is missing.
pub(super) const RULE: Rule = Rule {
    code: "Q-004",
    verdict: QualityVerdict::Fail,
    output_type: OutputType::ErrorReport,
    looks_for: (
        "a core figure for which a later period must have been published",
        "本应已有更新期间披露的核心数据",
    ),
    check,
};

fn check(measured: &Measured) -> Option<Found> {
    let expired = measured.core_data.iter().filter(|one| is_expired(one));
    let expired: Vec<&CoreDatum> = expired.collect();
    found(
        &expired,
        |number| {
            Bilingual::new(
                format!("{} expired", plural(number, "core figure", "core figures")),
                format!("{number} 项核心数据已过期"),
            )
        },
        |datum| {
            let Bilingual { en, zh } = datum.called();
            let period = &datum.period;
            ToDo {
                target: ActionTarget::Data,
                id: core_id(datum),
                instruction: Bilingual::new(
                    format!(
                        "get {en} for a period after {period}: a later filing must have it, \
                         possibly under another tag or name"
                    ),
                    format!(
                        "补充 {period} 之后期间的{zh}：后续公告应已披露，科目名称或标签可能已变更"
                    ),
                ),
            }
        },
    )
}
