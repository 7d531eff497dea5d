use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kill_switch::{RuleSet, SwitchReading};

use super::measured::Measured;
use super::metric::{MetricReading, RunMetric};
use super::output_type::OutputType;
use super::verdict::{QualityGate, QualityVerdict, RequiredAction, judge_quality};

/// How often a run that failed goes back before its reader gets the report of why.
pub const MOST_RETURNS: u32 = 2;

/// Quality gate and kill switch together, with every figure they looked at. The strictest answer of
/// all rules that spoke is the answer: the worst verdict, the barest output type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "QualityDecision")]
pub struct Decision {
    pub verdict: QualityVerdict,
    pub output_type: OutputType,
    /// A switch fired that only a person can release.
    pub needs_person: bool,
    pub gate: QualityGate,
    /// Every rule of the kill switch, fired or not.
    pub switches: Vec<SwitchReading>,
    /// Every metric, always in the same order.
    pub metrics: Vec<MetricReading>,
}

impl Decision {
    pub fn fired(&self) -> impl Iterator<Item = &SwitchReading> {
        self.switches.iter().filter(|one| one.has_fired())
    }

    /// Switches whose warning belongs on the first page of what is delivered.
    pub fn warnings(&self) -> impl Iterator<Item = &SwitchReading> {
        self.fired().filter(|one| !one.action.blocks())
    }
}

pub fn decide(measured: &Measured, rules: &RuleSet) -> Decision {
    let metrics = RunMetric::ALL.map(|metric| metric.reading(measured));
    let gate = judge_quality(measured);
    let switches = rules.evaluate(&metrics);
    let mut decision = Decision {
        verdict: gate.verdict,
        output_type: gate.output_type,
        needs_person: false,
        gate,
        switches,
        metrics: metrics.into(),
    };
    for switch in decision.switches.iter().filter(|one| one.has_fired()) {
        decision.verdict = decision.verdict.max(switch.verdict());
        decision.output_type = decision.output_type.max(switch.output_type());
        decision.needs_person |= switch.needs_person();
    }
    decision
}

/// What a run does after its decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Valuation, then the memo.
    Value,
    /// No valuation; this is what is written.
    Compose(OutputType),
    /// Back to data and research with these instructions.
    GoBack(Vec<RequiredAction>),
}

/// `returns` is how often this run has gone back already.
pub fn next_step(decision: &Decision, returns: u32) -> NextStep {
    let can_return = !decision.needs_person && returns < MOST_RETURNS;
    match (decision.verdict, decision.output_type) {
        (QualityVerdict::Fail, _) if can_return && !decision.gate.actions.is_empty() => {
            NextStep::GoBack(decision.gate.actions.clone())
        }
        (QualityVerdict::Pass, OutputType::Memo) => NextStep::Value,
        (_, output) => NextStep::Compose(output),
    }
}
