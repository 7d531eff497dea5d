use assay_domain::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A stage of a run as a watcher sees it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "StepName")]
pub enum Step {
    Plan,
    DeepSearch,
    Modeling,
    QualityGate,
    Reporting,
}

impl Step {
    pub fn name(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::DeepSearch => "deep_search",
            Self::Modeling => "modeling",
            Self::QualityGate => "quality_gate",
            Self::Reporting => "reporting",
        }
    }

    /// The name that older pages know the step by.
    pub fn alias(self) -> &'static str {
        match self {
            Self::DeepSearch => "search",
            other => other.name(),
        }
    }

    /// What it is called where people read it.
    pub fn label(self, language: Language) -> &'static str {
        match self {
            Self::Plan => language.pick("Research plan", "研究计划"),
            Self::DeepSearch => language.pick("Multi-source deep search", "多源深度搜索"),
            Self::Modeling => language.pick("Model of drivers and effects", "驱动因素建模"),
            Self::QualityGate => language.pick("Quality gate", "质量闸门"),
            Self::Reporting => language.pick("Report", "撰写报告"),
        }
    }
}
