use crate::document::{Align, Block, Inline, Table, plain};
use crate::html::Writer;
use crate::html_inline::escaped;

impl Writer {
    pub(crate) fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading { level, text } => {
                self.inlines(&format!("<h{level}>"), text, &format!("</h{level}>"));
            }
            Block::Paragraph(inlines) => self.inlines("<p>", inlines, "</p>"),
            Block::Quote(blocks) => {
                self.line("<blockquote>");
                self.blocks(blocks);
                self.line("</blockquote>");
            }
            Block::List { start, items } => self.list(*start, items),
            Block::Code(text) => self.line(&format!(
                "<pre tabindex=\"0\"><code>{}</code></pre>",
                escaped(text)
            )),
            Block::Table(table) => self.table(table),
            Block::Rule => self.line("<hr>"),
        }
    }

    pub(crate) fn list(&mut self, start: Option<u64>, items: &[Vec<Block>]) {
        let (open, close) = match start {
            None => ("<ul>".to_owned(), "</ul>"),
            Some(1) => ("<ol>".to_owned(), "</ol>"),
            Some(start) => (format!("<ol start=\"{start}\">"), "</ol>"),
        };
        self.line(&open);
        for item in items {
            match item.as_slice() {
                [Block::Paragraph(inlines)] => self.inlines("<li>", inlines, "</li>"),
                [Block::Paragraph(inlines), rest @ ..]
                    if !rest.iter().any(|b| matches!(b, Block::Paragraph(_))) =>
                {
                    self.inlines("<li>", inlines, "");
                    self.blocks(rest);
                    self.line("</li>");
                }
                blocks => {
                    self.line("<li>");
                    self.blocks(blocks);
                    self.line("</li>");
                }
            }
        }
        self.line(close);
    }

    fn table(&mut self, table: &Table) {
        let classes: Vec<&str> = (0..table.head.len())
            .map(|column| column_class(table, column))
            .collect();
        self.line("<div class=\"table\" tabindex=\"0\">");
        self.line("<table>");
        self.line("<thead>");
        self.row("th scope=\"col\"", "th", &table.head, &classes);
        self.line("</thead>");
        self.line("<tbody>");
        for row in &table.rows {
            self.row("td", "td", row, &classes);
        }
        self.line("</tbody>");
        self.line("</table>");
        self.line("</div>");
    }

    fn row(&mut self, open: &str, tag: &str, cells: &[Vec<Inline>], classes: &[&str]) {
        self.line("<tr>");
        for (cell, class) in cells.iter().zip(classes) {
            let class = match *class {
                "" => String::new(),
                class => format!(" class=\"{class}\""),
            };
            self.inlines(&format!("<{open}{class}>"), cell, &format!("</{tag}>"));
        }
        self.line("</tr>");
    }
}

fn column_class(table: &Table, column: usize) -> &'static str {
    match table.align.get(column) {
        Some(Align::Left) => "left",
        Some(Align::Center) => "center",
        Some(Align::Right) => "right",
        // The first column names the rows, even by year.
        Some(Align::Unset) | None if column > 0 && is_numeric(table, column) => "right",
        Some(Align::Unset) | None => "",
    }
}

fn is_numeric(table: &Table, column: usize) -> bool {
    let mut figures = 0;
    for row in &table.rows {
        let text = row.get(column).map(|cell| plain(cell)).unwrap_or_default();
        let digits = text.chars().filter(char::is_ascii_digit).count();
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        if letters > digits || (digits == 0 && !text.trim().is_empty() && letters > 0) {
            return false;
        }
        figures += digits;
    }
    figures > 0
}
