use std::collections::BTreeMap;

use crate::clean::escaped;
use crate::doc::{
    Align, Block, Cell, Cite, Doc, FigureId, FigureNote, Inline, ListKind, Picture, Row, RowKind,
    SourceNote, Table,
};
use crate::docx_parts::{FIRST_LINK, Target};
use crate::docx_picture::drawing;
use crate::error::ExportError;
use crate::link::safe_link;
use crate::svg;
use crate::words::{Words, check_result, words};

/// The main part while it is written, with the links and pictures it needs.
pub(crate) struct Body<'d> {
    doc: &'d Doc,
    words: &'static Words,
    /// The place of each figure's entry, which names its bookmark.
    entries: BTreeMap<&'d FigureId, usize>,
    pub(crate) xml: String,
    pub(crate) links: Vec<Target>,
    pub(crate) pictures: Vec<(String, Vec<u8>)>,
    bookmarks: usize,
}

impl<'d> Body<'d> {
    pub(crate) fn new(doc: &'d Doc) -> Self {
        Self {
            doc,
            words: words(doc.language),
            entries: doc.figures.iter().map(|note| &note.id).zip(1..).collect(),
            xml: String::new(),
            links: Vec::new(),
            pictures: Vec::new(),
            bookmarks: 0,
        }
    }

    pub(crate) fn write(&mut self) -> Result<(), ExportError> {
        let doc = self.doc;
        self.paragraph("Subtitle", &run(&doc.kind, ""));
        self.paragraph("Title", &run(&doc.title, ""));
        for item in &doc.meta {
            let label = run(&format!("{}{}", item.label, self.words.colon), "<w:b/>");
            let value = self.inlines(&item.value, "");
            self.paragraph("FigureDetail", &format!("{label}{value}"));
        }
        for block in &doc.blocks {
            self.block(block)?;
        }
        if !doc.figures.is_empty() {
            self.paragraph("Heading1", &run(self.words.figures, ""));
            for note in &doc.figures {
                self.figure(note);
            }
        }
        if !doc.sources.is_empty() {
            self.paragraph("Heading1", &run(self.words.sources, ""));
            for source in &doc.sources {
                self.source(source);
            }
        }
        Ok(())
    }

    fn paragraph(&mut self, style: &str, content: &str) {
        self.xml.push_str(&format!(
            "<w:p><w:pPr><w:pStyle w:val=\"{style}\"/></w:pPr>{content}</w:p>"
        ));
    }

    fn block(&mut self, block: &'d Block) -> Result<(), ExportError> {
        match block {
            Block::Heading { level, text, .. } => {
                let text = self.inlines(text, "");
                // The title of the document is no heading of Word's outline.
                let style = format!("Heading{}", level.saturating_sub(1));
                self.paragraph(&style, &text);
            }
            Block::Paragraph { text } => {
                let text = self.inlines(text, "");
                self.paragraph("Normal", &text);
            }
            Block::List { kind, items } => self.list(*kind, items),
            Block::Table(table) => self.table(table),
            Block::Picture(picture) => self.picture(picture)?,
            Block::Callout {
                title, paragraphs, ..
            } => {
                self.paragraph("Callout", &run(title, "<w:b/>"));
                for text in paragraphs {
                    let text = self.inlines(text, "");
                    self.paragraph("Callout", &text);
                }
            }
            Block::PageBreak => {
                self.xml
                    .push_str("<w:p><w:r><w:br w:type=\"page\"/></w:r></w:p>");
            }
        }
        Ok(())
    }

    fn list(&mut self, kind: ListKind, items: &'d [Vec<Inline>]) {
        for (item, number) in items.iter().zip(1..) {
            let text = self.inlines(item, "");
            match kind {
                ListKind::Bulleted => self.xml.push_str(&format!(
                    "<w:p><w:pPr><w:pStyle w:val=\"ListParagraph\"/><w:numPr><w:ilvl w:val=\"0\"/>\
                     <w:numId w:val=\"1\"/></w:numPr></w:pPr>{text}</w:p>"
                )),
                // Written out, so that a number cited elsewhere cannot shift.
                ListKind::Numbered => {
                    let number = run(&format!("{number}. "), "");
                    self.paragraph("ListParagraph", &format!("{number}{text}"));
                }
            }
        }
    }

