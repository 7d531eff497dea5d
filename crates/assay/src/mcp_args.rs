use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// `assay mcp`.
#[derive(Debug, Args)]
pub(crate) struct McpArgs {
    /// Without one: serve on standard input and output.
    #[command(subcommand)]
    pub(crate) command: Option<McpCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum McpCommand {
    /// Be an MCP server for another agent: on standard input and output, or over HTTP.
    #[command(after_help = "\
Examples:
  assay mcp serve                             as a host starts it; the same as: assay mcp
  assay mcp serve --allow ~/filings           lets the host bring in files of that folder
  assay mcp serve --http 4179                 prints the address; clients send the token

docs/mcp.md says how to configure hosts.")]
    Serve(McpServeArgs),
    #[command(flatten)]
    Use(McpClientCommand),
}

/// What a user does with the servers of `mcp.json`.
#[derive(Debug, Subcommand)]
pub(crate) enum McpClientCommand {
    /// The tools of all servers of `mcp.json`, and whether each is approved.
    List,
    /// Approve the tools of a server exactly as they are now.
    Approve {
        server: String,
        /// Also tools whose description or schema the ingest gate warns of.
        #[arg(long)]
        despite_warnings: bool,
    },
    /// Call an approved tool.
    Call {
        /// As `assay mcp list` prints it: server.tool.
        tool: String,
        /// A JSON object.
        #[arg(default_value = "{}")]
        arguments: String,
        /// Keep the answer in the library, through the ingest gate.
        #[arg(long)]
        keep: bool,
    },
}

#[derive(Debug, Default, Args)]
pub(crate) struct McpServeArgs {
    /// Serve streamable HTTP on this port in place of standard input and output; 0: any free one.
    #[arg(long, value_name = "PORT")]
    pub(crate) http: Option<u16>,
    /// Address to listen on. Anything but this machine's own lets others in who know the token.
    #[arg(
        long,
        requires = "http",
        default_value = "127.0.0.1",
        value_name = "ADDRESS"
    )]
    pub(crate) host: String,
    /// What clients have to know, at least 16 characters [default: made up once and kept in the home].
    #[arg(long, env = "ASSAY_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// A folder whose files the host may bring into the library (repeatable).
    #[arg(long, value_name = "DIR")]
    pub(crate) allow: Vec<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SkillCommand {
    /// Write the skill folder where an agent host looks for skills.
    Install(SkillInstallArgs),
    /// Print the skill.
    Show {
        /// Every file, not only SKILL.md.
        #[arg(long)]
        all: bool,
    },
}

#[derive(Debug, Args)]
pub(crate) struct SkillInstallArgs {
    /// The host to install for [default: every one that this account has].
    #[arg(long, value_enum)]
    pub(crate) host: Option<SkillHost>,
    /// For the project in the current folder, not for the whole account.
    #[arg(long)]
    pub(crate) project: bool,
    /// A folder of skills to write into, in place of a host's own.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["host", "project"])]
    pub(crate) to: Option<PathBuf>,
    /// Say what would be written, and write nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Overwrite files that were changed or that something else wrote.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SkillHost {
    Claude,
    Codex,
    Cursor,
    /// `.agents/skills`, which several hosts read.
    Generic,
}
