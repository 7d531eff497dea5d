//! The claim check for a text that somebody else wrote, outside of any run.

mod footnotes;
mod operands;
mod verdict;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use assay_analyst::{DraftClaim, written_sentences};
use assay_claims::ReadSource;
use assay_domain::{
    CheckedFigure, ClaimCheck, ClaimKind, Document, DocumentId, Evidence, EvidenceId, FigureBasis,
    Language, PassageId, Place, cited_evidence,
};
use assay_evidence::Filter;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::footnotes::Footnotes;
pub use self::verdict::SentenceVerdict;
use crate::claim_check::{self, Cited};
use crate::{EngineError, Library};

/// Passages that a sentence without a citation is held against.
const FOUND: usize = 8;

/// A text and what it is to be held against.
#[derive(Clone, Debug)]
pub struct TextToCheck<'a> {
    pub markdown: &'a str,
    /// Language of the reasons.
    pub language: Language,
    /// What may be cited beside what the library holds.
    pub evidence: &'a [Evidence],
    pub uncited: Uncited<'a>,
    pub formulas: &'a [SentenceFormula],
}

/// What a sentence that cites nothing is held against.
#[derive(Clone, Copy, Debug)]
pub enum Uncited<'a> {
    /// These, which are among the evidence of the text.
    Against(&'a [EvidenceId]),
    /// The best passages for it in the library; in these documents alone if any are named.
    Search(&'a [DocumentId]),
}

/// How a figure of a sentence was computed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SentenceFormula {
    /// The sentence without citation marks, or enough of its beginning.
    pub sentence: String,
    /// Its arithmetic over figures of the evidence: (812 - 700) / 700.
    pub formula: String,
}

/// Where a sentence is borne out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BearingSpan {
    pub evidence: EvidenceId,
    pub passage: PassageId,
    /// The words that bear it.
    pub text: String,
    /// The title of the document.
    pub source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headings: Vec<String>,
}

impl BearingSpan {
    /// The document and where in it.
    pub fn located(&self, language: Language) -> String {
        let place = self.place.iter().map(|place| place.text(language));
        let parts = std::iter::once(self.source.clone()).chain(place);
        let headings = self.headings.iter().filter(|line| **line != self.source);
        let parts = parts.chain(headings.cloned());
        parts.collect::<Vec<_>>().join(" › ")
    }
}

/// A sentence or table row, and what the evidence says of it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CheckedSentence {
    /// Without citation marks.
    pub text: String,
    pub verdict: SentenceVerdict,
    /// Where it begins in the text that was checked, in bytes, citation marks included.
    pub start: usize,
    /// Where it ends, in bytes.
    pub end: usize,
    /// Evidence that it was held against.
    pub evidence: Vec<EvidenceId>,
    /// Evidence that it cites and that nothing resolves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<EvidenceId>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<CheckedFigure>,
    /// What bears a sentence that passed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<BearingSpan>,
    /// Why a sentence did not pass.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}

/// Every sentence of a text with its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CheckedText {
    pub passes: bool,
    /// Sentences by verdict.
    pub counts: BTreeMap<SentenceVerdict, usize>,
    pub sentences: Vec<CheckedSentence>,
}

impl CheckedText {
    fn of(sentences: Vec<CheckedSentence>) -> Self {
        let mut counts = BTreeMap::new();
        for sentence in &sentences {
            *counts.entry(sentence.verdict).or_default() += 1;
        }
        Self {
            passes: counts
                .keys()
                .all(|verdict: &SentenceVerdict| verdict.passes()),
            counts,
            sentences,
        }
    }
}

