use std::future::Future;
use std::time::Duration;

use assay_browser::{Browser, BrowserOptions, Installation, VARIABLE};
use tempfile::TempDir;

/// A browser for one test, and a folder that goes with it.
pub(crate) struct Lab {
    pub(crate) browser: Browser,
    pub(crate) folder: TempDir,
}

pub(crate) fn installation() -> Option<Installation> {
    let named = std::env::var_os(VARIABLE);
    let path = std::env::var_os("PATH");
    match Installation::find(named.as_deref(), path.as_deref()) {
        Ok(installation) => Some(installation),
        Err(error) => {
            eprintln!("skipped: {error}");
            let required = std::env::var_os("ASSAY_REQUIRE_LABS");
            assert_ne!(required, Some("1".into()), "the labs are required: {error}");
            None
        }
    }
}

/// Runs a test with a browser, where there is one.
pub(crate) fn with_browser<F: Future<Output = Lab>>(test: impl FnOnce(Lab) -> F) {
    let Some(installation) = installation() else {
        return;
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let mut options = BrowserOptions::new(installation, folder.path()).sandbox_unless_root();
        // a busy machine is slow, and only a failure waits this long
        options.limit = Duration::from_secs(60);
        let browser = Browser::launch(&options).await.unwrap();
        let lab = test(Lab { browser, folder }).await;
        lab.browser.close().await;
    });
}
