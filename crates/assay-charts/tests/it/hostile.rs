use assay_charts::{
    Bin, Bridge, BridgeStep, Colours, Fan, FanPath, FootballField, HeatCell, HeatMap, Histogram,
    History, Lines, Mark, NumberFormat, Period, RangeRow, Reference, Series, SeriesWords, StepKind,
};
use proptest::prelude::*;
use rust_decimal::Decimal;

use crate::samples::{Tongue, caption, graph, margins};
use crate::svg::check;

#[test]
fn labels_cannot_leave_their_place() {
    let hostile = "</text><script>alert(1)</script>\" onload=\"x\u{0}\u{202e}&amp;]]>";
    let mut chart = margins(Tongue::English);
    chart.caption.title = hostile.to_owned();
    chart.caption.unit = hostile.to_owned();
    chart.caption.note = Some(hostile.to_owned());
    chart.series[0].label = hostile.to_owned();
    chart.periods[0].label = hostile.to_owned();
    chart.series[0].marks[0].as_mut().unwrap().id = hostile.to_owned();
    chart.format.suffix = hostile.to_owned();
    let svg = chart.svg(Colours::Variables).unwrap();
    check(&svg);
    assert!(!svg.contains("<script") && !svg.contains("\" onload") && !svg.contains('\u{202e}'));
    let mut chart = graph(Tongue::English);
    chart.nodes[1].label = hostile.to_owned();
    chart.nodes[1].detail = hostile.to_owned();
    chart.edges[0].label = hostile.to_owned();
    check(&chart.svg(Colours::Variables).unwrap());
}

fn value() -> impl Strategy<Value = Decimal> {
    let wide = (any::<i64>(), 0_u32..12).prop_map(|(digits, scale)| Decimal::new(digits, scale));
    let huge = any::<i64>().prop_map(|digits| Decimal::from(digits) * Decimal::from(10_000_000));
    prop_oneof![
        wide,
        huge,
        Just(Decimal::ZERO),
        (-50_i64..50).prop_map(Decimal::from)
    ]
}

fn mark() -> impl Strategy<Value = Mark> {
    (".{0,12}", value()).prop_map(|(id, value)| Mark { id, value })
}

fn one_series(places: usize) -> impl Strategy<Value = Series> {
    (
        ".{0,20}",
        prop::collection::vec(prop::option::weighted(0.8, mark()), places),
    )
        .prop_map(|(label, marks)| Series { label, marks })
}

fn some_series() -> impl Strategy<Value = (Vec<Period>, Vec<Series>)> {
    (1_usize..24).prop_flat_map(|places| {
        let basis = prop::bool::ANY.prop_map(|estimate| {
            if estimate {
                assay_charts::Basis::Estimate
            } else {
                assay_charts::Basis::Actual
            }
        });
        let period = (".{0,12}", basis).prop_map(|(label, basis)| Period { label, basis });
        (
            prop::collection::vec(period, places),
            prop::collection::vec(one_series(places), 1..5),
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn series_are_drawn_whatever_they_are((periods, series) in some_series(), title in ".{0,60}") {
        let has_values = series.iter().any(|one| one.marks.iter().flatten().next().is_some());
        let mut caption = caption("c", &title, &title);
        caption.note = Some(title);
        let words = SeriesWords::chinese();
        let lines = Lines { caption: caption.clone(), periods: periods.clone(), series: series.clone(), format: NumberFormat::percent(1), words: words.clone() };
        let history = History { caption, periods, bars: series, line: None, format: NumberFormat::plain(0), words };
        prop_assert_eq!(lines.svg(Colours::Variables).is_ok(), has_values);
        if has_values {
            check(&lines.svg(Colours::Variables).unwrap());
            check(&history.svg(Colours::Fixed).unwrap());
        }
    }

    #[test]
    fn ranges_are_drawn_whatever_they_are(ends in prop::collection::vec((value(), value(), ".{0,80}"), 1..9), price in value()) {
        let rows = ends.into_iter().map(|(a, b, label)| RangeRow { id: label.clone(), label, low: a.min(b), high: a.max(b), middle: Some(a) });
        let reference = Reference { id: "p".to_owned(), label: "Price".to_owned(), value: price };
        let chart = FootballField { caption: caption("c", "t", "u"), rows: rows.collect(), references: vec![reference.clone(), reference], format: NumberFormat::plain(2) };
        check(&chart.svg(Colours::Variables).unwrap());
    }

    #[test]
    fn grids_bins_steps_and_paths_are_drawn_whatever_they_are(values in prop::collection::vec(mark(), 6), counts in prop::collection::vec(0_u64..u64::MAX, 1..40)) {
        let grid = HeatMap {
            caption: caption("c", "t", "u"), row_title: "r".to_owned(), column_title: "c".to_owned(),
            row_labels: vec!["a".to_owned(), "b".to_owned()],
            column_labels: vec!["x".to_owned(), "y".to_owned(), "z".to_owned()],
            cells: values.chunks(3).map(|row| row.iter().cloned().map(HeatCell::Value).collect()).collect(),
            centre: Some((1, 1)),
            reference: Some(Reference { id: "p".to_owned(), label: "p".to_owned(), value: values[0].value }),
            above: "above".to_owned(), below: "below".to_owned(), format: NumberFormat::plain(2),
        };
        check(&grid.svg(Colours::Variables).unwrap());
        let steps = values.iter().map(|mark| BridgeStep { id: mark.id.clone(), label: mark.id.clone(), kind: StepKind::Change, value: mark.value });
        let bridge = Bridge { caption: caption("c", "t", "u"), steps: steps.collect(), tolerance: Decimal::ZERO, format: NumberFormat::plain(0) };
        check(&bridge.svg(Colours::Variables).unwrap());
        let horizon: Vec<String> = (0..6).map(|n| format!("{n}")).collect();
        let fan = Fan {
            caption: caption("c", "t", "u"), history_label: "h".to_owned(),
            history: values.iter().map(|mark| (mark.id.clone(), mark.clone())).collect(),
            horizon, paths: vec![FanPath { label: "base".to_owned(), marks: values }], bands: Vec::new(), format: NumberFormat::plain(0),
        };
        check(&fan.svg(Colours::Variables).unwrap());
        let total: u128 = counts.iter().map(|count| u128::from(*count)).sum();
        let bins = (0_i64..).zip(counts).map(|(n, count)| Bin { id: format!("{n}"), low: Decimal::from(n), high: Decimal::from(n + 1), count });
        let histogram = Histogram { caption: caption("c", "t", "u"), bins: bins.collect(), references: Vec::new(), format: NumberFormat::plain(0), count_label: "paths".to_owned(), value_label: "v".to_owned() };
        match histogram.svg(Colours::Variables) {
            Ok(svg) => { check(&svg); }
            Err(error) => prop_assert_eq!(total, 0, "{}", error),
        }
    }
}
