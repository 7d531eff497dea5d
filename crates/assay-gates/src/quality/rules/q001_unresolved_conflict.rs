use crate::quality::bilingual::Bilingual;
use crate::quality::measured::{ConflictKind, Measured, OpenConflict};
use crate::quality::output_type::OutputType;
use crate::quality::verdict::{ActionTarget, QualityVerdict};

use super::{Found, Rule, ToDo, found, plural};

pub(super) const RULE: Rule = Rule {
    code: "Q-001",
    verdict: QualityVerdict::Fail,
    output_type: OutputType::ConflictReport,
    looks_for: ("an unresolved conflict between sources", "未解决的来源冲突"),
    check,
};

fn check(measured: &Measured) -> Option<Found> {
    found(
        &measured.conflicts,
        |number| {
            Bilingual::new(
                format!("{} unresolved", plural(number, "conflict", "conflicts")),
                format!("{number} 处冲突未解决"),
            )
        },
        todo,
    )
}

fn todo(conflict: &OpenConflict) -> ToDo {
    let OpenConflict { id, about, .. } = conflict;
    let sides = |join: &str| {
        let sides = conflict.sides.iter();
        let sides = sides.map(|side| format!("{} {} ({})", side.value, side.unit, side.source));
        let sides: Vec<String> = sides.collect();
        sides.join(join)
    };
    let (how, how_zh) = match conflict.kind {
        ConflictKind::Value => (
            "find which side the latest filing on the same basis confirms",
            "以同一口径的最新公告确认其中一方",
        ),
        ConflictKind::Basis => (
            "state both bases and convert one into the other",
            "写明双方口径并换算到同一口径",
        ),
    };
    let (needed, needed_zh) = match &conflict.needed {
        Some(document) => (
            format!("; {document} would settle it"),
            format!("；可由 {document} 定论"),
        ),
        None => (String::new(), String::new()),
    };
    let (en, zh) = if conflict.sides.is_empty() {
        (String::new(), String::new())
    } else {
        (
            format!(" has {}", sides(" against ")),
            format!("存在 {}", sides(" 与 ")),
        )
    };
    ToDo {
        target: ActionTarget::Data,
        id: id.clone(),
        instruction: Bilingual::new(
            format!("{about}{en}: {how}{needed}"),
            format!("{about}{zh}：{how_zh}{needed_zh}"),
        ),
    }
}
