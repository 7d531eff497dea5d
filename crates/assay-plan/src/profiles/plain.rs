use assay_domain::ArtifactKind::{DraftReading, Report, ReportHtml, Section};
use assay_domain::IntegrationStep::{Compose, Examine};

use super::{PlannerKind, ProfileSpec, ReportKind, Step, StepSpec, WorkerKind, words};

/// A section for each task.
pub const PLAIN: ProfileSpec = ProfileSpec {
    id: "plain",
    name: words("Sections by task", "按任务成章"),
    about: words(
        "Each task writes its section; the report joins them.",
        "每个任务写成一节，报告将各节合并。",
    ),
    planner: PlannerKind::Workflow,
    worker: WorkerKind::Writer,
    planning: 10,
    tasks: 65,
    steps: &[
        StepSpec::of(Examine, Step::Reporting, 5).reading(&[Section]),
        StepSpec::of(Compose, Step::Reporting, 20)
            .reading(&[Section])
            .writing(&[DraftReading, Report, ReportHtml]),
    ],
    report: ReportKind::Sections,
    documents: &[Report, ReportHtml],
    needs_section: true,
};
