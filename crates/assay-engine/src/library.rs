mod about;
mod arrival;
mod files;
mod indexing;
mod known_on;
mod mending;
mod quarantine;
mod readings;
mod storing;
mod tables;

pub use arrival::Arrival;
pub(crate) use known_on::is_extract;
pub use quarantine::{Quarantined, QuarantinedText};

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use assay_analyst::KnownFigures;
use assay_claims::ReadSource;
use assay_documents::{Parsed, Sketch, SketchBook, split};
use assay_domain::{
    Date, Document, DocumentId, Envelope, Event, Evidence, EvidenceId, FailureCode, Passage,
    PassageId, Place, PlaceMark, RunId, Tier, Timestamp,
};
use assay_evidence::{Explanation, Filter, Index, IndexError};
use assay_gates::SourcePolicy;
use assay_store::{Store, StoreError};
use futures_util::{StreamExt as _, stream};
use schemars::JsonSchema;
use serde::Serialize;

use self::files::Links;
use self::readings::Readings;
use crate::{Clock, EngineError, Reading};

/// Text whose passages are kept in memory, in bytes.
const MOST_CACHED: usize = 32 << 20;

/// Takes what a user should know and no call answers with.
type Tell = dyn Fn(&str) + Send + Sync;

/// The documents a run may draw on: journal, bodies and index as one thing. Cheap to clone.
#[derive(Clone)]
pub struct Library {
    store: Store,
    /// Reads documents in a process of its own; without it they are read in this one.
    reading: Option<Reading>,
    /// Whose documents are welcome.
    sources: SourcePolicy,
    notices: Option<Arc<Tell>>,
    links: Links,
    /// Where set, only what was published by then is seen.
    known_on: Option<Date>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    index: OnceLock<Index>,
    opening: Mutex<()>,
    /// The library sequence that the index was last seen to reflect.
    synced: AtomicU64,
    known: Mutex<Known>,
    figures: KnownFigures,
    readings: Readings,
}

/// Documents and passages read so far. Only a review of what the gate took out changes them.
#[derive(Default)]
struct Known {
    documents: BTreeMap<DocumentId, Arc<Document>>,
    passages: BTreeMap<DocumentId, Arc<Vec<Passage>>>,
    /// The library's event that `documents`, `originals` and `wording` reflect.
    sequence: u64,
    /// Documents that are no copy of an earlier one, by the places of their sketches in `wording`.
    originals: Vec<DocumentId>,
    wording: SketchBook,
    /// Bytes of text in `passages`.
    cached: usize,
    /// Whether a document as a whole is about a name.
    about: BTreeMap<DocumentId, BTreeMap<String, bool>>,
}

impl Known {
    /// Reads what the journal has and this does not have yet: by whichever process it was added. What
    /// was removed leaves no trace here either: then everything is read again.
    fn catch_up(&mut self, store: &Store) -> Result<(), StoreError> {
        let mut news = store.load(&RunId::library(), self.sequence)?;
        let is_removal = |news: &Envelope| matches!(news.event, Event::DocumentRemoved { .. });
        if self.sequence > 0 && news.iter().any(is_removal) {
            *self = Self::default();
            news = store.load(&RunId::library(), 0)?;
        }
        for news in news {
            self.apply(news.event, news.at);
            self.sequence = news.run_seq;
        }
        Ok(())
    }

    fn apply(&mut self, event: Event, at: Timestamp) {
        match event {
            Event::DocumentIngested { document } => {
                if document.near_duplicate_of.is_none() {
                    self.originals.push(document.id.clone());
                    self.wording
                        .add(Sketch::from_hashes(document.sketch.clone()));
                }
                self.documents
                    .insert(document.id.clone(), Arc::from(document));
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
            Event::TierDeclared {
                document: id,
                tier,
                reason,
            } => {
                if let Some(document) = self.documents.get_mut(&id) {
                    Arc::make_mut(document).declare_tier(tier, reason, at);
                }
            }
            Event::DocumentRemoved { document } => {
                self.documents.remove(&document);
            }
            _ => {}
        }
    }
}

/// A file that was read before its turn.
type ReadAhead = Result<(Vec<u8>, Option<Parsed>), EngineError>;

/// Where an ingest stands: `done` of `total` files are through, `file` is next.
#[derive(Debug)]
pub struct IngestProgress<'a> {
    pub done: usize,
    pub total: usize,
    pub file: &'a Path,
}

