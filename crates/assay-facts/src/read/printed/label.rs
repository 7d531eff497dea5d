//! What a row of a statement is called.

use std::sync::LazyLock;

use super::title::{is_han, simplified};
use crate::metric::{Statement, metric};
use crate::read::chinese_words::item_name;

/// A row that is called like a metric.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// For instance `stated:revenue`.
    pub(super) concept: &'static str,
    pub(super) attributed: Attributed,
    pub(super) is_total: bool,
    /// It is called a loss and nothing else.
    pub(super) is_loss: bool,
    pub(super) is_negated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attributed {
    Unsaid,
    Parent,
    Common,
    Minority,
}

struct Entry {
    concept: &'static str,
    labels: Vec<&'static str>,
    never: Vec<&'static str>,
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let lines = include_str!("../../../lexicon/statement_rows.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#') && !line.is_empty());
    let entries = lines.filter_map(|line| {
        let mut columns = line.split('|').map(str::trim);
        Some(Entry {
            concept: columns.next()?,
            labels: columns.next()?.split(", ").collect(),
            never: columns
                .next()
                .unwrap_or_default()
                .split_whitespace()
                .collect(),
        })
    });
    entries.collect()
});

pub(super) fn concepts() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().map(|entry| entry.concept)
}

/// The metric that a row of a statement states, if it is called like one. `part` is the heading that
/// the row stands under.
pub(super) fn row(label: &str, part: &str, statement: Statement) -> Option<Row> {
    if label.chars().any(is_han) {
        return han_row(label, part, statement);
    }
    let (own, attributed) = without_owner(&plain(label));
    let is_total = own.starts_with("total ");
    let own = bare(&own);
    let (part, _) = without_owner(&plain(part));
    let under = format!("{} {own}", bare(&part));
    let of_statement = |entry: &&Entry| {
        let name = entry.concept.strip_prefix("stated:").unwrap_or_default();
        metric(name).is_some_and(|spec| stands_in(spec.statement, statement))
    };
    if statement == Statement::Balance && is_debt(label) {
        let concept = debt_of(&plain(label), &part)?;
        return Some(Row::of(concept, attributed, is_total));
    }
    let mut entries = ENTRIES.iter().filter(of_statement);
    // `Diluted` says what it is only by what it stands under
    let needs_part = matches!(
        own.as_str(),
        "basic" | "diluted" | "basic and diluted" | "total" | ""
    );
    let text = if needs_part { under } else { own };
    let entry = entries.find(|entry| entry.is_called(&text))?;
    let starts = |word: &str| text.starts_with(word);
    Some(Row {
        is_loss: (starts("loss") || starts("net loss") || starts("operating loss"))
            && !label.contains('('),
        ..Row::of(entry.concept, attributed, is_total)
    })
}

/// A row of a Chinese statement, by the name that the accounting standards or the exchange of Hong Kong
/// give it.
fn han_row(label: &str, part: &str, statement: Statement) -> Option<Row> {
    let label = &simplified(label);
    let name = item_name(label);
    let is_total = name.ends_with("合计") || name.ends_with("总额") || name.ends_with("总值");
    if statement == Statement::Balance && is_debt(label) {
        return Some(Row::of(
            han_debt_of(name, part)?,
            Attributed::Unsaid,
            is_total,
        ));
    }
    if statement == Statement::Income && name == "净利润" {
        return Some(Row::of("stated:net_income", Attributed::Unsaid, is_total));
    }
    let is_parents = ["归属于", "归母", "应占"]
        .iter()
        .any(|word| name.contains(word));
    let attributed = match is_parents {
        true => Attributed::Parent,
        false => Attributed::Unsaid,
    };
    let plain: String = name.chars().filter(|c| !c.is_whitespace()).collect();
    let of_standards = |entry: &&Entry| {
        let spec = metric(entry.concept.strip_prefix("stated:")?)?;
        let mut concepts = spec.concepts.iter().map(|candidate| candidate.concept);
        let is_so = concepts.any(|concept| concept.strip_prefix("cas:") == Some(name));
        (stands_in(spec.statement, statement) && (is_so || entry.is_called(&plain))).then_some(())
    };
    let entry = ENTRIES.iter().find(|entry| of_standards(entry).is_some())?;
    Some(Row::of(entry.concept, attributed, is_total))
}

