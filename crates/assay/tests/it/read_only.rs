//! A home on a disk that is full or cannot be written is still there to be read.

use std::path::Path;
use std::process::Command;

use crate::home::{Home, Ran, copy_folder, sample_plan};

/// The first argument is the home, and the others the command.
const READ_ONLY: &str = r#"
mount --bind "$1" "$1"
mount -o remount,ro,bind "$1"
export ASSAY_HOME="$1"
shift
exec "$@"
"#;

/// A disk of its own with the same home on it, and not a byte free.
const FULL: &str = r#"
copy="$1.small"
mkdir -p "$copy"
mount -t tmpfs -o size=96m tmpfs "$copy"
cp -a "$1"/. "$copy"
dd if=/dev/zero of="$copy/filler" bs=4096 2>/dev/null || true
export ASSAY_HOME="$copy"
shift
exec "$@"
"#;

fn on_disk(script: &str, home: &Home, state: &Path, arguments: &[&str]) -> Ran {
    let program = home.command(arguments);
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-ec", script, "sh"]);
    command
        .arg(state)
        .arg(program.get_program())
        .args(program.get_args());
    command.current_dir(home.path(""));
    command
        .env_clear()
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    Ran::from(command.output().unwrap())
}

fn can_mount(home: &Home) -> bool {
    let tried = Command::new("unshare")
        .args(["-rm", "mount", "-t", "tmpfs", "tmpfs"])
        .arg(home.path(""))
        .output();
    if tried.is_ok_and(|tried| tried.status.success()) {
        return true;
    }
    let reason = "this user can make no mount namespace";
    assert!(
        std::env::var_os("ASSAY_REQUIRE_LABS").is_none_or(|set| set != "1"),
        "ASSAY_REQUIRE_LABS is 1 and {reason}"
    );
    eprintln!("skipped: {reason}");
    false
}

/// The home of a process that was killed: the journal is in the log.
fn killed(home: &Home) -> std::path::PathBuf {
    let database = home.state().join("assay.db");
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE;
    let keeps_the_log = rusqlite::Connection::open_with_flags(database, flags).unwrap();
    let count = "SELECT count(*) FROM events";
    let _: i64 = keeps_the_log
        .query_row(count, [], |row| row.get(0))
        .unwrap();
    home.must(&["run", &sample_plan()]);
    let copy = home.path("killed");
    copy_folder(&home.state(), &copy);
    copy
}

#[test]
fn a_disk_that_cannot_be_written_can_be_read() {
    let home = Home::with_samples();
    if !can_mount(&home) {
        return;
    }
    home.must(&["run", &sample_plan()]);
    let killed = killed(&home);
    let run = home.newest().to_string();
    let reading: [&[&str]; 5] = [
        &["list"],
        &["show", &run],
        &["search", "revenue gross margin"],
        &["show", &run, "--report"],
        &["store", "check"],
    ];
    let state = home.state();
    let disks = [
        ("read-only", READ_ONLY, state.as_path(), "cannot be written"),
        (
            "read-only, after a kill",
            READ_ONLY,
            &killed,
            "cannot be written",
        ),
        ("full", FULL, &state, "is full"),
    ];
    for (name, script, state, note) in disks {
        for arguments in reading {
            let expected = home.must(arguments).stdout;
            let ran = on_disk(script, &home, state, arguments);
            assert_eq!(ran.code, Some(0), "{name}: {arguments:?}: {ran:?}");
            let shown = ran.stdout.replace("state.small", "state");
            let shown = shown.replace("/killed", "/state");
            assert_eq!(shown, expected, "{name}: {arguments:?}");
            let notes = ran.stderr.matches(note).count();
            assert_eq!(notes, 1, "{name}: {arguments:?}: {ran:?}");
        }
        let file = home.path(&format!("{name}.md")).display().to_string();
        let ran = on_disk(
            script,
            &home,
            state,
            &["export", &run, "-f", "md", "-o", &file],
        );
        assert_eq!(ran.code, Some(0), "{name}: {ran:?}");
        assert!(std::fs::metadata(&file).unwrap().len() > 1_000);
    }
}

#[test]
fn a_disk_that_cannot_be_written_takes_no_run_and_says_why() {
    let home = Home::with_samples();
    if !can_mount(&home) {
        return;
    }
    let state = home.state();
    for (script, note) in [(READ_ONLY, "cannot be written"), (FULL, "is full")] {
        let ran = on_disk(script, &home, &state, &["run", &sample_plan()]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(ran.stderr.contains(note), "{ran:?}");
    }
    let doctor = on_disk(READ_ONLY, &home, &state, &["doctor"]);
    for said in [
        "problem  disk: ",
        "read-only: what is there can be read",
        "free space: ",
    ] {
        assert!(doctor.stdout.contains(said), "{doctor:?}");
    }
}
