use assay_domain::{Language, Outcome};

use crate::compose::Layout;
use crate::document::{Body, Chapter, Document, Inline};
use crate::html_inline::{InlineWriter, escaped};
use crate::plain_text::reason_text;
use crate::words;

const STYLE: &str = include_str!("../assets/report.css");

/// What a report of four sections takes in HTML, in bytes; a longer one makes more room.
const ROOM: usize = 48 * 1024;

/// Nothing is loaded and nothing runs, even if a browser is told otherwise.
pub(crate) const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

pub(crate) fn write(document: &Document) -> String {
    let mut writer = Writer {
        language: document.language,
        inline: InlineWriter {
            language: document.language,
            cited: std::collections::BTreeMap::new(),
            known: document
                .sources
                .iter()
                .map(|source| source.origin.clone())
                .collect(),
        },
        out: String::with_capacity(STYLE.len() + ROOM),
    };
    writer.head(document);
    let is_answer = document.layout == Layout::Answer;
    writer.masthead(document);
    if !is_answer {
        writer.summary(document);
        writer.contents(document);
        writer.caveats(document);
    }
    for chapter in &document.chapters {
        writer.chapter(chapter, is_answer);
    }
    writer.blocks(&document.note);
    if is_answer && !document.caveats.is_empty() {
        writer.caveats(document);
    }
    for (place, (heading, blocks)) in document.behind_the_chapters().into_iter().enumerate() {
        writer.line(&format!("<section class=\"behind\" id=\"behind-{place}\">"));
        writer.line(&format!("<h2>{heading}</h2>"));
        writer.blocks(blocks);
        writer.line("</section>");
    }
    writer.sources(&document.sources);
    if is_answer {
        writer.status(document);
    }
    writer.foot();
    writer.out
}

pub(crate) struct Writer {
    pub(crate) language: Language,
    pub(crate) inline: InlineWriter,
    out: String,
}

impl Writer {
    pub(crate) fn line(&mut self, html: &str) {
        self.out.push_str(html);
        self.out.push('\n');
    }

    pub(crate) fn inlines(&mut self, open: &str, inlines: &[Inline], close: &str) {
        self.out.push_str(open);
        self.inline.push(inlines, &mut self.out);
        self.line(close);
    }

    fn head(&mut self, document: &Document) {
        let lang = self.language.pick("en", "zh-CN");
        let title = escaped(&document.title);
        let skip = self.language.pick("Skip to the report", "跳到正文");
        self.line("<!DOCTYPE html>");
        self.line(&format!("<html lang=\"{lang}\">"));
        self.line("<head>");
        self.line("<meta charset=\"utf-8\">");
        self.line(&format!(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">"
        ));
        self.line("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        self.line("<meta name=\"color-scheme\" content=\"light dark\">");
        self.line("<meta name=\"referrer\" content=\"no-referrer\">");
        self.line("<meta name=\"generator\" content=\"Assay\">");
        self.line(&format!("<title>{title}</title>"));
        self.line("<style>");
        self.out.push_str(STYLE);
        self.line("</style>");
        self.line("</head>");
        self.line("<body>");
        self.line(&format!("<a class=\"skip\" href=\"#report\">{skip}</a>"));
    }

    fn masthead(&mut self, document: &Document) {
        let kind = escaped(&document.kind);
        self.line("<header class=\"masthead\">");
        self.line(&format!("<p class=\"kind\">{kind}</p>"));
        self.line(&format!("<h1>{}</h1>", escaped(&document.title)));
        if document.layout == Layout::Sections {
            self.status(document);
        }
        self.line("</header>");
        self.line("<main id=\"report\">");
    }

    /// How the run ended.
    fn status(&mut self, document: &Document) {
        let status = &document.status;
        let outcome = status.outcome.name();
        let label = self.language.pick("How the run ended", "运行结果");
        self.line(&format!(
            "<div class=\"status status-{outcome}\" role=\"note\" aria-label=\"{label}\">"
        ));
        self.line(&format!(
            "<p class=\"status-line\"><span class=\"badge\"><span aria-hidden=\"true\">{}</span> {}</span> {}</p>",
            symbol(status.outcome),
            words::outcome_name(self.language, status.outcome),
            escaped(after_name(&status.line)),
        ));
        self.line(&format!("<p>{}</p>", status.meaning));
        if !status.reasons.is_empty() {
            self.line("<ul class=\"reasons\">");
            for reason in &status.reasons {
                self.line(&format!("<li>{}</li>", escaped(reason)));
            }
            self.line("</ul>");
        }
        for author in &status.authors {
            self.inlines("<p class=\"author\">", author, "</p>");
        }
        self.line("</div>");
    }

