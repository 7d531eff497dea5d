use assay_domain::Autonomy;
use clap::Args;

use crate::args::{RunOptions, TypeArg};

/// `assay auto`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  assay auto \"Pressure sensors in cars\" --purpose \"decide whether to enter the market\"
  assay auto \"光伏行业竞争格局\" --purpose \"为投资委员会准备行业研究\" --max-steps 200

The agent keeps overall_dashboard.md, current_dashboard.md and a chapter a file in Notebook/. Without a
model the offline analyst does the same from its templates.")]
pub(crate) struct AutoArgs {
    /// What the research is about.
    pub(crate) title: String,
    /// What it is for.
    #[arg(long)]
    pub(crate) purpose: Option<String>,
    /// Kind of research [default: guessed from the title].
    #[arg(long = "type", value_enum)]
    pub(crate) kind: Option<TypeArg>,
    /// Turns that the agent may take.
    #[arg(long, value_name = "N", default_value_t = Autonomy::default().max_steps, value_parser = clap::value_parser!(u32).range(Autonomy::STEPS))]
    pub(crate) max_steps: u32,
    /// Most tokens of a question to the model and its answer together.
    #[arg(long, value_name = "N", default_value_t = Autonomy::default().context_tokens, value_parser = clap::value_parser!(u32).range(Autonomy::CONTEXT_TOKENS))]
    pub(crate) context_tokens: u32,
    #[command(flatten)]
    pub(crate) options: RunOptions,
}
