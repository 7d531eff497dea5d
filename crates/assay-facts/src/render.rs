//! Data points and changes as plain aligned text.

use assay_domain::Language;
use unicode_width::UnicodeWidthStr as _;

use crate::change::Change;
use crate::metric::metric_title;
use crate::point::{DataPoint, LineageKind, ReconciliationVerdict};
use crate::{Basis, Staleness};

/// One line a point: what, which period, how much, where from, how fresh, whether others agree.
pub fn render_points(points: &[DataPoint], language: Language) -> String {
    let heading = language.pick(
        [
            "metric",
            "period",
            "end",
            "value",
            "unit",
            "source",
            "filed",
            "freshness",
            "sources agree",
        ],
        [
            "指标",
            "期间",
            "截止日",
            "数值",
            "单位",
            "来源",
            "公告日",
            "时效",
            "来源核对",
        ],
    );
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for point in points {
        let label = point.period.fiscal_label.clone();
        rows.push(vec![
            metric_title(&point.canonical_metric, language).to_owned(),
            label.unwrap_or_else(|| point.period.basis.code().to_owned()),
            point.as_of_date.to_string(),
            grouped(&point.value.to_string()),
            point.unit.clone(),
            source(point),
            point.knowledge_time.to_string(),
            staleness(point.freshness.staleness_status, language).to_owned(),
            verdict(point.reconciliation.verdict, language).to_owned(),
        ]);
    }
    aligned(&rows, &[3])
}

/// One line a change, newest filing first.
pub fn render_changes(changes: &[Change], language: Language) -> String {
    let heading = language.pick(
        [
            "class", "concept", "period", "old", "filed in", "new", "filed in", "reason",
        ],
        [
            "类别",
            "科目",
            "期间",
            "原值",
            "原公告",
            "新值",
            "新公告",
            "原因",
        ],
    );
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    let mut sorted: Vec<&Change> = changes.iter().collect();
    sorted.sort_by_key(|change| std::cmp::Reverse(change.new_filed));
    for change in sorted {
        let period = match change.period.start {
            Some(start) => format!("{start} - {}", change.period.end),
            None => change.period.end.to_string(),
        };
        rows.push(vec![
            change.class.code().to_owned(),
            change.concept.to_string(),
            period,
            grouped(&change.old.to_string()),
            format!("{} {}", change.old_form, change.old_filed),
            grouped(&change.new.to_string()),
            format!("{} {}", change.new_form, change.new_filed),
            change.reason.text(language),
        ]);
    }
    aligned(&rows, &[3, 5])
}

fn source(point: &DataPoint) -> String {
    match (point.lineage.kind, &point.lineage.derivation_formula) {
        (LineageKind::Derived, Some(formula)) => format!("= {formula}"),
        _ => point.sources.first().map_or_else(String::new, |source| {
            format!("{} {}", source.form, source.concept)
        }),
    }
}

fn staleness(status: Staleness, language: Language) -> &'static str {
    match status {
        Staleness::Fresh => language.pick("fresh", "最新"),
        Staleness::Aging => language.pick("aging", "待更新"),
        Staleness::Stale => language.pick("stale", "陈旧"),
        Staleness::Expired => language.pick("expired", "过期"),
    }
}

fn verdict(verdict: ReconciliationVerdict, language: Language) -> &'static str {
    match verdict {
        ReconciliationVerdict::Match => language.pick("match", "一致"),
        ReconciliationVerdict::Explained => language.pick("explained", "差异可解释"),
        ReconciliationVerdict::Conflict => language.pick("CONFLICT", "冲突"),
        ReconciliationVerdict::SingleSource => language.pick("single source", "单一来源"),
    }
}

/// `1234567.5` as `1,234,567.5`.
fn grouped(number: &str) -> String {
    let (sign, digits) = match number.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", number),
    };
    let (whole, places) = match digits.split_once('.') {
        Some((whole, places)) => (whole, format!(".{places}")),
        None => (digits, String::new()),
    };
    let mut shown = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            shown.push(',');
        }
        shown.push(digit);
    }
    format!("{sign}{shown}{places}")
}

/// Columns two blanks apart; `right` are the columns of numbers.
fn aligned(rows: &[Vec<String>], right: &[usize]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.width()).max().unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let blanks = " ".repeat(width.saturating_sub(cell.width()));
            if column > 0 {
                line.push_str("  ");
            }
            if right.contains(&column) {
                line.push_str(&blanks);
                line.push_str(cell);
            } else {
                line.push_str(cell);
                line.push_str(&blanks);
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

impl Basis {
    /// For readers: `单季` and `累计` where Chinese readers expect them.
    pub fn title(self, language: Language) -> &'static str {
        match self {
            Self::Instant => language.pick("at the end of the period", "期末"),
            Self::Q => language.pick("quarter", "单季"),
            Self::H1 => language.pick("first half", "上半年累计"),
            Self::NineMonths => language.pick("nine months", "前三季度累计"),
            Self::Fy => language.pick("fiscal year", "年度"),
            Self::Ttm => language.pick("trailing twelve months", "滚动十二个月"),
        }
    }
}
