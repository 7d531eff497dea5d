//! A figure of a part of a company: the row of a table that is called like the part, under the columns of
//! the figure and the time that are asked for.

use assay_claims::{Meaning, MeaningKind, meanings};
use assay_domain::{ClaimKind, Decimal, Language, WordList, grouped, word_list};
use assay_facts::{UnitKind, derived_metric};
use assay_figures::{Period, Unit, periods, value_of};

use super::Said;
use super::parts_told::told_apart;
use super::tabled::{LEAST, MOST};
use super::taken::asks_growth;
use crate::frame::{Frame, Kind, has};
use crate::measure::{is_only, metrics_in};
use crate::passage::{Candidate, is_of};
use crate::printed::fixed;

/// What is asked of a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// A figure of the books.
    Metric(&'static str),
    /// What is left of its revenue.
    Margin,
    /// How much of the whole it is.
    Share,
}

static SHARE: WordList = word_list!("answer/parts_table/share");
const MARGIN: [&str; 4] = ["margin", "margins", "利润率", "毛利率"];
static RESULTS: WordList = word_list!("answer/parts_table/results");
/// What a column of revenue is called beside the names that questions use.
const REVENUES: [&str; 3] = ["收益", "营业额", "turnover"];
static PARTS: WordList = word_list!("answer/parts_table/parts");
static TOTALS: WordList = word_list!("answer/parts_table/totals");
static NARROWER: WordList = word_list!("answer/parts_table/narrower");

