//! The files of one autonomous run.
//!
//! - [`Workspace`] performs a [`FileAction`] inside one folder and nowhere else, within a [`Quota`].
//! - [`understand`] reads common English and Chinese instructions as actions, without a model.
//!
//! A folder is held as an open handle and every name is looked up from it, one component at a time,
//! without following links. What stands outside cannot be named, and no other process can exchange a
//! part of a path between a check and its use.

mod action;
mod error;
mod folder;
mod instruction;
mod line;
mod place;
mod quota;
mod reading;
mod reply;
mod search;
mod stream;
mod workspace;

pub use action::{FileAction, ReadMode, WriteMode, tools};
pub use error::WorkspaceError;
pub use instruction::{asks_to_lose, possible, understand};
pub use place::plain_path;
pub use quota::Quota;
pub use reply::{Entry, FileReply, Match};
pub use workspace::Workspace;
