//! The vocabulary of Assay.
//!
//! Every other crate speaks in these types: ids, plans, evidence, claims, chat messages, and the
//! [`Event`]s whose append-only sequence *is* a run. Nothing here does I/O, reads a clock or draws
//! a random number; [`Board`] is the one projection that lives here, because it is pure.

mod artifact;
mod asked;
mod board;
mod chat;
mod event;
mod evidence;
mod failure;
mod finding;
mod grouped;
mod id;
mod investment;
pub mod json_text;
mod language;
mod legal_form;
mod money;
mod plan;
mod provenance;
mod section;
mod settings;
mod sse;
mod untrusted;
mod words;

pub use artifact::{
    ArtifactError, ArtifactForm, ArtifactKind, ArtifactName, ArtifactType, SchemaVersion,
    WrittenArtifact, artifacts_of, newest_artifact,
};
pub use asked::{AnswerForm, AnsweredSentence, FollowUp, PlannerQuestion, Understood};
pub use board::{ArtifactRecord, Board, ClaimRecord, EvidenceRecord, GateRecord};
pub use chat::{
    ChatReply, ChatRequest, Effort, Finish, Message, OutputFormat, Sampling, ToolCall, ToolSpec,
    Usage,
};
pub use event::{
    Body, CallKind, Envelope, Event, GateName, IntegrationStep, JOURNAL_FORMAT, Outcome,
    PlanOrigin, RemovedBy, Verdict,
};
pub use evidence::{
    CheckedFigure, Claim, ClaimCheck, ClaimKind, Confidence, Document, DocumentSubject, Evidence,
    FigureBasis, GateSpan, HiddenFinding, HiddenKind, HiddenText, IngestVerdict, JudgedSpan,
    MediaType, Passage, Place, PlaceMark, ReviewDecision, SpanReview, Standing, TaggedFact, Tier,
};
pub use failure::{Failure, FailureCode};
pub use finding::{Finding, Reading, Statement};
pub use grouped::grouped;
pub use id::{
    BlobId, CallKey, ClaimId, DocumentId, EvidenceId, PassageId, ProfileId, RunId, TaskId,
};
pub use investment::{Investment, MarketFigure, MarketPrice};
pub use language::Language;
pub use legal_form::{CHINESE_LEGAL_FORMS, ends_with_legal_form, is_legal_form};
pub use money::{MicroUsd, Spend};
pub use plan::{Hints, Plan, Repair, ResearchType, Task};
pub use provenance::{Provenance, TierBasis};
pub use section::{
    Author, Label, LeftOut, QualityNote, Section, citation, cited_evidence, cited_ids, find_pair,
    without_citations,
};
pub use settings::{
    Autonomy, AutonomyError, Budget, Profile, Request, Role, RunSettings, SectionLength, ToolMode,
};
pub use sse::{SseDecoder, SseEvent, SseTooLarge};
pub use untrusted::{DataBlock, Untrusted};
pub use words::WordList;

pub use jiff::{Timestamp, civil::Date};
pub use rust_decimal::Decimal;
