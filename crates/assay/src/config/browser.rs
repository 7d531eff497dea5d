use std::ffi::OsStr;
use std::time::Duration;

use anyhow::Context as _;
use assay_browser::{BrowserError, BrowserOptions, Installation, Sandbox};

use super::Settings;

/// What a step of printing may take, also on a busy machine.
const PRINTING: Duration = Duration::from_secs(120);

impl Settings {
    /// How the browser of `assay auto` is started. `None` where it is off, where no search engine
    /// is configured (no web, no browser) or where no Chromium is installed; `assay doctor` says
    /// which.
    pub(crate) fn browser(&self) -> anyhow::Result<Option<BrowserOptions>> {
        if !self.number::<bool>("browser.enabled")? || self.search_engines()?.is_empty() {
            return Ok(None);
        }
        let installation = match self.chromium() {
            Ok(installation) => installation,
            Err(BrowserError::NotInstalled) => return Ok(None),
            Err(error) => return Err(error).context("the setting browser.program"),
        };
        let mut options = BrowserOptions::new(installation, std::env::temp_dir());
        options.sandbox = if self.number("browser.sandbox")? {
            Sandbox::On
        } else {
            Sandbox::Off
        };
        Ok(Some(options))
    }

    /// The browser that prints: of pages that are Assay's own and load nothing.
    pub(crate) fn printing_browser(&self) -> anyhow::Result<BrowserOptions> {
        let named = OsStr::new(self.text("export.browser"));
        let path = self.environment.get("PATH").map(OsStr::new);
        let installation = Installation::find(Some(named), path).context(
            "a PDF is printed by Chromium or Chrome; install one, or name it: assay config set export.browser /path/to/chromium. Markdown, HTML, DOCX and XLSX need none",
        )?;
        let mut options = BrowserOptions::new(installation, std::env::temp_dir());
        options.limit = PRINTING;
        options.sandbox = Sandbox::Off;
        Ok(options)
    }

    /// The Chromium that `browser.program` names, or the one on the path.
    pub(crate) fn chromium(&self) -> Result<Installation, BrowserError> {
        let named = OsStr::new(self.text("browser.program"));
        let path = self.environment.get("PATH").map(OsStr::new);
        Installation::find(Some(named), path)
    }
}
