use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context as _, bail};

use crate::config::Settings;

/// Browsers that print a page to a PDF, by the names they are installed under.
const BROWSERS: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

/// Prints a page that loads nothing to a PDF, through a browser of the user's machine.
pub(crate) fn pdf(settings: &Settings, page: &str) -> anyhow::Result<Vec<u8>> {
    let browser = browser(settings)?;
    let folder = settings.home.join("printing");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let place = tempfile_in(&folder)?;
    let (source, target) = (place.join("page.html"), place.join("page.pdf"));
    fs::write(&source, page).with_context(|| format!("cannot write {}", source.display()))?;
    let status = Command::new(&browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-pdf-header-footer",
        ])
        .arg(format!(
            "--user-data-dir={}",
            place.join("profile").display()
        ))
        .arg(format!("--print-to-pdf={}", target.display()))
        .arg(&source)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .with_context(|| format!("cannot start {}", browser.display()))?;
    let printed = fs::read(&target);
    fs::remove_dir_all(&place).with_context(|| format!("cannot remove {}", place.display()))?;
    match printed {
        Ok(bytes) if status.success() => Ok(bytes),
        _ => bail!("{} could not print the page ({status})", browser.display()),
    }
}

/// A folder for one printing.
fn tempfile_in(folder: &Path) -> anyhow::Result<PathBuf> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let place = folder.join(format!("{}-{number}", std::process::id()));
    fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    Ok(place)
}

fn browser(settings: &Settings) -> anyhow::Result<PathBuf> {
    let named = settings.text("export.browser");
    if !named.is_empty() {
        return Ok(PathBuf::from(named));
    }
    let mut variables = settings.environment_variables();
    let path = variables.find(|(name, _)| name == "PATH");
    let path = path.map(|(_, path)| path).unwrap_or_default();
    for folder in std::env::split_paths(&path) {
        for name in BROWSERS {
            let file = folder.join(name);
            if file.try_exists().unwrap_or_default() {
                return Ok(file);
            }
        }
    }
    bail!(
        "a PDF is printed by Chromium or Chrome, and none is installed; install one, or name it: assay config set export.browser /path/to/chromium. Markdown, HTML, DOCX and XLSX need none"
    )
}
