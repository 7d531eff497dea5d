//! Reads a picture back.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::events::Event;

/// An element with its attributes, in the order of the picture.
#[derive(Debug)]
pub(crate) struct Drawn {
    pub(crate) name: String,
    pub(crate) attributes: BTreeMap<String, String>,
}

impl Drawn {
    pub(crate) fn number(&self, name: &str) -> f64 {
        self.attributes[name].parse().expect("a number")
    }
}

/// Every element of a picture; panics where it is not well-formed or an attribute is there twice.
pub(crate) fn elements(svg: &str) -> Vec<Drawn> {
    let mut reader = Reader::from_str(svg);
    reader.config_mut().check_end_names = true;
    let mut depth = 0_i32;
    let mut found = Vec::new();
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(tag) => {
                depth += 1;
                found.push(drawn(&tag));
            }
            Event::Empty(tag) => found.push(drawn(&tag)),
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            Event::Text(_) | Event::GeneralRef(_) => {}
            other => panic!("a picture has no {other:?}"),
        }
    }
    assert_eq!(depth, 0, "every element is closed");
    found
}

fn drawn(tag: &quick_xml::events::BytesStart<'_>) -> Drawn {
    let name = tag.name().as_ref().to_owned();
    let mut attributes = BTreeMap::new();
    for attribute in tag.attributes() {
        let attribute = attribute.expect("an attribute");
        let key = attribute.key.as_ref().to_owned();
        let value = attribute.value.into_owned();
        assert!(
            attributes.insert(key, value).is_none(),
            "an attribute twice"
        );
    }
    Drawn { name, attributes }
}

/// What must hold for any picture of the crate.
pub(crate) fn check(svg: &str) -> Vec<Drawn> {
    let elements = elements(svg);
    let allowed = [
        "svg", "title", "desc", "defs", "pattern", "rect", "circle", "path", "line", "text", "g",
    ];
    let mut ids = std::collections::BTreeSet::new();
    let prefix = elements[0].attributes["id"].clone();
    for element in &elements {
        assert!(allowed.contains(&element.name.as_str()), "{}", element.name);
        for (name, value) in &element.attributes {
            assert!(
                !name.starts_with("on") && !name.contains("href") && name != "style",
                "{name}"
            );
            assert!(
                !value.contains("NaN") && !value.contains("inf "),
                "{name}={value}"
            );
            if name == "id" {
                assert!(value.starts_with(&prefix), "{value}");
                assert!(ids.insert(value.clone()), "{value} twice");
            }
            if let Some(reference) = value.strip_prefix("url(#") {
                assert!(reference.starts_with(&prefix), "{value}");
            }
        }
        for size in ["width", "height", "r"] {
            if let Some(value) = element.attributes.get(size) {
                assert!(
                    value.parse::<f64>().expect("a size") >= 0.0,
                    "{size}={value}"
                );
            }
        }
    }
    assert_eq!(elements[0].attributes["role"], "img");
    elements
}
