use assay_analyst::{CausalModel, Note, ProposedModel, accept, causal_model, claim_of};
use assay_domain::{DataBlock, Event, Failure, FailureCode, Role};
use assay_plan::Purpose;
use assay_steps::{BlueprintMetadata, ModelBlueprint};
use serde_json::json;

use super::super::{Researchers, may_stand_in};
use super::measures::measures;
use super::record::{self, Gathered};
use crate::agents::ask::{Asking, json};
use crate::artifacts::{Artifacts, CAUSAL_MODEL, MODEL_BLUEPRINT, ModelRecord};
use crate::ceiling::Writing;
use crate::prompts::{Fill, Prompt, clip};
use crate::section::Citable;
use crate::workshop::{IntegrateJob, WorkError};
use crate::{Brain, RunContext, Scope};

/// Characters of the notes that a model is given.
const CHARACTERS: usize = 40_000;

/// A model of what drives what, in both its forms.
pub(super) struct Modelled {
    pub(super) model: CausalModel,
    pub(super) blueprint: ModelBlueprint,
    /// Why it is not a model's, if it should be.
    pub(super) shortfall: Option<Failure>,
}

/// Makes the model: by the model of the role, or from the notes alone. In both its forms it comes
/// back as events.
pub(super) async fn model(
    researchers: &Researchers,
    job: &IntegrateJob,
    gathered: &Gathered,
) -> Result<Vec<Event>, WorkError> {
    let context = &job.context;
    let language = context.settings.language;
    context.doing(None, || {
        language
            .pick("modelling what drives what", "建立因果模型")
            .to_owned()
    });
    let stated = measures(researchers, context, &gathered.notes)?;
    let mut metadata = BlueprintMetadata::default();
    let mut shortfall = None;
    let model = match researchers.brain(context, Role::Modeling)? {
        None => causal_model(&gathered.notes, stated, language),
        Some(brain) => match propose(researchers, job, gathered, &brain, &stated).await {
            Ok(model) => model,
            Err(WorkError::Failed(failure)) if may_stand_in(context, &failure) => {
                metadata.is_fallback = true;
                shortfall = Some(failure);
                causal_model(&gathered.notes, stated, language)
            }
            Err(error) => return Err(error),
        },
    };
    let spent = record::spent_in(context, SCOPE)?;
    metadata.tokens = spent.tokens;
    metadata.duration_ms = spent.duration_ms;
    let blueprint = model.blueprint(metadata);
    let record = ModelRecord { model, shortfall };
    let blueprint = record::kept(context, MODEL_BLUEPRINT, AGENT, &blueprint).await?;
    let record = record::kept(context, CAUSAL_MODEL, AGENT, &record).await?;
    Ok(blueprint.into_iter().chain(record).collect())
}

impl Modelled {
    /// As the journal has it. It is not made again: whoever made it may not be asked any more.
    pub(super) fn of(context: &RunContext) -> Result<Self, WorkError> {
        let journal = context.store().load(&context.run, 0)?;
        let artifacts = Artifacts::new(context.store(), &journal);
        let record = artifacts.read(CAUSAL_MODEL)?;
        let Some((record, blueprint)) = record.zip(artifacts.read(MODEL_BLUEPRINT)?) else {
            let message = "the journal has no model of what drives what";
            return Err(WorkError::Failed(Failure::new(
                FailureCode::WorkerCrashed,
                message,
            )));
        };
        let ModelRecord { model, shortfall } = record;
        Ok(Self {
            model,
            blueprint,
            shortfall,
        })
    }
}

const AGENT: &str = "modeling_agent";

const SCOPE: &str = "modeling";

async fn propose(
    researchers: &Researchers,
    job: &IntegrateJob,
    gathered: &Gathered,
    brain: &Brain,
    stated: &[assay_analyst::Measure],
) -> Result<CausalModel, WorkError> {
    let context = &job.context;
    let language = context.settings.language;
    let prompt = Prompt::DeepModel.render(
        language,
        &[
            (
                "question",
                Fill::Ours(&clip(&context.request.question, 2_000)),
            ),
            ("notes", Fill::Data(&numbered(&gathered.notes))),
        ],
    )?;
    let asking = Asking {
        context,
        brain,
        role: Role::Modeling,
        purpose: Purpose::Research,
        schema: Some(("model", schema())),
        writing: Writing::Structure,
    };
    let mut citable = Citable::default();
    citable.inherit(context.memory().evidence.values().cloned());
    let is_borne_out = |text: &str, note: &Note| {
        let mut claim = claim_of(note);
        claim.text = text.to_owned();
        let checks = citable.check(&[claim], &researchers.library, language)?;
        let stands = checks.first().is_some_and(|check| {
            check
                .as_ref()
                .is_some_and(assay_domain::ClaimCheck::is_supported)
        });
        Ok::<bool, WorkError>(stands)
    };
    let mut scope = Scope::of_step(SCOPE);
    asking
        .ask(&mut scope, prompt, |text, is_last| {
            let proposed: ProposedModel = match json(text) {
                Ok(proposed) => proposed,
                Err(problems) => return Ok(Err(problems)),
            };
            let model = accept(proposed, &gathered.notes, stated, is_borne_out, language)?;
            let is_empty = model.drivers.is_empty();
            Ok(if is_empty || (!is_last && !model.warnings.is_empty()) {
                let mut problems = model.warnings;
                if is_empty {
                    problems.push("no driver is left".to_owned());
                }
                Err(problems)
            } else {
                Ok(model)
            })
        })
        .await
}

/// Notes as a model sees them: fenced, each under its number, with the ids it may cite.
pub(super) fn numbered(notes: &[Note]) -> DataBlock {
    let blocks = notes.iter().zip(0usize..).map(|(note, at)| {
        let number = at.to_string();
        let attributes = [("note", number.as_str()), ("topic", note.topic.as_str())];
        let mut text = format!("{} {}", note.summary, note.citations());
        for quoted in &note.evidence {
            text.push_str(&format!(
                "\n“{}” [[{}]]",
                clip(&quoted.quote, 600),
                quoted.id
            ));
        }
        DataBlock::new(&attributes, &text)
    });
    DataBlock::stacked(blocks, CHARACTERS)
}

fn schema() -> serde_json::Value {
    let statement = json!({
        "type": "object",
        "properties": {"text": {"type": "string"}, "note": {"type": "integer"}},
        "required": ["text", "note"],
    });
    let list = |properties: serde_json::Value, required: &[&str]| {
        json!({"type": "array", "items": {
            "type": "object", "properties": properties, "required": required,
        }})
    };
    json!({
        "type": "object",
        "properties": {
            "coreDrivers": list(json!({
                "name": {"type": "string"}, "description": {"type": "string"},
                "evidenceRefs": {"type": "array", "items": {"type": "integer"}},
            }), &["name", "description", "evidenceRefs"]),
            "relationships": list(json!({
                "from": {"type": "string"}, "to": {"type": "string"}, "type": {"type": "string"},
                "confidence": {"type": "number"}, "note": {"type": "integer"},
            }), &["from", "to", "note"]),
            "scenarios": list(json!({
                "name": {"type": "string"},
                "assumptions": {"type": "array", "items": statement},
                "outcomes": {"type": "array", "items": statement},
                "confidence": {"type": "number"},
            }), &["name", "assumptions", "outcomes"]),
            "metrics": list(json!({
                "name": {"type": "string"}, "estimate": {"type": "number"},
                "unit": {"type": "string"}, "note": {"type": "integer"},
            }), &["name", "estimate", "note"]),
        },
        "required": ["coreDrivers", "relationships", "scenarios", "metrics"],
    })
}