impl Library {
    /// Holds each sentence of a text against the evidence that it cites as `[[ev_…]]`, or, where it
    /// cites none, against what [`Uncited`] says. Footnotes that name a document of the library
    /// narrow the search to it; lists of sources are no sentences.
    pub fn check_text(&self, text: &TextToCheck<'_>) -> Result<CheckedText, EngineError> {
        let footnotes = Footnotes::of(text.markdown);
        let written = written_sentences(text.markdown).into_iter();
        let mut sentences: Vec<(Range<usize>, Option<Read>)> = written
            .filter(|sentence| !footnotes.hold(&sentence.range))
            .map(|sentence| {
                let read = sentence.claim.map(|claim| Read::of(claim, &footnotes));
                (sentence.range, read)
            })
            .collect();
        record_formulas(&mut sentences, text.formulas)?;
        let bench = Bench {
            library: self,
            text,
            known: self.citable(text, &sentences)?,
            documents: match footnotes.is_empty() {
                true => Vec::new(),
                false => self.documents()?,
            },
        };
        let checked = sentences.into_iter().map(|(range, read)| match read {
            Some(read) => bench.checked(range, read),
            None => Ok(connecting(text.markdown, range)),
        });
        Ok(CheckedText::of(checked.collect::<Result<_, _>>()?))
    }

    /// The passages that evidence ids were made from, looked for in the whole library: for ids from
    /// earlier sittings. Reads every document once, however many ids there are.
    pub fn passages_of(
        &self,
        ids: &BTreeSet<EvidenceId>,
    ) -> Result<BTreeMap<EvidenceId, PassageId>, EngineError> {
        let mut found = BTreeMap::new();
        if ids.is_empty() {
            return Ok(found);
        }
        for document in self.documents()? {
            for passage in self.passages(&document)?.iter() {
                let id = EvidenceId::of_passage(&passage.id);
                if ids.contains(&id) {
                    found.insert(id, passage.id.clone());
                }
            }
            if found.len() == ids.len() {
                break;
            }
        }
        Ok(found)
    }

    /// What the sentences cite, as far as anybody knows it.
    fn citable(
        &self,
        text: &TextToCheck<'_>,
        sentences: &[(Range<usize>, Option<Read>)],
    ) -> Result<BTreeMap<EvidenceId, Evidence>, EngineError> {
        let given = text.evidence.iter();
        let mut known: BTreeMap<EvidenceId, Evidence> =
            given.map(|item| (item.id.clone(), item.clone())).collect();
        let reads = sentences.iter().filter_map(|(_, read)| read.as_ref());
        let cited = reads.flat_map(|read| &read.claim.evidence_ids).cloned();
        let wanted: BTreeSet<EvidenceId> = cited.filter(|id| !known.contains_key(id)).collect();
        for (id, passage) in self.passages_of(&wanted)? {
            // text that the gate took out of use is no evidence
            if let Some(evidence) = self.evidence(&passage)? {
                known.insert(id, evidence);
            }
        }
        Ok(known)
    }
}

/// A sentence without its marks, and the footnotes that it names.
struct Read {
    claim: DraftClaim,
    /// What the footnotes say of their sources.
    sources: Vec<String>,
}

impl Read {
    fn of(mut claim: DraftClaim, footnotes: &Footnotes) -> Self {
        let (text, sources) = footnotes.taken_from(&claim.text);
        claim.text = text;
        for source in &sources {
            claim.evidence_ids.extend(cited_evidence(source));
        }
        Self { claim, sources }
    }
}

fn record_formulas(
    sentences: &mut [(Range<usize>, Option<Read>)],
    formulas: &[SentenceFormula],
) -> Result<(), EngineError> {
    for SentenceFormula { sentence, formula } in formulas {
        let beginning = sentence.trim();
        let mut reads = sentences.iter_mut().filter_map(|(_, read)| read.as_mut());
        let meant = reads.find(|read| {
            !beginning.is_empty() && read.claim.text.trim_start().starts_with(beginning)
        });
        let meant = meant.ok_or_else(|| EngineError::NoSuchSentence {
            sentence: sentence.clone(),
        })?;
        // how its figures follow, and nothing of what they are of
        meant.claim.kind = ClaimKind::Derived {
            formula: formula.trim().to_owned(),
        };
    }
    Ok(())
}

