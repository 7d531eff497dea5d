use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// What a drawing is made of. Anything that could load, run or hold a page is not on the list.
const ELEMENTS: [&str; 25] = [
    "svg",
    "g",
    "defs",
    "symbol",
    "title",
    "desc",
    "style",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
    "mask",
    "marker",
    "pattern",
    "use",
    "a",
];

const NAMESPACES: [&str; 2] = ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"];

/// Width and height of a drawing in its own units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SvgSize {
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Checks that a drawing loads nothing and runs nothing, and says how large it is.
pub(crate) fn examine(svg: &str) -> Result<SvgSize, String> {
    let mut reader = Reader::from_str(svg);
    let mut size = None;
    let mut depth = 0_usize;
    let mut in_style = false;
    loop {
        let event = reader
            .read_event()
            .map_err(|error| format!("the drawing is no XML: {error}"))?;
        match event {
            Event::Start(tag) => {
                let name = element(&tag, depth, &mut size)?;
                in_style = name == "style";
                depth += 1;
            }
            Event::Empty(tag) => {
                element(&tag, depth, &mut size)?;
            }
            Event::End(_) => {
                in_style = false;
                depth = depth.saturating_sub(1);
            }
            Event::Text(text) => {
                let text: &str = &text;
                if in_style {
                    style_is_quiet(text)?;
                }
                if depth == 0 && !text.trim().is_empty() {
                    return Err("text stands outside the drawing".to_owned());
                }
            }
            Event::GeneralRef(_) => {
                if in_style {
                    return Err("a style with character references".to_owned());
                }
            }
            Event::Comment(_) => {}
            Event::CData(_) | Event::DocType(_) | Event::PI(_) | Event::Decl(_) => {
                return Err("declarations and raw sections are not drawn".to_owned());
            }
            Event::Eof => break,
        }
    }
    if depth > 0 {
        return Err("the drawing ends before its last element".to_owned());
    }
    size.ok_or_else(|| "the drawing has no <svg> with a viewBox".to_owned())
}

fn element(
    tag: &BytesStart<'_>,
    depth: usize,
    size: &mut Option<SvgSize>,
) -> Result<String, String> {
    let name = tag.name().as_ref().to_owned();
    if !ELEMENTS.contains(&name.as_str()) {
        return Err(format!("<{name}> is no part of a drawing"));
    }
    if (depth == 0) != (name == "svg" && size.is_none()) {
        return Err(format!("<{name}> stands outside the one <svg>"));
    }
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let key = attribute.key.as_ref().to_owned();
        let value = attribute.value.into_owned();
        attribute_is_quiet(&key, &value)?;
        if depth == 0 && key == "viewBox" {
            *size = Some(view_box(&value)?);
        }
    }
    if depth == 0 && size.is_none() {
        return Err("the drawing has no viewBox".to_owned());
    }
    Ok(name)
}

fn attribute_is_quiet(key: &str, value: &str) -> Result<(), String> {
    let small = key.to_ascii_lowercase();
    if small.starts_with("on") {
        return Err(format!("the attribute {key} runs something"));
    }
    if small.ends_with("href") && !value.starts_with('#') {
        return Err("a link that leads out of the document".to_owned());
    }
    if small == "xmlns" || small.starts_with("xmlns:") {
        let is_known = NAMESPACES.contains(&value);
        return is_known
            .then_some(())
            .ok_or_else(|| format!("the namespace {value} is unknown"));
    }
    style_is_quiet(value)
}

fn style_is_quiet(text: &str) -> Result<(), String> {
    let small: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect::<String>()
        .to_ascii_lowercase();
    let loads = small.match_indices("url(").any(|(at, word)| {
        !small
            .get(at + word.len()..)
            .is_some_and(|rest| rest.starts_with('#'))
    });
    let is_loud = [
        "javascript:",
        "@import",
        "expression(",
        "image(",
        "image-set(",
    ]
    .iter()
    .any(|word| small.contains(word));
    // An escape or a character by its number could spell any of these.
    if loads || is_loud || small.contains('\\') || small.contains("&#") {
        return Err("a style that loads something".to_owned());
    }
    Ok(())
}

fn view_box(value: &str) -> Result<SvgSize, String> {
    let numbers: Vec<f64> = value
        .split([' ', ','])
        .filter(|part| !part.is_empty())
        .filter_map(|part| part.parse().ok())
        .collect();
    match numbers.as_slice() {
        [_, _, width, height] if *width > 0.0 && *height > 0.0 => Ok(SvgSize {
            width: *width,
            height: *height,
        }),
        _ => Err(format!("viewBox `{value}` has no width and height")),
    }
}
