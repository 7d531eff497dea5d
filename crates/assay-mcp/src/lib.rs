//! Model Context Protocol servers as tools.
//!
//! The servers are those of `mcp.json` in the Assay home and no others: nothing that a model or a
//! document says can add one or start a command. A tool is usable while it is exactly what the user
//! approved; if its description or schema changes, it is disabled until it is approved again. All
//! that a server says is a [`ServerText`], which the ingest gate judges before any prompt.
//!
//! ```no_run
//! # async fn example(home: &std::path::Path, environment: assay_mcp::Environment)
//! # -> Result<(), assay_mcp::McpError> {
//! use assay_mcp::Servers;
//! use serde_json::json;
//!
//! let servers = Servers::load(home, environment)?;
//! let listing = servers.tools("files").await?;
//! // shown to the user, who agrees
//! servers.approve(&listing)?;
//! let output = servers.call("files", "read_text_file", json!({ "path": "a.txt" })).await?;
//! # drop(output);
//! servers.close().await;
//! # Ok(())
//! # }
//! ```

mod error;
mod text;

mod config;
mod template;

mod pin_file;
mod pins;
mod tool;

mod arguments;
mod output;

mod fault;
mod lines;
mod notes;
mod process;
mod wire;

mod http;
mod sse;
mod stdio;

mod connection;
mod host;
mod servers;

pub use error::{McpError, Phase};
pub use notes::ServerNotes;
pub use output::{OutputPart, ToolOutput};
pub use pins::{Change, PinState};
pub use servers::Servers;
pub use template::Environment;
pub use text::ServerText;
pub use tool::{InputSchema, Listing, RefusedTool, Tool};