/// Evidence, its verdict, and what of it bears the sentence.
type Held = (Vec<Evidence>, Option<ClaimCheck>, Vec<BearingSpan>);

struct Bench<'a> {
    library: &'a Library,
    text: &'a TextToCheck<'a>,
    known: BTreeMap<EvidenceId, Evidence>,
    /// Documents that a footnote may name.
    documents: Vec<Document>,
}

impl Bench<'_> {
    fn checked(&self, range: Range<usize>, read: Read) -> Result<CheckedSentence, EngineError> {
        let Read { claim, sources } = read;
        let (cited, unknown): (Vec<EvidenceId>, Vec<EvidenceId>) = claim
            .evidence_ids
            .iter()
            .cloned()
            .partition(|id| self.known.contains_key(id));
        let candidates = if claim.evidence_ids.is_empty() {
            self.uncited(&claim.text, &sources)?
        } else {
            vec![self.of_ids(&cited)]
        };
        let (held, check, spans) = self.best(&claim, candidates)?;
        let verdict = match (&check, self.text.uncited) {
            _ if !unknown.is_empty() => SentenceVerdict::UnknownEvidence,
            (Some(check), _) => SentenceVerdict::of(check),
            (None, Uncited::Against(_)) => SentenceVerdict::Uncited,
            (None, Uncited::Search(_)) => SentenceVerdict::Unsupported,
        };
        let (figures, mut problems) = match check {
            Some(ClaimCheck::Supported { figures, .. }) => (figures, Vec::new()),
            Some(ClaimCheck::Unsupported { problems }) => (Vec::new(), problems),
            None => (Vec::new(), Vec::new()),
        };
        if problems.is_empty() {
            problems.extend(verdict.reason(self.text.language).map(str::to_owned));
        }
        Ok(CheckedSentence {
            text: claim.text,
            verdict,
            start: range.start,
            end: range.end,
            evidence: held.into_iter().map(|evidence| evidence.id).collect(),
            unknown,
            figures,
            spans,
            problems,
        })
    }

    fn of_ids(&self, ids: &[EvidenceId]) -> Vec<Evidence> {
        let known = ids.iter().filter_map(|id| self.known.get(id));
        known.cloned().collect()
    }

    /// What a sentence that cites nothing may rest on, best first. Each candidate is of one document
    /// that has every name of the sentence: nobody says that the document is the right one, and a
    /// figure of one company with the name of another would bear out what neither says. Only
    /// footnotes that name several documents join them.
    fn uncited(
        &self,
        sentence: &str,
        sources: &[String],
    ) -> Result<Vec<Vec<Evidence>>, EngineError> {
        let within = match self.text.uncited {
            Uncited::Against(common) => return Ok(vec![self.of_ids(common)]),
            Uncited::Search(documents) => documents,
        };
        let named = self.documents.iter().filter(|document| {
            let mut sources = sources.iter();
            sources.any(|source| footnotes::names(source, document))
                && (within.is_empty() || within.contains(&document.id))
        });
        let named: Vec<DocumentId> = named.map(|document| document.id.clone()).collect();
        if !named.is_empty() {
            return Ok(vec![self.found(sentence, named)?]);
        }
        let mut documents: Vec<DocumentId> = Vec::new();
        for evidence in self.found(sentence, within.to_vec())? {
            if !documents.contains(&evidence.document)
                && self.has_names(&evidence.document, sentence)?
            {
                documents.push(evidence.document);
            }
        }
        let each = documents.into_iter();
        each.map(|document| self.found(sentence, vec![document]))
            .collect()
    }

    fn has_names(&self, document: &DocumentId, sentence: &str) -> Result<bool, EngineError> {
        let Some(document) = self.library.document(document)? else {
            return Ok(false);
        };
        for name in assay_claims::names(sentence) {
            if !self.library.has_name(&document, name)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn found(
        &self,
        sentence: &str,
        documents: Vec<DocumentId>,
    ) -> Result<Vec<Evidence>, EngineError> {
        let filter = Filter {
            documents,
            ..Filter::default()
        };
        let found = self.library.search(sentence, &filter, FOUND)?;
        Ok(found.into_iter().map(|(evidence, _)| evidence).collect())
    }

    /// The first candidate that bears the sentence; the first of all where none does.
    fn best(
        &self,
        claim: &DraftClaim,
        candidates: Vec<Vec<Evidence>>,
    ) -> Result<Held, EngineError> {
        let mut best: Option<Held> = None;
        for held in candidates {
            let (check, spans) = self.held_against(claim, &held)?;
            let is_borne = check.as_ref().is_some_and(ClaimCheck::is_supported);
            if is_borne {
                return Ok((held, check, spans));
            }
            best.get_or_insert((held, check, spans));
        }
        Ok(best.unwrap_or_default())
    }

    /// The verdict of the evidence, and what of it bears the sentence.
    fn held_against(
        &self,
        claim: &DraftClaim,
        held: &[Evidence],
    ) -> Result<(Option<ClaimCheck>, Vec<BearingSpan>), EngineError> {
        let mut documents = Vec::with_capacity(held.len());
        for evidence in held {
            documents.push(self.library.document(&evidence.document)?);
        }
        let read: Vec<ReadSource<'_>> = held
            .iter()
            .zip(&documents)
            .map(|(evidence, document)| self.library.source(evidence, document.as_deref()))
            .collect();
        let cited = held.iter().zip(&read);
        let cited: Vec<Cited<'_>> = cited
            .map(|(evidence, read)| Cited { evidence, read })
            .collect();
        let check = claim_check::check(claim, &cited, self.text.language);
        let spans = match &check {
            Some(check @ ClaimCheck::Supported { figures, .. })
                if SentenceVerdict::of(check) != SentenceVerdict::SaysWhatIsMissing =>
            {
                let computed = computed_from(claim, figures, held);
                match computed.is_empty() {
                    true => claim_check::bearing(claim, &cited),
                    false => computed,
                }
            }
            _ => Vec::new(),
        };
        Ok((check, spans.into_iter().filter_map(span).collect()))
    }
}

/// The words that a computed figure was computed from.
fn computed_from<'a>(
    claim: &DraftClaim,
    figures: &[CheckedFigure],
    held: &'a [Evidence],
) -> Vec<(&'a Evidence, Range<usize>)> {
    let recorded = claim.kind.formula();
    let derived = figures.iter().filter_map(|figure| match &figure.basis {
        FigureBasis::Derived { formula } => Some(formula.as_str()),
        FigureBasis::Observed | FigureBasis::Prospective | FigureBasis::ThirdParty => None,
    });
    let mut found = Vec::new();
    for formula in recorded.into_iter().chain(derived) {
        for place in operands::standing(formula, held) {
            if !found.contains(&place) {
                found.push(place);
            }
        }
    }
    found
}

fn span((evidence, range): (&Evidence, Range<usize>)) -> Option<BearingSpan> {
    let text = evidence.quote.get(range)?.trim();
    (!text.is_empty()).then(|| BearingSpan {
        evidence: evidence.id.clone(),
        passage: evidence.passage.clone(),
        text: text.to_owned(),
        source: evidence.source.clone(),
        place: evidence.place.clone(),
        headings: evidence.headings.clone(),
    })
}

fn connecting(markdown: &str, range: Range<usize>) -> CheckedSentence {
    let text = markdown.get(range.clone()).unwrap_or_default();
    CheckedSentence {
        text: text.to_owned(),
        verdict: SentenceVerdict::Connecting,
        start: range.start,
        end: range.end,
        evidence: Vec::new(),
        unknown: Vec::new(),
        figures: Vec::new(),
        spans: Vec::new(),
        problems: Vec::new(),
    }
}
