//! Where an autonomous research stands, as its dashboards say.

use assay_domain::{ArtifactName, Envelope, Event, Language, newest_artifact};
use assay_plan::{BlueprintProgress, Dashboard, DashboardKind};
use assay_store::{Store, StoreError};
use serde_json::{Value, json};

/// The dashboard that an event wrote, if it wrote one.
pub(crate) fn written(
    store: &Store,
    event: &Event,
    language: Language,
) -> Result<Option<Dashboard>, StoreError> {
    let Some(artifact) = event.artifact() else {
        return Ok(None);
    };
    let Some(kind) = DashboardKind::of_artifact(artifact.name) else {
        return Ok(None);
    };
    let markdown = store.text_of(artifact.body)?;
    Ok(Some(Dashboard::read(kind, language, &markdown)))
}

/// The newest state of a dashboard.
pub(crate) fn newest(
    store: &Store,
    journal: &[Envelope],
    kind: DashboardKind,
    language: Language,
) -> Result<Option<Dashboard>, StoreError> {
    let Some(artifact) = newest_artifact(journal, &ArtifactName::of_run(kind.artifact())) else {
        return Ok(None);
    };
    let markdown = store.text_of(artifact.body)?;
    Ok(Some(Dashboard::read(kind, language, &markdown)))
}

/// `chapters: 2 of 5 written`
pub(crate) fn progress_line(progress: BlueprintProgress, language: Language) -> String {
    let BlueprintProgress { done, total } = progress;
    language.pick(
        format!("chapters: {done} of {total} written"),
        format!("章节：已完成 {done} / {total}"),
    )
}

/// Progress, chapters with a mark for each that is written, and what is being done now.
pub(crate) fn summary(
    overall: &Dashboard,
    current: Option<&Dashboard>,
    language: Language,
) -> String {
    let mut lines = vec![progress_line(overall.progress(), language)];
    for (title, done) in overall.chapters() {
        lines.push(format!("  [{}] {title}", if done { 'x' } else { ' ' }));
    }
    let task = current.and_then(|current| current.sections().first().copied());
    if let Some((heading, text)) = task.filter(|(_, text)| !text.is_empty()) {
        lines.push(language.pick(format!("{heading}: {text}"), format!("{heading}：{text}")));
    }
    lines.join("\n")
}

/// The same for programs.
pub(crate) fn as_json(overall: &Dashboard) -> Value {
    let BlueprintProgress { done, total } = overall.progress();
    let chapters = overall.chapters().into_iter();
    let chapters: Vec<Value> = chapters
        .map(|(title, done)| json!({"title": title, "done": done}))
        .collect();
    json!({"done": done, "total": total, "list": chapters})
}
