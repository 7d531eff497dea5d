use assay_charts::{Bridge, Colours, Lines, NumberFormat, SeriesWords};

use crate::samples::{Tongue, all, bridge, caption, heat, periods, series};
use crate::svg::check;

/// One element a line, so that a change is seen where it is.
fn lines(svg: &str) -> String {
    svg.replace("><", ">\n<")
}

#[test]
fn small_pictures_stay_as_they_are() {
    let small = Lines {
        caption: caption("m", "Gross margin", "% of revenue"),
        periods: periods(&["FY2023A", "FY2024A", "FY2025E"]),
        series: vec![
            series("Gross", "0.569 - 0.75"),
            series("Net", "0.16 0.49 0.56"),
        ],
        format: NumberFormat::percent(1),
        words: SeriesWords::english(),
    };
    insta::assert_snapshot!("lines", lines(&small.svg(Colours::Variables).unwrap()));
    let mut short: Bridge = bridge(Tongue::Chinese);
    short.steps.truncate(3);
    insta::assert_snapshot!("bridge", lines(&short.svg(Colours::Fixed).unwrap()));
    let mut grid = heat(Tongue::English);
    grid.row_labels.truncate(1);
    grid.cells.truncate(1);
    grid.centre = Some((0, 1));
    insta::assert_snapshot!("heat", lines(&grid.svg(Colours::Fixed).unwrap()));
}

#[test]
fn every_kind_is_self_contained_in_both_languages_and_both_colourings() {
    for tongue in [Tongue::English, Tongue::Chinese] {
        for colours in [Colours::Variables, Colours::Fixed] {
            for (name, svg) in all(tongue, colours) {
                let svg = svg.unwrap_or_else(|error| panic!("{name}: {error}"));
                let elements = check(&svg);
                let marks = elements
                    .iter()
                    .filter(|one| one.attributes.contains_key("data-id"));
                assert!(marks.count() >= 5, "{name}");
                let without_namespace = svg.replace("http://www.w3.org/2000/svg", "");
                for outside in [
                    "http:",
                    "https:",
                    "@import",
                    "script",
                    "foreignObject",
                    "javascript",
                    "data:",
                ] {
                    assert!(!without_namespace.contains(outside), "{name}: {outside}");
                }
                assert_eq!(
                    svg.contains("var(--"),
                    colours == Colours::Variables,
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn the_same_chart_gives_the_same_bytes() {
    let twice = || all(Tongue::English, Colours::Variables);
    for ((name, first), (_, second)) in twice().into_iter().zip(twice()) {
        assert_eq!(first.unwrap(), second.unwrap(), "{name}");
    }
}
