mod alike;
mod answers;
mod collapse;
mod entry;
mod explanation;
mod filter;
mod finding;
mod names;
mod need;
mod opening;
mod ranking;
mod schema;
mod snapshot;
mod statistics;
mod stop_words;
mod untouched;
mod vocabulary;
mod words;

pub use explanation::{
    ExplainedExpansion, ExplainedHit, ExplainedWord, Explanation, FieldPart, ScorePart,
};
pub use filter::{Days, Filter};

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use assay_documents::stretches;
use assay_domain::{Document, DocumentId, Passage, PassageId};
use schemars::JsonSchema;
use serde::Serialize;
use tantivy::directory::error::LockError;
use tantivy::index::SegmentId;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy, NoMergePolicy, UserOperation};
use tantivy::{Directory, IndexReader, IndexWriter, ReloadPolicy, TantivyError, Term};
use thiserror::Error;

use alike::Wordings;
use entry::{About, Entry};
use finding::Findings;
use need::Need;
use schema::Fields;
use snapshot::Snapshot;
use statistics::Statistics;

/// Raised whenever the analyser, the splitter or the fields change: an older index is built anew.
const FORMAT: u32 = 11;
/// What the note that every commit carries begins with; format and stamp follow.
const PAYLOAD: &str = "assay-index";
/// Memory of the writer before it writes a segment; the least that tantivy takes is 15 MB.
const WRITER_BYTES: usize = 32 << 20;
/// A rebuilt index of more segments is merged into fewer.
const SEGMENTS_AFTER_REBUILD: usize = 8;
/// Segments of more passages are not merged again. What is merged is mapped into memory, eight
/// segments and more at a time, at about a kilobyte a passage.
const MOST_PASSAGES_TO_MERGE: usize = 30_000;
/// Passages that are merged at once after a rebuild, unless a segment has more by itself.
const PASSAGES_MERGED_AT_ONCE: u32 = 100_000;
/// Passages that are handed to the writer's thread in one go. Ten thousand such groups may wait for it.
const PASSAGES_AT_ONCE: usize = 4;
/// The file by which the engine names the segments that make up the index.
const SEGMENT_LIST: &str = "meta.json";

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
    /// The list of segments that the reader was last loaded from, as it lies on disk.
    loaded: Mutex<Vec<u8>>,
    statistics: Mutex<Option<Arc<Statistics>>>,
}

pub struct Opened {
    pub index: Index,
    /// What was wrong with the index found and where it was put; then the index is empty. One of
    /// another version is put nowhere.
    pub recovered: Option<String>,
}

