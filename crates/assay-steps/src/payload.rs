use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the search agent is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchAgentPayload {
    pub query: String,
    pub config: SearchConfig,
    pub previous: PreviousSteps,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchConfig {
    pub engines: Vec<String>,
    pub max_results: u32,
    pub timeout_ms: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PreviousSteps {
    pub plan: PlanContent,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanContent {
    pub content: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchAgentResult {
    pub strategy: SearchStrategy,
    pub notes: Vec<SearchNote>,
    pub raw_results: Vec<RawResult>,
    pub metadata: AgentMetadata,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchStrategy {
    pub primary_query: String,
    pub queries: Vec<String>,
    pub engines: Vec<String>,
    /// The strategy in the words of whoever made it.
    pub notes: String,
}

/// What was found about one thing, with the words that say so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchNote {
    pub summary: String,
    pub evidence: Vec<NoteEvidence>,
    pub topic: String,
    pub source_url: String,
    pub engine: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NoteEvidence {
    /// Word by word from the source.
    pub quote: String,
    pub source: String,
    /// From 0 to 1.
    pub confidence: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RawResult {
    pub title: String,
    pub url: String,
    pub snippet: String,
    pub engine: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentMetadata {
    pub duration_ms: u64,
    pub tokens: u64,
    /// Whether the offline analyst did what a model was to do.
    pub is_fallback: bool,
}

/// What the modeling agent is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelingAgentPayload {
    pub query: String,
    pub evidence: Vec<SearchNote>,
    pub strategy: SearchStrategy,
    pub options: ModelingOptions,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelingOptions {
    pub target_model: String,
}

/// What drives what, as far as the evidence goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelBlueprint {
    pub model_type: String,
    pub core_drivers: Vec<CoreDriver>,
    pub relationships: Vec<Relationship>,
    pub scenarios: Vec<BlueprintScenario>,
    pub metrics: Vec<BlueprintMetric>,
    pub metadata: BlueprintMetadata,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CoreDriver {
    pub name: String,
    pub description: String,
    /// Places in the list of notes that the blueprint was made with, from 0.
    pub evidence_refs: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Relationship {
    pub from: String,
    pub to: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub confidence: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BlueprintScenario {
    pub name: String,
    pub assumptions: Vec<String>,
    pub outcomes: Vec<String>,
    pub confidence: f64,
}

/// A number of JSON is what the protocol has; the exact figure is the evidence's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BlueprintMetric {
    pub name: String,
    pub estimate: f64,
    pub unit: String,
    pub confidence: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlueprintMetadata {
    pub duration_ms: u64,
    pub tokens: u64,
    pub warnings: Vec<String>,
    /// Written only where it is true: the protocol does not name it here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_fallback: bool,
}

/// What the report agent is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportAgentPayload {
    pub query: String,
    pub model: ModelBlueprint,
    pub evidence: Vec<SearchNote>,
    pub options: ReportOptions,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportOptions {
    pub format: String,
    pub audience: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResearchReport {
    pub markdown: String,
    pub outline: Vec<OutlineEntry>,
    pub sources: Vec<ReportSource>,
    pub metadata: ReportMetadata,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutlineEntry {
    pub heading: String,
    pub bullets: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportSource {
    pub title: String,
    pub url: String,
    /// The first note that rests on the source.
    pub note_index: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportMetadata {
    pub duration_ms: u64,
    pub tokens: u64,
    /// Whether the text was sent in chunks before the result.
    pub streamed: bool,
    /// Written only where it is true: the protocol does not name it here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_fallback: bool,
}
