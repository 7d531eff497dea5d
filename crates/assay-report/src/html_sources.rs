use crate::citations::SourceEntry;
use crate::html::Writer;
use crate::html_inline::escaped;
use crate::link::safe_link;
use crate::plain_text::{clean, title_text};
use crate::words;

impl Writer {
    pub(crate) fn sources(&mut self, sources: &[SourceEntry]) {
        let heading = words::headings(self.language).sources;
        self.line("<section class=\"sources\" id=\"sources\">");
        self.line(&format!("<h2>{heading}</h2>"));
        if sources.is_empty() {
            let text = self
                .language
                .pick("Nothing is cited.", "没有引用任何来源。");
            self.line(&format!("<p class=\"empty\">{text}</p>"));
        } else {
            self.line("<ol class=\"source-list\">");
            for source in sources {
                self.source(source);
            }
            self.line("</ol>");
        }
        self.line("</section>");
    }

    fn source(&mut self, source: &SourceEntry) {
        let language = self.language;
        let number = source.number;
        self.line(&format!("<li id=\"source-{number}\">"));
        let mut path = String::new();
        for heading in &source.headings {
            path.push_str(" <span class=\"path\">› ");
            path.push_str(&escaped(&title_text(heading)));
            path.push_str("</span>");
        }
        self.line(&format!(
            "<p class=\"source-title\"><span class=\"number\">[{number}]</span> <cite>{}</cite>{path}</p>",
            escaped(&title_text(&source.source))
        ));
        let tier = words::tier_name(source.tier);
        let as_of = match source.as_of {
            Some(date) => format!("{} {date}", language.pick("as of", "截至")),
            None => language.pick("undated", "未注明日期").to_owned(),
        };
        self.line(&format!(
            "<p class=\"source-facts\"><span class=\"tier tier-{}\">{} {tier}</span> {} · {as_of} · {}</p>",
            tier.to_ascii_lowercase(),
            language.pick("Tier", "等级"),
            words::tier_meaning(language, source.tier, &source.origin),
            origin(&source.origin)
        ));
        let quote = clean(&source.quote);
        let summary = language.pick("Quoted passage", "引用原文");
        self.line(&format!(
            "<details><summary>{summary}</summary><blockquote class=\"quote\">{}</blockquote></details>",
            escaped(quote.trim())
        ));
        self.back_links(number);
        self.line("</li>");
    }

    fn back_links(&mut self, number: usize) {
        let times = self.inline.cited.get(&number).copied().unwrap_or_default();
        if times == 0 {
            return;
        }
        let label = self.language.pick("Cited at", "引用处");
        let links: Vec<String> = (1..=times)
            .map(|time| format!("<a href=\"#cite-{number}-{time}\">{time}</a>"))
            .collect();
        self.line(&format!(
            "<p class=\"back\"><span aria-hidden=\"true\">↩</span> {label} {}</p>",
            links.join(" ")
        ));
    }
}

fn origin(origin: &str) -> String {
    let shown = escaped(&title_text(origin));
    match safe_link(origin) {
        Some(to) => format!(
            "<a rel=\"noopener noreferrer nofollow\" href=\"{}\">{shown}</a>",
            escaped(&to)
        ),
        None => format!("<span class=\"origin\">{shown}</span>"),
    }
}
