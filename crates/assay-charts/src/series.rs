use rust_decimal::Decimal;

use crate::ChartError;
use crate::axis::drawable;
use crate::colour::SERIES;

/// A figure and the id it is known by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub id: String,
    pub value: Decimal,
}

/// Whether a period's figures were reported or are expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    Actual,
    Estimate,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// For instance `FY2024A` or `2025Q1`.
    pub label: String,
    pub basis: Basis,
}

/// A value for each period; `None` is a value nobody has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    pub label: String,
    pub marks: Vec<Option<Mark>>,
}

/// What the picture says in the reader's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesWords {
    pub actual: String,
    pub estimate: String,
    /// Shown where there is no value, for instance `not available`.
    pub missing: String,
}

impl SeriesWords {
    pub fn english() -> Self {
        Self {
            actual: "Actual".to_owned(),
            estimate: "Estimate".to_owned(),
            missing: "not available".to_owned(),
        }
    }

    pub fn chinese() -> Self {
        Self {
            actual: "实际值".to_owned(),
            estimate: "预测值".to_owned(),
            missing: "暂无数据".to_owned(),
        }
    }
}

/// Each series has a value or a gap for each period, not all are gaps, and all can be drawn.
pub(crate) fn checked<'a>(
    chart: &str,
    places: usize,
    series: impl IntoIterator<Item = &'a Series>,
) -> Result<(), ChartError> {
    let mut count = 0;
    let mut values = 0;
    for one in series {
        count += 1;
        if one.marks.len() != places {
            return Err(ChartError::Mismatched {
                chart: chart.to_owned(),
                series: one.label.clone(),
                found: one.marks.len(),
                expected: places,
            });
        }
        for mark in one.marks.iter().flatten() {
            drawable(chart, &one.label, mark.value)?;
            values += 1;
        }
    }
    if values == 0 {
        return Err(ChartError::Empty {
            chart: chart.to_owned(),
            what: "values",
        });
    }
    if count > SERIES {
        return Err(ChartError::TooMany {
            chart: chart.to_owned(),
            what: "series",
            found: count,
            limit: SERIES,
        });
    }
    Ok(())
}
