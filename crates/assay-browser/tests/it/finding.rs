//! Which Chromium is taken, and that nothing of it is left behind.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use assay_browser::{Browser, BrowserError, BrowserOptions, Installation, PageOptions};

use crate::lab::{installation, with_browser};

fn folder_with(programs: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for program in programs {
        fs::write(folder.path().join(program), "").unwrap();
    }
    folder
}

fn found(named: Option<&str>, path: &Path) -> Result<String, BrowserError> {
    let found = Installation::find(named.map(OsStr::new), Some(path.as_os_str()))?;
    let name = found.program.file_name().unwrap();
    Ok(name.to_string_lossy().into_owned())
}

#[test]
fn the_users_choice_comes_first_then_the_usual_names_in_order() {
    let folder = folder_with(&["google-chrome", "chromium", "mine"]);
    let path = folder.path();
    assert_eq!(found(None, path).unwrap(), "chromium");
    assert_eq!(found(Some(""), path).unwrap(), "chromium");
    assert_eq!(found(Some("mine"), path).unwrap(), "mine");
    let whole = path.join("google-chrome").display().to_string();
    assert_eq!(found(Some(&whole), path).unwrap(), "google-chrome");
}

#[test]
fn a_choice_that_is_wrong_is_not_replaced_by_another() {
    let folder = folder_with(&["chromium"]);
    let error = found(Some("/nowhere/chromium"), folder.path()).unwrap_err();
    assert!(matches!(error, BrowserError::NoSuchProgram(_)), "{error}");
    assert!(error.to_string().contains("ASSAY_CHROMIUM"), "{error}");
}

#[test]
fn without_any_the_error_says_how_to_get_one() {
    let empty = folder_with(&[]);
    for path in [None, Some(empty.path().as_os_str())] {
        let error = Installation::find(None, path).unwrap_err().to_string();
        assert!(error.contains("apt-get install chromium"), "{error}");
    }
}

#[test]
fn a_program_that_is_no_browser_is_told_with_its_last_words() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("chromium");
    fs::write(&script, "#!/bin/sh\necho 'no display today' >&2\nexit 3\n").unwrap();
    let mut executable = fs::metadata(&script).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut executable, 0o755);
    fs::set_permissions(&script, executable).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let path = std::env::var_os("PATH").unwrap();
    let installation = Installation::find(Some(script.as_os_str()), Some(&path)).unwrap();
    let options = BrowserOptions::new(installation, folder.path());
    let error = runtime.block_on(Browser::launch(&options)).err().unwrap();
    assert!(matches!(error, BrowserError::Ended(_)), "{error}");
}

/// Processes whose command line names this folder.
fn processes_with(folder: &Path) -> usize {
    let name = folder.display().to_string();
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .filter(|line| String::from_utf8_lossy(line).contains(&name))
        .count()
}

#[cfg(target_os = "linux")]
#[test]
fn a_dropped_browser_takes_its_processes_and_its_profile_with_it() {
    let Some(installation) = installation() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    // longer than the path of a socket may be
    let scratch = folder.path().join("long".repeat(30));
    fs::create_dir(&scratch).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let options = BrowserOptions::new(installation, &scratch).sandbox_unless_root();
    runtime.block_on(async {
        let browser = Browser::launch(&options).await.unwrap();
        let page = browser.new_page(PageOptions::default()).await.unwrap();
        assert!(processes_with(folder.path()) > 0);
        drop(browser);
        let ended = page.evaluate("1").await.unwrap_err();
        assert!(matches!(ended, BrowserError::Ended(_)), "{ended}");
    });
    assert_eq!(fs::read_dir(&scratch).unwrap().count(), 0);
    // what is killed is gone when the kernel has seen to it
    while processes_with(folder.path()) > 0 {
        std::thread::yield_now();
    }
}

#[test]
fn a_closed_browser_leaves_no_profile() {
    with_browser(|lab| async move {
        assert!(lab.browser.version().contains("Chrome"));
        lab
    });
}
