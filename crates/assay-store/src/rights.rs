//! Who may read what this process writes: its owner alone, but for files that the user asked for
//! elsewhere.

use std::io;
use std::path::Path;
use std::sync::OnceLock;

/// The rights that the user's own mask withholds.
static USERS_MASK: OnceLock<u32> = OnceLock::new();

/// Keeps whatever this process makes from now on to its owner, also what libraries make in its name:
/// database, index and log. Programs that it starts inherit it. To be called before there are threads.
pub fn keep_to_owner() {
    #[cfg(unix)]
    {
        let before = rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
        // a second call would find what the first one set
        USERS_MASK.get_or_init(|| before.as_raw_mode());
    }
}

/// Gives a new file or folder outside the home the rights that the user's other files have.
pub fn hand_to_user(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(mask) = USERS_MASK.get() {
        use std::os::unix::fs::PermissionsExt as _;
        let found = std::fs::metadata(path)?;
        let all = if found.is_dir() { 0o777 } else { 0o666 };
        let rights = std::fs::Permissions::from_mode(all & !mask);
        return std::fs::set_permissions(path, rights);
    }
    #[cfg(not(unix))]
    let _ = (path, &USERS_MASK);
    Ok(())
}
