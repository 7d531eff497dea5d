//! What a report says of sources that were taken out of the library after it was written.

use assay_domain::Language;

use crate::html_inline;
use crate::markdown_text::{Place, push_escaped};
use crate::plain_text::title_text;

/// The report in Markdown, with a word under its title on the sources that are gone.
pub fn removed_from_markdown(report: &str, titles: &[String], language: Language) -> String {
    let escaped = |title: &String| {
        let mut out = String::new();
        push_escaped(&title_text(title), Place::LINE, &mut out);
        out
    };
    let titles: Vec<String> = titles.iter().map(escaped).collect();
    let note = format!("> {}\n", sentence(&titles, language));
    let is_title = report.starts_with('#');
    match report.split_once('\n').filter(|_| is_title) {
        Some((title, rest)) => format!("{title}\n\n{note}\n{}", rest.trim_start_matches('\n')),
        None => format!("{note}\n{report}"),
    }
}

/// The same for a page: before all else that it says.
pub fn removed_from_html(page: &str, titles: &[String], language: Language) -> String {
    let escaped = |title: &String| html_inline::escaped(&title_text(title));
    let titles: Vec<String> = titles.iter().map(escaped).collect();
    let note = format!(
        "<p role=\"note\"><strong>{}</strong></p>\n",
        sentence(&titles, language)
    );
    let text = page.find("<main").or_else(|| page.find("<body"));
    let begin = text.and_then(|at| Some(at + page.get(at..)?.find('>')? + 1));
    match begin.and_then(|at| page.split_at_checked(at)) {
        Some((head, text)) => format!("{head}\n{note}{}", text.trim_start_matches('\n')),
        None => format!("{note}{page}"),
    }
}

fn sentence(titles: &[String], language: Language) -> String {
    language.pick(
        format!(
            "Removed from the library since this was written: {}. What is quoted from there can no longer be held against it.",
            titles.join("; ")
        ),
        format!(
            "本报告写成之后，以下来源已从资料库移除：{}。引自其中的文字已无法再与原文核对。",
            titles.join("；")
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_under_its_title_which_sources_are_gone() {
        let titles = ["Kiln <b>log</b>".to_owned(), "Ledger".to_owned()];
        let markdown = removed_from_markdown("# Pots\n\nMany [1].\n", &titles, Language::En);
        assert!(markdown.starts_with("# Pots\n\n> Removed from the library since"));
        assert!(
            markdown.ends_with("held against it.\n\nMany [1].\n"),
            "{markdown}"
        );
        assert!(markdown.contains("Kiln \\<b>log"), "{markdown}");
        let page =
            "<html><body class=\"r\">\n<main id=\"report\">\n<p>Many</p></main></body></html>";
        let shown = removed_from_html(page, &titles, Language::Zh);
        assert!(
            shown.contains("<main id=\"report\">\n<p role=\"note\"><strong>本报告写成之后"),
            "{shown}"
        );
        assert!(
            shown.ends_with("</strong></p>\n<p>Many</p></main></body></html>"),
            "{shown}"
        );
        assert!(!shown.contains("<b>"), "{shown}");
    }
}