    fn picture(&mut self, picture: &'d Picture) -> Result<(), ExportError> {
        let size = svg::examine(&picture.svg).map_err(|reason| ExportError::Picture {
            caption: picture.caption.clone(),
            reason,
        })?;
        let number = self.pictures.len() + 1;
        let name = format!("picture{number}.svg");
        let bytes = picture.svg.clone().into_bytes();
        self.pictures.push((name.clone(), bytes));
        self.links.push(Target::Media(name));
        let link = self.links.len() - 1 + FIRST_LINK;
        self.xml.push_str(&drawing(picture, number, size, link));
        self.paragraph("Caption", &run(&picture.caption, ""));
        self.paragraph("FigureDetail", &run(&picture.description, ""));
        if let Some(data) = &picture.data {
            self.table(data);
        }
        Ok(())
    }

    fn table(&mut self, table: &'d Table) {
        if let Some(caption) = &table.caption {
            self.paragraph("Caption", &run(caption, ""));
        }
        self.xml.push_str(
            "<w:tbl><w:tblPr><w:tblW w:w=\"5000\" w:type=\"pct\"/><w:tblBorders>\
             <w:top w:val=\"single\" w:sz=\"8\" w:color=\"5B636D\"/><w:bottom w:val=\"single\" w:sz=\"8\" w:color=\"5B636D\"/>\
             <w:insideH w:val=\"single\" w:sz=\"4\" w:color=\"DCDFE2\"/></w:tblBorders></w:tblPr><w:tblGrid>",
        );
        self.xml
            .push_str(&"<w:gridCol/>".repeat(table.columns.len()));
        self.xml
            .push_str("</w:tblGrid><w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>");
        for column in &table.columns {
            let unit = column.unit.as_ref().map(|unit| {
                format!(
                    "<w:r><w:br/></w:r>{}",
                    run(unit, "<w:color w:val=\"5B636D\"/>")
                )
            });
            let head = format!(
                "{}{}",
                run(&column.title, "<w:b/>"),
                unit.unwrap_or_default()
            );
            self.table_cell(column.align, &head, "F3F4F2");
        }
        self.xml.push_str("</w:tr>");
        for row in &table.rows {
            self.row(row, table);
        }
        // Two tables in a row would otherwise become one.
        self.xml.push_str("</w:tbl>");
        self.paragraph("TableText", "");
    }

    fn row(&mut self, row: &'d Row, table: &'d Table) {
        self.xml.push_str("<w:tr><w:trPr><w:cantSplit/></w:trPr>");
        let (form, fill) = match row.kind {
            RowKind::Plain => ("", ""),
            RowKind::Group => ("<w:b/>", ""),
            RowKind::Total => ("<w:b/>", "F3F4F2"),
        };
        for (cell, column) in row.cells.iter().zip(&table.columns) {
            let content = self.cell(cell, form);
            self.table_cell(column.align, &content, fill);
        }
        self.xml.push_str("</w:tr>");
    }

    fn table_cell(&mut self, align: Align, content: &str, fill: &str) {
        let align = match align {
            Align::Left => "left",
            Align::Center => "center",
            Align::Right => "right",
        };
        let fill = if fill.is_empty() {
            String::new()
        } else {
            format!("<w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"{fill}\"/>")
        };
        self.xml.push_str(&format!(
            "<w:tc><w:tcPr>{fill}</w:tcPr><w:p><w:pPr><w:pStyle w:val=\"TableText\"/>\
             <w:jc w:val=\"{align}\"/></w:pPr>{content}</w:p></w:tc>"
        ));
    }

    fn cell(&mut self, cell: &'d Cell, form: &str) -> String {
        let text = match &cell.figure {
            Some(id) => self.figure_link(id, &cell.text, form),
            None => run(&cell.text, form),
        };
        let cites: String = cell.cites.iter().map(cite).collect();
        format!("{text}{cites}")
    }

    fn inlines(&mut self, inlines: &'d [Inline], form: &str) -> String {
        let mut out = String::new();
        for inline in inlines {
            match inline {
                Inline::Text { text } => out.push_str(&run(text, form)),
                // The format wants bold before italic, and each once.
                Inline::Strong { text } if !form.contains("<w:b/>") => {
                    out.push_str(&self.inlines(text, &format!("<w:b/>{form}")));
                }
                Inline::Emphasis { text } if !form.contains("<w:i/>") => {
                    out.push_str(&self.inlines(text, &format!("{form}<w:i/>")));
                }
                Inline::Strong { text } | Inline::Emphasis { text } => {
                    out.push_str(&self.inlines(text, form));
                }
                Inline::Figure { id, text } => out.push_str(&self.figure_link(id, text, form)),
                Inline::Cite(one) => out.push_str(&cite(one)),
                Inline::Link { to, text } => out.push_str(&self.outside_link(to, text)),
            }
        }
        out
    }

