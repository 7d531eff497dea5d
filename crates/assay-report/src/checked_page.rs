use std::ops::Range;

use assay_domain::Language;

use crate::html::POLICY;
use crate::html_inline::escaped;

const STYLE: &str = include_str!("../assets/checked.css");

/// A text with a mark at each of its sentences.
#[derive(Clone, Debug)]
pub struct CheckedPage<'a> {
    pub title: &'a str,
    pub language: Language,
    /// The text that was checked.
    pub text: &'a str,
    /// One line: how many sentences of which kind.
    pub summary: &'a str,
    pub passes: bool,
    /// In the order of the text; none overlaps another.
    pub sentences: Vec<MarkedSentence>,
    /// What the kinds of sentences are called, with their classes.
    pub legend: Vec<(SentenceMark, String)>,
}

/// How a sentence is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentenceMark {
    Quoted,
    Computed,
    Wording,
    Conclusion,
    Gap,
    Plain,
    Bad,
}

impl SentenceMark {
    fn class(self) -> &'static str {
        match self {
            Self::Quoted => "quoted",
            Self::Computed => "computed",
            Self::Wording => "wording",
            Self::Conclusion => "conclusion",
            Self::Gap => "gap",
            Self::Plain => "plain",
            Self::Bad => "bad",
        }
    }
}

/// A sentence and what is known of it.
#[derive(Clone, Debug)]
pub struct MarkedSentence {
    /// Bytes of the text.
    pub range: Range<usize>,
    pub mark: SentenceMark,
    pub label: String,
    /// Where it is borne out, and in which words.
    pub spans: Vec<(String, String)>,
    /// Why it is not.
    pub problems: Vec<String>,
}

/// The text as one page that loads nothing: each sentence in the colour of its verdict, with what
/// bears it or speaks against it under the pointer and in a list below.
pub fn checked_page(page: &CheckedPage<'_>) -> String {
    let mut out = String::with_capacity(STYLE.len() + 4 * page.text.len());
    head(page, &mut out);
    legend(page, &mut out);
    out.push_str("<main class=\"text\">");
    let mut done = 0;
    for (sentence, number) in page.sentences.iter().zip(1..) {
        between(part(page.text, done..sentence.range.start), &mut out);
        marked(page.text, sentence, number, &mut out);
        done = sentence.range.end;
    }
    between(part(page.text, done..page.text.len()), &mut out);
    out.push_str("</main>\n");
    list(page, &mut out);
    out.push_str("</body>\n</html>\n");
    out
}

fn head(page: &CheckedPage<'_>, out: &mut String) {
    let lang = page.language.pick("en", "zh-CN");
    let kind = page.language.pick("Claim check", "逐句核对");
    let (title, summary) = (escaped(page.title), escaped(page.summary));
    let state = if page.passes { "passes" } else { "fails" };
    out.push_str(&format!(
        "<!DOCTYPE html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta name=\"generator\" content=\"Assay\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<p class=\"kind\">{kind}</p>\n\
         <h1>{title}</h1>\n<p class=\"summary {state}\" role=\"status\">{summary}</p>\n</header>\n"
    ));
}

fn legend(page: &CheckedPage<'_>, out: &mut String) {
    let label = page.language.pick("What the colours mean", "颜色说明");
    out.push_str(&format!("<ul class=\"legend\" aria-label=\"{label}\">\n"));
    for (mark, name) in &page.legend {
        let (class, name) = (mark.class(), escaped(name));
        out.push_str(&format!(
            "<li><span class=\"s {class}\">{name}</span></li>\n"
        ));
    }
    out.push_str("</ul>\n");
}

/// What stands between sentences: headings, bullets, blank lines, lists of sources.
fn between(text: &str, out: &mut String) {
    for line in text.split_inclusive('\n') {
        let title = line.trim_start_matches('#');
        if title.len() < line.len() && title.starts_with(' ') {
            let title = escaped(title.trim());
            out.push_str(&format!("<strong class=\"heading\">{title}</strong>\n"));
        } else {
            out.push_str(&escaped(line));
        }
    }
}

