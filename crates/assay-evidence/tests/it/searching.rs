use std::convert::Infallible;

use assay_domain::{Document, DocumentId};
use assay_evidence::{Filter, Hit, Index, IndexError, RebuildError};
use proptest::prelude::*;

use crate::library::{document, quarantine};

fn library() -> Vec<(Document, String)> {
    [
        ("tesla.md", "# Tesla 2024\n\n## Revenue\n\nTotal revenues were $97,690 million in FY2024, up 1% from the year before.\n\n## Margins\n\nAutomotive gross margin fell to 18.4% because of lower selling prices.\n"),
        ("nvidia.md", "# NVIDIA\n\n## Data center\n\nData center revenue growth was driven by accelerated computing.\n\n## Risks\n\nExport controls may limit sales to customers in some countries.\n"),
        ("maotai.md", "# 贵州茅台\n\n## 经营情况\n\n2024年公司实现营业收入1741亿元，同比增长15.7%。\n\n## 风险\n\n宏观经济波动可能影响高端白酒的消费需求。\n"),
        ("catl.md", "# 宁德时代\n\n## 动力电池\n\n动力电池系统销量为381GWh，海外市场份额提升。\n\n## 毛利率\n\n公司毛利率为24.4%，研发投入为186亿元。\n"),
        ("prices.csv", "Month,Close\n2024-01,187.29\n2024-02,201.88\n"),
    ]
    .map(|(name, source)| document(name, source))
    .into()
}

fn filled() -> Index {
    let index = Index::in_memory().expect("an index");
    index.add(library(), 7).expect("added");
    index
}

fn found(index: &Index, query: &str) -> Vec<Hit> {
    index
        .search(query, &Filter::default(), 5)
        .expect("a search")
}

#[test]
fn the_best_passage_comes_first_in_both_languages() {
    let index = filled();
    let cases = [
        (
            "What was Tesla's total revenue?",
            "Total revenues were $97,690",
        ),
        ("revenue 2024 tesla", "Total revenues were $97,690"),
        ("97690", "Total revenues were $97,690"),
        ("97,690", "Total revenues were $97,690"),
        ("gross margins", "Automotive gross margin"),
        ("growing data centers", "Data center revenue growth"),
        ("export control risk", "Export controls"),
        ("茅台的营业收入是多少", "2024年公司实现营业收入"),
        ("白酒消费", "宏观经济波动"),
        ("动力电池 销量", "动力电池系统销量"),
        ("宁德时代毛利率", "公司毛利率为24.4%"),
        ("ＴＥＳＬＡ　ｒｅｖｅｎｕｅ", "Total revenues were $97,690"),
        ("NVIDIA 的 data center 业务", "Data center revenue growth"),
        ("close 201.88", "Month: 2024-01"),
    ];
    for (query, start) in cases {
        let hits = found(&index, query);
        let first = hits.first().map(|hit| hit.passage.text.as_str());
        assert!(
            first.is_some_and(|text| text.starts_with(start)),
            "{query}: {first:?}"
        );
    }
}

#[test]
fn no_query_is_an_error_and_unknown_words_find_nothing() {
    let index = filled();
    for query in [
        "",
        "   ",
        "zzyzx",
        "the of and",
        "的 了 和",
        "\"unclosed (",
        "title:",
        "a AND OR NOT",
        "+-&&||!(){}[]^\"~*?:\\/",
        "饕餮饕餮",
        "\u{0}",
        "🚀",
    ] {
        assert_eq!(found(&index, query), Vec::new(), "{query}");
    }
    assert_eq!(
        index
            .search("revenue", &Filter::default(), 0)
            .expect("a search"),
        Vec::new()
    );
    let empty = Index::in_memory().expect("an index");
    assert_eq!(empty.stamp(), 0);
    assert_eq!(found(&empty, "revenue"), Vec::new());
}

#[test]
fn a_hit_is_the_passage_as_it_was_split() {
    let index = filled();
    let (document, text) = &library()[0];
    let expected = assay_documents::split(document, text);
    let hit = &found(&index, "gross margin")[0];
    assert_eq!(
        Some(&hit.passage),
        expected.iter().find(|passage| passage.id == hit.passage.id)
    );
    assert_eq!(hit.passage.headings, ["Tesla 2024", "Margins"]);
}

