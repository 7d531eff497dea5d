use std::collections::BTreeSet;

use pulldown_cmark::{Event, Options, Parser, Tag, TextMergeWithOffset};

use crate::citations::Citations;
use crate::document::{Block, Inline, Table};
use crate::emphasis::finish_markup as finish;
use crate::fence::{Fenced, fence_marks, unfence};
use crate::markup_frame::{Frame, Kind, kind_of};
use crate::plain_text::clean;

/// Headings of a section start here: above are the report's title and the section's own heading.
const FIRST_LEVEL: u8 = 3;
/// Containers nested deeper lose their frame and keep their content.
const DEEPEST: usize = 20;

/// Reads untrusted Markdown into blocks and resolves its citations.
///
/// Raw HTML becomes the text it was written with, a picture becomes its alternative text, and a link
/// that is not http, https or mailto becomes its own text. No citation is lost: what stands where it
/// cannot be shown (a link's address, an unused definition) is cited at the end.
pub(crate) fn parse(markdown: &str, citations: &mut Citations<'_>) -> Vec<Block> {
    let clean = clean(markdown);
    let (fenced, marks) = fence_marks(&clean);
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut builder = Builder {
        citations,
        marks: &marks,
        shown: BTreeSet::new(),
        stack: Vec::new(),
        root: Frame::new(Kind::Root),
        depth: 0,
    };
    let events = Parser::new_ext(&fenced, options).into_offset_iter();
    for (event, range) in TextMergeWithOffset::new(events) {
        let source = fenced.get(range).unwrap_or_default();
        if event == Event::Start(Tag::Strikethrough) && !source.starts_with("~~") {
            builder.depth += 1;
            builder.stack.push(Frame::new(Kind::Tilde));
        } else {
            builder.event(event);
        }
    }
    builder.into_blocks()
}

/// Gives headings the levels they have in the report: down one at a time, whatever numbers the
/// author chose.
pub(crate) fn settle_headings(blocks: &mut [Block]) {
    settle(blocks, &mut Vec::new());
}

fn settle(blocks: &mut [Block], enclosing: &mut Vec<u8>) {
    for block in blocks {
        match block {
            Block::Heading { level, .. } => {
                while enclosing.last().is_some_and(|above| *above >= *level) {
                    enclosing.pop();
                }
                let depth = u8::try_from(enclosing.len()).unwrap_or(u8::MAX);
                enclosing.push(*level);
                *level = FIRST_LEVEL.saturating_add(depth).min(6);
            }
            Block::Quote(blocks) => settle(blocks, enclosing),
            Block::List { items, .. } => {
                for item in items {
                    settle(item, enclosing);
                }
            }
            Block::Paragraph(_) | Block::Code(_) | Block::Table(_) | Block::Rule => {}
        }
    }
}

struct Builder<'c, 'e> {
    citations: &'c mut Citations<'e>,
    marks: &'c [String],
    shown: BTreeSet<usize>,
    stack: Vec<Frame>,
    root: Frame,
    depth: usize,
}

