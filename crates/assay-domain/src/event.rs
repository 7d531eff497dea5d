use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ArtifactName, Author, BlobId, CallKey, Claim, Document, Evidence, Failure, Finding, FollowUp,
    MicroUsd, PassageId, Plan, PlannerQuestion, QualityNote, Repair, Request, Role, RunId,
    RunSettings, SchemaVersion, Spend, TaskId, Timestamp, Understood, Usage, json_text,
};

/// The version of the events below. A released version is read for ever; a newer one is refused.
pub const JOURNAL_FORMAT: u32 = 1;

/// An event with its place in the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Envelope {
    /// Place in the whole store: strictly increasing.
    pub seq: u64,
    pub run: RunId,
    /// Place in the run: 1, 2, 3 … without a gap.
    pub run_seq: u64,
    pub at: Timestamp,
    pub event: Event,
}

/// A text stored in the event or, when it is large, beside the journal under its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    Inline(#[serde(serialize_with = "json_text::serialize")] String),
    Blob { hash: BlobId, bytes: u64 },
}

/// Everything that can happen to a run. Past tense: an event is a fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    RunCreated {
        format: u32,
        request: Request,
        settings: Box<RunSettings>,
        base: Option<RunId>,
    },
    /// A driver took the run up again.
    RunResumed {
        process: u32,
        /// What the calls count for that were under way when the driver before it ended.
        #[serde(default, skip_serializing_if = "Spend::is_nothing")]
        unanswered: Spend,
    },
    /// The user chose other models for the rest of the run, for instance after a wrong name.
    ModelsChanged {
        models: BTreeMap<Role, String>,
    },
    /// What the question was taken to ask.
    QuestionUnderstood {
        understood: Understood,
    },
    /// A parameter the request lacked and what was taken for it.
    AssumptionMade {
        parameter: String,
        assumed: String,
    },

    /// A planner's plan that cannot be used, and what it was told.
    PlanRejected {
        attempt: u32,
        errors: Vec<String>,
    },
    PlanAccepted {
        plan: Plan,
        origin: PlanOrigin,
        repairs: Vec<Repair>,
    },
    /// The planner asked the user back; the run waits for the answer.
    PlannerAsked {
        asked: PlannerQuestion,
    },
    /// What the user said to it; null: go on with what the planner assumes.
    PlannerAnswered {
        answer: Option<String>,
    },
    /// The user lets a held plan run as it stands.
    PlanApproved,

    TaskStarted {
        task: TaskId,
        attempt: u32,
    },
    /// The result of an earlier run stands for this task.
    TaskReused {
        task: TaskId,
        from: RunId,
    },
    TaskFinished {
        task: TaskId,
        author: Author,
        notes: Vec<QualityNote>,
    },
    TaskFailed {
        task: TaskId,
        failure: Failure,
    },
    TaskBlocked {
        task: TaskId,
        by: TaskId,
    },

    /// An outside call is about to be made. Durable before the first byte leaves.
    CallStarted {
        key: CallKey,
        task: Option<TaskId>,
        call: CallKind,
        request: Body,
        /// What a call of a model may take at most. It counts until a reply says better.
        #[serde(default, skip_serializing_if = "Spend::is_nothing")]
        estimate: Spend,
    },
    /// A complete reply, stored before anything reads it.
    CallReplied {
        key: CallKey,
        reply: Body,
        usage: Option<Usage>,
        /// True where the server gave no usage and `usage` was estimated from the text.
        usage_estimated: bool,
        cost: MicroUsd,
        millis: u64,
    },
    CallFailed {
        key: CallKey,
        failure: Failure,
        attempt: u32,
        will_retry: bool,
        /// What the try counts for: its server may charge for what never came back.
        #[serde(default, skip_serializing_if = "Spend::is_nothing")]
        counted: Spend,
    },

    EvidenceAttached {
        evidence: Evidence,
    },
    ClaimRegistered {
        claim: Claim,
    },
    ArtifactWritten {
        artifact: ArtifactName,
        version: u32,
        /// The version of the body's schema.
        #[serde(default, skip_serializing_if = "SchemaVersion::is_first")]
        schema: SchemaVersion,
        agent: String,
        claim_ids: Vec<crate::ClaimId>,
        body: Body,
    },
    FindingRecorded {
        finding: Finding,
    },
    GateDecided {
        gate: GateName,
        verdict: Verdict,
        reasons: Vec<String>,
    },
    /// The run goes on with less than was asked for.
    Degraded {
        reason: Failure,
    },

    IntegrationStarted,
    /// A step of the integration is done with all its effects. The last one ends with the run.
    StepFinished {
        step: IntegrationStep,
        /// What the step found out is to be done now.
        next: IntegrationStep,
        /// Passages that the way back upstream found, in the order in which they are read.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        brought: Vec<PassageId>,
    },
    CancelRequested {
        reason: String,
    },
    RunFinished {
        outcome: Outcome,
        reasons: Vec<String>,
    },

    /// A reader asked on after the end of the run. The only event that may follow it.
    FollowUpAnswered {
        follow_up: Box<FollowUp>,
    },

    /// Library stream: a document came in.
    DocumentIngested {
        // boxed because it is by far the largest, and every event takes the space of the largest
        document: Box<Document>,
    },
    /// Library stream: a person decided about a span that the gate took out.
    QuarantineReviewed {
        document: crate::DocumentId,
        review: crate::SpanReview,
    },
    /// Library stream: a person said how far a document can be trusted.
    TierDeclared {
        document: crate::DocumentId,
        tier: crate::Tier,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Companies stream: who a company deals with, as the documents at hand say.
    GraphRefreshed {
        /// What identifies the company among all.
        company: String,
        graph: Body,
    },
    /// Library stream: a document was taken out. It also stands in the place of each event that told
    /// of the document, also among the companies.
    DocumentRemoved {
        document: crate::DocumentId,
    },
    /// All that is left of a run that was taken out.
    RunRemoved {
        /// How many events it had.
        events: u64,
        by: RemovedBy,
    },
}

