//! A headless Chromium, driven over its debugging pipe.
//!
//! [`Installation::find`] says which Chromium there is, [`Browser::launch`] starts it with a profile
//! of its own, [`Browser::new_page`] opens a page that shares nothing with any other. A [`Page`] is
//! opened, waited for, read, clicked and typed into as a person would; what it logged, asked the
//! network for and downloaded is recorded from its first moment. A [`Filter`] decides about every
//! address before a byte leaves for it.
//!
//! Nothing here waits without a limit, and everything ends when the [`Browser`] is dropped.

mod browser;
mod condition;
mod connection;
mod downloads;
mod element;
mod error;
mod fields;
mod filter;
mod install;
mod keys;
mod message;
mod options;
mod page;
mod process;
mod record;
mod screen;
mod tunnel;
mod watch;

pub use browser::Browser;
pub use condition::Condition;
pub use downloads::Download;
pub use element::Selector;
pub use error::BrowserError;
pub use filter::{Decision, Filter, PageRequest};
pub use install::{Installation, PROGRAM_NAMES, VARIABLE};
pub use keys::{Key, Modifiers};
pub use options::{BrowserOptions, PageOptions, Sandbox};
pub use page::Page;
pub use record::{ConsoleMessage, Exchange, Level, Outcome};
pub use screen::{Scheme, Screen};
