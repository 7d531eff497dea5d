use assay_charts::{ChartError, Colours, Mark};

use crate::samples::{
    Tongue, bridge, decimal, fan, football, graph, heat, histogram, history, margins,
};

const C: Colours = Colours::Variables;

#[test]
fn nothing_to_draw_is_an_error() {
    let is_empty = |svg: Result<String, ChartError>| matches!(svg, Err(ChartError::Empty { .. }));
    let mut chart = history(Tongue::English);
    chart.bars.clear();
    chart.line = None;
    assert!(is_empty(chart.svg(C)));
    let mut chart = margins(Tongue::English);
    chart.series.iter_mut().for_each(|one| one.marks.fill(None));
    assert!(is_empty(chart.svg(C)));
    let mut chart = football(Tongue::English);
    chart.rows.clear();
    assert!(is_empty(chart.svg(C)));
    let mut chart = heat(Tongue::English);
    chart.row_labels.clear();
    chart.cells.clear();
    assert!(is_empty(chart.svg(C)));
    let mut chart = fan(Tongue::English);
    chart.history.clear();
    chart.horizon.clear();
    chart.paths.clear();
    chart.bands.clear();
    assert!(is_empty(chart.svg(C)));
    let mut chart = bridge(Tongue::English);
    chart.steps.clear();
    assert!(is_empty(chart.svg(C)));
    let mut chart = graph(Tongue::English);
    chart.edges.clear();
    assert!(is_empty(chart.svg(C)));
    let mut chart = histogram(Tongue::English);
    chart.bins.clear();
    assert!(is_empty(chart.svg(C)));
}

#[test]
fn a_total_that_the_steps_do_not_add_to_is_refused() {
    let mut chart = bridge(Tongue::English);
    chart.steps[6].value = decimal("46293");
    let error = chart.svg(C).unwrap_err();
    assert_eq!(
        error.to_string(),
        "chart `bridge`: `Equity value` is stated as 46293, but the steps add to 46292.5"
    );
    chart.tolerance = decimal("0.5");
    assert!(chart.svg(C).is_ok());
}

#[test]
fn what_does_not_fit_together_is_refused() {
    let mut chart = history(Tongue::English);
    chart.bars[0].marks.pop();
    assert!(matches!(
        chart.svg(C),
        Err(ChartError::Mismatched {
            found: 6,
            expected: 7,
            ..
        })
    ));
    let mut chart = football(Tongue::English);
    chart.rows[0].low = decimal("500");
    assert!(matches!(chart.svg(C), Err(ChartError::Reversed { .. })));
    let mut chart = histogram(Tongue::English);
    chart.bins.remove(3);
    assert!(matches!(chart.svg(C), Err(ChartError::Gap { .. })));
    let mut chart = heat(Tongue::English);
    chart.centre = Some((9, 0));
    assert!(matches!(chart.svg(C), Err(ChartError::Unknown { .. })));
    let mut chart = graph(Tongue::English);
    chart.edges[0].to = "nobody".to_owned();
    assert!(matches!(
        chart.svg(C),
        Err(ChartError::Unknown { what: "node", .. })
    ));
    for id in ["", "1st", "a b", "a\"onload=\"x", "图"] {
        let mut chart = margins(Tongue::English);
        chart.caption.id = id.to_owned();
        assert!(
            matches!(chart.svg(C), Err(ChartError::BadId { .. })),
            "{id}"
        );
    }
    let mut chart = margins(Tongue::English);
    chart.series[0].marks[0] = Some(Mark {
        id: "x".to_owned(),
        value: rust_decimal::Decimal::MAX,
    });
    assert!(matches!(chart.svg(C), Err(ChartError::OutOfRange { .. })));
}
