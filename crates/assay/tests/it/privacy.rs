//! What is in a home is its owner's alone.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::home::Home;

/// Everything under a folder, and itself, that others have a right to.
fn open_to_others(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        let about = fs::symlink_metadata(&path).unwrap();
        if about.permissions().mode() & 0o077 != 0 {
            found.push(path.clone());
        }
        if about.is_dir() {
            let entries = fs::read_dir(&path).unwrap();
            waiting.extend(entries.map(|entry| entry.unwrap().path()));
        }
    }
    found
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn open_up(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            open_up(&path);
        } else {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        }
    }
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_new_home_and_all_in_it_are_its_owners_alone_and_a_report_elsewhere_is_not() {
    let home = Home::empty();
    fs::remove_dir(home.state()).unwrap();
    home.write(
        "notes/kiln.md",
        "# The kiln\n\nThe kiln at Aldermoor fired 410 pots in 2024.\n",
    );
    home.must(&["config", "set", "language", "en"]);
    home.must(&["ingest", "notes"]);
    home.must(&[
        "research",
        "How many pots did the kiln at Aldermoor fire?",
        "--offline",
        "--out",
        "given",
    ]);
    let state = home.state();
    for made in ["assay.db", "blobs", "index", "reports", "config.toml"] {
        assert!(state.join(made).try_exists().unwrap(), "{made}");
    }
    assert_eq!(open_to_others(&state), Vec::<PathBuf>::new());
    // what a file of this test has, by the mask that the program was started under
    let (file, folder) = (mode(&home.path("notes/kiln.md")), mode(&home.path("notes")));
    assert_eq!(mode(&home.path("given/report.md")), file);
    assert_eq!(mode(&home.path("given")), folder);
    let newest = home.newest();
    home.must(&["export", newest.as_str(), "--out", "taken.md"]);
    assert_eq!(mode(&home.path("taken.md")), file);
}

#[test]
fn an_older_home_that_others_could_read_is_closed_and_that_is_told_once() {
    let home = Home::with_samples();
    open_up(&home.state());
    let first = home.must(&["list"]);
    assert!(first.stderr.contains("could read"), "{first:?}");
    assert_eq!(open_to_others(&home.state()), Vec::<PathBuf>::new());
    let second = home.must(&["list"]);
    assert!(!second.stderr.contains("could read"), "{second:?}");
}

#[test]
fn a_folder_that_holds_more_than_a_home_keeps_its_rights_and_what_is_assays_does_not() {
    let home = Home::with_samples();
    home.write("state/minutes.txt", "for the whole office");
    open_up(&home.state());
    home.must(&["list"]);
    let open = open_to_others(&home.state());
    assert_eq!(open, [home.state(), home.state().join("minutes.txt")]);
    let second = home.must(&["list"]);
    assert!(!second.stderr.contains("could read"), "{second:?}");
}
