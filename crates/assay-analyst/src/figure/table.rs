use std::ops::Range;

use super::label::{subject_of_label, unit_hint};
use super::number::{self, Bound, Number, Scale, Unit};
use super::period::{Period, periods};
use super::{Basis, Figure, Form, Subject, basis_of};
use crate::embedded::cut;
use crate::lexicon::MetricClass;
use crate::sentence::key_and_value;

/// The figures of consecutive table rows. `caption` is what stands above the table, `carried` the
/// header row where the table began before this text.
pub(super) fn table_figures(
    text: &str,
    rows: &[Range<usize>],
    carried: Option<&str>,
    caption: &str,
) -> Vec<Figure> {
    let rows: Vec<Vec<Range<usize>>> = rows.iter().map(|row| cells(text, row)).collect();
    let own = rows.first().filter(|row| is_header(text, row));
    let header: Vec<&str> = match (own, carried) {
        (Some(row), _) => row.iter().map(|cell| cut(text, cell.clone())).collect(),
        (None, Some(line)) => cells(line, &(0..line.len()))
            .into_iter()
            .map(|cell| cut(line, cell))
            .collect(),
        (None, None) => Vec::new(),
    };
    let body = rows.iter().skip(usize::from(own.is_some()));
    body.flat_map(|row| row_figures(text, row, &header, caption))
        .collect()
}

/// Byte ranges of the trimmed cells of a row.
fn cells(text: &str, row: &Range<usize>) -> Vec<Range<usize>> {
    let line = cut(text, row.clone());
    let inner_start = usize::from(line.starts_with('|'));
    let inner_end = line.len() - usize::from(line.len() > 1 && line.ends_with('|'));
    let mut cells = Vec::new();
    let mut start = inner_start;
    for piece in cut(line, inner_start..inner_end).split('|') {
        let lead = piece.len() - piece.trim_start().len();
        let from = row.start + start + lead.min(piece.len());
        cells.push(from..from + piece.trim().len());
        start += piece.len() + 1;
    }
    cells
}

/// A row without a number, years apart.
fn is_header(text: &str, row: &[Range<usize>]) -> bool {
    let labelled = row.len() > 1;
    labelled
        && row.iter().skip(1).all(|cell| {
            let content = cut(text, cell.clone());
            number::numbers(content, &periods(content)).is_empty()
        })
}

fn period_of(cell: &str) -> Option<Period> {
    match periods(cell).as_slice() {
        [only] => Some(only.period),
        _ => None,
    }
}

/// A cell that is a number and nothing else.
fn value_of(cell: &str) -> Option<Number> {
    let bracketed = cell
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'));
    let digits = bracketed.unwrap_or(cell);
    let numbers = number::numbers(digits, &[]);
    let [only] = numbers.as_slice() else {
        return None;
    };
    let noun = match &only.unit {
        Unit::Count(noun) => noun.len() + 1,
        _ => 0,
    };
    if only.range.len() + noun < digits.trim().len() {
        return None;
    }
    let mut number = only.clone();
    if bracketed.is_some() {
        number.value = -number.value;
    }
    Some(number)
}

fn row_figures(text: &str, row: &[Range<usize>], header: &[&str], caption: &str) -> Vec<Figure> {
    let Some((label_range, rest)) = row.split_first() else {
        return Vec::new();
    };
    let label = cut(text, label_range.clone());
    let head_cell = |index: usize| header.get(index).copied().unwrap_or_default();
    let corner = head_cell(0);
    let row_period = period_of(label);
    let mut found = Vec::new();
    for (index, cell) in rest.iter().enumerate() {
        let head = head_cell(index + 1);
        let content = cut(text, cell.clone());
        let announced = key_and_value(content)
            .and_then(|(key, value)| period_of(key).map(|period| (period, value)));
        let (period, value_text) = match announced {
            Some((period, value)) => (Some(period), value),
            None => (row_period.or_else(|| period_of(head)), content),
        };
        let name = if row_period.is_some() { head } else { label };
        let context = format!("{corner} {caption}");
        let subject = subject_of_label(name, &context);
        let hints = [value_text, name, head, corner, caption];
        if let Some(number) = value_of(value_text) {
            let basis = basis_of(&format!("{label} {head}"));
            let at = cell.end - value_text.len();
            found.extend(figure(
                subject, number, period, &hints, value_text, at, basis,
            ));
        }
    }
    found
}

