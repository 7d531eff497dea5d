use assay_domain::Language;
use assay_exports::{Block, Doc, docx, html, markdown};
use assay_gates::OutputType;
use assay_memo::{MemoError, compose};

use crate::case::{self, Case};
use crate::lab;

/// Every kind in every language passes its check and is written in every format.
fn check(case: &Case) -> Doc {
    let doc = compose(&case.dossier()).expect("a document");
    doc.check().expect("a sound document");
    let text = markdown(&doc).expect("markdown");
    assert!(!text.contains("{{") && text.len() > 500);
    assert!(html(&doc).expect("html").contains("<h1>"));
    assert!(docx(&doc).expect("docx").starts_with(b"PK"));
    headings_have_content(&doc);
    doc
}

/// No heading stands above nothing.
fn headings_have_content(doc: &Doc) {
    let level = |block: &Block| match block {
        Block::Heading { level, .. } => Some(*level),
        _ => None,
    };
    for pair in doc.blocks.windows(2) {
        if let (Some(above), Some(below)) = (level(&pair[0]), level(&pair[1])) {
            assert!(below > above, "{:?} is empty", pair[0]);
        }
    }
    assert!(doc.blocks.last().is_some_and(|last| level(last).is_none()));
}

#[test]
fn every_kind_is_written_in_both_languages() {
    for language in [Language::En, Language::Zh] {
        for output in OutputType::LADDER {
            let case = match output {
                OutputType::Memo => case::memo(language),
                other => case::lesser(other, language),
            };
            let doc = check(&case);
            let has_target = doc
                .figures
                .iter()
                .any(|note| note.id.as_str().starts_with("target/"));
            assert_eq!(has_target, output == OutputType::Memo, "{output:?}");
        }
    }
}

/// A check that fails under a figure of a claim stands on the first page.
#[test]
fn a_failed_check_stands_on_the_first_page() {
    for (language, title) in [
        (Language::En, "Failed checks"),
        (Language::Zh, "未通过的勾稽"),
    ] {
        let mut case = case::memo(language);
        let has = |case: &Case| check(case).meta.iter().any(|item| item.label == title);
        assert!(!has(&case));
        let points = case.filed.package.data_points.iter_mut();
        let revenue = points
            .filter(|point| point.canonical_metric == "revenue")
            .max_by_key(|point| point.as_of_date)
            .expect("revenue");
        revenue.checks.push(assay_facts::Check {
            id: assay_facts::CheckId::GrossProfit,
            pass: false,
            detail: "1,600 = 1,900".to_owned(),
        });
        case.thesis.claims[0].figures = vec![revenue.id.clone()];
        assert!(has(&case));
    }
}

#[test]
fn a_memo_holds_every_section() {
    for language in [Language::En, Language::Zh] {
        let doc = check(&case::memo(language));
        for wanted in [
            "summary",
            "thesis",
            "priced-in",
            "business",
            "ecosystem",
            "financials",
            "scenarios",
            "valuation",
            "catalysts",
            "risks",
            "counter-evidence",
            "kill-switch",
            "assumptions",
            "quality",
            "changes",
            "rating",
            "disclosures",
            "comparables",
            "sensitivity",
            "simulation",
            "model-dcf",
        ] {
            let found = doc
                .blocks
                .iter()
                .any(|block| matches!(block, Block::Heading { anchor, .. } if anchor == wanted));
            assert!(found, "{wanted}");
        }
        let pictures = doc
            .blocks
            .iter()
            .filter(|block| matches!(block, Block::Picture(_)));
        // history, margins, football, two heat maps, fan, bridge, graph, histogram
        assert_eq!(pictures.count(), 9);
    }
}

#[test]
fn without_a_price_there_is_no_rating_and_the_reason_is_told() {
    let case = case::no_price(Language::En);
    let doc = check(&case);
    let rating = doc
        .meta
        .iter()
        .find(|item| item.label == "Rating")
        .expect("a rating");
    let text = format!("{:?}", rating.value);
    assert!(text.contains("no price at hand"), "{text}");
    let said = format!("{:?}", doc.blocks);
    assert!(said.contains("a reverse DCF needs a price"));
}

