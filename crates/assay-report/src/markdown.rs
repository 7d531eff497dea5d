use assay_domain::{Language, TaskId};

use crate::citations::SourceEntry;
use crate::compose::Layout;
use crate::document::{Align, Block, Body, Chapter, Document, Table};
use crate::link::safe_link;
use crate::markdown_text::{Place, TextWriter, push_escaped, slug};
use crate::plain_text::{clean, reason_text, title_text};
use crate::words;

pub(crate) fn write(document: &Document) -> String {
    let chapters: Vec<(TaskId, String)> = document
        .chapters
        .iter()
        .map(|chapter| (chapter.task, chapter.heading()))
        .collect();
    let writer = Writer {
        language: document.language,
        text: TextWriter {
            language: document.language,
            chapters: &chapters,
        },
    };
    let mut parts = match document.layout {
        Layout::Sections => in_sections(document, &writer),
        Layout::Answer => answer_first(document, &writer),
    };
    parts.push("---".to_owned());
    parts.push(format!("*{}*", line(words::disclaimer(document.language))));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

/// The answer, what is to be known of it, where it comes from, and how the run ended.
fn answer_first(document: &Document, writer: &Writer<'_>) -> Vec<String> {
    let headings = words::headings(document.language);
    let mut parts = vec![
        heading(1, &document.title),
        format!("*{}*", line(&document.kind)),
    ];
    parts.extend(document.chapters.iter().map(|chapter| writer.body(chapter)));
    parts.push(writer.blocks(&document.note));
    for (heading_text, blocks) in [
        (headings.caveats, &document.caveats),
        (headings.left_out, &document.left_out),
    ] {
        if !blocks.is_empty() {
            parts.push(heading(2, heading_text));
            parts.push(writer.blocks(blocks));
        }
    }
    parts.push(heading(2, headings.sources));
    parts.push(writer.sources(&document.sources));
    if !document.labels.is_empty() {
        parts.push(heading(2, headings.labels));
        parts.push(writer.blocks(&document.labels));
    }
    parts.push(writer.status(document));
    parts
}

fn in_sections(document: &Document, writer: &Writer<'_>) -> Vec<String> {
    let headings = words::headings(document.language);
    let mut parts = vec![
        heading(1, &document.title),
        format!("*{}*", line(&document.kind)),
        writer.status(document),
        heading(2, headings.summary),
        writer.summary(document),
        heading(2, headings.contents),
        writer.contents(document),
        heading(2, headings.caveats),
        writer.blocks(&document.caveats),
    ];
    for chapter in &document.chapters {
        parts.push(writer.chapter(chapter));
    }
    for (heading_text, blocks) in document.behind_the_chapters() {
        parts.push(heading(2, heading_text));
        parts.push(writer.blocks(blocks));
    }
    parts.push(heading(2, headings.sources));
    parts.push(writer.sources(&document.sources));
    parts
}

/// Plain text on one line.
fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_escaped(text, Place::LINE, &mut out);
    out
}

fn heading(level: u8, text: &str) -> String {
    let mut out = heading_marks(level);
    push_escaped(text, Place::LINE, &mut out);
    whole_heading(out)
}

fn heading_marks(level: u8) -> String {
    format!("{} ", "#".repeat(usize::from(level)))
}

/// A heading may end in `#` marks that do not count; one that is meant must be escaped.
fn whole_heading(mut text: String) -> String {
    text.truncate(text.trim_end().len());
    if text.ends_with('#') && text.trim_end_matches('#').ends_with(' ') {
        text.insert(text.trim_end_matches('#').len(), '\\');
    }
    text
}

fn link_to_heading(heading: &str) -> String {
    let mut out = "[".to_owned();
    let place = Place {
        in_link: true,
        ..Place::LINE
    };
    push_escaped(heading, place, &mut out);
    format!("{out}](#{})", slug(heading))
}

struct Writer<'d> {
    language: Language,
    text: TextWriter<'d>,
}

