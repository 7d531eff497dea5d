use std::collections::BTreeSet;

use assay_domain::{
    Author, Failure, FailureCode, Language, Outcome, QualityNote, TaskId, citation, cited_evidence,
};
use assay_report::{Part, placeholder};
use proptest::prelude::*;

use crate::page::{assert_safe_html, assert_safe_markdown, html_citations, markdown_citations};
use crate::samples::{Sample, completed, degraded, no_evidence, partial, section, with_findings};

/// Words that Markdown trips over, with citations among them.
fn markdown() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "[[ev_aa01]]",
        "[[ev_aa02]]",
        "[[ev_aa03]]",
        "[[ev_dead]]",
        "[[ev_beef]]",
        "[[ev_1, 2]]",
        "[1]",
        "[[",
        "]]",
        "[",
        "]",
        "(",
        ")",
        "(https://a.example)",
        "![",
        "`",
        "```\n",
        "**",
        "*",
        "_",
        "~~",
        "|",
        "\n",
        "\n\n",
        "- ",
        "1. ",
        "> ",
        "# ",
        "|---|\n",
        "| a | b |\n",
        "word",
        " ",
        "毛利率：",
        "4.61",
        "<b>",
        "<!--",
        "&amp;",
        "\\",
        "    ",
        "[r]: x\n",
        "\t",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_citation_resolves_or_is_listed(first in markdown(), second in markdown(), summary in markdown()) {
        let mut sample = Sample::of_section(&first);
        sample.parts.push(section(2, &second.replace(['[', ']'], ""), &second, Language::Zh));
        sample.summary = vec![summary.clone()];
        let report = sample.report();

        let cited: BTreeSet<_> = [&first, &second, &summary].into_iter().flat_map(|text| cited_evidence(text)).collect();
        for id in &cited {
            if sample.evidence.contains_key(id) {
                prop_assert!(report.sources.iter().any(|source| source.evidence == *id), "{}", id);
            } else {
                prop_assert!(report.unresolved.iter().any(|text| text == id.as_str()), "{}", id);
            }
        }
        for source in &report.sources {
            let mark = citation(&source.evidence);
            prop_assert!([&first, &second, &summary].iter().any(|text| text.contains(&mark)));
        }
        let numbers: Vec<usize> = report.sources.iter().map(|source| source.number).collect();
        prop_assert_eq!(&numbers, &(1..=numbers.len()).collect::<Vec<_>>());
        for (used, entries) in [html_citations(&report.html), markdown_citations(&report.markdown)] {
            prop_assert_eq!(&entries, &numbers);
            prop_assert!(used.iter().all(|number| numbers.contains(number)));
        }
        for id in &report.unresolved {
            let mark = format!("[unresolved citation: {id}]");
            let in_code = format!("[[{id}]]");
            prop_assert!(report.html.contains(&mark) || report.html.contains(&in_code));
            prop_assert!(report.markdown.contains(id));
        }
        assert_safe_html(&report.html);
        assert_safe_markdown(&report.markdown);
    }

    #[test]
    fn any_text_is_read_without_panic(text in any::<String>()) {
        let report = Sample::of_section(&text).report();
        assert_safe_html(&report.html);
        assert_safe_markdown(&report.markdown);
    }
}

#[test]
fn numbers_follow_first_citation_and_neighbours_merge() {
    let text =
        "A [[ev_aa03]][[ev_aa01]] [[ev_aa03]] b[[ev_aa01]].\n\nc [3] and [[ev_dead]][[ev_dead]]";
    let report = Sample::of_section(text).report();
    let ids: Vec<&str> = report
        .sources
        .iter()
        .map(|source| source.evidence.as_str())
        .collect();
    assert_eq!(ids, ["ev_aa03", "ev_aa01"]);
    assert_eq!(report.unresolved, ["ev_dead"]);
    assert!(
        report
            .markdown
            .contains("A [[1]](#s1)[[2]](#s2) b[[2]](#s2).\n\nc (3) and [unresolved"),
        "{}",
        report.markdown
    );
}

