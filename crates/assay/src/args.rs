use std::path::PathBuf;

use assay_domain::{Language, ResearchType, TaskId};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::also_args::AlsoWritten;
use crate::ask_args::{ASK_EXAMPLES, AskArgs, ResearchArgs};
use crate::auto_args::AutoArgs;
use crate::check_args::{CHECK_EXAMPLES, CheckArgs};
use crate::company_args::{DataArgs, FetchArgs, GateCommand, GraphCommand};
use crate::library_args::{IngestArgs, LibraryCommand, SearchArgs};
use crate::mcp_args::{McpArgs, SkillCommand};
use crate::plan_args::{ApproveArgs, PlanArgs};
use crate::removal_args::{RunsCommand, SessionsCommand};
use crate::serve_args::ServeArgs;

/// A research engine that does not bluff: every factual sentence carries evidence that code has
/// checked. Works with no key and no network, better with any model.
#[derive(Debug, Parser)]
#[command(
    name = "assay",
    version,
    max_term_width = 100,
    arg_required_else_help = true
)]
#[command(after_help = "\
Examples:
  assay demo                                 a whole research on built-in documents
  assay ingest ~/filings                     make a folder searchable
  assay research \"How healthy is Acme?\"       plan, search, write, with citations
  assay plan \"How healthy is Acme?\" > p.json  a plan to edit; then: assay run p.json
  assay resume                               go on with what was interrupted
  assay check draft.md --against filings     is each sentence borne out, whoever wrote it

Exit codes: 0 completed, 1 error, 2 wrong usage, 3 partial, 4 degraded, 5 failed (nothing was
written, or the quality gate failed what was), 6 blocked, 7 cancelled, 130 interrupted (the run can
be resumed).")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Print JSON on standard output.
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// The folder that holds all state [default: where the platform keeps such data].
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) home: Option<PathBuf>,

    /// Say only what went wrong.
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Ask a question: plan, search, write a cited report.
    #[command(after_help = "\
Examples:
  assay research NVDA --as-of 2025-03-01      a memo with valuation, or what the evidence allows
  assay research \"What drives Acme's margins?\" --type company
  assay research \"光伏行业竞争格局\" --lang zh --offline
  assay research \"…\" --model ollama/llama3:8b --max-tokens 200000")]
    Research(ResearchArgs),
    /// Answer a question from the library at once, without a run and without a model.
    #[command(after_help = ASK_EXAMPLES)]
    Ask(AskArgs),
    /// Let one agent work on its own blueprint, in files that you can read at any moment.
    Auto(AutoArgs),
    /// Make a plan, or check, import and describe plan files.
    #[command(after_help = "\
Examples:
  assay plan \"How healthy is Acme?\" --out plan.json
  assay plan check plan.json
  assay plan import old-plan.md > plan.json
  assay plan schema")]
    Plan(PlanArgs),
    /// Execute a plan file, or a part of it on the results of an earlier run.
    #[command(after_help = "\
Examples:
  assay run plan.json
  assay run plan.json --from 3             task 3 and what depends on it, the rest from the last run
  assay run plan.json --only 4 --base r-20261115-1a2b3c4d")]
    Run(RunArgs),
    /// Read one document from standard input, within limits: the program starts itself with this.
    #[command(hide = true)]
    ReadDocument(ReadDocumentArgs),
    /// Show a run: how it stands, its report, its files, its board or its events.
    #[command(after_help = "\
Examples:
  assay show                                  the newest run
  assay show r-20261115-1a2b3c4d --report
  assay show --files                          what `assay auto` wrote, removed and overwrote
  assay show --file \"Notebook/01 Demand.md@2\" --out demand.md")]
    Show(ShowArgs),
    /// List runs, newest first.
    List(ListArgs),
    /// Remove runs for good.
    #[command(
        subcommand,
        after_help = "\
Examples:
  assay runs remove r-20261115-1a2b3c4d
  assay runs remove r-20261115-1a2b3c4d --yes       without asking"
    )]
    Runs(RunsCommand),
    /// Go on with a run that was interrupted (without an id: the newest open one).
    Resume(ResumeArgs),
    /// Let a plan run that waits for you (`assay research --hold`), as it is or as you changed it.
    Approve(ApproveArgs),
    /// Cancel a run, whoever drives it.
    Cancel(RunRef),
    /// Say why: a run's decisions, a task, a claim, a piece of evidence, or an error code.
    #[command(after_help = "\
