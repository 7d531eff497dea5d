use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::UNIX_EPOCH;

use assay_domain::{Envelope, RunId};
use assay_store::{RunRow, Store};
use tempfile::TempDir;

/// A folder for one test: the state of the program in `state`, everything else beside it.
pub(crate) struct Home {
    folder: TempDir,
}

/// What a command did.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

pub(crate) const SAMPLE_FOLDERS: [&str; 6] = ["filings", "ir", "news", "research", "vendor", "web"];

impl Home {
    pub(crate) fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("state");
        fs::create_dir(&state).unwrap();
        // as the program makes it
        #[cfg(unix)]
        fs::set_permissions(&state, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
        Self { folder }
    }

    /// With the sample library in it, as a copy of one that was ingested once.
    pub(crate) fn with_samples() -> Self {
        let home = Self::empty();
        copy_folder(&ingested_samples(), &home.state());
        home
    }

    /// With the sample company's facts and prices beside its documents.
    pub(crate) fn with_sample_company() -> Self {
        let home = Self::with_samples();
        let samples = repository().join("samples");
        let facts = samples.join("companyfacts").display().to_string();
        let prices = samples.join("prices").display().to_string();
        let ran = home.must(&["ingest", &facts, &prices]);
        assert!(!ran.stderr.contains("not ingested"), "{ran:?}");
        home
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    pub(crate) fn configure(&self, toml: &str) {
        self.write("state/config.toml", toml);
    }

    /// The program with nothing in its environment but this home. It runs beside `state`, so that
    /// files of the test are named shortly.
    pub(crate) fn command<A: AsRef<OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = A>,
    ) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .env("HOME", self.folder.path())
            .env("ASSAY_HOME", self.state())
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn assay(&self, arguments: &[&str]) -> Ran {
        Ran::from(self.command(arguments).output().unwrap())
    }

    /// Must end well.
    pub(crate) fn must(&self, arguments: &[&str]) -> Ran {
        let ran = self.assay(arguments);
        assert_eq!(ran.code, Some(0), "assay {arguments:?}: {ran:?}");
        ran
    }

    pub(crate) fn json(&self, arguments: &[&str]) -> serde_json::Value {
        let ran = self.must(arguments);
        serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
    }

    pub(crate) fn runs(&self) -> Vec<RunRow> {
        Store::open(&self.state())
            .unwrap()
            .runs(usize::MAX)
            .unwrap()
    }

    pub(crate) fn newest(&self) -> RunId {
        self.runs().first().expect("a run").run.clone()
    }

    pub(crate) fn journal(&self) -> Vec<Envelope> {
        let run = self.newest();
        Store::open(&self.state()).unwrap().load(&run, 0).unwrap()
    }

    /// Every pointer, hash and projection is right.
    pub(crate) fn assert_sound(&self) {
        let report = Store::open(&self.state()).unwrap().check().unwrap();
        assert!(report.is_sound(), "{report:?}");
    }

    /// The text with what differs from machine to machine and from day to day replaced.
    pub(crate) fn redacted(&self, text: &str) -> String {
        text.replace(&self.state().display().to_string(), "[HOME]")
            .replace(&self.folder.path().display().to_string(), "[DIR]")
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn sample_plan() -> String {
    repository().join("samples/plan.json").display().to_string()
}

/// Brings the sample library into a home, its folders in the given order, each with the tier that its
/// documents stand for. The paths are relative: they stand in the report.
pub(crate) fn ingest_samples(state: &Path, folders: impl IntoIterator<Item = &'static str>) {
    for folder in folders {
        let ran = Command::new(env!("CARGO_BIN_EXE_assay"))
            .args(["ingest", "--tier", sample_tier(folder), folder])
            .current_dir(repository().join("samples"))
            .env_clear()
            .env("ASSAY_HOME", state)
            .output()
            .unwrap();
        assert!(ran.status.success(), "{ran:?}");
    }
}

fn sample_tier(folder: &str) -> &'static str {
    match folder {
        "filings" => "A",
        "ir" | "vendor" => "B",
        "news" | "research" => "C",
        _ => "D",
    }
}

/// A home with the samples, kept from one test process to the next until the program changes.
fn ingested_samples() -> PathBuf {
    let program = fs::metadata(env!("CARGO_BIN_EXE_assay")).unwrap();
    let built = program
        .modified()
        .unwrap()
        .duration_since(UNIX_EPOCH)
        .unwrap();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let kept = cache.join(format!("samples-{}", built.as_nanos()));
    if !kept.try_exists().unwrap() {
        fs::create_dir_all(cache).unwrap();
        let fresh = tempfile::tempdir_in(cache).unwrap();
        let state = fresh.path().join("state");
        ingest_samples(&state, SAMPLE_FOLDERS);
        // Another test process may have been first; its copy is as good.
        if fs::rename(&state, &kept).is_err() {
            assert!(kept.try_exists().unwrap());
        }
    }
    kept
}

pub(crate) fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}
