//! The step protocol.
//!
//! A client that watches a run is told of steps: `plan`, `deep_search`, `modeling`, `reporting`, and
//! `quality_gate` where a company is judged. What it is told is a view of the run's journal:
//! [`Projector`] takes journal events in order and gives step events, each with an [`EventId`] that
//! names its place in the journal. The same journal gives the same stream, so a client that comes
//! back says where it was and gets the rest.
//!
//! The payloads of agents ([`SearchAgentResult`], [`ModelBlueprint`], [`ResearchReport`]) are
//! written in camel case and have exactly the fields that the protocol names.

mod artifacts;
mod evaluation;
mod event;
mod payload;
mod projector;
mod report;
mod rounds;
mod search;

pub use assay_plan::Step;

pub use artifacts::{MODEL_BLUEPRINT, RESEARCH_REPORT, SEARCH_NOTES, SEARCH_ROUNDS};
pub use evaluation::{Evaluation, Figures, Prompts};
pub use event::{EventId, Numbered, Status, StepEvent, StepPayload};
pub use payload::{
    AgentMetadata, BlueprintMetadata, BlueprintMetric, BlueprintScenario, CoreDriver,
    ModelBlueprint, ModelingAgentPayload, ModelingOptions, NoteEvidence, OutlineEntry, PlanContent,
    PreviousSteps, RawResult, Relationship, ReportAgentPayload, ReportMetadata, ReportOptions,
    ReportSource, ResearchReport, SearchAgentPayload, SearchAgentResult, SearchConfig, SearchNote,
    SearchStrategy,
};
pub use projector::{Projector, TellError};
pub use report::{address, outline};
pub use rounds::{RoundsEnd, SearchRound, SearchRounds};
pub use search::trust;
