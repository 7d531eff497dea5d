use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName};

use super::tag::Tag;

/// A page as elements, text and comments. Nodes are numbered in the order in which they begin, so a
/// parent's number is smaller than its children's, and what is inside a node follows it.
pub(in crate::read) struct Tree {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::read) struct NodeId(u32);

/// The document; every other node is below it.
pub(in crate::read) const ROOT: NodeId = NodeId(0);

impl NodeId {
    pub(in crate::read) fn place(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }

    fn at(place: usize) -> Self {
        Self(u32::try_from(place).unwrap_or(u32::MAX))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum Kind {
    Element(Tag),
    Text,
    Comment,
}

struct Node {
    content: Content,
    parent: Option<NodeId>,
    /// The first node that is not inside this one.
    end: NodeId,
}

pub(super) enum Content {
    /// The document itself is an element without a name.
    Element {
        tag: Tag,
        name: LocalName,
        attributes: Vec<Attribute>,
    },
    Text(StrTendril),
    Comment(StrTendril),
}

impl Tree {
    pub(super) fn with_capacity(nodes: usize) -> Self {
        Self {
            nodes: Vec::with_capacity(nodes),
        }
    }

    /// Adds the node that begins next.
    pub(super) fn begin(&mut self, content: Content, parent: Option<NodeId>) -> NodeId {
        let id = NodeId::at(self.nodes.len());
        self.nodes.push(Node {
            content,
            parent,
            end: NodeId::at(self.nodes.len() + 1),
        });
        id
    }

    /// Everything that was added since belongs to the node.
    pub(super) fn end(&mut self, id: NodeId) {
        let end = NodeId::at(self.nodes.len());
        if let Some(node) = self.nodes.get_mut(id.place()) {
            node.end = end;
        }
    }

    pub(in crate::read) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Every node, in the order in which they begin.
    pub(in crate::read) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId::at)
    }

    fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.place())
    }

    fn end_of(&self, id: NodeId) -> NodeId {
        self.node(id).map_or(id, |node| node.end)
    }

    pub(in crate::read) fn kind(&self, id: NodeId) -> Kind {
        match self.node(id).map(|node| &node.content) {
            Some(Content::Element { tag, .. }) => Kind::Element(*tag),
            Some(Content::Text(_)) => Kind::Text,
            Some(Content::Comment(_)) | None => Kind::Comment,
        }
    }

    /// [`Tag::Other`] for text and comments.
    pub(in crate::read) fn tag(&self, id: NodeId) -> Tag {
        match self.kind(id) {
            Kind::Element(tag) => tag,
            Kind::Text | Kind::Comment => Tag::Other,
        }
    }

    pub(in crate::read) fn is_element(&self, id: NodeId) -> bool {
        matches!(self.kind(id), Kind::Element(_))
    }

    pub(in crate::read) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.parent
    }

    pub(in crate::read) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let end = self.end_of(id);
        let inside = move |place: NodeId| (place < end).then_some(place);
        let first = inside(NodeId::at(id.place() + 1));
        std::iter::successors(first, move |child| inside(self.end_of(*child)))
    }

    pub(in crate::read) fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.parent(id), |node| self.parent(*node))
    }

    /// The node and all below it, each before what it holds.
    pub(in crate::read) fn subtree(&self, top: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        (top.place()..self.end_of(top).place()).map(NodeId::at)
    }

    pub(super) fn holds(&self, outer: NodeId, inner: NodeId) -> bool {
        outer <= inner && inner < self.end_of(outer)
    }

    pub(in crate::read) fn first_with_tag(&self, tag: Tag) -> Option<NodeId> {
        self.ids().find(|id| self.kind(*id) == Kind::Element(tag))
    }

    /// The name of an element in lower case; empty for text.
    pub(in crate::read) fn name(&self, id: NodeId) -> &str {
        match self.node(id).map(|node| &node.content) {
            Some(Content::Element { name, .. }) => name,
            _ => "",
        }
    }

    /// The characters of a text or comment.
    pub(in crate::read) fn text(&self, id: NodeId) -> &str {
        match self.node(id).map(|node| &node.content) {
            Some(Content::Text(text) | Content::Comment(text)) => text,
            _ => "",
        }
    }

    /// All text inside, hidden or not.
    pub(in crate::read) fn whole_text(&self, id: NodeId) -> String {
        self.subtree(id)
            .filter(|inner| self.kind(*inner) == Kind::Text)
            .map(|text| self.text(text))
            .collect()
    }

    /// `name` is in lower case, as every name of an attribute is here.
    pub(in crate::read) fn attribute(&self, id: NodeId, name: &str) -> Option<&str> {
        let mut all = self.attributes_of(id).iter();
        let found = all.find(|each| &*each.name.local == name)?;
        Some(&found.value)
    }

    pub(super) fn attributes_of(&self, id: NodeId) -> &[Attribute] {
        match self.node(id).map(|node| &node.content) {
            Some(Content::Element { attributes, .. }) => attributes,
            _ => &[],
        }
    }
}
