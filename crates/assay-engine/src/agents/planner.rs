use std::sync::Arc;

use assay_analyst::{PlanRequest, Planned, plan as template_plan};
use assay_domain::{
    ChatRequest, Event, Failure, FailureCode, Finish, Message, OutputFormat, Plan, PlanOrigin,
    Profile, Repair, Role,
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
    if context.settings.profile == Profile::Answer {
        let request = &context.request;
        let planned = Planned {
            plan: answering::plan(&request.question, request.research_type),
            assumptions: Vec::new(),
            questions: Vec::new(),
        };
        return Ok(accepted(planned, PlanOrigin::Template));
    }
    let template = template_plan(&PlanRequest {
        question: &context.request.question,
        research_type: context.request.research_type,
        language: context.settings.language,
    });
    let Some(brain) = researchers.brain(&context, Role::Plan)? else {
        return Ok(accepted(template, PlanOrigin::Template));
    };
    match ask(researchers, &context, &brain, &template).await {
        Ok((plan, repairs)) => {
            let mut done = accepted(
                template,
                PlanOrigin::Model {
                    model: brain.label.clone(),
                },
            );
            done.events.pop();
            let origin = PlanOrigin::Model { model: brain.label };
            done.events.push(Event::PlanAccepted {
                plan,
                origin,
                repairs,
            });
            Ok(done)
        }
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

fn stands_in(context: &RunContext, failure: &Failure) -> bool {
    may_stand_in(context, failure)
        || (context.settings.stand_in && failure.code == FailureCode::PlanRejected)
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

/// Asks the model for a plan; an invalid one goes back with its errors, a bounded number of times.
async fn ask(
    researchers: &Researchers,
    context: &Arc<RunContext>,
    brain: &Brain,
    template: &Planned,
) -> Result<(Plan, Vec<Repair>), WorkError> {
    let language = context.settings.language;
    context.doing(None, || language.pick("planning", "制定计划").to_owned());
    let mut scope = Scope::of_step("plan");
    let ground = Ground::of(researchers, context, &mut scope).await?;
    let mut request = first_request(context, brain, template, &ground)?;
    let mut attempt = 1;
    loop {
        let reply = context
            .model(&mut scope, brain, &request, Purpose::Research)
            .await?;
        let errors = match read_plan(&reply.text, &reply.finish) {
            Ok(plan) => return Ok(plan),
            Err(errors) => errors,
        };
        context
            .append(vec![Event::PlanRejected {
                attempt,
                errors: errors.clone(),
            }])
            .await?;
        if attempt >= context.settings.max_attempts {
            let message = format!("no valid plan in {attempt} attempts: {}", errors.join("; "));
            return Err(WorkError::Failed(Failure::new(
                FailureCode::PlanRejected,
                message,
            )));
        }
        let errors = crate::prompts::clip(&bullets(&errors), 4_000);
        let text = Prompt::PlannerRetry.render(language, &[("errors", Fill::Ours(&errors))])?;
        request.messages.push(Message::Assistant {
            text: reply.text,
            tool_calls: Vec::new(),
        });
        request.messages.push(Message::User { text });
        scope.asks_again = true;
        attempt += 1;
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

fn read_plan(text: &str, finish: &Finish) -> Result<(Plan, Vec<Repair>), Vec<String>> {
    if *finish == Finish::Length {
        return Err(vec![
            "the answer was cut at the output limit; make the plan shorter".to_owned(),
        ]);
    }
    let value: serde_json::Value = read_json(text).map_err(|problem| vec![problem.to_string()])?;
    plan_file::repair(&value.to_string())
        .map_err(|problems| problems.iter().map(ToString::to_string).collect())
}
