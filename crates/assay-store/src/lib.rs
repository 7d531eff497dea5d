//! The journal on disk.
//!
//! One SQLite database holds every event of every run, append-only; large bodies lie beside it
//! under their hash. Tables other than `events` are projections that [`Store::rebuild`] recreates.
//!
//! - [`Store::append`] is the only way to add: all events of one call land in one transaction, or
//!   none. Appends from many tasks and runs share a commit (group commit) and so a disk flush.
//! - [`Store::remove`] is the only way to take out, by runs and documents; what is left says so.
//! - An append that returned is on the disk: write-ahead log with `synchronous=FULL`.
//! - Each event lies beside a hash of its place and text, verified on every read. Events written
//!   before there were hashes are read without.
//! - The last acknowledged event is named in a file beside the database, so that a lost tail of the
//!   write-ahead log is told.
//! - A store that cannot be written is opened all the same: it can be read, and an append says why not.
//! - This crate decides nothing about runs; it knows what events *are*, not what they mean.

mod blob;
mod check;
mod connection;
mod durable;
mod error;
mod event_hash;
mod journal;
mod lock;
mod mark;
mod projection;
mod removal;
mod rights;
mod store;
mod valuations;
mod waiting;
mod writer;

pub use blob::Blobs;
pub use check::{CheckReport, Problem};
pub use durable::DurableFolder;
pub use error::StoreError;
pub use lock::{Owner, RunLock};
pub use projection::{RunRow, RunStatus};
pub use removal::{Removal, Removed};
pub use rights::{hand_to_user, keep_to_owner};
pub use store::{RebuildReport, Store};
pub use valuations::ValuedRun;
pub use waiting::tell_waiting;
pub use writer::Appended;
