use std::collections::BTreeMap;

use assay_domain::{HiddenKind, Place};

use super::chart;
use super::grid::{is_amount, write_table};
use super::package::{Package, Relation};
use super::properties;
use super::writer::TextWriter;
use super::xml::Element;
use super::{Body, ReadError, squeezed};

const FORMAT: &str = "PPTX";
/// Hundredths of a point; smaller type is not for a reader's eyes.
const TINY: u32 = 200;

/// Slides in their order as Markdown, each under its title. Notes, comments, hidden slides and what
/// lies beside the slide are hidden text.
pub(super) fn read(bytes: &[u8]) -> Result<Body, ReadError> {
    let mut package = Package::open(FORMAT, bytes)?;
    let main = package.main_part("ppt/presentation.xml")?;
    let relations = package.relations(&main)?;
    let presentation = package.required_xml(&main)?;
    let size = SlideSize::of(&presentation);
    let slides = presentation
        .child("sldIdLst")
        .map(|list| slide_parts(list, &relations));
    let mut writer = TextWriter::new(FORMAT);
    let mut title = None;
    for (place, part) in slides.unwrap_or_default().iter().enumerate() {
        let number = u32::try_from(place + 1).unwrap_or(u32::MAX);
        let slide_title = slide(&mut package, part, number, size, &mut writer)?;
        title = title.or(slide_title);
        if writer.is_over() {
            break;
        }
    }
    for part in package.parts_like("ppt/comments/", ".xml") {
        if let Some(comments) = package.xml(&part)? {
            for comment in comments.elements() {
                writer.hide(HiddenKind::Comment, &comment.text());
            }
        }
    }
    let stated = properties::hide(&mut package, &mut writer)?;
    writer.finish(title.or(stated))
}

fn slide_parts(list: &Element, relations: &BTreeMap<String, Relation>) -> Vec<String> {
    let part_of = |slide: &Element| {
        let mut ids = slide.attributes("id");
        ids.find_map(|id| relations.get(id))
            .map(|relation| relation.part.clone())
    };
    list.elements().filter_map(part_of).collect()
}

/// In the units of the file; a shape that lies wholly beyond is not seen.
#[derive(Clone, Copy)]
struct SlideSize {
    width: i64,
    height: i64,
}

impl SlideSize {
    fn of(presentation: &Element) -> Self {
        let size = presentation.child("sldSz");
        let side = |name: &str| size.and_then(|size| size.attribute(name)?.parse().ok());
        Self {
            width: side("cx").unwrap_or(i64::MAX),
            height: side("cy").unwrap_or(i64::MAX),
        }
    }
}

fn slide(
    package: &mut Package<'_>,
    part: &str,
    number: u32,
    size: SlideSize,
    writer: &mut TextWriter,
) -> Result<Option<String>, ReadError> {
    let Some(root) = package.xml(part)? else {
        return Ok(None);
    };
    let relations = package.relations(part)?;
    let mut charts = BTreeMap::new();
    for (id, relation) in relations.iter().filter(|(_, r)| r.kind == "chart") {
        if let Some(root) = package.xml(&relation.part)? {
            charts.extend(chart::of(&root).map(|chart| (id.clone(), chart)));
        }
    }
    let mut shapes = Vec::new();
    if let Some(tree) = root.at(&["cSld", "spTree"]) {
        collect_shapes(tree, &mut shapes);
    }
    let title = shapes
        .iter()
        .find(|shape| is_title(shape))
        .map(|s| squeezed(&text_of(s)));
    let title = title.filter(|title| !title.is_empty());
    let mut slide = Slide {
        writer: TextWriter::new(FORMAT),
        charts,
        size,
    };
    for shape in shapes.iter().filter(|shape| !is_title(shape)) {
        slide.shape(shape);
    }
    let is_hidden = matches!(root.attribute("show"), Some("0" | "false"));
    if is_hidden {
        if let Some(title) = &title {
            writer.hide(HiddenKind::Office, title);
        }
        for hidden in slide.writer.into_hidden() {
            writer.hide(hidden.kind, &hidden.text);
        }
    } else {
        writer.mark(Place::Slide(number));
        let heading = title.clone().unwrap_or_else(|| format!("Slide {number}"));
        writer.heading(2, &heading);
        let body = slide.writer.finish(None)?;
        if !body.text.is_empty() {
            writer.block(&body.text);
        }
        for hidden in &body.hidden {
            writer.hide(hidden.kind, &hidden.text);
        }
    }
    for relation in relations.values().filter(|r| r.kind == "notesSlide") {
        if let Some(notes) = package.xml(&relation.part)? {
            hide_notes(&notes, writer);
        }
    }
    Ok(title.filter(|_| !is_hidden))
}

