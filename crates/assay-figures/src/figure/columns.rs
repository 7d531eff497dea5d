use super::label::states_unit;
use super::period::{Period, Span, periods};

/// What the header of a table says about its columns, the label column included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    pub columns: Vec<Column>,
    /// A row of the header that only states the unit, such as `(in millions)`.
    pub note: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// As printed, with the heading it shares with its neighbours.
    pub name: String,
    pub(super) period: Option<Period>,
    /// Holds changes between other columns.
    pub(super) is_change: bool,
    /// Over a stretch that ended, as `year ended` says, so it holds no balances.
    pub(super) is_stretch: bool,
}

impl Columns {
    pub fn has_periods(&self) -> bool {
        self.columns
            .iter()
            .any(|column| !periods(&column.name).is_empty())
    }
}

/// Reads header rows. Where it is not plain which column a shared heading stands over, no column has
/// a period.
pub(super) fn columns(rows: &[Vec<&str>]) -> Columns {
    let is_note = |row: &&Vec<&str>| {
        let only = |cells: &[&str]| {
            let mut filled = cells.iter().filter(|cell| !cell.is_empty());
            let only = filled.next().filter(|_| filled.next().is_none());
            only.is_some_and(|cell| periods(cell).is_empty() && states_unit(cell))
        };
        // `| Inventories: | (In millions) | |`
        only(row) || row.split_first().is_some_and(|(_, cells)| only(cells))
    };
    let note = rows.iter().find(is_note).map(|row| row.join(" "));
    let named: Vec<&Vec<&str>> = rows.iter().filter(|row| !is_note(row)).collect();
    let Some(base) = named.iter().max_by_key(|row| row.len()) else {
        return Columns::default();
    };
    let groups: Vec<Option<Vec<&str>>> = named
        .iter()
        .filter(|row| !std::ptr::eq(**row, *base))
        .map(|row| spread(row, base))
        .collect();
    let is_plain = groups.iter().all(Option::is_some);
    let mut columns: Vec<Column> = base
        .iter()
        .enumerate()
        .map(|(place, cell)| {
            let above = groups.iter().flatten().filter_map(|row| row.get(place));
            let mut parts: Vec<&str> = above
                .chain([cell])
                .copied()
                .filter(|t| !t.is_empty())
                .collect();
            // what spans several rows of the head is said in each
            parts.dedup();
            column(&parts, cell, is_plain)
        })
        .collect();
    leave_out_doubles(&mut columns);
    Columns {
        columns,
        note: note.unwrap_or_default().trim().to_owned(),
    }
}

/// `As reported | As adjusted` under one period are two things, and nothing says which one counts.
fn leave_out_doubles(columns: &mut [Column]) {
    let periods: Vec<Option<Period>> = columns.iter().map(|column| column.period).collect();
    for column in columns {
        let same = periods.iter().filter(|period| **period == column.period);
        if same.count() > 1 {
            column.period = None;
        }
    }
}

fn column(parts: &[&str], cell: &str, is_plain: bool) -> Column {
    let name = parts.join(" ");
    let whole = sole_period(&name);
    let own = sole_period(cell);
    let is_stretch = |period: Period| {
        matches!(period.span, Span::Year | Span::Months(..))
            && name.to_lowercase().contains("ended")
    };
    // `Fiscal 2021 vs. 2020` over two years and their change: a column with a date of its own is of that
    let is_change = match own {
        Some(_) => is_change(cell),
        None => is_change(&name),
    };
    let period = whole.or(own).filter(|_| is_plain && !is_change);
    Column {
        is_change,
        is_stretch: period.is_some_and(is_stretch),
        period,
        name,
    }
}

fn is_change(name: &str) -> bool {
    let lower = format!(" {}", name.to_lowercase());
    [" vs", "change", "increase", "变动", "增减", "同比"]
        .iter()
        .any(|word| lower.contains(word))
}

/// Whether a cell is the number of a note that explains its row, and no amount: `12` or `7(a)` under `Note`.
pub fn is_note_number(head: &str, cell: &str) -> bool {
    let head = head.trim().trim_end_matches('.').to_lowercase();
    let heads_notes = matches!(head.as_str(), "note" | "notes" | "附注" | "附註");
    heads_notes
        && cell
            .split(|c: char| !c.is_ascii_digit())
            .all(|digits| digits.len() <= 2)
}

pub(super) fn sole_period(text: &str) -> Option<Period> {
    match periods(text).as_slice() {
        [only] => Some(only.period),
        _ => None,
    }
}

/// Headings that several columns share, one for each column of `base`. Their number must fit: one for
/// all, one for each, or one for each run of columns.
fn spread<'a>(shared: &[&'a str], base: &[&str]) -> Option<Vec<&'a str>> {
    let (corner, groups) = shared.split_first()?;
    let below = base.split_first()?.1;
    let spread: Vec<&'a str> = match groups {
        [] => vec![""; below.len()],
        [only] => below.iter().map(|_| *only).collect(),
        _ if groups.len() == below.len() => over_blanks(groups),
        _ => {
            let runs = runs(below);
            if runs.len() != groups.len() {
                return None;
            }
            let pairs = groups.iter().zip(runs);
            pairs
                .flat_map(|(group, length)| vec![*group; length])
                .collect()
        }
    };
    Some([*corner].into_iter().chain(spread).collect())
}

/// Where every cell is written out, a heading stands over its own column and the blanks behind it; a
/// lone one over all of them.
fn over_blanks<'a>(groups: &[&'a str]) -> Vec<&'a str> {
    let mut filled = groups.iter().filter(|group| !group.is_empty());
    let (first, second) = (filled.next(), filled.next());
    if let (Some(only), None) = (first, second) {
        return vec![*only; groups.len()];
    }
    // Over which columns a centred heading stands is not plain.
    if groups.first().is_some_and(|group| group.is_empty()) {
        return groups.to_vec();
    }
    let mut last = "";
    let spread = groups.iter().map(|group| {
        if !group.is_empty() {
            last = group;
        }
        last
    });
    spread.collect()
}

/// Lengths of the runs `2024 2023 | $ % | $ %`: a run ends where a cell comes again or where periods
/// give way to something else.
fn runs(cells: &[&str]) -> Vec<usize> {
    let mut lengths = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    for cell in cells {
        let kind = |text: &str| sole_period(text).is_some();
        let breaks = run.contains(cell) || run.last().is_some_and(|last| kind(last) != kind(cell));
        if breaks {
            lengths.push(run.len());
            run.clear();
        }
        run.push(cell);
    }
    lengths.push(run.len());
    lengths
}
