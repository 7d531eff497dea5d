use std::collections::BTreeSet;
use std::fmt;

use assay_domain::{Decimal, EvidenceId, Language};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a figure came from: a data point, a claim, an assumption or a step of a valuation.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct FigureId(String);

impl FigureId {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FigureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A document before it has a format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Doc {
    /// Above the title, for instance `Investment memo`.
    pub kind: String,
    pub title: String,
    pub language: Language,
    /// The box under the title: ticker, price and its day, gate status, run.
    pub meta: Vec<MetaItem>,
    pub blocks: Vec<Block>,
    /// An entry for every figure that the blocks name, and for every input of such a figure.
    pub figures: Vec<FigureNote>,
    pub sources: Vec<SourceNote>,
    /// At the foot of every format.
    pub disclaimer: String,
}

impl Doc {
    /// Addresses of the filings and the evidence that it names: nothing else in it may be a link.
    pub fn links(&self) -> BTreeSet<String> {
        let figures = self.figures.iter().filter_map(|note| note.url.clone());
        let sources = self.sources.iter().filter_map(|note| note.url.clone());
        figures.chain(sources).collect()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MetaItem {
    pub label: String,
    pub value: Vec<Inline>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "block", rename_all = "snake_case")]
pub enum Block {
    Heading {
        /// 2 to 4; the title is the only heading of level 1.
        level: u8,
        /// Letters, digits, `-` and `_`, once in a document.
        anchor: String,
        text: Vec<Inline>,
    },
    Paragraph {
        text: Vec<Inline>,
    },
    List {
        kind: ListKind,
        items: Vec<Vec<Inline>>,
    },
    Table(Table),
    Picture(Picture),
    Callout {
        tone: Tone,
        title: String,
        paragraphs: Vec<Vec<Inline>>,
    },
    PageBreak,
}

impl Block {
    pub fn paragraph(text: impl Into<String>) -> Self {
        Self::Paragraph {
            text: vec![Inline::text(text)],
        }
    }

    pub fn heading(level: u8, anchor: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Heading {
            level,
            anchor: anchor.into(),
            text: vec![Inline::text(text)],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ListKind {
    Bulleted,
    Numbered,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    Note,
    Good,
    Warning,
    Stop,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Table {
    pub caption: Option<String>,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Column {
    pub title: String,
    pub align: Align,
    /// Stands under the title, for instance `USD m`.
    pub unit: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Align {
    Left,
    Center,
    Right,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    pub kind: RowKind,
    pub cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RowKind {
    Plain,
    /// Opens a group of rows.
    Group,
    Total,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cell {
    pub text: String,
    /// Where the number comes from. A cell with a value must have it.
    pub figure: Option<FigureId>,
    pub value: Option<Decimal>,
    pub cites: Vec<Cite>,
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    pub fn figure(id: FigureId, value: Decimal, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            figure: Some(id),
            value: Some(value),
            cites: Vec::new(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Picture {
    /// A drawing that loads nothing and runs nothing; anything else is refused.
    pub svg: String,
    pub caption: String,
    /// What the picture shows, for a reader who cannot see it.
    pub description: String,
    /// The numbers behind it, for formats that cannot draw.
    pub data: Option<Table>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "inline", rename_all = "snake_case")]
pub enum Inline {
    Text {
        text: String,
    },
    Strong {
        text: Vec<Inline>,
    },
    Emphasis {
        text: Vec<Inline>,
    },
    Figure {
        id: FigureId,
        text: String,
    },
    Cite(Cite),
    /// Only http and https.
    Link {
        to: String,
        text: String,
    },
}

impl Inline {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    pub fn strong(text: impl Into<String>) -> Self {
        Self::Strong {
            text: vec![Self::text(text)],
        }
    }

    pub fn figure(id: FigureId, text: impl Into<String>) -> Self {
        Self::Figure {
            id,
            text: text.into(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cite {
    pub evidence: EvidenceId,
    pub number: u32,
}

/// Where a figure comes from: what the reader finds one click behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FigureNote {
    pub id: FigureId,
    /// What it is, for instance `Revenue, TTM to 2026-07-26`.
    pub label: String,
    /// As it reads with its unit.
    pub value: String,
    /// How it was computed; `None` for a figure as filed.
    pub formula: Option<String>,
    pub inputs: Vec<FigureId>,
    /// The filing, file or assumption behind it.
    pub source: String,
    /// Where in the source.
    pub locator: Option<String>,
    /// Only http and https.
    pub url: Option<String>,
    pub checks: Vec<CheckNote>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckNote {
    pub name: String,
    pub result: CheckResult,
    pub detail: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckResult {
    Passed,
    Failed,
    NotApplicable,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SourceNote {
    pub number: u32,
    pub evidence: EvidenceId,
    pub title: String,
    /// Tier, day, place.
    pub detail: String,
    pub quote: Option<String>,
    /// Only http and https.
    pub url: Option<String>,
}
