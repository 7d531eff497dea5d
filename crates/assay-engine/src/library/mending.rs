use assay_domain::{BlobId, Document};

use super::Library;
use super::storing::facts_body;
use crate::EngineError;

impl Library {
    /// Writes anew what is missing or damaged of a known document, from the bytes that it was made
    /// of. Whether anything had to be written.
    pub(super) async fn mend(
        &self,
        document: &Document,
        origin: &str,
        name: &str,
        bytes: &[u8],
    ) -> Result<bool, EngineError> {
        let blobs = self.store.blobs();
        let is_whole = |id: &BlobId| blobs.get(id).is_ok();
        let had_original = is_whole(&document.raw);
        if !had_original {
            blobs.put(bytes)?;
        }
        let made = std::iter::once(&document.text).chain(&document.facts);
        let lost: Vec<&BlobId> = made.filter(|id| !is_whole(id)).collect();
        if lost.is_empty() {
            return Ok(!had_original);
        }
        let parsed = self.read(origin, name, bytes).await?;
        let facts = facts_body(&parsed.facts)?;
        let bodies = [Some(parsed.text.into_bytes()), facts];
        for id in lost {
            let mut bodies = bodies.iter().flatten();
            // evidence points into the text by place, so only the very same text will do
            let same = bodies.find(|body| BlobId::of_bytes(body) == *id);
            let same = same.ok_or_else(|| EngineError::ReadOtherwise {
                path: origin.to_owned(),
                known_as: document.origin.clone(),
            })?;
            blobs.put(same)?;
        }
        Ok(true)
    }
}
