//! PASS, DEGRADE or FAIL over what was found in a run.

mod bilingual;
mod decision;
mod explain;
mod figures;
mod measured;
mod metric;
mod output_type;
mod rules;
mod table;
mod verdict;

pub use bilingual::Bilingual;
pub use decision::{Decision, MOST_RETURNS, NextStep, decide, next_step};
pub use explain::explain;
pub use measured::{
    CitedEvidence, ConflictKind, ConflictSide, CoreDatum, CoreFreshness, CoreState, CriticalClaim,
    Measured, OpenConflict, Safety, SafetyCheck, Sentences, Standing,
};
pub use metric::{MetricReading, MetricUnit, RunMetric, metric_table};
pub use output_type::OutputType;
pub use rules::QUALITY_RULE_CODES;
pub use verdict::{
    ActionTarget, QualityGate, QualityReason, QualityVerdict, RequiredAction, judge_quality,
};
