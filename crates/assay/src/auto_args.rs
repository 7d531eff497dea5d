use std::path::PathBuf;

use assay_domain::{Autonomy, Date};
use clap::Args;

use crate::args::{RunOptions, TypeArg};

/// `assay auto`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  assay auto \"Pressure sensors in cars\" --purpose \"decide whether to enter the market\"
  assay auto \"光伏行业竞争格局\" --purpose \"为投资委员会准备行业研究\" --max-steps 200
  assay auto \"Is Acme worth its price?\" --company ACME --as-of 2025-03-31
                                             ends in a memo with valuation, or what the evidence allows

The agent keeps overall_dashboard.md, current_dashboard.md and a chapter a file in Notebook/. Without a
model the offline analyst does the same from its templates. With --company its research goes through
the quality gate and the kill switch, as `assay research` about a company does. Where
`assay config set browser.enabled true` was said and the web is configured, it may also open pages in a
headless Chromium; its pictures are in Screenshots/.")]
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
    /// Judge this company at the end: ticker, name or the regulator's number of one whose facts are
    /// in the library.
    #[arg(long, value_name = "TICKER")]
    pub(crate) company: Option<String>,
    /// With --company: use nothing that became known after this day; leaves out undated documents and
    /// the web [default: today].
    #[arg(long, value_name = "DATE", requires = "company")]
    pub(crate) as_of: Option<Date>,
    /// With --company: rates, premium, beta and price, dated and with their sources [default:
    /// market.json in the home].
    #[arg(long, value_name = "FILE", requires = "company")]
    pub(crate) market: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) options: RunOptions,
}
