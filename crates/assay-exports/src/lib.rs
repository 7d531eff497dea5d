//! A document tree to the formats people read.
//!
//! A [`Doc`] is what a memo, a card or a report is before it has a format. [`markdown`], [`html`] and
//! [`docx`] write it; each first [checks](Doc::check) that every figure, citation and link in it
//! leads somewhere, so none of them can print a figure without its origin. In each format a figure is
//! a link to its entry in the appendix, and the entry links to the source and to the figures it was
//! computed from.
//!
//! A [`Workbook`] is a valuation model: values, texts and formulas over them. [`xlsx`] writes it with
//! live formulas and the results they must give; a text never becomes a formula.
//!
//! Nothing here computes, reads a clock or loads anything: the same tree gives the same bytes. For a
//! PDF a browser prints the page of [`html`], whose style has a form for paper.

mod anchor;
mod check;
mod clean;
mod doc;
mod docx;
mod docx_body;
mod docx_parts;
mod docx_picture;
mod docx_styles;
mod error;
mod formula;
mod formula_tokens;
mod html;
mod html_appendix;
mod html_blocks;
mod link;
mod markdown;
mod markdown_text;
mod package;
mod svg;
mod words;
mod workbook;
mod workbook_check;
mod xlsx;
mod xlsx_notes;
mod xlsx_sheet;
mod xlsx_styles;

pub use doc::{
    Align, Block, Cell, CheckNote, CheckResult, Cite, Column, Doc, FigureId, FigureNote, Inline,
    ListKind, MetaItem, Picture, Row, RowKind, SourceNote, Table, Tone,
};
pub use docx::docx;
pub use error::ExportError;
pub use html::html;
pub use markdown::markdown;
pub use workbook::{
    CellRef, CellRole, DefinedName, Note, NumberFormat, Sheet, SheetCell, Workbook, column_name,
};
pub use xlsx::xlsx;
