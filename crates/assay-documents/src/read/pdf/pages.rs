//! What a page of a PDF shows, as a library hands it over: letters and where they stand.

use assay_domain::HiddenKind;

use super::super::ReadError;

/// A PDF file, opened. What lies below (objects, fonts, compression) is a library's; what the
/// letters make up (rows, columns, tables, sentences) is decided above, by where they stand.
pub(super) trait PdfPages {
    fn count(&self) -> u32;

    /// `number` counts from 1.
    fn page(&mut self, number: u32) -> Result<PageLetters, ReadError>;

    /// What the file states about itself: `("title", "…")`.
    fn stated(&self) -> Vec<(&'static str, String)>;

    /// What was filled into the forms of the file: names and values.
    fn filled_in(&self) -> Vec<(String, String)>;

    /// Comments and fields that no page shows.
    fn notes(&self) -> Vec<(HiddenKind, String)>;

    /// Whether the file states more pages than can be found in it.
    fn is_incomplete(&self) -> bool;
}

/// One character where a viewer shows it. Points from the lower left corner of the page as it is
/// read: a page that lies on its side is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Letter {
    pub(super) c: char,
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) baseline: f32,
    /// Of the font, in points as shown.
    pub(super) size: f32,
    pub(super) is_bold: bool,
}

#[derive(Default)]
pub(super) struct PageLetters {
    /// In the order they are drawn.
    pub(super) letters: Vec<Letter>,
    /// Stretches of text that no viewer shows.
    pub(super) unseen: Vec<String>,
    pub(super) height: f32,
    pub(super) has_pictures: bool,
    /// Some of its fonts do not say which characters they show.
    pub(super) has_unreadable: bool,
}
