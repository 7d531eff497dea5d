use assay_domain::{Profile, RunId};
use assay_plan::DashboardKind;
use serde_json::{Value, json};

use crate::call::{Call, aside};
use crate::desk::Desk;
use crate::route::Answer;
use crate::views::{KeptDashboard, RunView};
use crate::{Problem, answer};

pub(crate) async fn show(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    let shown = aside(move || of_autonomous(&desk, &run, shown));
    Ok(answer::ok(&shown.await?))
}

/// Lets `look` see an autonomous research; any other run has neither dashboards nor files.
pub(super) fn of_autonomous<T>(
    desk: &Desk,
    run: &RunId,
    look: impl FnOnce(&RunView) -> T,
) -> Result<T, Problem> {
    desk.row(run)?;
    let seen = desk.views.of(desk.store(), run, |view| {
        let profile = view.state.settings().map(|settings| settings.profile);
        matches!(profile, Some(Profile::Autonomous(_))).then(|| look(view))
    });
    seen?.ok_or_else(|| {
        Problem::not_found(format!(
            "run {run} is no autonomous research: only one of the profile autonomous keeps dashboards and files"
        ))
        .with_code("no_autonomous_run")
    })
}

fn shown(view: &RunView) -> Value {
    let told = |kind| view.dashboard(kind).map_or(Value::Null, told);
    json!({
        "chapters": view.chapters(),
        "overall": told(DashboardKind::Overall),
        "current": told(DashboardKind::Current),
    })
}

fn told(kept: &KeptDashboard) -> Value {
    let sections = kept.dashboard.sections().into_iter();
    let sections: Vec<Value> = sections
        .map(|(heading, text)| json!({"heading": heading, "text": text}))
        .collect();
    let chapters = kept.dashboard.chapters().into_iter();
    let chapters: Vec<Value> = chapters
        .map(|(title, done)| json!({"title": title, "done": done}))
        .collect();
    json!({
        "version": kept.version,
        "updated_at": kept.at,
        "markdown": kept.dashboard.markdown(),
        "sections": sections,
        "chapters": chapters,
    })
}
