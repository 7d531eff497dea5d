use assay_domain::ArtifactKind::{
    CausalModel, DraftReading, ModelBlueprint, Notes, Report, ReportHtml, ResearchReport,
    SearchNotes, SearchRounds, Section,
};
use assay_domain::IntegrationStep::{Compose, Examine, Model, ReadOn};

use super::{PLAIN, ProfileSpec, ReportKind, Step, StepSpec, WorkerKind, words};

/// Notes, a model of what drives what, and one report of both.
pub const DEEP: ProfileSpec = ProfileSpec {
    id: "deep",
    name: words("Deep research", "深度研究"),
    about: words(
        "The tasks bring notes; one model of what drives what and one report are made of them all.",
        "各任务提供笔记，据此建立一个因果模型并写成一份报告。",
    ),
    worker: WorkerKind::NoteTaker,
    tasks: 35,
    steps: &[
        StepSpec::of(ReadOn, Step::DeepSearch, 10)
            .reading(&[Notes, Section])
            .writing(&[Notes, Section, SearchRounds, SearchNotes]),
        StepSpec::of(Model, Step::Modeling, 15)
            .reading(&[Notes, Section, SearchRounds])
            .writing(&[ModelBlueprint, CausalModel]),
        StepSpec::of(Examine, Step::Reporting, 5).reading(&[Section]),
        StepSpec::of(Compose, Step::Reporting, 25)
            .reading(&[Notes, Section, SearchRounds, ModelBlueprint, CausalModel])
            .writing(&[Section, DraftReading, Report, ReportHtml, ResearchReport]),
    ],
    report: ReportKind::Chapters,
    ..PLAIN
};
