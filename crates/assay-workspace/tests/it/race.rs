//! Somebody exchanges folders and files for links while the workspace is at work.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use assay_workspace::{FileAction, WriteMode};

use crate::{CANARY, Lab, read, write};

/// Renames `plain` and `link` over one place, in turn, until told to stop.
fn exchange(place: &Path, plain: &Path, link: &Path, stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        // A rename can fail where the other side has just made something; the next one will do.
        drop(fs::rename(place, plain));
        drop(fs::rename(link, place));
        drop(fs::rename(place, link));
        drop(fs::rename(plain, place));
    }
}

fn race(tries: usize) {
    let mut lab = Lab::new();
    lab.put("work/canary.md", "inside").unwrap();
    lab.put("file.md", "inside").unwrap();
    symlink(
        lab.folder.path().join("outside"),
        lab.folder.path().join("link-to-folder"),
    )
    .unwrap();
    symlink(lab.canary(), lab.folder.path().join("link-to-file")).unwrap();
    let stop = AtomicBool::new(false);
    let beside = |name: &str| lab.folder.path().join(name);
    let folders = [
        lab.inside("work"),
        beside("kept-folder"),
        beside("link-to-folder"),
    ];
    let files = [
        lab.inside("file.md"),
        beside("kept-file"),
        beside("link-to-file"),
    ];
    thread::scope(|scope| {
        for [place, plain, link] in [&folders, &files] {
            scope.spawn(|| exchange(place, plain, link, &stop));
        }
        let mut through = 0;
        for at in 0..tries {
            let text = format!("try {at}");
            let action = match at % 6 {
                0 => read("work/canary.md"),
                1 => read("file.md"),
                2 => write("work/canary.md", &text, WriteMode::Overwrite),
                3 => write("file.md", &text, WriteMode::Overwrite),
                4 => FileAction::GrepFiles {
                    pattern: CANARY.to_owned(),
                    directory: String::new(),
                },
                _ => FileAction::DeleteFile {
                    file_path: "work/canary.md".to_owned(),
                },
            };
            if let Ok(reply) = lab.workspace.perform(&action) {
                through += 1;
                assert!(
                    !reply.body().contains(CANARY),
                    "{action:?} read the file outside"
                );
            }
        }
        stop.store(true, Ordering::Relaxed);
        assert!(
            through > 0,
            "no try was performed at all: nothing was tested"
        );
    });
    lab.assert_canary_is_whole();
}

#[test]
fn no_exchange_of_a_folder_or_file_for_a_link_leads_out() {
    race(10_000);
}

/// `cargo nextest run -p assay-workspace --run-ignored only a_million`
#[test]
#[ignore = "a million tries take minutes; run it by name"]
fn a_million_exchanges_lead_nowhere() {
    race(1_000_000);
}
