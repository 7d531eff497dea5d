//! Other names, copies, explanations, and what counts as the same word.

use assay_domain::{Document, Tier};
use assay_evidence::{Filter, Index};
use proptest::prelude::*;

use crate::library::document;

fn index_of(sources: &[(&str, &str)]) -> Index {
    let index = Index::in_memory().expect("an index");
    let documents: Vec<_> = sources
        .iter()
        .map(|(name, text)| document(name, text))
        .collect();
    index.add(documents, 1).expect("added");
    index
}

fn texts(index: &Index, query: &str) -> Vec<String> {
    let hits = index
        .search(query, &Filter::default(), 10)
        .expect("a search");
    hits.into_iter().map(|hit| hit.passage.text).collect()
}

const STATEMENTS: [(&str, &str); 6] = [
    ("a.md", "Revenue was 10 million in the north."),
    ("b.md", "Net sales came to 12 million in the south."),
    ("c.md", "公司全年营业收入为15亿元。"),
    (
        "d.md",
        "Sales staff wore a net against mosquitoes; capital spending was 3 million.",
    ),
    ("e.md", "员工人数为一千人，资本支出为三亿元。"),
    ("f.md", "Employees moved to the new site."),
];

#[test]
fn a_rare_other_name_does_not_outweigh_a_common_one() {
    let index = index_of(&[
        ("a.md", "Revenue was 10 million in the north."),
        ("b.md", "Revenue was 12 million in the south."),
        ("c.md", "Revenue was 14 million in the east."),
        (
            "d.md",
            "Turnover among employees fell as the new site opened.",
        ),
        ("e.md", "Employees moved to the new site."),
    ]);
    let found = texts(&index, "营业收入");
    assert!(found[0].starts_with("Revenue"), "{found:?}");
    assert!(found[3].starts_with("Turnover"), "{found:?}");
}

#[test]
fn a_concept_is_found_by_its_other_names_after_its_own() {
    let index = index_of(&STATEMENTS);
    for (query, first, also) in [
        (
            "revenue",
            "Revenue was",
            vec!["Net sales came", "公司全年营业收入"],
        ),
        (
            "营业收入",
            "公司全年营业收入",
            vec!["Revenue was", "Net sales came"],
        ),
        ("capex", "Sales staff wore", vec!["员工人数"]),
        ("headcount", "Employees moved", vec!["员工人数"]),
        ("员工", "员工人数", vec!["Employees moved"]),
    ] {
        let found = texts(&index, query);
        let is_in = |start: &str| found.iter().any(|text| text.starts_with(start));
        assert!(is_in(first), "{query}: {found:?}");
        for start in also {
            assert!(is_in(start), "{query}: {found:?}");
        }
        if ["revenue", "营业收入", "员工"].contains(&query) {
            assert!(found[0].starts_with(first), "{query}: {found:?}");
        }
    }
    assert_eq!(texts(&index, "mosquitoes").len(), 1);
}

#[test]
fn words_are_the_same_however_they_are_written() {
    let index = index_of(&[
        ("a.md", "The e-mail went out on Form 10-K day."),
        ("b.md", "U.S. operations and R&D in Austin."),
        (
            "c.md",
            "Guidance is $97.7B for FY2025, or 1,234.5 per unit.",
        ),
        ("d.md", "研发投入为１８６亿元，股票代码６００５１９。"),
        ("e.md", "Mid-income families buy year-round."),
        ("f.md", "贵州茅台（600519.SH）与腾讯控股（0700.HK）"),
    ]);
    for (query, start) in [
        ("email", "The e-mail"),
        ("10K", "The e-mail"),
        ("10-k filing", "The e-mail"),
        ("US", "U.S."),
        ("r&d", "U.S."),
        ("97.7", "Guidance"),
        ("2025", "Guidance"),
        ("1234.5", "Guidance"),
        ("1,234.5", "Guidance"),
        ("186", "研发投入"),
        ("股票代码 600519", "研发投入"),
        ("midincome", "Mid-income"),
        ("mid income", "Mid-income"),
        ("0700.HK", "贵州茅台"),
        ("ｅ－ｍａｉｌ", "The e-mail"),
    ] {
        let found = texts(&index, query);
        let first = found.first().map_or("", String::as_str);
        assert!(first.starts_with(start), "{query}: {found:?}");
    }
}

#[test]
fn a_row_is_found_by_its_label_before_a_row_that_mentions_it() {
    let index = index_of(&[
        ("a.md", "| Item | Note |\n|---|---|\n| Goodwill | 12 |\n"),
        (
            "b.md",
            "| Item | Note |\n|---|---|\n| Other | goodwill 12 |\n",
        ),
    ]);
    let found = texts(&index, "goodwill");
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("| Goodwill |"), "{found:?}");
}

