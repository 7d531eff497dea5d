//! Where the headings of Chinese statements are, and which way the table runs.

use std::collections::BTreeMap;

use assay_domain::Date;

use super::chinese_words::report_day;
use super::tables::is_blank;
use crate::period::parse_date;

/// Rows above the headings: titles, the unit, notes.
const MOST_ABOVE: usize = 8;
/// What stands above the items where the columns are reports.
const ITEMS: &[&str] = &["项目", "科目", "指标", "科目\\时间", "报表项目", "会计科目"];
pub(super) const PERIOD: &[&str] = &["报告期", "报告日", "截止日期", "报告日期"];
pub(super) const ANNOUNCED: &[&str] = &["公告日期", "最新公告日期", "披露日期", "公告日"];
pub(super) const UPDATED: &[&str] = &["更新日期"];

/// The row that names the reports, or the columns: by its label, or by nothing but reporting days
/// after the label of the items.
pub(super) fn header_at(rows: &[Vec<String>]) -> Option<usize> {
    let is_header = |row: &Vec<String>| {
        row.iter().any(|cell| PERIOD.contains(&cell.trim()))
            || row
                .first()
                .is_some_and(|label| ITEMS.contains(&label.trim()) && days_across(row).is_some())
    };
    let at = rows.iter().take(MOST_ABOVE).position(is_header)?;
    let is_named = rows
        .get(at)
        .is_some_and(|row| row.iter().any(|cell| PERIOD.contains(&cell.trim())));
    let has_announcements = || {
        let labels = rows.iter().filter_map(|row| row.first());
        let mut labels = labels.map(|label| label.trim());
        labels.any(|label| ANNOUNCED.contains(&label))
    };
    (is_named || has_announcements()).then_some(at)
}

/// How many columns behind the first are reports; `None` where one of them is no day.
fn days_across(row: &[String]) -> Option<usize> {
    let (_, days) = row.split_first()?;
    let last = days.iter().rposition(|cell| !is_blank(cell))?;
    let days = days.get(..=last)?;
    let all = days.iter().all(|cell| report_day(cell).is_some());
    all.then_some(days.len())
}

/// A table with one column a report and one row an item, turned into one row a report.
pub(super) fn turned(rows: &[Vec<String>], at: usize) -> Option<Vec<Vec<String>>> {
    let header = rows.get(at)?;
    let label = header.first()?.trim();
    if !PERIOD.contains(&label) && !ITEMS.contains(&label) {
        return None;
    }
    let columns = days_across(header)?;
    let items = rows.get(at + 1..)?;
    // a row without any value is the title of what follows
    let items: Vec<&Vec<String>> = items
        .iter()
        .filter(|row| *row != header && row.iter().skip(1).any(|cell| !is_blank(cell)))
        .collect();
    let column = |number: usize| {
        let head = match number {
            0 => PERIOD.first().map(|name| (*name).to_owned()),
            _ => header.get(number).cloned(),
        };
        let cells = items
            .iter()
            .map(|row| row.get(number).cloned().unwrap_or_default());
        head.into_iter().chain(cells).collect()
    };
    Some((0..=columns).map(column).collect())
}

/// The newest announcement of each report that a table states.
pub(super) fn announcements(rows: &[Vec<String>], known: &mut BTreeMap<Date, Date>) {
    let Some(at) = header_at(rows) else { return };
    let upright = turned(rows, at);
    let rows = upright.unwrap_or_else(|| rows.iter().skip(at).cloned().collect());
    let Some((header, reports)) = rows.split_first() else {
        return;
    };
    let find = |names: &[&str]| header.iter().position(|cell| names.contains(&cell.trim()));
    let (Some(period), Some(day)) = (find(PERIOD), find(ANNOUNCED)) else {
        return;
    };
    for row in reports {
        let end = row.get(period).and_then(|cell| report_day(cell));
        let day = row.get(day).and_then(|cell| parse_date(cell));
        if let (Some(end), Some(day)) = (end, day) {
            let newest = known.entry(end).or_insert(day);
            *newest = day.max(*newest);
        }
    }
}