Examples:
  assay explain r-20261115-1a2b3c4d
  assay explain r-20261115-1a2b3c4d 3              task 3
  assay explain r-20261115-1a2b3c4d claim_2_001    what a sentence rests on
  assay explain E-013                              an error code")]
    Explain(ExplainArgs),
    /// Write a run's report, log or board to a file.
    Export(ExportArgs),
    /// Bring documents into the library: PDF, DOCX, PPTX, XLSX, mail, chats, HTML, SEC filings, CSV,
    /// JSON, Markdown, text.
    #[command(after_help = "\
Examples:
  assay ingest ~/filings notes.md
  assay ingest --tier B \"board papers\"          what you know of where they are from")]
    Ingest(IngestArgs),
    /// List the documents of the library; correct how far one can be trusted; remove them.
    #[command(
        subcommand,
        after_help = "\
Examples:
  assay library list
  assay library tier doc_0123456789ab B --reason \"sent by the company\"
  assay library remove doc_0123456789ab"
    )]
    Library(LibraryCommand),
    /// Check any text, sentence by sentence, against the library or against files.
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Search the library.
    #[command(after_help = "\
Examples:
  assay search \"gross margin\" --entity Tesla --form 10-K --period 2024
  assay search 营业收入 --since 2024-01-01 --tier B
  assay search \"capital expenditures\" --explain       why each passage was found")]
    Search(SearchArgs),
    /// Bring a company's facts and filings into the library from EDGAR, with the SEC's access rules.
    #[command(after_help = "\
Examples:
  assay config set sec.identification \"Jane Doe jane@example.com\"   the SEC asks who you are
  assay fetch NVDA --prices
  assay fetch AAPL --filings 4 --vendor")]
    Fetch(FetchArgs),
    /// Figures of a company as filed: with lineage, freshness and what other filings say.
    #[command(after_help = "\
Examples:
  assay data AAPL                               the newest figures of every metric
  assay data NVDA revenue --basis TTM --json    one metric with formula, sources and checks
  assay data AAPL revenue --as-of 2009-12-31    what was known then
  assay data AAPL --changes                     values that changed between filings, classified")]
    Data(DataArgs),
    /// Suppliers, customers, competitors and partners of a company, with evidence and age.
    #[command(
        subcommand,
        after_help = "\
Examples:
  assay graph refresh TSLA
  assay graph show TSLA --picture tesla.svg
  assay graph stale TSLA --as-of 2026-06-30"
    )]
    Graph(GraphCommand),
    /// Say why the quality gate decided as it did.
    #[command(
        subcommand,
        after_help = "\
Examples:
  assay gate explain r-20261115-1a2b3c4d
  assay gate metrics                         what a rule of kill_switch.json may name"
    )]
    Gate(GateCommand),
    /// Check a stored judgement about a company again, offline, to the same verdict.
    Audit(RunRef),
    /// Look through what the ingest gate took out of use, and decide about it.
    #[command(
        subcommand,
        after_help = "\
Examples:
  assay quarantine list
  assay quarantine show doc_0123456789ab:10-52
  assay quarantine release doc_0123456789ab:10-52 --reason \"a quotation in a security report\""
    )]
    Quarantine(QuarantineCommand),
    /// Be an MCP server for other agents; or use those of `mcp.json`: list, approve, call.
    #[command(after_help = "\
Examples:
  assay mcp                                   serve an agent host on standard input and output
  assay mcp serve --http 4179
  assay mcp list
  assay mcp approve files
  assay mcp call files.read_text_file '{\"path\": \"/data/a.txt\"}' --keep

mcp.json: {\"servers\": {\"files\": {\"command\": \"npx\", \"args\": [\"-y\", \"…\"]},
                       \"desk\": {\"url\": \"https://…\", \"headers\": {\"Authorization\": \"${DESK_KEY}\"}}}}")]
    Mcp(McpArgs),
    /// Teach an agent host to research with Assay: a folder with SKILL.md.
    #[command(
        subcommand,
        after_help = "\
Examples:
  assay skill install                         for every agent host of this account
  assay skill install --host claude --project --dry-run
  assay skill show"
    )]
    Skill(SkillCommand),
    /// Say what is configured, what is reachable, what is missing and how to fix it.
    Doctor,
    /// Show each setting and where it came from; change one.
    #[command(after_help = "\