/// A reason may quote the form of a citation, or an id that a model made up or was given.
#[test]
fn a_reason_is_told_in_full_and_cites_nothing() {
    let reason =
        "cite the ids you were given as [[ev_…]]; [[ev_deadbeef00]] is none, [[ev_aa03]] is one";
    let failure = Failure::new(FailureCode::ModelMalformed, reason);
    let mut sample = completed(Language::En);
    sample.reasons = vec![reason.to_owned()];
    sample.summary.clear();
    sample.transitions.clear();
    sample.parts = vec![
        section(1, "Cut short", "Nothing is cited.", Language::En),
        section(2, "Stood in for", "Nothing is cited.", Language::En),
        Part::Failed {
            task: TaskId(3),
            title: "Failed".to_owned(),
            failure: failure.clone(),
        },
    ];
    for part in &mut sample.parts {
        match part {
            Part::Section(section) if section.task == TaskId(1) => {
                section.notes = vec![QualityNote::CutShort {
                    reason: reason.to_owned(),
                }];
            }
            Part::Section(section) => {
                section.author = Author::Fallback {
                    instead_of: "local/m1".to_owned(),
                    because: failure.clone(),
                };
            }
            Part::Failed { .. } | Part::Blocked { .. } => {}
        }
    }
    let report = sample.report();
    assert_eq!(
        (&report.sources[..], &report.unresolved[..]),
        (&[][..], &[][..])
    );
    // the status, the missing section, its caveat, the author's line, caveat and byline, the note
    assert_eq!(report.html.matches(reason).count(), 7, "{}", report.html);
    let markdown = report.markdown.replace('\\', "");
    assert_eq!(markdown.matches(reason).count(), 7, "{markdown}");
    assert_safe_html(&report.html);
    assert_safe_markdown(&report.markdown);
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    for sample in [completed, partial, degraded, with_findings] {
        for language in [Language::En, Language::Zh] {
            assert_eq!(sample(language).report(), sample(language).report());
        }
    }
}

#[test]
fn placeholders_stand_verbatim_in_both_formats() {
    for (language, expected) in [
        (
            Language::En,
            "[Data could not be obtained: the library holds nothing about competitors (E-001)]",
        ),
        (
            Language::Zh,
            "[数据获取失败：资料库中没有关于竞争对手的内容（E-001）]",
        ),
    ] {
        assert_eq!(placeholder(language, &no_evidence(language)), expected);
        let report = partial(language).report();
        assert!(report.markdown.contains(expected));
        assert!(report.html.contains(expected));
    }
}

/// A run cancelled before anything was written still has a report that says so.
#[test]
fn a_run_without_any_part_names_what_was_not_worked_on() {
    let mut sample = completed(Language::En);
    sample.outcome = Outcome::Cancelled;
    sample.parts.clear();
    sample.summary.clear();
    sample
        .transitions
        .insert(TaskId(9), "leads nowhere [[ev_aa01]]".to_owned());
    let report = sample.report();
    assert!(
        report
            .markdown
            .contains("**Cancelled: 0 of 4 sections, 0 sources**")
    );
    assert!(
        report
            .markdown
            .contains("- 2\\. Financial performance: not worked on")
    );
    assert!(report.sources.is_empty());
    assert_safe_html(&report.html);
}

#[test]
fn sections_cannot_disturb_each_other() {
    let mut sample =
        Sample::of_section("[a][x] ```\n\n[x]: https://one.example\n\n```\nnever closed");
    sample.parts.push(section(
        2,
        "Second",
        "[a][x]\n\n[x]: https://two.example",
        Language::En,
    ));
    let report = sample.report();
    for url in ["https://one.example", "https://two.example"] {
        assert!(report.markdown.contains(url));
        // No source has this address, so the page does not lead there.
        assert!(!report.html.contains(url));
    }
    assert!(
        report
            .markdown
            .contains("\n```\nnever closed\n```\n\n## 2. Second\n")
    );
}

/// Habits of Chinese writers that plain CommonMark would show wrongly.
#[test]
fn ranges_are_not_struck_out_and_chinese_bold_is_bold() {
    let report = Sample::of_section("**毛利率：**10~20%，费用率 30~40%[[ev_aa01]]").report();
    assert!(
        report
            .html
            .contains("<strong>毛利率：</strong>10~20%，费用率 30~40%<sup"),
        "{}",
        report.html
    );
}
