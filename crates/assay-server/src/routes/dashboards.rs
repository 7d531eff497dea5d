use assay_domain::{RunId, Timestamp};
use assay_plan::DashboardKind;
use schemars::JsonSchema;
use serde::Serialize;

use crate::Problem;
use crate::call::{Call, aside};
use crate::desk::Desk;
use crate::views::{Chapters, KeptDashboard, RunFold};

/// What an autonomous agent keeps of its work; null before it has written it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Dashboards {
    chapters: Option<Chapters>,
    overall: Option<Dashboard>,
    current: Option<Dashboard>,
}

/// The newest version of a dashboard, whole and in its parts.
#[derive(Serialize, JsonSchema)]
struct Dashboard {
    version: u32,
    updated_at: Timestamp,
    markdown: String,
    sections: Vec<DashboardSection>,
    chapters: Vec<DashboardChapter>,
}

#[derive(Serialize, JsonSchema)]
struct DashboardSection {
    heading: String,
    text: String,
}

#[derive(Serialize, JsonSchema)]
struct DashboardChapter {
    title: String,
    done: bool,
}

pub(crate) async fn show(call: Call) -> Result<Dashboards, Problem> {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    aside(move || of_autonomous(&desk, &run, Dashboards::of)).await
}

/// Lets `look` see an autonomous research; any other run has neither dashboards nor files.
pub(super) fn of_autonomous<T>(
    desk: &Desk,
    run: &RunId,
    look: impl FnOnce(&RunFold) -> T,
) -> Result<T, Problem> {
    desk.row(run)?;
    let seen = desk.views.of(desk.store(), run, |view| {
        let profile = view.state.profile().transpose()?;
        let has_agent = profile.is_some_and(|profile| profile.has_agent());
        Ok::<_, Problem>(has_agent.then(|| look(view)))
    });
    seen??.ok_or_else(|| {
        Problem::not_found(format!(
            "run {run} is no autonomous research: only one of the profile autonomous keeps dashboards and files"
        ))
        .with_code("no_autonomous_run")
    })
}

impl Dashboards {
    fn of(view: &RunFold) -> Self {
        let told = |kind| view.dashboard(kind).map(Dashboard::of);
        Self {
            chapters: view.chapters(),
            overall: told(DashboardKind::Overall),
            current: told(DashboardKind::Current),
        }
    }
}

impl Dashboard {
    fn of(kept: &KeptDashboard) -> Self {
        let sections = kept.dashboard.sections().into_iter();
        let chapters = kept.dashboard.chapters().into_iter();
        Self {
            version: kept.version,
            updated_at: kept.at,
            markdown: kept.dashboard.markdown(),
            sections: sections
                .map(|(heading, text)| DashboardSection {
                    heading: heading.to_owned(),
                    text: text.to_owned(),
                })
                .collect(),
            chapters: chapters
                .map(|(title, done)| DashboardChapter { title, done })
                .collect(),
        }
    }
}
