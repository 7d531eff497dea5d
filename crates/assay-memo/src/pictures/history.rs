use assay_charts::{Basis, Colours, History, HistoryLine, Mark, NumberFormat, Period, Series};
use assay_facts::metric_title;

use super::{caption, series_words};
use crate::amount::Scale;
use crate::error::MemoError;
use crate::memo::financials::Period as Column;
use crate::page::Page;
use crate::points::Points;

/// Revenue and net income over the years, with the net margin.
pub(crate) fn add(
    page: &mut Page<'_>,
    points: &Points<'_>,
    columns: &[Column],
) -> Result<(), MemoError> {
    let language = page.language();
    let series = |metric: &str| Series {
        label: metric_title(metric, language).to_owned(),
        marks: marks(points, metric, columns),
    };
    let bars: Vec<Series> = ["revenue", "net_income"]
        .into_iter()
        .map(series)
        .filter(|series| series.marks.iter().any(Option::is_some))
        .collect();
    if bars.is_empty() || columns.len() < 2 {
        return Ok(());
    }
    let margin = series("net_margin");
    let has_margin = margin.marks.iter().any(Option::is_some);
    let values = bars.iter().flat_map(|one| one.marks.iter().flatten());
    let scale = Scale::of(values.map(|mark| mark.value));
    let currency = columns.iter().find_map(|column| {
        let mut metrics = ["revenue", "net_income"].into_iter();
        metrics.find_map(|metric| points.at(metric, column.basis, column.end))
    });
    let currency = currency.map_or("", |point| point.unit.as_str());
    let unit = scale.unit(currency, language);
    let unit = if has_margin {
        page.pick(
            format!("{unit}; net margin on the right axis"),
            format!("{unit}；净利率为右轴"),
        )
    } else {
        unit
    };
    let title = page.pick("Revenue and net income", "营业收入与归母净利润");
    let told = page.pick(
        "Bars of revenue and net income for each fiscal year and the last twelve months, with the net margin as a line.",
        "各财年及最近十二个月的营业收入与归母净利润柱状图，折线为净利率。",
    );
    let chart = History {
        caption: caption("history", title, &unit, told),
        periods: periods(points, columns),
        bars,
        line: has_margin.then(|| HistoryLine {
            series: margin,
            format: NumberFormat::percent(1),
        }),
        format: scale.format(),
        words: series_words(language),
    };
    let svg = chart.svg(Colours::Variables)?;
    let source = page.pick(
        "Source: filings; the figures stand in the table above.",
        "资料来源：公司公告；数据见上表。",
    );
    page.picture(svg, &chart.caption, source.to_owned(), None);
    Ok(())
}

pub(super) fn marks(points: &Points<'_>, metric: &str, columns: &[Column]) -> Vec<Option<Mark>> {
    let mark = |column: &Column| {
        let point = points.at(metric, column.basis, column.end)?;
        Some(Mark {
            id: point.id.clone(),
            value: point.value,
        })
    };
    columns.iter().map(mark).collect()
}

pub(super) fn periods(points: &Points<'_>, columns: &[Column]) -> Vec<Period> {
    let label = |column: &Column| {
        let point = ["revenue", "net_income"]
            .iter()
            .find_map(|metric| points.at(metric, column.basis, column.end));
        let label = point.and_then(|point| point.period.fiscal_label.clone());
        label.unwrap_or_else(|| column.end.to_string())
    };
    columns
        .iter()
        .map(|column| Period {
            label: label(column),
            basis: Basis::Actual,
        })
        .collect()
}
