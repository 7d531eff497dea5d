mod opening;
mod ranking;
mod schema;
mod words;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use assay_documents::split;
use assay_domain::{Document, DocumentId, Passage, PassageId};
use tantivy::directory::error::LockError;
use tantivy::indexer::NoMergePolicy;
use tantivy::{IndexReader, IndexWriter, ReloadPolicy, TantivyError, Term};
use thiserror::Error;

use ranking::Ranking;
use schema::Fields;

/// Raised whenever the analyser, the splitter or the fields change: an older index is built anew.
const FORMAT: u32 = 1;
/// Memory of the writer before it writes a segment; the least that tantivy takes is 15 MB.
const WRITER_BYTES: usize = 32 << 20;
/// A rebuilt index of more segments is merged into one.
const SEGMENTS_AFTER_REBUILD: usize = 8;

/// Full-text index over passages: a cache of the library, stamped with the sequence it reflects.
///
/// Any number of processes may read it; one at a time writes, and holds the writer's lock only
/// while it does.
pub struct Index {
    index: tantivy::Index,
    reader: IndexReader,
    fields: Fields,
    /// Keeps two threads of this process from asking for the writer's lock at once.
    writing: Mutex<()>,
}

pub struct Opened {
    pub index: Index,
    /// What was wrong with the index found and where it was put; then the index is empty.
    pub recovered: Option<String>,
}

/// A passage that a query found. `score` orders hits of one query and means nothing between two.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub passage: Passage,
    pub score: f32,
}

#[derive(Debug, Error)]
pub enum IndexError {
    #[error("another process is writing the search index; try again when it has finished")]
    Busy,
    #[error("the search index at {path} cannot be opened: {source}")]
    Io { path: PathBuf, source: io::Error },
    #[error("the search index failed: {0}; delete its folder and it will be built anew")]
    Engine(#[from] TantivyError),
    #[error("the search index holds a passage that cannot be read: {0}")]
    Passage(String),
}

/// Why a rebuild stopped. The index is as it was before.
#[derive(Debug, Error)]
pub enum RebuildError<E: fmt::Display> {
    #[error("a document could not be read for the search index: {0}")]
    Document(E),
    #[error(transparent)]
    Index(#[from] IndexError),
}

impl Index {
    /// Opens the index in `dir`, made if missing. A damaged one is set aside under another name and
    /// an empty one with stamp 0 takes its place.
    pub fn open(dir: &Path) -> Result<Opened, IndexError> {
        opening::open(dir)
    }

    pub fn in_memory() -> Result<Self, IndexError> {
        let (schema, fields) = schema::schema();
        Self::with(tantivy::Index::create_in_ram(schema), fields)
    }

    /// The library sequence that the index reflects. 0 if nothing was ever added, or if it cannot be
    /// read any more: then too the index must be rebuilt.
    pub fn stamp(&self) -> u64 {
        let payload = self.index.load_metas().ok().and_then(|metas| metas.payload);
        payload.as_deref().and_then(stamp_of).unwrap_or(0)
    }

    /// The number of passages that can be found.
    pub fn passages(&self) -> u64 {
        self.reader.searcher().num_docs()
    }

    /// Replaces everything in one commit: whoever searches sees the old index or the new one.
    pub fn rebuild<E: fmt::Display>(
        &self,
        documents: impl Iterator<Item = Result<(Document, String), E>>,
        stamp: u64,
    ) -> Result<(), RebuildError<E>> {
        let _writing = self.writing_alone();
        let mut writer = self.writer()?;
        // a merge that ends before the commit would save the emptied segment list
        writer.set_merge_policy(Box::new(NoMergePolicy));
        writer.delete_all_documents().map_err(IndexError::from)?;
        for document in documents {
            let (document, text) = document.map_err(RebuildError::Document)?;
            self.write(&writer, &document, &text)?;
        }
        self.commit(&mut writer, stamp)?;
        let segments = self
            .index
            .searchable_segment_ids()
            .map_err(IndexError::from)?;
        if segments.len() > SEGMENTS_AFTER_REBUILD {
            writer.merge(&segments).wait().map_err(IndexError::from)?;
        }
        Ok(self.finish(writer)?)
    }

