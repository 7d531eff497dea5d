use thiserror::Error;

/// Why a tree was not written.
#[derive(Debug, Error)]
pub enum ExportError {
    #[error("heading `{text}` has level {level}; use 2 to 4, the title is level 1")]
    HeadingLevel { text: String, level: u8 },
    #[error("anchor `{anchor}` is no anchor; use letters, digits, `-` and `_`")]
    BadAnchor { anchor: String },
    #[error("anchor `{anchor}` stands twice; give one heading another")]
    TwiceAnchor { anchor: String },
    #[error("{place} names figure `{id}`, which has no entry in `figures`; add its note")]
    UnknownFigure { place: String, id: String },
    #[error("figure `{id}` has two entries in `figures`; keep one")]
    TwiceFigure { id: String },
    #[error("a figure has an empty id; name what it came from")]
    EmptyFigure,
    #[error("{place} cites source {number} as `{evidence}`, which `sources` does not hold")]
    UnknownSource {
        place: String,
        number: u32,
        evidence: String,
    },
    #[error("source {number} stands twice in `sources`; keep one")]
    TwiceSource { number: u32 },
    #[error("{place}: `{address}` is no http or https address; leave the link out")]
    UnsafeLink { place: String, address: String },
    #[error("table `{table}`: row {row} has {cells} cells for {columns} columns")]
    Ragged {
        table: String,
        row: usize,
        cells: usize,
        columns: usize,
    },
    #[error("table `{table}`: the cell `{text}` has a value and no figure it came from")]
    NumberWithoutFigure { table: String, text: String },
    #[error("picture `{caption}`: {reason}")]
    Picture { caption: String, reason: String },
    #[error("sheet name `{name}` cannot be used: {reason}")]
    SheetName { name: String, reason: &'static str },
    #[error("defined name `{name}` cannot be used: {reason}")]
    DefinedName { name: String, reason: &'static str },
    #[error("{place}: formula `{formula}`: {reason}")]
    Formula {
        place: String,
        formula: String,
        reason: String,
    },
    #[error("{place}: the formula depends on itself")]
    Circular { place: String },
    #[error("a file of {what} could not be packed: {source}")]
    Package {
        what: String,
        #[source]
        source: zip::result::ZipError,
    },
}
