//! A reader that a hostile document has taken over can do nothing but compute and answer.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use assay_engine::{Confinement, confine_this_thread, confinement_here};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process};

/// A folder with a file in it, and a process of the same user.
struct Surroundings {
    file: PathBuf,
    /// Opened while that could be done.
    open: File,
    neighbour: Pid,
}

type Attempt = (&'static str, fn(&Surroundings) -> io::Result<()>);

fn beside(file: &Path) -> PathBuf {
    file.with_extension("other")
}

/// What the same thread can do that is not confined. The file is there before each.
const ATTEMPTS: [Attempt; 17] = [
    ("read a file", |around| fs::read(&around.file).map(drop)),
    ("write a file", |around| {
        File::create(&around.file).map(drop)
    }),
    ("make a file", |around| {
        File::create(beside(&around.file)).map(drop)
    }),
    ("unlink", |around| fs::remove_file(&around.file)),
    ("truncate", |around| around.open.set_len(0)),
    ("rename", |around| {
        fs::rename(&around.file, beside(&around.file))
    }),
    ("chmod", |around| {
        fs::set_permissions(&around.file, fs::Permissions::from_mode(0o777))
    }),
    ("hard link", |around| {
        fs::hard_link(&around.file, beside(&around.file))
    }),
    ("symbolic link", |around| {
        symlink(&around.file, beside(&around.file))
    }),
    ("make a folder", |around| {
        fs::create_dir(beside(&around.file))
    }),
    ("list a folder", |around| {
        fs::read_dir(around.file.parent().unwrap()).map(drop)
    }),
    ("see a file", |around| fs::metadata(&around.file).map(drop)),
    ("kill", |around| {
        Ok(kill_process(around.neighbour, Signal::CONT)?)
    }),
    ("write to another process", |around| {
        let memory = format!("/proc/{}/mem", around.neighbour.as_raw_nonzero());
        OpenOptions::new().write(true).open(memory).map(drop)
    }),
    ("start a program", |_| {
        Command::new("/bin/true").status().map(drop)
    }),
    ("use the network", |_| {
        TcpListener::bind("127.0.0.1:0").map(drop)
    }),
    ("make a socket", |_| UnixDatagram::unbound().map(drop)),
];

fn neighbour() -> Child {
    let mut waits_for_input = Command::new("/bin/cat");
    waits_for_input.stdin(Stdio::piped()).spawn().unwrap()
}

/// What came of an attempt in a thread of its own, confined or not.
fn outcome(attempt: fn(&Surroundings) -> io::Result<()>, is_confined: bool) -> io::Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let mut neighbour = neighbour();
    let file = folder.path().join("precious.txt");
    fs::write(&file, "precious").unwrap();
    let surroundings = Surroundings {
        open: OpenOptions::new().write(true).open(&file).unwrap(),
        file,
        neighbour: Pid::from_child(&neighbour),
    };
    let thread = std::thread::spawn(move || {
        if is_confined {
            assert_eq!(confine_this_thread(), Confinement::WHOLE);
        }
        attempt(&surroundings)
    });
    let outcome = thread.join().unwrap();
    neighbour.kill().unwrap();
    neighbour.wait().unwrap();
    outcome
}

#[test]
fn a_confined_reader_can_harm_nothing() {
    if confinement_here() != Confinement::WHOLE {
        let reason = "this kernel has not all of Landlock and seccomp";
        assert!(
            std::env::var_os("ASSAY_REQUIRE_LABS").is_none_or(|set| set != "1"),
            "ASSAY_REQUIRE_LABS is 1 and {reason}"
        );
        eprintln!("skipped: {reason}");
        return;
    }
    for (name, attempt) in ATTEMPTS {
        let free = outcome(attempt, false);
        assert!(free.is_ok(), "{name} can be done at all: {free:?}");
        let confined = outcome(attempt, true).map_err(|error| error.raw_os_error());
        let refused = [Errno::PERM, Errno::ACCESS].map(|errno| Err(Some(errno.raw_os_error())));
        assert!(refused.contains(&confined), "{name}: {confined:?}");
    }
}

/// As the readers of PDF files do.
#[test]
fn a_confined_reader_computes_in_threads() {
    let confined = std::thread::spawn(|| {
        confine_this_thread();
        let parts = (0..4_u64).map(|part| {
            std::thread::spawn(move || (part * 1_000..(part + 1) * 1_000).sum::<u64>())
        });
        let parts: Vec<_> = parts.collect();
        parts
            .into_iter()
            .map(|part| part.join().unwrap())
            .sum::<u64>()
    });
    assert_eq!(confined.join().unwrap(), 7_998_000);
}
