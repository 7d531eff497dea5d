//! Statements of companies under Chinese standards, as tables with Chinese headings.

use std::sync::Arc;

use assay_domain::{Date, Decimal};

use super::tables::{is_blank, number, rows_of_csv};
use crate::period::{months_ending, parse_date};
use crate::{Fact, MetricSpec, Period, Publisher, ReadError, Scope, UnitKind, metrics};

const WHAT: &str = "statements table";

/// What the table itself may leave out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChineseOptions {
    /// 元, 万元, 百万元 or 亿元, where neither a column nor a heading says it.
    pub unit: Option<String>,
    /// For instance `贵州茅台 2024 年报`; it names the source.
    pub source: String,
}

/// Facts, and the headings that no metric is known for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableRead {
    pub facts: Vec<Fact>,
    pub unread: Vec<String>,
}

pub fn read_chinese_csv(bytes: &[u8], options: &ChineseOptions) -> Result<TableRead, ReadError> {
    read_chinese_rows(&rows_of_csv(bytes)?, options)
}

/// One row a report, one column an item. A line `单位：万元` above the headings counts for the whole
/// table, a unit in brackets after a heading for its column.
pub fn read_chinese_rows(
    rows: &[Vec<String>],
    options: &ChineseOptions,
) -> Result<TableRead, ReadError> {
    let stated = rows
        .iter()
        .take(3)
        .flatten()
        .find_map(|cell| unit_after_label(cell));
    let at = rows
        .iter()
        .position(|row| row.iter().any(|cell| PERIOD.contains(&cell.trim())))
        .ok_or_else(|| ReadError::Column {
            what: WHAT,
            column: "报告期".to_owned(),
        })?;
    if let Some(turned) = turned(rows, at) {
        let options = ChineseOptions {
            unit: stated.or_else(|| options.unit.clone()),
            source: options.source.clone(),
        };
        return read_chinese_rows(&turned, &options);
    }
    let header = rows.get(at).ok_or(ReadError::Empty { what: WHAT })?;
    let table = Table::new(header, stated.or_else(|| options.unit.clone()), options)?;
    let mut read = TableRead {
        facts: Vec::new(),
        unread: table.unread.clone(),
    };
    for (row, cells) in rows.iter().enumerate().skip(at + 1) {
        table.read_row(cells, row + 1, &mut read.facts)?;
    }
    if read.facts.is_empty() {
        return Err(ReadError::Empty { what: WHAT });
    }
    Ok(read)
}

/// A table with one column a report and one row an item, turned into one row a report.
fn turned(rows: &[Vec<String>], at: usize) -> Option<Vec<Vec<String>>> {
    let (label, days) = rows.get(at)?.split_first()?;
    let is_across = PERIOD.contains(&label.trim())
        && !days.is_empty()
        && days.iter().all(|cell| parse_date(cell).is_some());
    let items = rows.get(at..).filter(|_| is_across)?;
    let columns = 0..=days.len();
    let column = |number: usize| {
        let cells = items.iter().map(move |row| row.get(number));
        cells
            .map(|cell| cell.cloned().unwrap_or_default())
            .collect()
    };
    Some(columns.map(column).collect())
}

const PERIOD: &[&str] = &["报告期", "报告日", "截止日期", "报告日期"];
const ANNOUNCED: &[&str] = &["公告日期", "最新公告日期", "披露日期", "公告日"];
const UPDATED: &[&str] = &["更新日期"];
const REPORT: &[&str] = &["报告类型", "公告类型", "披露类型"];
const SCOPE: &[&str] = &["报表类型", "类型", "合并类型"];
const BASIS: &[&str] = &["口径", "期间口径"];
const UNIT: &[&str] = &["单位"];
const CURRENCY: &[&str] = &["币种"];
const IGNORED: &[&str] = &[
    "股票代码",
    "代码",
    "证券代码",
    "股票简称",
    "名称",
    "证券简称",
    "序号",
    "公司名称",
];

