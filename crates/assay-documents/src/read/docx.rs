use std::collections::BTreeMap;

use assay_domain::HiddenKind;

use super::chart;
use super::docx_styles::{Role, Styles};
use super::grid::{is_amount, write_table};
use super::package::{Package, Relation};
use super::properties;
use super::writer::TextWriter;
use super::xml::Element;
use super::{Body, ReadError, squeezed};

const FORMAT: &str = "DOCX";
/// Half points; smaller type is not for a reader's eyes.
const TINY_HALF_POINTS: u32 = 4;

/// Paragraphs, headings, lists, tables, notes and text boxes of a text document as Markdown.
/// Deleted text, comments and what is formatted away are hidden text.
pub(super) fn read(bytes: &[u8]) -> Result<Body, ReadError> {
    let mut package = Package::open(FORMAT, bytes)?;
    let main = package.main_part("word/document.xml")?;
    let relations = package.relations(&main)?;
    let document = package.required_xml(&main)?;
    let styles = part_of_kind(&mut package, &relations, "styles")?;
    let numbering = part_of_kind(&mut package, &relations, "numbering")?;
    let mut reader = Reader {
        writer: TextWriter::new(FORMAT),
        styles: Styles::of(styles.as_ref(), numbering.as_ref()),
        notes: notes(&mut package, &relations)?,
        charts: charts(&mut package, &relations)?,
        title: None,
    };
    if let Some(body) = document.child("body") {
        reader.blocks(body, Shade::None);
    }
    for kind in ["header", "footer"] {
        reader.page_furniture(&mut package, &relations, kind)?;
    }
    for relation in relations.values().filter(|r| r.kind == "comments") {
        if let Some(comments) = package.xml(&relation.part)? {
            for comment in comments.elements() {
                reader.writer.hide(HiddenKind::Comment, &comment.text());
            }
        }
    }
    let stated = properties::hide(&mut package, &mut reader.writer)?;
    reader.writer.finish(reader.title.or(stated))
}

fn part_of_kind(
    package: &mut Package<'_>,
    relations: &BTreeMap<String, Relation>,
    kind: &str,
) -> Result<Option<Element>, ReadError> {
    let relation = relations.values().find(|relation| relation.kind == kind);
    match relation {
        Some(relation) => package.xml(&relation.part),
        None => Ok(None),
    }
}

/// Footnotes and endnotes by the name of their reference and their id.
fn notes(
    package: &mut Package<'_>,
    relations: &BTreeMap<String, Relation>,
) -> Result<BTreeMap<(&'static str, String), String>, ReadError> {
    let mut notes = BTreeMap::new();
    let kinds = [
        ("footnotes", "footnoteReference"),
        ("endnotes", "endnoteReference"),
    ];
    for (kind, reference) in kinds {
        let Some(root) = part_of_kind(package, relations, kind)? else {
            continue;
        };
        for note in root
            .elements()
            .filter(|note| note.attribute("type").is_none())
        {
            if let Some(id) = note.attribute("id") {
                notes.insert((reference, id.to_owned()), squeezed(&note.text()));
            }
        }
    }
    Ok(notes)
}

fn charts(
    package: &mut Package<'_>,
    relations: &BTreeMap<String, Relation>,
) -> Result<BTreeMap<String, chart::Chart>, ReadError> {
    let mut charts = BTreeMap::new();
    for (id, relation) in relations.iter().filter(|(_, r)| r.kind == "chart") {
        if let Some(root) = package.xml(&relation.part)? {
            charts.extend(chart::of(&root).map(|chart| (id.clone(), chart)));
        }
    }
    Ok(charts)
}

/// Whether something dark may lie behind a text, so that white letters can be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shade {
    None,
    Possible,
}

struct Reader {
    writer: TextWriter,
    styles: Styles,
    notes: BTreeMap<(&'static str, String), String>,
    charts: BTreeMap<String, chart::Chart>,
    title: Option<String>,
}

/// A paragraph's text and what hangs on it.
#[derive(Default)]
struct Inline<'a> {
    text: String,
    notes: Vec<String>,
    boxes: Vec<&'a Element>,
    charts: Vec<String>,
    hidden: Vec<(HiddenKind, String)>,
}

impl Inline<'_> {
    fn hide(&mut self, kind: HiddenKind, text: &str) {
        match self.hidden.last_mut() {
            Some((last, before)) if *last == kind => before.push_str(text),
            _ => self.hidden.push((kind, text.to_owned())),
        }
    }
}

impl Reader {
    fn blocks(&mut self, parent: &Element, shade: Shade) {
        for block in parent.elements() {
            match &*block.name {
                "p" => self.paragraph(block, shade),
                "tbl" => self.table(block),
                "AlternateContent" => {
                    if let Some(choice) = block.elements().next() {
                        self.blocks(choice, shade);
                    }
                }
                "del" | "moveFrom" => self.writer.hide(HiddenKind::Office, &block.text()),
                "sdt" | "sdtContent" | "customXml" | "ins" | "moveTo" | "smartTag" => {
                    self.blocks(block, shade);
                }
                _ => {}
            }
            if self.writer.is_over() {
                return;
            }
        }
    }