impl Writer<'_> {
    fn status(&self, document: &Document) -> String {
        let status = &document.status;
        let mut lines = vec![
            format!("**{}**", line(&status.line)),
            status.meaning.to_owned(),
        ];
        for reason in &status.reasons {
            lines.push(format!("- {}", line(reason)));
        }
        for author in &status.authors {
            lines.push(self.text.write(author, Place::LINE));
        }
        quoted(&spread(&lines))
    }

    fn summary(&self, document: &Document) -> String {
        if document.summary.is_empty() {
            return self
                .language
                .pick("No summary was written.", "未撰写摘要。")
                .to_owned();
        }
        self.list(None, &document.summary, '-')
    }

    fn contents(&self, document: &Document) -> String {
        let headings = words::headings(self.language);
        let mut entries = vec![headings.caveats.to_owned()];
        entries.extend(document.chapters.iter().map(Chapter::heading));
        let behind = document.behind_the_chapters();
        entries.extend(behind.into_iter().map(|(heading, _)| heading.to_owned()));
        entries.push(headings.sources.to_owned());
        let entries: Vec<String> = entries
            .iter()
            .map(|heading| format!("- {}", link_to_heading(heading)))
            .collect();
        entries.join("\n")
    }

    fn chapter(&self, chapter: &Chapter) -> String {
        format!(
            "{}\n\n{}",
            heading(2, &chapter.heading()),
            self.body(chapter)
        )
    }

    fn body(&self, chapter: &Chapter) -> String {
        let mut parts = Vec::new();
        if let Some(byline) = &chapter.byline {
            let label = self.language.pick("Written by ", "撰写者：");
            parts.push(format!("*{label}{}*", self.text.write(byline, Place::LINE)));
        }
        if let Some(labelled) = &chapter.labelled {
            parts.push(format!("*{}*", line(labelled)));
        }
        parts.push(self.blocks(&chapter.lead_in));
        parts.push(match &chapter.body {
            Body::Written(blocks) if blocks.is_empty() => self
                .language
                .pick("This section is empty.", "本节没有内容。")
                .to_owned(),
            Body::Written(blocks) => self.blocks(blocks),
            Body::Missing { placeholder } => line(&reason_text(placeholder)),
        });
        if !chapter.notes.is_empty() {
            let notes: Vec<String> = chapter
                .notes
                .iter()
                .map(|note| format!("- {}", self.text.write(note, Place::LINE)))
                .collect();
            let label = self.language.pick("Note on this section", "关于本节的提示");
            parts.push(quoted(&format!("**{label}**\n\n{}", notes.join("\n"))));
        }
        parts.retain(|part| !part.is_empty());
        parts.join("\n\n")
    }

    fn sources(&self, sources: &[SourceEntry]) -> String {
        if sources.is_empty() {
            let text = self
                .language
                .pick("Nothing is cited.", "没有引用任何来源。");
            return text.to_owned();
        }
        let entries: Vec<String> = sources.iter().map(|source| self.source(source)).collect();
        entries.join("\n\n")
    }

    fn source(&self, source: &SourceEntry) -> String {
        let language = self.language;
        let number = source.number;
        let mut head = format!(
            "<a id=\"s{number}\"></a>**[{number}]** {}",
            line(&title_text(&source.source))
        );
        for heading in &source.headings {
            head.push_str(&format!(" › {}", line(&title_text(heading))));
        }
        let tier = format!(
            "{} {}{}{}",
            language.pick("Tier", "等级"),
            words::tier_name(source.tier),
            words::colon(language),
            words::tier_meaning(language, source.tier, &source.origin)
        );
        let as_of = match source.as_of {
            Some(date) => format!("{} {date}", language.pick("as of", "截至")),
            None => language.pick("undated", "未注明日期").to_owned(),
        };
        let facts = format!("{tier} · {as_of} · {}", origin(&source.origin));
        let quote: Vec<String> = clean(&source.quote).lines().map(line).collect();
        let quote = quote.join("\\\n");
        format!("{head}\\\n{facts}\n\n{}", quoted(quote.trim()))
    }

    fn blocks(&self, blocks: &[Block]) -> String {
        let mut parts: Vec<String> = Vec::with_capacity(blocks.len());
        let mut bullet = '-';
        for (index, block) in blocks.iter().enumerate() {
            let before = index.checked_sub(1).and_then(|before| blocks.get(before));
            let after_list = matches!(before, Some(Block::List { .. }));
            bullet = match bullet {
                '-' if after_list => '*',
                _ => '-',
            };
            parts.push(self.block(block, bullet));
        }
        parts.retain(|part| !part.trim().is_empty());
        parts.join("\n\n")
    }

    fn block(&self, block: &Block, bullet: char) -> String {
        match block {
            Block::Heading { level, text } => {
                let mut out = heading_marks(*level);
                self.text.push(text, Place::LINE, &mut out);
                whole_heading(out)
            }
            Block::Paragraph(inlines) => {
                self.text.write(inlines, Place::default()).trim().to_owned()
            }
            Block::Quote(blocks) => quoted(&self.blocks(blocks)),
            Block::List { start, items } => self.list(*start, items, bullet),
            Block::Code(text) => fenced(text),
            Block::Table(table) => self.table(table),
            Block::Rule => "---".to_owned(),
        }
    }

    /// Two lists in a row would be one; another bullet, or another delimiter, keeps them apart.
    fn list(&self, start: Option<u64>, items: &[Vec<Block>], bullet: char) -> String {
        let is_loose = items.iter().any(|item| {
            let paragraphs = item.iter().filter(|b| matches!(b, Block::Paragraph(_)));
            paragraphs.count() > 1
        });
        let delimiter = if bullet == '-' { '.' } else { ')' };
        let lines: Vec<String> = items
            .iter()
            .zip(start.unwrap_or_default()..)
            .map(|(item, number)| {
                let marker = match start {
                    Some(_) => format!("{number}{delimiter} "),
                    None => format!("{bullet} "),
                };
                let body = self.item(item, is_loose);
                let indent = " ".repeat(marker.len());
                format!("{marker}{}", indented(&body, &indent))
            })
            .collect();
        lines.join(if is_loose { "\n\n" } else { "\n" })
    }

    fn item(&self, blocks: &[Block], is_loose: bool) -> String {
        match blocks {
            [first @ Block::Paragraph(_), rest @ ..] if !is_loose && !rest.is_empty() => {
                format!("{}\n{}", self.block(first, '-'), self.blocks(rest))
            }
            blocks => self.blocks(blocks),
        }
    }

    fn table(&self, table: &Table) -> String {
        let row = |cells: &[Vec<crate::document::Inline>]| {
            let cells: Vec<String> = cells
                .iter()
                .map(|cell| self.text.write(cell, Place::CELL).trim().to_owned())
                .collect();
            format!("| {} |", cells.join(" | "))
        };
        let rules: Vec<&str> = table
            .align
            .iter()
            .map(|align| match align {
                Align::Unset => "---",
                Align::Left => ":---",
                Align::Center => ":---:",
                Align::Right => "---:",
            })
            .collect();
        let mut lines = vec![row(&table.head), format!("| {} |", rules.join(" | "))];
        lines.extend(table.rows.iter().map(|cells| row(cells)));
        lines.join("\n")
    }
}

fn origin(origin: &str) -> String {
    match safe_link(origin) {
        Some(to) => format!("<{to}>"),
        None => line(&title_text(origin)),
    }
}

/// Lines as paragraphs, but a run of list items as one list.
fn spread(lines: &[String]) -> String {
    let mut out = String::new();
    let mut was_item = false;
    for line in lines {
        let is_item = line.starts_with("- ");
        if !out.is_empty() {
            out.push_str(if is_item && was_item { "\n" } else { "\n\n" });
        }
        out.push_str(line);
        was_item = is_item;
    }
    out
}

fn quoted(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| match line {
            "" => ">".to_owned(),
            line => format!("> {line}"),
        })
        .collect();
    lines.join("\n")
}

fn indented(text: &str, indent: &str) -> String {
    let mut lines = text.lines();
    let mut out = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        out.push('\n');
        if !line.is_empty() {
            out.push_str(indent);
            out.push_str(line);
        }
    }
    out
}

fn fenced(text: &str) -> String {
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}\n{text}\n{fence}")
}

#[cfg(test)]
#[path = "markdown_tests.rs"]
mod tests;
