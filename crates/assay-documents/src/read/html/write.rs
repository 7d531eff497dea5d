use super::article::Parts;
use super::flow::{Flow, Shown};
use super::sight::Sight;
use super::table::table_text;
use super::tag::Tag;
use super::tree::{Kind, NodeId, Tree};

/// A longer bold paragraph is emphasis, not a heading.
const HEADING_CHARS: usize = 120;
/// Filings mark headings by bold type alone; their level is not known, so they rank below `h1`–`h3`.
const BOLD_HEADING: &str = "####";

/// What a reader of a page sees of it, as Markdown-like text.
#[derive(Default)]
pub(in crate::read) struct Written {
    pub(in crate::read) text: String,
    /// In order of the elements' numbers.
    pub(in crate::read) shown: Vec<Shown>,
}

/// Writes headings, paragraphs, lists and tables below `top`.
pub(super) fn written(page: Page<'_>, top: NodeId) -> Written {
    let mut writer = Writer {
        page,
        out: Written::default(),
        block: Flow::default(),
        has_plain: false,
        prefix: None,
        after: After::Nothing,
    };
    writer.walk_children(top, Style::default());
    writer.end_block();
    writer.out.shown.sort_by_key(|shown| shown.by);
    writer.out
}

/// A page and what can be seen of it.
#[derive(Clone, Copy)]
pub(in crate::read) struct Page<'a> {
    pub(in crate::read) tree: &'a Tree,
    pub(in crate::read) sight: &'a Sight,
    /// What of it is read, where not all of it is.
    pub(super) only: Option<&'a Parts>,
}

