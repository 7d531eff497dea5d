use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use assay_browser::{Browser, BrowserOptions, Installation, Page, PageOptions, VARIABLE};
use assay_measure::{Measured, Scratch};

/// A server over the sample library, and a browser.
pub(crate) struct Workbench {
    pub(crate) browser: Browser,
    pub(crate) address: String,
    server: Child,
    _output: BufReader<ChildStdout>,
    _scratch: Scratch,
}

/// Measures on a workbench, or says why there is none.
pub(crate) fn on_workbench(
    name: &str,
    measure: impl AsyncFnOnce(&Workbench) -> Result<Measured>,
) -> Result<Measured> {
    let (named, path) = (std::env::var_os(VARIABLE), std::env::var_os("PATH"));
    let installation = match Installation::find(named.as_deref(), path.as_deref()) {
        Ok(installation) => installation,
        Err(error) => return Ok(Measured::Skipped(error.to_string())),
    };
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let workbench = Workbench::start(name, installation).await?;
        measure(&workbench).await
    })
}

impl Workbench {
    async fn start(name: &str, installation: Installation) -> Result<Self> {
        let scratch = Scratch::new(name)?;
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
        let folders = ["filings", "ir", "news", "research", "vendor", "web"];
        let ingested = program(scratch.path(), [OsStr::new("ingest")])
            .args(folders)
            .current_dir(samples)
            .output()
            .context("cannot start assay")?;
        ensure!(ingested.status.success(), "the samples are not ingested");
        let mut server = program(scratch.path(), ["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start assay serve")?;
        let output = server.stdout.take().context("the server has no output")?;
        let mut output = BufReader::new(output);
        let mut line = String::new();
        output.read_line(&mut line)?;
        let mut options = BrowserOptions::new(installation, scratch.path()).sandbox_unless_root();
        options.limit = Duration::from_secs(600);
        let browser = Browser::launch(&options).await?;
        Ok(Self {
            browser,
            address: line.trim().to_owned(),
            server,
            _output: output,
            _scratch: scratch,
        })
    }

    /// A page of its own at the first view, which counts tasks of the script that are long.
    pub(crate) async fn page(&self) -> Result<Page> {
        let page = self.browser.new_page(PageOptions::default()).await?;
        page.open(&self.address).await?;
        page.wait_for("#recent").await?;
        page.evaluate(COUNT_LONG_TASKS).await?;
        Ok(page)
    }
}

impl Drop for Workbench {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _already_gone = self.server.kill();
        let _reaped = self.server.wait();
    }
}

/// The browser tells of each stretch over 50 ms in which the page could not react.
const COUNT_LONG_TASKS: &str = "window.longTasks = [];
  new PerformanceObserver((list) => { for (const one of list.getEntries()) window.longTasks.push(one.duration); }).observe({ type: 'longtask' });
  true";

fn program<A: AsRef<OsStr>>(home: &Path, arguments: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(PathBuf::from(env!("CARGO_BIN_EXE_assay")));
    command
        .args(arguments)
        .env_clear()
        .env("HOME", home)
        .env("ASSAY_HOME", home.join("state"))
        .stdin(Stdio::null());
    command
}
