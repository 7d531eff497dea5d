use std::sync::Arc;

use assay_analyst::{PlanRequest, Planned, plan as template_plan};
use assay_domain::{
    ChatRequest, Event, Failure, FailureCode, Finish, Language, Message, OutputFormat, Plan,
    PlanOrigin, PlannerQuestion, Repair, Role,
};
use assay_llm::read_json;
use assay_plan::Purpose;
use assay_plan::plan as plan_file;

use super::inventory::{as_data, inventory, tools};
use super::section_prompt::LIBRARY_TOOLS;
use super::{Researchers, answering, may_stand_in};
use crate::ceiling::Writing;
use crate::prompts::{Fill, Prompt, bullets, workflow};
use crate::workshop::{Done, PlanJob, WorkError};
use crate::{Brain, RunContext, Scope};

/// By this name the journal knows the look at the library before a plan.
const LIST_TOOL: &str = "list_library";

/// Makes a plan: by the model of the role, or from the analyst's templates.
pub(super) async fn plan(researchers: &Researchers, job: PlanJob) -> Result<Done, WorkError> {
    let context = job.context;
    let template = template_plan(&PlanRequest {
        question: &context.request.question,
        research_type: context.request.research_type,
        language: context.settings.language,
    });
    let Some(brain) = researchers.brain(&context, Role::Plan)? else {
        return Ok(accepted(template, PlanOrigin::Template));
    };
    match ask(researchers, &context, &brain, &template).await {
        Ok(Said::Plan(made)) => {
            let origin = PlanOrigin::Model { model: brain.label };
            Ok(accepted_of_model(made, origin))
        }
        Ok(Said::AskedBack(asked)) => Ok(Done {
            events: vec![Event::PlannerAsked { asked }],
            section: None,
        }),
        Err(WorkError::Failed(because)) if stands_in(&context, &because) => {
            let origin = PlanOrigin::Fallback {
                instead_of: brain.label,
                because,
            };
            Ok(accepted(template, origin))
        }
        Err(error) => Err(error),
    }
}

/// The question as it was asked is the one task.
pub(super) fn of_question(context: &RunContext) -> Done {
    let request = &context.request;
    let planned = Planned {
        plan: answering::plan(&request.question, request.research_type),
        assumptions: Vec::new(),
        questions: Vec::new(),
    };
    accepted(planned, PlanOrigin::Template)
}

fn stands_in(context: &RunContext, failure: &Failure) -> bool {
    may_stand_in(context, failure)
        || (context.settings.stand_in && failure.code == FailureCode::PlanRejected)
}

/// What a planner says.
enum Said {
    Plan(Made),
    /// It waits for its user.
    AskedBack(PlannerQuestion),
}

/// A plan with what was taken for the thing that its planner asked back.
struct Made {
    plan: Plan,
    repairs: Vec<Repair>,
    taken: Option<(String, String)>,
}

/// A model's plan with what it takes for granted. What the template would have assumed is not said of
/// it: the model has read the question itself.
fn accepted_of_model(made: Made, origin: PlanOrigin) -> Done {
    let taken = made.taken.into_iter();
    let taken = taken.map(|(parameter, assumed)| Event::AssumptionMade { parameter, assumed });
    let mut events: Vec<Event> = taken.collect();
    events.push(Event::PlanAccepted {
        plan: made.plan,
        origin,
        repairs: made.repairs,
    });
    Done {
        events,
        section: None,
    }
}

/// The template's plan with the assumptions it makes.
fn accepted(template: Planned, origin: PlanOrigin) -> Done {
    let mut events: Vec<Event> = template
        .assumptions
        .into_iter()
        .map(|made| Event::AssumptionMade {
            parameter: made.parameter,
            assumed: made.assumed,
        })
        .collect();
    events.push(Event::PlanAccepted {
        plan: template.plan,
        origin,
        repairs: Vec::new(),
    });
    Done {
        events,
        section: None,
    }
}