/// A document that came in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ingested {
    pub document: Document,
    pub passages: usize,
    /// The same bytes were there before; nothing was added.
    pub known: bool,
    /// What was stored of it was missing or damaged, and has been written anew.
    pub mended: bool,
    /// What the document holds and could not be read, for instance pages that are pictures.
    pub gaps: Vec<String>,
}

/// A file that did not come in, and why.
#[derive(Debug, Serialize)]
pub struct Refused {
    pub path: String,
    /// `assay explain` tells what it means.
    pub code: &'static str,
    pub reason: String,
}

impl Library {
    pub fn new(store: Store) -> Self {
        Self {
            store,
            reading: None,
            sources: SourcePolicy::default(),
            notices: None,
            links: Links::default(),
            known_on: None,
            shared: Arc::default(),
        }
    }

    /// The same library, whose documents are read where a hostile one can do no harm.
    #[must_use]
    pub fn with_reading(mut self, reading: Reading) -> Self {
        self.reading = Some(reading);
        self
    }

    /// The same library, which takes documents of the web only from where the policy says.
    #[must_use]
    pub fn with_sources(mut self, sources: SourcePolicy) -> Self {
        self.sources = sources;
        self
    }

    /// The same library, which says what it did by itself: that the index had to be replaced.
    #[must_use]
    pub fn with_notices(mut self, tell: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.notices = Some(Arc::new(tell));
        self
    }

    /// The same library, which follows links out of the folders that it is given.
    #[must_use]
    pub fn following_links(mut self) -> Self {
        self.links = Links::All;
        self
    }

