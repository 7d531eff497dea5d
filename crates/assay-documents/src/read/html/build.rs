use super::super::ReadError;
use super::tag::Tag;
use super::tokens::{Span, Token, Tokens};
use super::tree::{Kind, NodeId, ROOT, Tree};

/// Deeper nesting is refused rather than risking the stack. Pages of real sites stay below 100.
const MAX_DEPTH: usize = 400;
/// More elements and texts than this are refused rather than risking memory: about 200 MB.
const MAX_NODES: usize = 4_000_000;
/// The names that a filing declares stand this near to its beginning.
const XML_HEAD: usize = 8 << 10;

/// Reads a page into a tree, closing what was left open and placing what is misplaced as browsers do.
pub(super) fn tree_of(source: &str) -> Result<Tree<'_>, ReadError> {
    let mut builder = Builder {
        tokens: Tokens::of(source),
        tree: Tree::new(source),
        open: vec![(ROOT, Tag::Other)],
        is_xml: is_xml(source),
    };
    while let Some(token) = builder.tokens.next() {
        builder.take(token);
        let refused = if builder.open.len() > MAX_DEPTH {
            format!("elements are nested deeper than {MAX_DEPTH} levels")
        } else if builder.tree.len() > MAX_NODES {
            format!("it has more than {MAX_NODES} elements")
        } else {
            continue;
        };
        return Err(ReadError::Malformed {
            format: "HTML",
            reason: refused,
        });
    }
    let Builder {
        mut tree, tokens, ..
    } = builder;
    tree.take_attributes(tokens.attributes);
    Ok(tree)
}

/// Filings are written as XML, with or without its first line.
fn is_xml(source: &str) -> bool {
    let start = source.trim_start();
    let head = start.get(..start.floor_char_boundary(XML_HEAD));
    start.starts_with("<?xml") || head.is_some_and(|head| head.contains("//www.xbrl.org/"))
}

struct Builder<'a> {
    tokens: Tokens<'a>,
    tree: Tree<'a>,
    /// The elements that are not closed yet, from the document in.
    open: Vec<(NodeId, Tag)>,
    /// `<p/>` is a whole element in XML and a beginning in HTML.
    is_xml: bool,
}

