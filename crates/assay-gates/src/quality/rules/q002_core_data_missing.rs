use crate::quality::bilingual::Bilingual;
use crate::quality::measured::{CoreDatum, CoreState, Measured};
use crate::quality::output_type::OutputType;
use crate::quality::verdict::{ActionTarget, QualityVerdict};

use super::{Found, Rule, ToDo, found, plural};

pub(super) const RULE: Rule = Rule {
    code: "Q-002",
    verdict: QualityVerdict::Fail,
    output_type: OutputType::ErrorReport,
    looks_for: ("a core figure that no source has", "各来源均缺失的核心数据"),
    check,
};

fn check(measured: &Measured) -> Option<Found> {
    let missing = measured
        .core_data
        .iter()
        .filter_map(|one| match &one.state {
            CoreState::Missing { expected_in } => Some((one, expected_in)),
            CoreState::Known { .. } | CoreState::Unreachable { .. } => None,
        });
    let missing: Vec<(&CoreDatum, &Option<String>)> = missing.collect();
    found(
        &missing,
        |number| {
            Bilingual::new(
                format!("{} missing", plural(number, "core figure", "core figures")),
                format!("缺失 {number} 项核心数据"),
            )
        },
        |(datum, expected_in)| {
            let Bilingual { en, zh } = datum.called();
            let period = &datum.period;
            let (source, source_zh) = match expected_in {
                Some(document) => (format!("{document} has it"), format!("见 {document}")),
                None => (
                    "a filing or statement of that period would have it".to_owned(),
                    "应见于该期间的公告或财务报表".to_owned(),
                ),
            };
            ToDo {
                target: ActionTarget::Data,
                id: datum.wanted(),
                instruction: Bilingual::new(
                    format!("get {en} for {period}: {source}"),
                    format!("补充 {period} 的{zh}：{source_zh}"),
                ),
            }
        },
    )
}
