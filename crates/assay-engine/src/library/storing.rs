use std::path::Path;

use assay_documents::{Parsed, Sketch, Stretch, graded, read_document, stretches};
use assay_domain::{
    BlobId, Document, DocumentId, Event, GateSpan, HiddenFinding, HiddenKind, HiddenText,
    IngestVerdict, RunId, TaggedFact, Tier, TierBasis,
};
use assay_gates::SourceVerdict;

use super::{Arrival, Ingested, Library};
use crate::{Clock, EngineError, ReadFailure, Reading};

/// How many times the text that a document may have its passages may cost the index, with what stands
/// above each of them. Three times is what tables with long heads take.
const MOST_INDEXED: usize = 4;

impl Library {
    /// The one way in: read (unless it was before its turn), judged by the gate, stored, journaled.
    pub(super) async fn store_read(
        &self,
        arrival: Arrival<'_>,
        read: Option<Parsed>,
        clock: &dyn Clock,
    ) -> Result<Ingested, EngineError> {
        let Arrival {
            origin,
            name,
            bytes,
            ..
        } = arrival;
        let id = DocumentId::of_bytes(bytes);
        if let Some(document) = self.store.document(&id)? {
            let mended = self.mend(&document, origin, name, bytes).await?;
            let document = self.declared(document, arrival.tier, clock).await?;
            return Ok(Ingested {
                document,
                passages: 0,
                known: true,
                mended,
                gaps: Vec::new(),
            });
        }
        let source_flag = self.source_flag(origin)?;
        let mut parsed = match read {
            Some(parsed) => parsed,
            None => self.read(origin, name, bytes).await?,
        };
        let judged = judge(&mut parsed, name, source_flag);
        let sketch = Sketch::of(&parsed.text);
        let blobs = self.store.blobs();
        let now = clock.now();
        let (tier, basis) = graded(arrival.provenance, origin, &parsed);
        let record = Document {
            quarantined: judged.quarantined,
            ..parsed.record(origin, bytes, tier, now)
        };
        let passages = self.counted_passages(&record, &parsed.text)?;
        let mut document = Document {
            tier_basis: Some(basis),
            title: safe_title(parsed.title, origin),
            raw: blobs.put(bytes)?,
            text: blobs.put(parsed.text.as_bytes())?,
            flagged: judged.flagged,
            hidden: judged.hidden,
            facts: self.put_facts(&parsed.facts)?,
            near_duplicate_of: self.near_duplicate(&sketch)?,
            sketch: sketch.into_hashes(),
            verdict: judged.verdict,
            uploaded: arrival.uploaded,
            ..record
        };
        self.grade_figures(&mut document)?;
        if let Some(tier) = arrival.tier {
            document.declare_tier(tier, None, now);
        }
        let event = Event::DocumentIngested {
            document: Box::new(document.clone()),
        };
        self.store
            .append(&RunId::library(), now, vec![event])
            .await?;
        self.put_again(&document, bytes, &parsed.text, &parsed.facts)?;
        Ok(Ingested {
            document,
            passages,
            known: false,
            mended: false,
            gaps: parsed.gaps.iter().map(ToString::to_string).collect(),
        })
    }

    /// A given table of figures says whose they are and of which period, so that a reader can look each
    /// up: more than a file of any kind, and less than a filing.
    fn grade_figures(&self, document: &mut Document) -> Result<(), EngineError> {
        if document.tier_basis == Some(TierBasis::GivenFile) && self.states_figures(document)? {
            document.tier = Tier::B;
            document.tier_basis = Some(TierBasis::GivenFigures);
        }
        Ok(())
    }

    /// How many passages a document has, unless they would cost more than any document may.
    fn counted_passages(&self, document: &Document, text: &str) -> Result<usize, EngineError> {
        let passages = stretches(document, text);
        let weight: usize = passages.iter().map(Stretch::weight).sum();
        let limits = self
            .reading
            .as_ref()
            .map(Reading::limits)
            .unwrap_or_default();
        let most = MOST_INDEXED * limits.document.text_megabytes;
        if weight >> 20 < most {
            return Ok(passages.len());
        }
        Err(EngineError::Document {
            path: document.origin.clone(),
            cause: ReadFailure::TooMuchToIndex {
                passages: passages.len(),
                megabytes: weight >> 20,
                limit: most,
            },
        })
    }

