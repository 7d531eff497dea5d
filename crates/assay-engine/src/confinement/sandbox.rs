use std::collections::BTreeMap;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, RulesetError, RulesetStatus,
    Scope,
};
use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch,
};

use super::Enforced;

/// The rules of Landlock that are asked for; of an older kernel those that it has.
const RULES: ABI = ABI::V6;

pub(super) fn keep_from_files() -> Enforced {
    no_files_nor_network().unwrap_or(Enforced::Nothing)
}

pub(super) fn keep_from_calls() -> Enforced {
    match only_harmless_calls() {
        Ok(()) => Enforced::Whole,
        Err(Unavailable) => Enforced::Nothing,
    }
}

/// No file or folder can be read, written, made, renamed or removed, no port used, and nothing outside
/// signalled: everything is handled, and nothing allowed.
fn no_files_nor_network() -> Result<Enforced, RulesetError> {
    let entered = Ruleset::default()
        .handle_access(AccessFs::from_all(RULES))?
        .handle_access(AccessNet::from_all(RULES))?
        .scope(Scope::from_all(RULES))?
        .create()?
        .restrict_self()?;
    Ok(match entered.ruleset {
        RulesetStatus::FullyEnforced => Enforced::Whole,
        RulesetStatus::PartiallyEnforced => Enforced::Partly,
        RulesetStatus::NotEnforced => Enforced::Nothing,
    })
}

/// What a program needs that has its input, computes and writes its answer: memory, threads, time and
/// the pipes that are open. Whatever is not named here is refused with an error, by which a library
/// that asked for something it can do without goes on.
const HARMLESS: [c_long; 31] = [
    libc::SYS_brk,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_close,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_futex,
    libc::SYS_getpid,
    libc::SYS_getrandom,
    libc::SYS_gettid,
    libc::SYS_gettimeofday,
    libc::SYS_madvise,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_sigaltstack,
    libc::SYS_write,
    libc::SYS_writev,
    // answered by the other filter
    libc::SYS_clone3,
];

#[derive(Debug)]
struct Unavailable;

impl From<BackendError> for Unavailable {
    fn from(_: BackendError) -> Self {
        Self
    }
}

impl From<seccompiler::Error> for Unavailable {
    fn from(_: seccompiler::Error) -> Self {
        Self
    }
}

fn only_harmless_calls() -> Result<(), Unavailable> {
    let machine = TargetArch::try_from(std::env::consts::ARCH)?;
    let mut allowed: BTreeMap<i64, Vec<SeccompRule>> =
        HARMLESS.map(|call| (call, Vec::new())).into();
    allowed.insert(libc::SYS_clone, vec![threads_only()?]);
    allowed.insert(libc::SYS_tgkill, vec![signals_to_itself()?]);
    allowed.insert(libc::SYS_prctl, vec![names_of_threads()?]);
    let refused = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let harmless = SeccompFilter::new(allowed, refused, SeccompAction::Allow, machine)?;
    // What it is to start lies in memory, where no filter looks. Told that the call does not exist, the
    // system's library starts threads by the older one.
    let unknown = SeccompAction::Errno(libc::ENOSYS.unsigned_abs());
    let older = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    let older = SeccompFilter::new(older, SeccompAction::Allow, unknown, machine)?;
    for filter in [older, harmless] {
        seccompiler::apply_filter(&BpfProgram::try_from(filter)?)?;
    }
    Ok(())
}

fn threads_only() -> Result<SeccompRule, BackendError> {
    let thread = libc::CLONE_THREAD.unsigned_abs().into();
    let is_thread = SeccompCmpOp::MaskedEq(thread);
    SeccompRule::new(vec![SeccompCondition::new(
        0,
        SeccompCmpArgLen::Qword,
        is_thread,
        thread,
    )?])
}

/// By which a process ends itself where it finds that it cannot go on.
fn signals_to_itself() -> Result<SeccompRule, BackendError> {
    let itself = std::process::id().into();
    SeccompRule::new(vec![SeccompCondition::new(
        0,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::Eq,
        itself,
    )?])
}

fn names_of_threads() -> Result<SeccompRule, BackendError> {
    let name = libc::PR_SET_NAME.unsigned_abs().into();
    SeccompRule::new(vec![SeccompCondition::new(
        0,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::Eq,
        name,
    )?])
}

#[cfg(test)]
mod tests {
    use super::HARMLESS;

    /// Those for which the standard library has no door; the others are tried.
    #[test]
    fn no_call_that_reaches_outside_is_harmless() {
        let reaching = [
            libc::SYS_execveat,
            libc::SYS_io_uring_setup,
            libc::SYS_mount,
            libc::SYS_openat2,
            libc::SYS_pidfd_open,
            libc::SYS_prlimit64,
            libc::SYS_process_vm_writev,
            libc::SYS_ptrace,
            libc::SYS_setrlimit,
            libc::SYS_tkill,
            libc::SYS_truncate,
        ];
        assert!(reaching.iter().all(|call| !HARMLESS.contains(call)));
    }
}
