use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// A `cargo` to be run in the workspace.
///
/// `cargo run` exports the metadata of xtask itself. Build scripts that watch those variables
/// (ring's does) would be run again on each switch between `cargo` and `cargo xtask`.
pub(crate) fn cargo(root: &Path) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.current_dir(root);
    for (name, _) in std::env::vars_os() {
        let inherited = name.to_str().is_some_and(|name| {
            name.starts_with("CARGO_PKG_")
                || name.starts_with("CARGO_MANIFEST_")
                || name == "CARGO_BIN_NAME"
                || name == "CARGO_CRATE_NAME"
        });
        if inherited {
            command.env_remove(name);
        }
    }
    command
}

/// Runs a command with its output on the terminal and says how long it took.
pub(crate) fn step(name: &str, command: &mut Command) -> Result<()> {
    eprintln!("xtask: {name}: {}", shown(command));
    let started = Instant::now();
    let status = command
        .status()
        .with_context(|| format!("cannot start {}", shown(command)))?;
    let seconds = started.elapsed().as_secs_f64();
    if !status.success() {
        bail!("{name} failed after {seconds:.1} s ({status})");
    }
    eprintln!("xtask: {name}: ok in {seconds:.1} s");
    Ok(())
}

/// Standard output of a command that must succeed.
pub(crate) fn stdout_of(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start {}", shown(command)))?;
    if !output.status.success() {
        bail!("{} failed ({})", shown(command), output.status);
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("{} printed something that is not UTF-8", shown(command)))
}

/// Whether `program args` can be started and succeeds, without output.
pub(crate) fn answers(program: impl AsRef<OsStr>, args: &[&str]) -> bool {
    Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

pub(crate) fn in_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| value == "true")
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut text = program
        .file_name()
        .unwrap_or(program.as_os_str())
        .to_string_lossy()
        .into_owned();
    for arg in command.get_args() {
        text.push(' ');
        text.push_str(&arg.to_string_lossy());
    }
    text
}