/// Asks the model for a plan; an invalid one goes back with its errors, a bounded number of times. One
/// that asks back waits for the answer where somebody is there to give it, and hears of it once.
async fn ask(
    researchers: &Researchers,
    context: &Arc<RunContext>,
    brain: &Brain,
    template: &Planned,
) -> Result<Said, WorkError> {
    let language = context.settings.language;
    context.doing(None, || language.pick("planning", "制定计划").to_owned());
    let mut scope = Scope::of_step("plan");
    let ground = Ground::of(researchers, context, &mut scope).await?;
    let mut request = first_request(context, brain, template, &ground)?;
    let mut attempt = 1;
    let mut taken = None;
    loop {
        let reply = context
            .model(&mut scope, brain, &request, Purpose::Research)
            .await?;
        let (asked, plan) = read_plan(&reply.text, &reply.finish);
        let asked = asked.filter(|_| taken.is_none());
        let reading = match asked {
            Some(asked) => match Reading::of(context, asked) {
                Ok(reading) => Some(reading),
                Err(asked) => return Ok(Said::AskedBack(asked)),
            },
            None => None,
        };
        let needs_no_other = reading.as_ref().is_none_or(|reading| !reading.is_answer);
        let told = match (plan, reading) {
            (Ok((plan, repairs)), reading) if needs_no_other => {
                let taken = taken.or_else(|| reading.map(|reading| reading.taken(language)));
                return Ok(Said::Plan(Made {
                    plan,
                    repairs,
                    taken,
                }));
            }
            (_, Some(reading)) => {
                let told = reading.told(language)?;
                taken = Some(reading.taken(language));
                told
            }
            (plan, None) => {
                let errors = plan.err().unwrap_or_default();
                let told = rejected(context, attempt, errors).await?;
                scope.asks_again = true;
                attempt += 1;
                told
            }
        };
        request.messages.push(Message::Assistant {
            text: reply.text,
            tool_calls: Vec::new(),
        });
        request.messages.push(Message::User { text: told });
    }
}

/// Journals why a plan cannot be used, and words it for the planner while it may try again.
async fn rejected(
    context: &RunContext,
    attempt: u32,
    errors: Vec<String>,
) -> Result<String, WorkError> {
    context
        .append(vec![Event::PlanRejected {
            attempt,
            errors: errors.clone(),
        }])
        .await?;
    if attempt >= context.settings.max_attempts {
        let message = format!("no valid plan in {attempt} attempts: {}", errors.join("; "));
        let failure = Failure::new(FailureCode::PlanRejected, message);
        return Err(WorkError::Failed(failure));
    }
    let errors = crate::prompts::clip(&bullets(&errors), 4_000);
    let language = context.settings.language;
    Ok(Prompt::PlannerRetry.render(language, &[("errors", Fill::Ours(&errors))])?)
}

/// How a plan is to take what its planner asked back.
struct Reading {
    question: String,
    text: String,
    /// The user said it; otherwise the planner assumes it.
    is_answer: bool,
}

impl Reading {
    /// Gives the question back where somebody is there who has not heard it yet.
    fn of(context: &RunContext, asked: PlannerQuestion) -> Result<Self, PlannerQuestion> {
        let answer = context.memory().planner_answer.clone();
        if answer.is_none() && context.settings.may_ask {
            return Err(asked);
        }
        let answer = answer.flatten();
        Ok(Self {
            question: asked.question,
            is_answer: answer.is_some(),
            text: answer.unwrap_or(asked.assumption),
        })
    }

    /// As the planner hears of it.
    fn told(&self, language: Language) -> Result<String, WorkError> {
        let text = crate::prompts::clip(&self.text, 1_000);
        let answer = match self.is_answer {
            true => language.pick(
                format!("The person who asked answers: {text}"),
                format!("提问者回答：{text}"),
            ),
            false => language.pick(
                format!("Nobody answers. Go on with what you assume: {text}"),
                format!("无人作答。请按你的假设继续：{text}"),
            ),
        };
        let values = [
            ("question", Fill::Ours(self.question.as_str())),
            ("answer", Fill::Ours(&answer)),
        ];
        Ok(Prompt::PlannerAnswer.render(language, &values)?)
    }

