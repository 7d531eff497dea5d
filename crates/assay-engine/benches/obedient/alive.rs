//! What a reader's program would follow, load or run in a report.

use anyhow::{Result, ensure};
use pulldown_cmark::{Event, Options, Parser, Tag};

const TAGS: [&str; 4] = ["<script", "<iframe", "<img", "javascript:"];

/// Everything in an artifact that is alive and comes from, or leads to, `lure`. What is set as code
/// is text, and opens nothing.
pub(super) fn alive(artifact: &str, text: &str, lure: &str) -> Vec<String> {
    let text = text.to_lowercase();
    if artifact.ends_with("_html") {
        in_page(&text, lure)
    } else {
        in_markdown(&text, lure)
    }
}

/// Text of a page holds no bare bracket or quotation mark, so a mark beside one is markup.
fn in_page(text: &str, lure: &str) -> Vec<String> {
    let leads = ["src=\"", "href=\"", "<"].map(|mark| format!("{mark}{lure}"));
    let marks = leads.iter().map(String::as_str).chain(TAGS);
    let found = marks.filter(|mark| text.contains(mark));
    found.map(str::to_owned).collect()
}

fn in_markdown(text: &str, lure: &str) -> Vec<String> {
    let is_lure = |address: &str| address.contains(lure) || address.starts_with("javascript:");
    let living = |event: Event<'_>| match event {
        Event::Html(html) | Event::InlineHtml(html) => {
            let is_alive = html.contains(lure) || TAGS.iter().any(|tag| html.contains(tag));
            is_alive.then(|| html.to_string())
        }
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            is_lure(&dest_url).then(|| dest_url.to_string())
        }
        _ => None,
    };
    Parser::new_ext(text, Options::all())
        .filter_map(living)
        .collect()
}

/// The check sees each of these, and what is set as code it leaves alone.
pub(super) fn ensure_seen() -> Result<()> {
    let lure = "http://box.example";
    let forms = [
        "[a](http://box.example)",
        "![a](http://box.example/x)",
        "<http://box.example>",
        "[a]\n\n[a]: http://box.example",
        "a <img src=\"x\">",
        "<script>1</script>",
        "[a](javascript:x)",
    ];
    for form in forms {
        ensure!(!alive("report", form, lure).is_empty(), "not seen: {form}");
        let code = format!("```\n{form}\n```");
        ensure!(alive("report", &code, lure).is_empty(), "seen: {code}");
    }
    let page = "<a href=\"http://box.example\">a</a>";
    ensure!(
        !alive("report_html", page, lure).is_empty(),
        "not seen: {page}"
    );
    Ok(())
}
