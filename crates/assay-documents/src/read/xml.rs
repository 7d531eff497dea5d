use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion, escape::resolve_predefined_entity};

use super::ReadError;
use super::error::SPLIT_IT;

/// Deeper nesting is refused rather than risking the stack of what walks the tree.
const MAX_DEPTH: usize = 256;
/// A part of more bytes is not built as a tree, which takes several times its size.
const MAX_TREE_BYTES: usize = 32 << 20;

/// An element of a part of an office document. Names are without their prefix.
#[derive(Default)]
pub(super) struct Element {
    pub(super) name: Box<str>,
    attributes: Vec<(Box<str>, Box<str>)>,
    pub(super) children: Vec<Node>,
}

pub(super) enum Node {
    Element(Element),
    Text(String),
}

impl Element {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        attributes.find_map(|(key, value)| (**key == *name).then_some(&**value))
    }

    /// Every attribute of that name, whatever its prefix: `id` and `r:id` are two.
    pub(super) fn attributes(&self, name: &'static str) -> impl Iterator<Item = &str> {
        let named = self
            .attributes
            .iter()
            .filter(move |(key, _)| **key == *name);
        named.map(|(_, value)| &**value)
    }

    pub(super) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|child| match child {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    pub(super) fn child(&self, name: &str) -> Option<&Self> {
        self.elements().find(|element| *element.name == *name)
    }

    pub(super) fn children_named(&self, name: &'static str) -> impl Iterator<Item = &Self> {
        self.elements().filter(move |child| *child.name == *name)
    }

    /// The child at the end of a path of names.
    pub(super) fn at(&self, path: &[&str]) -> Option<&Self> {
        let mut here = self;
        for name in path {
            here = here.child(name)?;
        }
        Some(here)
    }

    /// `val` of the child `name`, which is how office documents write a property.
    pub(super) fn value_of(&self, name: &str) -> Option<&str> {
        self.child(name)?.attribute("val")
    }

    /// Whether the property `name` is there and not switched off.
    pub(super) fn is_on(&self, name: &str) -> bool {
        let child = self.child(name);
        child.is_some_and(|child| !matches!(child.attribute("val"), Some("0" | "false" | "off")))
    }

    /// The first element of that name below this one, in document order.
    pub(super) fn find(&self, name: &str) -> Option<&Self> {
        self.elements().find_map(|child| {
            if *child.name == *name {
                Some(child)
            } else {
                child.find(name)
            }
        })
    }

    pub(super) fn each<'a>(&'a self, name: &str, found: &mut Vec<&'a Self>) {
        for child in self.elements() {
            if *child.name == *name {
                found.push(child);
            }
            child.each(name, found);
        }
    }

    /// All text inside.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        self.collect(&mut text);
        text
    }

    fn collect(&self, text: &mut String) {
        for child in &self.children {
            match child {
                Node::Text(content) => text.push_str(content),
                Node::Element(element) => element.collect(text),
            }
        }
    }
}

/// The root element of a part. Document type declarations and entities of their own, which office
/// documents never have, are refused.
pub(super) fn parse(format: &'static str, part: &str, source: &str) -> Result<Element, ReadError> {
    if source.len() > MAX_TREE_BYTES {
        return Err(ReadError::Exceeds {
            format,
            what: format!("its part {part} has {} bytes", source.len()),
            limit: MAX_TREE_BYTES as u64,
            hint: SPLIT_IT,
        });
    }
    let malformed = |reason: String| ReadError::Malformed {
        format,
        reason: format!("{part}: {reason}"),
    };
    let mut reader = Reader::from_str(source);
    let mut open = vec![Element::default()];
    loop {
        let event = reader.read_event().map_err(|e| malformed(e.to_string()))?;
        match event {
            Event::Start(start) => {
                if open.len() > MAX_DEPTH {
                    return Err(malformed(format!(
                        "elements are nested deeper than {MAX_DEPTH} levels"
                    )));
                }
                open.push(element_of(&start).map_err(malformed)?);
            }
            Event::Empty(start) => {
                let element = element_of(&start).map_err(malformed)?;
                push(&mut open, Node::Element(element));
            }
            Event::End(_) => {
                if let Some(element) = open.pop() {
                    push(&mut open, Node::Element(element));
                }
            }
            Event::Text(text) => push_text(&mut open, &text.xml10_content()),
            Event::CData(text) => push_text(&mut open, &text.xml10_content()),
            Event::GeneralRef(reference) => {
                let text = resolved(&reference).map_err(malformed)?;
                push_text(&mut open, &text);
            }
            Event::DocType(_) => return Err(malformed(NO_DOCTYPE.to_owned())),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            Event::Eof => break,
        }
    }
    if open.len() != 1 {
        return Err(malformed("it ends inside an element".to_owned()));
    }
    let root = open.pop().unwrap_or_default();
    let mut roots = root.children.into_iter().filter_map(|child| match child {
        Node::Element(element) => Some(element),
        Node::Text(_) => None,
    });
    roots
        .next()
        .ok_or_else(|| malformed("it is empty".to_owned()))
}

pub(super) const NO_DOCTYPE: &str =
    "it declares a document type, which could expand without end and which office files never have";

fn push(open: &mut [Element], node: Node) {
    if let Some(parent) = open.last_mut() {
        parent.children.push(node);
    }
}

/// Text that an entity cut in pieces is one text again.
fn push_text(open: &mut [Element], text: &str) {
    if let Some(parent) = open.last_mut() {
        if let Some(Node::Text(before)) = parent.children.last_mut() {
            before.push_str(text);
        } else {
            parent.children.push(Node::Text(text.to_owned()));
        }
    }
}

fn element_of(start: &BytesStart<'_>) -> Result<Element, String> {
    let mut attributes = Vec::new();
    for attribute in start.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .map_err(|error| error.to_string())?;
        let key = attribute.key.local_name().into_inner();
        attributes.push((Box::from(key), Box::from(&*value)));
    }
    Ok(Element {
        name: Box::from(start.local_name().into_inner()),
        attributes,
        children: Vec::new(),
    })
}

/// A character reference or one of the five entities that every XML has.
pub(super) fn resolved(reference: &quick_xml::events::BytesRef<'_>) -> Result<String, String> {
    if let Some(c) = reference.resolve_char_ref().map_err(|e| e.to_string())? {
        return Ok(c.to_string());
    }
    let name = reference.xml10_content();
    let text = resolve_predefined_entity(&name).map(str::to_owned);
    text.ok_or_else(|| format!("it uses the entity &{name}; which is not defined"))
}