struct Table<'o> {
    period: usize,
    announced: usize,
    updated: Option<usize>,
    report: Option<usize>,
    scope: Option<usize>,
    basis: Option<usize>,
    unit: Option<usize>,
    currency: Option<usize>,
    table_unit: Option<String>,
    items: Vec<Item>,
    unread: Vec<String>,
    options: &'o ChineseOptions,
}

struct Item {
    column: usize,
    concept: Arc<str>,
    spec: &'static MetricSpec,
    unit: Option<Decimal>,
}

impl<'o> Table<'o> {
    fn new(
        header: &[String],
        table_unit: Option<String>,
        options: &'o ChineseOptions,
    ) -> Result<Self, ReadError> {
        let find = |names: &[&str]| header.iter().position(|cell| names.contains(&cell.trim()));
        let need = |names: &[&str]| {
            find(names).ok_or_else(|| ReadError::Column {
                what: WHAT,
                column: names.first().copied().unwrap_or_default().to_owned(),
            })
        };
        let named = [
            PERIOD, ANNOUNCED, UPDATED, REPORT, SCOPE, BASIS, UNIT, CURRENCY, IGNORED,
        ];
        let (mut items, mut unread) = (Vec::new(), Vec::new());
        for (column, heading) in header.iter().enumerate() {
            let (name, unit) = heading_and_unit(heading);
            if name.is_empty() || named.iter().any(|names| names.contains(&name)) {
                continue;
            }
            let concept = format!("cas:{name}");
            let spec =
                metrics().find(|spec| spec.concepts.iter().any(|known| known.concept == concept));
            match spec {
                Some(spec) => items.push(Item {
                    column,
                    concept: Arc::from(concept),
                    spec,
                    unit,
                }),
                None => unread.push(name.to_owned()),
            }
        }
        Ok(Self {
            period: need(PERIOD)?,
            announced: need(ANNOUNCED)?,
            updated: find(UPDATED),
            report: find(REPORT),
            scope: find(SCOPE),
            basis: find(BASIS),
            unit: find(UNIT),
            currency: find(CURRENCY),
            table_unit,
            items,
            unread,
            options,
        })
    }

    fn read_row(
        &self,
        cells: &[String],
        row: usize,
        facts: &mut Vec<Fact>,
    ) -> Result<(), ReadError> {
        let cell = |column: usize| cells.get(column).map_or("", |cell| cell.trim());
        let stated = |column: Option<usize>| column.map(cell).filter(|text| !is_blank(text));
        let date = |column: usize, name: &str| {
            parse_date(cell(column)).ok_or_else(|| {
                let reason = format!("{name} `{}` is no date", cell(column));
                ReadError::row(WHAT, row, reason)
            })
        };
        let end = date(self.period, "报告期")?;
        let announced = date(self.announced, "公告日期")?;
        // Values that were touched after the announcement were not known on its day.
        let updated = stated(self.updated).and_then(parse_date);
        let filed = updated.map_or(announced, |updated| updated.max(announced));
        let form: Arc<str> = Arc::from(stated(self.report).unwrap_or("定期报告"));
        let scope = match stated(self.scope) {
            Some(text) if text.contains("母公司") => Scope::Parent,
            _ => Scope::Consolidated,
        };
        let is_single = stated(self.basis).is_some_and(|text| text.contains("单季"));
        let unit = stated(self.unit)
            .map(str::to_owned)
            .or_else(|| self.table_unit.clone());
        let currency = stated(self.currency).map_or("CNY", currency_code);
        let accession: Arc<str> =
            Arc::from(format!("{}:{end}:{form}:{filed}", self.options.source));
        let source: Arc<str> = Arc::from(format!("table:{}", self.options.source));
        for item in &self.items {
            let text = cell(item.column);
            if is_blank(text) {
                continue;
            }
            let stated = values(text).ok_or_else(|| {
                ReadError::row(
                    WHAT,
                    row,
                    format!("{} is `{text}`, which is no number", item.concept),
                )
            })?;
            let is_scaled = matches!(item.spec.unit, UnitKind::Money);
            let factor = match (is_scaled, item.unit, unit.as_deref()) {
                (false, given, _) => given.unwrap_or(Decimal::ONE),
                (true, Some(given), _) => given,
                (true, None, Some(unit)) => factor(unit).ok_or(ReadError::Unit { what: WHAT })?,
                (true, None, None) => return Err(ReadError::Unit { what: WHAT }),
            };
            let new = |concept: Arc<str>, value: Decimal| Fact {
                concept,
                unit: Arc::from(item.spec.unit.unit_in(currency)),
                period: period(item.spec, end, is_single),
                value: (value * factor).normalize(),
                form: form.clone(),
                accession: accession.clone(),
                filed,
                source: source.clone(),
                publisher: Publisher::Filing,
                scope,
                decimals: None,
            };
            match stated {
                Stated::One(value) => facts.push(new(item.concept.clone(), value)),
                // A forecast in a range is no value: its ends are kept under names of their own.
                Stated::Range(low, high) => {
                    let end = |name| Arc::from(format!("{}（{name}）", item.concept));
                    facts.push(new(end("预告下限"), low));
                    facts.push(new(end("预告上限"), high));
                }
            }
        }
        Ok(())
    }
}

