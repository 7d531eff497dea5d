use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A newtype over a string id, with the conversions every id needs.
macro_rules! string_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

string_id!(
    /// One run, for instance `r-20261115-7k2m9q`. The stream `library` holds the documents.
    RunId
);
string_id!(
    /// `doc_` and the first 12 hex digits of the BLAKE3 hash of the document's bytes.
    DocumentId
);
string_id!(
    /// A passage names its document and its byte range in the stored text: `doc_…:120-480`.
    /// The id stays true when the splitter changes.
    PassageId
);
string_id!(
    /// `ev_` and 10 hex digits derived from the passage: the same passage is the same evidence in
    /// every task, whatever order the tasks finish in.
    EvidenceId
);
string_id!(
    /// `claim_<task>_<n>`, numbered inside its task so that parallel tasks cannot disturb it.
    ClaimId
);
string_id!(
    /// The full BLAKE3 hash (64 hex digits) of a stored body.
    BlobId
);
string_id!(
    /// A profile as settings, API and command line name it.
    ProfileId
);
string_id!(
    /// What makes two outside calls of a run the same call: scope, request hash, occurrence.
    CallKey
);

impl RunId {
    /// The stream that holds what was ingested, apart from every run.
    pub fn library() -> Self {
        Self::new("library")
    }

    /// The stream that holds what runs found about companies and later runs build on.
    pub fn companies() -> Self {
        Self::new("companies")
    }

    /// Whether this names a run, and not a stream beside all runs.
    pub fn is_run(&self) -> bool {
        *self != Self::library() && *self != Self::companies()
    }
}

impl DocumentId {
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let hex = blake3::hash(bytes).to_hex();
        Self::new(format!("doc_{}", hex.get(..12).unwrap_or_default()))
    }
}

impl BlobId {
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self::new(blake3::hash(bytes).to_hex().to_string())
    }
}

impl PassageId {
    pub fn from_range(document: &DocumentId, start: usize, end: usize) -> Self {
        Self::new(format!("{document}:{start}-{end}"))
    }

    /// The document and byte range that the id names, or `None` if it is not such an id.
    pub fn parts(&self) -> Option<(DocumentId, std::ops::Range<usize>)> {
        let (document, range) = self.0.rsplit_once(':')?;
        let (start, end) = range.split_once('-')?;
        let range = start.parse().ok()?..end.parse().ok()?;
        (range.start <= range.end).then(|| (DocumentId::new(document), range))
    }
}

impl EvidenceId {
    pub fn of_passage(passage: &PassageId) -> Self {
        let hex = blake3::hash(passage.as_str().as_bytes()).to_hex();
        Self::new(format!("ev_{}", hex.get(..10).unwrap_or_default()))
    }
}

impl ClaimId {
    pub fn numbered(task: TaskId, number: usize) -> Self {
        Self::new(format!("claim_{task}_{number:03}"))
    }
}

impl CallKey {
    /// `occurrence` tells apart identical requests made on purpose within one scope.
    pub fn new_for(scope: &str, request: &[u8], occurrence: u32) -> Self {
        let hex = blake3::hash(request).to_hex();
        Self::new(format!(
            "{scope}/{}/{occurrence}",
            hex.get(..32).unwrap_or_default()
        ))
    }
}

/// A task's number in its plan: 1, 2, 3 and so on.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    Default,
    JsonSchema,
)]
#[serde(transparent)]
pub struct TaskId(#[schemars(range(min = 1))] pub u32);

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for TaskId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}
