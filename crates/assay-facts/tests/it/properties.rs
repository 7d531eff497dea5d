//! Rules that hold for all companies.

use assay_facts::{Basis, evaluate};
use proptest::prelude::*;

use crate::lab::{book, day, dec, fact};

const CONCEPTS: &[&str] = &[
    "Revenues",
    "NetIncomeLoss",
    "NetCashProvidedByUsedInOperatingActivities",
];
const CUMULATIVE: &[(&str, &str, &str)] = &[
    ("2024-01-01..2024-03-31", "10-Q", "2024-05-01"),
    ("2024-01-01..2024-06-30", "10-Q", "2024-08-01"),
    ("2024-01-01..2024-09-30", "10-Q", "2024-11-01"),
    ("2024-01-01..2024-12-31", "10-K", "2025-02-01"),
];

proptest! {
    /// Cumulative statements taken apart and summed again are the year.
    #[test]
    fn quarters_taken_apart_add_up(quarters in prop::array::uniform4(-1_000_000_i64..1_000_000)) {
        let mut total = 0;
        let facts = quarters.iter().zip(CUMULATIVE).map(|(quarter, (period, form, filed))| {
            total += quarter;
            fact("NetIncomeLoss", period, &total.to_string(), form, filed)
        });
        let book = book(facts.collect());
        let analysis = book.as_of(day("2025-03-01")).analyse();
        let found: Vec<_> = analysis.history("net_income", Basis::Q).iter().map(|q| q.1).collect();
        let expected: Vec<_> = quarters.iter().map(|q| dec(&q.to_string())).collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(
            analysis.value("net_income", Basis::Ttm, day("2024-12-31")),
            Ok(dec(&total.to_string()))
        );
    }

    /// Nothing filed after the day can be seen or have any effect.
    #[test]
    fn a_view_is_blind_to_the_future(
        values in prop::collection::vec((0_usize..3, 0_usize..4, 1_i64..1_000_000, 0_i32..900), 1..24),
        cut in 0_i32..900,
    ) {
        let facts: Vec<_> = values.iter().map(|(concept, period, value, delay)| {
            let (period, form, filed) = CUMULATIVE[*period];
            let mut new = fact(CONCEPTS[*concept], period, &value.to_string(), form, filed);
            new.filed = new.filed.checked_add(jiff::Span::new().days(*delay)).expect("a day");
            new.accession = format!("{form}-{}", new.filed).into();
            new
        }).collect();
        let as_of = day("2024-05-01").checked_add(jiff::Span::new().days(cut)).expect("a day");
        let known: Vec<_> = facts.iter().filter(|fact| fact.filed <= as_of).cloned().collect();
        let all = book(facts);
        prop_assert!(all.as_of(as_of).facts().all(|fact| fact.filed <= as_of));
        let request = crate::lab::request();
        let past = all.as_of(as_of).analyse().points(&request);
        for point in &past {
            prop_assert!(point.knowledge_time <= as_of);
            prop_assert_eq!(point.recompute(), Ok(point.value));
        }
        let only_past = book(known);
        let shown: Vec<_> = past.iter().map(|p| (&p.id, p.value)).collect();
        let expected = only_past.as_of(as_of).analyse().points(&request);
        let expected: Vec<_> = expected.iter().map(|p| (&p.id, p.value)).collect();
        prop_assert_eq!(shown, expected);
    }

    /// Arithmetic over names is arithmetic.
    #[test]
    fn formulas_compute(a in -1_000_000_i64..1_000_000, b in 1_i64..1_000_000, c in -1000_i64..1000) {
        let values = [("a", a), ("b", b), ("9M", c)]
            .map(|(name, value)| (name.to_owned(), dec(&value.to_string())))
            .into();
        let expected = dec(&(a - (b + c) * 2).to_string());
        prop_assert_eq!(evaluate("a - (b + 9M) * 2", &values), Ok(expected));
        prop_assert_eq!(evaluate("a / b * b - -9M", &values).map(|v| v.round_dp(6)),
            Ok(dec(&(a + c).to_string())));
        for wrong in ["", "a +", "(a", "a b", "x", "a / (b - b)"] {
            prop_assert!(evaluate(wrong, &values).is_err(), "{}", wrong);
        }
    }
}
