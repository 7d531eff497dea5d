use std::borrow::Cow;

use super::entities::{self, decoded};
use super::tag::Tag;
use super::tokens::{Attribute, Span};

/// A page as elements, text and comments. Nodes are numbered in the order in which they begin, so a
/// parent's number is smaller than its children's.
#[derive(Clone)]
pub(in crate::read) struct Tree<'a> {
    source: &'a str,
    nodes: Vec<Node>,
    attributes: std::rc::Rc<[Attribute]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::read) struct NodeId(u32);

const NONE: NodeId = NodeId(u32::MAX);
/// The document; every other node is below it.
pub(in crate::read) const ROOT: NodeId = NodeId(0);

impl NodeId {
    pub(in crate::read) fn place(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }

    fn known(self) -> Option<Self> {
        (self != NONE).then_some(self)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum Kind {
    Element(Tag),
    Text,
    Comment,
}

#[derive(Clone, Copy)]
struct Node {
    kind: Kind,
    /// The name of an element, the characters of a text.
    start: u32,
    end: u32,
    first_attribute: u32,
    end_of_attributes: u32,
    parent: NodeId,
    first: NodeId,
    last: NodeId,
    previous: NodeId,
    next: NodeId,
}

static DETACHED: Node = Node {
    kind: Kind::Element(Tag::Other),
    start: 0,
    end: 0,
    first_attribute: 0,
    end_of_attributes: 0,
    parent: NONE,
    first: NONE,
    last: NONE,
    previous: NONE,
    next: NONE,
};

impl<'a> Tree<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Self {
            source,
            nodes: vec![DETACHED],
            attributes: [].into(),
        }
    }

    pub(super) fn take_attributes(&mut self, attributes: Vec<Attribute>) {
        self.attributes = attributes.into();
    }

    pub(in crate::read) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Every node that the page itself has, in the order in which they begin.
    pub(in crate::read) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        let count = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        (0..count).map(NodeId)
    }

    fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.place()).unwrap_or(&DETACHED)
    }

    fn change(&mut self, id: NodeId, change: impl FnOnce(&mut Node)) {
        if let Some(node) = self.nodes.get_mut(id.place()) {
            change(node);
        }
    }

    pub(in crate::read) fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    /// [`Tag::Other`] for text and comments.
    pub(in crate::read) fn tag(&self, id: NodeId) -> Tag {
        match self.node(id).kind {
            Kind::Element(tag) => tag,
            Kind::Text | Kind::Comment => Tag::Other,
        }
    }

    pub(in crate::read) fn is_element(&self, id: NodeId) -> bool {
        matches!(self.node(id).kind, Kind::Element(_))
    }

    pub(in crate::read) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent.known()
    }

    pub(super) fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next.known()
    }

    pub(in crate::read) fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first.known()
    }

    pub(in crate::read) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(id), |child| self.next(*child))
    }

    pub(in crate::read) fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.parent(id), |node| self.parent(*node))
    }

    /// The node and all below it, each before what it holds.
    pub(in crate::read) fn subtree(&self, top: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(top), move |node| self.following(*node, top))
    }

    fn following(&self, node: NodeId, top: NodeId) -> Option<NodeId> {
        if let Some(child) = self.first_child(node) {
            return Some(child);
        }
        self.after(node, top)
    }

    /// The node that begins where this one ends, within `top`.
    pub(super) fn after(&self, node: NodeId, top: NodeId) -> Option<NodeId> {
        let mut node = node;
        while node != top {
            if let Some(next) = self.next(node) {
                return Some(next);
            }
            node = self.parent(node)?;
        }
        None
    }

    pub(in crate::read) fn first_with_tag(&self, tag: Tag) -> Option<NodeId> {
        self.ids().find(|id| self.kind(*id) == Kind::Element(tag))
    }

    /// The name of an element as it is written.
    pub(in crate::read) fn name(&self, id: NodeId) -> &'a str {
        let node = self.node(id);
        match node.kind {
            Kind::Element(_) => self.slice(&(node.start..node.end)),
            Kind::Text | Kind::Comment => "",
        }
    }

    /// The characters of a text or comment as they are written.
    pub(super) fn raw(&self, id: NodeId) -> &'a str {
        let node = self.node(id);
        match node.kind {
            Kind::Element(_) => "",
            Kind::Text | Kind::Comment => self.slice(&(node.start..node.end)),
        }
    }

    /// What a text says.
    pub(in crate::read) fn text(&self, id: NodeId) -> Cow<'a, str> {
        let is_program = self
            .parent(id)
            .is_some_and(|parent| matches!(self.tag(parent), Tag::Script | Tag::Style));
        if is_program {
            return Cow::Borrowed(self.raw(id));
        }
        decoded(self.raw(id), entities::Place::Text)
    }

    /// All text inside, hidden or not.
    pub(in crate::read) fn whole_text(&self, id: NodeId) -> String {
        let mut text = String::new();
        for node in self.subtree(id).filter(|n| self.kind(*n) == Kind::Text) {
            text.push_str(&self.text(node));
        }
        text
    }

    pub(in crate::read) fn attribute(&self, id: NodeId, name: &str) -> Option<Cow<'a, str>> {
        self.raw_attribute(id, name)
            .map(|value| decoded(value, entities::Place::Attribute))
    }

    pub(in crate::read) fn raw_attribute(&self, id: NodeId, name: &str) -> Option<&'a str> {
        let mut all = self.attributes_of(id).iter();
        let found = all.find(|each| self.slice(&each.name).eq_ignore_ascii_case(name))?;
        Some(self.slice(&found.value))
    }

    pub(super) fn attributes_of(&self, id: NodeId) -> &[Attribute] {
        let node = self.node(id);
        let range = widened(node.first_attribute)..widened(node.end_of_attributes);
        self.attributes.get(range).unwrap_or_default()
    }

    pub(super) fn slice(&self, span: &Span) -> &'a str {
        self.source
            .get(widened(span.start)..widened(span.end))
            .unwrap_or_default()
    }

    pub(super) fn add(&mut self, kind: Kind, content: Span, attributes: Span) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Node {
            kind,
            start: content.start,
            end: content.end,
            first_attribute: attributes.start,
            end_of_attributes: attributes.end,
            ..DETACHED
        });
        id
    }

    pub(super) fn append(&mut self, parent: NodeId, id: NodeId) {
        let last = self.node(parent).last;
        self.change(id, |node| {
            node.parent = parent;
            node.previous = last;
            node.next = NONE;
        });
        self.change(last, |node| node.next = id);
        self.change(parent, |node| {
            node.last = id;
            if node.first == NONE {
                node.first = id;
            }
        });
    }

    pub(super) fn insert_before(&mut self, next: NodeId, id: NodeId) {
        let Node {
            parent, previous, ..
        } = *self.node(next);
        self.change(id, |node| {
            node.parent = parent;
            node.previous = previous;
            node.next = next;
        });
        self.change(next, |node| node.previous = id);
        self.change(previous, |node| node.next = id);
        if previous == NONE {
            self.change(parent, |node| node.first = id);
        }
    }

    /// Takes a node and all below it out of the page.
    pub(super) fn detach(&mut self, id: NodeId) {
        let Node {
            parent,
            previous,
            next,
            ..
        } = *self.node(id);
        self.change(previous, |node| node.next = next);
        self.change(next, |node| node.previous = previous);
        self.change(parent, |node| {
            if node.first == id {
                node.first = next;
            }
            if node.last == id {
                node.last = previous;
            }
        });
        self.change(id, |node| {
            node.parent = NONE;
            node.previous = NONE;
            node.next = NONE;
        });
    }

    pub(super) fn rename(&mut self, id: NodeId, tag: Tag) {
        self.change(id, |node| node.kind = Kind::Element(tag));
    }
}

fn widened(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}