impl Builder<'_> {
    fn take(&mut self, token: Token) {
        match token {
            Token::Text(content) => {
                let is_blank = self
                    .tree
                    .slice(&content)
                    .bytes()
                    .all(|b| b.is_ascii_whitespace());
                if self.current().1 == Tag::Head && !is_blank {
                    self.open.pop();
                }
                let id = self.tree.add(Kind::Text, content, 0..0);
                self.place(id, !is_blank);
            }
            Token::Comment(content) if content.is_empty() => {}
            Token::Comment(content) => {
                let id = self.tree.add(Kind::Comment, content, 0..0);
                self.place(id, false);
            }
            Token::Start {
                name,
                attributes,
                closes_itself,
            } => self.start(name, attributes, closes_itself),
            Token::End { name } => {
                let tag = self.tag_named(&name);
                self.end(tag, &name);
            }
        }
    }

    fn tag_named(&self, name: &Span) -> Tag {
        let name = self.tree.slice(name);
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Tag::of(&name.to_ascii_lowercase())
        } else {
            Tag::of(name)
        }
    }

    fn start(&mut self, name: Span, attributes: Span, closes_itself: bool) {
        let tag = self.tag_named(&name);
        let is_prefixed = self.tree.slice(&name).contains(':');
        let is_repeated = matches!(tag, Tag::Html | Tag::Body | Tag::Head)
            && (self.open.iter().any(|(_, open)| *open == tag)
                || self.open.iter().any(|(_, open)| *open == Tag::Body));
        if is_repeated || !self.make_room(tag) {
            return;
        }
        let id = self.tree.add(Kind::Element(tag), name.clone(), attributes);
        self.place(id, !tag.is_head_part() && tag != Tag::Form);
        let is_whole = tag.is_void()
            || closes_itself && (self.is_xml || is_prefixed || self.is_inside(Tag::Svg));
        if is_whole {
            return;
        }
        self.open.push((id, tag));
        if tag.is_raw() {
            let content = self
                .tokens
                .raw_text(&self.tree.slice(&name).to_ascii_lowercase());
            if !content.is_empty() {
                let text = self.tree.add(Kind::Text, content, 0..0);
                self.tree.append(id, text);
            }
        }
    }

    fn current(&self) -> (NodeId, Tag) {
        self.open.last().copied().unwrap_or((ROOT, Tag::Other))
    }

    fn is_inside(&self, tag: Tag) -> bool {
        self.open.iter().any(|(_, open)| *open == tag)
    }

    /// Closes what an element of this kind ends by beginning. False if it has no place here.
    fn make_room(&mut self, tag: Tag) -> bool {
        if self.current().1 == Tag::Head && !tag.is_head_part() {
            self.open.pop();
        }
        if tag.ends_paragraph() {
            self.close_within(Tag::P, |open| open.bounds_scope() || open == Tag::Button);
        }
        if tag.is_heading() && self.current().1.is_heading() {
            self.open.pop();
        }
        match tag {
            Tag::Li => self.close_within(Tag::Li, bounds_item),
            Tag::Dd | Tag::Dt => {
                self.close_within(Tag::Dd, bounds_item);
                self.close_within(Tag::Dt, bounds_item);
            }
            Tag::Option | Tag::Optgroup => {
                self.close_within(Tag::Option, |open| open == Tag::Select || open.is_block());
            }
            Tag::A => self.close_within(Tag::A, |open| open.is_block() || open.bounds_scope()),
            Tag::Button => self.close_within(Tag::Button, Tag::bounds_scope),
            Tag::Table if is_table_frame(self.current().1) => {
                self.close_within(Tag::Table, bounds_table);
            }
            part if part.is_table_part() => return self.make_room_in_table(part),
            _ => {}
        }
        true
    }

    fn make_room_in_table(&mut self, part: Tag) -> bool {
        let inner = self
            .open
            .iter()
            .rposition(|(_, open)| *open == Tag::Table || bounds_table(*open));
        let Some(table) =
            inner.filter(|at| self.open.get(*at).is_some_and(|(_, t)| *t == Tag::Table))
        else {
            return false;
        };
        let keeps = |open: Tag| match part {
            Tag::Td | Tag::Th => {
                matches!(open, Tag::Tr | Tag::Tbody | Tag::Thead | Tag::Tfoot)
            }
            Tag::Tr => matches!(open, Tag::Tbody | Tag::Thead | Tag::Tfoot),
            Tag::Col => open == Tag::Colgroup,
            _ => false,
        };
        // From the table in: the frame that the part belongs to stays, everything below it ends.
        let mut end = table + 1;
        while self.open.get(end).is_some_and(|(_, open)| keeps(*open)) {
            end += 1;
        }
        self.open.truncate(end);
        if part.is_cell() && self.current().1 != Tag::Tr {
            let row = self.tree.add(Kind::Element(Tag::Tr), 0..0, 0..0);
            self.tree.append(self.current().0, row);
            self.open.push((row, Tag::Tr));
        }
        true
    }

    /// Closes the innermost open `tag`, unless an element that bounds it lies between.
    fn close_within(&mut self, tag: Tag, bounds: impl Fn(Tag) -> bool) {
        for at in (1..self.open.len()).rev() {
            let Some((_, open)) = self.open.get(at) else {
                return;
            };
            if *open == tag {
                self.open.truncate(at);
                return;
            }
            if bounds(*open) {
                return;
            }
        }
    }

    fn end(&mut self, tag: Tag, name: &Span) {
        match tag {
            // What follows the end of a page still belongs to it.
            Tag::Body | Tag::Html => {}
            Tag::Br => self.start(name.clone(), 0..0, false),
            tag if tag.ends_all_inside() => self.close_within(tag, |open| open == Tag::Template),
            Tag::Button => self.close_within(Tag::Button, Tag::bounds_scope),
            Tag::Other => self.end_named(name),
            tag if tag.is_heading() => {
                let at = self.open.iter().rposition(|(_, open)| open.is_heading());
                let bound = self.open.iter().rposition(|(_, open)| open.bounds_scope());
                if at > bound {
                    self.open.truncate(at.unwrap_or(usize::MAX));
                }
            }
            tag if tag.is_table_part() => self.close_within(tag, |open| open == Tag::Table),
            tag if tag.is_formatting() || tag == Tag::Form => self.end_in_place(tag),
            tag if tag.is_block() => {
                let is_item = matches!(tag, Tag::Li);
                self.close_within(tag, |open| {
                    open.bounds_scope() || is_item && matches!(open, Tag::Ul | Tag::Ol)
                });
            }
            tag => self.close_within(tag, |open| open.is_block() || open.bounds_scope()),
        }
    }

    /// The end of an element that no other rule is about: it reaches up to the next block.
    fn end_named(&mut self, name: &Span) {
        let name = self.tree.slice(name);
        for at in (1..self.open.len()).rev() {
            let Some((id, open)) = self.open.get(at) else {
                return;
            };
            if *open == Tag::Other && self.tree.name(*id).eq_ignore_ascii_case(name) {
                self.open.truncate(at);
                return;
            }
            if open.is_block() || open.bounds_scope() {
                return;
            }
        }
    }

    /// `<b><p>…</b>…</p>`: the outer element ends, what is open inside it stays open.
    fn end_in_place(&mut self, tag: Tag) {
        let at = self.open.iter().rposition(|(_, open)| *open == tag);
        let bound = self.open.iter().rposition(|(_, open)| open.bounds_scope());
        let Some(at) = at.filter(|_| at > bound) else {
            return;
        };
        let inside = self.open.get(at + 1..).unwrap_or_default();
        if inside.iter().any(|(_, open)| open.is_block()) {
            self.open.remove(at);
        } else {
            self.open.truncate(at);
        }
    }

    /// Puts a node into the current element. What may not stand between the cells of a table goes in
    /// front of it.
    fn place(&mut self, id: NodeId, is_content: bool) {
        let (current, tag) = self.current();
        let is_part = self.tree.tag(id).is_table_part();
        let is_misplaced = is_content && is_table_frame(tag) && !is_part;
        let table = is_misplaced
            .then(|| self.open.iter().rfind(|(_, open)| *open == Tag::Table))
            .flatten();
        match table {
            Some((table, _)) => self.tree.insert_before(*table, id),
            None => self.tree.append(current, id),
        }
    }
}

fn bounds_item(open: Tag) -> bool {
    open.bounds_scope()
        || open.is_block()
            && !matches!(open, Tag::Address | Tag::Div | Tag::P | Tag::Li)
            && !matches!(open, Tag::Dd | Tag::Dt)
}

fn bounds_table(open: Tag) -> bool {
    matches!(open, Tag::Template | Tag::Html)
}

/// Holds nothing but parts of a table.
fn is_table_frame(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Table | Tag::Tbody | Tag::Thead | Tag::Tfoot | Tag::Tr | Tag::Colgroup
    )
}
