use assay_domain::{DocumentId, Event, Provenance, RunId, Tier};

use super::{Ingested, Library};
use crate::{Clock, EngineError};

/// A document at the library's door.
#[derive(Clone, Copy, Debug)]
pub struct Arrival<'a> {
    /// Where it is from, as it will be cited: a path or a URL.
    pub origin: &'a str,
    /// A file name, path or URL whose extension says what the bytes are.
    pub name: &'a str,
    pub bytes: &'a [u8],
    /// How it came here: by this its tier is learnt.
    pub provenance: Provenance,
    /// What a person says of it, which counts before all.
    pub tier: Option<Tier>,
    /// Whether it came in over HTTP.
    pub uploaded: bool,
}

impl<'a> Arrival<'a> {
    /// A file that a person gave, under its own name.
    pub fn given(origin: &'a str, bytes: &'a [u8]) -> Self {
        Self {
            origin,
            name: origin,
            bytes,
            provenance: Provenance::Given,
            tier: None,
            uploaded: false,
        }
    }

    /// What Assay itself fetched from the host of `url`.
    pub fn fetched(url: &'a str, name: &'a str, bytes: &'a [u8]) -> Self {
        Self {
            name,
            provenance: Provenance::Fetched,
            ..Self::given(url, bytes)
        }
    }

    /// What a tool or an agent handed in.
    pub fn handed_in(origin: &'a str, name: &'a str, bytes: &'a [u8]) -> Self {
        Self {
            name,
            provenance: Provenance::HandedIn,
            ..Self::given(origin, bytes)
        }
    }

    /// The same, come in over HTTP.
    #[must_use]
    pub fn uploaded(self) -> Self {
        Self {
            uploaded: true,
            ..self
        }
    }

    /// The same, with a person's word on its tier.
    #[must_use]
    pub fn of_tier(self, tier: Option<Tier>) -> Self {
        Self { tier, ..self }
    }
}

impl Library {
    /// Brings in bytes that the program carries or received.
    pub async fn bring_in(
        &self,
        arrival: Arrival<'_>,
        clock: &dyn Clock,
    ) -> Result<Ingested, EngineError> {
        self.store_read(arrival, None, clock).await
    }

    /// Journals a person's word on how far a document can be trusted. Runs that cite it keep what
    /// they were told; searches and later runs go by the new tier.
    pub async fn declare_tier(
        &self,
        id: &DocumentId,
        tier: Tier,
        reason: Option<String>,
        clock: &dyn Clock,
    ) -> Result<assay_domain::Document, EngineError> {
        let unknown = || EngineError::UnknownDocument { id: id.clone() };
        self.store.document(id)?.ok_or_else(unknown)?;
        let event = Event::TierDeclared {
            document: id.clone(),
            tier,
            reason,
        };
        self.store
            .append(&RunId::library(), clock.now(), vec![event])
            .await?;
        self.known().catch_up(&self.store)?;
        self.index()?;
        self.store.document(id)?.ok_or_else(unknown)
    }
}
