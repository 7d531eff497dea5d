mod blocks;
mod caption;
mod cut;
mod furniture;

use std::ops::Range;
use std::sync::Arc;

use assay_domain::{Document, Passage, PassageId, Place};

use blocks::{Block, Kind};
use cut::{ForbiddenSpans, pieces_of, trimmed};

/// A passage of this many bytes is not made longer by the next block.
const TARGET_BYTES: usize = 600;
/// A longer passage is made only where a table row has no place to be cut.
const MAX_BYTES: usize = 900;
/// What a passage without a word costs in the index, as bytes of text.
const EACH: usize = 64;
/// A table row up to this length is kept whole.
const MAX_ROW_BYTES: usize = 4_000;

/// Cuts a document's text into passages along its structure: no passage crosses a heading, a list
/// item or table row is whole, a long paragraph is cut between sentences. A passage lies on one
/// page, slide or sheet, or in one item, so that the place it is cited by is where all of it stands.
/// Running heads, feet and numbers of pages are in no passage but the first that shows them.
/// A text of headings alone is cut as if they were paragraphs, so that no text is without a passage.
///
/// `text[passage.start..passage.end] == passage.text`, and nothing of a quarantined span is in any
/// passage or its headings. A passage that begins inside a table carries as its last headings the
/// line above the table that states units (`in millions`), the table's header row, and between
/// them, where neither names a year nor the row itself, the label of the last row above that does;
/// behind them the label of the part that it goes on with, as a row of one cell.
pub fn split(document: &Document, text: &str) -> Vec<Passage> {
    let passage = |stretch: Stretch| {
        let Range { start, end } = stretch.range;
        Some(Passage {
            id: PassageId::from_range(&document.id, start, end),
            document: document.id.clone(),
            start,
            end,
            headings: stretch.headings.iter().map(ToString::to_string).collect(),
            text: text.get(start..end)?.to_owned(),
        })
    };
    stretches(document, text)
        .into_iter()
        .filter_map(passage)
        .collect()
}

/// Where a passage lies in its document and what stands above it: all that a reader needs who has the
/// text at hand.
pub struct Stretch {
    pub range: Range<usize>,
    pub headings: Vec<Arc<str>>,
}

impl Stretch {
    /// What it costs to index the passage, in bytes of text: its words, those of what stands above it,
    /// and about as much as [`EACH`] for being one.
    pub fn weight(&self) -> usize {
        let above: usize = self.headings.iter().map(|heading| heading.len()).sum();
        self.range.len() + above + EACH
    }
}

/// The passages that [`split`] makes, without their texts.
pub fn stretches(document: &Document, text: &str) -> Vec<Stretch> {
    let forbidden = ForbiddenSpans::of(document, text);
    let mut packer = Packer {
        text,
        forbidden: &forbidden,
        borders: borders_of(document, text),
        headings: Vec::new(),
        open: None,
        stretches: Vec::new(),
    };
    let mut blocks = blocks::blocks(document.media, text);
    furniture::set_aside(document, text, &mut blocks);
    for block in blocks {
        packer.take(&block);
    }
    packer.close();
    // Headings and nothing below them: a note of one line, or an answer of a tool.
    if packer.stretches.is_empty() {
        packer.headings.clear();
        for block in blocks::blocks(document.media, text) {
            if matches!(block.kind, Kind::Heading { .. }) {
                packer.take_pieces(&block, MAX_BYTES, &[]);
            }
        }
        packer.close();
    }
    packer.stretches
}

/// Messages of a chat are no borders: a question and its answer are read together.
fn borders_of(document: &Document, text: &str) -> Vec<usize> {
    let places = document.places.iter();
    let apart = places.filter(|mark| !matches!(mark.place, Place::Message(_)));
    let on_characters = apart.map(|mark| text.floor_char_boundary(mark.start));
    let mut borders: Vec<usize> = on_characters.collect();
    borders.sort_unstable();
    borders
}

struct Packer<'a> {
    text: &'a str,
    forbidden: &'a ForbiddenSpans,
    /// Where pages, slides, sheets and items begin, in order.
    borders: Vec<usize>,
    headings: Vec<(usize, Arc<str>)>,
    open: Option<Open>,
    stretches: Vec<Stretch>,
}