Examples:
  assay config
  assay config set models.default ollama/llama3:8b
  assay config get budget.max_tokens")]
    Config(ConfigArgs),
    /// A whole research on built-in documents with planted traps. No key, no network.
    Demo(DemoArgs),
    /// Open the workbench: a page and an API on this machine.
    Serve(ServeArgs),
    /// Browsers that are signed in to the workbench: list them, end their sessions.
    #[command(
        subcommand,
        after_help = "\
Examples:
  assay sessions list
  assay sessions end --all"
    )]
    Sessions(SessionsCommand),
    /// Verify, rebuild or clean the store.
    Store(StoreArgs),
    /// Print shell completions.
    Completions { shell: Shell },
}

#[derive(Debug, Subcommand)]
pub(crate) enum QuarantineCommand {
    /// Every span that is out of use, with the rule that took it out.
    List {
        /// Also what was released; `assay quarantine reject ID` takes it out of use again.
        #[arg(long)]
        all: bool,
    },
    /// The text of a span and what stands around it.
    Show {
        /// As `assay quarantine list` prints it.
        id: String,
    },
    /// Put a span back into use: it is no attack.
    Release(ReviewArgs),
    /// Confirm that a span stays out of use, or take a released one out again.
    Reject(ReviewArgs),
}

#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    /// As `assay quarantine list` prints it.
    pub(crate) id: String,
    /// Why; it is journaled with the decision.
    #[arg(long)]
    pub(crate) reason: String,
}