    fn summary(&mut self, document: &Document) {
        let heading = words::headings(self.language).summary;
        self.line("<section class=\"summary\" id=\"summary\">");
        self.line(&format!("<h2>{heading}</h2>"));
        if document.summary.is_empty() {
            let text = self
                .language
                .pick("No summary was written.", "未撰写摘要。");
            self.line(&format!("<p class=\"empty\">{text}</p>"));
        } else {
            self.list(None, &document.summary);
        }
        self.line("</section>");
    }

    fn contents(&mut self, document: &Document) {
        let headings = words::headings(self.language);
        self.line("<nav class=\"contents\" aria-labelledby=\"contents\">");
        self.line(&format!("<h2 id=\"contents\">{}</h2>", headings.contents));
        self.line("<ul>");
        self.line(&format!(
            "<li><a href=\"#caveats\">{}</a></li>",
            headings.caveats
        ));
        for chapter in &document.chapters {
            let missing = match chapter.body {
                Body::Missing { .. } => self
                    .language
                    .pick(" <em>(missing)</em>", "<em>（缺失）</em>"),
                Body::Written(_) => "",
            };
            self.line(&format!(
                "<li><a href=\"#section-{}\">{}</a>{missing}</li>",
                chapter.task,
                escaped(&chapter.heading())
            ));
        }
        for (place, (heading, _)) in document.behind_the_chapters().into_iter().enumerate() {
            self.line(&format!(
                "<li><a href=\"#behind-{place}\">{heading}</a></li>"
            ));
        }
        self.line(&format!(
            "<li><a href=\"#sources\">{}</a></li>",
            headings.sources
        ));
        self.line("</ul>");
        self.line("</nav>");
    }

    fn caveats(&mut self, document: &Document) {
        let heading = words::headings(self.language).caveats;
        self.line("<section class=\"caveats\" id=\"caveats\">");
        self.line(&format!("<h2>{heading}</h2>"));
        self.blocks(&document.caveats);
        self.line("</section>");
    }

    fn chapter(&mut self, chapter: &Chapter, is_answer: bool) {
        let lang = if chapter.language == self.language {
            ""
        } else {
            chapter.language.pick(" lang=\"en\"", " lang=\"zh-CN\"")
        };
        let class = match chapter.body {
            Body::Written(_) => "chapter",
            Body::Missing { .. } => "chapter missing",
        };
        let fallback = if chapter.is_fallback {
            " data-is-fallback=\"true\""
        } else {
            ""
        };
        self.line(&format!(
            "<section class=\"{class}\" id=\"section-{}\"{lang}{fallback}>",
            chapter.task
        ));
        if !is_answer {
            self.line(&format!("<h2>{}</h2>", escaped(&chapter.heading())));
        }
        if let Some(byline) = &chapter.byline {
            let label = self.language.pick("Written by ", "撰写者：");
            self.inlines(&format!("<p class=\"byline\">{label}"), byline, "</p>");
        }
        if let Some(labelled) = &chapter.labelled {
            self.line(&format!("<p class=\"byline\">{}</p>", escaped(labelled)));
        }
        if !chapter.lead_in.is_empty() {
            self.line("<div class=\"lead-in\">");
            self.blocks(&chapter.lead_in);
            self.line("</div>");
        }
        self.body(&chapter.body);
        if !chapter.notes.is_empty() {
            let label = self.language.pick("Note on this section", "关于本节的提示");
            self.line("<aside class=\"notes\">");
            self.line(&format!("<p><strong>{label}</strong></p>"));
            self.line("<ul>");
            for note in &chapter.notes {
                self.inlines("<li>", note, "</li>");
            }
            self.line("</ul>");
            self.line("</aside>");
        }
        self.line("</section>");
    }

    fn body(&mut self, body: &Body) {
        match body {
            Body::Written(blocks) if blocks.is_empty() => {
                let text = self
                    .language
                    .pick("This section is empty.", "本节没有内容。");
                self.line(&format!("<p class=\"empty\">{text}</p>"));
            }
            Body::Written(blocks) => self.blocks(blocks),
            Body::Missing { placeholder } => self.line(&format!(
                "<p class=\"placeholder\">{}</p>",
                escaped(&reason_text(placeholder))
            )),
        }
    }

    fn foot(&mut self) {
        let disclaimer = words::disclaimer(self.language);
        self.line("</main>");
        self.line("<footer>");
        self.line(&format!("<p>{disclaimer}</p>"));
        self.line("</footer>");
        self.line("</body>");
        self.line("</html>");
    }
}

fn symbol(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Completed => "\u{2713}",
        Outcome::Partial => "\u{25d0}",
        Outcome::Degraded => "\u{25bd}",
        Outcome::Failed => "\u{2715}",
        Outcome::Blocked => "\u{2298}",
        Outcome::Cancelled => "\u{25a0}",
    }
}

/// The badge already says the outcome that opens the line.
fn after_name(line: &str) -> &str {
    line.split_once([':', '：'])
        .map_or(line, |(_, rest)| rest.trim_start())
}