    fn paragraph(&mut self, paragraph: &Element, shade: Shade) {
        let properties = paragraph.child("pPr");
        let inline = self.inline(paragraph, shade);
        let role = if inline.text.trim().is_empty() {
            Role::Text
        } else {
            self.styles.role_of(properties)
        };
        match role {
            Role::Title => {
                self.title.get_or_insert_with(|| inline.text.clone());
                self.writer.heading(1, &inline.text);
            }
            Role::Heading(level) => {
                if level == 1 {
                    self.title.get_or_insert_with(|| inline.text.clone());
                }
                self.writer.heading(level, &inline.text);
            }
            Role::Item { depth, marker } => self.writer.item(depth, &marker, &inline.text),
            Role::Text => self.writer.paragraph(&inline.text),
        }
        self.attached(inline);
    }

    /// Notes, boxes, charts and hidden text of a paragraph, below it.
    fn attached(&mut self, inline: Inline<'_>) {
        for note in &inline.notes {
            self.writer.paragraph(&format!("Note: {note}"));
        }
        for content in &inline.boxes {
            self.blocks(content, Shade::Possible);
        }
        for id in &inline.charts {
            if let Some(chart) = self.charts.remove(id) {
                chart.write(&mut self.writer);
            }
        }
        for (kind, text) in &inline.hidden {
            self.writer.hide(*kind, text);
        }
    }

    fn inline<'a>(&self, paragraph: &'a Element, shade: Shade) -> Inline<'a> {
        let own = paragraph.child("pPr").is_some_and(is_shaded);
        let shade = if own { Shade::Possible } else { shade };
        let mut inline = Inline::default();
        self.collect(paragraph, shade, &mut inline);
        inline
    }

    fn collect<'a>(&self, parent: &'a Element, shade: Shade, inline: &mut Inline<'a>) {
        for child in parent.elements() {
            match &*child.name {
                "r" => self.run(child, shade, inline),
                "del" | "moveFrom" => inline.hide(HiddenKind::Office, &child.text()),
                "ins" | "moveTo" | "hyperlink" | "smartTag" | "sdt" | "sdtContent"
                | "fldSimple" | "bdo" | "dir" | "customXml" => self.collect(child, shade, inline),
                "AlternateContent" => {
                    if let Some(choice) = child.elements().next() {
                        self.collect(choice, shade, inline);
                    }
                }
                "oMath" | "oMathPara" => inline.text.push_str(&child.text()),
                _ => {}
            }
        }
    }

    fn run<'a>(&self, run: &'a Element, shade: Shade, inline: &mut Inline<'a>) {
        let properties = run.child("rPr");
        if properties.is_some_and(|properties| self.is_unseen(properties, shade)) {
            inline.hide(HiddenKind::Style, &run.text());
            return;
        }
        for child in run.elements() {
            match &*child.name {
                "t" => inline.text.push_str(&child.text()),
                "delText" => inline.hide(HiddenKind::Office, &child.text()),
                "tab" | "ptab" => inline.text.push(' '),
                "br" | "cr" => inline.text.push('\n'),
                "noBreakHyphen" => inline.text.push('-'),
                "footnoteReference" | "endnoteReference" => {
                    let id = child.attribute("id").unwrap_or_default();
                    let mut notes = self.notes.iter();
                    let note = notes.find(|((kind, of), _)| *kind == &*child.name && of == id);
                    inline.notes.extend(note.map(|(_, text)| text.clone()));
                }
                "drawing" | "pict" | "object" | "AlternateContent" => drawing(child, inline),
                _ => {}
            }
        }
    }

    fn is_unseen(&self, properties: &Element, shade: Shade) -> bool {
        let is_tiny = properties
            .value_of("sz")
            .and_then(|size| size.parse::<u32>().ok())
            .is_some_and(|size| size <= TINY_HALF_POINTS);
        let is_white = properties.value_of("color").is_some_and(|color| {
            color.eq_ignore_ascii_case("ffffff") && shade == Shade::None && !is_shaded(properties)
        });
        properties.is_on("vanish")
            || is_tiny
            || is_white
            || self.styles.hides(properties.value_of("rStyle"))
    }

    fn table(&mut self, table: &Element) {
        // The style of a table may colour its cells, which is not followed here.
        let is_styled = table.at(&["tblPr", "tblStyle"]).is_some();
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut headers = 0;
        let mut elements = Vec::new();
        rows_of(table, &mut elements);
        for row in elements {
            let properties = row.child("trPr");
            if properties.is_some_and(|p| p.is_on("del") || p.is_on("hidden")) {
                self.writer.hide(HiddenKind::Office, &row.text());
                continue;
            }
            let is_header = properties.is_some_and(|p| p.is_on("tblHeader"));
            headers += usize::from(is_header && headers == rows.len());
            let cells = self.cells(row, rows.last(), is_styled);
            rows.push(cells);
        }
        let headers = (headers > 0 && headers < rows.len()).then_some(headers);
        write_table(&mut self.writer, &rows, headers);
    }

    /// A cell that spans several columns or rows is said in each of them, unless it is an amount,
    /// which must not be counted twice.
    fn cells(
        &mut self,
        row: &Element,
        above: Option<&Vec<String>>,
        is_styled: bool,
    ) -> Vec<String> {
        let mut cells = Vec::new();
        let mut elements = Vec::new();
        cells_of(row, &mut elements);
        for cell in elements {
            let properties = cell.child("tcPr");
            let is_shaded = is_styled || properties.is_some_and(is_shaded);
            let shade = if is_shaded {
                Shade::Possible
            } else {
                Shade::None
            };
            let span = properties.and_then(|p| p.value_of("gridSpan"));
            let span = span
                .and_then(|span| span.parse().ok())
                .unwrap_or(1)
                .clamp(1, 64);
            let merge = properties.and_then(|p| p.child("vMerge"));
            let continues = merge.is_some_and(|m| m.attribute("val") != Some("restart"));
            let own = self.cell_text(cell, shade);
            let text = match above.and_then(|above| above.get(cells.len())) {
                Some(above) if continues && own.is_empty() => above.clone(),
                _ => own,
            };
            let repeated = if is_amount(&text) {
                String::new()
            } else {
                text.clone()
            };
            cells.push(text);
            cells.extend(std::iter::repeat_n(repeated, span - 1));
        }
        cells
    }

    fn cell_text(&mut self, cell: &Element, shade: Shade) -> String {
        let mut parts = Vec::new();
        let mut paragraphs = Vec::new();
        cell.each("p", &mut paragraphs);
        for paragraph in paragraphs {
            let inline = self.inline(paragraph, shade);
            parts.push(squeezed(&inline.text));
            parts.extend(inline.notes.iter().map(|note| format!("(Note: {note})")));
            for (kind, text) in &inline.hidden {
                self.writer.hide(*kind, text);
            }
        }
        parts.retain(|part| !part.is_empty());
        parts.join(" ")
    }

    /// What stands at the top and bottom of every page is said once, at the end.
    fn page_furniture(
        &mut self,
        package: &mut Package<'_>,
        relations: &BTreeMap<String, Relation>,
        kind: &str,
    ) -> Result<(), ReadError> {
        let mut said: Vec<String> = Vec::new();
        for relation in relations.values().filter(|relation| relation.kind == kind) {
            let Some(root) = package.xml(&relation.part)? else {
                continue;
            };
            let mut paragraphs = Vec::new();
            root.each("p", &mut paragraphs);
            for paragraph in paragraphs {
                let inline = self.inline(paragraph, Shade::None);
                let text = squeezed(&inline.text);
                let says = text.chars().any(char::is_alphabetic);
                if says && !said.contains(&text) {
                    self.writer.paragraph(&format!("Page {kind}: {text}"));
                    said.push(text);
                }
                for (kind, text) in &inline.hidden {
                    self.writer.hide(*kind, text);
                }
            }
        }
        Ok(())
    }
}

