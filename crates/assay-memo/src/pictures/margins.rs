use assay_appraisal::metric_name;
use assay_charts::{Colours, Lines, NumberFormat, Series};
use assay_facts::Sector;

use super::history::{marks, periods};
use super::{caption, series_words};
use crate::error::MemoError;
use crate::memo::financials::Period as Column;
use crate::page::Page;
use crate::points::Points;

/// What is drawn, its title and unit in both languages.
struct Drawn {
    metrics: &'static [&'static str],
    title: (&'static str, &'static str),
    unit: (&'static str, &'static str),
}

const MARGINS: Drawn = Drawn {
    metrics: &["gross_margin", "operating_margin", "net_margin"],
    title: ("Margins", "盈利能力"),
    unit: ("% of revenue", "占营业收入比重（%）"),
};

const UNDERWRITING: Drawn = Drawn {
    metrics: &["loss_ratio", "expense_ratio", "combined_ratio"],
    title: ("Underwriting", "承保质量"),
    unit: ("% of premiums earned", "占已赚保费比重（%）"),
};

/// Margins over the years; of an insurer, what of its premiums losses and costs took. A bank has
/// neither.
pub(crate) fn add(
    page: &mut Page<'_>,
    points: &Points<'_>,
    columns: &[Column],
) -> Result<(), MemoError> {
    let language = page.language();
    let drawn = match page.dossier.sector.sector {
        Sector::Bank => return Ok(()),
        Sector::Insurer => UNDERWRITING,
        Sector::General | Sector::Reit | Sector::Cyclical => MARGINS,
    };
    let series: Vec<Series> = drawn
        .metrics
        .iter()
        .map(|metric| Series {
            label: metric_name(metric, language).to_owned(),
            marks: marks(points, metric, columns),
        })
        .filter(|series| series.marks.iter().flatten().count() > 1)
        .collect();
    if series.is_empty() {
        return Ok(());
    }
    let title = page.pick(drawn.title.0, drawn.title.1);
    let unit = page.pick(drawn.unit.0, drawn.unit.1);
    let names: Vec<&str> = series.iter().map(|one| one.label.as_str()).collect();
    let told = page.pick(
        format!(
            "Lines for each fiscal year and the last twelve months: {}.",
            names.join(", ")
        ),
        format!("各财年及最近十二个月的折线图：{}。", names.join("、")),
    );
    let chart = Lines {
        caption: caption("margins", title, unit, &told),
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