/// What the rows of a table say of the part that a question names; nothing where none is called like it.
pub(super) fn tell(frame: &Frame, terms: &[Meaning], all: &[Candidate<'_>]) -> Vec<Said> {
    let wanted = wanted(&frame.topic.to_lowercase());
    let is_figure = matches!(frame.kind, Kind::LookUp | Kind::Compare | Kind::List);
    if !is_figure {
        return Vec::new();
    }
    let apart = told_apart(frame, all);
    if !apart.is_empty() {
        return apart;
    }
    let in_columns = rate_in_columns(frame, terms, all);
    if !in_columns.is_empty() {
        return in_columns;
    }
    let Some(wanted) = wanted else {
        return Vec::new();
    };
    if let Wanted::Metric(metric) = wanted {
        let first = extreme(frame, metric, all);
        if !first.is_empty() {
            return first;
        }
    }
    let is_named = |row: &&Candidate<'_>| is_part(row, terms, &frame.question);
    let mut parts: Vec<&Candidate<'_>> = all.iter().filter(is_named).collect();
    // `Sea freight` before `Freight`
    parts.sort_by_key(|row| std::cmp::Reverse(meanings(&row.row_label).len()));
    let told = parts.iter().find_map(|part| {
        let columns = columns_of(frame, part, wanted);
        let said = match wanted {
            Wanted::Metric(_) => figure(frame, part, &columns),
            Wanted::Margin => margin(frame, part, all),
            Wanted::Share => share(frame, part, &columns, all),
        };
        (!said.is_empty()).then_some(said)
    });
    told.unwrap_or_default()
}

/// The rate of a part that its table states: the cells of its row in the columns that are called like the rate.
fn rate_in_columns(frame: &Frame, terms: &[Meaning], all: &[Candidate<'_>]) -> Vec<Said> {
    let asked = metrics_in(&frame.topic);
    let rate = asked.iter().find(|(_, metric)| is_rate(metric));
    let Some((_, rate)) = rate.filter(|_| frame.measures.is_empty()) else {
        return Vec::new();
    };
    let meets = |head: &str| {
        let wanted = &frame.when.periods;
        let own = periods(head);
        let is_asked = own
            .iter()
            .any(|own| wanted.iter().any(|asked| is_of(own.period, *asked)));
        wanted.is_empty() || own.is_empty() || is_asked
    };
    let rows = all
        .iter()
        .filter(|row| is_part(row, terms, &frame.question));
    let told = rows.filter_map(|row| {
        let cells = row.columns.iter().filter(|(head, cell)| {
            is_only(head, rate) && meets(head) && cell.contains(|c: char| c.is_ascii_digit())
        });
        let cells: Vec<(String, String)> = cells.cloned().collect();
        (!cells.is_empty()).then(|| super::quoted::row(row, &cells))
    });
    told.take(1).collect()
}

fn is_rate(metric: &str) -> bool {
    derived_metric(metric).is_some_and(|spec| spec.unit == UnitKind::Ratio)
}

fn wanted(topic: &str) -> Option<Wanted> {
    let says = |words: &[&str]| words.iter().any(|word| has(topic, word));
    if says(&MARGIN) {
        // segments report one result; what its gross or net margin is, their table does not say
        return (!says(&NARROWER)).then_some(Wanted::Margin);
    }
    if says(&SHARE) {
        return Some(Wanted::Share);
    }
    metric_in(topic).map(Wanted::Metric)
}

/// The figure that a question or a head names. What a part earns is one figure under many names.
pub(super) fn metric_in(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    let named = metrics_in(&lower)
        .into_iter()
        .map(|(_, metric)| metric)
        .next();
    let is_result = || RESULTS.iter().any(|word| has(&lower, word));
    if named.is_none() && REVENUES.iter().any(|word| has(&lower, word)) {
        return Some("revenue");
    }
    let is_narrower = NARROWER.iter().any(|word| has(&lower, word));
    match named {
        Some("net_income" | "operating_income") if !is_narrower => Some("operating_income"),
        Some(metric) => Some(metric),
        None => is_result().then_some("operating_income"),
    }
}

/// Whether a row is called like a part that the question names: all of its label is in the question.
fn is_part(row: &Candidate<'_>, terms: &[Meaning], question: &str) -> bool {
    let label = row.row_label.to_lowercase();
    let words = meanings(&row.row_label);
    let mut things = words
        .iter()
        .filter(|word| word.kind > MeaningKind::Light)
        .peekable();
    let is_in_han = !row.row_label.is_ascii() && question.contains(&row.row_label);
    let is_named = is_in_han
        || things.peek().is_some()
            && things.all(|word| terms.iter().any(|term| term.is_same_as(word)));
    row.is_row
        && !row.passage.is_extract
        && row.passage.owner.is_some()
        && is_named
        && metrics_in(&row.row_label).is_empty()
        && !is_total(&label)
}

/// A row that may be the whole of its table: it is called so, or like a figure of the company.
pub(super) fn is_whole(row: &Candidate<'_>) -> bool {
    let label = row.row_label.to_lowercase();
    let mut named = metrics_in(&label).into_iter();
    row.is_row
        && row.passage.owner.is_some()
        && (is_total(&label) || named.any(|(_, metric)| is_only(&label, metric)))
}

fn is_total(label: &str) -> bool {
    TOTALS
        .iter()
        .any(|word| label.starts_with(word) || label.ends_with(word))
}

/// A column of a row: its place, its period and the figure that it is of.
pub(super) struct Column {
    pub(super) place: usize,
    pub(super) period: Option<Period>,
}

/// The columns of the figure that is wanted, of the times that are asked for.
fn columns_of(frame: &Frame, row: &Candidate<'_>, wanted: Wanted) -> Vec<Column> {
    let metric = match wanted {
        Wanted::Metric(metric) => metric,
        Wanted::Margin => return Vec::new(),
        Wanted::Share => metric_in(&frame.topic).unwrap_or("revenue"),
    };
    columns_with(frame, row, metric)
}

pub(super) fn columns_with(frame: &Frame, row: &Candidate<'_>, metric: &str) -> Vec<Column> {
    let heads = row.columns.iter().enumerate();
    let found = heads.filter_map(|(place, (head, cell))| {
        let period = sole_period(head);
        let is_of_it = metric_of_head(row, head) == Some(metric);
        let is_asked = frame.when.periods.is_empty()
            || period.is_some_and(|own| frame.when.periods.iter().any(|asked| is_of(own, *asked)));
        (is_of_it && is_asked && number(cell).is_some()).then_some(Column { place, period })
    });
    found.collect()
}

/// What a column is of: as its head says, or as is said above the table where the head names a time only.
fn metric_of_head(row: &Candidate<'_>, head: &str) -> Option<&'static str> {
    let names_more = {
        let mut rest = head.to_owned();
        for span in periods(head).iter().rev() {
            rest.replace_range(span.range.clone(), " ");
        }
        rest.contains(char::is_alphabetic)
    };
    match metric_in(head) {
        Some(metric) => Some(metric),
        None if names_more => None,
        None => row.stated_metric().map(|(metric, _)| metric),
    }
}

fn sole_period(head: &str) -> Option<Period> {
    match periods(head).as_slice() {
        [only] => Some(only.period),
        _ => None,
    }
}

/// The amount that a cell prints; nothing of rates, ranges and texts.
pub(super) fn number(cell: &str) -> Option<Decimal> {
    let number = value_of(cell)?;
    let is_rate = matches!(
        number.unit,
        Unit::Percent | Unit::PercentagePoint | Unit::BasisPoint
    );
    (!is_rate).then_some(number.value)
}

static REST: WordList = word_list!("answer/parts_table/rest");

/// What the parts of a company are called, where that is all that is asked: by a table whose rows add up to
/// the whole.
pub(super) fn names(frame: &Frame, all: &[Candidate<'_>]) -> Option<Said> {
    let topic = frame.topic.to_lowercase();
    const SEGMENTS: [&str; 6] = [
        "segment",
        "segments",
        "division",
        "divisions",
        "分部",
        "板块",
    ];
    let is_asked = SEGMENTS.iter().any(|word| has(&topic, word)) && metric_in(&topic).is_none();
    let words = meanings(&frame.topic);
    let things = words
        .iter()
        .filter(|word| word.kind >= MeaningKind::Thing)
        .count();
    if !is_asked || things > 2 || matches!(frame.kind, Kind::Explain | Kind::HowTo | Kind::Judge) {
        return None;
    }
    let mut totals = all.iter().filter(|row| is_whole(row));
    totals.find_map(|total| {
        let table: Vec<&Candidate<'_>> = all
            .iter()
            .filter(|other| is_of_table(other, total))
            .collect();
        let place = total
            .columns
            .iter()
            .enumerate()
            .position(|(place, (head, _))| {
                metric_of_head(total, head) == Some("revenue") && adds_up(total, &table, place)
            })?;
        // what has no revenue is no part of the business
        let sells = |row: &&&Candidate<'_>| {
            let cell = row.columns.get(place).and_then(|(_, cell)| number(cell));
            cell.is_some_and(|value| value > Decimal::ZERO)
        };
        let parts = table.iter().filter(sells).map(|row| row.row_label.as_str());
        let parts: Vec<&str> = parts
            .filter(|label| *label != total.row_label)
            .filter(|label| !REST.iter().any(|rest| label.to_lowercase().contains(rest)))
            .collect();
        let owner = total.passage.owner?;
        (parts.len() > 1).then(|| Said {
            text: frame.language.pick(
                format!("{owner}: {}.", parts.join(", ")),
                format!("{owner}：{}。", parts.join("、")),
            ),
            evidence: vec![total.passage.evidence.id.clone()],
            kind: ClaimKind::Computed {
                formula: String::new(),
            },
        })
    })
}

/// Which part has the most or the least of a figure: by a table whose rows add up to the whole.
fn extreme(frame: &Frame, metric: &'static str, all: &[Candidate<'_>]) -> Vec<Said> {
    let lower = frame.question.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| has(&lower, word));
    let (is_most, is_least) = (says(&MOST) || says(&["more", "更多", "更高"]), says(&LEAST));
    if is_most == is_least || !says(&PARTS) || asks_growth(&frame.question) {
        return Vec::new();
    }
    let totals = all.iter().filter(|row| is_whole(row));
    let found = totals.into_iter().find_map(|total| {
        let table: Vec<&Candidate<'_>> = all
            .iter()
            .filter(|other| is_of_table(other, total))
            .collect();
        let columns = columns_with(frame, total, metric);
        let column = columns
            .iter()
            .max_by_key(|column| column.period.map(|period| period.year))?;
        adds_up(total, &table, column.place).then_some(())?;
        let mut parts: Vec<(Decimal, &Candidate<'_>, &str)> = table
            .iter()
            .filter(|row| row.row_label != total.row_label)
            .filter_map(|row| {
                let (_, cell) = row.columns.get(column.place)?;
                Some((number(cell)?, *row, cell.as_str()))
            })
            .collect();
        parts.sort_by_key(|(value, _, _)| *value);
        if is_most {
            parts.reverse();
        }
        ranking(frame, &parts, &total.columns.get(column.place)?.0, is_most)
    });
    found.into_iter().collect()
}

fn ranking(
    frame: &Frame,
    parts: &[(Decimal, &Candidate<'_>, &str)],
    head: &str,
    is_most: bool,
) -> Option<Said> {
    let ((_, first, shown), others) = parts.split_first()?;
    let owner = first.passage.owner?;
    let others: Vec<String> = others
        .iter()
        .map(|(_, row, cell)| format!("{} {cell}", row.row_label))
        .collect();
    let label = &first.row_label;
    let text = match (frame.language, is_most) {
        (Language::En, true) => format!(
            "{owner}: {label} has the highest {head}, {shown}, against {}{}.",
            others.join(", "),
            first.unit
        ),
        (Language::En, false) => format!(
            "{owner}: {label} has the lowest {head}, {shown}, against {}{}.",
            others.join(", "),
            first.unit
        ),
        (Language::Zh, true) => {
            format!(
                "{owner}：{label}的{head}最高，为{shown}；{}{}。",
                others.join("，"),
                first.unit
            )
        }
        (Language::Zh, false) => {
            format!(
                "{owner}：{label}的{head}最低，为{shown}；{}{}。",
                others.join("，"),
                first.unit
            )
        }
    };
    let formula: Vec<String> = parts
        .iter()
        .map(|(value, _, _)| value.abs().to_string())
        .collect();
    Some(Said {
        text,
        evidence: vec![first.passage.evidence.id.clone()],
        kind: ClaimKind::Computed {
            formula: formula.join(";"),
        },
    })
}

/// The cells of the columns, each with its head.
fn figure(frame: &Frame, row: &Candidate<'_>, columns: &[Column]) -> Vec<Said> {
    if columns.is_empty() || columns.len() < frame.when.periods.len() {
        return Vec::new();
    }
    let cells: Vec<(String, String)> = columns
        .iter()
        .filter_map(|column| row.columns.get(column.place).cloned())
        .collect();
    let mut said = vec![super::quoted::row(row, &cells)];
    said.extend(change(frame, row, columns));
    said
}

/// How far it moved between the two newest times that are told.
fn change(frame: &Frame, row: &Candidate<'_>, columns: &[Column]) -> Option<Said> {
    let mut dated: Vec<(Period, Decimal, &str)> = columns
        .iter()
        .filter_map(|column| {
            let (_, cell) = row.columns.get(column.place)?;
            Some((column.period?, number(cell)?, cell.as_str()))
        })
        .collect();
    dated.sort_by_key(|(period, _, _)| (period.year, period.span));
    let [.., (earlier, before, was), (later, after, is)] = dated.as_slice() else {
        return None;
    };
    if *before <= Decimal::ZERO || *after <= Decimal::ZERO || earlier.year == later.year {
        return None;
    }
    let change = (after - before) / before * Decimal::ONE_HUNDRED;
    let (owner, label) = (row.passage.owner?, &row.row_label);
    let share = fixed(change.abs(), 1);
    let is_more = change.is_sign_positive();
    let text = match (frame.language, is_more) {
        (Language::En, true) => format!("{owner}, {label}: up {share}%, from {was} to {is}."),
        (Language::En, false) => format!("{owner}, {label}: down {share}%, from {was} to {is}."),
        (Language::Zh, true) => format!("{owner}，{label}：由{was}增至{is}，增长{share}%。"),
        (Language::Zh, false) => format!("{owner}，{label}：由{was}降至{is}，下降{share}%。"),
    };
    Some(Said {
        text,
        evidence: vec![row.passage.evidence.id.clone()],
        kind: ClaimKind::Computed {
            formula: format!("({after} - {before}) / {before}"),
        },
    })
}

/// What is left of a part's revenue, for the newest time or those that are asked for.
fn margin(frame: &Frame, row: &Candidate<'_>, all: &[Candidate<'_>]) -> Vec<Said> {
    let results = columns_with(frame, row, "operating_income");
    // a table may show revenue and results of its parts one under the other
    let sales = all.iter().find(|other| {
        let is_same = other.row_label == row.row_label
            && other.passage.evidence.id == row.passage.evidence.id
            && other.unit == row.unit;
        is_same && !columns_with(frame, other, "revenue").is_empty()
    });
    let sales = sales.unwrap_or(row);
    let revenues = columns_with(frame, sales, "revenue");
    let pairs = results.iter().filter_map(|result| {
        let revenue = revenues
            .iter()
            .find(|revenue| revenue.period == result.period)?;
        Some((result, revenue))
    });
    let mut pairs: Vec<(&Column, &Column)> = pairs.collect();
    pairs.sort_by_key(|(result, _)| std::cmp::Reverse(result.period.map(|period| period.year)));
    if frame.when.periods.is_empty() {
        pairs.truncate(1);
    }
    let said = pairs.into_iter().filter_map(|(result, revenue)| {
        let (part, whole) = (
            row.columns.get(result.place)?,
            sales.columns.get(revenue.place)?,
        );
        let labels =
            [(row, &part.0), (sales, &whole.0)].map(|(row, head)| match row.part.as_str() {
                "" => format!("{}, {head}", row.row_label),
                part => format!("{part}, {}, {head}", row.row_label),
            });
        ratio(frame, row, &labels, [&part.1, &whole.1])
    });
    said.collect()
}

/// How much of the whole a part is: a row of the same table that is the sum of the others.
fn share(
    frame: &Frame,
    row: &Candidate<'_>,
    columns: &[Column],
    all: &[Candidate<'_>],
) -> Vec<Said> {
    let table: Vec<&Candidate<'_>> = all.iter().filter(|other| is_of_table(other, row)).collect();
    let mut newest: Vec<&Column> = columns.iter().collect();
    newest.sort_by_key(|column| std::cmp::Reverse(column.period.map(|period| period.year)));
    if frame.when.periods.is_empty() {
        newest.truncate(1);
    }
    let said = newest.into_iter().filter_map(|column| {
        let total = table.iter().find(|other| {
            is_total(&other.row_label.to_lowercase()) && adds_up(other, &table, column.place)
        })?;
        let (head, part) = row.columns.get(column.place)?;
        let (_, whole) = total.columns.get(column.place)?;
        let labels = [
            format!("{}, {head}", row.row_label),
            total.row_label.clone(),
        ];
        ratio(frame, row, &labels, [part, whole])
    });
    said.collect()
}

pub(super) fn is_of_table(other: &Candidate<'_>, row: &Candidate<'_>) -> bool {
    let heads = |one: &Candidate<'_>| -> Vec<String> {
        one.columns.iter().map(|(head, _)| head.clone()).collect()
    };
    other.is_row
        && other.passage.evidence.document == row.passage.evidence.document
        && other.above == row.above
        && other.part == row.part
        && heads(other) == heads(row)
}

/// Whether a row is called the whole of its table, and the others add up to it.
pub(super) fn is_sum(row: &Candidate<'_>, all: &[Candidate<'_>]) -> bool {
    let table: Vec<&Candidate<'_>> = all.iter().filter(|other| is_of_table(other, row)).collect();
    let mut places = 0..row.columns.len();
    is_total(&row.row_label.to_lowercase()) && places.any(|place| adds_up(row, &table, place))
}

/// Whether the other rows of a table add up to a row: then it is the whole of them.
pub(super) fn adds_up(total: &Candidate<'_>, table: &[&Candidate<'_>], place: usize) -> bool {
    let value = |row: &Candidate<'_>| row.columns.get(place).and_then(|(_, cell)| number(cell));
    let Some(whole) = value(total) else {
        return false;
    };
    let others = table.iter().filter(|row| row.row_label != total.row_label);
    let values: Vec<Decimal> = others.filter_map(|row| value(row)).collect();
    let sum: Decimal = values.iter().sum();
    // each part may be rounded by half of its last place
    let unit = Decimal::new(1, whole.scale());
    values.len() > 1 && (sum - whole).abs() <= unit * Decimal::from(values.len())
}

fn ratio(
    frame: &Frame,
    row: &Candidate<'_>,
    [part, whole]: &[String; 2],
    [above, below]: [&str; 2],
) -> Option<Said> {
    let (a, b) = (number(above)?, number(below)?);
    // a part is at most the whole
    if b <= Decimal::ZERO || a.abs() > b {
        return None;
    }
    let share = fixed(a / b * Decimal::ONE_HUNDRED, 1);
    let owner = row.passage.owner?;
    let shown = [a, b].map(|value| grouped(&value.to_string())).join(" / ");
    Some(Said {
        text: frame.language.pick(
            format!("{owner}: {part} was {share}% of {whole} ({shown})."),
            format!("{owner}：{part}占{whole}的{share}%（{shown}）。"),
        ),
        evidence: vec![row.passage.evidence.id.clone()],
        kind: ClaimKind::Computed {
            formula: format!("{a} / {b}"),
        },
    })
}
