//! Pictures of figures that the document names. A picture without its data is left out.

pub(crate) mod bridge;
pub(crate) mod fan;
pub(crate) mod football;
pub(crate) mod graph;
pub(crate) mod heat;
pub(crate) mod histogram;
pub(crate) mod history;
pub(crate) mod margins;

pub use graph::ecosystem_picture;

use assay_charts::{Caption, SeriesWords};
use assay_domain::Language;
use assay_exports::{Block, Picture, Table};

use crate::page::Page;

pub(crate) fn caption(id: &str, title: &str, unit: &str, description: &str) -> Caption {
    Caption {
        id: id.to_owned(),
        title: title.to_owned(),
        description: description.to_owned(),
        unit: unit.to_owned(),
        note: None,
    }
}

pub(crate) fn series_words(language: Language) -> SeriesWords {
    match language {
        Language::En => SeriesWords::english(),
        Language::Zh => SeriesWords::chinese(),
    }
}

impl Page<'_> {
    pub(crate) fn picture(
        &mut self,
        svg: String,
        caption: &Caption,
        source: String,
        data: Option<Table>,
    ) {
        self.blocks.push(Block::Picture(Picture {
            svg,
            caption: source,
            description: caption.description.clone(),
            data,
        }));
    }
}
