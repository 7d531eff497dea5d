use crate::clean::escaped;
use crate::doc::{Align, Block, Cell, ListKind, Picture, RowKind, Table, Tone};
use crate::html::{Writer, cite_link};

impl<'d> Writer<'d> {
    pub(crate) fn block(&mut self, block: &'d Block) {
        match block {
            Block::Heading {
                level,
                anchor,
                text,
            } => {
                let text = self.inlines(text);
                self.line(&format!("<h{level} id=\"{anchor}\">{text}</h{level}>"));
            }
            Block::Paragraph { text } => {
                let text = self.inlines(text);
                self.line(&format!("<p>{text}</p>"));
            }
            Block::List { kind, items } => {
                let tag = match kind {
                    ListKind::Bulleted => "ul",
                    ListKind::Numbered => "ol",
                };
                self.line(&format!("<{tag}>"));
                for item in items {
                    let item = self.inlines(item);
                    self.line(&format!("<li>{item}</li>"));
                }
                self.line(&format!("</{tag}>"));
            }
            Block::Table(table) => self.table(table),
            Block::Picture(picture) => self.picture(picture),
            Block::Callout {
                tone,
                title,
                paragraphs,
            } => {
                let (class, sign) = match tone {
                    Tone::Note => ("note", "\u{2139}"),
                    Tone::Good => ("good", "\u{2713}"),
                    Tone::Warning => ("warning", "!"),
                    Tone::Stop => ("stop", "\u{2715}"),
                };
                let title = escaped(title);
                self.line(&format!(
                    "<aside class=\"callout {class}\">\n<p class=\"callout-title\">\
                     <span class=\"sign\" aria-hidden=\"true\">{sign}</span> {title}</p>"
                ));
                for text in paragraphs {
                    let text = self.inlines(text);
                    self.line(&format!("<p>{text}</p>"));
                }
                self.line("</aside>");
            }
            Block::PageBreak => self.line("<div class=\"page-break\"></div>"),
        }
    }

    /// The drawing stands in the page itself, so that it takes part in light, dark and paper.
    fn picture(&mut self, picture: &'d Picture) {
        self.line("<figure class=\"picture\">");
        let label = escaped(&picture.description);
        self.line(&format!(
            "<div class=\"drawing\" role=\"img\" aria-label=\"{label}\">{}</div>",
            picture.svg
        ));
        let caption = escaped(&picture.caption);
        self.line(&format!("<figcaption>{caption}</figcaption>"));
        if let Some(data) = &picture.data {
            let numbers = self.words.numbers;
            self.line(&format!("<details><summary>{numbers}</summary>"));
            self.table(data);
            self.line("</details>");
        }
        self.line("</figure>");
    }

    fn table(&mut self, table: &'d Table) {
        // A region that scrolls must be reachable by the keyboard.
        self.line("<div class=\"table\" tabindex=\"0\">\n<table>");
        if let Some(caption) = &table.caption {
            self.line(&format!("<caption>{}</caption>", escaped(caption)));
        }
        let heads = table.columns.iter().map(|column| {
            let unit = column
                .unit
                .as_ref()
                .map(|unit| format!(" <span class=\"unit\">{}</span>", escaped(unit)));
            format!(
                "<th scope=\"col\"{}>{}{}</th>",
                class(column.align),
                escaped(&column.title),
                unit.unwrap_or_default()
            )
        });
        let heads: String = heads.collect();
        self.line(&format!("<thead><tr>{heads}</tr></thead>\n<tbody>"));
        for row in &table.rows {
            let kind = match row.kind {
                RowKind::Plain => "",
                RowKind::Group => " class=\"group\"",
                RowKind::Total => " class=\"total\"",
            };
            let mut cells = String::new();
            for (place, (cell, column)) in row.cells.iter().zip(&table.columns).enumerate() {
                let text = self.cell(cell);
                let class = class(column.align);
                // The first column names the row.
                if place == 0 && cell.figure.is_none() {
                    cells.push_str(&format!("<th scope=\"row\"{class}>{text}</th>"));
                } else {
                    cells.push_str(&format!("<td{class}>{text}</td>"));
                }
            }
            self.line(&format!("<tr{kind}>{cells}</tr>"));
        }
        self.line("</tbody>\n</table>\n</div>");
    }

    fn cell(&mut self, cell: &'d Cell) -> String {
        let text = match &cell.figure {
            Some(id) => self.figure_link(id, &cell.text),
            None => escaped(&cell.text),
        };
        let cites: String = cell.cites.iter().map(cite_link).collect();
        format!("{text}{cites}")
    }
}

fn class(align: Align) -> &'static str {
    match align {
        Align::Left => "",
        Align::Center => " class=\"center\"",
        Align::Right => " class=\"right\"",
    }
}
