//! A profile that the program does not have: one value, and everything else is there.

use std::sync::Arc;

use assay_domain::ArtifactKind::{
    DraftReading, ModelBlueprint, Notes, Report, ReportHtml, SearchNotes, SearchRounds, Section,
};
use assay_domain::IntegrationStep::{Compose, Examine, ReadOn};
use assay_domain::{Body, Envelope, Event, GateName, IntegrationStep, Outcome, Request, RunId};
use assay_engine::{
    Arrival, Brains, Engine, EngineError, FixedClock, Library, NewRun, Notices, Researchers,
};
use assay_plan::profiles::{PlannerKind, ReportKind, StepSpec, Words, WorkerKind};
use assay_plan::{ProfileSpec, Profiles, Step};
use assay_steps::{Projector, Status, StepEvent, TellError};
use assay_store::{Store, StoreError};
use assay_testkit::run_settings;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// Notes and further rounds as in a deep research, sections as in a plain one, and no model between.
/// This is all that a file among the profiles would hold.
static TOY: [ProfileSpec; 1] = [ProfileSpec {
    id: "digest",
    name: Words {
        en: "Digest",
        zh: "摘编",
    },
    about: Words {
        en: "The tasks bring notes; the report joins what they say.",
        zh: "各任务提供笔记，报告将其合并。",
    },
    planner: PlannerKind::Workflow,
    worker: WorkerKind::NoteTaker,
    planning: 10,
    tasks: 40,
    steps: &[
        StepSpec {
            step: ReadOn,
            told_as: Step::DeepSearch,
            weight: 20,
            reads: &[Notes, Section],
            writes: &[Notes, Section, SearchRounds, SearchNotes],
        },
        StepSpec {
            step: Examine,
            told_as: Step::Reporting,
            weight: 10,
            reads: &[Section],
            writes: &[],
        },
        StepSpec {
            step: Compose,
            told_as: Step::Reporting,
            weight: 20,
            reads: &[Section],
            writes: &[DraftReading, Report, ReportHtml],
        },
    ],
    report: ReportKind::Sections,
    documents: &[Report, ReportHtml],
    needs_section: true,
}];

const TEXT: &str = "Acme Corp sold 120 pumps in 2024. Demand for pumps of Acme Corp rose because \
    farms irrigate more. The supply of castings limits Acme Corp.";

struct Lab {
    _folder: TempDir,
    store: Store,
    library: Library,
    clock: Arc<FixedClock>,
}

impl Lab {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let library = Library::new(store.clone());
        let clock = Arc::new(FixedClock("2026-11-15T12:00:00Z".parse().unwrap()));
        let arrival = Arrival::given("pumps.txt", TEXT.as_bytes());
        library.bring_in(arrival, clock.as_ref()).await.unwrap();
        Self {
            _folder: folder,
            store,
            library,
            clock,
        }
    }

    fn engine(&self) -> Engine {
        let researchers = Researchers::new(Brains::new(Vec::new()), self.library.clone());
        let clock = Arc::clone(&self.clock);
        Engine::new(self.store.clone(), clock, Arc::new(researchers))
    }

    async fn begun(&self) -> RunId {
        let [toy] = &TOY;
        let mut settings = run_settings();
        settings.profile = toy.chosen();
        let new = NewRun {
            request: Request {
                question: "What drives the demand for pumps of Acme Corp?".to_owned(),
                research_type: None,
            },
            settings,
            plan: None,
            understood: None,
            assumptions: Vec::new(),
            reuse: None,
        };
        self.engine().create(new).await.unwrap()
    }

    fn journal(&self, run: &RunId) -> Vec<Envelope> {
        self.store.load(run, 0).unwrap()
    }
}

fn told(lab: &Lab, run: &RunId) -> Vec<StepEvent> {
    let read = |body: &Body| lab.store.text_of(body);
    let mut projector = Projector::among(Profiles::new(&TOY));
    let mut all = Vec::new();
    for envelope in lab.journal(run) {
        let told = projector.apply(&envelope, &read).unwrap();
        all.extend(told.into_iter().map(|one| one.event));
    }
    all
}

fn steps(journal: &[Envelope]) -> Vec<(IntegrationStep, IntegrationStep)> {
    let steps = journal.iter().filter_map(|one| match &one.event {
        Event::StepFinished { step, next, .. } => Some((*step, *next)),
        _ => None,
    });
    steps.collect()
}

#[tokio::test]
async fn a_profile_of_one_value_is_run_and_told() {
    let lab = Lab::new().await;
    let run = lab.begun().await;
    let engine = lab.engine().among(Profiles::new(&TOY));
    let stop = CancellationToken::new();
    let end = engine.drive(&run, Notices::nobody(), &stop).await.unwrap();
    // one document does not answer every task of the planner
    assert_eq!(end.unwrap().outcome, Outcome::Partial);
    let journal = lab.journal(&run);
    assert_eq!(steps(&journal), [(ReadOn, Examine), (Examine, Compose)]);
    let written = journal.iter().filter_map(|one| one.event.artifact());
    let kinds: Vec<_> = written.filter_map(|one| one.name.kind()).collect();
    assert!(
        kinds.contains(&Notes) && kinds.contains(&Report),
        "{kinds:?}"
    );
    assert!(!kinds.contains(&ModelBlueprint), "{kinds:?}");
    let [toy] = &TOY;
    assert!(
        kinds
            .iter()
            .all(|kind| toy.leaves().any(|leaves| leaves == *kind))
    );
    let passed = |gate: GateName| {
        let decided =
            |event: &Event| matches!(event, Event::GateDecided { gate: of, .. } if *of == gate);
        journal.iter().any(|one| decided(&one.event))
    };
    assert!(passed(GateName::Ingest) && passed(GateName::Egress));
    let told = told(&lab, &run);
    let begun = told.iter().filter(|one| one.status == Status::Start);
    let begun: Vec<Step> = begun.map(|one| one.step_type).collect();
    assert_eq!(begun, [Step::Plan, Step::DeepSearch, Step::Reporting]);
    let progress: Vec<f64> = told.iter().map(|one| one.progress).collect();
    assert!(progress.is_sorted() && progress.last() == Some(&1.0));
}

#[tokio::test]
async fn a_program_without_the_profile_leaves_its_run_as_it_is() {
    let lab = Lab::new().await;
    let run = lab.begun().await;
    let before = lab.journal(&run);
    let stop = CancellationToken::new();
    let driven = lab.engine().drive(&run, Notices::nobody(), &stop).await;
    let error = driven.unwrap_err();
    assert!(matches!(error, EngineError::Profile(_)), "{error}");
    assert!(error.to_string().contains("`digest`"), "{error}");
    assert_eq!(lab.journal(&run), before);
    let read = |body: &Body| -> Result<String, StoreError> { lab.store.text_of(body) };
    let first = before.first().unwrap();
    let told = Projector::default().apply(first, &read);
    assert!(matches!(told, Err(TellError::Profile(_))), "{told:?}");
}
