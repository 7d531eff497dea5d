use std::collections::BTreeMap;

use super::grid::write_table;
use super::squeezed;
use super::writer::TextWriter;
use super::xml::Element;

/// Points of one series that are read.
const MAX_POINTS: usize = 10_000;

/// The figures that a chart was drawn from, as its file keeps them.
pub(super) struct Chart {
    title: Option<String>,
    rows: Vec<Vec<String>>,
}

/// `None` for a part that is no chart or keeps no figures.
pub(super) fn of(root: &Element) -> Option<Chart> {
    let plot = root.find("plotArea")?;
    let mut all = Vec::new();
    plot.each("ser", &mut all);
    let mut header = vec![String::new()];
    let mut categories: BTreeMap<usize, String> = BTreeMap::new();
    let mut columns: Vec<BTreeMap<usize, String>> = Vec::new();
    for series in all {
        let name = series.child("tx").map(|name| squeezed(&visible_text(name)));
        let values = series.child("val").or_else(|| series.child("yVal"));
        let of = series.child("cat").or_else(|| series.child("xVal"));
        header.push(name.unwrap_or_default());
        categories.extend(of.map(points).unwrap_or_default());
        columns.push(values.map(points).unwrap_or_default());
    }
    let count = columns.iter().filter_map(|c| c.keys().next_back()).max()? + 1;
    let mut rows = vec![header];
    for point in 0..count.min(MAX_POINTS) {
        let label = categories.get(&point).cloned();
        let mut row = vec![label.unwrap_or_else(|| (point + 1).to_string())];
        row.extend(
            columns
                .iter()
                .map(|c| c.get(&point).cloned().unwrap_or_default()),
        );
        rows.push(row);
    }
    let title = root
        .at(&["chart", "title"])
        .map(|title| squeezed(&visible_text(title)));
    Some(Chart {
        title: title.filter(|title| !title.is_empty()),
        rows,
    })
}

impl Chart {
    pub(super) fn write(&self, writer: &mut TextWriter) {
        match &self.title {
            Some(title) => writer.paragraph(&format!("Chart: {title}")),
            None => writer.paragraph("Chart:"),
        }
        write_table(writer, &self.rows, Some(1));
    }
}

/// The kept values by their place; a value keeps the digits it was stored with.
fn points(values: &Element) -> BTreeMap<usize, String> {
    let mut found = Vec::new();
    values.each("pt", &mut found);
    let points = found.into_iter().take(MAX_POINTS).filter_map(|point| {
        let place: usize = point.attribute("idx")?.parse().ok()?;
        let value = squeezed(&point.child("v")?.text());
        (place < MAX_POINTS).then_some((place, value))
    });
    points.collect()
}

/// A name is rich text, or the kept value of a cell; the address of the cell is not part of it.
fn visible_text(name: &Element) -> String {
    let mut texts = Vec::new();
    name.each("t", &mut texts);
    name.each("v", &mut texts);
    let texts: Vec<String> = texts.into_iter().map(Element::text).collect();
    texts.join(" ")
}