enum Stated {
    One(Decimal),
    Range(Decimal, Decimal),
}

fn values(text: &str) -> Option<Stated> {
    if let Some(value) = number(text) {
        return Some(Stated::One(value));
    }
    let (low, high) = text
        .split_once(['~', '～', '至'])
        .or_else(|| text.split_once("--"))?;
    Some(Stated::Range(number(low)?, number(high)?))
}

/// Statements are cumulative from 1 January unless the row says that it is a single quarter.
fn period(spec: &MetricSpec, end: Date, is_single: bool) -> Period {
    if spec.is_stock {
        return Period::instant(end);
    }
    if is_single {
        return months_ending(end, 3);
    }
    let start = Date::new(end.year(), 1, 1).unwrap_or(end);
    Period::duration(start, end)
}

/// `营业收入（万元）` and `总股本(亿股)`.
fn heading_and_unit(heading: &str) -> (&str, Option<Decimal>) {
    let heading = heading.trim();
    let open = heading.rfind(['(', '（']);
    let inner = open
        .and_then(|at| heading.get(at..))
        .map(|rest| rest.trim_matches(|c| matches!(c, '(' | '（' | ')' | '）')));
    match (open, inner.and_then(factor)) {
        (Some(at), Some(factor)) => (heading.get(..at).unwrap_or(heading).trim(), Some(factor)),
        _ => (heading, None),
    }
}

fn unit_after_label(cell: &str) -> Option<String> {
    let rest = cell.trim().strip_prefix("单位")?;
    let unit = rest.trim_start_matches(['：', ':']).trim();
    let unit = unit.strip_prefix("人民币").unwrap_or(unit).trim();
    factor(unit).map(|_| unit.to_owned())
}

fn factor(unit: &str) -> Option<Decimal> {
    let unit = unit.strip_prefix("人民币").unwrap_or(unit);
    let factor: u64 = match unit.trim() {
        "元" | "股" | "元/股" => 1,
        "千元" => 1_000,
        "万元" | "万股" => 10_000,
        "百万元" | "百万" => 1_000_000,
        "亿元" | "亿股" | "亿" => 100_000_000,
        _ => return None,
    };
    Some(Decimal::from(factor))
}

fn currency_code(text: &str) -> &str {
    match text {
        "人民币" | "人民币元" | "元" => "CNY",
        "美元" => "USD",
        "港元" | "港币" => "HKD",
        other => other,
    }
}
