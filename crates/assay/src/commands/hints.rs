use assay_domain::{Language, Outcome, RunId};
use assay_engine::Shortfall;

use crate::app::App;

/// What a person can do about a judgement that ended in less than a memo.
pub(super) fn about_judgement(
    app: &App,
    run: &RunId,
    outcome: Outcome,
    shortfall: &Shortfall,
    language: Language,
) -> Vec<String> {
    let mut hints = Vec::new();
    if shortfall.has_sections {
        let show = app.command(&format!("show {run} --sections"));
        hints.push(language.pick(
            format!("hint: sections were written that the quality gate did not release; read them: {show}"),
            format!("hint: 已有写成但未被质量门禁放行的章节，可阅读：{show}"),
        ));
    }
    if outcome != Outcome::Failed {
        return hints;
    }
    let current = shortfall.outdated.as_ref().and_then(|old| old.current_on);
    if let Some(day) = current {
        hints.push(language.pick(
            format!("hint: ingest later filings, or judge by what was newest then: the same command with --as-of {day}"),
            format!("hint: 请导入更新的公告，或以当时的最新数据评估：同一命令加上 --as-of {day}"),
        ));
    }
    hints.push(language.pick(
        "hint: to research the question without a judgement about the company: the same command with --plain".to_owned(),
        "hint: 如只需研究问题而不评估公司：同一命令加上 --plain".to_owned(),
    ));
    hints
}