impl Page<'_> {
    pub(super) fn is_read(&self, id: NodeId) -> bool {
        self.is_meant(id)
            && !self.sight.is_hidden(self.tree, id)
            && !self.tree.tag(id).is_left_out()
    }

    /// What parts that are read, words or cells, belongs to them though it says nothing.
    fn is_meant(&self, id: NodeId) -> bool {
        let Some(only) = self.only else {
            return true;
        };
        let parts_others = || match self.tree.kind(id) {
            Kind::Text => self.tree.text(id).trim().is_empty(),
            Kind::Element(tag) => tag.is_cell() || matches!(tag, Tag::Br | Tag::Hr),
            Kind::Comment => false,
        };
        only.has(id) || parts_others()
    }

    /// Neither the element nor one around it is out of sight or left out.
    pub(super) fn is_seen(&self, id: NodeId) -> bool {
        self.is_read(id) && !self.sight.is_left_out(id)
    }

    /// The text of an element on one line of reading: blocks inside it are separated by spaces.
    pub(in crate::read) fn visible_text(&self, id: NodeId) -> Flow {
        let mut flow = Flow::default();
        self.collect(id, &mut flow);
        flow
    }

    fn collect(&self, id: NodeId, flow: &mut Flow) {
        for child in self.tree.children(id) {
            if !self.is_read(child) {
                continue;
            }
            match self.tree.kind(child) {
                Kind::Text => flow.push(self.tree.text(child)),
                Kind::Comment => {}
                Kind::Element(tag) if tag.is_block() || tag == Tag::Br => {
                    flow.space();
                    self.collect(child, flow);
                    flow.space();
                }
                Kind::Element(tag) => {
                    let start = flow.text.len();
                    self.collect(child, flow);
                    if tag == Tag::IxNonFraction {
                        flow.mark(child, start);
                    }
                }
            }
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Style {
    is_preformatted: bool,
    list_depth: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    Nothing,
    Heading,
    Item,
    Other,
}

struct Writer<'a> {
    page: Page<'a>,
    out: Written,
    /// The block being read.
    block: Flow,
    /// The block holds a letter that is not bold.
    has_plain: bool,
    /// What the next block begins with: a list item's bullet.
    prefix: Option<String>,
    after: After,
}

impl Writer<'_> {
    fn walk_children(&mut self, id: NodeId, style: Style) {
        let tree = self.page.tree;
        for child in tree.children(id) {
            if !self.page.is_read(child) {
                continue;
            }
            match tree.kind(child) {
                Kind::Text => self.push_text(child, style),
                Kind::Comment => {}
                Kind::Element(tag) => self.walk(child, tag, style),
            }
        }
    }

    fn walk(&mut self, id: NodeId, tag: Tag, style: Style) {
        match tag {
            Tag::Br => self.block.break_line(),
            Tag::Table => self.table(id, style),
            Tag::Li => self.item(id, style),
            tag if tag.is_heading() => {
                self.end_block();
                let text = self.page.visible_text(id);
                let marks = "#".repeat(tag.heading_level().unwrap_or(1));
                self.write_heading(&text, &marks);
            }
            tag if tag.is_block() => {
                let style = Style {
                    list_depth: style.list_depth + usize::from(matches!(tag, Tag::Ul | Tag::Ol)),
                    is_preformatted: style.is_preformatted || tag == Tag::Pre,
                };
                self.end_block();
                self.walk_children(id, style);
                self.end_block();
            }
            Tag::IxNonFraction => {
                let start = self.block.text.len();
                self.walk_children(id, style);
                self.block.mark(id, start);
            }
            _ => self.walk_children(id, style),
        }
    }

    fn table(&mut self, id: NodeId, style: Style) {
        self.end_block();
        match table_text(self.page, id) {
            Some(table) => self.write(&table, ""),
            None => self.walk_children(id, style),
        }
        self.end_block();
    }

    fn item(&mut self, id: NodeId, style: Style) {
        self.end_block();
        let indent = "  ".repeat(style.list_depth.saturating_sub(1));
        self.prefix = Some(format!("{indent}-"));
        self.walk_children(id, style);
        self.end_block();
        self.prefix = None;
    }

    fn push_text(&mut self, id: NodeId, style: Style) {
        let text = self.page.tree.text(id);
        let is_plain = !self.page.sight.is_bold(id);
        self.has_plain |= is_plain && text.contains(|c: char| !c.is_whitespace());
        if style.is_preformatted {
            self.block.push_preformatted(text);
        } else {
            self.block.push(text);
        }
    }

    fn end_block(&mut self) {
        let block = std::mem::take(&mut self.block);
        let is_bold = !std::mem::take(&mut self.has_plain);
        if block.is_empty() {
            return;
        }
        match self.prefix.take() {
            Some(bullet) => self.write(&block, &bullet),
            None if is_bold && reads_as_heading(&block.text) => {
                self.write_heading(&block, BOLD_HEADING);
            }
            None => self.write(&block, ""),
        }
    }

    /// A remark in brackets, such as `(in millions)`, is no heading of its own: it belongs to the
    /// heading above it, and without one it is a line of text.
    fn write_heading(&mut self, heading: &Flow, marks: &str) {
        let is_remark = heading.text.starts_with('(') && heading.text.ends_with(')');
        match self.after {
            After::Heading if is_remark => {
                self.out.text.push(' ');
                self.append(heading);
            }
            _ if is_remark => self.write(heading, ""),
            _ => {
                self.write(heading, marks);
                self.after = After::Heading;
            }
        }
    }

    /// Items of a list follow each other line by line; every other block stands apart.
    fn write(&mut self, block: &Flow, prefix: &str) {
        if block.is_empty() {
            return;
        }
        let after = if prefix.ends_with('-') {
            After::Item
        } else {
            After::Other
        };
        if !self.out.text.is_empty() {
            let is_next_item = after == After::Item && self.after == After::Item;
            self.out
                .text
                .push_str(if is_next_item { "\n" } else { "\n\n" });
        }
        if !prefix.is_empty() {
            self.out.text.push_str(prefix);
            self.out.text.push(' ');
        }
        self.append(block);
        self.after = after;
    }

    fn append(&mut self, block: &Flow) {
        let offset = self.out.text.len();
        self.out.text.push_str(&block.text);
        let shown = block.shown.iter().map(|shown| Shown {
            by: shown.by,
            start: shown.start + offset,
            end: shown.end + offset,
        });
        self.out.shown.extend(shown);
    }
}

fn reads_as_heading(text: &str) -> bool {
    text.chars().count() <= HEADING_CHARS
        && !text.contains('\n')
        && text.contains(char::is_alphabetic)
        && !text.ends_with(['.', '。', ';', '；', ',', '，', ':', '：'])
}
