use std::io;
use std::process::Stdio;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use secrecy::ExposeSecret as _;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

use crate::template::{Environment, Template};

/// Variables that every server sees, if they are set at all.
const ALLOWED_VARIABLES: [&str; 4] = ["PATH", "HOME", "LANG", "TMPDIR"];

/// A server's process and whatever processes it starts: they live in a group of their own and end
/// together.
pub(crate) struct Process {
    child: Child,
    /// `None` once the group is gone. Its number is not given out again while the first process
    /// has not been waited for, so a signal cannot meet a stranger.
    group: Option<Pid>,
}

pub(crate) struct Pipes {
    pub(crate) stdin: ChildStdin,
    pub(crate) stdout: ChildStdout,
    pub(crate) stderr: ChildStderr,
}

pub(crate) enum StartError {
    Variable(String),
    Io(io::Error),
}

impl Process {
    pub(crate) fn start(
        command: &str,
        args: &[String],
        env: &std::collections::BTreeMap<String, Template>,
        environment: &Environment,
    ) -> Result<(Self, Pipes), StartError> {
        let mut program = Command::new(command);
        program
            .args(args)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true);
        for name in ALLOWED_VARIABLES {
            program.envs(environment.get(name).map(|value| (name, value)));
        }
        for (name, value) in env {
            let value = value.fill(environment).map_err(StartError::Variable)?;
            program.env(name, value.expose_secret());
        }
        let mut child = program.spawn().map_err(StartError::Io)?;
        let group = child
            .id()
            .and_then(|id| i32::try_from(id).ok())
            .and_then(Pid::from_raw);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Self { child, group };
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(StartError::Io(io::Error::other("it has no pipes")));
        };
        let pipes = Pipes {
            stdin,
            stdout,
            stderr,
        };
        Ok((process, pipes))
    }

    pub(crate) fn ask_to_end(&self) {
        self.signal(Signal::TERM);
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.group {
            // It fails only if the group has ended by itself, which is what is wanted.
            let _already_gone = kill_process_group(group, signal);
        }
    }

    /// Ends the group now and says how the server ended.
    pub(crate) async fn end(&mut self) -> String {
        const PATIENCE: Duration = Duration::from_secs(5);
        self.signal(Signal::KILL);
        match tokio::time::timeout(PATIENCE, self.child.wait()).await {
            Ok(Ok(status)) => {
                self.group = None;
                status.to_string()
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "it does not react to being killed".to_owned(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.signal(Signal::KILL);
    }
}
