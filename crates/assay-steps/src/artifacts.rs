//! The artifacts of a run whose bodies are payloads of the protocol.

use assay_domain::{ArtifactKind, ArtifactType};

use crate::{ModelBlueprint, ResearchReport, SearchAgentResult, SearchRounds};

pub const SEARCH_NOTES: ArtifactType<SearchAgentResult> =
    ArtifactType::new(ArtifactKind::SearchNotes);
pub const SEARCH_ROUNDS: ArtifactType<SearchRounds> = ArtifactType::new(ArtifactKind::SearchRounds);
pub const MODEL_BLUEPRINT: ArtifactType<ModelBlueprint> =
    ArtifactType::new(ArtifactKind::ModelBlueprint);
pub const RESEARCH_REPORT: ArtifactType<ResearchReport> =
    ArtifactType::new(ArtifactKind::ResearchReport);