/// A passage that may still grow.
struct Open {
    range: Range<usize>,
    /// What stands above the table that the passage begins in, from the outermost in.
    above: Vec<Range<usize>>,
}

impl Packer<'_> {
    fn take(&mut self, block: &Block) {
        match &block.kind {
            Kind::Skipped => self.close(),
            Kind::Heading { level, title } => {
                self.close();
                self.headings.retain(|(above, _)| above < level);
                if !self.forbidden.touches(&block.range) {
                    self.headings.push((*level, title.as_str().into()));
                }
            }
            Kind::Text => self.take_pieces(block, MAX_BYTES, &[]),
            Kind::Row {
                header,
                caption,
                since,
                part,
            } => {
                // the header stays next to its rows, where readers of tables look for it
                let above = caption.iter().chain(since).chain(header).chain(part);
                let above: Vec<Range<usize>> = above.cloned().collect();
                self.take_pieces(block, MAX_ROW_BYTES, &above);
            }
        }
    }

    fn take_pieces(&mut self, block: &Block, longest: usize, above: &[Range<usize>]) {
        let is_cut = self.forbidden.touches(&block.range);
        for allowed in self.forbidden.without(block.range.clone()) {
            for placed in self.by_place(allowed) {
                for piece in pieces_of(self.text, placed, longest) {
                    self.add(piece, above);
                }
            }
            if is_cut {
                self.close();
            }
        }
        if is_cut {
            self.close();
        }
    }

    /// The range, cut where another place begins.
    fn by_place(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let borders = borders_inside(&self.borders, &range).iter().copied();
        let starts = std::iter::once(range.start).chain(borders.clone());
        let ends = borders.chain(std::iter::once(range.end));
        starts.zip(ends).map(|(start, end)| start..end).collect()
    }

    fn add(&mut self, piece: Range<usize>, above: &[Range<usize>]) {
        let piece = trimmed(self.text, piece);
        let says_something = self.text.get(piece.clone());
        if !says_something.is_some_and(|text| text.contains(char::is_alphanumeric)) {
            return;
        }
        if let Some(open) = &mut self.open {
            let joined = open.range.start..piece.end;
            let is_small = open.range.len() < TARGET_BYTES && joined.len() <= MAX_BYTES;
            let is_in_one_place = borders_inside(&self.borders, &joined).is_empty();
            if is_small && is_in_one_place && !self.forbidden.touches(&joined) {
                open.range = joined;
                return;
            }
        }
        self.close();
        self.open = Some(Open {
            range: piece,
            above: above.to_vec(),
        });
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else {
            return;
        };
        let titles = self.headings.iter().map(|(_, title)| Arc::clone(title));
        let headings = titles.chain(self.carried(&open)).collect();
        self.stretches.push(Stretch {
            range: open.range,
            headings,
        });
    }

    /// What stands above the passage's table and is not in the passage itself. A head that is longer
    /// than a row may be tells columns apart for nobody.
    fn carried<'a>(&'a self, open: &'a Open) -> impl Iterator<Item = Arc<str>> + 'a {
        let outside = open.above.iter().filter(|above| {
            let is_inside = above.start >= open.range.start;
            let is_short = above.len() <= MAX_ROW_BYTES;
            is_short && !is_inside && !self.forbidden.touches(above)
        });
        outside.flat_map(|above| {
            let text = self.text.get(above.clone()).unwrap_or_default();
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            let (rows, words): (Vec<&str>, Vec<&str>) =
                lines.partition(|line| line.starts_with('|'));
            let words = (!words.is_empty()).then(|| words.join(" ").into());
            let rows = rows.into_iter().filter(|row| !blocks::is_table_rule(row));
            words
                .into_iter()
                .chain(rows.map(Arc::from))
                .collect::<Vec<Arc<str>>>()
        })
    }
}

/// The borders after the start of a range and before its end.
fn borders_inside<'a>(borders: &'a [usize], range: &Range<usize>) -> &'a [usize] {
    let first = borders.partition_point(|border| *border <= range.start);
    let last = borders.partition_point(|border| *border < range.end);
    borders.get(first..last).unwrap_or_default()
}
