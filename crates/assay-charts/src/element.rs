use std::fmt::{Display, Write as _};

/// An XML element under construction: what it prints is well-formed whatever it is given.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Child>,
}

#[derive(Clone, Debug)]
enum Child {
    Element(Element),
    Text(String),
}

impl Element {
    pub(crate) fn new(name: &'static str) -> Self {
        Self {
            name,
            attributes: Vec::new(),
            children: Vec::new(),
        }
    }

    pub(crate) fn set(mut self, name: &'static str, value: impl Display) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// A length or position in pixels.
    pub(crate) fn at(self, name: &'static str, pixels: f64) -> Self {
        self.set(name, px(pixels))
    }

    pub(crate) fn text(mut self, text: &str) -> Self {
        self.children.push(Child::Text(text.to_owned()));
        self
    }

    pub(crate) fn child(mut self, child: Element) -> Self {
        self.children.push(Child::Element(child));
        self
    }

    pub(crate) fn children(mut self, children: impl IntoIterator<Item = Element>) -> Self {
        self.children
            .extend(children.into_iter().map(Child::Element));
        self
    }

    /// Makes it a mark: the figure it draws, and what a reader sees on hovering.
    pub(crate) fn mark(self, id: &str, title: &str) -> Self {
        let title = Element::new("title").text(title);
        let mut marked = self.set("class", "mark").set("data-id", id);
        marked.children.insert(0, Child::Element(title));
        marked
    }

    pub(crate) fn write(&self, out: &mut String) {
        out.push('<');
        out.push_str(self.name);
        for (name, value) in &self.attributes {
            out.push(' ');
            out.push_str(name);
            out.push_str("=\"");
            escape(value, out);
            out.push('"');
        }
        if self.children.is_empty() {
            out.push_str("/>");
            return;
        }
        out.push('>');
        for child in &self.children {
            match child {
                Child::Element(element) => element.write(out),
                Child::Text(text) => escape(text, out),
            }
        }
        out.push_str("</");
        out.push_str(self.name);
        out.push('>');
    }
}

/// Two decimals at most, so that equal pictures are equal bytes.
pub(crate) fn px(pixels: f64) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write!(text, "{pixels:.2}");
    let trimmed = text.trim_end_matches('0').trim_end_matches('.');
    if trimmed == "-0" {
        "0".to_owned()
    } else {
        trimmed.to_owned()
    }
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            // XML 1.0 has no way to write these.
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                out.push('\u{fffd}');
            }
            // A label that turns the direction of what follows it could show a figure backwards.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
}
