mod about;
mod quarantine;
mod tables;

pub use quarantine::{Quarantined, QuarantinedText};

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use assay_documents::{read_document, split, tier_of_document};
use assay_domain::{
    BlobId, Document, DocumentId, Envelope, Event, Evidence, EvidenceId, IngestVerdict, Passage,
    PassageId, Place, PlaceMark, RunId, TaggedFact,
};
use assay_evidence::{Index, IndexError, RebuildError};
use assay_store::{Store, StoreError};
use serde::Serialize;

use crate::{Clock, EngineError};

/// The documents a run may draw on: journal, bodies and index as one thing. Cheap to clone.
#[derive(Clone)]
pub struct Library {
    store: Store,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    index: OnceLock<Index>,
    opening: Mutex<()>,
    /// The library sequence that the index was last seen to reflect.
    synced: AtomicU64,
    known: Mutex<Known>,
}

/// Documents and passages read so far. Only a review of what the gate took out changes them.
#[derive(Default)]
struct Known {
    documents: BTreeMap<DocumentId, Arc<Document>>,
    passages: BTreeMap<DocumentId, Arc<Vec<Passage>>>,
    /// Whether a document as a whole is about a name.
    about: BTreeMap<(DocumentId, String), bool>,
}

impl Known {
    fn apply(&mut self, event: Event) {
        match event {
            Event::DocumentIngested { document } => {
                self.documents
                    .insert(document.id.clone(), Arc::new(document));
            }
            Event::QuarantineReviewed {
                document: id,
                review,
            } => {
                if let Some(document) = self.documents.get_mut(&id) {
                    Arc::make_mut(document).review(review);
                    self.passages.remove(&id);
                }
            }
            _ => {}
        }
    }
}

/// Where an ingest stands: `done` of `total` files are through, `file` is next.
#[derive(Debug)]
pub struct IngestProgress<'a> {
    pub done: usize,
    pub total: usize,
    pub file: &'a Path,
}

/// A document that came in.
#[derive(Clone, Debug, Serialize)]
pub struct Ingested {
    pub document: Document,
    pub passages: usize,
    /// The same bytes were there before; nothing was added.
    pub known: bool,
}

/// A file that did not come in, and why.
#[derive(Debug, Serialize)]
pub struct Refused {
    pub path: String,
    pub reason: String,
}

impl Library {
    pub fn new(store: Store) -> Self {
        Self {
            store,
            shared: Arc::default(),
        }
    }