#[test]
fn a_question_asked_again_is_answered_from_the_index_as_it_is_now() {
    let index = filled();
    let questions = [
        "tesla revenue",
        "毛利率",
        "export controls",
        "nowhere found",
    ];
    let check = |state: &str| {
        for question in questions {
            for limit in [1, 3] {
                for time in ["first", "second"] {
                    let hits = index.search(question, &Filter::default(), limit);
                    let searched: Vec<_> = hits
                        .expect("a search")
                        .into_iter()
                        .map(|hit| hit.passage.id)
                        .collect();
                    let known = index.find(question, &Filter::default(), limit);
                    let case = format!("{state}, {question}, {limit}, {time}");
                    assert_eq!(known.expect("a search"), searched, "{case}");
                }
            }
        }
    };
    check("filled");
    let (document, _) = library().remove(0);
    let filter = Filter::of_document(&document.id);
    let within = index.find("tesla revenue", &filter, 3).expect("a search");
    assert!(!within.is_empty());
    index.remove(&[document.id], 8).expect("removed");
    check("without a document");
    index.add(library(), 9).expect("added");
    check("with it again");
    let documents = library().into_iter().skip(1).map(Ok::<_, Infallible>);
    index.rebuild(documents, 10).expect("rebuilt");
    check("rebuilt");
}

#[test]
fn adding_replaces_removing_removes_and_the_stamp_follows() {
    let index = filled();
    assert_eq!(index.stamp(), 7);
    let (mut document, text) = library().remove(0);
    let start = text.find("Total").expect("a sentence");
    quarantine(&mut document, start, start + 20);
    index.add([(document.clone(), text)], 8).expect("added");
    assert_eq!(index.stamp(), 8);
    assert!(
        found(&index, "total revenues")
            .iter()
            .all(|hit| !hit.passage.text.contains("Total revenues"))
    );
    index.remove(&[document.id], 9).expect("removed");
    assert_eq!(found(&index, "tesla"), Vec::new());
    assert_eq!(index.stamp(), 9);
    let documents = library().into_iter().map(Ok::<_, Infallible>);
    index.rebuild(documents, 10).expect("rebuilt");
    assert_eq!(index.stamp(), 10);
    assert_eq!(
        found(&index, "tesla revenue"),
        found(&filled(), "tesla revenue")
    );
}

#[test]
fn a_rebuild_that_fails_leaves_the_index_as_it_was() {
    let index = filled();
    let before = found(&index, "revenue");
    let documents = library()
        .into_iter()
        .take(1)
        .map(Ok)
        .chain([Err("the store is locked")]);
    let error = index
        .rebuild(documents, 99)
        .expect_err("the store is locked");
    assert!(
        matches!(error, RebuildError::Document("the store is locked")),
        "{error}"
    );
    assert_eq!((index.stamp(), found(&index, "revenue")), (7, before));
}

#[test]
fn a_second_writer_is_told_that_the_index_is_busy() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = Index::open(folder.path()).expect("opened").index;
    let other = Index::open(folder.path()).expect("opened").index;
    let documents = library().into_iter().map(|document| {
        let busy = other
            .add(library(), 2)
            .expect_err("another writer is at work");
        assert!(matches!(busy, IndexError::Busy), "{busy}");
        Ok::<_, Infallible>(document)
    });
    one.rebuild(documents, 1).expect("rebuilt");
    assert_eq!(found(&other, "tesla revenue"), found(&one, "tesla revenue"));
    other.add(library(), 2).expect("nobody else writes");
    assert_eq!(one.stamp(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn results_do_not_depend_on_how_the_index_was_filled(
        order in Just((0..5).collect::<Vec<usize>>()).prop_shuffle(),
        batches in prop::collection::vec(1_usize..4, 5),
        repeated in 0_usize..5,
        query in "(revenue|margin|公司|增长|2024|close|risk|风险| ){1,6}",
    ) {
        let documents = library();
        let index = Index::in_memory().expect("an index");
        let mut rest = order.as_slice();
        for batch in batches {
            let (now, later) = rest.split_at(batch.min(rest.len()));
            rest = later;
            let now: Vec<_> = now.iter().map(|place| documents[*place].clone()).collect();
            index.add(now, 1).expect("added");
        }
        index.add([documents[repeated].clone()], 7).expect("added again");
        let ids: Vec<DocumentId> = documents.iter().map(|(document, _)| document.id.clone()).collect();
        prop_assert_eq!(ids.len(), 5);
        prop_assert_eq!(found(&index, &query), found(&filled(), &query));
    }
}
