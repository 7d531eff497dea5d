//! The type behind each kind of artifact, and how artifacts are written and read.

use assay_analyst::CausalModel;
use assay_appraisal::{Outdated, PeerNote, Thesis};
use assay_domain::{
    ArtifactError, ArtifactForm, ArtifactKind, ArtifactName, ArtifactType, ClaimId, Envelope,
    Event, Failure, SchemaVersion, Section, TaskId, WrittenArtifact, artifacts_of, newest_artifact,
};
use assay_ecosystem::EcosystemPackage;
use assay_exports::{Doc, Workbook};
use assay_facts::{Change, Company, DataPackage, SectorHint};
use assay_gates::{Decision, Measured};
pub use assay_steps::{MODEL_BLUEPRINT, RESEARCH_REPORT, SEARCH_NOTES, SEARCH_ROUNDS};
use assay_store::Store;
use assay_valuation::{Outcome, Request, ValueChange};
use schemars::{JsonSchema, Schema, schema_for};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::EngineError;
use crate::agents::Dimension;

pub const SECTION: ArtifactType<Section> = ArtifactType::new(ArtifactKind::Section);
pub(crate) const NOTES: ArtifactType<Dimension> = ArtifactType::new(ArtifactKind::Notes);
pub const CAUSAL_MODEL: ArtifactType<ModelRecord> = ArtifactType::new(ArtifactKind::CausalModel);
pub const DRAFT_READING: ArtifactType<DraftReading> = ArtifactType::new(ArtifactKind::DraftReading);
pub const DATA_INTEGRITY: ArtifactType<DataPackage> =
    ArtifactType::new(ArtifactKind::DataIntegrity);
pub const COMPANY: ArtifactType<CompanyRecord> = ArtifactType::new(ArtifactKind::Company);
pub const CHANGES: ArtifactType<Vec<Change>> = ArtifactType::new(ArtifactKind::Changes);
pub const ECOSYSTEM_GRAPH: ArtifactType<EcosystemPackage> =
    ArtifactType::new(ArtifactKind::EcosystemGraph);
pub const RESEARCH_MECHANISM: ArtifactType<Thesis> =
    ArtifactType::new(ArtifactKind::ResearchMechanism);
pub const QUALITY_GATE: ArtifactType<GateRecord> = ArtifactType::new(ArtifactKind::QualityGate);
pub const VALUATION_NOTES: ArtifactType<ValuationNotes> =
    ArtifactType::new(ArtifactKind::ValuationNotes);
pub const VALUATION_REQUEST: ArtifactType<Request> =
    ArtifactType::new(ArtifactKind::ValuationRequest);
pub const VALUATION: ArtifactType<Outcome> = ArtifactType::new(ArtifactKind::Valuation);
pub const VALUATION_CHANGE: ArtifactType<ValueChange> =
    ArtifactType::new(ArtifactKind::ValuationChange);
pub const FINAL_OUTPUT: ArtifactType<Value> = ArtifactType::new(ArtifactKind::FinalOutput);
pub const DOCUMENT: ArtifactType<Doc> = ArtifactType::new(ArtifactKind::Document);
pub const WORKBOOK: ArtifactType<Workbook> = ArtifactType::new(ArtifactKind::Workbook);

/// What drives what, each part with its note.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct ModelRecord {
    #[serde(flatten)]
    pub model: CausalModel,
    /// Why it is not a model's, where it should be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortfall: Option<Failure>,
}

/// What was found when a draft was read as a whole and code agreed with.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct DraftReading {
    /// Sentences that went, each with the one that says it.
    pub repeated: Vec<[String; 2]>,
    pub conflicts: Vec<[String; 2]>,
    pub answers: Vec<String>,
    pub unanswered: Vec<String>,
}

/// Whom a judgement is about.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct CompanyRecord {
    pub company: Company,
    pub sector: SectorHint,
}

/// What the quality gate measured and decided.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct GateRecord {
    pub measured: Measured,
    pub decision: Decision,
    /// What the reader gets; absent where the judgement was sent back.
    #[serde(default)]
    pub delivered: Option<Decision>,
    /// Core figures that are too old for the day of the run.
    #[serde(default)]
    pub outdated: Option<Outdated>,
}

/// What a valuation lacked, and whom it compared with.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct ValuationNotes {
    /// Drivers that the history could not give, and why.
    pub absent: Vec<(String, String)>,
    pub peers: Vec<PeerNote>,
}

/// Does something with the type of a kind's body, or something else where the body is plain text.
macro_rules! with_type_of {
    ($kind:expr, $typed:ident => $json:expr, $text:expr) => {
        with_type_of! {
            @ $kind, $typed => $json, $text;
            Section SECTION, Notes NOTES, SearchNotes SEARCH_NOTES, SearchRounds SEARCH_ROUNDS,
            ModelBlueprint MODEL_BLUEPRINT, CausalModel CAUSAL_MODEL, DraftReading DRAFT_READING,
            ResearchReport RESEARCH_REPORT, DataIntegrity DATA_INTEGRITY, Company COMPANY,
            Changes CHANGES, EcosystemGraph ECOSYSTEM_GRAPH,
            ResearchMechanism RESEARCH_MECHANISM, QualityGate QUALITY_GATE,
            ValuationNotes VALUATION_NOTES, ValuationRequest VALUATION_REQUEST,
            Valuation VALUATION, ValuationChange VALUATION_CHANGE, FinalOutput FINAL_OUTPUT,
            Document DOCUMENT, Workbook WORKBOOK,
        }
    };
    (@ $kind:expr, $typed:ident => $json:expr, $text:expr; $($of:ident $type:ident,)*) => {
        match $kind {
            $(ArtifactKind::$of => {
                let $typed = $type;
                $json
            })*
            ArtifactKind::Report
            | ArtifactKind::ReportHtml
            | ArtifactKind::UnreleasedSections
            | ArtifactKind::UnreleasedSectionsHtml
            | ArtifactKind::OverallDashboard
            | ArtifactKind::CurrentDashboard => $text,
        }
    };
}

