//! What to do next, decided without doing anything.
//!
//! - [`plan`]: the research plan as a file: schema, validation, repair, lint, drawing, import.
//! - [`profiles`]: what a research is made of: who works, what follows, what is told of it.
//! - [`RunState`]: a run as a state machine: `apply(event)`, then `next_actions()`.
//! - [`Agent`]: the tool-calling loop of every model worker, as a state machine.
//! - [`Autonomous`]: the researcher with its own files and dashboards, as a state machine.
//! - [`Ledger`]: what a run may still spend.
//! - [`Breaker`]: which models a run does not ask any more.
//!
//! Nothing here awaits, reads a clock or touches a disk; the driver in `assay-engine` performs the
//! actions and feeds the results back. That is what makes a run resumable: the same events give the
//! same state, and the same state gives the same next actions.

mod agent;
mod autonomous;
mod breaker;
mod budget;
mod machine;
pub mod plan;
pub mod profiles;

pub use agent::{Agent, AgentSpec, AgentStep, Turn};
pub use autonomous::{
    ALL_FINISHED, Acted, Autonomous, AutonomousSpec, AutonomousStep, BlueprintProgress,
    Compression, Dashboard, DashboardKind, DashboardRepair, Effect, Ending, FILE_OPERATION,
};
pub use breaker::{Breaker, Lasting};
pub use budget::{Admission, Ledger, Purpose};
pub use machine::{Action, RunState, TaskState};
pub use profiles::{ProfileChoice, ProfileSpec, Profiles, Step, UnknownProfile};
