use crate::quality::bilingual::Bilingual;
use crate::quality::measured::{CoreDatum, CoreState, Measured};
use crate::quality::output_type::OutputType;
use crate::quality::verdict::{ActionTarget, QualityVerdict};

use super::{Found, Rule, ToDo, found, plural};

pub(super) const RULE: Rule = Rule {
    code: "Q-003",
    verdict: QualityVerdict::Fail,
    output_type: OutputType::ErrorReport,
    looks_for: (
        "a core figure whose source could not be read",
        "来源无法读取的核心数据",
    ),
    check,
};

fn check(measured: &Measured) -> Option<Found> {
    let lost = measured
        .core_data
        .iter()
        .filter_map(|one| match &one.state {
            CoreState::Unreachable { source, failure } => Some((one, source, failure)),
            CoreState::Known { .. } | CoreState::Missing { .. } => None,
        });
    let lost: Vec<(&CoreDatum, &String, &String)> = lost.collect();
    found(
        &lost,
        |number| {
            let figures = plural(number, "core figure", "core figures");
            Bilingual::new(
                format!("{figures} could not be read from the source"),
                format!("{number} 项核心数据的来源无法读取"),
            )
        },
        |(datum, source, failure)| {
            let Bilingual { en, zh } = datum.called();
            let period = &datum.period;
            ToDo {
                target: ActionTarget::Data,
                id: datum.wanted(),
                instruction: Bilingual::new(
                    format!(
                        "read {en} for {period} from {source} again, or from another source: \
                         the last attempt ended with {failure}"
                    ),
                    format!(
                        "重新从 {source} 读取 {period} 的{zh}，或改用其他来源：上次失败原因为 {failure}"
                    ),
                ),
            }
        },
    )
}
