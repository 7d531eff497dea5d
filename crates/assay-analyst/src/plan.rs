use assay_domain::{Hints, Language, Plan, ResearchType, Task, TaskId};
use assay_figures::periods;

use crate::asked::asked_task;
use crate::question_kind::question_kind;
use crate::topic::{Topic, topic_of};
use crate::workflow::{Workflow, WorkflowSection, workflow};

/// What is to be researched.
#[derive(Clone, Copy, Debug)]
pub struct PlanRequest<'a> {
    pub question: &'a str,
    pub research_type: Option<ResearchType>,
    pub language: Language,
}

/// A plan, and what was taken for granted in making it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    pub plan: Plan,
    pub assumptions: Vec<Assumption>,
    /// What an interactive user should be asked. Empty if nothing is missing.
    pub questions: Vec<String>,
}

/// A parameter the request lacked and what was taken for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    pub parameter: String,
    pub assumed: String,
}

/// Plans from the workflow of the research type. The plan is valid by construction: consecutive
/// ids, direct dependencies, one synthesis at the end.
pub fn plan(request: &PlanRequest<'_>) -> Planned {
    let research_type = request
        .research_type
        .unwrap_or_else(|| question_kind(request.question));
    let topic = topic_of(request.question);
    let workflow = workflow(research_type, request.language);
    let plan = Plan {
        research_type,
        topic: request.question.trim().to_owned(),
        objectives: objectives(workflow, &topic),
        tasks: tasks(request, research_type, &topic),
    };
    let (assumptions, questions) = gaps(request, research_type, &topic);
    Planned {
        plan,
        assumptions,
        questions,
    }
}

fn objectives(workflow: &Workflow, topic: &Topic) -> Vec<String> {
    workflow
        .objectives
        .iter()
        .map(|text| topic.fill(text))
        .collect()
}

/// The sections of the workflow. Those of a company come behind what was asked about it; none waits
/// for that, since the rest is worth having where nothing answers it.
fn tasks(request: &PlanRequest<'_>, research_type: ResearchType, topic: &Topic) -> Vec<Task> {
    let language = request.language;
    let workflow = workflow(research_type, language);
    let is_company = research_type == ResearchType::Company && topic.is_named();
    let asked = is_company
        .then(|| asked_task(request.question, topic, language, workflow))
        .flatten();
    let before = u32::from(asked.is_some());
    let mut tasks: Vec<Task> = asked.into_iter().collect();
    for (id, section) in (before + 1..).zip(&workflow.sections) {
        let mut task = task(TaskId(id), section, topic, language);
        for dependency in &mut task.dependencies {
            dependency.0 += before;
        }
        tasks.push(task);
    }
    tasks
}

/// A description becomes a heading; in columns, of which a Chinese character takes two.
const WIDEST_DESCRIPTION: usize = 120;

fn columns(text: &str) -> usize {
    text.chars()
        .map(|c| if c > '\u{2e7f}' { 2 } else { 1 })
        .sum()
}

fn task(id: TaskId, section: &WorkflowSection, topic: &Topic, language: Language) -> Task {
    let title = topic.fill_title(&section.title);
    let stop = language.pick(". ", "。");
    let in_full = format!("{title}{stop}{}", topic.fill(&section.description));
    Task {
        id,
        description: if columns(&in_full) <= WIDEST_DESCRIPTION {
            in_full
        } else {
            title
        },
        dependencies: section.after.iter().map(|id| TaskId(*id)).collect(),
        hints: Some(Hints {
            data_needs: section.needs.clone(),
            key_questions: section.questions.clone(),
            suggested_tools: Vec::new(),
        }),
    }
}

fn gaps(
    request: &PlanRequest<'_>,
    research_type: ResearchType,
    topic: &Topic,
) -> (Vec<Assumption>, Vec<String>) {
    let language = request.language;
    let mut assumptions = Vec::new();
    let mut questions = Vec::new();
    if request.research_type.is_none() {
        assumptions.push(Assumption {
            parameter: language.pick("research type", "研究类型").to_owned(),
            assumed: match language {
                Language::En => research_type.name().to_owned(),
                Language::Zh => chinese_name(research_type).to_owned(),
            },
        });
    }
    if research_type == ResearchType::Company && !topic.is_named() {
        assumptions.push(Assumption {
            parameter: language.pick("company", "公司").to_owned(),
            assumed: language
                .pick("the company the library documents", "资料库所记载的公司")
                .to_owned(),
        });
        let ask = language.pick(
            "Which company should be researched?",
            "要研究的是哪家公司？",
        );
        questions.push(ask.to_owned());
    }
    if periods(request.question).is_empty() {
        assumptions.push(Assumption {
            parameter: language.pick("period", "期间").to_owned(),
            assumed: language
                .pick(
                    "all periods that the library covers",
                    "资料库覆盖的全部期间",
                )
                .to_owned(),
        });
        let ask = language.pick(
            "Which period should be covered (for example FY2022 to FY2024)?",
            "需要覆盖哪个期间（例如2022至2024财年）？",
        );
        questions.push(ask.to_owned());
    }
    (assumptions, questions)
}

fn chinese_name(research_type: ResearchType) -> &'static str {
    match research_type {
        ResearchType::Company => "公司研究",
        ResearchType::Industry => "行业研究",
        ResearchType::Strategy => "策略研究",
        ResearchType::Macro => "宏观研究",
        ResearchType::Quantitative => "量化研究",
        ResearchType::Event => "事件分析",
    }
}
