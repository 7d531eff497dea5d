use std::path::PathBuf;

use assay_domain::Date;
use clap::{Args, Subcommand};

/// `assay data`.
#[derive(Debug, Args)]
pub(crate) struct DataArgs {
    /// Ticker, name or the regulator's number.
    pub(crate) company: String,
    /// A metric, for instance revenue; without one the newest figures of all.
    pub(crate) metric: Option<String>,
    /// What was known on this day; nothing filed later is seen [default: today].
    #[arg(long, value_name = "DATE")]
    pub(crate) as_of: Option<Date>,
    /// Periods to show: Q, H1, 9M, FY, TTM or INSTANT.
    #[arg(long)]
    pub(crate) basis: Option<String>,
    /// Values that changed between filings, each with its class and reason.
    #[arg(long, conflicts_with_all = ["metric", "basis"])]
    pub(crate) changes: bool,
    /// The checks of statements against each other.
    #[arg(long, conflicts_with_all = ["metric", "basis", "changes"])]
    pub(crate) checks: bool,
}

/// `assay graph`.
#[derive(Debug, Subcommand)]
pub(crate) enum GraphCommand {
    /// Who a company deals with, each relation with the sentence that states it.
    Show(GraphArgs),
    /// Relations that nobody has confirmed for too long, and what would confirm them.
    Stale(GraphArgs),
    /// Read the company's documents again and add what they say.
    Refresh(GraphArgs),
}

#[derive(Debug, Args)]
pub(crate) struct GraphArgs {
    /// Ticker, name or the regulator's number.
    pub(crate) company: String,
    /// The day from which age is counted [default: today].
    #[arg(long, value_name = "DATE")]
    pub(crate) as_of: Option<Date>,
    /// With show: draw the relations into an SVG file.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
}

/// What shapes a research about one company.
#[derive(Debug, Args)]
pub(crate) struct InvestmentArgs {
    /// Use nothing that became known after this day [default: today]. The web is left out, and so are
    /// undated documents
    #[arg(long, value_name = "DATE")]
    pub(crate) as_of: Option<Date>,
    /// Rates, premium, beta and price, dated and with their sources [default: market.json in the home].
    #[arg(long, value_name = "FILE")]
    pub(crate) market: Option<PathBuf>,
    /// Answer the question without judging the company: no data points, gate or valuation.
    #[arg(long)]
    pub(crate) plain: bool,
}

/// `assay gate`.
#[derive(Debug, Subcommand)]
pub(crate) enum GateCommand {
    /// Every metric and rule of a run's quality gate and kill switch, and what each said.
    Explain {
        /// The run, or enough of the beginning of its id.
        run: String,
    },
    /// The metrics that rules may name, and where each comes from.
    Metrics,
}

/// `assay fetch`.
#[derive(Debug, Args)]
pub(crate) struct FetchArgs {
    /// Ticker, name or CIK, as the SEC lists it.
    pub(crate) company: String,
    /// Annual and quarterly reports to fetch beside the facts, newest first.
    #[arg(long, default_value_t = 2, value_name = "COUNT")]
    pub(crate) filings: usize,
    /// Daily prices too.
    #[arg(long)]
    pub(crate) prices: bool,
    /// Statements of the data vendor too, to compare with the filings.
    #[arg(long)]
    pub(crate) vendor: bool,
    /// Fetch again what is still fresh.
    #[arg(long)]
    pub(crate) again: bool,
}
