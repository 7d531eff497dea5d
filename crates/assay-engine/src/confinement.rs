//! What the process that reads documents gives up before it looks at one: a parser that a hostile file
//! has taken over then finds nothing that it could harm.

#[cfg(target_os = "linux")]
mod sandbox;

use std::io;

use crate::ReadLimits;

/// What keeps a taken-over reader of documents from files, programs and the network, beside the limits
/// on time, memory and open files that it has on every system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Confinement {
    pub landlock: Enforced,
    pub seccomp: Enforced,
}

impl Confinement {
    /// All that a system can have.
    pub const WHOLE: Self = Self {
        landlock: Enforced::Whole,
        seccomp: Enforced::Whole,
    };
}

/// How much of a kind of confinement this system enforces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Enforced {
    Whole,
    /// The kernel is older than some of it.
    Partly,
    #[default]
    Nothing,
}

/// Confines the calling thread, and those that it starts, for good. What the system does not have is
/// left out, as the answer says.
#[cfg(target_os = "linux")]
pub fn confine_this_thread() -> Confinement {
    Confinement {
        landlock: sandbox::keep_from_files(),
        seccomp: sandbox::keep_from_calls(),
    }
}

/// Such a confinement is Linux's.
#[cfg(not(target_os = "linux"))]
pub fn confine_this_thread() -> Confinement {
    Confinement::default()
}

/// How readers of documents are confined on this system: tried out by a thread that does nothing else.
pub fn confinement_here() -> Confinement {
    let tried = std::thread::spawn(confine_this_thread).join();
    tried.unwrap_or_default()
}

#[cfg(unix)]
pub(crate) fn before_input(limits: ReadLimits) -> io::Result<()> {
    use rustix::process::Resource;

    set(Resource::Core, 0)?;
    set(Resource::Fsize, 0)?;
    set(Resource::Cpu, limits.cpu.as_secs().max(1))?;
    // Other systems count address space that is only reserved, and know no such flag.
    #[cfg(target_os = "linux")]
    {
        set(Resource::As, limits.memory_bytes)?;
        rustix::thread::set_no_new_privs(true)?;
    }
    #[cfg(not(target_os = "linux"))]
    set(Resource::Data, limits.memory_bytes)?;
    Ok(())
}

/// From here on nothing can be opened, started, removed or signalled; the open pipes stay. What the
/// system does not have of this is left out: `assay doctor` tells.
#[cfg(unix)]
pub(crate) fn after_input() -> io::Result<()> {
    // each of these refuses what the one before it takes
    #[cfg(target_os = "linux")]
    sandbox::keep_from_files();
    set(rustix::process::Resource::Nofile, 0)?;
    #[cfg(target_os = "linux")]
    sandbox::keep_from_calls();
    Ok(())
}

#[cfg(unix)]
fn set(resource: rustix::process::Resource, most: u64) -> io::Result<()> {
    let limit = rustix::process::Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    Ok(rustix::process::setrlimit(resource, limit)?)
}

/// Without such limits the parent's clock is the only one.
#[cfg(not(unix))]
pub(crate) fn before_input(_: ReadLimits) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn after_input() -> io::Result<()> {
    Ok(())
}
