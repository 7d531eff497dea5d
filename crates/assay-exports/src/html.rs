use std::collections::BTreeMap;

use crate::anchor::{figure_anchor, use_anchor};
use crate::check::plain;
use crate::clean::escaped;
use crate::doc::{Block, Cite, Doc, FigureId, FigureNote, Inline};
use crate::error::ExportError;
use crate::link::safe_link;
use crate::words::{Words, words};

const STYLE: &str = include_str!("../assets/document.css");

/// Nothing is loaded and nothing runs, even if a browser is told otherwise.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// The document as one page that needs nothing else: light and dark, for screens of any width and
/// for paper. Every figure is a link to its entry, and the entry to where the figure is used.
pub fn html(doc: &Doc) -> Result<String, ExportError> {
    doc.check()?;
    let mut writer = Writer {
        words: words(doc.language),
        notes: doc.figures.iter().map(|note| (&note.id, note)).collect(),
        used: BTreeMap::new(),
        out: String::with_capacity(STYLE.len() + 64 * 1024),
        doc,
    };
    writer.head();
    writer.masthead();
    writer.contents();
    writer.line("<main id=\"text\">");
    for block in &doc.blocks {
        writer.block(block);
    }
    writer.line("</main>");
    writer.figures();
    writer.sources();
    writer.line(&format!(
        "<footer><p>{}</p></footer>",
        escaped(&doc.disclaimer)
    ));
    writer.line("</body>\n</html>");
    Ok(writer.out)
}

pub(crate) struct Writer<'d> {
    pub(crate) doc: &'d Doc,
    pub(crate) words: &'static Words,
    pub(crate) notes: BTreeMap<&'d FigureId, &'d FigureNote>,
    /// How often each figure stands in the text so far.
    pub(crate) used: BTreeMap<&'d FigureId, usize>,
    out: String,
}

impl<'d> Writer<'d> {
    pub(crate) fn line(&mut self, html: &str) {
        self.out.push_str(html);
        self.out.push('\n');
    }

    fn head(&mut self) {
        let lang = self.doc.language.pick("en", "zh-CN");
        let title = escaped(&self.doc.title);
        let skip = self.words.skip;
        self.line(&format!(
            "<!DOCTYPE html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n\
             <meta name=\"generator\" content=\"Assay\">\n<title>{title}</title>\n<style>"
        ));
        self.out.push_str(STYLE);
        self.line("</style>\n</head>\n<body>");
        self.line(&format!("<a class=\"skip\" href=\"#text\">{skip}</a>"));
    }

    fn masthead(&mut self) {
        let doc = self.doc;
        self.line("<header class=\"masthead\">");
        self.line(&format!("<p class=\"kind\">{}</p>", escaped(&doc.kind)));
        self.line(&format!("<h1>{}</h1>", escaped(&doc.title)));
        if !doc.meta.is_empty() {
            self.line("<dl class=\"meta\">");
            for item in &doc.meta {
                let label = escaped(&item.label);
                let value = self.inlines(&item.value);
                self.line(&format!("<div><dt>{label}</dt><dd>{value}</dd></div>"));
            }
            self.line("</dl>");
        }
        self.line("</header>");
    }

    fn contents(&mut self) {
        let chapters = self.doc.blocks.iter().filter_map(|block| match block {
            Block::Heading {
                level: 2,
                anchor,
                text,
            } => Some((anchor.as_str(), escaped(&plain(text)))),
            _ => None,
        });
        let mut chapters: Vec<(&str, String)> = chapters.collect();
        if chapters.len() < 3 {
            return;
        }
        if !self.doc.figures.is_empty() {
            chapters.push(("figures", self.words.figures.to_owned()));
        }
        if !self.doc.sources.is_empty() {
            chapters.push(("sources", self.words.sources.to_owned()));
        }
        let title = self.words.contents;
        self.line(&format!(
            "<nav class=\"contents\" aria-label=\"{title}\">\n<p>{title}</p>\n<ol>"
        ));
        for (anchor, text) in chapters {
            self.line(&format!("<li><a href=\"#{anchor}\">{text}</a></li>"));
        }
        self.line("</ol>\n</nav>");
    }

    pub(crate) fn inlines(&mut self, inlines: &'d [Inline]) -> String {
        let mut out = String::new();
        for inline in inlines {
            match inline {
                Inline::Text { text } => out.push_str(&escaped(text)),
                Inline::Strong { text } => {
                    out.push_str(&format!("<strong>{}</strong>", self.inlines(text)));
                }
                Inline::Emphasis { text } => {
                    out.push_str(&format!("<em>{}</em>", self.inlines(text)));
                }
                Inline::Figure { id, text } => out.push_str(&self.figure_link(id, text)),
                Inline::Cite(cite) => out.push_str(&cite_link(cite)),
                Inline::Link { to, text } => out.push_str(&outside_link(to, &escaped(text))),
            }
        }
        out
    }

    /// A figure in the text: a link to its entry that says on hovering what the figure is.
    pub(crate) fn figure_link(&mut self, id: &'d FigureId, text: &str) -> String {
        let nth = self.used.entry(id).or_default();
        *nth += 1;
        let at = use_anchor(id, *nth);
        let hint = self.notes.get(id).map_or(String::new(), |note| {
            let formula = note
                .formula
                .as_deref()
                .map(|formula| format!(" = {formula}"));
            escaped(&format!("{}{}", note.label, formula.unwrap_or_default()))
        });
        format!(
            "<a class=\"figure\" id=\"{at}\" href=\"#{}\" title=\"{hint}\">{}</a>",
            figure_anchor(id),
            escaped(text)
        )
    }
}

pub(crate) fn cite_link(cite: &Cite) -> String {
    format!(
        "<sup class=\"cite\"><a href=\"#src-{0}\">[{0}]</a></sup>",
        cite.number
    )
}

/// A link that leaves the page and tells nobody where from.
pub(crate) fn outside_link(to: &str, text: &str) -> String {
    match safe_link(to) {
        Some(to) => format!(
            "<a href=\"{}\" rel=\"noopener noreferrer\">{text}</a>",
            escaped(&to)
        ),
        None => text.to_owned(),
    }
}