/// Which debt a row of a Chinese balance sheet is of.
fn han_debt_of(name: &str, part: &str) -> Option<&'static str> {
    match name {
        name if name.contains("一年内到期") => Some("stated:current_long_term_debt"),
        name if name.starts_with("短期") => Some("stated:short_term_debt"),
        name if name.starts_with("长期借款") => Some("stated:long_term_debt"),
        _ if part.contains("非流动") => Some("stated:long_term_debt"),
        _ if part.contains("流动") => Some("stated:short_term_debt"),
        _ => None,
    }
}

impl Row {
    fn of(concept: &'static str, attributed: Attributed, is_total: bool) -> Self {
        Self {
            concept,
            attributed,
            is_total,
            is_loss: false,
            is_negated: false,
        }
    }
}

impl Entry {
    fn is_called(&self, label: &str) -> bool {
        let is_never = |word: &&'static str| match word.strip_suffix('*') {
            Some(begin) => label.split(' ').any(|own| own.starts_with(begin)),
            None => label.split(' ').any(|own| own == *word),
        };
        self.labels.iter().any(|pattern| is_like(label, pattern))
            && !self.never.iter().any(is_never)
    }
}

/// Earnings per share and numbers of shares stand in the statement of income.
fn stands_in(own: Statement, statement: Statement) -> bool {
    own == statement || own == Statement::Shares && statement == Statement::Income
}

/// Whether a text is like a pattern, in which `*` stands for anything.
fn is_like(text: &str, pattern: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let mut pieces = pieces.peekable();
    if pieces.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() {
            return rest.ends_with(piece);
        }
        let Some(at) = rest.find(piece) else {
            return false;
        };
        rest = rest.get(at + piece.len()..).unwrap_or_default();
    }
    true
}

/// Lower-case words, without brackets, note numbers and what is deducted.
fn plain(label: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::with_capacity(label.len());
    for c in label.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            '’' | '‘' => kept.push('\''),
            c if c.is_alphanumeric() || matches!(c, '-' | '\'' | '&') => {
                kept.extend(c.to_lowercase())
            }
            _ => kept.push(' '),
        }
    }
    let words = kept.split_whitespace().map(|word| {
        // a note's number is glued to the word: `sales2`
        let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
        if bare.is_empty() { word } else { bare }
    });
    let words: Vec<&str> = words
        .filter(|word| !word.chars().all(|c| c == '-'))
        .collect();
    let text = words.join(" ");
    let text = text.strip_prefix("less ").unwrap_or(&text);
    const DEDUCTED: [&str; 4] = [
        " net of ",
        " less allowance",
        " less accumulated",
        " at cost",
    ];
    let end = DEDUCTED.iter().filter_map(|words| text.find(words)).min();
    let kept = end.and_then(|end| text.get(..end)).unwrap_or(text);
    // what is owed later is told by what is taken off
    match text.contains("net of current") {
        true => text.to_owned(),
        false => kept.to_owned(),
    }
}

/// Without the words that say only that it is all of it.
fn bare(label: &str) -> String {
    let label = label.strip_prefix("total ").unwrap_or(label);
    label
        .strip_prefix("consolidated ")
        .unwrap_or(label)
        .trim()
        .to_owned()
}

/// A label without whom its figure belongs to, and who that is.
fn without_owner(label: &str) -> (String, Attributed) {
    let minority = |text: &str| {
        ["noncontrolling", "non-controlling", "minority"]
            .iter()
            .any(|word| text.contains(word))
    };
    for joint in [" attributable to ", " attributed to "] {
        let Some((before, after)) = label.split_once(joint) else {
            continue;
        };
        let attributed = match after {
            after if minority(after) => Attributed::Minority,
            // `attributable to Acme common shareholders — basic` is still per share
            after if after.contains("common") && !before.contains("per ") => Attributed::Common,
            _ => Attributed::Parent,
        };
        let tail = ["basic and diluted", "basic", "diluted"]
            .into_iter()
            .find(|tail| after.ends_with(tail));
        let own = match tail {
            Some(tail) => format!("{before} {tail}"),
            None => before.to_owned(),
        };
        return (own, attributed);
    }
    (label.to_owned(), Attributed::Unsaid)
}

