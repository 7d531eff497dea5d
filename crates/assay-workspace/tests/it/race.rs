//! Somebody exchanges folders and files for links while the workspace is at work.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use assay_workspace::{FileAction, WriteMode};

use crate::{CANARY, Lab, read, write};

/// Renames `plain` and `link` over one place, in turn, for each of the places, until told to stop.
fn exchange(places: &[[PathBuf; 3]], stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        for [place, plain, link] in places {
            // A rename can fail where the other side has just made something; the next one will do.
            drop(fs::rename(place, plain));
            drop(fs::rename(link, place));
            drop(fs::rename(place, link));
            drop(fs::rename(plain, place));
        }
    }
}

fn race(tries: usize) {
    let mut lab = Lab::in_memory();
    lab.put("work/canary.md", "inside").unwrap();
    lab.put("file.md", "inside").unwrap();
    symlink(lab.folder.path().join("outside"), lab.inside("folder-link")).unwrap();
    symlink(lab.canary(), lab.inside("file-link")).unwrap();
    let places = [
        ["work", "kept-folder", "folder-link"].map(|name| lab.inside(name)),
        ["file.md", "kept-file", "file-link"].map(|name| lab.inside(name)),
    ];
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| exchange(&places, &stop));
        let mut through = 0;
        for at in 0..tries {
            let text = format!("try {at}");
            let action = match at % 6 {
                0 => read("work/canary.md"),
                1 => read("file.md"),
                2 => write("work/canary.md", &text, WriteMode::Overwrite),
                3 => write("file.md", &text, WriteMode::Overwrite),
                // compiling the pattern takes longer than all the rest
                4 if at % 120 == 4 => FileAction::GrepFiles {
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
