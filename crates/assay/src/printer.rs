//! PDF files, printed by one browser of the user's machine, one after the other.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::bail;
use tokio::sync::Semaphore;

use crate::config::Settings;

/// Files that are printed or wait for it. Each takes a second or two; whoever comes after them is told
/// to come again.
const MOST_WAITING: usize = 16;

/// The one browser that prints. It is started for the first who asks and ended after the last.
pub(crate) struct Printer {
    places: Semaphore,
    /// Whoever has it prints; the others come in the order of asking.
    turn: Semaphore,
    /// Between two turns.
    browser: Mutex<Option<Running>>,
}

#[cfg(unix)]
type Running = assay_browser::Browser;
#[cfg(not(unix))]
type Running = std::convert::Infallible;

/// More are waiting than may.
#[derive(Debug, thiserror::Error)]
#[error("{MOST_WAITING} PDF files are waiting to be printed; try again in a minute")]
pub(crate) struct TooManyPrints;

impl Default for Printer {
    fn default() -> Self {
        Self {
            places: Semaphore::new(MOST_WAITING),
            turn: Semaphore::new(1),
            browser: Mutex::new(None),
        }
    }
}

impl Printer {
    /// Prints a page that loads nothing.
    pub(crate) async fn pdf(&self, settings: &Settings, page: &str) -> anyhow::Result<Vec<u8>> {
        let Ok(place) = self.places.try_acquire() else {
            bail!(TooManyPrints);
        };
        let _turn = self.turn.acquire().await?;
        let mut browser = self.kept().take();
        let printed = self.printed(settings, page, &mut browser).await;
        drop(place);
        let nobody_waits = self.places.available_permits() == MOST_WAITING;
        if nobody_waits || printed.is_err() {
            close(browser).await;
        } else {
            *self.kept() = browser;
        }
        printed
    }

    fn kept(&self) -> MutexGuard<'_, Option<Running>> {
        self.browser.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(unix)]
    async fn printed(
        &self,
        settings: &Settings,
        page: &str,
        browser: &mut Option<Running>,
    ) -> anyhow::Result<Vec<u8>> {
        use assay_browser::PageOptions;
        let running = match browser.take() {
            Some(running) => running,
            None => Running::launch(&settings.printing_browser()?).await?,
        };
        let sheet = browser
            .insert(running)
            .new_page(PageOptions {
                filter: Some(nothing_is_loaded()),
                ..PageOptions::default()
            })
            .await?;
        sheet.show(page).await?;
        Ok(sheet.pdf().await?)
    }

    #[cfg(not(unix))]
    async fn printed(
        &self,
        _settings: &Settings,
        _page: &str,
        _browser: &mut Option<Running>,
    ) -> anyhow::Result<Vec<u8>> {
        bail!(
            "on this system a PDF is printed from the HTML report: open it in a browser and print"
        )
    }
}

#[cfg(unix)]
async fn close(browser: Option<Running>) {
    if let Some(browser) = browser {
        browser.close().await;
    }
}

#[cfg(not(unix))]
async fn close(_browser: Option<Running>) {}

/// A report carries all that it shows.
#[cfg(unix)]
fn nothing_is_loaded() -> assay_browser::Filter {
    use assay_browser::{Decision, Filter};
    Filter::new(|request| match request.url.starts_with("data:") {
        true => Decision::Allow,
        false => Decision::Refuse,
    })
}

/// Deletes what earlier versions left of printing in the home: pages of reports.
pub(crate) fn delete_left(home: &Path) -> io::Result<()> {
    match fs::remove_dir_all(home.join("printing")) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
