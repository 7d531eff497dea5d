use std::process::ExitCode;

use assay_domain::Outcome;

/// How the program ends. The numbers are a promise to scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Fine,
    Error,
    Run(Outcome),
    /// Ctrl-C: the run stays open.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine | Exit::Run(Outcome::Completed) => 0,
            Exit::Error => 1,
            Exit::Run(Outcome::Partial) => 3,
            Exit::Run(Outcome::Degraded) => 4,
            Exit::Run(Outcome::Failed) => 5,
            Exit::Run(Outcome::Blocked) => 6,
            Exit::Run(Outcome::Cancelled) => 7,
            Exit::Interrupted => 130,
        })
    }
}
