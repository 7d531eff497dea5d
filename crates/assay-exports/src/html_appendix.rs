use crate::anchor::{figure_anchor, use_anchor};
use crate::clean::escaped;
use crate::doc::{CheckResult, FigureNote};
use crate::html::{Writer, outside_link};
use crate::words::check_result;

/// Ways back to the text that an entry lists; a figure of every table has too many to read.
const MOST_USES: usize = 12;

impl Writer<'_> {
    pub(crate) fn figures(&mut self) {
        if self.doc.figures.is_empty() {
            return;
        }
        let words = self.words;
        self.line(&format!(
            "<section class=\"figures\" id=\"figures\">\n<h2>{}</h2>\n<p class=\"lead\">{}</p>",
            words.figures, words.figures_lead
        ));
        for note in &self.doc.figures {
            let entry = self.figure_entry(note);
            self.line(&entry);
        }
        self.line("</section>");
    }

    fn figure_entry(&self, note: &FigureNote) -> String {
        let words = self.words;
        let mut rows = String::new();
        let mut row = |name: &str, html: &str| {
            rows.push_str(&format!("<div><dt>{name}</dt><dd>{html}</dd></div>\n"));
        };
        match &note.formula {
            Some(formula) => row(words.formula, &format!("<code>{}</code>", escaped(formula))),
            None => row(words.formula, words.as_given),
        }
        if !note.inputs.is_empty() {
            let inputs = note.inputs.iter().map(|id| {
                let known = self.notes.get(id);
                let label = known.map_or(id.as_str(), |one| &one.label);
                let value = known.map_or("", |one| &one.value);
                format!(
                    "<li><a href=\"#{}\">{}</a> <span class=\"value\">{}</span></li>",
                    figure_anchor(id),
                    escaped(label),
                    escaped(value)
                )
            });
            row(
                words.inputs,
                &format!("<ul>{}</ul>", inputs.collect::<String>()),
            );
        }
        let source = escaped(&note.source);
        let source = match &note.url {
            Some(url) => format!("{source} ({})", outside_link(url, words.open)),
            None => source,
        };
        row(words.source, &source);
        if let Some(locator) = &note.locator {
            row(words.place, &escaped(locator));
        }
        if !note.checks.is_empty() {
            let checks = note.checks.iter().map(|check| {
                let (class, sign) = match check.result {
                    CheckResult::Passed => ("passed", "\u{2713}"),
                    CheckResult::Failed => ("failed", "\u{2715}"),
                    CheckResult::NotApplicable => ("apart", "\u{2013}"),
                };
                format!(
                    "<li class=\"{class}\"><span aria-hidden=\"true\">{sign}</span> {}{}{}</li>",
                    escaped(&check.name),
                    check_result(check.result, self.doc.language),
                    escaped(&check.detail)
                )
            });
            let checks = checks.collect::<String>();
            row(words.checks, &format!("<ul class=\"checks\">{checks}</ul>"));
        }
        let back = self.ways_back(note);
        if !back.is_empty() {
            row(words.used, &back);
        }
        format!(
            "<article id=\"{}\">\n<h3>{} <span class=\"value\">{}</span></h3>\n\
             <p class=\"id\">{}</p>\n<dl>\n{rows}</dl>\n</article>",
            figure_anchor(&note.id),
            escaped(&note.label),
            escaped(&note.value),
            escaped(note.id.as_str())
        )
    }

    fn ways_back(&self, note: &FigureNote) -> String {
        let uses = self.used.get(&note.id).copied().unwrap_or_default();
        let mut links: Vec<String> = (1..=uses.min(MOST_USES))
            .map(|nth| {
                let at = use_anchor(&note.id, nth);
                format!("<a class=\"back\" href=\"#{at}\">\u{21a9}{nth}</a>")
            })
            .collect();
        if uses > MOST_USES {
            links.push("\u{2026}".to_owned());
        }
        links.join(" ")
    }

    pub(crate) fn sources(&mut self) {
        if self.doc.sources.is_empty() {
            return;
        }
        let title = self.words.sources;
        self.line(&format!(
            "<section class=\"sources\" id=\"sources\">\n<h2>{title}</h2>\n<ol>"
        ));
        for source in &self.doc.sources {
            let number = source.number;
            let title = escaped(&source.title);
            let title = match &source.url {
                Some(url) => outside_link(url, &title),
                None => title,
            };
            let quote = source
                .quote
                .as_ref()
                .map(|quote| format!("<blockquote>{}</blockquote>", escaped(quote)));
            self.line(&format!(
                "<li id=\"src-{number}\" value=\"{number}\"><p>{title}</p>\
                 <p class=\"detail\">{} · {}</p>{}</li>",
                escaped(&source.detail),
                escaped(source.evidence.as_str()),
                quote.unwrap_or_default()
            ));
        }
        self.line("</ol>\n</section>");
    }
}
