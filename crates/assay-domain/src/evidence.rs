use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    BlobId, ClaimId, Date, DocumentId, EvidenceId, Language, PassageId, TaskId, TierBasis,
    Timestamp,
};

/// How far a source can be trusted by where it comes from.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Tier {
    /// Regulator filings and audited statements.
    A,
    /// Company investor relations and licensed data vendors.
    B,
    /// Press, broker research, and files that a person gave without proof of their origin.
    C,
    /// Social media, and what nobody chose: unknown hosts, texts of tools and agents.
    D,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MediaType {
    Markdown,
    Text,
    Html,
    Csv,
    Json,
    Pdf,
    Docx,
    Pptx,
    Xlsx,
    Email,
    Chat,
}

/// Where in a document a person finds something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "at", rename_all = "snake_case")]
pub enum Place {
    /// Counted from 1, as a viewer counts, whatever is printed on the page.
    Page(u32),
    Slide(u32),
    Sheet(String),
    /// An item of a filing, for instance `Item 7`.
    Item(String),
    /// A message of a mail box or chat, counted from 1.
    Message(u32),
}

impl Place {
    /// As a citation names it.
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Page(page) => language.pick(format!("page {page}"), format!("第 {page} 页")),
            Self::Slide(slide) => {
                language.pick(format!("slide {slide}"), format!("第 {slide} 张幻灯片"))
            }
            Self::Sheet(sheet) => {
                language.pick(format!("sheet {sheet}"), format!("工作表 {sheet}"))
            }
            Self::Item(item) => item.clone(),
            Self::Message(number) => {
                language.pick(format!("message {number}"), format!("第 {number} 条消息"))
            }
        }
    }
}

/// From `start` of the text on, up to the next mark, the text is at `place`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlaceMark {
    pub start: usize,
    pub place: Place,
}

/// What a document says it is about, as far as its own fields or tags state it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DocumentSubject {
    /// The company or body that speaks, for instance `Tesla, Inc.`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entity: Option<String>,
    /// The kind of filing, for instance `10-K`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// The last day of the period reported on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period_end: Option<Date>,
    /// The code under which its shares are traded, where the cover says it: `TSLA`, `600519`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticker: Option<String>,
}

impl DocumentSubject {
    pub fn is_unknown(&self) -> bool {
        *self == Self::default()
    }
}

/// A figure that a filing tags by machine-readable means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaggedFact {
    /// For instance `us-gaap:Revenues`.
    pub concept: String,
    /// The number in whole units, scale and sign applied.
    pub value: Decimal,
    /// For instance `USD`, `USD/shares`, `shares`, `pure`.
    pub unit: String,
    /// The first day of a duration; `None` for a moment in time.
    pub start: Option<Date>,
    /// The last day of a duration, or the moment.
    pub end: Date,
    /// Axis and member, in order of the axis; empty for the whole company.
    pub dimensions: Vec<(String, String)>,
    /// Rounding as the filer states it: -6 is millions; `None` is exact.
    pub decimals: Option<i32>,
    /// Bytes of the document's text that show it, where they are shown.
    pub shown_at: Option<(usize, usize)>,
}

/// Text in a document that its reader cannot see. It is in no passage; the gate looks at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HiddenText {
    pub kind: HiddenKind,
    pub text: String,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum HiddenKind {
    Comment,
    /// By its style: not displayed, too small, off the page, in the colour of the page.
    Style,
    /// Shown only in place of a picture or on hovering.
    Alternative,
    Metadata,
    FileName,
    /// Notes, hidden sheets, rows, slides or deleted text of an office document.
    Office,
}

/// What the ingest gate said of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum IngestVerdict {
    Clean,
    Flagged,
    Quarantined,
}

