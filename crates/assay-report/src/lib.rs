//! Sections to report.
//!
//! [`compose`] turns what a run produced into one document and writes it twice, as Markdown and as
//! a self-contained HTML page. Citations are numbers that code gave out while it resolved evidence
//! ids; a number in brackets that code did not give out never reaches the reader as one.
//!
//! Text from a model or a source is parsed into a small tree (`document`) that has no place for raw
//! HTML, images or unsafe links, so neither writer can pass them on. Nothing here reads a clock: the
//! same input gives the same bytes. [`generation_log`] is the other view, the run's journal told in
//! order, and does carry times.

mod caveats;
mod checked_page;
mod citations;
mod compose;
mod document;
mod emphasis;
mod fence;
mod generation_log;
mod html;
mod html_blocks;
mod html_inline;
mod html_sources;
mod labels;
mod left_out;
mod link;
mod log_calls;
mod log_phrases;
mod log_timeline;
mod markdown;
mod markdown_text;
mod markup;
mod markup_frame;
mod plain_text;
mod removed_sources;
mod words;

pub use checked_page::{CheckedPage, MarkedSentence, SentenceMark, checked_page};
pub use citations::SourceEntry;
pub use compose::{Layout, Part, Release, Report, ReportInput, compose};
pub use generation_log::generation_log;
pub use labels::labelled;
pub use removed_sources::{removed_from_html, removed_from_markdown};
pub use words::{placeholder, summary_line};
