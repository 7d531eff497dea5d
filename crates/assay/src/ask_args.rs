//! What somebody asks, and how much they want of it.

use assay_domain::Date;
use assay_plan::{ProfileChoice, Profiles};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::args::{LanguageArg, RunOptions, TypeArg};
use crate::company_args::InvestmentArgs;

pub(crate) const ASK_EXAMPLES: &str = "\
Examples:
  assay ask what did tesla spend on capex in 2024
  assay ask \"苹果、英伟达谁的毛利率更高？\"
  assay ask \"R&D as % of sales, AAPL vs NVDA\" --json
  assay ask --run r-2026 \"and the year before?\"";

#[derive(Debug, Args)]
pub(crate) struct AskArgs {
    /// The question.
    #[arg(required = true)]
    pub(crate) question: Vec<String>,
    /// Ask on a run that has ended: its id, or the beginning of it. What the question leaves out is
    /// what was asked before; question and answer are kept with the run.
    #[arg(long, value_name = "RUN")]
    pub(crate) run: Option<String>,
    /// Language of the answer [default: the language of the question].
    #[arg(long, value_enum)]
    pub(crate) lang: Option<LanguageArg>,
    /// Use nothing that became known after this day [default: the day of the run, or today]
    #[arg(long, value_name = "DATE")]
    pub(crate) as_of: Option<Date>,
}

/// The profiles of the program by their ids.
fn profiles() -> impl TypedValueParser<Value = ProfileChoice> {
    let all = Profiles::default().all().iter();
    let values = all.map(|spec| PossibleValue::new(spec.id).help(spec.about.en));
    PossibleValuesParser::new(values).try_map(|id| id.parse())
}

/// How much a question gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DepthArg {
    /// The answer, and nothing else.
    Brief,
    /// An answer, or a research where the question asks how somebody stands as a whole.
    Standard,
    /// A research section by section.
    Full,
}

#[derive(Debug, Args)]
pub(crate) struct ResearchArgs {
    /// The question.
    pub(crate) question: String,
    /// Kind of research [default: guessed from the question].
    #[arg(long = "type", value_enum)]
    pub(crate) kind: Option<TypeArg>,
    /// Ask nothing; state assumptions instead.
    #[arg(long, short = 'y')]
    pub(crate) yes: bool,
    /// What the research is made of [default: by the question].
    #[arg(long, value_parser = profiles(), conflicts_with = "plain")]
    pub(crate) profile: Option<ProfileChoice>,
    /// How much is written: an answer to the question, or a research section by section
    /// [default: by the question].
    #[arg(long, value_enum, conflicts_with = "profile")]
    pub(crate) depth: Option<DepthArg>,
    /// Stop after planning; `assay approve` lets the plan run.
    #[arg(long)]
    pub(crate) hold: bool,
    #[command(flatten)]
    pub(crate) investment: InvestmentArgs,
    #[command(flatten)]
    pub(crate) options: RunOptions,
}
