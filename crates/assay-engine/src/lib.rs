//! The driver: performs the actions that `assay-plan` asks for.
//!
//! - [`Engine`] creates runs and drives them; [`Engine::drive`] is the one loop.
//! - [`Workshop`] is what does the work of a plan, a task and an integration. [`Researchers`] is the
//!   product's: models where a role has one, the offline analyst elsewhere. Tests and benchmarks
//!   bring their own.
//! - [`RunContext`] is the only way for a worker to reach the outside: every model and tool call goes
//!   through it, is journaled before and after, and is answered from the journal on a resume.
//! - [`Library`] glues documents, gate, journal and index together.

mod agents;
pub mod artifacts;
mod audit;
mod autonomous_run;
mod brains;
mod ceiling;
mod claim_check;
mod clock;
mod companies;
mod confinement;
mod context;
mod driver;
mod engine;
mod error;
mod export;
mod graphs;
mod library;
mod memory;
mod notice;
mod outputs;
mod outside;
mod owners;
mod prompts;
mod purse;
mod reading;
mod removal;
mod report_files;
mod retrieval;
mod reuse;
mod scope;
mod section;
mod small_pages;
mod spending;
mod text_check;
mod unreported;
mod workshop;

pub use agents::{
    AskOn, Asked, FileChange, FileRecord, FileVersion, Researchers, ask, ask_on, asked_on,
    file_history, passages_for, workspace_folder,
};
pub use assay_documents::{DocumentLimits, MAX_DOCUMENT_BYTES};
pub use assay_evidence::{Days, Explanation, Filter, ScorePart};
pub use audit::{Audit, AuditCheck, audit};
pub use autonomous_run::Assignment;
pub use brains::{Brain, Brains};
pub use clock::{Clock, FixedClock, SystemClock};
pub use companies::{Companies, CompanyFile, FactPlaces};
pub use confinement::{Confinement, Enforced, confine_this_thread, confinement_here};
pub use context::RunContext;
pub use driver::RunEnd;
pub use engine::{Engine, NewRun, Reuse};
pub use error::{EngineError, advice, disk_trouble};
pub use export::exportable;
pub use graphs::RefreshedGraph;
pub use library::{
    Arrival, IngestProgress, Ingested, Library, Quarantined, QuarantinedText, Refused,
};
pub use notice::{Notice, Notices};
pub use outputs::{OutputFormat, RunRecord, SECTIONS_FILE, Shortfall};
#[cfg(unix)]
pub use outside::Chromium;
pub use outside::{
    BrowserDriver, BrowserPage, BrowserWork, ClickTarget, ControlKind, FieldEntry, Freshness,
    Outside, PageControl, ShownPage, ToolWarning, Web, WebCache, tool_warnings,
};
pub use owners::stands_still;
pub use prompts::{Prompt, PromptError, workflow};
pub use reading::{READ_COMMAND, ReadFailure, ReadLimits, Reading, serve_child};
pub use removal::{RemovalReport, Retention};
pub use report_files::{
    BrokenFile, Destination, broken_files, broken_reports, is_delivered, report_folder,
};
pub use scope::Scope;
pub use small_pages::use_small_pages;
pub use text_check::{
    BearingSpan, CheckedSentence, CheckedText, SentenceFormula, SentenceVerdict, TextToCheck,
    Uncited,
};
pub use workshop::{Done, IntegrateJob, PlanJob, TaskJob, Work, WorkError, Workshop};