    /// As a reader of the report is told of it: what was open, and what was taken for it.
    fn taken(&self, language: Language) -> (String, String) {
        let text = &self.text;
        let taken = match self.is_answer {
            true => language.pick(format!("{text} (as answered)"), format!("{text}（按回答）")),
            false => language.pick(
                format!("{text} (assumed, nobody answered)"),
                format!("{text}（假设，无人作答）"),
            ),
        };
        (self.question.clone(), taken)
    }
}

/// What a plan can be made for.
struct Ground {
    inventory: String,
    tools: String,
}

impl Ground {
    /// The library as it was when the run was planned, journaled: a resume asks the same.
    async fn of(
        researchers: &Researchers,
        context: &RunContext,
        scope: &mut Scope,
    ) -> Result<Self, WorkError> {
        let settings = &context.settings;
        let library = &researchers.library;
        let listed = || async {
            inventory(library, settings.as_of, settings.language)
                .map_err(|error| Failure::new(FailureCode::DiskError, error.to_string()))
        };
        let inventory = context.tool(scope, LIST_TOOL, "{}", listed).await?;
        let outside = researchers.outside.specs(settings.web).await;
        Ok(Self {
            inventory,
            tools: tools(&*LIBRARY_TOOLS, &outside),
        })
    }
}

fn first_request(
    context: &RunContext,
    brain: &Brain,
    template: &Planned,
    ground: &Ground,
) -> Result<ChatRequest, WorkError> {
    let language = context.settings.language;
    let schema = plan_file::planner_schema();
    let kind = context.request.research_type;
    let workflow = workflow(kind.unwrap_or(template.plan.research_type), language);
    let kind_line = match kind {
        Some(kind) => format!("research_type: {kind}"),
        None => format!(
            "research_type: {} ({})",
            template.plan.research_type,
            language.pick(
                "a guess; correct it if it is wrong",
                "推测值，如不正确请更正"
            )
        ),
    };
    let question = crate::prompts::clip(&context.request.question, 4_000);
    let schema_text = serde_json::to_string(&schema)?;
    let system = Prompt::Planner.render(
        language,
        &[
            ("day", Fill::Ours(&context.day_line())),
            ("research_type_line", Fill::Ours(&kind_line)),
            (
                "planning_guide",
                Fill::Ours(Prompt::PlanningGuide.text(language)),
            ),
            ("workflow", Fill::Ours(workflow)),
            ("tools", Fill::Ours(&ground.tools)),
            ("inventory", Fill::Data(&as_data(&ground.inventory))),
            ("schema", Fill::Ours(&schema_text)),
        ],
    )?;
    Ok(ChatRequest {
        role: Role::Plan,
        model: brain.model.clone(),
        system,
        tools: Vec::new(),
        messages: vec![Message::User {
            text: format!("<question>\n{question}\n</question>"),
        }],
        output: OutputFormat::Json {
            name: "plan".to_owned(),
            schema,
        },
        sampling: context.settings.sampling,
        max_output_tokens: Writing::Structure.ceiling(&context.settings),
    })
}

type ReadPlan = Result<(Plan, Vec<Repair>), Vec<String>>;

/// What an answer asks back, and the plan in it or what is wrong with that.
fn read_plan(text: &str, finish: &Finish) -> (Option<PlannerQuestion>, ReadPlan) {
    if *finish == Finish::Length {
        let cut = "the answer was cut at the output limit; make the plan shorter".to_owned();
        return (None, Err(vec![cut]));
    }
    let mut value: serde_json::Value = match read_json(text) {
        Ok(value) => value,
        Err(problem) => return (None, Err(vec![problem.to_string()])),
    };
    let asked = plan_file::take_ask_back(&mut value);
    let plan = plan_file::repair(&value.to_string())
        .map_err(|problems| problems.iter().map(ToString::to_string).collect());
    (asked, plan)
}
