//! Markdown as a terminal shows it: no marks, lines that fit, tables that stand.

mod flow;
mod grid;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use self::flow::{Flow, Look};

/// Whether looks are told by codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colour {
    On,
    Off,
}

/// The text for a terminal of so many columns.
pub(crate) fn rendered(markdown: &str, columns: usize, colour: Colour) -> String {
    let mut page = Page {
        columns,
        colour,
        out: Vec::new(),
        flow: Flow::default(),
        looks: vec![Look::default()],
        lists: Vec::new(),
        quotes: 0,
        marker: None,
        rows: Vec::new(),
        in_code: false,
    };
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    for event in Parser::new_ext(markdown, options) {
        page.take(event);
    }
    page.paragraph();
    let text = page.out.join("\n");
    format!("{}\n", text.trim_matches('\n'))
}

struct Page {
    columns: usize,
    colour: Colour,
    out: Vec<String>,
    /// What the paragraph or cell under way says.
    flow: Flow,
    looks: Vec<Look>,
    /// The number of the next item of each open list; `None` for bullets.
    lists: Vec<Option<u64>>,
    quotes: usize,
    /// Stands before the first line of the item under way.
    marker: Option<String>,
    rows: Vec<Vec<Flow>>,
    in_code: bool,
}

impl Page {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => {
                let look = self.look();
                self.flow.push(&text, look);
            }
            Event::Code(text) => {
                let look = self.shown(Look {
                    coloured: true,
                    ..self.look()
                });
                self.flow.push(&text, look);
            }
            Event::SoftBreak => {
                let look = self.look();
                self.flow.go_on(look);
            }
            Event::HardBreak => {
                let look = self.look();
                self.flow.push("\n", look);
            }
            Event::Rule => {
                self.paragraph();
                self.gap();
                self.out.push("─".repeat(self.columns.min(RULE)));
            }
            // anchors and comments are for browsers
            Event::Html(_) | Event::InlineHtml(_) => {}
            Event::FootnoteReference(_)
            | Event::TaskListMarker(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => {
                self.paragraph();
                self.gap();
                let is_title = matches!(level, HeadingLevel::H1 | HeadingLevel::H2);
                self.dress(|look| Look {
                    bold: true,
                    coloured: is_title,
                    ..look
                });
            }
            Tag::Paragraph => {
                self.paragraph();
                if self.marker.is_none() {
                    self.gap();
                }
            }
            Tag::BlockQuote(_) => {
                self.paragraph();
                self.quotes += 1;
                self.dress(|look| Look { dim: true, ..look });
            }
            Tag::List(first) => {
                self.paragraph();
                if self.lists.is_empty() {
                    self.gap();
                }
                self.lists.push(first);
            }
            Tag::Item => self.item(),
            Tag::CodeBlock(_) => {
                self.paragraph();
                self.gap();
                self.in_code = true;
            }
            Tag::Table(_) => {
                self.paragraph();
                self.gap();
                self.rows.clear();
            }
            Tag::TableHead | Tag::TableRow => {
                self.rows.push(Vec::new());
                if matches!(tag, Tag::TableHead) {
                    self.dress(|look| Look { bold: true, ..look });
                }
            }
            Tag::Strong => self.dress(|look| Look { bold: true, ..look }),
            Tag::Emphasis => self.dress(|look| Look {
                italic: true,
                ..look
            }),
            Tag::Link { .. } => self.dress(|look| Look {
                coloured: true,
                ..look
            }),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.paragraph();
                self.undress();
            }
            TagEnd::Paragraph => self.paragraph(),
            TagEnd::BlockQuote(_) => {
                self.paragraph();
                self.quotes = self.quotes.saturating_sub(1);
                self.undress();
            }
            TagEnd::List(_) => {
                self.paragraph();
                self.lists.pop();
            }
            TagEnd::Item => {
                self.paragraph();
                self.marker = None;
            }
            TagEnd::CodeBlock => {
                self.paragraph();
                self.in_code = false;
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.flow);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::TableHead => self.undress(),
            TagEnd::Table => {
                let rows = std::mem::take(&mut self.rows);
                self.table(&rows);
            }
            TagEnd::Strong | TagEnd::Emphasis | TagEnd::Link => self.undress(),
            _ => {}
        }
    }

    fn item(&mut self) {
        self.paragraph();
        let marker = match self.lists.last_mut() {
            Some(Some(number)) => {
                let marker = format!("{number}. ");
                *number += 1;
                marker
            }
            Some(None) | None => "• ".to_owned(),
        };
        self.marker = Some(marker);
    }

    /// Ends what is under way.
    fn paragraph(&mut self) {
        let flow = std::mem::take(&mut self.flow);
        if flow.is_blank() {
            return;
        }
        if self.in_code {
            let indent = self.indent();
            let lines = flow.lines();
            let lines = lines
                .iter()
                .map(|line| format!("{indent}  {}", line.text()));
            self.out
                .extend(lines.map(|line| line.trim_end().to_owned()));
            return;
        }
        // a quoted table is still a table
        let lines = flow.lines();
        let rows: Vec<Vec<Flow>> = lines.iter().filter_map(cells).collect();
        if rows.len() > 1 && rows.len() == lines.len() {
            let is_rule = |row: &[Flow]| row.iter().all(|cell| is_rule(&cell.text()));
            let rows: Vec<Vec<Flow>> = rows.into_iter().filter(|row| !is_rule(row)).collect();
            self.table(&rows);
            return;
        }
        let marker = self.marker.take();
        let mut indent = self.indent();
        let hanging = marker.as_deref().map_or(0, |marker| marker.chars().count());
        // the marker stands in the last columns of the item's indent
        indent.truncate(indent.len().saturating_sub(hanging));
        let rest = format!("{indent}{}", " ".repeat(hanging));
        let first = format!("{indent}{}", marker.unwrap_or_default());
        let room = self.columns.saturating_sub(rest.len());
        for (place, line) in flow.wrapped(room).iter().enumerate() {
            let lead = if place == 0 { &first } else { &rest };
            self.out.push(format!("{lead}{}", line.painted()));
        }
    }

    fn table(&mut self, rows: &[Vec<Flow>]) {
        let indent = self.indent();
        let lines = grid::laid_out(rows, self.columns.saturating_sub(indent.len()));
        self.out
            .extend(lines.into_iter().map(|line| format!("{indent}{line}")));
    }

    /// Of lists and quotations.
    fn indent(&self) -> String {
        let of_list = |list: &Option<u64>| match list {
            Some(next) => next.saturating_sub(1).to_string().len() + 2,
            None => 2,
        };
        let lists: usize = self.lists.iter().map(of_list).sum();
        " ".repeat(2 * self.quotes + lists)
    }

    /// An empty line, unless one stands there.
    fn gap(&mut self) {
        if self.out.last().is_some_and(|line| !line.is_empty()) {
            self.out.push(String::new());
        }
    }

    fn look(&self) -> Look {
        self.looks.last().copied().unwrap_or_default()
    }

    fn shown(&self, look: Look) -> Look {
        match self.colour {
            Colour::On => look,
            Colour::Off => Look::default(),
        }
    }

    fn dress(&mut self, change: impl Fn(Look) -> Look) {
        let look = self.shown(change(self.look()));
        self.looks.push(look);
    }

    fn undress(&mut self) {
        self.looks.pop();
    }
}

