use crate::anchor::figure_anchor;
use crate::doc::{
    Align, Block, Cell, Doc, FigureNote, ListKind, Picture, RowKind, SourceNote, Table,
};
use crate::error::ExportError;
use crate::link::safe_link;
use crate::markdown_text::{Place, citation, escaped, inlines};
use crate::words::{Words, check_result, words};

/// The document as Markdown. A figure links to its entry; a picture is its description and numbers.
pub fn markdown(doc: &Doc) -> Result<String, ExportError> {
    doc.check()?;
    let words = words(doc.language);
    let mut out = format!("# {}\n", line(&doc.title));
    push(&mut out, &format!("*{}*", line(&doc.kind)));
    if !doc.meta.is_empty() {
        let meta = doc.meta.iter().map(|item| {
            let label = escaped(&item.label, Place::Line, false);
            format!("- **{label}** {}\n", inlines(&item.value, Place::Line))
        });
        push(&mut out, &meta.collect::<String>());
    }
    for block in &doc.blocks {
        push(&mut out, &self::block(block, words));
    }
    if !doc.figures.is_empty() {
        push(&mut out, &format!("## {}", words.figures));
        for note in &doc.figures {
            push(&mut out, &figure(note, doc, words));
        }
    }
    if !doc.sources.is_empty() {
        push(&mut out, &format!("## {}", words.sources));
        for note in &doc.sources {
            push(&mut out, &source(note));
        }
    }
    push(&mut out, "---");
    push(&mut out, &format!("*{}*", line(&doc.disclaimer)));
    Ok(out)
}

fn push(out: &mut String, block: &str) {
    let block = block.trim_end();
    if !block.is_empty() {
        out.push('\n');
        out.push_str(block);
        out.push('\n');
    }
}

fn line(text: &str) -> String {
    escaped(text.trim(), Place::Line, false)
}

fn block(block: &Block, words: &Words) -> String {
    match block {
        Block::Heading { level, text, .. } => {
            format!(
                "{} {}",
                "#".repeat(usize::from(*level)),
                inlines(text, Place::Line)
            )
        }
        Block::Paragraph { text } => inlines(text, Place::Line),
        Block::List { kind, items } => (1..)
            .zip(items)
            .map(|(number, item)| {
                let text = inlines(item, Place::Line);
                match kind {
                    ListKind::Bulleted => format!("- {text}\n"),
                    ListKind::Numbered => format!("{number}. {text}\n"),
                }
            })
            .collect(),
        Block::Table(table) => self::table(table),
        Block::Picture(picture) => self::picture(picture, words),
        Block::Callout {
            title, paragraphs, ..
        } => {
            let mut out = format!("> **{}**\n", line(title));
            for text in paragraphs {
                out.push_str(&format!(">\n> {}\n", inlines(text, Place::Line)));
            }
            out
        }
        Block::PageBreak => "---".to_owned(),
    }
}

fn picture(picture: &Picture, words: &Words) -> String {
    let caption = line(&picture.caption);
    let description = line(&picture.description);
    let data = picture.data.as_ref().map(|data| {
        let title = match &data.caption {
            Some(_) => String::new(),
            None => format!("*{}*\n\n", words.numbers),
        };
        format!("\n\n{title}{}", table(data))
    });
    format!(
        "**{caption}**{}{description}{}",
        words.colon,
        data.unwrap_or_default()
    )
}

fn table(table: &Table) -> String {
    let mut out = String::new();
    if let Some(caption) = &table.caption {
        out.push_str(&format!("**{}**\n\n", line(caption)));
    }
    let heads = table.columns.iter().map(|column| {
        let title = escaped(&column.title, Place::Cell, false);
        match &column.unit {
            Some(unit) => format!(" {title} ({}) |", escaped(unit, Place::Cell, false)),
            None => format!(" {title} |"),
        }
    });
    let rules = table.columns.iter().map(|column| match column.align {
        Align::Left => " --- |",
        Align::Center => " :-: |",
        Align::Right => " --: |",
    });
    out.push_str(&format!("|{}\n", heads.collect::<String>()));
    out.push_str(&format!("|{}\n", rules.collect::<String>()));
    for row in &table.rows {
        let cells = row
            .cells
            .iter()
            .map(|one| format!(" {} |", cell(one, row.kind)));
        out.push_str(&format!("|{}\n", cells.collect::<String>()));
    }
    out
}

fn cell(cell: &Cell, kind: RowKind) -> String {
    let text = escaped(&cell.text, Place::Cell, false);
    let text = match &cell.figure {
        Some(id) => format!("[{text}](#{})", figure_anchor(id)),
        None => text,
    };
    let text = match kind {
        RowKind::Group | RowKind::Total if !text.trim().is_empty() => {
            format!("**{}**", text.trim())
        }
        RowKind::Group | RowKind::Total | RowKind::Plain => text,
    };
    let cites: String = cell.cites.iter().map(citation).collect();
    format!("{text}{cites}")
}

fn figure(note: &FigureNote, doc: &Doc, words: &Words) -> String {
    let label = line(&note.label);
    let value = line(&note.value);
    let anchor = figure_anchor(&note.id);
    let mut out = format!(
        "<a id=\"{anchor}\"></a>**{label}**{}{value}\n\n",
        words.colon
    );
    let mut item =
        |name: &str, text: String| out.push_str(&format!("- {name}{}{text}\n", words.colon));
    let formula = note.formula.as_deref();
    item(
        words.formula,
        formula.map_or_else(|| words.as_given.to_owned(), line),
    );
    if !note.inputs.is_empty() {
        let inputs = note.inputs.iter().map(|id| {
            let found = doc.figures.iter().find(|one| one.id == *id);
            let label = found.map_or(id.as_str(), |one| &one.label);
            let value = found.map_or("", |one| &one.value);
            format!("[{}](#{}) {}", line(label), figure_anchor(id), line(value))
        });
        item(words.inputs, inputs.collect::<Vec<_>>().join("; "));
    }
    let source = line(&note.source);
    item(
        words.source,
        match note.url.as_deref().and_then(safe_link) {
            Some(url) => format!("[{source}]({url})"),
            None => source,
        },
    );
    if let Some(locator) = &note.locator {
        item(words.place, line(locator));
    }
    for check in &note.checks {
        let result = check_result(check.result, doc.language);
        let detail = line(&check.detail);
        item(
            words.checks,
            format!("{}{result}{detail}", line(&check.name)),
        );
    }
    out
}

fn source(note: &SourceNote) -> String {
    let number = note.number;
    let title = line(&note.title);
    let title = match note.url.as_deref().and_then(safe_link) {
        Some(url) => format!("[{title}]({url})"),
        None => title,
    };
    let detail = line(&note.detail);
    let quote = note
        .quote
        .as_deref()
        .map(|quote| format!("\n> {}\n", line(quote)));
    format!(
        "<a id=\"s{number}\"></a>**[{number}]** {title}. {detail}\n{}",
        quote.unwrap_or_default()
    )
}
