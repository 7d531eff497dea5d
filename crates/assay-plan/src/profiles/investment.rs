use assay_domain::ArtifactKind::{
    Changes, Company, DataIntegrity, Document, EcosystemGraph, FinalOutput, ModelBlueprint,
    QualityGate, Report, ReportHtml, ResearchMechanism, Section, UnreleasedSections,
    UnreleasedSectionsHtml, Valuation, ValuationChange, ValuationNotes, ValuationRequest, Workbook,
};
use assay_domain::IntegrationStep::{Compose, Examine, Judge, Value};

use super::{PLAIN, ProfileSpec, ReportKind, Step, StepSpec, words};

/// A judgement about one company.
pub const INVESTMENT: ProfileSpec = ProfileSpec {
    id: "investment",
    name: words("Investment judgement", "投资研判"),
    about: words(
        "The tasks write sections; the research ends in a judgement about one company, with a memo and a valuation where the evidence carries them.",
        "各任务写成章节，研究以对一家公司的研判结束；证据充分时给出备忘与估值。",
    ),
    planning: 5,
    tasks: 45,
    steps: &[
        StepSpec::of(Examine, Step::Modeling, 5).reading(&[Section]),
        StepSpec::of(Judge, Step::Modeling, 20)
            .reading(&[Section])
            .writing(&[
                DataIntegrity,
                Company,
                Changes,
                EcosystemGraph,
                ResearchMechanism,
                ModelBlueprint,
                QualityGate,
            ]),
        StepSpec::of(Value, Step::QualityGate, 5)
            .reading(&[Section, DataIntegrity, EcosystemGraph])
            .writing(&[
                ResearchMechanism,
                ModelBlueprint,
                QualityGate,
                ValuationNotes,
                ValuationRequest,
                Valuation,
                ValuationChange,
            ]),
        StepSpec::of(Compose, Step::Reporting, 20)
            .reading(&[Section, DataIntegrity, EcosystemGraph])
            .writing(&[
                FinalOutput,
                Document,
                Workbook,
                Report,
                ReportHtml,
                UnreleasedSections,
                UnreleasedSectionsHtml,
            ]),
    ],
    report: ReportKind::Judgement,
    documents: &[
        Report,
        ReportHtml,
        UnreleasedSections,
        UnreleasedSectionsHtml,
        Document,
        Workbook,
    ],
    // a judgement about a company stands on its figures, even where no text answered a task
    needs_section: false,
    ..PLAIN
};