    /// Brings in files and folders (recursively, in order of their names), of the tier that a person
    /// says they have, if one does. A file that cannot be used is told apart and the rest goes on. The
    /// next files are read while one is stored.
    pub async fn ingest(
        &self,
        paths: &[PathBuf],
        tier: Option<Tier>,
        clock: &dyn Clock,
        on_file: &dyn Fn(&IngestProgress<'_>),
    ) -> Result<(Vec<Ingested>, Vec<Refused>), EngineError> {
        let files = files::listed(paths, self.links);
        let (mut came_in, mut refused) = (Vec::new(), Vec::new());
        let total = files.len();
        let reads = files.into_iter().map(|listed| self.read_ahead(listed));
        let mut reads = std::pin::pin!(stream::iter(reads).buffered(self.at_once()).enumerate());
        while let Some((done, (path, read))) = reads.next().await {
            let file = path.as_path();
            on_file(&IngestProgress { done, total, file });
            let origin = file.display().to_string();
            let result = match read {
                Ok((bytes, parsed)) => {
                    let arrival = Arrival::given(&origin, &bytes).of_tier(tier);
                    self.store_read(arrival, parsed, clock).await
                }
                Err(error) => Err(error),
            };
            match result {
                Ok(ingested) => came_in.push(ingested),
                Err(error) if error.is_of_one_file() => refused.push(Refused {
                    path: origin,
                    code: FailureCode::FileRefused.code(),
                    reason: error.to_string(),
                }),
                Err(error) => return Err(error),
            }
        }
        self.index()?;
        Ok((came_in, refused))
    }

    /// The bytes of a file and, unless the library has it, what they say.
    async fn read_ahead(&self, listed: files::Listed) -> (PathBuf, ReadAhead) {
        let path = listed.path;
        let read = async {
            listed.state?;
            let bytes = files::bytes_of(&path)?;
            if self
                .store
                .document(&DocumentId::of_bytes(&bytes))?
                .is_some()
            {
                return Ok((bytes, None));
            }
            let origin = path.display().to_string();
            let parsed = self.read(&origin, &origin, &bytes).await?;
            Ok((bytes, Some(parsed)))
        };
        let read = read.await;
        (path, read)
    }

    /// The passages of one document that answer a query best, best first; its first ones where none
    /// does.
    pub(crate) fn best_of(
        &self,
        document: &DocumentId,
        query: &str,
        limit: usize,
    ) -> Result<Vec<Evidence>, EngineError> {
        let mut ids =
            self.index()?
                .find(query, &self.narrowed(&Filter::of_document(document)), limit)?;
        if let Some(document) = self.document(document)? {
            let passages = self.passages(&document)?;
            let others = passages.iter().map(|passage| passage.id.clone());
            let others: Vec<PassageId> = others.filter(|id| !ids.contains(id)).collect();
            ids.extend(others);
        }
        ids.truncate(limit);
        let mut evidence = Vec::with_capacity(ids.len());
        for id in &ids {
            evidence.extend(self.evidence(id)?);
        }
        Ok(evidence)
    }

    /// Builds the index anew from the stored documents; the number of passages in it.
    pub fn rebuild_index(&self) -> Result<u64, EngineError> {
        let index = self.index()?;
        self.build(index, self.store.library_sequence()?)?;
        Ok(index.passages())
    }

    /// The best passages for a query that the filter lets through, best first.
    pub fn search(
        &self,
        query: &str,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<(Evidence, f32)>, EngineError> {
        let hits = self.index()?.search(query, &self.narrowed(filter), limit)?;
        hits.into_iter()
            .map(|hit| Ok((self.evidence_of(hit.passage)?, hit.score)))
            .collect()
    }

    /// What [`Self::search`] finds, and what the score of each is made of.
    pub fn explain(
        &self,
        query: &str,
        filter: &Filter,
        limit: usize,
    ) -> Result<(Explanation, Vec<Evidence>), EngineError> {
        let filter = self.narrowed(filter);
        let explanation = self.index()?.explain(query, &filter, limit)?;
        let passages = explanation.hits.iter().map(|found| &found.hit.passage);
        let evidence: Result<Vec<Evidence>, EngineError> = passages
            .map(|passage| self.evidence_of(passage.clone()))
            .collect();
        Ok((explanation, evidence?))
    }

    /// The ids of the best passages for each query that the filter lets through, best first.
    pub(crate) fn find(
        &self,
        queries: &[String],
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<Vec<PassageId>>, EngineError> {
        let (index, filter) = (self.index()?, self.narrowed(filter));
        queries
            .iter()
            .map(|query| Ok(index.find(query, &filter, limit)?))
            .collect()
    }

    /// The evidence that a passage id names, read from the stored text. `None` for an id that names
    /// no text, text that the gate took out of use, or text from after the day of this view.
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
        let evidence = passage.map(|passage| self.evidence_of(passage));
        let evidence = evidence.transpose()?;
        Ok(evidence.and_then(|evidence| self.as_known(&document, evidence)))
    }

    /// The passages around one, in the order of the text.
    pub fn around(&self, id: &PassageId, neighbours: usize) -> Result<Vec<Evidence>, EngineError> {
        let Some((document, range)) = id.parts() else {
            return Ok(Vec::new());
        };
        let known = self.document(&document)?.filter(|one| self.knows(one));
        let Some(document) = known else {
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

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    pub fn documents(&self) -> Result<Vec<Document>, EngineError> {
        Ok(self.store.documents()?)
    }

    /// A document by id, as far as this process knows the library.
    pub fn document(&self, id: &DocumentId) -> Result<Option<Arc<Document>>, EngineError> {
        let mut known = self.known();
        if !known.documents.contains_key(id) {
            known.catch_up(&self.store)?;
        }
        Ok(known.documents.get(id).cloned())
    }

    pub(crate) fn passages(&self, document: &Document) -> Result<Arc<Vec<Passage>>, StoreError> {
        if let Some(passages) = self.known().passages.get(&document.id) {
            return Ok(Arc::clone(passages));
        }
        let text = self.store.blobs().get_text(&document.text)?;
        let passages = Arc::new(split(document, &text));
        let mut known = self.known();
        if known.cached > MOST_CACHED {
            known.passages.clear();
            known.cached = 0;
        }
        known.cached += text.len();
        known
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

    /// A passage as a source that claims are held against. `document` is the one it is in.
    pub(crate) fn source<'a>(
        &self,
        evidence: &'a Evidence,
        document: Option<&'a Document>,
    ) -> ReadSource<'a> {
        let subject = document.map(|document| &document.subject);
        let subject = subject.filter(|subject| !subject.is_unknown());
        self.shared.readings.of(evidence, subject)
    }

    /// The figures of passages that a run has read.
    pub(crate) fn figures(&self) -> &KnownFigures {
        &self.shared.figures
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
}

/// The last mark at or before `start`.
fn place_at(marks: &[PlaceMark], start: usize) -> Option<Place> {
    let after = marks.partition_point(|mark| mark.start <= start);
    let mark = marks.get(after.checked_sub(1)?)?;
    Some(mark.place.clone())
}

/// Whether trouble with the index is another process at work on it.
pub(crate) fn is_busy(error: &EngineError) -> bool {
    matches!(error, EngineError::Index(IndexError::Busy))
}
