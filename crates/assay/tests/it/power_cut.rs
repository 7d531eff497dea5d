//! A power cut: a copy of the disk beneath a mounted file system, taken without a flush, holds what
//! had reached the disk by then and nothing else.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::home::{Home, Ran, copy_folder, sample_plan};

const DISK: &str = "512M";

/// A disk in a file, mounted as long as it lives, and its state after a cut beside it.
struct Disk {
    folder: TempDir,
}

impl Disk {
    /// `None`, said aloud, where nobody may mount one; a failure where the labs are required.
    fn mount() -> Option<Self> {
        let disk = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let image = disk.image("disk");
        fs::create_dir(disk.place("disk")).unwrap();
        fs::create_dir(disk.place("cut")).unwrap();
        let is_ready = did("truncate", &[Path::new("-s"), Path::new(DISK), &image])
            && did("mkfs.ext4", &[Path::new("-q"), Path::new("-F"), &image])
            && disk.mounted("disk");
        if is_ready {
            return Some(disk);
        }
        assert_ne!(
            std::env::var_os("ASSAY_REQUIRE_LABS"),
            Some("1".into()),
            "the labs are required: no disk can be mounted here"
        );
        eprintln!("skipped: no disk can be mounted here; it takes root and a loop device");
        None
    }

    fn image(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}.img"))
    }

    fn place(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn mounted(&self, name: &str) -> bool {
        let (image, place) = (self.image(name), self.place(name));
        did(
            "mount",
            &[Path::new("-o"), Path::new("loop"), &image, &place],
        )
    }

    /// What a machine finds that is switched on again.
    fn cut(&self) -> PathBuf {
        let place = self.place("cut");
        did("umount", &[&place]);
        let copied = did(
            "cp",
            &[
                Path::new("--sparse=always"),
                &self.image("disk"),
                &self.image("cut"),
            ],
        );
        assert!(copied && self.mounted("cut"));
        place
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        for name in ["cut", "disk"] {
            did("umount", &[&self.place(name)]);
        }
    }
}

/// Whether a command could be started and did what it was asked for.
fn did(program: &str, arguments: &[&Path]) -> bool {
    let ran = Command::new(program).args(arguments).output();
    ran.is_ok_and(|ran| ran.status.success())
}

fn assay_on(home: &Home, disk: &Path, arguments: &[&str]) -> Ran {
    let mut command = home.command(arguments);
    command.env("ASSAY_HOME", disk.join("state"));
    Ran::from(command.output().unwrap())
}

/// The files of the only report, in the home and in the folder that was asked for.
fn files(disk: &Path) -> Vec<PathBuf> {
    let reports = fs::read_dir(disk.join("state/reports")).unwrap();
    let own = reports.map(|entry| entry.unwrap().path());
    let folders = own.chain([disk.join("out")]);
    let names = ["report.md", "report.html", "log.md"];
    folders
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .map(|path| path.strip_prefix(disk).unwrap().to_owned())
        .collect()
}

#[test]
#[ignore = "takes root and a loop device; `cargo xtask lab \"report power cut\"` runs it"]
fn a_report_that_was_told_of_is_whole_after_a_power_cut() {
    let Some(disk) = Disk::mount() else { return };
    let (home, place) = (Home::with_samples(), disk.place("disk"));
    copy_folder(&home.state(), &place.join("state"));
    assert!(did("sync", &[]));
    let out = place.join("out").display().to_string();
    let ran = assay_on(&home, &place, &["run", &sample_plan(), "--out", &out]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let cut = disk.cut();
    let files = files(&place);
    assert_eq!(files.len(), 6);
    for file in &files {
        let (told, kept) = (fs::read(place.join(file)), fs::read(cut.join(file)));
        assert_eq!(told.unwrap(), kept.unwrap(), "{}", file.display());
    }
    let checked = assay_on(&home, &cut, &["store", "check"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");

    // what the cut took a file of is told, and made again
    let (lost, whole) = (cut.join(&files[1]), fs::read(place.join(&files[1])));
    fs::write(&lost, "").unwrap();
    let checked = assay_on(&home, &cut, &["store", "check"]);
    assert_eq!(checked.code, Some(1), "{checked:?}");
    let resumed = assay_on(&home, &cut, &["resume"]);
    assert_eq!(resumed.code, Some(0), "{resumed:?}");
    assert_eq!(fs::read(&lost).unwrap(), whole.unwrap());
}
