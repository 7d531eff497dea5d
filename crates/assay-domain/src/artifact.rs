//! What roles leave in a run beside events: one table of kinds, and the names that follow from it.

#[cfg(test)]
mod tests;

use std::fmt;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Body, Envelope, Event, TaskId};

/// How the body of an artifact is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArtifactForm {
    Json,
    Markdown,
    Html,
}

/// Declares the kinds: name on the board, form of the body, newest version of its schema, and
/// whether a run has one or one a task.
macro_rules! artifact_kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal $form:ident $schema:literal $count:ident,)*) => {
        /// Every kind of artifact that a run can leave.
        // Names and schema numbers are in journals: they are read for ever and never used again for
        // something else.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum ArtifactKind {
            $($(#[$doc])* $kind,)*
        }

        impl ArtifactKind {
            pub const ALL: &[Self] = &[$(Self::$kind,)*];

            /// As it is journaled; of a kind with one a task, what stands before the task's number.
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }

            pub fn form(self) -> ArtifactForm {
                match self { $(Self::$kind => ArtifactForm::$form,)* }
            }

            /// The newest version of its body's schema, which is the one that is written.
            pub fn schema(self) -> SchemaVersion {
                match self { $(Self::$kind => SchemaVersion($schema),)* }
            }

            /// Whether there is one for each task and not one for the run.
            pub fn is_of_task(self) -> bool {
                match self { $(Self::$kind => artifact_kinds!(@$count),)* }
            }
        }
    };
    (@task) => { true };
    (@run) => { false };
}

artifact_kinds! {
    /// What a task wrote.
    Section "section" Json 1 task,
    /// What one dimension of a deep research noted.
    Notes "notes" Json 1 task,
    /// The notes of all dimensions.
    SearchNotes "search_notes" Json 1 run,
    /// How many rounds of search there were and why they ended.
    SearchRounds "search_rounds" Json 1 run,
    /// What drives what.
    ModelBlueprint "model_blueprint" Json 1 run,
    /// The same with the notes that each part rests on, from which the report is written.
    CausalModel "causal_model" Json 1 run,
    /// What was found when the draft was read as a whole.
    DraftReading "draft_reading" Json 1 run,
    /// The report of a deep research in the step protocol's form.
    ResearchReport "research_report" Json 1 run,
    Report "report" Markdown 1 run,
    ReportHtml "report_html" Html 1 run,
    /// Sections that are not the answer of their run, because the quality gate let out less.
    UnreleasedSections "unreleased_sections" Markdown 1 run,
    UnreleasedSectionsHtml "unreleased_sections_html" Html 1 run,
    /// Of an autonomous research: the whole, and the step under way.
    OverallDashboard "overall_dashboard" Markdown 1 run,
    CurrentDashboard "current_dashboard" Markdown 1 run,
    /// Data points of a company.
    DataIntegrity "data_integrity" Json 1 run,
    Company "company" Json 1 run,
    /// What changed in the company's figures.
    Changes "changes" Json 1 run,
    EcosystemGraph "ecosystem_graph" Json 1 run,
    /// Claims and mechanisms.
    ResearchMechanism "research_mechanism" Json 1 run,
    /// What the quality gate measured and decided.
    QualityGate "quality_gate" Json 1 run,
    /// What a valuation lacked and whom it compared with.
    ValuationNotes "valuation_notes" Json 1 run,
    /// The inputs of a valuation that gave no value.
    ValuationRequest "valuation_request" Json 1 run,
    Valuation "valuation" Json 1 run,
    /// Why the value is another than the last time.
    ValuationChange "valuation_change" Json 1 run,
    /// The delivered document as data, in the form of its kind.
    FinalOutput "final_output" Json 1 run,
    /// The delivered document as a tree.
    Document "document" Json 1 run,
    Workbook "workbook" Json 1 run,
}

/// The version of an artifact's schema. A released one is read for ever; a newer one is refused.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct SchemaVersion(pub u32);

impl SchemaVersion {
    pub(crate) fn is_first(&self) -> bool {
        *self == Self::default()
    }
}

/// Artifacts that do not say otherwise are of the first version.
impl Default for SchemaVersion {
    fn default() -> Self {
        Self(1)
    }
}

impl fmt::Display for SchemaVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The name of an artifact on the board, for instance `report`, `section_2`.
// A journal may hold names that this version does not know; they are kept as they are.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct ArtifactName(String);

