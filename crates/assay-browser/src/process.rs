use std::io;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

use crate::{BrowserError, BrowserOptions, Sandbox};

/// Chromium takes commands from descriptor 3 and answers on 4. The shell moves its own input and
/// output there and becomes Chromium.
const MOVE_THE_PIPES: &str = r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null"#;

const FLAGS: [&str; 23] = [
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-service-autorun",
    "--no-pings",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,InterestFeedContentSuggestions,DialMediaRouteProvider",
    "--disable-sync",
    "--dns-prefetch-disable",
    // peers are reached through a proxy or not at all, and there is no proxy
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    "--metrics-recording-only",
    "--mute-audio",
    "--password-store=basic",
];

/// Chromium makes a socket among its temporary files, and the path of a socket is 107 bytes at most.
const LONGEST_PATH: usize = 60;

/// How long a killed browser may take to let go of its files.
const PATIENCE: Duration = Duration::from_secs(2);

/// The browser's processes, in a group of their own, and their profile. They end together.
pub(crate) struct Process {
    child: Child,
    /// `None` once the group is gone. Its number is not given out again while the first process has
    /// not been waited for, so a signal cannot meet a stranger.
    group: Option<Pid>,
    folders: Vec<TempDir>,
}

pub(crate) struct Pipes {
    pub(crate) commands: ChildStdin,
    pub(crate) answers: ChildStdout,
    pub(crate) talk: ChildStderr,
}

impl Process {
    pub(crate) fn start(options: &BrowserOptions) -> Result<(Self, Pipes), BrowserError> {
        let folders = folders(&options.scratch).map_err(|source| BrowserError::File {
            path: options.scratch.clone(),
            source,
        })?;
        let program = &options.installation.program;
        let cannot = |source| BrowserError::Start {
            program: program.clone(),
            source,
        };
        let mut child = command(options, &folders).spawn().map_err(cannot)?;
        let group = child
            .id()
            .and_then(|id| i32::try_from(id).ok())
            .and_then(Pid::from_raw);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Self {
            child,
            group,
            folders,
        };
        let (Some(commands), Some(answers), Some(talk)) = pipes else {
            return Err(cannot(io::Error::other("it has no pipes")));
        };
        let pipes = Pipes {
            commands,
            answers,
            talk,
        };
        Ok((process, pipes))
    }

    /// Ends the group and waits until its first process is gone. Nothing is asked for politely:
    /// what a browser would save is its profile, which goes with it.
    pub(crate) async fn end(mut self) {
        self.kill();
        let ended = tokio::time::timeout(PATIENCE, self.child.wait()).await;
        if matches!(ended, Ok(Ok(_))) {
            self.group = None;
        }
    }

    fn kill(&self) {
        if let Some(group) = self.group {
            // It fails only if the group has ended by itself, which is what is wanted.
            let _already_gone = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        // A process that is being killed may still write: a folder that fills up again is removed
        // again. What remains after that lies among temporary files and harms nobody.
        let begun = Instant::now();
        for path in self.folders.drain(..).map(TempDir::keep) {
            while std::fs::remove_dir_all(&path).is_err() && begun.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        let _reaped_or_later = self.child.try_wait();
    }
}

/// The profile, and last the folder for temporary files: itself, unless its path is long.
fn folders(scratch: &Path) -> io::Result<Vec<TempDir>> {
    let named = || {
        let mut builder = tempfile::Builder::new();
        builder.prefix("assay-browser-");
        builder
    };
    let profile = named().tempdir_in(scratch)?;
    let is_long = profile.path().as_os_str().len() > LONGEST_PATH;
    let mut folders = vec![profile];
    if is_long {
        folders.push(named().tempdir()?);
    }
    Ok(folders)
}

fn command(options: &BrowserOptions, folders: &[TempDir]) -> Command {
    let path = |folder: Option<&TempDir>| folder.map(|folder| folder.path().to_owned());
    let profile = path(folders.first()).unwrap_or_default();
    let temporary = path(folders.last()).unwrap_or_default();
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", MOVE_THE_PIPES])
        .arg(&options.installation.program)
        .args(FLAGS)
        .arg(format!("--user-data-dir={}", profile.display()));
    if options.sandbox == Sandbox::Off {
        command.arg("--no-sandbox");
    }
    command
        .arg("about:blank")
        .env_clear()
        .env("PATH", &options.installation.search_path)
        .env("HOME", &profile)
        .env("TMPDIR", &temporary)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true);
    command
}