/// Beside a row that says whom it belongs to, one that does not is of all owners.
pub(super) fn tell_attribution<'r>(rows: impl Iterator<Item = &'r mut Row>) {
    let mut rows: Vec<&mut Row> = rows.collect();
    let has_parent = |rows: &[&mut Row], concept: &str| {
        rows.iter()
            .any(|row| row.concept == concept && row.attributed == Attributed::Parent)
    };
    let is_income_split = has_parent(&rows, "stated:net_income");
    for row in &mut rows {
        row.concept = match (row.concept, row.attributed) {
            ("stated:net_income", Attributed::Common) => "stated:net_income_to_common",
            ("stated:net_income", Attributed::Minority) => "",
            ("stated:net_income", Attributed::Unsaid) if is_income_split => {
                "stated:net_income_incl_nci"
            }
            ("stated:equity_incl_nci", Attributed::Parent | Attributed::Common) => "stated:equity",
            ("stated:equity_incl_nci", Attributed::Minority) => "stated:nci",
            (concept, _) => concept,
        };
    }
}

/// A row of what is borrowed, under whatever name.
pub(super) fn is_debt(label: &str) -> bool {
    let label = plain(label);
    let is_borrowed = [
        "debt",
        "borrowing",
        "notes payable",
        "commercial paper",
        "loans payable",
        "senior notes",
        "debenture",
        "bank loan",
        "financial liabilities",
        "overdraft",
        "bonds",
        "借款",
        "借贷",
        "债券",
        "一年内到期的非流动负债",
    ]
    .iter()
    .any(|word| label.contains(word));
    // of the other side of the balance sheet, or no debt
    let is_other = [
        "receivable",
        "debtor",
        "securities",
        "investment",
        "issuance cost",
        "discount",
    ]
    .iter()
    .any(|word| label.contains(word));
    is_borrowed && !is_other
}

/// Which debt a row is of: by its own words, or by the part of the balance sheet that it stands in.
fn debt_of(label: &str, part: &str) -> Option<&'static str> {
    let says = |text: &str, words: &[&str]| words.iter().any(|word| text.contains(word));
    const LATER: [&str; 4] = ["non-current", "noncurrent", "long-term", "long term"];
    const WITHIN_A_YEAR: [&str; 4] = [
        "current portion of",
        "current maturities of",
        "within one year",
        "within 1 year",
    ];
    let of_part = match part {
        part if says(part, &["after more than one year", "due after one year"]) => {
            Some("stated:long_term_debt")
        }
        part if part.contains("within one year") => Some("stated:short_term_debt"),
        part if says(part, &LATER) => Some("stated:long_term_debt"),
        part if part.contains("current") => Some("stated:short_term_debt"),
        _ => None,
    };
    match label {
        label
            if says(
                label,
                &["less current", "excluding current", "net of current"],
            ) =>
        {
            Some("stated:long_term_debt")
        }
        label if says(label, &WITHIN_A_YEAR) => Some("stated:current_long_term_debt"),
        label if says(label, &["short-term", "short term", "commercial paper"]) => {
            Some("stated:short_term_debt")
        }
        label if says(label, &["non-current", "noncurrent"]) => Some("stated:long_term_debt"),
        label if label.ends_with(" current") || label.starts_with("current ") => {
            Some("stated:short_term_debt")
        }
        label if says(label, &LATER) => Some("stated:long_term_debt"),
        _ => of_part,
    }
}

pub(super) fn is_debt_metric(name: &str) -> bool {
    matches!(
        name,
        "short_term_debt" | "current_long_term_debt" | "long_term_debt"
    )
}