    /// Brings in files and folders (recursively, in order of their names). A file that cannot be
    /// used is told apart and the rest goes on.
    pub async fn ingest(
        &self,
        paths: &[PathBuf],
        clock: &dyn Clock,
        on_file: &dyn Fn(&IngestProgress<'_>),
    ) -> Result<(Vec<Ingested>, Vec<Refused>), EngineError> {
        let mut files = Vec::new();
        for path in paths {
            collect_files(path, &mut files)?;
        }
        let (mut came_in, mut refused) = (Vec::new(), Vec::new());
        let total = files.len();
        for (done, file) in files.iter().enumerate() {
            on_file(&IngestProgress { done, total, file });
            let origin = file.display().to_string();
            let bytes = fs::read(file).map_err(|cause| EngineError::Unreadable {
                path: origin.clone(),
                cause,
            });
            let result = match bytes {
                Ok(bytes) => self.store_document(&origin, &bytes, clock).await,
                Err(error) => Err(error),
            };
            match result {
                Ok(ingested) => came_in.push(ingested),
                Err(error @ (EngineError::Document { .. } | EngineError::Unreadable { .. })) => {
                    refused.push(Refused {
                        path: origin,
                        reason: error.to_string(),
                    });
                }
                Err(error) => return Err(error),
            }
        }
        self.index()?;
        Ok((came_in, refused))
    }

    /// Brings in bytes that the program carries or received.
    pub async fn ingest_bytes(
        &self,
        origin: &str,
        bytes: &[u8],
        clock: &dyn Clock,
    ) -> Result<Ingested, EngineError> {
        self.store_document(origin, bytes, clock).await
    }

    /// Builds the index anew from the stored documents; the number of passages in it.
    pub fn rebuild_index(&self) -> Result<u64, EngineError> {
        let index = self.index()?;
        self.build(index, self.store.library_sequence()?)?;
        Ok(index.passages())
    }

    /// The best passages for a query, best first.
    pub fn search(&self, query: &str, limit: usize) -> Result<Vec<(Evidence, f32)>, EngineError> {
        let hits = self.index()?.search(query, limit)?;
        hits.into_iter()
            .map(|hit| Ok((self.evidence_of(hit.passage)?, hit.score)))
            .collect()
    }

    /// The ids of the best passages for each query, best first.
    pub(crate) fn find(
        &self,
        queries: &[String],
        limit: usize,
    ) -> Result<Vec<Vec<PassageId>>, EngineError> {
        let index = self.index()?;
        queries
            .iter()
            .map(|query| Ok(index.find(query, limit)?))
            .collect()
    }

    /// The evidence that a passage id names, read from the stored text. `None` for an id that names
    /// no text, or text that the gate took out of use.
    pub fn evidence(&self, id: &PassageId) -> Result<Option<Evidence>, EngineError> {
        let Some((document, range)) = id.parts() else {
            return Ok(None);
        };
        let Some(document) = self.document(&document)? else {
            return Ok(None);
        };
        let passages = self.passages(&document)?;
        let same = |passage: &&Passage| passage.start == range.start && passage.end == range.end;
        let passage = match passages.iter().find(same) {
            Some(passage) => Some(passage.clone()),
            None => self.cut(id, &document, range)?,
        };
        passage.map(|passage| self.evidence_of(passage)).transpose()
    }

    /// The passages around one, in the order of the text.
    pub fn around(&self, id: &PassageId, neighbours: usize) -> Result<Vec<Evidence>, EngineError> {
        let Some((document, range)) = id.parts() else {
            return Ok(Vec::new());
        };
        let Some(document) = self.document(&document)? else {
            return Ok(Vec::new());
        };
        let passages = self.passages(&document)?;
        let holds = |passage: &Passage| (passage.start..passage.end).contains(&range.start);
        let Some(at) = passages.iter().position(holds) else {
            return Ok(Vec::new());
        };
        passages
            .iter()
            .skip(at.saturating_sub(neighbours))
            .take(2 * neighbours + 1)
            .map(|passage| self.evidence_of(passage.clone()))
            .collect()
    }

    pub fn documents(&self) -> Result<Vec<Document>, EngineError> {
        Ok(self.store.documents()?)
    }

    /// A document by id, also one that has since been taken out.
    pub fn document(&self, id: &DocumentId) -> Result<Option<Arc<Document>>, EngineError> {
        let mut known = self.known();
        if !known.documents.contains_key(id) {
            for Envelope { event, .. } in self.store.load(&RunId::library(), 0)? {
                known.apply(event);
            }
        }
        Ok(known.documents.get(id).cloned())
    }

    fn passages(&self, document: &Document) -> Result<Arc<Vec<Passage>>, StoreError> {
        if let Some(passages) = self.known().passages.get(&document.id) {
            return Ok(Arc::clone(passages));
        }
        let text = self.store.blobs().get_text(&document.text)?;
        let passages = Arc::new(split(document, &text));
        self.known()
            .passages
            .insert(document.id.clone(), Arc::clone(&passages));
        Ok(passages)
    }

    /// A passage of an id that an older splitter made.
    fn cut(
        &self,
        id: &PassageId,
        document: &Document,
        range: Range<usize>,
    ) -> Result<Option<Passage>, StoreError> {
        let quarantined = document
            .quarantined
            .iter()
            .any(|span| span.start < range.end && range.start < span.end);
        let text = self.store.blobs().get_text(&document.text)?;
        Ok(text
            .get(range.clone())
            .filter(|_| !quarantined)
            .map(|text| Passage {
                id: id.clone(),
                document: document.id.clone(),
                start: range.start,
                end: range.end,
                headings: Vec::new(),
                text: text.to_owned(),
            }))
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.shared
            .known
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn evidence_of(&self, passage: Passage) -> Result<Evidence, EngineError> {
        let damaged = || StoreError::BodyDamaged {
            hash: passage.document.to_string(),
        };
        let document = self.document(&passage.document)?.ok_or_else(damaged)?;
        Ok(Evidence {
            id: EvidenceId::of_passage(&passage.id),
            passage: passage.id,
            document: document.id.clone(),
            source: document.title.clone(),
            origin: document.origin.clone(),
            place: place_at(&document.places, passage.start),
            headings: passage.headings,
            quote: passage.text,
            tier: document.tier,
            as_of: document.date,
        })
    }

    async fn store_document(
        &self,
        origin: &str,
        bytes: &[u8],
        clock: &dyn Clock,
    ) -> Result<Ingested, EngineError> {
        let id = DocumentId::of_bytes(bytes);
        if let Some(document) = self.store.document(&id)? {
            return Ok(Ingested {
                document,
                passages: 0,
                known: true,
            });
        }
        let parsed = read_document(origin, bytes).map_err(|cause| EngineError::Document {
            path: origin.to_owned(),
            cause,
        })?;
        let decision = assay_gates::ingest(&parsed.text);
        let blobs = self.store.blobs();
        let now = clock.now();
        let document = Document {
            id,
            title: safe_title(parsed.title, origin),
            origin: origin.to_owned(),
            media: parsed.media,
            tier: tier_of_document(origin, &parsed.text),
            date: parsed.date,
            raw: blobs.put(bytes)?,
            text: blobs.put(parsed.text.as_bytes())?,
            quarantined: decision.quarantined,
            flagged: decision.flagged,
            reviews: Vec::new(),
            hidden: Vec::new(),
            places: parsed.places,
            subject: parsed.subject,
            facts: self.put_facts(&parsed.facts)?,
            near_duplicate_of: None,
            verdict: decision.verdict,
            ingested_at: now,
        };
        let passages = split(&document, &parsed.text).len();
        let event = Event::DocumentIngested {
            document: document.clone(),
        };
        self.store
            .append(&RunId::library(), now, vec![event])
            .await?;
        Ok(Ingested {
            document,
            passages,
            known: false,
        })
    }

    fn put_facts(&self, facts: &[TaggedFact]) -> Result<Option<BlobId>, EngineError> {
        if facts.is_empty() {
            return Ok(None);
        }
        Ok(Some(self.store.blobs().put(&serde_json::to_vec(facts)?)?))
    }

    /// The index, brought up to the journal. A missing or damaged one is built anew.
    fn index(&self) -> Result<&Index, EngineError> {
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
            None => {
                let opened = Index::open(&self.store.home().join("index"))?;
                self.shared.index.get_or_init(|| opened.index)
            }
        };
        if index.stamp() != stamp {
            self.catch_up(index, stamp)?;
        }
        index.refresh()?;
        self.shared.synced.store(stamp, Ordering::Release);
        Ok(index)
    }

    fn catch_up(&self, index: &Index, stamp: u64) -> Result<(), EngineError> {
        let news = self.store.load(&RunId::library(), index.stamp())?;
        let only_additions = index.stamp() < stamp
            && news
                .iter()
                .all(|news| matches!(news.event, Event::DocumentIngested { .. }));
        if !only_additions {
            return self.build(index, stamp);
        }
        let added = news
            .into_iter()
            .filter_map(|envelope| match envelope.event {
                Event::DocumentIngested { document } => Some(self.with_text(document)),
                _ => None,
            })
            .collect::<Result<Vec<_>, _>>()?;
        index.add(&added, stamp)?;
        Ok(())
    }

    fn build(&self, index: &Index, stamp: u64) -> Result<(), EngineError> {
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

/// The last mark at or before `start`.
fn place_at(marks: &[PlaceMark], start: usize) -> Option<Place> {
    let after = marks.partition_point(|mark| mark.start <= start);
    let mark = marks.get(after.checked_sub(1)?)?;
    Some(mark.place.clone())
}

/// A title stands in prompts and reports without its document, so it must pass the gate by itself.
fn safe_title(title: String, origin: &str) -> String {
    if assay_gates::ingest(&title).verdict == IngestVerdict::Clean {
        return title;
    }
    let name = Path::new(origin)
        .file_stem()
        .map(|name| name.to_string_lossy().into_owned());
    name.filter(|name| assay_gates::ingest(name).verdict == IngestVerdict::Clean)
        .unwrap_or_else(|| DocumentId::of_bytes(origin.as_bytes()).to_string())
}

/// Whether trouble with the index is another process at work on it.
pub(crate) fn is_busy(error: &EngineError) -> bool {
    matches!(error, EngineError::Index(IndexError::Busy))
}

/// Files below a path in order of their names; hidden files and folders are passed over.
fn collect_files(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), EngineError> {
    let unreadable = |cause| EngineError::Unreadable {
        path: path.display().to_string(),
        cause,
    };
    if !fs::metadata(path).map_err(unreadable)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let mut entries = fs::read_dir(path)
        .and_then(|entries| {
            entries
                .map(|entry| entry.map(|entry| entry.path()))
                .collect::<Result<Vec<_>, _>>()
        })
        .map_err(unreadable)?;
    entries.sort();
    for entry in entries {
        let hidden = entry
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if !hidden {
            collect_files(&entry, files)?;
        }
    }
    Ok(())
}
