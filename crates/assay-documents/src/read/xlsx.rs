use std::collections::BTreeMap;

use assay_domain::{HiddenKind, Place};

use super::package::Package;
use super::properties;
use super::writer::TextWriter;
use super::xlsx_format::{Epoch, built_in, shows_nothing};
use super::xlsx_sheet::{self, CellStyle, Workbook};
use super::xlsx_table::write_sheet;
use super::xml::Element;
use super::{Body, ReadError};

pub(super) const FORMAT: &str = "XLSX";

/// Each sheet as tables under its name. Hidden sheets, rows and columns, comments and white text
/// are hidden text.
pub(super) fn read(bytes: &[u8]) -> Result<Body, ReadError> {
    let mut package = Package::open(FORMAT, bytes)?;
    let main = package.main_part("xl/workbook.xml")?;
    let relations = package.relations(&main)?;
    let root = package.required_xml(&main)?;
    let part_of = |kind: &str| {
        let relation = relations.values().find(|relation| relation.kind == kind);
        relation.map(|relation| relation.part.clone())
    };
    let strings = match part_of("sharedStrings") {
        Some(part) => package.text(&part)?,
        None => None,
    };
    let styles = match part_of("styles") {
        Some(part) => package.xml(&part)?,
        None => None,
    };
    let is_1904 = root
        .child("workbookPr")
        .and_then(|p| p.attribute("date1904"));
    let workbook = Workbook {
        strings: strings
            .map(|text| xlsx_sheet::strings(&text))
            .transpose()?
            .unwrap_or_default(),
        styles: styles.as_ref().map(cell_styles).unwrap_or_default(),
        epoch: match is_1904 {
            Some("1" | "true") => Epoch::Year1904,
            _ => Epoch::Year1900,
        },
    };
    let mut writer = TextWriter::new(FORMAT);
    let sheets: Vec<&Element> = root
        .child("sheets")
        .map(|s| s.elements().collect())
        .unwrap_or_default();
    for sheet in sheets {
        let part = sheet.attributes("id").find_map(|id| relations.get(id));
        let Some(part) = part.filter(|part| part.kind == "worksheet") else {
            continue;
        };
        let Some(source) = package.text(&part.part)? else {
            continue;
        };
        let name = sheet.attribute("name").unwrap_or("Sheet");
        let content = workbook.sheet(&part.part, &source)?;
        if matches!(sheet.attribute("state"), Some("hidden" | "veryHidden")) {
            let mut unseen = TextWriter::new(FORMAT);
            unseen.heading(2, name);
            write_sheet(&content, &mut unseen);
            for hidden in unseen.into_hidden() {
                writer.hide(hidden.kind, &hidden.text);
            }
        } else {
            writer.mark(Place::Sheet(name.to_owned()));
            writer.heading(2, name);
            write_sheet(&content, &mut writer);
        }
        if writer.is_over() {
            break;
        }
    }
    hide_comments(&mut package, &mut writer)?;
    let title = properties::hide(&mut package, &mut writer)?;
    writer.finish(title)
}

fn hide_comments(package: &mut Package<'_>, writer: &mut TextWriter) -> Result<(), ReadError> {
    let mut parts = package.parts_like("xl/comments", ".xml");
    parts.extend(package.parts_like("xl/threadedComments/", ".xml"));
    for part in parts {
        if let Some(root) = package.xml(&part)? {
            let mut texts = Vec::new();
            root.each("text", &mut texts);
            for text in texts {
                writer.hide(HiddenKind::Comment, &text.text());
            }
        }
    }
    Ok(())
}

/// How the cells of each style number show their value.
fn cell_styles(root: &Element) -> Vec<CellStyle> {
    let list = |name: &str| {
        root.child(name)
            .map(|list| list.elements().collect::<Vec<_>>())
    };
    let own_formats: BTreeMap<u32, &str> = list("numFmts")
        .unwrap_or_default()
        .into_iter()
        .filter_map(|format| {
            let id = format.attribute("numFmtId")?.parse().ok()?;
            Some((id, format.attribute("formatCode")?))
        })
        .collect();
    let fonts = list("fonts").unwrap_or_default();
    let fills = list("fills").unwrap_or_default();
    let style_of = |style: &Element| {
        let number = |name: &str| style.attribute(name).and_then(|n| n.parse::<usize>().ok());
        let format = number("numFmtId")
            .and_then(|id| u32::try_from(id).ok())
            .unwrap_or(0);
        let code = own_formats
            .get(&format)
            .copied()
            .unwrap_or_else(|| built_in(format));
        let is_white = number("fontId")
            .and_then(|id| fonts.get(id))
            .is_some_and(|f| is_white(f));
        let is_filled = number("fillId")
            .and_then(|id| fills.get(id))
            .is_some_and(|f| is_filled(f));
        CellStyle {
            code: code.to_owned(),
            is_unseen: (is_white && !is_filled) || shows_nothing(code),
        }
    };
    let styles = root
        .child("cellXfs")
        .map(|list| list.elements().map(style_of).collect());
    styles.unwrap_or_default()
}

fn is_white(font: &Element) -> bool {
    let color = font.child("color").and_then(|color| color.attribute("rgb"));
    color.is_some_and(|color| color.len() == 8 && color.to_ascii_lowercase().ends_with("ffffff"))
}

fn is_filled(fill: &Element) -> bool {
    let Some(pattern) = fill.child("patternFill") else {
        return fill.elements().next().is_some();
    };
    let kind = pattern.attribute("patternType").unwrap_or("none");
    let color = pattern
        .child("fgColor")
        .and_then(|color| color.attribute("rgb"));
    let is_white = color.is_some_and(|color| color.to_ascii_lowercase().ends_with("ffffff"));
    kind != "none" && !is_white
}
