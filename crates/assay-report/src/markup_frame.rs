use pulldown_cmark::{Alignment, CowStr, LinkType, Tag};

use crate::document::{Align, Block, Inline};
use crate::emphasis::finish_markup as finish;
use crate::fence::{Fenced, unfence};
use crate::link::safe_link;

pub(crate) enum Kind {
    Root,
    Paragraph,
    Heading(u8),
    Quote,
    List(Option<u64>),
    Item,
    Code,
    Table(Vec<Align>),
    Row {
        is_head: bool,
    },
    Cell,
    Emphasis,
    Strong,
    Struck,
    /// Between single tildes, which mean a range (`10~20%`) far more often than a deletion.
    Tilde,
    Link(Option<String>, Vec<usize>),
    /// Gives its content to whatever holds it.
    Open,
}

/// An element whose end has not been read yet.
pub(crate) struct Frame {
    pub(crate) kind: Kind,
    pub(crate) blocks: Vec<Block>,
    pub(crate) inlines: Vec<Inline>,
    pub(crate) items: Vec<Vec<Block>>,
    pub(crate) cells: Vec<Vec<Inline>>,
    pub(crate) rows: Vec<Vec<Vec<Inline>>>,
    pub(crate) head: Vec<Vec<Inline>>,
}

impl Frame {
    pub(crate) fn new(kind: Kind) -> Self {
        Self {
            kind,
            blocks: Vec::new(),
            inlines: Vec::new(),
            items: Vec::new(),
            cells: Vec::new(),
            rows: Vec::new(),
            head: Vec::new(),
        }
    }

    pub(crate) fn push_block(&mut self, block: Block) {
        self.close_paragraph();
        self.blocks.push(block);
    }

    /// A tight list item holds bare inlines; they are a paragraph like any other.
    fn close_paragraph(&mut self) {
        let inlines = finish(std::mem::take(&mut self.inlines));
        if !inlines.is_empty() {
            self.blocks.push(Block::Paragraph(inlines));
        }
    }

    pub(crate) fn take_blocks(mut self) -> Vec<Block> {
        self.close_paragraph();
        self.blocks
    }
}

pub(crate) fn kind_of(tag: Tag<'_>) -> Kind {
    match tag {
        Tag::Paragraph | Tag::HtmlBlock => Kind::Paragraph,
        Tag::Heading { level, .. } => Kind::Heading(level as u8),
        Tag::BlockQuote(_) => Kind::Quote,
        Tag::CodeBlock(_) => Kind::Code,
        Tag::List(start) => Kind::List(start),
        Tag::Item => Kind::Item,
        Tag::Table(align) => Kind::Table(align.into_iter().map(align_of).collect()),
        Tag::TableHead => Kind::Row { is_head: true },
        Tag::TableRow => Kind::Row { is_head: false },
        Tag::TableCell => Kind::Cell,
        Tag::Emphasis => Kind::Emphasis,
        Tag::Strong => Kind::Strong,
        Tag::Strikethrough => Kind::Struck,
        Tag::Link {
            link_type,
            dest_url,
            title,
            ..
        } => link_of(link_type, &dest_url, &title),
        _ => Kind::Open,
    }
}

fn link_of(link_type: LinkType, address: &str, title: &CowStr<'_>) -> Kind {
    let mut hidden = Vec::new();
    let mut shown = String::new();
    for piece in unfence(address) {
        match piece {
            Fenced::Text(text) => shown.push_str(text),
            Fenced::Mark(index) => hidden.push(index),
        }
    }
    hidden.extend(unfence(title).into_iter().filter_map(|piece| match piece {
        Fenced::Mark(index) => Some(index),
        Fenced::Text(_) => None,
    }));
    if link_type == LinkType::Email {
        shown.insert_str(0, "mailto:");
    }
    Kind::Link(safe_link(&shown), hidden)
}

fn align_of(alignment: Alignment) -> Align {
    match alignment {
        Alignment::None => Align::Unset,
        Alignment::Left => Align::Left,
        Alignment::Center => Align::Center,
        Alignment::Right => Align::Right,
    }
}