/// The JSON schema of a kind's body, in its newest version.
pub fn schema_of(kind: ArtifactKind) -> Schema {
    fn of_body<T: JsonSchema>(_: ArtifactType<T>) -> Schema {
        schema_for!(T)
    }
    with_type_of!(kind, typed => of_body(typed), schema_for!(String))
}

/// What a reader makes of a body: it is read as the type of its kind and written again.
pub fn as_read(
    kind: ArtifactKind,
    schema: SchemaVersion,
    text: &str,
) -> Result<Value, EngineError> {
    fn of_body<T: DeserializeOwned + Serialize>(
        typed: ArtifactType<T>,
        schema: SchemaVersion,
        text: &str,
    ) -> Result<Value, EngineError> {
        Ok(serde_json::to_value(typed.parse(schema, text)?)?)
    }
    with_type_of!(kind, typed => of_body(typed, schema, text), Ok(Value::from(text)))
}

/// Makes the events by which a role's artifacts come into the journal.
pub(crate) struct ArtifactWriter<'a> {
    pub(crate) store: &'a Store,
    pub(crate) agent: &'a str,
}

impl ArtifactWriter<'_> {
    pub(crate) async fn of_run<T: Serialize>(
        &self,
        kind: ArtifactType<T>,
        version: u32,
        content: &T,
    ) -> Result<Event, EngineError> {
        let text = serde_json::to_string(content)?;
        self.text(kind.kind(), version, text).await
    }

    pub(crate) async fn of_task<T: Serialize>(
        &self,
        kind: ArtifactType<T>,
        task: TaskId,
        claim_ids: Vec<ClaimId>,
        content: &T,
    ) -> Result<Event, EngineError> {
        let kind = kind.kind();
        Ok(Event::ArtifactWritten {
            artifact: ArtifactName::of_task(kind, task),
            version: 1,
            schema: kind.schema(),
            agent: self.agent.to_owned(),
            claim_ids,
            body: self.store.body(serde_json::to_string(content)?).await?,
        })
    }

    /// One whose body is written already.
    pub(crate) async fn text(
        &self,
        kind: ArtifactKind,
        version: u32,
        text: String,
    ) -> Result<Event, EngineError> {
        Ok(Event::ArtifactWritten {
            artifact: ArtifactName::of_run(kind),
            version,
            schema: kind.schema(),
            agent: self.agent.to_owned(),
            claim_ids: Vec::new(),
            body: self.store.body(text).await?,
        })
    }
}

/// The artifacts of a journal.
#[derive(Clone, Copy)]
pub struct Artifacts<'a> {
    store: &'a Store,
    journal: &'a [Envelope],
}

impl<'a> Artifacts<'a> {
    pub fn new(store: &'a Store, journal: &'a [Envelope]) -> Self {
        Self { store, journal }
    }

    pub fn has(self, kind: ArtifactKind) -> bool {
        artifacts_of(self.journal, kind).next().is_some()
    }

    /// The text of the newest version, as it was written.
    pub fn text(self, kind: ArtifactKind) -> Result<Option<String>, EngineError> {
        let Some(newest) = newest_artifact(self.journal, &ArtifactName::of_run(kind)) else {
            return Ok(None);
        };
        let (name, found, known) = (kind.name(), newest.schema, kind.schema());
        if found > known {
            return Err(ArtifactError::TooNew { name, found, known }.into());
        }
        Ok(Some(self.store.text_of(newest.body)?))
    }

    /// The newest version.
    pub fn read<T: DeserializeOwned>(
        self,
        kind: ArtifactType<T>,
    ) -> Result<Option<T>, EngineError> {
        let newest = newest_artifact(self.journal, &ArtifactName::of_run(kind.kind()));
        newest
            .map(|artifact| self.parsed(kind, artifact))
            .transpose()
    }

    /// The newest version of a task's.
    pub fn of_task<T: DeserializeOwned>(
        self,
        kind: ArtifactType<T>,
        task: TaskId,
    ) -> Result<Option<T>, EngineError> {
        let newest = newest_artifact(self.journal, &ArtifactName::of_task(kind.kind(), task));
        newest
            .map(|artifact| self.parsed(kind, artifact))
            .transpose()
    }

    /// Those of all tasks and of all versions, in the order they were written.
    pub fn all<T: DeserializeOwned>(self, kind: ArtifactType<T>) -> Result<Vec<T>, EngineError> {
        artifacts_of(self.journal, kind.kind())
            .map(|artifact| self.parsed(kind, artifact))
            .collect()
    }

    fn parsed<T: DeserializeOwned>(
        self,
        kind: ArtifactType<T>,
        artifact: WrittenArtifact<'_>,
    ) -> Result<T, EngineError> {
        let text = self.store.text_of(artifact.body)?;
        Ok(kind.parse(artifact.schema, &text)?)
    }
}

/// Whether the text of a kind is HTML.
pub(crate) fn is_html(kind: ArtifactKind) -> bool {
    kind.form() == ArtifactForm::Html
}
