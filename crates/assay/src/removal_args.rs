//! What is taken out of a home, and who is logged in to its workbench.

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub(crate) struct RemoveDocumentsArgs {
    /// Documents, as `assay library list` prints them.
    #[arg(required = true, value_name = "DOCUMENT")]
    pub(crate) documents: Vec<String>,
    #[command(flatten)]
    pub(crate) confirmed: Confirmed,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RunsCommand {
    /// Remove runs with their journal, reports and files; what others do not use is gone from the disk.
    Remove(RemoveRunsArgs),
}

#[derive(Debug, Args)]
pub(crate) struct RemoveRunsArgs {
    /// Ids, or enough of their beginnings, as `assay list` prints them.
    #[arg(required = true, value_name = "RUN")]
    pub(crate) runs: Vec<String>,
    #[command(flatten)]
    pub(crate) confirmed: Confirmed,
}

#[derive(Debug, Args)]
pub(crate) struct Confirmed {
    /// Do not ask.
    #[arg(long, short)]
    pub(crate) yes: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SessionsCommand {
    /// Browsers that are logged in to `assay serve` of this home, newest first.
    List,
    /// End sessions by their ids.
    End {
        /// As `assay sessions list` prints them.
        #[arg(required_unless_present = "all", value_name = "SESSION")]
        sessions: Vec<String>,
        /// End every session.
        #[arg(long, conflicts_with = "sessions")]
        all: bool,
    },
}
