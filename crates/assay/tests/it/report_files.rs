//! The files of a report: known for whole or not, made again, and never written over a user's own.

use std::fs;
use std::path::PathBuf;

#[cfg(target_os = "linux")]
use crate::fault::FaultLab;
use crate::home::{Home, Ran, sample_plan};

fn file_of(home: &Home, run: &str, name: &str) -> PathBuf {
    home.state().join("reports").join(run).join(name)
}

fn told(home: &Home, file: &str, run: &str) -> Ran {
    let checked = home.assay(&["store", "check"]);
    assert_eq!(checked.code, Some(1), "{checked:?}");
    for word in [file, "not sound", &format!("assay resume {run}")] {
        assert!(checked.stdout.contains(word), "{word}: {checked:?}");
    }
    checked
}

/// What a power cut or a failing disk makes of a file.
#[test]
fn a_report_file_that_is_not_whole_is_told_and_made_again() {
    let home = Home::with_samples();
    home.must(&["run", &sample_plan()]);
    let older = home.newest().to_string();
    home.must(&["run", &sample_plan()]);
    let newest = home.newest().to_string();
    home.must(&["store", "check"]);
    let nothing_to_do = home.assay(&["resume"]);
    assert_eq!(nothing_to_do.code, Some(1), "{nothing_to_do:?}");

    for run in [&newest, &older] {
        for (name, damage) in [
            ("report.md", (|_| Vec::new()) as fn(&[u8]) -> Vec<u8>),
            ("report.html", |bytes| bytes[..bytes.len() / 2].to_vec()),
            ("log.md", |bytes| bytes.iter().rev().copied().collect()),
            ("files.json", |bytes| bytes[..bytes.len() / 2].to_vec()),
        ] {
            let path = file_of(&home, run, name);
            let whole = fs::read(&path).unwrap();
            fs::write(&path, damage(&whole)).unwrap();
            told(&home, name, run);
            home.must(&["resume"]);
            assert_eq!(fs::read(&path).unwrap(), whole, "{name} of {run}");
            home.must(&["store", "check"]);
        }
    }
    fs::remove_file(file_of(&home, &older, "report.html")).unwrap();
    told(&home, "report.html is missing", &older);
}

/// Reports of earlier versions have no record, and a folder of reports may be deleted.
#[test]
fn without_a_record_an_empty_file_is_told_and_a_removed_folder_is_not() {
    let home = Home::with_samples();
    home.must(&["run", &sample_plan()]);
    let run = home.newest().to_string();
    fs::remove_file(file_of(&home, &run, "files.json")).unwrap();
    home.must(&["store", "check"]);
    fs::write(file_of(&home, &run, "report.html"), "").unwrap();
    told(&home, "report.html is empty", &run);
    home.must(&["resume"]);
    home.must(&["store", "check"]);

    fs::remove_dir_all(home.state().join("reports")).unwrap();
    home.must(&["store", "check"]);
}

#[test]
fn a_file_of_the_user_is_replaced_by_force_only() {
    let home = Home::with_samples();
    let plan = sample_plan();
    let own = home.write("kept/report.md", "My own notes on valves.\n");
    let refused = home.assay(&["run", &plan, "--out", "kept"]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    for word in ["kept/report.md", "--force"] {
        assert!(refused.stderr.contains(word), "{refused:?}");
    }
    assert_eq!(
        fs::read_to_string(&own).unwrap(),
        "My own notes on valves.\n"
    );
    assert!(!home.path("kept/log.md").try_exists().unwrap());
    assert!(home.runs().is_empty(), "refused before anything is begun");

    let report = home
        .must(&["run", &plan, "--out", "kept", "--force"])
        .stdout;
    assert_eq!(fs::read_to_string(&own).unwrap(), report);
    // what Assay left there it may replace, an earlier run's log too
    home.must(&["run", &plan, "--out", "kept"]);

    fs::write(&own, format!("{report}\nA remark of mine.\n")).unwrap();
    let run = home.newest().to_string();
    let refused = home.assay(&["resume", &run, "--out", "kept"]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(
        fs::read_to_string(&own)
            .unwrap()
            .contains("A remark of mine.")
    );
}

#[test]
fn a_single_file_of_the_user_is_replaced_by_force_only() {
    let home = Home::with_samples();
    home.must(&["run", &sample_plan()]);
    let run = home.newest().to_string();
    let exports = ["export", &run, "--out", "mine"];
    let plans = ["plan", "Why do valves fail?", "--offline", "--out", "mine"];
    for command in [&exports[..], &plans[..]] {
        let own = home.write("mine", "My own notes on valves.\n");
        let refused = home.assay(command);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(refused.stderr.contains("--force"), "{refused:?}");
        let kept = fs::read_to_string(&own).unwrap();
        assert_eq!(kept, "My own notes on valves.\n");

        home.must(&[command, &["--force"]].concat());
        assert_ne!(fs::read_to_string(&own).unwrap(), kept);
        // what Assay left there it may replace
        home.must(command);
    }
    home.must(&exports);
}

/// The durable calls of the end of a run: each file is flushed (s) before it takes its name (r), and
/// its folder after the last, in the home with the record of them and in the user's folder.
#[cfg(target_os = "linux")]
#[test]
fn a_report_is_flushed_with_its_folders_before_the_run_ends() {
    let Some(lab) = FaultLab::open() else { return };
    let home = Home::with_samples();
    let arguments = ["run", &sample_plan(), "--out", "kept"];
    let trial = lab.run(&home, &arguments, xtask::lab::Fault::None);
    let new_folders = ["ss", "s"];
    let files = ["srsrsrsrs", "srsrsrs"];
    let expected: String = new_folders
        .iter()
        .zip(files)
        .map(|(a, b)| format!("{a}{b}"))
        .collect();
    assert!(trial.calls.contains(&expected), "{}", trial.calls);
}
