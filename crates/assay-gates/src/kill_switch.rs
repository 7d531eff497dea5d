//! Rules over the figures of a run, as data: `rules.json` holds the defaults, a user's file changes
//! and adds to them.

mod condition;
mod parse;
mod rule_file;
mod switch;

pub use condition::{Comparison, Condition, Operator};
pub use parse::ConditionError;
pub use rule_file::{DEFAULT_RULES, RuleError, RuleSet};
pub use switch::{Fallback, KillAction, SwitchFigure, SwitchReading, SwitchRule, SwitchState};

pub(crate) use rule_file::name_of;