/// A stored document. `raw` is what came in, `text` is what passages point into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Document {
    pub id: DocumentId,
    pub title: String,
    /// Where it came from: a path or URL as the user gave it.
    pub origin: String,
    pub media: MediaType,
    pub tier: Tier,
    /// By what it has its tier; absent in journals of versions that went by names of files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier_basis: Option<TierBasis>,
    /// The date the document speaks of or was published, where one is stated in it.
    pub date: Option<Date>,
    pub raw: BlobId,
    pub text: BlobId,
    /// Byte ranges of `text` that the gate took out of use; they reach no prompt and no report.
    pub quarantined: Vec<GateSpan>,
    /// Byte ranges that the gate marked and left in use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flagged: Vec<GateSpan>,
    /// What people decided about spans that the gate took out, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reviews: Vec<SpanReview>,
    /// What the gate found in text that no reader sees.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<HiddenFinding>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceMark>,
    #[serde(default, skip_serializing_if = "DocumentSubject::is_unknown")]
    pub subject: DocumentSubject,
    /// The figures that it tags: the hash of a stored JSON array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<BlobId>,
    /// A summary of its wording, by which near-duplicates are recognised.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sketch: Vec<u64>,
    /// The earlier document that says nearly the same; the two count as one source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near_duplicate_of: Option<DocumentId>,
    pub verdict: IngestVerdict,
    pub ingested_at: Timestamp,
    /// It came in over HTTP, from a page or a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uploaded: bool,
}

/// Bytes of a document's text that a rule of the gate spoke up about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GateSpan {
    pub start: usize,
    pub end: usize,
    /// The rule that spoke up, for instance `G-001`.
    pub rule: String,
    pub reason: String,
}

/// A person's word on a span that the gate took out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpanReview {
    pub span: GateSpan,
    pub decision: ReviewDecision,
    pub reason: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewDecision {
    /// It is no attack: the text may be used again.
    Released,
    /// It stays out of use.
    Rejected,
}

impl Document {
    /// Takes a person's decision in. A decision can be taken back by the opposite one; a span that
    /// the gate never took out cannot be reviewed.
    pub fn review(&mut self, review: SpanReview) {
        let at = self.quarantined.iter().position(|q| *q == review.span);
        match (at, review.decision) {
            (Some(at), ReviewDecision::Released) => {
                self.quarantined.remove(at);
            }
            (Some(_), ReviewDecision::Rejected) => {}
            (None, ReviewDecision::Rejected) if self.is_released(&review.span) => {
                let after = self
                    .quarantined
                    .partition_point(|q| (q.start, q.end) < (review.span.start, review.span.end));
                self.quarantined.insert(after, review.span.clone());
                self.verdict = IngestVerdict::Quarantined;
            }
            (None, _) => return,
        }
        self.reviews.push(review);
        if self.quarantined.is_empty() && self.verdict == IngestVerdict::Quarantined {
            self.verdict = if self.flagged.is_empty() {
                IngestVerdict::Clean
            } else {
                IngestVerdict::Flagged
            };
        }
    }

    /// What a person last decided about a span; `None` where nobody has looked at it.
    pub fn last_review(&self, span: &GateSpan) -> Option<ReviewDecision> {
        let mut reviews = self.reviews.iter().rev();
        reviews
            .find(|review| review.span == *span)
            .map(|review| review.decision)
    }

    /// The spans that a person put back into use, in the order of the text.
    pub fn released(&self) -> Vec<&GateSpan> {
        let mut released: Vec<&GateSpan> = Vec::new();
        for review in &self.reviews {
            if self.is_released(&review.span) && !released.contains(&&review.span) {
                released.push(&review.span);
            }
        }
        released.sort_by_key(|span| (span.start, span.end));
        released
    }

    fn is_released(&self, span: &GateSpan) -> bool {
        self.last_review(span) == Some(ReviewDecision::Released)
    }
}

/// Hidden text that a rule spoke up about. The text itself is kept for review and for nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HiddenFinding {
    pub kind: HiddenKind,
    pub rule: String,
    pub reason: String,
    pub text: String,
}

/// A piece of a document's text, with the headings above it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Passage {
    pub id: PassageId,
    pub document: DocumentId,
    pub start: usize,
    pub end: usize,
    /// Headings from the outermost in, for instance `["Results", "Segment revenue"]`.
    pub headings: Vec<String>,
    pub text: String,
}

