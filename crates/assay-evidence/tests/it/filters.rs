use assay_domain::{Date, Document, Tier};
use assay_evidence::{Days, Filter, Index};

use crate::library::document;

fn date(text: &str) -> Date {
    text.parse().expect("a date")
}

/// Four filings and a note that all speak of revenue; the title is what a case expects.
fn library() -> Vec<(Document, String)> {
    let rows = [
        (
            "tsla-10k",
            Some("Tesla, Inc."),
            Some("10-K"),
            Some("2024-12-31"),
            Some("2025-01-30"),
            Tier::A,
        ),
        (
            "tsla-10q",
            Some("Tesla, Inc."),
            Some("10-Q"),
            Some("2025-06-30"),
            Some("2025-07-24"),
            Tier::A,
        ),
        (
            "aapl-10ka",
            Some("Apple Inc."),
            Some("10-K/A"),
            Some("2024-09-28"),
            None,
            Tier::B,
        ),
        (
            "moutai",
            Some("贵州茅台酒股份有限公司"),
            Some("年度报告"),
            Some("2024-12-31"),
            None,
            Tier::B,
        ),
        ("Tesla blog note", None, None, None, None, Tier::D),
    ];
    rows.map(|(title, entity, form, period_end, day, tier)| {
        let (mut document, text) = document(
            "a.md",
            &format!("# {title}\n\nRevenue of {title} is told here in its own words."),
        );
        document.title = title.to_owned();
        document.subject.entity = entity.map(str::to_owned);
        document.subject.form = form.map(str::to_owned);
        document.subject.period_end = period_end.map(date);
        document.date = day.map(date);
        document.tier = tier;
        (document, text)
    })
    .into()
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

fn entities(names: &[&str]) -> Filter {
    Filter {
        entities: words(names),
        ..Filter::default()
    }
}

fn forms(forms: &[&str]) -> Filter {
    Filter {
        forms: words(forms),
        ..Filter::default()
    }
}

fn period(first: &str, last: &str) -> Filter {
    let (first, last) = (date(first), date(last));
    Filter {
        period: Some(Days { first, last }),
        ..Filter::default()
    }
}

fn dated(since: Option<&str>, until: Option<&str>) -> Filter {
    Filter {
        since: since.map(date),
        until: until.map(date),
        ..Filter::default()
    }
}

fn tier(tier: Tier) -> Filter {
    Filter {
        tier: Some(tier),
        ..Filter::default()
    }
}

#[test]
fn a_filter_lets_through_what_it_says() {
    let library = library();
    let index = Index::in_memory().expect("an index");
    index.add(library.clone(), 1).expect("added");
    let late_tesla = Filter {
        tier: Some(Tier::B),
        since: Some(date("2025-01-31")),
        ..entities(&["tesla"])
    };
    let all = "Tesla blog note,aapl-10ka,moutai,tsla-10k,tsla-10q";
    let cases = [
        (Filter::default(), all),
        (entities(&["TESLA"]), "Tesla blog note,tsla-10k,tsla-10q"),
        (entities(&["tesla inc"]), "tsla-10k,tsla-10q"),
        (entities(&["茅台"]), "moutai"),
        (entities(&["apple", "茅台"]), "aapl-10ka,moutai"),
        (entities(&["…"]), ""),
        (forms(&["10-K"]), "aapl-10ka,tsla-10k"),
        (forms(&["form 10k"]), "aapl-10ka,tsla-10k"),
        (forms(&["10-K/A"]), "aapl-10ka"),
        (forms(&["10-Q", "年度报告"]), "moutai,tsla-10q"),
        (
            period("2024-01-01", "2024-12-31"),
            "aapl-10ka,moutai,tsla-10k",
        ),
        (period("2024-12-31", "2024-12-31"), "moutai,tsla-10k"),
        (dated(Some("2025-01-30"), None), "tsla-10k,tsla-10q"),
        (dated(None, Some("2024-12-31")), "aapl-10ka,moutai"),
        (tier(Tier::A), "tsla-10k,tsla-10q"),
        (tier(Tier::C), "aapl-10ka,moutai,tsla-10k,tsla-10q"),
        (late_tesla, "tsla-10q"),
    ];
    for (filter, expected) in cases {
        let hits = index.search("revenue", &filter, 10).expect("a search");
        let title_of = |id| {
            let found = library.iter().find(|(document, _)| document.id == id);
            found.map(|(document, _)| document.title.clone())
        };
        let mut titles: Vec<String> = hits
            .iter()
            .filter_map(|hit| title_of(hit.passage.document.clone()))
            .collect();
        titles.sort();
        assert_eq!(titles.join(","), expected, "{filter:?}");
        let ids = index.find("revenue", &filter, 10).expect("a search");
        let same: Vec<_> = hits.iter().map(|hit| hit.passage.id.clone()).collect();
        assert_eq!(ids, same);
    }
}

#[test]
fn a_filter_by_document_and_scores_that_no_filter_changes() {
    let library = library();
    let index = Index::in_memory().expect("an index");
    index.add(library.clone(), 1).expect("added");
    let everything = index
        .search("revenue", &Filter::default(), 10)
        .expect("hits");
    for (document, _) in &library {
        let filter = Filter::of_document(&document.id);
        let hits = index.search("revenue", &filter, 10).expect("hits");
        assert_eq!(hits.len(), 1);
        assert!(everything.contains(&hits[0]), "{hits:?}");
    }
}
