use std::borrow::Cow;
use std::cell::{Ref, RefCell};

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, QualName, local_name, ns};

use super::tag::Tag;
use super::tree::{Content, NodeId, Tree};

/// Deeper nesting is refused rather than risking the stack. Pages of real sites stay below 100.
const MAX_DEPTH: usize = 400;
/// More elements and texts than this are refused rather than risking memory: about 400 MB. Filings
/// have one in 70 bytes, so that the largest document has fewer.
const MAX_NODES: usize = 2_000_000;
/// While a page is read, the depth of one node in so many is looked at: the rules work the harder the
/// deeper the page is.
const PROBED: u32 = 128;

/// Takes what the standard's tree construction does. Its rules move nodes that are already placed, so
/// nodes are linked here, and numbered in their order by [`Sink::into_tree`].
pub(super) struct Sink {
    nodes: RefCell<Nodes>,
}

/// A node's place in the order in which nodes were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Handle(u32);

const DOCUMENT: Handle = Handle(0);

impl Handle {
    fn place(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

enum Data {
    Document,
    Element {
        name: QualName,
        attributes: Vec<Attribute>,
        role: Role,
    },
    Text(StrTendril),
    Comment(StrTendril),
    /// Handed over to the tree.
    Gone,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Plain,
    /// Holds HTML inside a formula.
    Annotation,
    /// A template whose content is shown in place of the element around it.
    Shadow,
}

struct Node {
    data: Data,
    parent: Option<Handle>,
    first: Option<Handle>,
    last: Option<Handle>,
    previous: Option<Handle>,
    next: Option<Handle>,
}

struct Nodes {
    all: Vec<Node>,
    /// The deepest place at which a node was seen.
    depth: usize,
    /// The name of what is no element.
    nameless: QualName,
}

impl Default for Sink {
    fn default() -> Self {
        let nodes = Nodes {
            all: vec![Node::of(Data::Document)],
            depth: 0,
            nameless: QualName::new(None, ns!(), local_name!("")),
        };
        Self {
            nodes: RefCell::new(nodes),
        }
    }
}

impl Sink {
    /// Whether nothing more of the page is worth taking.
    pub(super) fn refuses(&self) -> bool {
        let nodes = self.nodes.borrow();
        nodes.depth > MAX_DEPTH || nodes.all.len() > MAX_NODES
    }

    /// The page in its order, or why it is refused.
    pub(super) fn into_tree(self) -> Result<Tree, String> {
        let nodes = self.nodes.into_inner();
        if nodes.all.len() > MAX_NODES {
            return Err(format!("it has more than {MAX_NODES} elements"));
        }
        let too_deep = || format!("elements are nested deeper than {MAX_DEPTH} levels");
        if nodes.depth > MAX_DEPTH {
            return Err(too_deep());
        }
        nodes.in_order().ok_or_else(too_deep)
    }
}

impl Node {
    fn of(data: Data) -> Self {
        Self {
            data,
            parent: None,
            first: None,
            last: None,
            previous: None,
            next: None,
        }
    }
}

impl Nodes {
    fn get(&self, id: Handle) -> Option<&Node> {
        self.all.get(id.place())
    }

    fn change(&mut self, id: Option<Handle>, change: impl FnOnce(&mut Node)) {
        if let Some(node) = id.and_then(|id| self.all.get_mut(id.place())) {
            change(node);
        }
    }

    fn add(&mut self, data: Data) -> Handle {
        let id = Handle(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(Node::of(data));
        id
    }

    /// Adds to the text that is there; gives it back where there is none.
    fn continue_text(&mut self, id: Option<Handle>, text: StrTendril) -> Option<StrTendril> {
        let node = id.and_then(|id| self.all.get_mut(id.place()));
        match node.map(|node| &mut node.data) {
            Some(Data::Text(before)) => {
                before.push_tendril(&text);
                None
            }
            _ => Some(text),
        }
    }

    fn append(&mut self, parent: Handle, child: NodeOrText<Handle>) {
        let last = self.get(parent).and_then(|node| node.last);
        let child = match child {
            NodeOrText::AppendNode(child) => child,
            NodeOrText::AppendText(text) => match self.continue_text(last, text) {
                Some(text) => self.add(Data::Text(text)),
                None => return,
            },
        };
        self.detach(child);
        let last = self.get(parent).and_then(|node| node.last);
        self.link(child, Some(parent), last, None);
    }

    fn insert_before(&mut self, next: Handle, child: NodeOrText<Handle>) {
        let previous = self.get(next).and_then(|node| node.previous);
        let child = match child {
            NodeOrText::AppendNode(child) => child,
            NodeOrText::AppendText(text) => match self.continue_text(previous, text) {
                Some(text) => self.add(Data::Text(text)),
                None => return,
            },
        };
        self.detach(child);
        let place = self.get(next).map(|node| (node.parent, node.previous));
        let (parent, previous) = place.unwrap_or_default();
        self.link(child, parent, previous, Some(next));
    }

    fn link(
        &mut self,
        id: Handle,
        parent: Option<Handle>,
        previous: Option<Handle>,
        next: Option<Handle>,
    ) {
        self.change(Some(id), |node| {
            node.parent = parent;
            node.previous = previous;
            node.next = next;
        });
        match previous {
            Some(_) => self.change(previous, |node| node.next = Some(id)),
            None => self.change(parent, |node| node.first = Some(id)),
        }
        match next {
            Some(_) => self.change(next, |node| node.previous = Some(id)),
            None => self.change(parent, |node| node.last = Some(id)),
        }
        if id.0.is_multiple_of(PROBED) {
            let above = std::iter::successors(parent, |above| self.get(*above)?.parent);
            self.depth = self.depth.max(above.count());
        }
    }

    fn detach(&mut self, id: Handle) {
        let Some(node) = self.all.get_mut(id.place()) else {
            return;
        };
        let (previous, next) = (node.previous.take(), node.next.take());
        let Some(parent) = node.parent.take() else {
            return;
        };
        match previous {
            Some(_) => self.change(previous, |node| node.next = next),
            None => self.change(Some(parent), |node| node.first = next),
        }
        match next {
            Some(_) => self.change(next, |node| node.previous = previous),
            None => self.change(Some(parent), |node| node.last = previous),
        }
    }

    /// `None` where the tree is too deep.
    fn in_order(mut self) -> Option<Tree> {
        let mut tree = Tree::with_capacity(self.all.len());
        let mut open: Vec<NodeId> = Vec::new();
        let mut next = Some(DOCUMENT);
        while let Some(at) = next {
            let node = self.all.get_mut(at.place())?;
            let data = std::mem::replace(&mut node.data, Data::Gone);
            let (first, mut after, mut parent) = (node.first, node.next, node.parent);
            let id = tree.begin(content_of(data), open.last().copied());
            if first.is_some() {
                open.push(id);
                if open.len() > MAX_DEPTH {
                    return None;
                }
                next = first;
                continue;
            }
            while after.is_none() {
                let Some(ended) = open.pop() else {
                    break;
                };
                tree.end(ended);
                let above = parent.and_then(|above| self.get(above));
                (after, parent) = above
                    .map(|above| (above.next, above.parent))
                    .unwrap_or_default();
            }
            next = after;
        }
        Some(tree)
    }
}

fn content_of(data: Data) -> Content {
    match data {
        Data::Text(text) => Content::Text(text),
        Data::Comment(text) => Content::Comment(text),
        Data::Document | Data::Gone => Content::Element {
            tag: Tag::Other,
            name: local_name!(""),
            attributes: Vec::new(),
        },
        Data::Element {
            name,
            attributes,
            role,
        } => Content::Element {
            tag: tag_of(&name, role),
            name: name.local,
            attributes,
        },
    }
}

/// Inside a picture or formula, names mean other things: its `title` is not the page's.
fn tag_of(name: &QualName, role: Role) -> Tag {
    let tag = Tag::of(&name.local);
    let is_html = name.ns == ns!(html) && role != Role::Shadow;
    let is_known = is_html || matches!(tag, Tag::Svg | Tag::Math | Tag::Style | Tag::Script);
    if is_known { tag } else { Tag::Other }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Self;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _id: StrTendril) {}

    fn get_document(&self) -> Handle {
        DOCUMENT
    }

    fn same_node(&self, one: &Handle, other: &Handle) -> bool {
        one == other
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> Ref<'a, QualName> {
        Ref::map(self.nodes.borrow(), |nodes| {
            match nodes.get(*target).map(|node| &node.data) {
                Some(Data::Element { name, .. }) => name,
                _ => &nodes.nameless,
            }
        })
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Handle {
        let role = if flags.mathml_annotation_xml_integration_point {
            Role::Annotation
        } else {
            Role::Plain
        };
        self.nodes.borrow_mut().add(Data::Element {
            name,
            attributes,
            role,
        })
    }

    fn create_comment(&self, text: StrTendril) -> Handle {
        self.nodes.borrow_mut().add(Data::Comment(text))
    }

    fn create_pi(&self, _target: StrTendril, data: StrTendril) -> Handle {
        self.create_comment(data)
    }

    /// What a template holds is below it here: it is out of sight because the template is.
    fn get_template_contents(&self, target: &Handle) -> Handle {
        *target
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.nodes.borrow_mut().append(*parent, child);
    }

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        self.nodes.borrow_mut().insert_before(*sibling, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        prev_element: &Handle,
        child: NodeOrText<Handle>,
    ) {
        let nodes = self.nodes.borrow();
        let is_placed = nodes
            .get(*element)
            .is_some_and(|node| node.parent.is_some());
        drop(nodes);
        if is_placed {
            self.append_before_sibling(element, child);
        } else {
            self.append(prev_element, child);
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attrs: Vec<Attribute>) {
        self.nodes.borrow_mut().change(Some(*target), |node| {
            if let Data::Element { attributes, .. } = &mut node.data {
                let is_known = |name: &LocalName| attributes.iter().any(|a| a.name.local == *name);
                let missing: Vec<Attribute> = attrs
                    .into_iter()
                    .filter(|attribute| !is_known(&attribute.name.local))
                    .collect();
                attributes.extend(missing);
            }
        });
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.nodes.borrow_mut().detach(*target);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let first = || self.nodes.borrow().get(*node)?.first;
        while let Some(child) = first() {
            self.append(new_parent, NodeOrText::AppendNode(child));
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        let nodes = self.nodes.borrow();
        let data = nodes.get(*handle).map(|node| &node.data);
        matches!(
            data,
            Some(Data::Element {
                role: Role::Annotation,
                ..
            })
        )
    }

    fn attach_declarative_shadow(
        &self,
        location: &Handle,
        template: &Handle,
        _attributes: &[Attribute],
    ) -> bool {
        self.append(location, NodeOrText::AppendNode(*template));
        self.nodes.borrow_mut().change(Some(*template), |node| {
            if let Data::Element { role, .. } = &mut node.data {
                *role = Role::Shadow;
            }
        });
        true
    }
}
