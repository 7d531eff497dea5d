use assay_domain::Language;

use crate::samples::{Sample, completed, degraded, partial, with_findings};

/// The page without its style sheet, which would drown the rest.
fn without_style(html: &str) -> String {
    let style = html
        .split_once("<style>")
        .and_then(|(_, rest)| rest.split_once("</style>"));
    match style {
        Some((style, _)) => html.replace(style, ""),
        None => html.to_owned(),
    }
}

fn check(name: &str, sample: fn(Language) -> Sample) {
    for language in [Language::En, Language::Zh] {
        let report = sample(language).report();
        let name = format!("{name}_{}", language.code());
        insta::assert_snapshot!(format!("{name}_markdown"), report.markdown);
        insta::assert_snapshot!(format!("{name}_html"), without_style(&report.html));
    }
}

#[test]
fn a_completed_run() {
    check("completed", completed);
}

#[test]
fn a_partial_run_shows_what_failed_and_what_waited_for_it() {
    check("partial", partial);
}

#[test]
fn a_degraded_run_says_who_stood_in() {
    check("degraded", degraded);
}

#[test]
fn every_kind_of_finding_is_shown() {
    check("findings", with_findings);
}
