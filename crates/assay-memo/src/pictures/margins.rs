use assay_charts::{Colours, Lines, NumberFormat, Series};
use assay_facts::metric_title;

use super::history::{marks, periods};
use super::{caption, series_words};
use crate::error::MemoError;
use crate::memo::financials::Period as Column;
use crate::page::Page;
use crate::points::Points;

/// Gross, operating and net margin over the years.
pub(crate) fn add(
    page: &mut Page<'_>,
    points: &Points<'_>,
    columns: &[Column],
) -> Result<(), MemoError> {
    let language = page.language();
    let series: Vec<Series> = ["gross_margin", "operating_margin", "net_margin"]
        .into_iter()
        .map(|metric| Series {
            label: metric_title(metric, language).to_owned(),
            marks: marks(points, metric, columns),
        })
        .filter(|series| series.marks.iter().flatten().count() > 1)
        .collect();
    if series.is_empty() {
        return Ok(());
    }
    let title = page.pick("Margins", "盈利能力");
    let unit = page.pick("% of revenue", "占营业收入比重（%）");
    let told = page.pick(
        "Lines of gross, operating and net margin for each fiscal year and the last twelve months.",
        "各财年及最近十二个月的毛利率、营业利润率与净利率折线图。",
    );
    let chart = Lines {
        caption: caption("margins", title, unit, told),
        periods: periods(points, columns),
        series,
        format: NumberFormat::percent(1),
        words: series_words(language),
    };
    let svg = chart.svg(Colours::Variables)?;
    let source = page.pick(
        "Source: computed from filings; the figures stand in the table above.",
        "资料来源：据公司公告计算；数据见上表。",
    );
    page.picture(svg, &chart.caption, source.to_owned(), None);
    Ok(())
}
