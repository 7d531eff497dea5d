use assay_engine::EngineError;
use assay_facts::UnknownName;
use assay_server::Problem;
use assay_store::StoreError;

/// Why a tool did not do what it was asked for. The host's model reads it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("the arguments are not what `{tool}` takes: {cause}; tools/list describes them")]
    Arguments {
        tool: &'static str,
        cause: serde_json::Error,
    },
    #[error("{0}")]
    Told(String),
    #[error("{0}")]
    Engine(#[from] EngineError),
    #[error("{0}")]
    Name(#[from] UnknownName),
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("the workbench's answer has no `{0}`; this is a defect of Assay")]
    Incomplete(&'static str),
    #[error("the answer cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl Refusal {
    pub(crate) fn told(text: impl Into<String>) -> Self {
        Self::Told(text.into())
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self::Told(problem.message().to_owned())
    }
}