/// What shapes a run. Each flag stands over the configuration.
#[derive(Debug, Args, Default)]
pub(crate) struct RunOptions {
    /// Language of the report [default: the language of the question].
    #[arg(long, value_enum)]
    pub(crate) lang: Option<LanguageArg>,
    /// Model for every role, as provider/model.
    #[arg(long, conflicts_with = "offline")]
    pub(crate) model: Option<String>,
    /// Use no model: the offline analyst does everything.
    #[arg(long)]
    pub(crate) offline: bool,
    /// Tasks at work at once.
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<usize>,
    /// Ceiling in tokens.
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<u64>,
    /// Ceiling in US dollars.
    #[arg(long, value_name = "USD")]
    pub(crate) max_cost: Option<String>,
    #[command(flatten)]
    pub(crate) also: AlsoWritten,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LanguageArg {
    En,
    Zh,
}

impl From<LanguageArg> for Language {
    fn from(argument: LanguageArg) -> Self {
        match argument {
            LanguageArg::En => Self::En,
            LanguageArg::Zh => Self::Zh,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum TypeArg {
    Company,
    Industry,
    Strategy,
    Macro,
    Quantitative,
    Event,
}

impl From<TypeArg> for ResearchType {
    fn from(argument: TypeArg) -> Self {
        match argument {
            TypeArg::Company => Self::Company,
            TypeArg::Industry => Self::Industry,
            TypeArg::Strategy => Self::Strategy,
            TypeArg::Macro => Self::Macro,
            TypeArg::Quantitative => Self::Quantitative,
            TypeArg::Event => Self::Event,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The plan file.
    pub(crate) file: PathBuf,
    /// Re-run only these tasks (comma-separated).
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "IDS",
        conflicts_with = "from"
    )]
    pub(crate) only: Vec<TaskId>,
    /// Re-run this task and everything that depends on it.
    #[arg(long, value_name = "ID")]
    pub(crate) from: Option<TaskId>,
    /// The run whose results stand for the other tasks [default: the newest of the same topic].
    #[arg(long, value_name = "RUN")]
    pub(crate) base: Option<String>,
    #[command(flatten)]
    pub(crate) options: RunOptions,
}

#[derive(Debug, Args)]
pub(crate) struct RunRef {
    /// The run's id, or the beginning of it.
    pub(crate) run: String,
}

#[derive(Debug, Args)]
pub(crate) struct ResumeArgs {
    /// The run's id, or the beginning of it.
    pub(crate) run: Option<String>,
    /// Another model for the rest of the run, as provider/model.
    #[arg(long, conflicts_with = "offline")]
    pub(crate) model: Option<String>,
    /// No model for the rest of the run.
    #[arg(long)]
    pub(crate) offline: bool,
    #[command(flatten)]
    pub(crate) also: AlsoWritten,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// The run's id, or the beginning of it [default: the newest run].
    pub(crate) run: Option<String>,
    /// Print the report in Markdown.
    #[arg(long, group = "what")]
    pub(crate) report: bool,
    /// Print the sections that are in no report, in Markdown: not released, or of a run without one.
    #[arg(long, group = "what")]
    pub(crate) sections: bool,
    /// Print the board as JSON.
    #[arg(long, group = "what")]
    pub(crate) board: bool,
    /// With --board: as it was after this event of the run.
    #[arg(long, value_name = "N", requires = "board")]
    pub(crate) at: Option<u64>,
    /// Print the events, one JSON object a line.
    #[arg(long, group = "what")]
    pub(crate) events: bool,
    /// List the files of an autonomous run, with versions that were removed or overwritten.
    #[arg(long, group = "what")]
    pub(crate) files: bool,
    /// Print a file of an autonomous run as it was in a version [default: the newest].
    #[arg(long, value_name = "PATH[@VERSION]", group = "what")]
    pub(crate) file: Option<String>,
    /// With --file: write it here.
    #[arg(long, value_name = "FILE", requires = "file")]
    pub(crate) out: Option<PathBuf>,
    /// With --out: replace a file that Assay did not write.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// How many.
    #[arg(long, short = 'n', default_value_t = 20)]
    pub(crate) limit: usize,
    /// All of them.
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// A run, or an error, gate or advice code such as E-013.
    pub(crate) what: String,
    /// A task number, a claim id or an evidence id of the run.
    pub(crate) item: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ExportFormat {
    /// The report in Markdown.
    Md,
    /// The report as one HTML file.
    Html,
    /// The report printed by Chromium or Chrome.
    Pdf,
    /// The memo or card about a company for a word processor.
    Docx,
    /// The valuation model with live formulas.
    Xlsx,
    /// Plan, sections, claims, evidence and findings.
    Json,
    /// The generation log in Markdown.
    Log,
    /// The board of S1.
    Board,
    /// OpenTelemetry traces, without prompts.
    Otlp,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The run's id, or the beginning of it.
    pub(crate) run: String,
    #[arg(long, short, value_enum, default_value = "md")]
    pub(crate) format: ExportFormat,
    /// File to write instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// With --out: replace a file that Assay did not write.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ConfigArgs {
    #[command(subcommand)]
    pub(crate) command: Option<ConfigCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print one value.
    Get { key: String },
    /// Write a value to the configuration file.
    Set { key: String, value: String },
    /// Remove a value from the configuration file.
    Unset { key: String },
    /// Print where the configuration file is.
    Path,
}

#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// Where to write the report.
    #[arg(long, value_name = "DIR", default_value = "assay-demo")]
    pub(crate) out: PathBuf,
    /// Replace files there that Assay did not write.
    #[arg(long)]
    pub(crate) force: bool,
    /// Language of the report.
    #[arg(long, value_enum, default_value = "en")]
    pub(crate) lang: LanguageArg,
    /// Model for every role, as provider/model [default: as configured].
    #[arg(long, conflicts_with = "offline")]
    pub(crate) model: Option<String>,
    /// Use no model even if one is configured.
    #[arg(long)]
    pub(crate) offline: bool,
}

#[derive(Debug, Args)]
pub(crate) struct StoreArgs {
    #[command(subcommand)]
    pub(crate) command: StoreCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum StoreCommand {
    /// Verify every event, pointer, hash and projection.
    Check,
    /// Recreate every projection and the search index from the journal.
    Rebuild,
    /// Remove what is older than the retention settings allow, and all that nothing refers to.
    Clean,
}

#[derive(Debug, Args)]
pub(crate) struct ReadDocumentArgs {
    #[arg(long)]
    pub(crate) max_pages: u32,
    #[arg(long)]
    pub(crate) max_text_mb: usize,
    /// Address space that the reading may take.
    #[arg(long)]
    pub(crate) memory_bytes: u64,
    #[arg(long)]
    pub(crate) cpu_seconds: u64,
}
