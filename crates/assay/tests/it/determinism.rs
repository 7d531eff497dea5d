//! The same plan over the same documents gives the same report, byte for byte.

use std::fs;

use crate::home::{Home, SAMPLE_FOLDERS, ingest_samples, sample_plan};

/// Markdown and HTML of the sample plan's report.
fn reports(home: &Home, options: &[&str]) -> [String; 2] {
    let out = home.path("out").display().to_string();
    let plan = sample_plan();
    let mut arguments = vec!["run", &plan, "--out", &out];
    arguments.extend(options);
    home.must(&arguments);
    ["report.md", "report.html"]
        .map(|name| fs::read_to_string(home.path("out").join(name)).unwrap())
}

#[test]
fn nothing_but_plan_and_library_shapes_an_offline_report() {
    let reference = reports(&Home::with_samples(), &[]);
    assert!(reference[0].len() > 2_000, "{}", reference[0]);
    for concurrency in ["1", "8"] {
        let again = reports(&Home::with_samples(), &["--concurrency", concurrency]);
        assert_eq!(again, reference, "{concurrency} tasks at once");
    }
    let backwards = Home::empty();
    for folder in SAMPLE_FOLDERS.into_iter().rev() {
        ingest_samples(&backwards.state(), [folder]);
    }
    assert_eq!(
        reports(&backwards, &[]),
        reference,
        "ingested in another order"
    );
}

#[test]
fn a_second_run_in_the_same_home_gives_the_same_report() {
    let home = Home::with_samples();
    let first = reports(&home, &[]);
    fs::remove_dir_all(home.state().join("index")).unwrap();
    assert_eq!(reports(&home, &[]), first, "with an index built anew");
    assert_eq!(home.runs().len(), 2);
    home.assert_sound();
}
