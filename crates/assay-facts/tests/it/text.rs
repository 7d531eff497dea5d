//! What a reader sees.

use assay_domain::Language;
use assay_facts::{Basis, PackageRequest, render_changes, render_points};

use crate::lab::{book, day, fact, request};

fn sample() -> assay_facts::Book {
    book(vec![
        fact(
            "Revenues",
            "2023-01-01..2023-12-31",
            "900000000",
            "10-K",
            "2024-02-01",
        ),
        fact(
            "Revenues",
            "2024-01-01..2024-12-31",
            "1000000000",
            "10-K",
            "2025-02-01",
        ),
        fact(
            "Revenues",
            "2023-01-01..2023-12-31",
            "950000000",
            "10-K/A",
            "2024-06-01",
        ),
        fact(
            "GrossProfit",
            "2024-01-01..2024-12-31",
            "412345678",
            "10-K",
            "2025-02-01",
        ),
    ])
}

#[test]
fn points_and_changes_read_in_both_languages() {
    let book = sample();
    let analysis = book.as_of(day("2025-03-01")).analyse();
    let request = PackageRequest {
        bases: Some(vec![Basis::Fy]),
        ..request()
    };
    let points = analysis.points(&request);
    insta::assert_snapshot!("points_en", render_points(&points, Language::En));
    insta::assert_snapshot!("points_zh", render_points(&points, Language::Zh));
    insta::assert_snapshot!("changes_en", render_changes(&book.changes(), Language::En));
    insta::assert_snapshot!("changes_zh", render_changes(&book.changes(), Language::Zh));
}

#[test]
fn a_package_has_the_fields_of_the_seed() {
    let book = sample();
    let package = book
        .as_of(day("2025-03-01"))
        .analyse()
        .package(&PackageRequest {
            metrics: Some(vec![
                "gross_margin".to_owned(),
                "ocf".to_owned(),
                "nonsense".to_owned(),
            ]),
            bases: Some(vec![Basis::Fy]),
            ..request()
        });
    insta::assert_json_snapshot!("package", package);
}
