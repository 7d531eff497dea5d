//! The workbench: an HTTP API and a page over journal, library and engine.
//!
//! - [`routes`] is the one table of routes; router, description and security test are made from it.
//! - [`Server`] serves them: foreign hosts and origins are turned away before anything else is
//!   looked at ([`Access`]), streams are told from the journal, and drivers know of no client.
//! - [`Host`] is what the program around it brings: settings, and engines made from them.

mod access;
mod answer;
mod call;
mod collector;
mod desk;
mod guard;
mod host;
mod hub;
mod limits;
mod listener;
mod log;
mod masks;
mod monitor;
mod openapi;
mod patient;
mod problem;
mod route;
mod routes;
mod schema;
mod scrub;
mod server;
mod sessions;
mod stream;
mod supervisor;
mod talk;
mod traces;
mod views;

pub use access::{Access, OriginError};
pub use host::{Amount, Host, HostWork, RunWish, Setting, WishedMarket, WishedSource};
pub use limits::Limits;
pub use log::{LogFormat, LogTo};
pub use masks::{Look, mask, masked_lines};
pub use openapi::description;
pub use problem::Problem;
pub use route::{Access as RouteAccess, BodySchema, Returns, Route, Takes};
pub use routes::routes;
pub use schema::plain_fields;
pub use scrub::without_secrets;
pub use server::{Server, ServerOptions};
pub use sessions::{Session, Sessions};
pub use traces::traces;
