use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::also_args::AlsoWritten;
use crate::args::{LanguageArg, TypeArg};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct PlanArgs {
    #[command(subcommand)]
    pub(crate) command: Option<PlanCommand>,
    /// The question.
    #[arg(required = true)]
    pub(crate) question: Option<String>,
    /// Kind of research [default: guessed from the question].
    #[arg(long = "type", value_enum)]
    pub(crate) kind: Option<TypeArg>,
    /// File to write instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// With --out: replace a file that Assay did not write.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Language of the plan.
    #[arg(long, value_enum)]
    pub(crate) lang: Option<LanguageArg>,
    /// Model that plans, as provider/model.
    #[arg(long, conflicts_with = "offline")]
    pub(crate) model: Option<String>,
    /// Plan from the workflow templates.
    #[arg(long)]
    pub(crate) offline: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PlanCommand {
    /// Print the JSON Schema of plan files.
    Schema,
    /// Validate and lint a plan file; draw its waves and critical path.
    Check { file: PathBuf },
    /// Turn an old Markdown plan with phases into a plan file.
    Import { file: PathBuf },
}

/// `assay approve`.
#[derive(Debug, Args)]
pub(crate) struct ApproveArgs {
    /// The run's id, or the beginning of it.
    pub(crate) run: String,
    /// A plan to run instead: a plan file, or the edited output of `assay show RUN --json`.
    #[arg(long, value_name = "FILE")]
    pub(crate) plan: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) also: AlsoWritten,
}
