//! The run that everything about model calls is measured on: the four-task plan of S0, worked by
//! the product's own researchers on a small library, with every model call going to the simulated
//! provider. Three sections at once, then a fourth that builds on them, then the summary.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use assay_domain::{
    Budget, Hints, Language, Outcome, Plan, PlanOrigin, Request, ResearchType, Role, RunId,
    RunSettings, SectionLength, Task, TaskId,
};
use assay_engine::{
    Arrival, Brains, Engine, Filter, Library, NewRun, Notices, Researchers, SystemClock,
};
use assay_llm::{Client, Dialect, ProviderConfig};
use assay_store::Store;
use assay_testkit::run_settings;
use tokio_util::sync::CancellationToken;

/// Model calls of one run: four sections and the summary.
pub(crate) const CALLS_PER_RUN: usize = 5;
/// Searches of the library, which are journaled as calls too: one for each section.
const SEARCHES_PER_RUN: u64 = 4;
/// Of the model calls, those that wait for one another.
pub(crate) const CALLS_ON_CRITICAL_PATH: u32 = 3;
/// More than any benchmark has in flight.
const MOST_CALLS: usize = 8_000;

/// Documents to cite, small as an offline library's first ones are.
const DOCUMENTS: [(&str, &str); 3] = [
    (
        "年度报告摘要.md",
        include_str!("../documents/annual_report.md"),
    ),
    ("行业观察.md", include_str!("../documents/industry_note.md")),
    (
        "投资者问答.md",
        include_str!("../documents/investor_questions.md"),
    ),
];

pub(crate) struct Workload {
    engine: Engine,
    stream: bool,
}

impl Workload {
    /// An engine on an empty home, its library filled and its index warm.
    pub(crate) async fn new(home: &Path, base_url: &str, stream: bool) -> Result<Self> {
        let store = Store::open(home)?;
        let library = Library::new(store.clone());
        for (name, text) in DOCUMENTS {
            library
                .bring_in(Arrival::given(name, text.as_bytes()), &SystemClock)
                .await?;
        }
        if library
            .search("营业收入", &Filter::default(), 1)?
            .is_empty()
        {
            bail!("the library finds nothing");
        }
        let mut config = ProviderConfig::new("simulated", Dialect::OpenAi, base_url);
        config.max_concurrency = MOST_CALLS;
        let brains = Brains::new([Client::new(config)?]);
        let workshop = Arc::new(Researchers::new(brains, library));
        let engine = Engine::new(store, Arc::new(SystemClock), workshop);
        Ok(Self { engine, stream })
    }

    pub(crate) async fn create(&self) -> Result<RunId> {
        let plan = plan();
        let new = NewRun {
            request: Request {
                question: plan.topic.clone(),
                research_type: Some(plan.research_type),
            },
            settings: settings(self.stream),
            plan: Some((plan, PlanOrigin::User, Vec::new())),
            understood: None,
            assumptions: Vec::new(),
            reuse: None,
        };
        Ok(self.engine.create(new).await?)
    }

    /// Whether every run made the calls that the benchmarks count on. A section that is sent back
    /// would cost calls of its own, and the figures would be those of another run.
    pub(crate) fn check_calls(&self) -> Result<()> {
        let expected = CALLS_PER_RUN as u64 + SEARCHES_PER_RUN;
        for row in self.engine.store().runs(usize::MAX)? {
            if row.calls != expected {
                bail!("{} made {} calls instead of {expected}", row.run, row.calls);
            }
        }
        Ok(())
    }

    /// Drives a run to its end; anything but a complete report is an error.
    pub(crate) async fn drive(&self, run: &RunId) -> Result<()> {
        let stop = CancellationToken::new();
        let end = self.engine.drive(run, Notices::nobody(), &stop).await?;
        let end = end.context("the run was stopped")?;
        if end.outcome != Outcome::Completed {
            bail!("{run} ended {}: {:?}", end.outcome.name(), end.reasons);
        }
        Ok(())
    }
}

fn settings(stream: bool) -> RunSettings {
    let model = "simulated/model".to_owned();
    RunSettings {
        language: Language::Zh,
        models: [Role::Search, Role::Report]
            .map(|role| (role, model.clone()))
            .into(),
        concurrency: 16,
        section_length: SectionLength {
            min: 800,
            max: 1_500,
        },
        budget: Budget {
            max_tokens: Some(2_000_000),
            max_cost: None,
            reserve_percent: 20,
        },
        max_steps: 8,
        max_attempts: 3,
        stream,
        max_output_tokens: 4_000,
        stand_in: false,
        web: true,
        browser: false,
        ..run_settings()
    }
}

/// S0's example: three independent chapters and one that weighs them.
fn plan() -> Plan {
    let task = |id, description: &str, dependencies: &[u32], needs: &[&str], questions: &[&str]| {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        Task {
            id: TaskId(id),
            description: description.to_owned(),
            dependencies: dependencies.iter().copied().map(TaskId).collect(),
            hints: Some(Hints {
                data_needs: owned(needs),
                key_questions: owned(questions),
                suggested_tools: owned(&["search_library"]),
            }),
        }
    };
    Plan {
        research_type: ResearchType::Company,
        topic: "远岸储能科技的经营状况与竞争地位".to_owned(),
        objectives: vec![
            "弄清公司的业务与收入结构".to_owned(),
            "判断盈利能力与财务健康程度".to_owned(),
        ],
        tasks: vec![
            task(
                1,
                "公司概况与业务模式",
                &[],
                &["主营业务", "收入结构"],
                &["收入来自哪些产品"],
            ),
            task(
                2,
                "财务表现与关键指标",
                &[],
                &["营业收入", "毛利率", "现金流"],
                &["盈利能力的趋势如何"],
            ),
            task(
                3,
                "竞争格局与市场地位",
                &[],
                &["竞争对手", "市场份额"],
                &["优势在哪里"],
            ),
            task(
                4,
                "综合评估",
                &[1, 2, 3],
                &["风险", "前景"],
                &["整体判断是什么"],
            ),
        ],
    }
}
