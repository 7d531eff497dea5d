//! Every seeded fault on every company: the expected verdict, rule and output type in each cell.

use assay_gates::RuleSet;

use crate::faults::{FAULTS, decision, spoke};
use crate::lab::{book, day, real, sample};

#[test]
fn every_cell_of_the_fault_matrix_is_as_expected() {
    let rules = RuleSet::defaults().unwrap();
    let made_up = book(sample(&[2020, 2021, 2022, 2023, 2024], "USD", false));
    let real = ["SNOW", "JPM_trimmed", "WMT_trimmed"]
        .into_iter()
        .filter_map(real);
    let real = real.map(|book| {
        let on = book.last_filed().unwrap();
        (book, on)
    });
    for (book, on) in std::iter::once((made_up, day("2025-02-21"))).chain(real) {
        for fault in FAULTS {
            let name = format!("{}: {}", book.company.name, fault.name);
            let decision = decision(&book, on, fault, &rules);
            assert_eq!(
                decision.verdict, fault.verdict,
                "{name}: {:?}",
                decision.gate.reasons
            );
            assert_eq!(decision.output_type, fault.output, "{name}");
            assert!(
                spoke(&decision, fault.rule),
                "{name}: {:?}",
                decision.gate.reasons
            );
        }
    }
}