/// Rows and cells may be wrapped in content controls.
fn rows_of<'a>(parent: &'a Element, rows: &mut Vec<&'a Element>) {
    wrapped(parent, "tr", rows);
}

fn cells_of<'a>(parent: &'a Element, cells: &mut Vec<&'a Element>) {
    wrapped(parent, "tc", cells);
}

fn wrapped<'a>(parent: &'a Element, name: &str, found: &mut Vec<&'a Element>) {
    for child in parent.elements() {
        match &*child.name {
            of_name if of_name == name => found.push(child),
            "sdt" | "sdtContent" | "customXml" | "ins" => wrapped(child, name, found),
            _ => {}
        }
    }
}

/// Text boxes, charts and the words in place of a picture. Of two renderings of the same drawing
/// only the first counts.
fn drawing<'a>(parent: &'a Element, inline: &mut Inline<'a>) {
    let is_alternative = &*parent.name == "AlternateContent";
    let count = if is_alternative { 1 } else { usize::MAX };
    for child in parent.elements().take(count) {
        match &*child.name {
            "txbxContent" => inline.boxes.push(child),
            "chart" => inline
                .charts
                .extend(child.attribute("id").map(str::to_owned)),
            "docPr" | "cNvPr" => {
                for name in ["title", "descr"] {
                    let text = child.attribute(name).unwrap_or_default();
                    if !text.trim().is_empty() {
                        inline
                            .hidden
                            .push((HiddenKind::Alternative, text.to_owned()));
                    }
                }
            }
            _ => drawing(child, inline),
        }
    }
}

/// A fill behind the text, or a marker's colour over it.
fn is_shaded(properties: &Element) -> bool {
    let fill = properties
        .child("shd")
        .and_then(|shade| shade.attribute("fill"));
    let is_filled = fill.is_some_and(|fill| {
        !fill.eq_ignore_ascii_case("auto") && !fill.eq_ignore_ascii_case("ffffff")
    });
    let is_marked = properties
        .value_of("highlight")
        .is_some_and(|c| c != "none" && c != "white");
    is_filled || is_marked
}
