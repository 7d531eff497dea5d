//! A verifier's yes, and what code holds against it all the same.

use assay_claims::ClaimText;
use assay_domain::Language;

use crate::probe::{check_sentences, proven};

/// A span, a sentence that the verifier found in it, and whether code agrees.
fn check(text: &str, cases: &[(&str, &str, bool)]) {
    let wrong = cases.iter().filter_map(|(span, sentence, stands)| {
        assert!(text.contains(span), "no such span: {span}");
        let proof = proven(ClaimText::bare(sentence), text, Some(span));
        let told = proof.problems(Language::En);
        (proof.passes() != *stands)
            .then(|| format!("{sentence}\n  is {:?} {told:?}", proof.standing))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const FERRIES: &str = "| $ million | 2025 | 2024 |
| --- | --- | --- |
| Passenger fares | 412 | 380 |
| Freight | 96 | 104 |
| Retail on board | 58 | 51 |

Operating costs rose because of higher crew wages and dearer diesel. The board intends to recommend a dividend of \
$0.45 per share. Northquay Lines bought the Saltholm terminal from Kestrup plc for $71 million. Of the 30 ships, 22 are \
owned; 8 are chartered. In May 2025 the port authority fined Kestrup for a spill of oil.";

#[test]
fn no_verdict_gives_a_figure_to_another_row_column_or_owner() {
    let (fares, freight) = ("| Passenger fares | 412 | 380 |", "| Freight | 96 | 104 |");
    let bought = "Northquay Lines bought the Saltholm terminal from Kestrup plc for $71 million.";
    check(
        FERRIES,
        &[
            (
                fares,
                "Takings from passengers reached $412 million in 2025.",
                true,
            ),
            (freight, "Cargo brought in $96 million in 2025.", true),
            // another row, another column
            (fares, "Freight brought in $412 million in 2025.", false),
            (freight, "Freight brought in $104 million in 2025.", false),
            (
                fares,
                "Retail on board reached $380 million in 2024.",
                false,
            ),
            // who does it
            (
                bought,
                "Northquay Lines acquired the Saltholm terminal for $71 million.",
                true,
            ),
            (
                bought,
                "Kestrup plc bought the Saltholm terminal from Northquay Lines for $71 million.",
                false,
            ),
            (
                "Of the 30 ships, 22 are owned; 8 are chartered.",
                "The line charters 8 of its ships.",
                true,
            ),
        ],
    );
}

#[test]
fn no_verdict_gives_another_cause_doer_or_makes_a_plan_a_deed() {
    let costs = "Operating costs rose because of higher crew wages and dearer diesel.";
    let plan = "The board intends to recommend a dividend of $0.45 per share.";
    let fined = "In May 2025 the port authority fined Kestrup for a spill of oil.";
    check(
        FERRIES,
        &[
            (
                costs,
                "Running the line cost more as crews and fuel became dearer.",
                true,
            ),
            (
                costs,
                "Operating costs rose because captains walked out.",
                false,
            ),
            (
                costs,
                "Operating costs rose owing to higher port fees.",
                false,
            ),
            (
                plan,
                "The board will recommend a dividend of $0.45 per share.",
                true,
            ),
            (plan, "The board paid a dividend of $0.45 per share.", false),
            (fined, "The port authority fined Kestrup in May 2025.", true),
            (
                fined,
                "In May 2025 Kestrup fined the port authority for a spill of oil.",
                false,
            ),
        ],
    );
}

#[test]
fn a_span_that_speaks_of_something_else_bears_nothing() {
    let ships = "Of the 30 ships, 22 are owned; 8 are chartered.";
    check(
        FERRIES,
        &[
            (ships, "Freight brought in $104 million in 2024.", false),
            (
                ships,
                "The port authority fined Kestrup for a spill of oil.",
                false,
            ),
            (ships, "The line owns most of its ships.", true),
        ],
    );
}

#[test]
fn chinese_sentences_are_held_to_their_spans_as_well() {
    let text = "单位：万元

| 项目 | 2025年 | 2024年 |
| --- | --- | --- |
| 客运收入 | 41,200 | 38,000 |
| 货运收入 | 9,600 | 10,400 |

净利润下降主要系燃油成本上升所致。董事会提议每10股派发现金红利2.00元。";
    let cause = "净利润下降主要系燃油成本上升所致。";
    let plan = "董事会提议每10股派发现金红利2.00元。";
    check(
        text,
        &[
            (
                "| 客运收入 | 41,200 | 38,000 |",
                "2025年客运收入为4.12亿元。",
                true,
            ),
            (
                "| 客运收入 | 41,200 | 38,000 |",
                "2025年货运收入为4.12亿元。",
                false,
            ),
            (cause, "净利润下滑的原因是燃油成本上升。", true),
            (cause, "净利润下降主要系政府补助减少所致。", false),
            (plan, "董事会建议每10股派发现金红利2.00元。", true),
            (plan, "公司已派发现金红利每10股2.00元。", false),
        ],
    );
}

#[test]
fn two_codes_of_one_maker_are_two_things() {
    let text = "We depend on one supplier for the resin of our hull HX-310. We sell the hull HX-455 in Spain.";
    let resin = "We depend on one supplier for the resin of our hull HX-310.";
    check(
        text,
        &[
            (
                resin,
                "The resin of the hull HX-310 comes from one supplier.",
                true,
            ),
            (
                resin,
                "We depend on one supplier for the resin of our hull HX-455.",
                false,
            ),
        ],
    );
}

#[test]
fn code_alone_asks_for_the_same_cause_and_the_same_doer() {
    check_sentences(
        "Net debt rose to $48 million, mainly because of the new slipway. Margins fell as a result of dearer steel. \
         Northquay Lines bought the Saltholm terminal from Kestrup plc for $71 million. Orrin mine produced 52,000 tonnes \
         of tin in 2024, half of Kestrup's total output of 104,000 tonnes.",
        &[
            (
                "Net debt rose to $48 million, mainly because of the new slipway.",
                true,
            ),
            (
                "Net debt rose to $48 million, mainly because of dearer steel.",
                false,
            ),
            (
                "Northquay Lines bought the Saltholm terminal for $71 million.",
                true,
            ),
            (
                "Kestrup plc bought the Saltholm terminal from Northquay Lines for $71 million.",
                false,
            ),
            ("Orrin mine produced 52,000 tonnes of tin in 2024.", true),
            ("Kestrup produced 52,000 tonnes of tin in 2024.", false),
        ],
    );
}
