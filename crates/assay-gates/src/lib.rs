//! Gates: pure rules over domain data, one rule a file.
//!
//! [`ingest`] judges text that comes from outside before anything else reads it, [`ingest_hidden`]
//! what a document holds beside its text, [`ingest_tool_description`] what a tool says of itself and
//! [`check_source`] where something comes from. Each rule has a
//! code, a file `src/rules/g0xx_*.rs`, a page `docs/codes/G-0xx.md` and a case file
//! `tests/cases/g0xx.txt`. A rule reads text and returns spans: it asks no model, and nothing that
//! the text says can change the verdict. Detection is one layer; that a document's text cannot reach
//! a tool is promised elsewhere.
//!
//! [`egress`] judges what is about to leave: it takes out personal data and active content, and
//! blocks what must not be delivered at all. Its rules are `src/egress/g1xx_*.rs`.
//!
//! [`decide`] says what a run may become: the quality gate (`src/quality/rules/q0xx_*.rs`) over what
//! was found, the kill switch (`src/kill_switch/rules.json` and a user's file) over the named figures
//! of [`RunMetric`], and of all answers the strictest. [`explain`] prints it whole.

mod broken;
mod disguise;
mod egress;
mod encoded;
mod entities;
mod hidden;
mod ingest;
mod kill_switch;
mod look_alikes;
mod normal;
mod order_words;
mod quality;
mod rules;
mod source;
mod tool;
mod triggers;
mod turned;
mod widen;
mod words;

pub use egress::{
    Blocker, ConfiguredSecret, EGRESS_RULE_CODES, EgressDecision, EgressPolicy, EgressVerdict,
    MASK, OfRun, Outgoing, OutputKind, Personal, PersonalKind, SecretFinding, SecretShape,
    configured_secrets, csv_cell, egress, masked_secrets, personal_data, redact, secret_shapes,
    secrets, xlsx_cell,
};
pub use hidden::{hidden_verdict, ingest_hidden};
pub use ingest::{IngestDecision, ingest};
pub use kill_switch::{
    Comparison, Condition, ConditionError, DEFAULT_RULES, Fallback, KillAction, Operator,
    RuleError, RuleSet, SwitchFigure, SwitchReading, SwitchRule, SwitchState,
};
pub use quality::{
    ActionTarget, Bilingual, CitedEvidence, ConflictKind, ConflictSide, CoreDatum, CoreFreshness,
    CoreState, CriticalClaim, Decision, MOST_RETURNS, Measured, MetricReading, MetricUnit,
    NextStep, OpenConflict, OutputType, QUALITY_RULE_CODES, QualityGate, QualityReason,
    QualityVerdict, RequiredAction, RunMetric, Safety, SafetyCheck, Sentences, Standing, decide,
    explain, judge_quality, metric_table, next_step,
};
pub use rules::RULE_CODES;
pub use source::{SourcePolicy, SourceVerdict, UnknownSource, check_source};
pub use tool::ingest_tool_description;
