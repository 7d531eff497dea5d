use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use assay_domain::{Document, DocumentId, Envelope, Event, RunId};
use assay_evidence::{Index, RebuildError};
use assay_store::StoreError;

use super::Library;
use crate::EngineError;

/// Text that is indexed in one go, in bytes.
const INDEX_BATCH: usize = 16 << 20;

impl Library {
    /// The index, brought up to the journal. A missing or damaged one is built anew.
    pub(super) fn index(&self) -> Result<&Index, EngineError> {
        let stamp = self.store.library_sequence()?;
        if let Some(index) = self.shared.index.get()
            && self.shared.synced.load(Ordering::Acquire) == stamp
        {
            return Ok(index);
        }
        let _opening = self
            .shared
            .opening
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let index = match self.shared.index.get() {
            Some(index) => index,
            None if self.store.refusal().is_some() => {
                let index = self.index_to_read(stamp)?;
                self.shared.index.get_or_init(|| index)
            }
            None => {
                let opened = Index::open(&self.store.home().join("index"))?;
                if let (Some(recovered), Some(tell)) = (&opened.recovered, &self.notices) {
                    tell(&format!("{recovered}; it is built anew from the library"));
                }
                self.shared.index.get_or_init(|| opened.index)
            }
        };
        if index.stamp() != stamp {
            self.catch_up(index, stamp)?;
        }
        // by whichever process a document came in or was judged
        self.known().catch_up(&self.store)?;
        index.refresh()?;
        self.shared.synced.store(stamp, Ordering::Release);
        Ok(index)
    }

    /// The index of a home that cannot be written: the one that lies there, or, where it does not reflect
    /// the library, one that is made for this process alone.
    fn index_to_read(&self, stamp: u64) -> Result<Index, EngineError> {
        let stored = Index::open_to_read(&self.store.home().join("index"));
        if let Some(index) = stored.filter(|index| index.stamp() == stamp) {
            return Ok(index);
        }
        if let Some(tell) = &self.notices {
            tell("the search index is not up to date and cannot be written; it is built in memory");
        }
        let index = Index::in_memory()?;
        self.build(&index, stamp)?;
        Ok(index)
    }

    fn catch_up(&self, index: &Index, stamp: u64) -> Result<(), EngineError> {
        let news = self.store.load(&RunId::library(), index.stamp())?;
        let changed: Option<Vec<(u64, DocumentId)>> = news.into_iter().map(changed).collect();
        let changed = changed.filter(|_| index.stamp() < stamp);
        let Some(changed) = changed else {
            return self.build(index, stamp);
        };
        let (mut gone, mut there) = (Vec::new(), Vec::new());
        for (run_seq, id) in changed {
            match self.store.document(&id)? {
                Some(document) => there.push((run_seq, document)),
                None => gone.push(id),
            }
        }
        if !gone.is_empty() {
            // the stamp is the journal's only with the last commit
            let reached = if there.is_empty() {
                stamp
            } else {
                index.stamp()
            };
            index.remove(&gone, reached)?;
        }
        let (mut batch, mut bytes) = (Vec::new(), 0);
        for (run_seq, document) in there {
            let (document, text) = self.with_text(document)?;
            bytes += text.len();
            batch.push((document, text));
            if bytes >= INDEX_BATCH {
                index.add(std::mem::take(&mut batch), run_seq)?;
                bytes = 0;
            }
        }
        if !batch.is_empty() {
            index.add(batch, stamp)?;
        }
        Ok(())
    }

    /// Brings memory and index up to a removal, and deletes indexes that were set aside as damaged:
    /// they hold the same texts.
    pub(crate) fn forget_removed(&self) -> Result<(), EngineError> {
        self.known().catch_up(&self.store)?;
        self.index()?;
        let folder = self.store.home().join("index");
        assay_evidence::delete_damaged(&folder)?;
        Ok(())
    }

    pub(super) fn build(&self, index: &Index, stamp: u64) -> Result<(), EngineError> {
        let documents = self
            .documents()?
            .into_iter()
            .map(|document| self.with_text(document));
        index
            .rebuild(documents, stamp)
            .map_err(|error| match error {
                RebuildError::Index(error) => error.into(),
                RebuildError::Document(error) => EngineError::Store(error),
            })
    }

    fn with_text(&self, document: Document) -> Result<(Document, String), StoreError> {
        let text = self.store.blobs().get_text(&document.text)?;
        Ok((document, text))
    }
}

/// The document that an event adds, changes as a whole or takes out; `None` for an event of another
/// kind.
fn changed(news: Envelope) -> Option<(u64, DocumentId)> {
    let id = match news.event {
        Event::DocumentIngested { document } => document.id,
        Event::TierDeclared { document, .. } | Event::DocumentRemoved { document } => document,
        _ => return None,
    };
    Some((news.run_seq, id))
}
