use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use super::{Fault, Lab, count_with_strace};
use crate::process::answers;

const FOLDER: &str = "XTASK_LAB_TEST_FOLDER";
const THREADS: usize = 3;
const ROUNDS: usize = 6;
/// A pwrite and an fdatasync in each round of each thread, then an fsync and a rename.
const CALLS: usize = THREADS * ROUNDS * 2 + 2;

/// What the trials run: this very test, told by the environment to be the victim.
fn victim(folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "lab::tests::the_k_th_call_of_all_threads_is_hit"])
        .env(FOLDER, folder);
    command
}

fn write_durably(folder: &Path) {
    let turn = Mutex::new(());
    thread::scope(|scope| {
        for id in 0..THREADS {
            let turn = &turn;
            scope.spawn(move || {
                let file = File::create(folder.join(format!("part{id}"))).unwrap();
                for _ in 0..ROUNDS {
                    let _turn = turn.lock().unwrap();
                    file.write_all_at(b"0123456789", 0).unwrap();
                    file.sync_data().unwrap();
                }
            });
        }
    });
    let mut file = File::create(folder.join("body.new")).unwrap();
    file.write_all(b"body").unwrap();
    file.sync_all().unwrap();
    fs::rename(folder.join("body.new"), folder.join("body")).unwrap();
}

#[test]
fn the_k_th_call_of_all_threads_is_hit() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return write_durably(Path::new(&folder));
    }
    let folder = tempfile::tempdir().unwrap();
    let lab = Lab::build(folder.path()).unwrap();
    let trial = |fault| lab.run(&mut victim(folder.path()), fault).unwrap();

    let whole = trial(Fault::None);
    assert!(whole.output.status.success(), "{whole:?}");
    assert_eq!(whole.calls, format!("{}sr", "pd".repeat(THREADS * ROUNDS)));
    fs::remove_file(folder.path().join("body")).unwrap();

    for k in [1, 2, 7, 14, CALLS - 1, CALLS] {
        let cut = trial(Fault::KillAt(k as u64));
        assert!(cut.was_killed(), "at {k}: {cut:?}");
        assert_eq!(cut.calls.len(), k);
        assert!(!folder.path().join("body").try_exists().unwrap());
    }
    let past = trial(Fault::KillAt(CALLS as u64 + 1));
    assert!(past.output.status.success() && !past.was_killed());
    fs::remove_file(folder.path().join("body")).unwrap();

    for fault in [Fault::DiskFullFrom(5), Fault::SyncFailsAt(CALLS as u64 / 2)] {
        let failed = trial(fault);
        assert!(!failed.output.status.success() && !failed.was_killed());
        assert!(!folder.path().join("body").try_exists().unwrap());
    }
}

#[test]
fn the_shim_counts_what_the_kernel_sees() {
    if !answers("strace", &["--version"]) {
        let required = std::env::var_os("ASSAY_REQUIRE_LABS");
        assert_ne!(required, Some(OsString::from("1")), "strace is missing");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let seen = count_with_strace(&victim(folder.path()), folder.path()).unwrap();
    assert_eq!(seen, CALLS as u64);
}