fn hide_notes(notes: &Element, writer: &mut TextWriter) {
    let mut shapes = Vec::new();
    if let Some(tree) = notes.at(&["cSld", "spTree"]) {
        collect_shapes(tree, &mut shapes);
    }
    for shape in shapes.iter().filter(|shape| !is_furniture(shape)) {
        writer.hide(HiddenKind::Office, &text_of(shape));
    }
}

/// Shapes in reading order of the file, groups opened.
fn collect_shapes<'a>(tree: &'a Element, shapes: &mut Vec<&'a Element>) {
    for shape in tree.elements() {
        match &*shape.name {
            "sp" | "graphicFrame" | "pic" | "cxnSp" => shapes.push(shape),
            "grpSp" => collect_shapes(shape, shapes),
            "AlternateContent" => {
                if let Some(choice) = shape.elements().next() {
                    collect_shapes(choice, shapes);
                }
            }
            _ => {}
        }
    }
}

fn is_switched_off(shape: &Element) -> bool {
    let mut properties = shape
        .elements()
        .filter(|child| child.name.starts_with("nv"));
    let drawn = properties.find_map(|properties| properties.child("cNvPr"));
    matches!(
        drawn.and_then(|d| d.attribute("hidden")),
        Some("1" | "true")
    )
}

fn placeholder(shape: &Element) -> Option<&Element> {
    let mut properties = shape
        .elements()
        .filter(|child| child.name.starts_with("nv"));
    properties.find_map(|properties| properties.at(&["nvPr", "ph"]))
}

fn is_title(shape: &Element) -> bool {
    let kind = placeholder(shape).and_then(|holder| holder.attribute("type"));
    matches!(kind, Some("title" | "ctrTitle"))
}

/// Numbers, dates and footers that the layout puts on every slide.
fn is_furniture(shape: &Element) -> bool {
    let kind = placeholder(shape).and_then(|holder| holder.attribute("type"));
    matches!(kind, Some("sldNum" | "dt" | "ftr" | "hdr" | "sldImg"))
}

/// The text of a shape, a line a paragraph.
fn text_of(shape: &Element) -> String {
    let mut paragraphs = Vec::new();
    shape.each("p", &mut paragraphs);
    let lines: Vec<String> = paragraphs.into_iter().map(|p| Runs::of(p).shown).collect();
    lines.join("\n")
}

struct Slide {
    writer: TextWriter,
    charts: BTreeMap<String, chart::Chart>,
    size: SlideSize,
}

impl Slide {
    fn shape(&mut self, shape: &Element) {
        self.alternative(shape);
        if is_furniture(shape) {
            return;
        }
        if is_switched_off(shape) || self.is_beside(shape) {
            self.writer.hide(HiddenKind::Style, &text_of(shape));
            return;
        }
        if let Some(table) = shape.find("tbl") {
            self.table(table);
        } else if let Some(chart) = shape.find("chart") {
            let chart = chart.attribute("id").and_then(|id| self.charts.remove(id));
            if let Some(chart) = chart {
                chart.write(&mut self.writer);
            }
        } else if let Some(body) = shape.child("txBody") {
            for paragraph in body.children_named("p") {
                self.paragraph(paragraph);
            }
        } else {
            // A diagram keeps its words in a part of its own that repeats what is drawn.
            self.writer.paragraph(&text_of(shape));
        }
    }

