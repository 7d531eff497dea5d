//! Orders and near misses in the words of people who write documents, in English and Chinese.
//!
//! The rules are made with the first tables at hand, and every line of them counts. The fresh tables
//! only measure: they were written when the rules were done, in other words, and what the rules miss
//! there stays missed. Their share says how well the rules do on words that nobody made them for.

use assay_domain::IngestVerdict;
use assay_gates::ingest;

use crate::cases::unescaped;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Order,
    Harmless,
}

struct Table {
    name: &'static str,
    kind: Kind,
    lines: &'static str,
    /// Lines that may be judged wrongly.
    wrong: usize,
}

const fn table(name: &'static str, kind: Kind, wrong: usize, lines: &'static str) -> Table {
    Table {
        name,
        kind,
        lines,
        wrong,
    }
}

const TABLES: [Table; 8] = [
    table(
        "orders, English",
        Kind::Order,
        0,
        include_str!("../tables/orders_en.txt"),
    ),
    table(
        "orders, Chinese",
        Kind::Order,
        0,
        include_str!("../tables/orders_zh.txt"),
    ),
    table(
        "harmless, English",
        Kind::Harmless,
        0,
        include_str!("../tables/benign_en.txt"),
    ),
    table(
        "harmless, Chinese",
        Kind::Harmless,
        0,
        include_str!("../tables/benign_zh.txt"),
    ),
    table(
        "fresh orders, English",
        Kind::Order,
        18,
        include_str!("../tables/fresh_orders_en.txt"),
    ),
    table(
        "fresh orders, Chinese",
        Kind::Order,
        17,
        include_str!("../tables/fresh_orders_zh.txt"),
    ),
    table(
        "fresh harmless, English",
        Kind::Harmless,
        1,
        include_str!("../tables/fresh_benign_en.txt"),
    ),
    table(
        "fresh harmless, Chinese",
        Kind::Harmless,
        0,
        include_str!("../tables/fresh_benign_zh.txt"),
    ),
];

#[test]
fn orders_are_caught_and_near_misses_pass() {
    let mut worse = Vec::new();
    for table in &TABLES {
        let is_wrong = |line: &&str| {
            let is_clean = ingest(&unescaped(line)).verdict == IngestVerdict::Clean;
            is_clean == (table.kind == Kind::Order)
        };
        let wrong: Vec<&str> = table.lines.lines().filter(is_wrong).collect();
        if wrong.len() > table.wrong {
            let count = table.lines.lines().count();
            let (is, was, name) = (wrong.len(), table.wrong, table.name);
            worse.push(format!(
                "{name}: {is} of {count} are judged wrongly, at most {was} may be: {wrong:#?}"
            ));
        }
    }
    assert!(worse.is_empty(), "{}", worse.join("\n"));
}
