use assay_domain::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bilingual::Bilingual;
use super::measured::Measured;
use super::output_type::OutputType;
use super::rules;

/// From the best to the worst: of two the later one wins.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "UPPERCASE")]
pub enum QualityVerdict {
    #[default]
    Pass,
    Degrade,
    Fail,
}

impl QualityVerdict {
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::Degrade => "DEGRADE",
            Self::Fail => "FAIL",
        }
    }

    /// What may follow, in words.
    pub fn meaning(self, language: Language) -> &'static str {
        match self {
            Self::Pass => language.pick("valuation and the full report", "进入估值并输出完整报告"),
            Self::Degrade => language.pick(
                "hypotheses and triggers to watch, no valuation",
                "仅输出假设清单与监控触发器，不估值",
            ),
            Self::Fail => language.pick(
                "back to data or research with instructions",
                "退回补数据或重新分析",
            ),
        }
    }
}

/// Why a rule did not let the run pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QualityReason {
    /// For instance `Q-001`.
    pub code: String,
    pub verdict: QualityVerdict,
    pub output_type: OutputType,
    pub text: Bilingual,
    /// The claims, data points or conflicts that it speaks of.
    pub ids: Vec<String>,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ActionTarget {
    Data,
    Research,
}

/// What has to happen for one thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequiredAction {
    /// The rule that asks for it.
    pub code: String,
    pub target: ActionTarget,
    /// The claim, data point or conflict that it is about.
    pub id: String,
    /// What to look for and what would settle it.
    pub instruction: Bilingual,
}

/// The quality gate's answer, without the kill switch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QualityGate {
    pub verdict: QualityVerdict,
    pub output_type: OutputType,
    pub reasons: Vec<QualityReason>,
    pub actions: Vec<RequiredAction>,
}

/// Judges a run: PASS when every critical claim holds on evidence of tier A or B and nothing is in
/// conflict, DEGRADE when evidence is thin, FAIL when sources conflict or core data is not there.
pub fn judge_quality(measured: &Measured) -> QualityGate {
    let mut gate = QualityGate::default();
    for rule in rules::RULES {
        let Some(found) = (rule.check)(measured) else {
            continue;
        };
        gate.verdict = gate.verdict.max(rule.verdict);
        gate.output_type = gate.output_type.max(rule.output_type);
        gate.reasons.push(QualityReason {
            code: rule.code.to_owned(),
            verdict: rule.verdict,
            output_type: rule.output_type,
            text: found.text,
            ids: found.ids,
        });
        let actions = found.actions.into_iter();
        gate.actions.extend(actions.map(|todo| RequiredAction {
            code: rule.code.to_owned(),
            target: todo.target,
            id: todo.id,
            instruction: todo.instruction,
        }));
    }
    gate
}
