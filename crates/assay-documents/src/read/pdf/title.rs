//! The titles that filings and reports give their statements.

use std::sync::LazyLock;

use regex::Regex;

use super::cells::compiled;

/// A longer line is a sentence that speaks of a statement.
const TITLE_CHARS: usize = 120;

/// Whether a line is the title of a financial statement or of the notes to it, alone or with the
/// company's name, `(continued)` or `(unaudited)` beside it.
pub(super) fn is_statement_title(line: &str) -> bool {
    let line = line.trim();
    line.len() <= TITLE_CHARS && !line.ends_with(['.', ';']) && {
        let named = STATEMENT.find(line);
        named.is_some_and(|named| {
            let rest = line.get(..named.start()).unwrap_or_default();
            let after = line.get(named.end()..).unwrap_or_default();
            !SENTENCE.is_match(rest) && AFTER.is_match(after) && starts_as_title(line)
        })
    }
}

/// A title has its words in capitals; a line of a sentence goes on in small letters.
fn starts_as_title(line: &str) -> bool {
    let words = line
        .split_whitespace()
        .filter(|word| word.chars().count() > 3);
    let words = words.filter(|word| word.starts_with(char::is_alphabetic));
    let (mut small, mut all) = (0, 0);
    for word in words {
        all += 1;
        let is_joining = matches!(word, "from" | "with" | "other" | "continued" | "unaudited");
        small += usize::from(word.starts_with(char::is_lowercase) && !is_joining);
    }
    let has_han = line.chars().any(|c| matches!(c, '\u{4e00}'..='\u{9fff}'));
    has_han || (all > 0 && small == 0)
}

static STATEMENT: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:(?:condensed|consolidated|combined|interim|unaudited|summary|supplemental|reconciled)\s+)*(?:(?:balance\s+sheets?)|(?:statements?\s+of\s+(?:consolidated\s+|comprehensive\s+|other\s+|net\s+)*(?:income|operations|earnings|loss(?:es)?|comprehensive\s+(?:income|loss)|financial\s+(?:position|condition)|cash\s*flows?|(?:stockholders|shareholders|shareowners)\S*\s+(?:equity|investment)|(?:changes\s+in\s+)?(?:\S+\s+)?equity|redeemable|partners\S*\s+capital|capital))|(?:income\s+statements?)|(?:cash\s+flows?\s+statements?)|notes\s+to\s+(?:the\s+)?(?:condensed\s+|consolidated\s+|unaudited\s+|interim\s+)*financial\s+statements)|^\s*(?:合并|母公司|简明)*(?:资产负债表|利润表|损益表|现金流量表|所有者权益变动表|股东权益变动表|财务报表附注)",
    )
});

/// What may follow the name of a statement in its title.
static AFTER: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)^\W*$|^\W*\s*(?:continued|unaudited|audited|parenthetical|condensed|in\s+(?:millions|thousands|billions)|amounts|dollars|\$)|^\s*(?:and\s+(?:statements?|comprehensive|other|retained|changes|supplement|notes)|as\s+(?:of|at)|for\s+the|continued|unaudited|at\s+\w+\s+\d)\b",
    )
});

/// Words that make a line about a statement, not its title.
static SENTENCE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:see|our|the|are|is|was|were|in|on|at|by|we|which|that|included|line|amounts?|recognized|reported|classified|caption|location|audited|note|item|schedule|index|off)\b|\d{3}",
    )
});

/// Whether a text says that its figures are millions, thousands and so on.
pub(super) fn states_unit(text: &str) -> bool {
    let lower = text.to_lowercase();
    [
        "in millions",
        "in thousands",
        "in billions",
        "$ millions",
        "(millions",
        "(thousands",
        "dollars in",
        "百万元",
        "万元",
        "千元",
        "亿元",
    ]
    .iter()
    .any(|unit| lower.contains(unit))
        || lower.trim_matches(['(', ')']) == "millions"
}

#[cfg(test)]
mod tests {
    use super::is_statement_title;

    #[test]
    fn a_title_is_told_from_a_sentence_about_it() {
        for title in [
            "CONSOLIDATED STATEMENTS OF INCOME",
            "Consolidated Balance Sheets",
            "Condensed Consolidated Statements of Cash Flows (unaudited)",
            "Northwind Ltd. Consolidated Statements of Operations",
            "Consolidated Statements of Stockholders’ Equity (continued)",
            "Statement of Financial Position",
            "NOTES TO CONSOLIDATED FINANCIAL STATEMENTS",
            "合并资产负债表",
        ] {
            assert!(is_statement_title(title), "{title}");
        }
        for sentence in [
            "See the consolidated balance sheets for details",
            "Amounts in the consolidated statements of income are rounded",
            "consolidated balance sheets as of the end of each year",
            "Balance Sheet (e)",
            "Off-Balance Sheet Arrangements",
            "Note 7. Supplemental Balance Sheet Information",
            "Cash Flows from Operations",
            "Total assets",
        ] {
            assert!(!is_statement_title(sentence), "{sentence}");
        }
    }
}