    fn figure_link(&self, id: &FigureId, text: &str, form: &str) -> String {
        let text = run(text, &format!("<w:rStyle w:val=\"FigureLink\"/>{form}"));
        match self.entries.get(id) {
            Some(entry) => format!("<w:hyperlink w:anchor=\"fig_{entry}\">{text}</w:hyperlink>"),
            None => text,
        }
    }

    fn outside_link(&mut self, to: &str, text: &str) -> String {
        let Some(to) = safe_link(to) else {
            return run(text, "");
        };
        self.links.push(Target::Outside(to));
        let number = self.links.len() - 1 + FIRST_LINK;
        let text = run(text, "<w:rStyle w:val=\"Hyperlink\"/>");
        format!("<w:hyperlink r:id=\"rId{number}\">{text}</w:hyperlink>")
    }

    fn bookmark(&mut self, name: &str, content: &str) -> String {
        self.bookmarks += 1;
        let id = self.bookmarks;
        format!(
            "<w:bookmarkStart w:id=\"{id}\" w:name=\"{name}\"/>{content}<w:bookmarkEnd w:id=\"{id}\"/>"
        )
    }

    fn figure(&mut self, note: &'d FigureNote) {
        let words = self.words;
        let entry = self.entries.get(&note.id).copied().unwrap_or_default();
        let head = run(&format!("{}{}{}", note.label, words.colon, note.value), "");
        let head = self.bookmark(&format!("fig_{entry}"), &head);
        self.paragraph("FigureEntry", &head);
        let formula = note.formula.as_deref().unwrap_or(words.as_given);
        let named = |name: &str| {
            run(
                &format!("{name}{}", words.colon),
                "<w:color w:val=\"5B636D\"/>",
            )
        };
        let formula = format!("{}{}", named(words.formula), run(formula, ""));
        self.paragraph("FigureDetail", &formula);
        if !note.inputs.is_empty() {
            let mut inputs = named(words.inputs);
            for (place, id) in note.inputs.iter().enumerate() {
                let known = self.doc.figures.iter().find(|one| one.id == *id);
                let label = known.map_or(id.as_str(), |one| &one.label);
                let value = known.map_or("", |one| &one.value);
                let join = if place > 0 { "; " } else { "" };
                inputs.push_str(&run(join, ""));
                inputs.push_str(&self.figure_link(id, &format!("{label} {value}"), ""));
            }
            self.paragraph("FigureDetail", &inputs);
        }
        let source = match &note.url {
            Some(url) => self.outside_link(url, &note.source),
            None => run(&note.source, ""),
        };
        let place = note
            .locator
            .as_ref()
            .map(|place| run(&format!(", {place}"), ""));
        let source = format!(
            "{}{source}{}",
            named(words.source),
            place.unwrap_or_default()
        );
        self.paragraph("FigureDetail", &source);
        for check in &note.checks {
            let result = check_result(check.result, self.doc.language);
            let text = run(&format!("{}{result}{}", check.name, check.detail), "");
            self.paragraph("FigureDetail", &format!("{}{text}", named(words.checks)));
        }
        let id = run(note.id.as_str(), "<w:color w:val=\"5B636D\"/>");
        self.paragraph("FigureDetail", &id);
    }

    fn source(&mut self, source: &'d SourceNote) {
        let title = match &source.url {
            Some(url) => self.outside_link(url, &source.title),
            None => run(&source.title, ""),
        };
        let number = run(&format!("[{}] ", source.number), "<w:b/>");
        let text = self.bookmark(
            &format!("src_{}", source.number),
            &format!("{number}{title}"),
        );
        let detail = run(&format!(". {} · {}", source.detail, source.evidence), "");
        self.paragraph("FigureDetail", &format!("{text}{detail}"));
        if let Some(quote) = &source.quote {
            self.paragraph("Quote", &run(quote, ""));
        }
    }
}

fn cite(cite: &Cite) -> String {
    let text = run(
        &format!("[{}]", cite.number),
        "<w:rStyle w:val=\"Hyperlink\"/><w:vertAlign w:val=\"superscript\"/>",
    );
    format!(
        "<w:hyperlink w:anchor=\"src_{}\">{text}</w:hyperlink>",
        cite.number
    )
}

/// A run of text; a line break inside it is one in the document.
fn run(text: &str, form: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let lines = text.split('\n').map(|line| {
        let line = escaped(&line.replace('\t', " "));
        format!("<w:t xml:space=\"preserve\">{line}</w:t>")
    });
    let lines: Vec<String> = lines.collect();
    format!("<w:r><w:rPr>{form}</w:rPr>{}</w:r>", lines.join("<w:br/>"))
}
