//! Real questions lie beside the project and are not part of it: where they are absent, this test
//! says so and passes, unless ASSAY_REQUIRE_LABS is 1.

use std::io::Write as _;

use assay_claims::{FormulaVerdict, recompute};
use serde_json::Value;

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "a test's switch, not a setting of the product"
)]
fn derivations_of_annual_reports_are_recomputed() {
    let path = match assay_measure::data_file("qa/tatqa_dev.json") {
        Ok(path) => path,
        Err(reason) => {
            writeln!(std::io::stderr(), "skipped: {reason}").expect("standard error takes a line");
            let required = std::env::var("ASSAY_REQUIRE_LABS").is_ok_and(|value| value == "1");
            assert!(!required, "ASSAY_REQUIRE_LABS is 1 and {reason}");
            return;
        }
    };
    let source = std::fs::read_to_string(path).expect("a readable file");
    let contexts: Vec<Value> = serde_json::from_str(&source).expect("JSON");
    let (mut right, mut all) = (0, 0);
    for question in contexts
        .iter()
        .flat_map(|c| c["questions"].as_array().expect("questions"))
    {
        if question["answer_type"] == "arithmetic" {
            let derivation = question["derivation"].as_str().expect("a derivation");
            let scale = question["scale"].as_str().expect("a scale");
            let printed = format!("{} {scale}", question["answer"]);
            all += 1;
            right += usize::from(recompute(derivation, &printed) == FormulaVerdict::Agrees);
        }
    }
    assert!(all > 500 && right * 1000 >= all * 995, "{right} of {all}");
}