    /// Adds documents in one commit. A document that is already there is replaced.
    pub fn add(&self, documents: &[(Document, String)], stamp: u64) -> Result<(), IndexError> {
        let _writing = self.writing_alone();
        let mut writer = self.writer()?;
        for (document, text) in documents {
            writer.delete_term(self.term_of(&document.id));
            self.write(&writer, document, text)?;
        }
        self.commit(&mut writer, stamp)?;
        self.finish(writer)
    }

    /// Takes documents out in one commit.
    pub fn remove(&self, documents: &[DocumentId], stamp: u64) -> Result<(), IndexError> {
        let _writing = self.writing_alone();
        let mut writer = self.writer()?;
        for document in documents {
            writer.delete_term(self.term_of(document));
        }
        self.commit(&mut writer, stamp)?;
        self.finish(writer)
    }

    /// The passages that share the most telling words with `query`, best first; equal scores in the
    /// order of passage ids. No text is a bad query: words that occur nowhere find nothing.
    pub fn search(&self, query: &str, limit: usize) -> Result<Vec<Hit>, IndexError> {
        self.refresh()?;
        let searcher = self.reader.searcher();
        let mut ranking = Ranking::new(&searcher, &self.fields)?;
        let ranked = ranking.rank(&schema::terms_of(query), limit)?;
        ranked
            .into_iter()
            .map(|found| {
                let stored = searcher.doc(found.address)?;
                let passage = self.fields.passage(&stored)?;
                Ok(Hit {
                    passage,
                    score: found.score,
                })
            })
            .collect()
    }

    /// What [`Index::search`] finds, by name alone and as of the last [`Index::refresh`]: many times
    /// cheaper, for whoever asks often and has the texts.
    pub fn find(&self, query: &str, limit: usize) -> Result<Vec<PassageId>, IndexError> {
        let found = self.find_each(&[query], limit)?;
        Ok(found.into_iter().flatten().collect())
    }

    /// What [`Index::find`] finds for each of several queries; a word that they share is looked up
    /// once.
    pub fn find_each(
        &self,
        queries: &[impl AsRef<str>],
        limit: usize,
    ) -> Result<Vec<Vec<PassageId>>, IndexError> {
        let searcher = self.reader.searcher();
        let mut ranking = Ranking::new(&searcher, &self.fields)?;
        queries
            .iter()
            .map(|query| {
                let ranked = ranking.rank(&schema::terms_of(query.as_ref()), limit)?;
                Ok(ranked.into_iter().map(|found| found.id).collect())
            })
            .collect()
    }

    /// Takes in what another process has written.
    pub fn refresh(&self) -> Result<(), IndexError> {
        Ok(self.reader.reload()?)
    }

    fn with(index: tantivy::Index, fields: Fields) -> Result<Self, IndexError> {
        index
            .tokenizers()
            .register(schema::ANALYZER, words::analyzer());
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()?;
        Ok(Self {
            index,
            reader,
            fields,
            writing: Mutex::new(()),
        })
    }

    /// A thread that panicked while writing left nothing half done: only a commit is visible.
    fn writing_alone(&self) -> std::sync::MutexGuard<'_, ()> {
        self.writing
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn writer(&self) -> Result<IndexWriter, IndexError> {
        let writer = self.index.writer_with_num_threads(1, WRITER_BYTES);
        writer.map_err(|error| match error {
            TantivyError::LockFailure(LockError::LockBusy, _) => IndexError::Busy,
            other => IndexError::Engine(other),
        })
    }

    fn write(
        &self,
        writer: &IndexWriter,
        document: &Document,
        text: &str,
    ) -> Result<(), IndexError> {
        for passage in split(document, text) {
            writer.add_document(self.fields.stored(&document.title, &passage))?;
        }
        Ok(())
    }

    fn commit(&self, writer: &mut IndexWriter, stamp: u64) -> Result<(), IndexError> {
        let mut commit = writer.prepare_commit()?;
        commit.set_payload(&format!("assay-index {FORMAT} {stamp}"));
        commit.commit()?;
        Ok(())
    }

    fn finish(&self, writer: IndexWriter) -> Result<(), IndexError> {
        writer.wait_merging_threads()?;
        self.refresh()
    }

    fn term_of(&self, document: &DocumentId) -> Term {
        Term::from_field_text(self.fields.document, document.as_str())
    }
}

fn stamp_of(payload: &str) -> Option<u64> {
    let mut words = payload.split(' ');
    let is_ours = words.next() == Some("assay-index") && words.next()?.parse() == Ok(FORMAT);
    if is_ours {
        words.next()?.parse().ok()
    } else {
        None
    }
}
