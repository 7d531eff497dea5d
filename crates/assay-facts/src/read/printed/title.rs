//! Which statement a line is the title of, and whose.

use assay_domain::is_legal_form;

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
    "standalone",
    "separate",
    "unconsolidated",
];
/// Longest title, in words.
const LONGEST: usize = 14;

/// `CONSOLIDATED STATEMENTS OF OPERATIONS`, `Balance Sheets (Unaudited)`, `Income statement`.
pub(super) fn statement_in(line: &str) -> Option<Statement> {
    if line.chars().any(is_han) {
        return han_statement_in(line);
    }
    // `(In thousands, except per share data) (Unaudited)`
    let plain = plain(&without_notes(line));
    let words: Vec<&str> = plain.split(' ').filter(|word| !word.is_empty()).collect();
    // `Company balance sheet` beside the group's is that of the parent alone
    let is_of_one = words.contains(&"company") && !words.iter().any(|word| is_of_all(word));
    if words.len() > LONGEST || is_of_one || OTHER.iter().any(|other| plain.contains(other)) {
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
        } else if names_a_statement(&plain) && is_income(&words) {
            let words = &[
                "statement",
                "statements",
                "account",
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

/// A title without brackets that tell only of units and audits.
fn without_notes(line: &str) -> String {
    let mut kept = line.to_owned();
    let opens: Vec<usize> = line.match_indices('(').map(|(at, _)| at).collect();
    for open in opens.into_iter().rev() {
        let Some(length) = kept.get(open..).and_then(|rest| rest.find(')')) else {
            continue;
        };
        let inside = kept
            .get(open..open + length)
            .unwrap_or_default()
            .to_lowercase();
        let tells_units = ["thousand", "million", "billion", "audited", "except"];
        if tells_units.iter().any(|word| inside.contains(word)) {
            kept.replace_range(open..=open + length, " ");
        }
    }
    kept
}

/// Whether a line is the title of figures over several years: `Five year record`, `Selected financial data`,
/// `主要会计数据`.
pub(super) fn is_summary(line: &str) -> bool {
    let plain = plain(line);
    let words = plain.split(' ').count();
    let says = |all: &[&str]| all.iter().any(|word| plain.contains(word));
    let is_of_years = says(&["year", "selected", "historical"])
        && says(&["record", "summary", "review", "data", "figures", "overview"]);
    let is_han = [
        "主要会计数据",
        "主要財務數據",
        "五年财务",
        "财务摘要",
        "历年",
    ]
    .iter()
    .any(|word| line.contains(word));
    words <= LONGEST && (is_of_years || is_han) && !says(&["pro forma", "segment", "unaudited pro"])
}

/// `主要会计数据和财务指标`: the figures of the group that the rules of both mainland exchanges have every report
/// state over several years. Those by quarter have no days.
pub(super) fn is_main_figures(line: &str) -> bool {
    let line = simplified(line);
    line.contains("主要会计数据") && !line.contains("季度") && line.chars().count() <= LONGEST_HAN
}

/// Words of a company's name in a title.
const NAME_WORDS: usize = 4;

fn is_of_all(word: &str) -> bool {
    matches!(word, "consolidated" | "group" | "and")
}

fn names_a_statement(plain: &str) -> bool {
    plain.contains("statement") || plain.contains("profit and loss account")
}

/// Of income, operations or profit. One of comprehensive income alone may begin with the revenue; what
/// a statement before it says counts first.
fn is_income(words: &[&str]) -> bool {
    words.iter().any(|word| {
        matches!(
            word.trim_end_matches(|c: char| c.is_ascii_digit()),
            "operations" | "earnings" | "profit" | "income"
        )
    })
}

/// `合并资产负债表`, `綜合損益表（續）`. The parent's own statements are none of the company's.
fn han_statement_in(line: &str) -> Option<Statement> {
    let line = &simplified(line);
    let end = line.find(['（', '(']).unwrap_or(line.len());
    let title = line.get(..end)?.trim_matches(|c: char| !is_han(c));
    let is_other = ["母公司", "分部", "摘要", "主要", "附注", "权益"];
    let is_other = is_other.iter().any(|word| title.contains(word));
    if !title.ends_with('表') || is_other || title.chars().count() > LONGEST_HAN {
        return None;
    }
    let says = |words: &[&str]| words.iter().any(|word| title.contains(word));
    Some(match () {
        () if says(&["现金流量"]) => Statement::CashFlow,
        () if says(&["资产负债", "财务状况"]) => Statement::Balance,
        () if says(&["利润", "损益", "收益"]) => Statement::Income,
        () => return None,
    })
}

/// Longest Chinese title, in characters: with the name of the company.
const LONGEST_HAN: usize = 30;

/// The characters of statements as the mainland writes them.
pub(super) fn simplified(text: &str) -> String {
    const TRADITIONAL: &str = "總額業營銷開現資產負債權應項貿購廠備設經淨動內稅潤帳賬結銀餘價務狀況損綜續幣萬億單報擁東攤舊還貸賣廠員發給與財據從屬間際";
    const SIMPLIFIED: &str = "总额业营销开现资产负债权应项贸购厂备设经净动内税润账账结银余价务状况损综续币万亿单报拥东摊旧还贷卖厂员发给与财据从属间际";
    let folded = |c: char| {
        let place = TRADITIONAL.chars().position(|own| own == c);
        place.and_then(|place| SIMPLIFIED.chars().nth(place))
    };
    text.chars().map(|c| folded(c).unwrap_or(c)).collect()
}

pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}')
}

/// Whose statements follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Own,
    Other,
}

/// What a company's name may end with beside its legal form.
const KINDS: [&str; 6] = [
    "partnership",
    "trust",
    "subsidiaries",
    "holdings",
    "group",
    "bank",
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
    let is_name = words > 1 && (is_legal_form(last) || KINDS.contains(&last));
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
        "million",
        "thousand",
        "'000",
        "年度",
        "单位",
        "單位",
        "人民币",
        "人民幣",
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
