//! The simulated model server, in a process of its own so that its work is not counted as ours.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use assay_testkit::{FakeProvider, Script, Simulation};

/// Tokens of every reply: a section of S0's length, 800–1,500 characters, as tokenisers cut Chinese.
pub(crate) const REPLY_TOKENS: u32 = 1_000;
const FIRST_TOKEN: Duration = Duration::from_millis(300);
const TOKENS_PER_SECOND: u32 = 100;

/// The time that one reply takes, however fast the client is.
pub(crate) fn reply_time() -> Duration {
    FIRST_TOKEN + Duration::from_secs(1) * REPLY_TOKENS / TOKENS_PER_SECOND
}

/// A running server. Ends when dropped, or when this process does: its standard input closes.
pub(crate) struct Provider {
    child: Child,
    _input: Option<ChildStdin>,
    pub(crate) base_url: String,
}

impl Provider {
    pub(crate) fn start() -> Result<Self> {
        let program = std::env::current_exe().context("this program has no path")?;
        let mut child = Command::new(program)
            .arg("provider")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the simulated provider")?;
        let output = child.stdout.take().context("the provider has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let base_url = line.trim().to_owned();
        if base_url.is_empty() {
            bail!("the simulated provider did not say where it listens");
        }
        let _input = child.stdin.take();
        Ok(Self {
            child,
            _input,
            base_url,
        })
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        // It may have ended already, which is what is wanted.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The server's own process: says where it listens and serves until its standard input closes.
pub(crate) async fn serve() -> Result<()> {
    let server = FakeProvider::start(Script::simulated(Simulation {
        first_token: FIRST_TOKEN,
        tokens_per_second: TOKENS_PER_SECOND,
        reply_tokens: REPLY_TOKENS,
    }))
    .await?;
    writeln!(io::stdout(), "{}", server.base_url())?;
    tokio::task::spawn_blocking(|| io::copy(&mut io::stdin(), &mut io::sink())).await??;
    Ok(())
}
