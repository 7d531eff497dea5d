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

impl Exit {
    fn code(self) -> u8 {
        match self {
            Self::Fine | Self::Run(Outcome::Completed) => 0,
            Self::Error => 1,
            Self::Run(Outcome::Partial) => 3,
            Self::Run(Outcome::Degraded) => 4,
            Self::Run(Outcome::Failed) => 5,
            Self::Run(Outcome::Blocked) => 6,
            Self::Run(Outcome::Cancelled) => 7,
            Self::Interrupted => 130,
        }
    }

    pub(crate) fn is_fine(self) -> bool {
        self.code() == 0
    }

    /// Of the ends of two runs, the one that leaves more to be done: its number is the higher.
    pub(crate) fn worse(self, other: Self) -> Self {
        if other.code() > self.code() {
            other
        } else {
            self
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
