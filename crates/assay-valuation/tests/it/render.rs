use assay_domain::Language;
use assay_valuation::{render_not_runnable, render_summary};

use crate::fixture::{peer, refused, request, simulation, valued};

#[test]
fn a_summary_in_both_languages() {
    let mut request = request();
    request.simulation = Some(simulation(10_000, 1));
    request.peers = vec![
        peer("A", "80", "10", "40"),
        peer("B", "100", "10", "40"),
        peer("C", "120", "10", "40"),
        peer("D", "50", "-5", "40"),
    ];
    let valuation = valued(&request);
    insta::assert_snapshot!("summary_en", render_summary(&valuation, Language::En));
    insta::assert_snapshot!("summary_zh", render_summary(&valuation, Language::Zh));
}

#[test]
fn what_is_missing_in_both_languages() {
    let mut request = request();
    for name in ["rf", "price", "debt"] {
        request.inputs.remove(name);
    }
    let refusal = refused(&request);
    insta::assert_snapshot!("missing_en", render_not_runnable(&refusal, Language::En));
    insta::assert_snapshot!("missing_zh", render_not_runnable(&refusal, Language::Zh));
}
