//! Assay inside other agents: a Model Context Protocol server over journal, library and engine, and
//! the skill folder that tells an agent how to work with it.
//!
//! - [`McpServer`] answers the protocol. What the workbench can do it asks the workbench's own routes
//!   for, through their door; the rest are calls of the library and the gates.
//! - [`serve_stdio`] and [`http_app`] are the two ways in.
//! - [`skill_files`] are the files of the skill, made from the texts that Assay's own planner reads.
//!
//! Text from documents leaves only as a [`DataBlock`](assay_domain::DataBlock).

mod arguments;
mod files;
mod front;
mod handler;
mod prompts;
mod refusal;
mod resources;
mod schema;
mod skill;
mod tools;
mod transport;
mod workbench;

pub use front::McpOptions;
pub use handler::McpServer;
pub use skill::{SkillFile, is_untouched, skill_files};
pub use transport::{McpError, http_app, serve_stdio};