/// A passage that a query found. `score` orders hits of one query and means nothing between two.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
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

    /// Opens the index in `dir` on a disk that cannot be written. `None` where there is no sound one.
    pub fn open_to_read(dir: &Path) -> Option<Self> {
        opening::open_to_read(dir)
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
            self.write(&writer, &document, text)?;
        }
        self.commit(&mut writer, stamp)?;
        self.merge_rebuilt(&mut writer)?;
        Ok(self.finish(writer)?)
    }

    fn merge_rebuilt(&self, writer: &mut IndexWriter<Entry>) -> Result<(), IndexError> {
        let segments = self.index.searchable_segment_metas()?;
        if segments.len() <= SEGMENTS_AFTER_REBUILD {
            return Ok(());
        }
        let mut groups: Vec<(u32, Vec<SegmentId>)> = Vec::new();
        for segment in segments {
            match groups.last_mut() {
                Some((passages, group))
                    if *passages + segment.max_doc() <= PASSAGES_MERGED_AT_ONCE =>
                {
                    *passages += segment.max_doc();
                    group.push(segment.id());
                }
                _ => groups.push((segment.max_doc(), vec![segment.id()])),
            }
        }
        for (_, group) in groups.iter().filter(|(_, group)| group.len() > 1) {
            writer.merge(group).wait()?;
        }
        Ok(())
    }

    /// Adds documents in one commit. A document that is already there is replaced.
    pub fn add(
        &self,
        documents: impl IntoIterator<Item = (Document, String)>,
        stamp: u64,
    ) -> Result<(), IndexError> {
        let _writing = self.writing_alone();
        let mut writer = self.writer()?;
        for (document, text) in documents {
            writer.delete_term(self.term_of(&document.id));
            self.write(&writer, &document, text)?;
        }
        self.commit(&mut writer, stamp)?;
        self.finish(writer)
    }

    /// Takes documents out in one commit, and their words out of every file: the segments that held
    /// them are written anew without.
    pub fn remove(&self, documents: &[DocumentId], stamp: u64) -> Result<(), IndexError> {
        let _writing = self.writing_alone();
        let mut writer = self.writer()?;
        writer.set_merge_policy(Box::new(NoMergePolicy));
        for document in documents {
            writer.delete_term(self.term_of(document));
        }
        self.commit(&mut writer, stamp)?;
        for segment in self.index.searchable_segment_metas()? {
            if segment.has_deletes() {
                writer.merge(&[segment.id()]).wait()?;
            }
        }
        self.finish(writer)?;
        // files that the reader held open until now
        let writer = self.writer()?;
        writer.garbage_collect_files().wait()?;
        Ok(writer.wait_merging_threads()?)
    }

    /// The passages that share the most telling words with `query` and that `filter` lets through,
    /// best first; equal scores in the order of passage ids. No text is a bad query: words that
    /// occur nowhere find nothing.
    ///
    /// Concepts of financial language are found by their other names too, English and Chinese, at
    /// less weight. What several documents say in the same words is found once, and so is what one
    /// document says again in nearly the same words.
    pub fn search(
        &self,
        query: &str,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<Hit>, IndexError> {
        self.refresh()?;
        let snapshot = self.snapshot()?;
        let findings = finding::find(&snapshot, &Need::of(query), filter, limit)?;
        self.hits(&snapshot, &findings)
    }

    /// What [`Index::search`] finds, by name alone and as of the last [`Index::refresh`]: many times
    /// cheaper, for whoever asks often and has the texts. A question that was asked before of the
    /// same state of the index is not searched for again.
    pub fn find(
        &self,
        query: &str,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<PassageId>, IndexError> {
        let snapshot = self.snapshot()?;
        let answers = Some(&snapshot.statistics.answers).filter(|_| filter.is_empty());
        if let Some(known) = answers.and_then(|answers| answers.get(query, limit)) {
            return Ok(known);
        }
        let findings = finding::find(&snapshot, &Need::of(query), filter, limit)?;
        let found: Vec<PassageId> = findings.found.into_iter().map(|found| found.id).collect();
        if let Some(answers) = answers {
            answers.keep(query, limit, &found);
        }
        Ok(found)
    }

    /// What [`Index::search`] finds, and what each score is made of.
    pub fn explain(
        &self,
        query: &str,
        filter: &Filter,
        limit: usize,
    ) -> Result<Explanation, IndexError> {
        self.refresh()?;
        let snapshot = self.snapshot()?;
        let need = Need::of(query);
        let findings = finding::find(&snapshot, &need, filter, limit)?;
        let hits = self.hits(&snapshot, &findings)?;
        Ok(explanation::explain(
            &snapshot, &need, filter, &findings, hits,
        )?)
    }

    /// Takes in what another process has written.
    pub fn refresh(&self) -> Result<(), IndexError> {
        let mut loaded = locked(&self.loaded);
        let segments = self.index.directory().atomic_read(Path::new(SEGMENT_LIST));
        let segments = segments.map_err(TantivyError::from)?;
        if *loaded != segments {
            self.reader.reload()?;
            *loaded = segments;
        }
        Ok(())
    }

    fn snapshot(&self) -> Result<Snapshot, IndexError> {
        let searcher = self.reader.searcher();
        let generation = searcher.generation().generation_id();
        let mut known = locked(&self.statistics);
        let statistics = match &*known {
            Some(statistics) if statistics.generation == generation => Arc::clone(statistics),
            _ => {
                let fresh = Arc::new(Statistics::of(&searcher, &self.fields)?);
                *known = Some(Arc::clone(&fresh));
                fresh
            }
        };
        Ok(Snapshot {
            searcher,
            fields: self.fields,
            statistics,
        })
    }

    fn hits(&self, snapshot: &Snapshot, findings: &Findings) -> Result<Vec<Hit>, IndexError> {
        let hit = |found: &ranking::Ranked| {
            let stored = snapshot.searcher.doc(found.address)?;
            Ok(Hit {
                passage: self.fields.passage(&found.id, &stored)?,
                score: found.score as f32,
            })
        };
        findings.found.iter().map(hit).collect()
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
            loaded: Mutex::default(),
            statistics: Mutex::default(),
        })
    }

    /// A thread that panicked while writing left nothing half done: only a commit is visible.
    fn writing_alone(&self) -> MutexGuard<'_, ()> {
        locked(&self.writing)
    }

    fn writer(&self) -> Result<IndexWriter<Entry>, IndexError> {
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .memory_budget_per_thread(WRITER_BYTES)
            // two merges at once would take the memory of two
            .num_merge_threads(1)
            .build();
        let writer: IndexWriter<Entry> =
            self.index
                .writer_with_options(options)
                .map_err(|error| match error {
                    TantivyError::LockFailure(LockError::LockBusy, _) => IndexError::Busy,
                    other => IndexError::Engine(other),
                })?;
        let mut merging = LogMergePolicy::default();
        merging.set_max_docs_before_merge(MOST_PASSAGES_TO_MERGE);
        writer.set_merge_policy(Box::new(merging));
        Ok(writer)
    }

    fn write(
        &self,
        writer: &IndexWriter<Entry>,
        document: &Document,
        text: String,
    ) -> Result<(), IndexError> {
        let about = Arc::new(About::of(document, text, self.fields));
        let mut wordings = Wordings::default();
        let mut passages = stretches(document, about.text()).into_iter().peekable();
        while passages.peek().is_some() {
            let group = passages.by_ref().take(PASSAGES_AT_ONCE);
            let entry = |passage| UserOperation::Add(Entry::new(&about, passage, &mut wordings));
            let group = group.map(entry);
            writer.run(group.collect::<Vec<_>>())?;
        }
        Ok(())
    }

    fn commit(&self, writer: &mut IndexWriter<Entry>, stamp: u64) -> Result<(), IndexError> {
        let mut commit = writer.prepare_commit()?;
        commit.set_payload(&format!("{PAYLOAD} {FORMAT} {stamp}"));
        commit.commit()?;
        Ok(())
    }

    fn finish(&self, writer: IndexWriter<Entry>) -> Result<(), IndexError> {
        writer.wait_merging_threads()?;
        self.refresh()
    }

    fn term_of(&self, document: &DocumentId) -> Term {
        Term::from_field_text(self.fields.document, document.as_str())
    }
}

/// Deletes what [`Index::open`] set aside as damaged beside an index: it holds the library's words.
pub fn delete_damaged(dir: &Path) -> Result<(), IndexError> {
    opening::delete_damaged(dir).map_err(|source| IndexError::Io {
        path: dir.to_owned(),
        source,
    })
}

fn stamp_of(payload: &str) -> Option<u64> {
    let mut words = payload.split(' ');
    let is_ours = words.next() == Some(PAYLOAD) && words.next()?.parse() == Ok(FORMAT);
    if is_ours {
        words.next()?.parse().ok()
    } else {
        None
    }
}

/// What the locks here guard is only ever replaced whole: a thread that panicked left it sound.
fn locked<T>(guarded: &Mutex<T>) -> MutexGuard<'_, T> {
    guarded.lock().unwrap_or_else(PoisonError::into_inner)
}
