//! A split is applied once, where counts and earnings per share prove it, and never on a word alone.

use assay_domain::Decimal;
use assay_facts::{Basis, Book, Fact, RefusalReason};

use crate::lab::{book, day, dec, fact};

const RATIO: &str = "StockholdersEquityNoteStockSplitConversionRatio1";
const DILUTED: &str = "WeightedAverageNumberOfDilutedSharesOutstanding";
const COVER: &str = "dei:EntityCommonStockSharesOutstanding";

/// What one annual report says of its own year and of the year before: millions of shares, income of
/// 90 million and, where it states them, earnings per share.
struct Report {
    year: i16,
    filed: &'static str,
    millions: [i64; 2],
    per_share: Option<[&'static str; 2]>,
}

const fn report(
    year: i16,
    filed: &'static str,
    millions: [i64; 2],
    per_share: Option<[&'static str; 2]>,
) -> Report {
    Report {
        year,
        filed,
        millions,
        per_share,
    }
}

impl Report {
    fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        for (back, millions) in (0..).zip(self.millions) {
            let year = self.year - back;
            let period = format!("{year}-01-01..{year}-12-31");
            let shares = (millions * 1_000_000).to_string();
            let of = |concept: &str, value: &str| fact(concept, &period, value, "10-K", self.filed);
            facts.push(of(DILUTED, &shares));
            facts.push(of("NetIncomeLoss", "90000000"));
            if let Some(stated) = &self.per_share {
                let value = stated[usize::try_from(back).unwrap()];
                facts.push(of("EarningsPerShareDiluted", value));
            }
            if back == 0 {
                facts.push(fact(COVER, self.filed, &shares, "10-K", self.filed));
            }
        }
        facts
    }
}

fn of(reports: &[Report], stated: &[(&str, &str, &str)]) -> Book {
    let mut facts: Vec<Fact> = reports.iter().flat_map(Report::facts).collect();
    let ratios = stated
        .iter()
        .map(|(day, ratio, filed)| fact(RATIO, day, ratio, "10-Q", filed));
    facts.extend(ratios);
    book(facts)
}

/// Splits as day and ratio, and the shares of the year 2018 on the counts of the day.
fn check(name: &str, book: &Book, on: &str, splits: &[(&str, &str)], shares: &str, eps: &str) {
    let view = book.as_of(day(on));
    let found: Vec<(String, Decimal)> = view
        .splits()
        .iter()
        .map(|split| (split.effective.to_string(), split.ratio))
        .collect();
    let expected: Vec<(String, Decimal)> = splits
        .iter()
        .map(|(day, ratio)| ((*day).to_owned(), dec(ratio)))
        .collect();
    assert_eq!(found, expected, "{name} on {on}");
    let analysis = view.analyse();
    let of = |metric| analysis.value(metric, Basis::Fy, day("2018-12-31"));
    assert_eq!(of("diluted_shares"), Ok(dec(shares)), "{name} on {on}");
    assert_eq!(of("eps_diluted"), Ok(dec(eps)), "{name} on {on}");
}

/// 10 million shares that become 250 million.
const BY_25: &[Report] = &[
    report(2018, "2019-02-14", [10, 10], Some(["9.00", "9.00"])),
    report(2019, "2020-02-14", [10, 10], Some(["9.00", "9.00"])),
    report(2020, "2021-02-12", [10, 10], Some(["9.00", "9.00"])),
    report(2021, "2022-02-11", [252, 250], Some(["0.36", "0.36"])),
    report(2022, "2023-02-10", [255, 252], Some(["0.35", "0.36"])),
];

#[test]
fn a_split_declared_half_a_year_before_it_took_effect_is_applied_once() {
    let book = of(
        BY_25,
        &[
            ("2021-02-03", "25", "2021-05-05"),
            ("2021-09-30", "25", "2021-11-04"),
            ("2021-02-03", "25", "2022-02-11"),
        ],
    );
    // declared and stated, but every figure that is filed counts old shares
    check("declared", &book, "2021-06-01", &[], "10000000", "9.00");
    let split = [("2021-09-30", "25")];
    check("done", &book, "2022-03-01", &split, "250000000", "0.36");
    check("later", &book, "2023-12-01", &split, "250000000", "0.36");
    // the day of the declaration is all that is stated: the first new count is the day
    let book = of(BY_25, &[("2021-02-03", "25", "2021-05-05")]);
    let split = [("2022-02-11", "25")];
    check("undated", &book, "2022-03-01", &split, "250000000", "0.36");
}

#[test]
fn two_splits_of_one_ratio_are_two_and_a_reverse_split_may_be_stated_either_way() {
    let twice = [
        report(2018, "2019-02-14", [10, 10], Some(["9.00", "9.00"])),
        report(2019, "2020-02-14", [20, 20], Some(["4.50", "4.50"])),
        report(2020, "2021-02-12", [40, 40], Some(["2.25", "2.25"])),
    ];
    let book = of(
        &twice,
        &[
            ("2019-06-03", "2", "2019-08-01"),
            ("2020-06-02", "2", "2020-08-03"),
        ],
    );
    let splits = [("2019-06-03", "2"), ("2020-06-02", "2")];
    check("twice", &book, "2021-03-01", &splits, "40000000", "2.25");
    let reverse = [
        report(2018, "2019-02-14", [800, 800], Some(["0.11", "0.11"])),
        report(2019, "2020-02-14", [800, 800], Some(["0.11", "0.11"])),
        report(2020, "2021-02-12", [100, 100], Some(["0.90", "0.90"])),
    ];
    for stated in ["8", "0.125"] {
        let book = of(&reverse, &[("2020-07-01", stated, "2020-08-03")]);
        let splits = [("2020-07-01", "0.125")];
        check(stated, &book, "2021-03-01", &splits, "100000000", "0.88");
    }
}

/// What a filing states alone, or against its own figures, changes nothing and is told.
#[test]
fn a_split_that_counts_or_earnings_deny_is_not_believed() {
    let quiet = [
        report(2018, "2019-02-14", [10, 10], Some(["9.00", "9.00"])),
        report(2019, "2020-02-14", [10, 10], Some(["9.00", "9.00"])),
    ];
    // ten times the shares, and earnings per share as before
    let denied = [
        report(2018, "2019-02-14", [10, 10], Some(["9.00", "9.00"])),
        report(2019, "2020-02-14", [100, 100], Some(["9.00", "9.00"])),
    ];
    for (name, reports, shares) in [
        ("no new count", &quiet, "10000000"),
        ("denied by earnings", &denied, "100000000"),
    ] {
        let book = of(reports, &[("2019-12-02", "10", "2020-02-14")]);
        check(name, &book, "2020-03-01", &[], shares, "9.00");
        let view = book.as_of(day("2020-03-01"));
        let analysis = view.analyse();
        let told = analysis.refusals().iter().any(|refusal| {
            matches!(refusal.reason, RefusalReason::SplitUnproven { ratio, .. } if ratio == dec("10"))
        });
        assert!(told, "{name}: {:?}", analysis.refusals());
    }
    // counts alone prove it where no earnings per share can be compared
    let silent = [
        report(2018, "2019-02-14", [10, 10], Some(["9.00", "9.00"])),
        report(2019, "2020-02-14", [102, 100], None),
    ];
    let book = of(&silent, &[("2019-12-02", "10", "2020-02-14")]);
    let splits = [("2019-12-02", "10")];
    check(
        "by counts",
        &book,
        "2020-03-01",
        &splits,
        "100000000",
        "0.9",
    );
}