/// The figures of a line `key: value; key: value`.
pub(super) fn record_figures(text: &str, range: Range<usize>) -> Vec<Figure> {
    let line = cut(text, range.clone());
    let mut period = None;
    let mut unit = "";
    let mut entity = None;
    let mut qualifier = String::new();
    let mut values: Vec<(&str, &str, usize)> = Vec::new();
    let mut start = range.start;
    for part in line.split_inclusive([';', '；']) {
        let content = part.trim_end_matches([';', '；']);
        if let Some((key, value)) = key_and_value(content) {
            let name = key.to_lowercase();
            let at = start + content.trim_end().len() - value.len();
            match name.as_str() {
                "period" | "quarter" | "year" | "fiscal year" | "fiscal_year" | "date" | "期间"
                | "季度" | "年度" | "年份" | "报告期" => period = period_of(value),
                "unit" | "units" | "单位" => unit = value,
                "company" | "name" | "公司" => entity = Some(value.to_owned()),
                "segment" | "region" | "product" | "分部" | "地区" | "产品" => {
                    qualifier = value.to_owned();
                }
                _ => values.push((key, value, at)),
            }
        }
        start += part.len();
    }
    let mut found = Vec::new();
    for (key, value, at) in values {
        let own_period = period_of(&key.replace('_', " "));
        let Some(number) = value_of(value) else {
            continue;
        };
        let mut subject = subject_of_label(&format!("{qualifier} {key}"), "");
        subject.entity = entity.clone();
        let basis = basis_of(&key.replace('_', " "));
        let hints = [value, key, unit];
        found.extend(figure(
            subject,
            number,
            own_period.or(period),
            &hints,
            value,
            at,
            basis,
        ));
    }
    found
}

/// A table figure: its own unit, or the first hint that fits the metric.
fn figure(
    subject: Subject,
    number: Number,
    period: Option<Period>,
    hints: &[&str],
    raw: &str,
    at: usize,
    basis: Basis,
) -> Option<Figure> {
    let class = subject.metric.map(|metric| metric.class);
    let bare = matches!(number.unit, Unit::Bare | Unit::Count(_));
    let (unit, scale) = if bare {
        hinted(class, hints, &number)
    } else {
        (number.unit.clone(), number.scale)
    };
    let is_money = matches!(unit, Unit::Currency(_));
    let is_rate = matches!(
        unit,
        Unit::Percent | Unit::PercentagePoint | Unit::BasisPoint
    );
    let (metric, is_change) = match class {
        Some(MetricClass::Flow | MetricClass::Stock | MetricClass::PerShare) if is_money => {
            (subject.metric, subject.is_change)
        }
        Some(MetricClass::Flow | MetricClass::Stock | MetricClass::PerShare) => (
            subject.metric.filter(|_| is_rate && subject.is_change),
            true,
        ),
        Some(MetricClass::Ratio) => (subject.metric.filter(|_| is_rate), subject.is_change),
        Some(MetricClass::Count) => (subject.metric.filter(|_| !is_money && !is_rate), false),
        Some(MetricClass::Multiple) => (subject.metric.filter(|_| !is_money && !is_rate), false),
        None => (None, subject.is_change),
    };
    Some(Figure {
        subject: Subject {
            metric,
            is_change: is_change && metric.is_some(),
            ..subject
        },
        value: number.value,
        unit,
        scale,
        period,
        bound: if number.bound == Bound::Approximate {
            Bound::Approximate
        } else {
            Bound::Exact
        },
        basis,
        form: Form::Table,
        raw: raw.to_owned(),
        range: at..at + raw.len(),
    })
}

fn hinted(class: Option<MetricClass>, hints: &[&str], number: &Number) -> (Unit, Scale) {
    for hint in hints {
        let Some((unit, scale)) = unit_hint(hint) else {
            continue;
        };
        let fits = match (&unit, class) {
            (Unit::Percent, Some(MetricClass::Ratio) | None) => true,
            (Unit::Currency(_), Some(MetricClass::Flow | MetricClass::Stock)) => true,
            (Unit::Currency(_), None) => true,
            (Unit::Currency(_), Some(MetricClass::PerShare)) => {
                return (unit, Scale::default());
            }
            _ => false,
        };
        if fits {
            let exponent = scale.exponent.max(number.scale.exponent);
            return (unit, Scale { exponent });
        }
    }
    (number.unit.clone(), number.scale)
}