impl ArtifactName {
    pub fn of_run(kind: ArtifactKind) -> Self {
        Self(kind.name().to_owned())
    }

    pub fn of_task(kind: ArtifactKind, task: TaskId) -> Self {
        Self(format!("{}_{task}", kind.name()))
    }

    pub fn section(task: TaskId) -> Self {
        Self::of_task(ArtifactKind::Section, task)
    }

    /// `None` where this version does not know such an artifact.
    pub fn kind(&self) -> Option<ArtifactKind> {
        let named = |kind: &ArtifactKind| match kind.is_of_task() {
            true => self.task_of(*kind).is_some(),
            false => self.0 == kind.name(),
        };
        ArtifactKind::ALL.iter().copied().find(named)
    }

    /// The task whose artifact of a kind it names, if it does.
    pub fn task_of(&self, kind: ArtifactKind) -> Option<TaskId> {
        let number = self.0.strip_prefix(kind.name())?.strip_prefix('_')?;
        let is_number = kind.is_of_task() && number.bytes().all(|byte| byte.is_ascii_digit());
        number.parse().ok().filter(|_| is_number).map(TaskId)
    }
}

impl fmt::Display for ArtifactName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An artifact as the journal has it.
#[derive(Clone, Copy, Debug)]
pub struct WrittenArtifact<'a> {
    pub name: &'a ArtifactName,
    pub version: u32,
    pub schema: SchemaVersion,
    pub body: &'a Body,
}

impl WrittenArtifact<'_> {
    pub fn is(&self, kind: ArtifactKind) -> bool {
        self.name.kind() == Some(kind)
    }
}

/// The newest version of an artifact in a journal.
pub fn newest_artifact<'a>(
    journal: &'a [Envelope],
    name: &ArtifactName,
) -> Option<WrittenArtifact<'a>> {
    let mut written = journal.iter().rev().filter_map(|one| one.event.artifact());
    written.find(|artifact| artifact.name == name)
}

/// Artifacts of one kind in a journal, all versions, in the order they were written.
pub fn artifacts_of(
    journal: &[Envelope],
    kind: ArtifactKind,
) -> impl Iterator<Item = WrittenArtifact<'_>> {
    let written = journal.iter().filter_map(|one| one.event.artifact());
    written.filter(move |artifact| artifact.is(kind))
}

/// A kind of artifact with the type of its body. Each kind has one, so that what is written under a
/// name can be read under it.
pub struct ArtifactType<T> {
    kind: ArtifactKind,
    body: PhantomData<fn() -> T>,
}

impl<T> ArtifactType<T> {
    pub const fn new(kind: ArtifactKind) -> Self {
        Self {
            kind,
            body: PhantomData,
        }
    }

    pub fn kind(self) -> ArtifactKind {
        self.kind
    }

    /// The same body read as far as somebody needs it, or as it lies there.
    pub fn seen_as<V>(self) -> ArtifactType<V> {
        ArtifactType::new(self.kind)
    }
}

impl<T> Clone for ArtifactType<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ArtifactType<T> {}

impl<T: DeserializeOwned> ArtifactType<T> {
    /// The body as the type that its schema version stands for.
    pub fn parse(self, schema: SchemaVersion, text: &str) -> Result<T, ArtifactError> {
        let (name, known) = (self.kind.name(), self.kind.schema());
        if schema > known {
            return Err(ArtifactError::TooNew {
                name,
                found: schema,
                known,
            });
        }
        serde_json::from_str(text).map_err(|cause| ArtifactError::Damaged { name, cause })
    }
}

/// Why the body of an artifact cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ArtifactError {
    #[error(
        "the artifact {name} is of version {found}, and this program knows versions up to {known}; use a newer one"
    )]
    TooNew {
        name: &'static str,
        found: SchemaVersion,
        known: SchemaVersion,
    },
    #[error(
        "the artifact {name} is not what it should be: {cause}; `assay store check` looks closer"
    )]
    Damaged {
        name: &'static str,
        cause: serde_json::Error,
    },
}

impl Event {
    /// The artifact that was written with it.
    pub fn artifact(&self) -> Option<WrittenArtifact<'_>> {
        match self {
            Self::ArtifactWritten {
                artifact,
                version,
                schema,
                body,
                ..
            } => Some(WrittenArtifact {
                name: artifact,
                version: *version,
                schema: *schema,
                body,
            }),
            _ => None,
        }
    }
}