    fn paragraph(&mut self, paragraph: &Element) {
        let runs = Runs::of(paragraph);
        self.writer.hide(HiddenKind::Style, &runs.unseen);
        let properties = paragraph.child("pPr");
        let depth = properties
            .and_then(|p| p.attribute("lvl"))
            .and_then(|level| level.parse::<usize>().ok())
            .unwrap_or(0);
        let has_mark = |name: &str| properties.is_some_and(|p| p.child(name).is_some());
        if depth > 0 || has_mark("buChar") || has_mark("buAutoNum") {
            self.writer.item(depth, "-", &runs.shown);
        } else {
            self.writer.paragraph(&runs.shown);
        }
    }

    fn table(&mut self, table: &Element) {
        let mut rows: Vec<Vec<String>> = Vec::new();
        for row in table.children_named("tr") {
            let mut cells: Vec<String> = Vec::new();
            for cell in row.children_named("tc") {
                let own = squeezed(&text_of(cell));
                let is_on = |name: &str| matches!(cell.attribute(name), Some("1" | "true"));
                let before = cells.last().filter(|_| is_on("hMerge"));
                let above = rows.last().and_then(|row| row.get(cells.len()));
                let above = above.filter(|_| is_on("vMerge"));
                let spanned = before.or(above).filter(|text| !is_amount(text));
                let text = match spanned {
                    Some(spanned) if own.is_empty() => spanned.clone(),
                    _ => own,
                };
                cells.push(text);
            }
            rows.push(cells);
        }
        let first_row = table.child("tblPr").and_then(|p| p.attribute("firstRow"));
        let has_header = matches!(first_row, Some("1" | "true")) && rows.len() > 1;
        write_table(&mut self.writer, &rows, has_header.then_some(1));
    }

    fn alternative(&mut self, shape: &Element) {
        let mut properties = shape
            .elements()
            .filter(|child| child.name.starts_with("nv"));
        let properties = properties.find_map(|properties| properties.child("cNvPr"));
        for name in ["title", "descr"] {
            if let Some(text) = properties.and_then(|p| p.attribute(name)) {
                self.writer.hide(HiddenKind::Alternative, text);
            }
        }
    }

    fn is_beside(&self, shape: &Element) -> bool {
        let Some(frame) = shape.find("xfrm") else {
            return false;
        };
        let side = |part: &str, name: &str| {
            let value = frame.child(part).and_then(|part| part.attribute(name));
            value.and_then(|value| value.parse::<i64>().ok())
        };
        let (Some(x), Some(y)) = (side("off", "x"), side("off", "y")) else {
            return false;
        };
        let width = side("ext", "cx").unwrap_or(0);
        let height = side("ext", "cy").unwrap_or(0);
        x >= self.size.width
            || y >= self.size.height
            || x.saturating_add(width) <= 0
            || y.saturating_add(height) <= 0
    }
}

/// The text of a paragraph, apart from what is too small to be seen.
#[derive(Default)]
struct Runs {
    shown: String,
    unseen: String,
}

impl Runs {
    fn of(paragraph: &Element) -> Self {
        let mut runs = Self::default();
        for child in paragraph.elements() {
            match &*child.name {
                "r" | "fld" => {
                    let size = child.child("rPr").and_then(|p| p.attribute("sz"));
                    let size = size.and_then(|size| size.parse::<u32>().ok());
                    let text = child.child("t").map(Element::text).unwrap_or_default();
                    if size.is_some_and(|size| size <= TINY) {
                        runs.unseen.push_str(&text);
                    } else {
                        runs.shown.push_str(&text);
                    }
                }
                "br" => runs.shown.push('\n'),
                "AlternateContent" | "m" => runs.shown.push_str(&child.text()),
                _ => {}
            }
        }
        runs
    }
}
