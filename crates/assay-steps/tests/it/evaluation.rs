use assay_steps::Evaluation;

use crate::journal::plain_run;

#[test]
fn a_run_is_evaluated_by_counting_what_its_journal_says() {
    let mut found = Evaluation::default();
    for envelope in plain_run() {
        found.apply(&envelope.event);
    }
    insta::assert_json_snapshot!(found);
}
