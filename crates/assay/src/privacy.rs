//! A home that others could read is taken back, once.

use std::fs;
use std::io;
use std::path::Path;

use assay_domain::Language;

use crate::app::App;

/// What Assay makes or reads in a home, by the beginning of its name.
const OWN: [&str; 21] = [
    "assay.db",
    "assay.lost",
    "assay.mark",
    "blobs",
    "cache",
    "config.toml",
    "demo",
    "graph_policy.json",
    "index",
    "kill_switch.json",
    "locks",
    "market.json",
    "mcp",
    "printing",
    "reports",
    "secrets.json",
    "server-token",
    "sessions.json",
    "uploads",
    "workspaces",
    "written-files",
];

/// Takes from others the rights to a home that an earlier version, or a wider mask, left open to
/// them, and says so. A folder that also holds what is not Assay's keeps its own rights: only what is
/// in it and Assay's is closed.
pub(crate) fn tighten(app: &App) {
    let home = &app.settings.home;
    let language = app.settings.fixed_language().unwrap_or(Language::En);
    match tightened(home) {
        Ok(false) => {}
        Ok(true) => app.output.warn(language.pick(
            format!("note: other users of this machine could read {}; now only you can", home.display()),
            format!("note: 此前本机其他用户可以读取 {}；现在只有您可以", home.display()),
        )),
        // what cannot be written holds what it holds; the command itself says what it cannot do
        Err(error)
            if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ReadOnlyFilesystem) => {}
        Err(error) => app.output.warn(language.pick(
            format!("warning: other users of this machine can read {}, and that cannot be changed: {error}", home.display()),
            format!("warning: 本机其他用户可以读取 {}，且无法更改：{error}", home.display()),
        )),
    }
}

#[cfg(unix)]
fn tightened(home: &Path) -> io::Result<bool> {
    let home = &fs::canonicalize(home)?;
    // behind a closed folder nobody gets
    if !is_open(home)? {
        return Ok(false);
    }
    let mut changed = false;
    let mut is_shared = false;
    for entry in fs::read_dir(home)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if OWN.iter().any(|own| name.starts_with(own)) {
            if is_open(&entry.path())? {
                close_all(&entry.path())?;
                changed = true;
            }
        } else {
            is_shared = true;
        }
    }
    // last, so that a walk that was cut off begins again
    if !is_shared {
        close(home)?;
    }
    Ok(changed)
}

#[cfg(not(unix))]
fn tightened(_home: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Whether others have rights to it. What a link leads to is not the home's.
#[cfg(unix)]
fn is_open(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    let found = fs::symlink_metadata(path)?;
    Ok(!found.is_symlink() && found.permissions().mode() & 0o077 != 0)
}

/// The innermost first.
#[cfg(unix)]
fn close_all(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path)?.is_dir() {
        for entry in fs::read_dir(path)? {
            match close_all(&entry?.path()) {
                // another process cleans up at the same time
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                closed => closed?,
            }
        }
    }
    if is_open(path)? { close(path) } else { Ok(()) }
}

#[cfg(unix)]
fn close(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut rights = fs::symlink_metadata(path)?.permissions();
    rights.set_mode(rights.mode() & 0o7700);
    fs::set_permissions(path, rights)
}
