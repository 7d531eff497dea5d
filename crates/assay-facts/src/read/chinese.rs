//! Statements of companies under Chinese standards, as tables with Chinese headings.

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_domain::{Date, Decimal};

use super::chinese_layout::{ANNOUNCED, PERIOD, UPDATED, announcements, header_at, turned};
use super::chinese_words::{
    currency_code, factor, heading_and_unit, item_name, report_day, unit_after_label,
};
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

/// A table of a file, with what stands above it: the name of its sheet, a title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatementTable {
    pub caption: String,
    pub rows: Vec<Vec<String>>,
}

/// What the tables of one file say together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TablesRead {
    pub facts: Vec<Fact>,
    pub unread: Vec<String>,
    /// Tables of statements that could not be read, each with its caption.
    pub refused: Vec<(String, ReadError)>,
}

/// Reads the statements among the tables of a workbook. A table that does not say when its reports
/// were announced takes the days from the others; one that says nothing of reports is passed over.
pub fn read_chinese_tables(
    tables: &[StatementTable],
    options: &ChineseOptions,
) -> Result<TablesRead, ReadError> {
    let statements = || {
        tables
            .iter()
            .filter(|table| header_at(&table.rows).is_some())
    };
    let mut announced = BTreeMap::new();
    for table in statements() {
        announcements(&table.rows, &mut announced);
    }
    let mut read = TablesRead::default();
    for table in statements() {
        match read_table(table, &announced, options) {
            Ok(one) => {
                read.facts.extend(one.facts);
                read.unread.extend(one.unread);
            }
            Err(error) => read.refused.push((table.caption.clone(), error)),
        }
    }
    match (read.facts.is_empty(), read.refused.is_empty()) {
        (true, true) => Err(no_period()),
        (true, false) if read.refused.len() == 1 => Err(read.refused.remove(0).1),
        _ => Ok(read),
    }
}

/// Whether rows are a table of statements under Chinese standards.
pub fn is_chinese_statements(rows: &[Vec<String>]) -> bool {
    header_at(rows).is_some()
}

/// One row a report and one column an item, or the other way round. A line `单位：万元` above the
/// headings counts for the whole table, a unit in brackets after a heading for its item.
pub fn read_chinese_rows(
    rows: &[Vec<String>],
    options: &ChineseOptions,
) -> Result<TableRead, ReadError> {
    let table = StatementTable {
        caption: String::new(),
        rows: rows.to_vec(),
    };
    read_table(&table, &BTreeMap::new(), options)
}

fn no_period() -> ReadError {
    ReadError::Column {
        what: WHAT,
        column: "报告期".to_owned(),
    }
}

fn read_table(
    table: &StatementTable,
    announced: &BTreeMap<Date, Date>,
    options: &ChineseOptions,
) -> Result<TableRead, ReadError> {
    let at = header_at(&table.rows).ok_or_else(no_period)?;
    let above = table.rows.iter().take(at + 1).flatten();
    let stated = above
        .chain([&table.caption])
        .find_map(|text| unit_after_label(text));
    let upright = turned(&table.rows, at);
    let is_turned = upright.is_some();
    let rows = upright.unwrap_or_else(|| table.rows.iter().skip(at).cloned().collect());
    let (header, reports) = rows.split_first().ok_or(ReadError::Empty { what: WHAT })?;
    let context = Context {
        unit: stated.or_else(|| options.unit.clone()),
        is_single: table.caption.contains("单季"),
        is_parent: table.caption.contains("母公司"),
        announced,
        source: &options.source,
    };
    let read_by = Table::new(header, &context)?;
    let mut read = TableRead {
        facts: Vec::new(),
        unread: read_by.unread.clone(),
    };
    for (row, cells) in reports.iter().enumerate() {
        // a sheet repeats its headings where its table goes on
        if cells == header || cells.iter().all(|cell| is_blank(cell)) {
            continue;
        }
        let number = if is_turned { row + 2 } else { at + row + 2 };
        read_by.read_row(cells, number, &mut read.facts)?;
    }
    if read.facts.is_empty() {
        return Err(ReadError::Empty { what: WHAT });
    }
    Ok(read)
}

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
    announced: Option<usize>,
    updated: Option<usize>,
    report: Option<usize>,
    scope: Option<usize>,
    basis: Option<usize>,
    unit: Option<usize>,
    currency: Option<usize>,
    items: Vec<Item>,
    unread: Vec<String>,
    context: &'o Context<'o>,
}

/// What stands around a table.
struct Context<'o> {
    unit: Option<String>,
    /// The caption says that each report is a single quarter.
    is_single: bool,
    is_parent: bool,
    /// By the last day of the report.
    announced: &'o BTreeMap<Date, Date>,
    source: &'o str,
}

struct Item {
    column: usize,
    concept: Arc<str>,
    spec: &'static MetricSpec,
    unit: Option<Decimal>,
}

impl<'o> Table<'o> {
    fn new(header: &[String], context: &'o Context<'o>) -> Result<Self, ReadError> {
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
            let name = item_name(name);
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
            announced: match find(ANNOUNCED) {
                None if context.announced.is_empty() => Some(need(ANNOUNCED)?),
                found => found,
            },
            updated: find(UPDATED),
            report: find(REPORT),
            scope: find(SCOPE),
            basis: find(BASIS),
            unit: find(UNIT),
            currency: find(CURRENCY),
            items,
            unread,
            context,
        })
    }

    /// The last day of the report, and the day on which its values were known.
    fn days(&self, cells: &[String], row: usize) -> Result<(Date, Date), ReadError> {
        let cell = |column: usize| cells.get(column).map_or("", |cell| cell.trim());
        let no_date = |name: &str, text: &str| {
            ReadError::row(WHAT, row, format!("{name} `{text}` is no date"))
        };
        let text = cell(self.period);
        let end = report_day(text).ok_or_else(|| no_date("报告期", text))?;
        let announced = match self.announced {
            Some(column) => parse_date(cell(column)),
            None => self.context.announced.get(&end).copied(),
        };
        let announced = announced.ok_or_else(|| {
            let text = self.announced.map(cell).unwrap_or_default();
            no_date("公告日期", text)
        })?;
        // Values that were touched after the announcement were not known on its day.
        let updated = self.updated.map(cell).and_then(parse_date);
        let filed = updated.map_or(announced, |updated| updated.max(announced));
        Ok((end, filed))
    }

    fn read_row(
        &self,
        cells: &[String],
        row: usize,
        facts: &mut Vec<Fact>,
    ) -> Result<(), ReadError> {
        let cell = |column: usize| cells.get(column).map_or("", |cell| cell.trim());
        let stated = |column: Option<usize>| column.map(cell).filter(|text| !is_blank(text));
        let (end, filed) = self.days(cells, row)?;
        let form: Arc<str> = Arc::from(stated(self.report).unwrap_or("定期报告"));
        let scope = match stated(self.scope) {
            Some(text) if text.contains("母公司") => Scope::Parent,
            None if self.context.is_parent => Scope::Parent,
            _ => Scope::Consolidated,
        };
        let is_single =
            stated(self.basis).map_or(self.context.is_single, |text| text.contains("单季"));
        let unit = stated(self.unit)
            .map(str::to_owned)
            .or_else(|| self.context.unit.clone());
        let currency = stated(self.currency).map_or("CNY", currency_code);
        let accession: Arc<str> =
            Arc::from(format!("{}:{end}:{form}:{filed}", self.context.source));
        let source: Arc<str> = Arc::from(format!("table:{}", self.context.source));
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
                tier: Publisher::Filing.tier(),
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