    /// A known document with what a person now says of it.
    async fn declared(
        &self,
        mut document: Document,
        tier: Option<Tier>,
        clock: &dyn Clock,
    ) -> Result<Document, EngineError> {
        let Some(tier) = tier.filter(|tier| *tier != document.tier) else {
            return Ok(document);
        };
        let now = clock.now();
        let event = Event::TierDeclared {
            document: document.id.clone(),
            tier,
            reason: None,
        };
        self.store
            .append(&RunId::library(), now, vec![event])
            .await?;
        document.declare_tier(tier, None, now);
        Ok(document)
    }

    /// What the user's list of sources says of an origin: nothing, or the rule and reason of a flag.
    pub(crate) fn source_flag(
        &self,
        origin: &str,
    ) -> Result<Option<(String, String)>, EngineError> {
        match assay_gates::check_source(origin, &self.sources) {
            SourceVerdict::Allowed => Ok(None),
            SourceVerdict::Flagged { rule, reason } => Ok(Some((rule.to_owned(), reason))),
            SourceVerdict::Refused { rule, reason } => Err(EngineError::Source {
                origin: origin.to_owned(),
                rule,
                reason,
            }),
        }
    }

    /// In a process of its own where the program has one for it.
    pub(super) async fn read(
        &self,
        origin: &str,
        name: &str,
        bytes: &[u8],
    ) -> Result<Parsed, EngineError> {
        let parsed = match &self.reading {
            Some(reading) => reading.read(name, bytes).await,
            None => read_document(name, bytes).map_err(ReadFailure::from),
        };
        parsed.map_err(|cause| EngineError::Document {
            path: origin.to_owned(),
            cause,
        })
    }

    /// How many documents are read at once where several come in.
    pub(super) fn at_once(&self) -> usize {
        self.reading.as_ref().map_or(1, Reading::at_once)
    }

    /// The first document whose wording is nearly this.
    fn near_duplicate(&self, sketch: &Sketch) -> Result<Option<DocumentId>, EngineError> {
        let mut known = self.known();
        known.catch_up(&self.store)?;
        let place = known.wording.near(sketch);
        Ok(place.and_then(|place| known.originals.get(place).cloned()))
    }

    /// Bodies that a removal of the same document, under way as this one came in, took for nobody's:
    /// from now on an event names them.
    fn put_again(
        &self,
        document: &Document,
        bytes: &[u8],
        text: &str,
        tagged: &[TaggedFact],
    ) -> Result<(), EngineError> {
        let blobs = self.store.blobs();
        if !blobs.has(&document.raw)? {
            blobs.put(bytes)?;
        }
        if !blobs.has(&document.text)? {
            blobs.put(text.as_bytes())?;
        }
        if let Some(facts) = &document.facts
            && !blobs.has(facts)?
        {
            self.put_facts(tagged)?;
        }
        Ok(())
    }

    fn put_facts(&self, facts: &[TaggedFact]) -> Result<Option<BlobId>, EngineError> {
        let body = facts_body(facts)?;
        let stored = body.map(|body| self.store.blobs().put(&body)).transpose()?;
        Ok(stored)
    }
}

/// The figures that a document tags, as they are stored.
pub(super) fn facts_body(facts: &[TaggedFact]) -> Result<Option<Vec<u8>>, EngineError> {
    if facts.is_empty() {
        return Ok(None);
    }
    Ok(Some(serde_json::to_vec(facts)?))
}

/// What the gate says of a document: its text, what it hides, its name and its source.
struct Judged {
    quarantined: Vec<GateSpan>,
    flagged: Vec<GateSpan>,
    hidden: Vec<HiddenFinding>,
    verdict: IngestVerdict,
}

fn judge(parsed: &mut Parsed, name: &str, source_flag: Option<(String, String)>) -> Judged {
    let mut decision = assay_gates::ingest(&parsed.text);
    if let Some((rule, reason)) = source_flag {
        decision.verdict = worse(decision.verdict, IngestVerdict::Flagged);
        decision.flagged.push(GateSpan {
            start: 0,
            end: parsed.text.len(),
            rule,
            reason,
        });
    }
    parsed.hidden.push(HiddenText {
        kind: HiddenKind::FileName,
        text: name.to_owned(),
    });
    let hidden = assay_gates::ingest_hidden(&parsed.hidden);
    Judged {
        verdict: worse(decision.verdict, assay_gates::hidden_verdict(&hidden)),
        quarantined: decision.quarantined,
        flagged: decision.flagged,
        hidden,
    }
}

fn worse(one: IngestVerdict, other: IngestVerdict) -> IngestVerdict {
    use IngestVerdict::{Clean, Flagged, Quarantined};
    match (one, other) {
        (Quarantined, _) | (_, Quarantined) => Quarantined,
        (Flagged, _) | (_, Flagged) => Flagged,
        (Clean, Clean) => Clean,
    }
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
