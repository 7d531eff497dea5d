//! What the write-ahead log lost is told.

use std::fs;
use std::path::Path;

use assay_store::{CheckReport, Store};
use tempfile::TempDir;

use crate::place::{Place, assumed, created, noon, run, runtime};

const COMMITS: usize = 12;

/// The folder of a process that was killed after so many commits: its journal is in the log.
fn killed() -> (Place, TempDir) {
    let place = Place::new();
    place.append(&run("one"), vec![created("why?")]).unwrap();
    for number in 1..COMMITS {
        let event = assumed(&format!("assumption {number}"));
        place.append(&run("one"), vec![event]).unwrap();
    }
    let copy = left_behind(&place);
    (place, copy)
}

fn left_behind(place: &Place) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for name in ["assay.db", "assay.db-wal", "assay.mark"] {
        fs::copy(place.folder.path().join(name), copy.path().join(name)).unwrap();
    }
    copy
}

fn checked(home: &Path) -> CheckReport {
    Store::open(home).unwrap().check().unwrap()
}

fn told(report: &CheckReport) -> String {
    let each = report.problems.iter().map(|problem| problem.what.as_str());
    each.collect::<Vec<_>>().join("\n")
}

fn flip_a_bit(home: &Path) {
    let log = home.join("assay.db-wal");
    let mut bytes = fs::read(&log).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&log, bytes).unwrap();
}

#[test]
fn a_whole_log_is_sound_after_a_kill() {
    let (_place, copy) = killed();
    let report = checked(copy.path());
    assert_eq!(report.events as usize, COMMITS);
    assert!(report.is_sound(), "{report:?}");
}

#[test]
fn a_lost_tail_is_told_until_somebody_accepts_it() {
    let (_place, copy) = killed();
    flip_a_bit(copy.path());
    let report = checked(copy.path());
    let left = report.events;
    assert!((left as usize) < COMMITS, "{report:?}");
    let expected = format!(
        "events {} to {COMMITS} were acknowledged and then lost",
        left + 1
    );
    assert!(told(&report).contains(&expected), "{report:?}");

    let store = Store::open(copy.path()).unwrap();
    assert!(store.has_losses());
    let more = (0..2 * COMMITS).map(|number| assumed(&format!("again {number}")));
    let one = run("one");
    let appended = store.append(&one, noon(), more.collect());
    runtime().block_on(appended).unwrap();
    drop(store);
    let later = checked(copy.path());
    assert!(
        told(&later).contains(&expected),
        "new events hide no loss: {later:?}"
    );

    fs::remove_file(copy.path().join("assay.lost")).unwrap();
    assert!(checked(copy.path()).is_sound());
}

#[test]
fn a_kill_between_a_commit_and_its_mark_is_no_loss() {
    let (place, _) = killed();
    let mark = place.folder.path().join("assay.mark");
    let before = fs::read(&mark).unwrap();
    place
        .append(&run("one"), vec![assumed("the last")])
        .unwrap();
    assert_ne!(fs::read(&mark).unwrap(), before, "every commit is marked");
    let copy = left_behind(&place);
    for mark in [
        Some(before.clone()),
        Some(before[..20].to_vec()),
        Some(vec![0; 63]),
        None,
    ] {
        match &mark {
            Some(bytes) => fs::write(copy.path().join("assay.mark"), bytes).unwrap(),
            None => fs::remove_file(copy.path().join("assay.mark")).unwrap(),
        }
        let report = checked(copy.path());
        assert!(report.is_sound(), "{mark:?}: {report:?}");
        assert_eq!(report.events as usize, COMMITS + 1);
    }
}
