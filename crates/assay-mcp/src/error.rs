use std::path::PathBuf;

use thiserror::Error;

use crate::ServerText;

/// Why a server could not be used. A message never holds words of the server: those are in
/// [`McpError::server_text`], to be shown by their own rules.
#[derive(Debug, Error)]
pub enum McpError {
    #[error("{}: {problem}", path.display())]
    Configuration { path: PathBuf, problem: String },
    #[error("{}: {problem}; delete it and approve the servers again", path.display())]
    Pins { path: PathBuf, problem: String },
    #[error("no MCP server `{server}` is configured; mcp.json has {known}")]
    UnknownServer { server: String, known: String },
    #[error(
        "server `{server}`: environment variable `{variable}` is not set; set it, or take it out of mcp.json"
    )]
    Variable { server: String, variable: String },
    #[error(
        "server `{server}`: `{command}` cannot be started: {reason}; correct \"command\" in mcp.json"
    )]
    Start {
        server: String,
        command: String,
        reason: String,
    },
    #[error("server `{server}` ended in the middle of its work ({status})")]
    Ended {
        server: String,
        status: String,
        /// The end of what it wrote to standard error.
        stderr: ServerText,
    },
    #[error("server `{server}` cannot be reached: {reason}")]
    Unreachable { server: String, reason: String },
    #[error("server `{server}` answered with HTTP status {status}; {advice}")]
    Status {
        server: String,
        status: u16,
        advice: &'static str,
    },
    #[error(
        "server `{server}` redirects to another address (HTTP {status}), which is not followed; put the final address into mcp.json"
    )]
    Redirected { server: String, status: u16 },
    #[error("server `{server}` has ended the session")]
    SessionLost { server: String },
    #[error(
        "server `{server}` did not {phase} within {seconds} s and was stopped; raise \"timeout_seconds\" in mcp.json if it needs longer"
    )]
    Timeout {
        server: String,
        phase: Phase,
        seconds: u64,
    },
    #[error("server `{server}` sent more than {limit} bytes in one message; ask it for less")]
    TooLarge { server: String, limit: usize },
    #[error("server `{server}` does not speak MCP: {problem}")]
    NotMcp { server: String, problem: String },
    #[error(
        "server `{server}` speaks a protocol version that Assay does not; Assay speaks 2024-11-05 to 2025-11-25"
    )]
    ProtocolVersion { server: String, version: ServerText },
    #[error("server `{server}` refused the request (JSON-RPC error {code})")]
    Refused {
        server: String,
        code: i32,
        message: ServerText,
    },
    #[error("server `{server}` sent a reply that cannot be read: {problem}")]
    BadReply { server: String, problem: String },
    #[error("server `{server}` has no tool `{tool}`; `assay mcp list {server}` shows its tools")]
    UnknownTool { server: String, tool: String },
    #[error(
        "tool `{server}.{tool}` is {state}; look at it with `assay mcp list {server}`, then `assay mcp approve {server}`"
    )]
    NotApproved {
        server: String,
        tool: String,
        /// `new` or `changed since it was approved`.
        state: &'static str,
    },
    #[error("tool `{server}.{tool}` cannot take these arguments: {problem}")]
    Arguments {
        server: String,
        tool: String,
        problem: String,
    },
    #[error("tool `{server}.{tool}` says that it failed")]
    ToolFailed {
        server: String,
        tool: String,
        message: ServerText,
    },
    #[error("{}: {source}", path.display())]
    Disk {
        path: PathBuf,
        source: std::io::Error,
    },
}

/// What the server was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Start,
    List,
    Call,
}

impl std::fmt::Display for Phase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::List => "list its tools",
            Self::Call => "answer",
        })
    }
}

impl McpError {
    /// The way to the server broke, so a fresh connection may do better. A call that failed like
    /// this has been tried twice already.
    pub fn is_transport(&self) -> bool {
        match self {
            Self::Ended { .. } | Self::Unreachable { .. } | Self::SessionLost { .. } => true,
            Self::Status { status, .. } => matches!(status, 502..=504),
            _ => false,
        }
    }

    /// The connection is of no use after this.
    pub(crate) fn breaks_connection(&self) -> bool {
        self.is_transport()
            || matches!(
                self,
                Self::Timeout { .. }
                    | Self::TooLarge { .. }
                    | Self::NotMcp { .. }
                    | Self::ProtocolVersion { .. }
                    | Self::Redirected { .. }
            )
    }

    /// What the server itself said about it.
    pub fn server_text(&self) -> Option<&ServerText> {
        let text = match self {
            Self::Ended { stderr, .. } => stderr,
            Self::Refused { message, .. } | Self::ToolFailed { message, .. } => message,
            Self::ProtocolVersion { version, .. } => version,
            _ => return None,
        };
        (!text.is_empty()).then_some(text)
    }
}
