use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::install::{PROGRAM_NAMES, VARIABLE};

/// What went wrong between this crate, the browser and the page.
#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    #[error(
        "no Chromium is installed: none of {} is on PATH; install one (Debian: apt-get install chromium; macOS: brew install --cask chromium) or name it in {VARIABLE}",
        PROGRAM_NAMES.join(", ")
    )]
    NotInstalled,
    #[error("{}: there is no such program; correct {VARIABLE}", .0.display())]
    NoSuchProgram(PathBuf),
    #[error("{} cannot be started: {source}", program.display())]
    Start { program: PathBuf, source: io::Error },
    #[error("no port on loopback for the tunnel of a filtered page: {0}")]
    Tunnel(io::Error),
    #[error("the browser has ended: {0}")]
    Ended(String),
    #[error("`{what}` took longer than {} s", limit.as_secs_f32())]
    TooSlow { what: String, limit: Duration },
    #[error("the browser refuses `{method}`: {message}")]
    Refused { method: String, message: String },
    #[error("the browser answers `{method}` without {missing}; is it a Chromium of 2024 or later?")]
    Unexpected {
        method: String,
        missing: &'static str,
    },
    #[error("{url} cannot be opened: {why}")]
    Navigation { url: String, why: String },
    #[error("{url} was not opened: the filter of the page refuses it")]
    Filtered { url: String },
    #[error("the page's script fails: {0}")]
    Script(String),
    #[error("the page has no element {0}")]
    NoElement(String),
    #[error("{what} did not come within {} s; the page {url} shows: {shown}", limit.as_secs_f32())]
    WaitedInVain {
        what: String,
        limit: Duration,
        url: String,
        shown: String,
    },
    #[error("a download of {url} was {state}")]
    Download { url: String, state: String },
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
}