fn marked(text: &str, sentence: &MarkedSentence, number: usize, out: &mut String) {
    let (class, label) = (sentence.mark.class(), escaped(&sentence.label));
    let words = escaped(part(text, sentence.range.clone()));
    out.push_str(&format!("<span class=\"s {class}\" tabindex=\"0\">{words}"));
    if sentence.mark != SentenceMark::Plain {
        out.push_str(&format!(
            "<a class=\"number\" href=\"#n{number}\">{number}</a>"
        ));
    }
    out.push_str(&format!("<span class=\"card\"><b>{label}</b>"));
    for (place, words) in &sentence.spans {
        let (place, words) = (escaped(place), escaped(words));
        out.push_str(&format!("<q>{words}</q><i>{place}</i>"));
    }
    for problem in &sentence.problems {
        out.push_str(&format!("<span>{}</span>", escaped(problem)));
    }
    out.push_str("</span></span>");
}

fn list(page: &CheckedPage<'_>, out: &mut String) {
    let heading = page.language.pick("Sentence by sentence", "逐句结果");
    out.push_str(&format!("<section>\n<h2>{heading}</h2>\n<dl>\n"));
    for (sentence, number) in page.sentences.iter().zip(1..) {
        if sentence.mark == SentenceMark::Plain {
            continue;
        }
        let (class, label) = (sentence.mark.class(), escaped(&sentence.label));
        let words = escaped(part(page.text, sentence.range.clone()));
        out.push_str(&format!(
            "<dt id=\"n{number}\"><span class=\"place\">{number}</span> \
             <span class=\"s {class}\">{label}</span> {words}</dt>\n"
        ));
        for (place, words) in &sentence.spans {
            let (place, words) = (escaped(place), escaped(words));
            out.push_str(&format!(
                "<dd><blockquote>{words}</blockquote><cite>{place}</cite></dd>\n"
            ));
        }
        for problem in &sentence.problems {
            let problem = escaped(problem);
            out.push_str(&format!("<dd class=\"problem\">{problem}</dd>\n"));
        }
    }
    out.push_str("</dl>\n</section>\n");
}

fn part(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use assay_domain::Language;

    use super::{CheckedPage, MarkedSentence, SentenceMark, checked_page};

    #[test]
    fn nothing_of_the_text_or_its_sources_becomes_markup() {
        let text = "# A <b>title</b>\n\nSales <script>alert(1)</script> rose.\nThe end";
        let start = text.find("Sales").unwrap();
        let end = text.find("\nThe").unwrap();
        let page = checked_page(&CheckedPage {
            title: "<img src=x>",
            language: Language::En,
            text,
            summary: "1 \"computed\"",
            passes: true,
            sentences: vec![MarkedSentence {
                range: start..end,
                mark: SentenceMark::Computed,
                label: "computed".to_owned(),
                spans: vec![(
                    "<i>Report</i>".to_owned(),
                    "<a href='x'>rose</a>".to_owned(),
                )],
                problems: vec!["<svg onload=x>".to_owned()],
            }],
            legend: vec![(SentenceMark::Computed, "<u>computed</u>".to_owned())],
        });
        for raw in [
            "<script",
            "<img",
            "<i>Report",
            "<a href='x'",
            "<svg",
            "<u>",
            "<b>title",
        ] {
            assert!(!page.contains(raw), "{raw}\n{page}");
        }
        for kept in [
            "Sales &lt;script&gt;alert(1)&lt;/script&gt; rose.",
            "The end</main>",
            "<strong class=\"heading\">A &lt;b&gt;title",
            "default-src 'none'",
        ] {
            assert!(page.contains(kept), "{kept}\n{page}");
        }
        assert!(!page.contains("http://") && !page.contains("https://"));
    }
}