/// Columns of a rule between parts.
const RULE: usize = 40;

/// The cells of a line that is a row of a table.
fn cells(line: &Flow) -> Option<Vec<Flow>> {
    let text = line.text();
    let inner = text.trim().strip_prefix('|')?.strip_suffix('|')?;
    let cells = inner.split('|').map(|cell| {
        let mut flow = Flow::default();
        flow.push(cell.trim(), Look::default());
        flow
    });
    Some(cells.collect())
}

fn is_rule(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| matches!(c, '-' | ':' | ' '))
}

#[cfg(test)]
mod tests {
    use super::{Colour, rendered};
    use unicode_width::UnicodeWidthStr;

    fn check(markdown: &str, columns: usize, expected: &[&str]) {
        let text = rendered(markdown, columns, Colour::Off);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines, expected, "{markdown}");
    }

    #[test]
    fn marks_links_and_anchors_do_not_reach_a_terminal() {
        check(
            "# Quarries\n\n<a id=\"s1\"></a>Slate rose **4%** [[1]](#s1), see\n[the deed](https://quarry.example/a).",
            60,
            &["Quarries", "", "Slate rose 4% [1], see the deed."],
        );
        check(
            "- one thing that is long enough\n- two\n  1. inner\n\n> said\n\n---\n",
            20,
            &[
                "• one thing that is",
                "  long enough",
                "• two",
                "  1. inner",
                "",
                "  said",
                "",
                "────────────────────",
            ],
        );
    }

    #[test]
    fn a_table_stands_in_the_columns_there_are() {
        check(
            "| Quarry | Tonnes | Note |\n|---|---|---|\n| Aldermoor | 1,204 | a long remark on the seam |\n| 青石矿 | 98 | – |",
            36,
            &[
                "Quarry     Tonnes  Note",
                "─────────  ──────  ─────────────────",
                "Aldermoor   1,204  a long remark on",
                "                   the seam",
                "青石矿         98  –",
            ],
        );
        // as a source quotes it
        check(
            "> \\| Bed | t |\\\n> \\|---|---|\\\n> \\| North | 12 |",
            40,
            &["  Bed     t", "  ─────  ──", "  North  12"],
        );
    }

    #[test]
    fn chinese_counts_double_and_no_line_begins_with_a_stop() {
        check(
            "板岩产量上升了四成，而运费下降。",
            10,
            &["板岩产量上", "升了四成，", "而运费下", "降。"],
        );
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let text = "| a | b |\n|---|---|\n| Supercalifragilistic-and-on-and-on-and-on | 板岩产量上升了四成板岩产量上升了四成 |\n\nhttps://quarry.example/a/very/long/address/that/never/ends/in/a/space";
        for columns in [20, 33, 80] {
            for line in rendered(text, columns, Colour::Off).lines() {
                assert!(line.width() <= columns, "{columns}: {line}");
            }
        }
    }

    #[test]
    fn looks_are_told_only_where_there_is_colour() {
        let text = "**Slate** and `seam`";
        assert_eq!(rendered(text, 40, Colour::Off), "Slate and seam\n");
        assert_eq!(
            rendered(text, 40, Colour::On),
            "\u{1b}[1mSlate\u{1b}[0m and \u{1b}[36mseam\u{1b}[0m\n"
        );
    }
}
