use std::path::PathBuf;
use std::time::Duration;

use crate::{Filter, Installation};

/// How a browser is started.
#[derive(Clone, Debug)]
pub struct BrowserOptions {
    pub installation: Installation,
    /// Where the profile is made; it is removed with the browser.
    pub scratch: PathBuf,
    /// How long any one command may take, and how long a page is waited for.
    pub limit: Duration,
    pub sandbox: Sandbox,
}

/// Whether pages are kept in Chromium's sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sandbox {
    On,
    /// Only for pages that are one's own: a page that breaks Chromium would be in the system.
    /// Chromium cannot have a sandbox where it runs as root.
    Off,
}

impl BrowserOptions {
    pub fn new(installation: Installation, scratch: impl Into<PathBuf>) -> Self {
        Self {
            installation,
            scratch: scratch.into(),
            limit: Duration::from_secs(30),
            sandbox: Sandbox::On,
        }
    }

    /// The sandbox where the system offers one: off for root, on for everybody else.
    #[must_use]
    pub fn sandbox_unless_root(mut self) -> Self {
        self.sandbox = if rustix::process::geteuid().is_root() {
            Sandbox::Off
        } else {
            Sandbox::On
        };
        self
    }
}

/// What a page may do.
#[derive(Clone, Default)]
pub struct PageOptions {
    /// Asked about each request; without one every address is allowed.
    pub filter: Option<Filter>,
    /// Where downloads go; without a folder they are refused.
    pub downloads: Option<PathBuf>,
    /// The languages a page is told, best first, for instance `zh-CN,zh`.
    pub languages: Option<String>,
}