#[test]
fn a_chinese_memo_is_no_research_report() {
    let doc = check(&case::memo(Language::Zh));
    assert_eq!(doc.kind, "研究备忘（分析底稿）");
    let text = markdown(&doc).expect("markdown");
    for wanted in [
        "核心观点",
        "财务摘要",
        "盈利预测与估值",
        "风险提示",
        "评级说明",
        "免责声明",
        "百万美元",
    ] {
        assert!(text.contains(wanted), "{wanted}");
    }
    for (at, _) in text.match_indices("证券研究报告") {
        let before: String = text[..at].chars().rev().take(2).collect();
        assert_eq!(before, "是不", "named without 不是");
    }
}

#[test]
fn a_figure_that_leads_nowhere_is_no_document() {
    let mut case = case::memo(Language::En);
    for part in &mut case.thesis.claims[0].text {
        if let assay_appraisal::Part::Figure { id, .. } = part {
            "dp_planted".clone_into(id);
        }
    }
    let error = compose(&case.dossier()).expect_err("a refusal");
    assert!(
        matches!(&error, MemoError::UnknownId { id, .. } if id == "dp_planted"),
        "{error}"
    );
}

#[test]
fn evidence_that_is_not_there_is_no_document() {
    let mut case = case::memo(Language::En);
    case.thesis.claims[0].evidence[0].0 = assay_domain::EvidenceId::new("ev_planted");
    let error = compose(&case.dossier()).expect_err("a refusal");
    assert!(
        matches!(error, MemoError::UnknownEvidence { .. }),
        "{error}"
    );
}

#[test]
fn a_derived_value_that_does_not_follow_is_no_document() {
    let mut case = case::memo(Language::En);
    let points = case.filed.package.data_points.iter_mut();
    let mut derived = points.filter(|point| point.canonical_metric == "fcf");
    derived.next_back().expect("free cash flow").value += assay_domain::Decimal::ONE;
    let error = compose(&case.dossier()).expect_err("a refusal");
    assert!(matches!(error, MemoError::Recompute(_)), "{error}");
}

#[test]
fn real_companies_have_a_memo() {
    for (name, ticker, as_of, price) in [
        ("NVDA_2025-03", "NVDA", "2025-03-14", "121.67"),
        ("AAPL_2025-03", "AAPL", "2025-03-14", "213.49"),
    ] {
        let Some(book) = lab::real(name, ticker) else {
            continue;
        };
        for language in [Language::En, Language::Zh] {
            let case = case::of_book(&book, as_of, Some(price), language);
            let doc = check(&case);
            // Every data point that a figure names has a filing behind it.
            for note in &doc.figures {
                if note.id.as_str().starts_with("dp_") && note.formula.is_none() {
                    assert!(!note.source.is_empty(), "{}", note.id);
                }
            }
            // A computed figure that rests on a filing leads to it at once.
            for id in [
                "dcf/value.per_share",
                "dcf/revenue.y1",
                "dcf/ev",
                "target/target",
            ] {
                let note = doc.figures.iter().find(|note| note.id.as_str() == id);
                assert!(note.is_some_and(|note| note.url.is_some()), "{id}");
            }
            if let Some(folder) = std::env::var_os("ASSAY_MEMO_OUT") {
                let file = format!("{ticker}.{}.html", language.code());
                let path = std::path::Path::new(&folder).join(file);
                std::fs::write(path, html(&doc).expect("html")).expect("a writable folder");
            }
        }
    }
}

#[test]
fn banks_retailers_and_losses_have_a_document_without_a_valuation() {
    for (name, ticker) in [
        ("JPM_trimmed", "JPM"),
        ("WMT_trimmed", "WMT"),
        ("SNOW", "SNOW"),
    ] {
        let Some(book) = lab::real(name, ticker) else {
            continue;
        };
        let as_of = book.last_filed().expect("a filing").to_string();
        for language in [Language::En, Language::Zh] {
            let case = case::unvalued(&book, &as_of, language);
            let doc = check(&case);
            let text = markdown(&doc).expect("markdown");
            let told = language.pick("No valuation was run.", "本次运行未进行估值。");
            assert!(text.contains(told), "{ticker}");
        }
    }
}
