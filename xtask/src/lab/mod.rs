//! Crashing a program at a chosen durable system call, without changing it.
//!
//! `strace -f -e inject=fdatasync,fsync,pwrite64:signal=SIGKILL:when=K` looks like the tool for
//! this, but `K` is counted per system call *and* per thread (strace 6.1, measured and in its
//! manual). Three threads that each make six `pwrite64` and six `fdatasync` are killed at `K = 6`
//! after some fifteen rounds, and never at `K = 7`, though 36 calls are made: the calls of a
//! thread that writes a single body and ends can be hit only with `K = 1`, and only if no other
//! thread came first. So the lab preloads `fault.c`, which counts in one atomic over the whole
//! process, dies *before* the K-th call takes effect, and costs next to nothing. strace is kept
//! for what it is good at: an independent count of the same calls.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, bail};

#[cfg(test)]
mod tests;

/// The system calls counted as durable, as strace names them.
pub const DURABLE_CALLS: &str = "fdatasync,fsync,pwrite64,rename,renameat,renameat2";

/// What goes wrong in a trial. Calls are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing: the trial only records the calls.
    None,
    /// `kill -9` in place of this durable call.
    KillAt(u64),
    /// From this durable call on, writing a file fails for want of space.
    DiskFullFrom(u64),
    /// This sync fails with an I/O error. Only syncs are counted.
    SyncFailsAt(u64),
}

/// What became of a program under a fault.
#[derive(Debug)]
pub struct Trial {
    /// The durable calls in order, the one that was hit included: `p` pwrite, `s` fsync,
    /// `d` fdatasync, `r` rename.
    pub calls: String,
    pub output: Output,
}

impl Trial {
    pub fn was_killed(&self) -> bool {
        self.output.status.signal() == Some(9)
    }
}

/// A folder with the compiled shim, for any number of trials.
#[derive(Debug)]
pub struct Lab {
    shim: PathBuf,
    log: PathBuf,
}

impl Lab {
    /// Compiles the shim into `folder` with the C compiler that building SQLite needs anyway.
    /// Trials of one lab run one after the other; labs in different folders do not meet.
    pub fn build(folder: &Path) -> Result<Self> {
        // The loader skips a preload it cannot find with no more than a warning.
        let folder = folder
            .canonicalize()
            .with_context(|| format!("no folder {}", folder.display()))?;
        let source = folder.join("fault.c");
        let shim = folder.join("fault.so");
        fs::write(&source, include_str!("fault.c"))
            .with_context(|| format!("cannot write {}", source.display()))?;
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"])
            .args([&shim, &source])
            .output()
            .context("cannot start cc; install a C compiler")?;
        if !compiled.status.success() {
            bail!(
                "cc cannot compile the fault shim: {}",
                String::from_utf8_lossy(&compiled.stderr)
            );
        }
        let log = folder.join("calls");
        Ok(Self { shim, log })
    }

    /// Runs the command to its end, with no standard input and its output collected.
    pub fn run(&self, command: &mut Command, fault: Fault) -> Result<Trial> {
        fs::write(&self.log, "").context("cannot empty the log of calls")?;
        command
            .env("LD_PRELOAD", &self.shim)
            .env("XTASK_FAULT_LOG", &self.log)
            .stdin(Stdio::null());
        let setting = match fault {
            Fault::None => None,
            Fault::KillAt(k) => Some(("XTASK_FAULT_KILL_AT", k)),
            Fault::DiskFullFrom(k) => Some(("XTASK_FAULT_FULL_FROM", k)),
            Fault::SyncFailsAt(k) => Some(("XTASK_FAULT_SYNC_AT", k)),
        };
        command.envs(setting.map(|(name, k)| (name, k.to_string())));
        let output = command
            .output()
            .with_context(|| format!("cannot start {}", shown(command.get_program())))?;
        let calls = fs::read_to_string(&self.log).context("cannot read the log of calls")?;
        Ok(Trial { calls, output })
    }
}

/// How many durable calls the kernel saw, by strace: the check on the shim's own count. Calls
/// that SQLite, Rust or libc would make around the shim show up here as a difference.
pub fn count_with_strace(command: &Command, folder: &Path) -> Result<u64> {
    let trace = folder.join("trace");
    let status = Command::new("strace")
        .args(["-f", "-qq", "--signal=none", "-e"])
        .arg(format!("trace={DURABLE_CALLS}"))
        .arg("-o")
        .arg(&trace)
        .arg(command.get_program())
        .args(command.get_args())
        .envs(command.get_envs().filter_map(|(k, v)| Some((k, v?))))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .context("cannot start strace; install it")?;
    if !status.success() {
        bail!("{} failed under strace", shown(command.get_program()));
    }
    let text = fs::read_to_string(&trace).context("cannot read the trace")?;
    // A call that another thread's line interrupts is printed twice; its second half says so.
    let made = text.lines().filter(|line| !line.contains(" resumed>"));
    Ok(u64::try_from(made.count())?)
}

fn shown(program: &OsStr) -> String {
    program.to_string_lossy().into_owned()
}
