//! Which statement a line is the title of, and whose.

use crate::metric::Statement;

/// What titles say beside the statement.
const BESIDE: &str = " unaudited audited condensed consolidated interim group and of for the s other information loss losses \
    comprehensive continued ";
/// A title that has one of these is of another statement, or of a part of the company.
const OTHER: &[&str] = &[
    "parent",
    "registrant",
    "pro forma",
    "combined",
    "combining",
    "consolidating",
    "segment",
    "selected",
    "supplemental",
    "notes",
    "off-balance",
    "off balance",
    "summarized",
    "index",
    "reconciliation",
    "equity",
    "non-gaap",
    "summary",
    "quarterly",
    "guarantor",
];
/// Longest title, in words.
const LONGEST: usize = 14;

/// `CONSOLIDATED STATEMENTS OF OPERATIONS`, `Balance Sheets (Unaudited)`, `Income statement`.
pub(super) fn statement_in(line: &str) -> Option<Statement> {
    let plain = plain(line);
    let words: Vec<&str> = plain.split(' ').filter(|word| !word.is_empty()).collect();
    if words.len() > LONGEST || OTHER.iter().any(|other| plain.contains(other)) {
        return None;
    }
    let (statement, named): (Statement, &[&str]) =
        if plain.contains("cash flow") && plain.contains("statement") {
            (
                Statement::CashFlow,
                &["cash", "flow", "flows", "statement", "statements"],
            )
        } else if plain.contains("balance sheet") {
            (Statement::Balance, &["balance", "sheet", "sheets"])
        } else if plain.contains("statement of financial position")
            || plain.contains("statements of financial position")
            || plain.contains("statements of financial condition")
            || plain.contains("statement of financial condition")
        {
            let words = &[
                "statement",
                "statements",
                "financial",
                "position",
                "condition",
            ];
            (Statement::Balance, words)
        } else if plain.contains("statement") && is_income(&words) {
            let words = &[
                "statement",
                "statements",
                "operations",
                "income",
                "earnings",
                "profit",
                "or",
            ];
            (Statement::Income, words)
        } else {
            return None;
        };
    let rest = words.iter().filter(|word| {
        !named.contains(word)
            && !BESIDE.contains(&format!(
                " {} ",
                word.trim_end_matches(|c: char| c.is_ascii_digit())
            ))
    });
    // a title may name its company, and says nothing else
    (rest.count() <= NAME_WORDS).then_some(statement)
}

/// Words of a company's name in a title.
const NAME_WORDS: usize = 4;

/// Of income or operations, and not of comprehensive income alone.
fn is_income(words: &[&str]) -> bool {
    let named = |word: &str| {
        matches!(
            word.trim_end_matches(|c: char| c.is_ascii_digit()),
            "operations" | "earnings" | "profit"
        )
    };
    let income = words.iter().position(|word| word.starts_with("income"));
    let is_comprehensive =
        income.is_some_and(|at| at > 0 && words.get(at - 1) == Some(&"comprehensive"));
    words.iter().any(|word| named(word)) || income.is_some() && !is_comprehensive
}

/// Whose statements follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Own,
    Other,
}

/// Ends of a company's name.
const FORMS: &[&str] = &[
    "inc",
    "incorporated",
    "corp",
    "corporation",
    "company",
    "co",
    "ltd",
    "limited",
    "llc",
    "lp",
    "l p",
    "partnership",
    "plc",
    "ag",
    "sa",
    "nv",
    "trust",
    "subsidiaries",
    "holdings",
    "group",
];

/// Whose statements a line announces: one that is nothing but the name of a company.
pub(super) fn owner_in(line: &str, entity: &str) -> Option<Owner> {
    let words = line.split_whitespace().count();
    if words > LONGEST_NAME || line.contains(['|', ':', ';']) {
        return None;
    }
    let (own, entity) = (name_letters(line), name_letters(entity));
    if !entity.is_empty() && own.contains(&entity) {
        return Some(Owner::Own);
    }
    let plain = plain(line);
    let last = plain.rsplit(' ').next().unwrap_or_default();
    let is_name = words > 1 && FORMS.contains(&last);
    let is_title = line
        .split_whitespace()
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic()))
        .all(|word| word.starts_with(char::is_uppercase) || matches!(word, "and" | "of" | "the"));
    (is_name && is_title).then_some(Owner::Other)
}

/// Words of a line that is nothing but a name.
const LONGEST_NAME: usize = 9;

/// The letters of a company's name: print may set them apart.
fn name_letters(name: &str) -> String {
    let plain = plain(name);
    let words = plain.split(' ').filter(|word| *word != "the");
    words
        .flat_map(str::chars)
        .filter(|c| c.is_alphanumeric())
        .collect()
}

/// `Years ended December 31`, `For the fiscal years ended May 30, 2021 and May 31, 2020`.
pub(super) fn is_about_time(line: &str) -> bool {
    if super::columns::names_a_day(line) {
        return true;
    }
    let plain = plain(line);
    [
        "ended",
        "ending",
        "as of",
        "as at",
        "in millions",
        "in thousands",
        "unaudited",
        "for the year",
    ]
    .iter()
    .any(|words| plain.contains(words))
}

fn plain(line: &str) -> String {
    let kept: String = line
        .chars()
        .map(|c| match c {
            '’' => '\'',
            c if c.is_alphanumeric() || matches!(c, '-' | '\'') => c.to_ascii_lowercase(),
            _ => ' ',
        })
        .collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}