impl Event {
    /// The evidence that comes into the run with it.
    pub fn evidence(&self) -> &[Evidence] {
        match self {
            Self::EvidenceAttached { evidence } => std::slice::from_ref(evidence),
            Self::FollowUpAnswered { follow_up } => &follow_up.evidence,
            _ => &[],
        }
    }

    /// The bodies beside the journal that it names.
    pub fn bodies(&self) -> Vec<&BlobId> {
        let named = match self {
            Self::CallStarted { request: body, .. }
            | Self::CallReplied { reply: body, .. }
            | Self::ArtifactWritten { body, .. }
            | Self::GraphRefreshed { graph: body, .. } => match body {
                Body::Blob { hash, .. } => [Some(hash), None, None],
                Body::Inline(_) => [None; 3],
            },
            Self::DocumentIngested { document } => [
                Some(&document.raw),
                Some(&document.text),
                document.facts.as_ref(),
            ],
            _ => [None; 3],
        };
        named.into_iter().flatten().collect()
    }
}

/// What is done after the tasks, a piece of work each. Not every research has every step.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum IntegrationStep {
    /// Searches and reads on for what the tasks left open.
    ReadOn,
    /// Looks through all evidence for what contradicts, is outdated or is missing.
    Examine,
    /// Makes a model of what drives what.
    Model,
    /// Judges a company; comes again where the quality gate sends the judgement back.
    Judge,
    /// Values what was judged.
    Value,
    /// Writes the report and ends the run.
    Compose,
}

/// On whose word something was taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RemovedBy {
    User,
    /// It was older than the settings let it grow.
    Retention,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlanOrigin {
    /// Written or edited by the user.
    User,
    Model {
        model: String,
    },
    /// From the offline analyst's workflow templates.
    Template,
    /// From the templates because a configured model could not answer.
    Fallback {
        instead_of: String,
        because: Failure,
    },
}

/// What an outside call asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "call", rename_all = "snake_case")]
pub enum CallKind {
    Model {
        role: crate::Role,
        model: String,
        /// It asks again for what an earlier call asked for and did not get.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        asks_again: bool,
    },
    Tool {
        tool: String,
    },
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum GateName {
    Ingest,
    QualityGate,
    Egress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    Pass,
    Degrade,
    Fail,
    Clean,
    Flagged,
    Quarantined,
    Safe,
    Blocked,
}

impl GateName {
    /// As it is journaled.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ingest => "ingest",
            Self::QualityGate => "quality_gate",
            Self::Egress => "egress",
        }
    }
}

impl Verdict {
    /// As it is journaled.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::Degrade => "DEGRADE",
            Self::Fail => "FAIL",
            Self::Clean => "CLEAN",
            Self::Flagged => "FLAGGED",
            Self::Quarantined => "QUARANTINED",
            Self::Safe => "SAFE",
            Self::Blocked => "BLOCKED",
        }
    }
}

/// How a run ended.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Every task finished as asked.
    Completed,
    /// Some tasks failed or were blocked; the report says which.
    Partial,
    /// Every task has a section, but something stood in for what was asked.
    Degraded,
    /// No section could be written.
    Failed,
    /// A gate forbids delivery.
    Blocked,
    Cancelled,
}

impl Outcome {
    pub fn name(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Partial => "partial",
            Self::Degraded => "degraded",
            Self::Failed => "failed",
            Self::Blocked => "blocked",
            Self::Cancelled => "cancelled",
        }
    }
}