impl Builder<'_, '_> {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(_) => self.end(),
            Event::Text(text) if self.in_code() => self.code_text(&text),
            Event::Text(text) => self.text(&text, Inline::Text),
            Event::Code(text) => self.text(&text, Inline::Code),
            Event::InlineHtml(html) if is_line_break(&html) => self.push(Inline::Break),
            Event::Html(html) | Event::InlineHtml(html) => self.lines(&html),
            Event::SoftBreak => self.push(Inline::SoftBreak),
            Event::HardBreak => self.push(Inline::Break),
            Event::Rule => self.top().push_block(Block::Rule),
            Event::TaskListMarker(done) => {
                self.push(Inline::text(if done { "\u{2611} " } else { "\u{2610} " }));
            }
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.text(&text, Inline::Text);
            }
        }
    }

    fn top(&mut self) -> &mut Frame {
        self.stack.last_mut().unwrap_or(&mut self.root)
    }

    fn push(&mut self, inline: Inline) {
        self.top().inlines.push(inline);
    }

    fn in_code(&mut self) -> bool {
        matches!(self.top().kind, Kind::Code)
    }

    fn text(&mut self, text: &str, form: fn(String) -> Inline) {
        for piece in unfence(text) {
            match piece {
                Fenced::Text(text) => self.push(form(text.to_owned())),
                Fenced::Mark(index) => self.cite(index),
            }
        }
    }

    fn lines(&mut self, text: &str) {
        for (number, line) in text.trim_end_matches('\n').split('\n').enumerate() {
            if number > 0 {
                self.push(Inline::SoftBreak);
            }
            self.text(line, Inline::Text);
        }
    }

    /// Code holds no links: a citation in it is the bare number.
    fn code_text(&mut self, text: &str) {
        for piece in unfence(text) {
            let shown = match piece {
                Fenced::Text(text) => text.to_owned(),
                Fenced::Mark(index) => match self.resolve(index) {
                    Some(Inline::Cite(numbers)) => {
                        numbers.iter().map(|number| format!("[{number}]")).collect()
                    }
                    Some(Inline::Unresolved(id)) => format!("[[{id}]]"),
                    _ => String::new(),
                },
            };
            self.push(Inline::Text(shown));
        }
    }

    fn cite(&mut self, index: usize) {
        if let Some(inline) = self.resolve(index) {
            self.push(inline);
        }
    }

    fn resolve(&mut self, index: usize) -> Option<Inline> {
        let id = self.marks.get(index)?;
        self.shown.insert(index);
        Some(self.citations.cite(id))
    }

    fn start(&mut self, tag: Tag<'_>) {
        let too_deep = self.depth >= DEEPEST;
        let kind = kind_of(tag);
        self.depth += 1;
        // A table or a code block deeper than that is still one: only nesting is given up.
        let nests = !matches!(
            kind,
            Kind::Table(_) | Kind::Row { .. } | Kind::Cell | Kind::Code | Kind::Paragraph
        );
        let kind = if too_deep && nests { Kind::Open } else { kind };
        let kind = match kind {
            Kind::Link(..) if self.in_link() => Kind::Open,
            other => other,
        };
        self.stack.push(Frame::new(kind));
    }

    fn in_link(&self) -> bool {
        self.stack
            .iter()
            .any(|frame| matches!(frame.kind, Kind::Link(..)))
    }

    fn end(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        let Some(mut frame) = self.stack.pop() else {
            return;
        };
        match std::mem::replace(&mut frame.kind, Kind::Open) {
            Kind::Root => {}
            Kind::Open => self.pour(frame),
            Kind::Paragraph | Kind::Heading(_) | Kind::Quote | Kind::Code if self.in_line() => {
                self.pour(frame);
            }
            Kind::Paragraph => {
                let inlines = finish(frame.inlines);
                self.top().push_block(Block::Paragraph(inlines));
            }
            Kind::Heading(level) => {
                let text = finish(frame.inlines);
                self.top().push_block(Block::Heading { level, text });
            }
            Kind::Quote => {
                let blocks = frame.take_blocks();
                self.top().push_block(Block::Quote(blocks));
            }
            Kind::Code => {
                let text = crate::document::plain(&frame.inlines);
                let text = text.trim_end_matches('\n').to_owned();
                self.top().push_block(Block::Code(text));
            }
            Kind::List(start) => {
                let items = frame.items;
                self.top().push_block(Block::List { start, items });
            }
            Kind::Item => {
                let blocks = frame.take_blocks();
                self.end_item(blocks);
            }
            Kind::Table(align) => {
                let (head, rows) = (frame.head, frame.rows);
                self.top()
                    .push_block(Block::Table(Table { align, head, rows }));
            }
            Kind::Row { is_head: true } => self.top().head = frame.cells,
            Kind::Row { is_head: false } => self.top().rows.push(frame.cells),
            Kind::Cell => {
                let cell = finish(frame.inlines);
                self.top().cells.push(cell);
            }
            kind => self.end_inline(kind, finish(frame.inlines)),
        }
    }

    fn end_item(&mut self, blocks: Vec<Block>) {
        match self.top().kind {
            Kind::List(_) => self.top().items.push(blocks),
            _ => {
                for block in blocks {
                    self.top().push_block(block);
                }
            }
        }
    }

    fn end_inline(&mut self, kind: Kind, inner: Vec<Inline>) {
        match kind {
            Kind::Emphasis => self.push(Inline::Emphasis(inner)),
            Kind::Strong => self.push(Inline::Strong(inner)),
            Kind::Struck => self.push(Inline::Struck(inner)),
            Kind::Tilde => {
                self.push(Inline::text("~"));
                self.top().inlines.extend(inner);
                self.push(Inline::text("~"));
            }
            Kind::Link(to, hidden) => self.end_link(to, hidden, inner),
            _ => self.top().inlines.extend(inner),
        }
    }

    /// A link cannot hold a citation, which is itself a link: citations follow it.
    fn end_link(&mut self, to: Option<String>, hidden: Vec<usize>, inner: Vec<Inline>) {
        let (citations, text): (Vec<_>, Vec<_>) = inner
            .into_iter()
            .partition(|inline| matches!(inline, Inline::Cite(_) | Inline::Unresolved(_)));
        match to {
            Some(to) if !text.is_empty() => self.push(Inline::Link { to, text }),
            _ => self.top().inlines.extend(text),
        }
        self.top().inlines.extend(citations);
        for index in hidden {
            self.cite(index);
        }
    }

    /// Whether the place takes inlines only.
    fn in_line(&mut self) -> bool {
        !matches!(
            self.top().kind,
            Kind::Root | Kind::Quote | Kind::Item | Kind::Open
        )
    }

    fn pour(&mut self, frame: Frame) {
        let Frame {
            blocks,
            inlines,
            items,
            ..
        } = frame;
        for block in blocks.into_iter().chain(items.into_iter().flatten()) {
            self.top().push_block(block);
        }
        self.top().inlines.extend(inlines);
    }

    fn into_blocks(mut self) -> Vec<Block> {
        let hidden: Vec<usize> = (0..self.marks.len())
            .filter(|index| !self.shown.contains(index))
            .collect();
        let last: Vec<Inline> = hidden
            .into_iter()
            .filter_map(|index| self.resolve(index))
            .collect();
        let mut blocks = self.root.take_blocks();
        if !last.is_empty() {
            blocks.push(Block::Paragraph(finish(last)));
        }
        blocks
    }
}

fn is_line_break(html: &str) -> bool {
    matches!(html, "<br>" | "<br/>" | "<br />")
}