const COPIED: &str = "Energy storage deployments reached 31.4 GWh in the year, more than twice those \
                      of the year before, and the backlog grew.";

fn copies() -> Vec<(Document, String)> {
    [
        ("blog", Tier::D, Some("2025-03-01")),
        ("older filing", Tier::A, Some("2025-01-30")),
        ("newer filing", Tier::A, Some("2025-02-15")),
        ("undated filing", Tier::A, None),
    ]
    .map(|(title, tier, date)| {
        let (mut document, text) = document("a.md", &format!("# {title}\n\n{COPIED}\n"));
        document.title = title.to_owned();
        document.tier = tier;
        document.date = date.map(|date| date.parse().expect("a date"));
        (document, text)
    })
    .into()
}

#[test]
fn the_same_words_are_found_once_in_the_best_source() {
    let copies = copies();
    let index = Index::in_memory().expect("an index");
    index.add(copies.clone(), 1).expect("added");
    let title = |filter: &Filter| {
        let hits = index
            .search("storage deployments", filter, 10)
            .expect("hits");
        assert_eq!(hits.len(), 1, "{hits:?}");
        let found = copies
            .iter()
            .find(|(document, _)| document.id == hits[0].passage.document);
        found.expect("a document").0.title.clone()
    };
    assert_eq!(title(&Filter::default()), "newer filing");
    let until = Some("2025-02-01".parse().expect("a date"));
    assert_eq!(
        title(&Filter {
            until,
            ..Filter::default()
        }),
        "older filing"
    );
    assert_eq!(title(&Filter::of_document(&copies[0].0.id)), "blog");
    let explained = index
        .explain("storage", &Filter::default(), 10)
        .expect("explained");
    assert_eq!(explained.hits[0].copies.len(), 3);
}

#[test]
fn an_explanation_says_it_all() {
    let index = index_of(&STATEMENTS);
    let filter = Filter {
        tier: Some(Tier::D),
        ..Filter::default()
    };
    let explained = index
        .explain("revenue in the north", &filter, 3)
        .expect("explained");
    insta::assert_json_snapshot!(explained);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn the_parts_of_an_explanation_are_the_score(
        query in "(revenue|net|sales|营业收入|员工|capex|million|headcount|north| ){1,8}",
        split_at in 0_usize..6,
    ) {
        let whole = index_of(&STATEMENTS);
        let parts = Index::in_memory().expect("an index");
        let documents: Vec<_> = STATEMENTS.iter().map(|(name, text)| document(name, text)).collect();
        let (one, other) = documents.split_at(split_at);
        parts.add(other.to_vec(), 1).expect("added");
        parts.add(one.to_vec(), 2).expect("added");
        let explained = whole.explain(&query, &Filter::default(), 10).expect("explained");
        prop_assert_eq!(&explained, &parts.explain(&query, &Filter::default(), 10).expect("explained"));
        let hits = whole.search(&query, &Filter::default(), 10).expect("hits");
        prop_assert_eq!(hits.len(), explained.hits.len());
        for (hit, found) in hits.iter().zip(&explained.hits) {
            prop_assert_eq!(hit, &found.hit);
            let sum: f64 = found.parts.iter().map(|part| part.brings).sum();
            prop_assert_eq!(sum as f32, hit.score);
        }
    }
}

/// Business, risk and result of one report; the wording differs by a word or two.
fn said_again(second_figure: &str) -> String {
    let paragraph = |source: &str, share: &str| {
        format!(
            "Our kilns are fired with gas from a single supplier, Northgate Pipelines, under a \
             contract that ends in 2031, and {source} covers {share} % of what we burn in a year; \
             we hold no stock of fuel beyond nine days of production at full load."
        )
    };
    format!(
        "# Report\n\n## Business\n\n{}\n\n## Risks\n\n{}\n\n## Results\n\nKilns burnt more gas.\n",
        paragraph("it", "64"),
        paragraph("this contract", second_figure),
    )
}

#[test]
fn what_a_document_says_again_is_found_once() {
    let query = "gas supplier of the kilns";
    let once = index_of(&[("a.md", &said_again("64"))]);
    let found = texts(&once, query);
    let told = |found: &[String]| {
        let of_supplier = found.iter().filter(|text| text.contains("Northgate"));
        of_supplier.count()
    };
    assert_eq!(told(&found), 1, "{found:?}");
    let explained = once
        .explain(query, &Filter::default(), 10)
        .expect("explained");
    assert_eq!(explained.hits[0].copies.len(), 1);
    // another figure is another statement
    let twice = index_of(&[("a.md", &said_again("71"))]);
    let found = texts(&twice, query);
    assert_eq!(told(&found), 2, "{found:?}");
}