/// A passage that something cites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    pub id: EvidenceId,
    pub passage: PassageId,
    pub document: DocumentId,
    /// The document's title.
    pub source: String,
    pub origin: String,
    pub headings: Vec<String>,
    /// Where a person finds it, in documents that have pages, slides, sheets, items or messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    pub quote: String,
    pub tier: Tier,
    pub as_of: Option<Date>,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "UPPERCASE")]
pub enum Confidence {
    Unsupported,
    Weak,
    Moderate,
    Strong,
}

impl Confidence {
    /// The best tier decides; without evidence there is none.
    pub fn from_tiers(tiers: impl IntoIterator<Item = Tier>) -> Self {
        match tiers.into_iter().min() {
            Some(Tier::A) => Self::Strong,
            Some(Tier::B) => Self::Moderate,
            Some(Tier::C | Tier::D) => Self::Weak,
            None => Self::Unsupported,
        }
    }
}

/// How a sentence came to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClaimKind {
    /// Verbatim from its evidence.
    Quoted,
    /// Arithmetic over its evidence, with the formula.
    Computed { formula: String },
    /// A model's own words about its evidence.
    Written,
    /// A model's own words around arithmetic that code did for it.
    Derived { formula: String },
}

impl ClaimKind {
    /// Whether a model chose its words.
    pub fn is_a_models(&self) -> bool {
        matches!(self, Self::Written | Self::Derived { .. })
    }

    /// The arithmetic that was recorded with it.
    pub fn formula(&self) -> Option<&str> {
        match self {
            Self::Computed { formula } | Self::Derived { formula } => Some(formula),
            Self::Quoted | Self::Written => None,
        }
    }
}

/// A factual sentence of a section and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    pub id: ClaimId,
    pub text: String,
    pub task: TaskId,
    /// The agent that made it.
    pub source_agent: String,
    pub evidence_ids: Vec<EvidenceId>,
    pub confidence: Confidence,
    #[serde(flatten)]
    pub kind: ClaimKind,
    /// What the claim check found; absent in journals written before there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<ClaimCheck>,
}

/// By what a sentence stands, from the strongest to the weakest. It is what a report prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "standing", rename_all = "snake_case")]
pub enum Standing {
    /// Word by word from the evidence.
    Quoted,
    /// Each figure is covered by the evidence or recomputed from it.
    Computed,
    /// A verifier named the span that says it, and code confirmed the span.
    Judged { model: String },
    /// Code alone found its names and content words in one statement of the same polarity.
    Wording,
    /// Marked as a conclusion from such sentences.
    Conclusion,
    /// Says what the evidence does not have.
    Gap,
}

impl Standing {
    /// The word that a reader sees.
    pub fn label(&self, language: Language) -> &'static str {
        match self {
            Self::Quoted => language.pick("quoted", "原文"),
            Self::Computed => language.pick("computed", "数字相符"),
            Self::Judged { .. } => language.pick("judged by a model", "模型判定"),
            Self::Wording => language.pick("wording", "措辞相符"),
            Self::Conclusion => language.pick("conclusion", "推论"),
            Self::Gap => language.pick("says what is missing", "说明缺失"),
        }
    }
}

/// Whether code found a sentence's numbers and quotations in the evidence it cites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum ClaimCheck {
    Supported {
        /// Absent in journals of versions that compared numbers and quotations only.
        #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
        standing: Option<Standing>,
        /// In the order of the sentence.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        figures: Vec<CheckedFigure>,
        /// Where a verifier found it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        span: Option<JudgedSpan>,
    },
    Unsupported {
        problems: Vec<String>,
    },
}

impl ClaimCheck {
    pub fn is_supported(&self) -> bool {
        matches!(self, Self::Supported { .. })
    }
}

/// The words in which a verifier found a sentence stated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JudgedSpan {
    pub evidence: EvidenceId,
    pub text: String,
}

/// A number of a sentence, and what kind of number the evidence makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckedFigure {
    pub printed: String,
    #[serde(flatten)]
    pub basis: FigureBasis,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "basis", rename_all = "snake_case")]
pub enum FigureBasis {
    /// The evidence states it as a fact.
    Observed,
    /// Recomputed from what the evidence states.
    Derived { formula: String },
    /// The evidence expects it.
    Prospective,
    /// The evidence has it from somebody else.
    ThirdParty,
}
