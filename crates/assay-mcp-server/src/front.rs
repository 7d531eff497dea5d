use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use assay_domain::{DataBlock, Evidence, EvidenceId, PassageId, RunId};
use assay_engine::Library;
use assay_server::{Host, without_secrets};
use serde_json::{Value, json};

use crate::refusal::Refusal;
use crate::workbench::Workbench;

/// Evidence ids whose passages are remembered; others are looked for in the library.
const MOST_REMEMBERED: usize = 50_000;

/// How a server is to be set up.
#[derive(Clone, Debug, Default)]
pub struct McpOptions {
    /// Folders that files may be brought in from; none unless the user names one.
    pub allowed: Vec<PathBuf>,
}

/// What every tool works with.
pub(crate) struct Front {
    pub(crate) host: Arc<dyn Host>,
    pub(crate) workbench: Workbench,
    pub(crate) allowed: Vec<PathBuf>,
    handed_out: Mutex<BTreeMap<EvidenceId, PassageId>>,
}

impl Front {
    pub(crate) fn new(host: Arc<dyn Host>, workbench: Workbench, options: McpOptions) -> Self {
        Self {
            host,
            workbench,
            allowed: options.allowed,
            handed_out: Mutex::default(),
        }
    }

    /// A piece of evidence as it leaves: what the document says is fenced, what code knows is not.
    pub(crate) fn shown(&self, evidence: &Evidence) -> Value {
        let mut handed_out = self
            .handed_out
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if handed_out.len() >= MOST_REMEMBERED {
            handed_out.pop_first();
        }
        handed_out.insert(evidence.id.clone(), evidence.passage.clone());
        json!({
            "evidence_id": evidence.id,
            "cite_as": assay_domain::citation(&evidence.id),
            "passage": evidence.passage,
            "document": evidence.document,
            "tier": evidence.tier,
            "as_of": evidence.as_of,
            "place": evidence.place,
            "untrusted_data": fenced(evidence).as_str(),
        })
    }

    /// The passage behind an id of either kind. Blocks on the disk.
    pub(crate) fn passage(&self, library: &Library, id: &str) -> Result<PassageId, Refusal> {
        let passage = PassageId::new(id);
        if passage.parts().is_some() {
            return Ok(passage);
        }
        let id = EvidenceId::new(id);
        if let Some(passage) = self.handed_out(&id) {
            return Ok(passage);
        }
        let mut found = library.passages_of(&BTreeSet::from([id.clone()]))?;
        found.remove(&id).ok_or_else(|| {
            Refusal::told(format!(
                "there is no evidence `{id}`; use an id that library_search returned"
            ))
        })
    }

    /// The passage of an id that this sitting has named.
    pub(crate) fn handed_out(&self, id: &EvidenceId) -> Option<PassageId> {
        let handed_out = self
            .handed_out
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        handed_out.get(id).cloned()
    }

    /// What a tool returns, without any configured key.
    pub(crate) fn scrubbed(&self, value: Value) -> Result<Value, Refusal> {
        let text = value.to_string();
        match without_secrets(&text, &self.host.secrets()) {
            None => Ok(value),
            Some(clean) => Ok(serde_json::from_str(&clean)?),
        }
    }

    /// The same for a text.
    pub(crate) fn scrubbed_text(&self, text: String) -> String {
        without_secrets(&text, &self.host.secrets()).unwrap_or(text)
    }

    pub(crate) fn is_known(&self, run: &RunId) -> Result<(), Refusal> {
        if self.host.store().run(run)?.is_some() {
            return Ok(());
        }
        Err(Refusal::told(format!(
            "there is no run {run}; start one with start_research"
        )))
    }
}

/// A passage between fences, with where it stands.
pub(crate) fn fenced(evidence: &Evidence) -> DataBlock {
    let headings = evidence.headings.join(" > ");
    DataBlock::new(
        &[
            ("id", evidence.id.as_str()),
            ("source", &evidence.source),
            ("heading", &headings),
        ],
        &evidence.quote,
    )
}

/// Work that reads the disk or computes, kept off the threads that talk.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => Err(Refusal::told(format!("the call crashed: {error}"))),
    }
}
