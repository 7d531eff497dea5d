use assay_domain::{Decimal, Language};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::quality::{Bilingual, MetricReading, OutputType, QualityVerdict, RunMetric};

use super::condition::Condition;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum KillAction {
    BlockFullReport,
    DegradeToWatchlist,
    BlockUntilResolved,
    /// Nothing leaves until a person has looked.
    HardBlock,
    /// The report leaves with a warning on its first page.
    WarnStaleData,
}

impl KillAction {
    pub fn blocks(self) -> bool {
        self != Self::WarnStaleData
    }
}

/// What may be delivered in place of the full report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fallback {
    HypothesesOnly,
    WatchlistCard,
    ConflictReport,
    StaleDataWarning,
    Nothing,
}

/// A rule of the kill switch as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchRule {
    pub id: String,
    pub condition: Condition,
    pub action: KillAction,
    pub fallback: Fallback,
    /// What the rule is for.
    pub note: Bilingual,
    /// A rule that a user switched off is kept, shown and never fires.
    pub is_enabled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SwitchState {
    Fired,
    Quiet,
    /// A figure that would decide it cannot be measured in this run.
    NotMeasurable,
    SwitchedOff,
}

/// A figure that a switch looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SwitchFigure {
    pub metric: RunMetric,
    pub value: Option<Decimal>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<String>,
}

/// What became of a switch in a run, with the figures that fired it or did not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SwitchReading {
    pub rule_id: String,
    /// The condition as the rule has it.
    pub condition: String,
    pub action: KillAction,
    pub fallback: Fallback,
    pub note: Bilingual,
    pub state: SwitchState,
    pub figures: Vec<SwitchFigure>,
}

impl SwitchRule {
    pub fn read(&self, readings: &[MetricReading]) -> SwitchReading {
        let state = if self.is_enabled {
            match self.condition.holds(readings) {
                Some(true) => SwitchState::Fired,
                Some(false) => SwitchState::Quiet,
                None => SwitchState::NotMeasurable,
            }
        } else {
            SwitchState::SwitchedOff
        };
        let named = self.condition.metrics();
        let figures = readings.iter().filter(|one| named.contains(&one.metric));
        let figures = figures.map(|one| SwitchFigure {
            metric: one.metric,
            value: one.value,
            ids: one.ids.clone(),
        });
        SwitchReading {
            rule_id: self.id.clone(),
            condition: self.condition.to_string(),
            action: self.action,
            fallback: self.fallback,
            note: self.note.clone(),
            state,
            figures: figures.collect(),
        }
    }
}

impl SwitchReading {
    /// What the rule is for, with the figures that it looked at.
    pub fn said(&self, language: Language) -> String {
        let figures = self.figures.iter().map(|figure| {
            let unmeasured = || language.pick("not measured", "未测得").to_owned();
            let value = figure
                .value
                .map(|value| value.round_dp(1).normalize().to_string());
            let value = value.unwrap_or_else(unmeasured);
            format!("{} = {value}", figure.metric.name())
        });
        let figures: Vec<String> = figures.collect();
        let note = self.note.get(language);
        format!("{note} ({}: {})", self.rule_id, figures.join(", "))
    }

    pub fn has_fired(&self) -> bool {
        self.state == SwitchState::Fired
    }

    /// What may still be given to a reader. A switch that only warns takes nothing away.
    pub fn output_type(&self) -> OutputType {
        match self.fallback {
            Fallback::StaleDataWarning => OutputType::Memo,
            Fallback::WatchlistCard => OutputType::WatchlistCard,
            Fallback::HypothesesOnly => OutputType::HypothesisList,
            Fallback::ConflictReport => OutputType::ConflictReport,
            Fallback::Nothing => OutputType::ErrorReport,
        }
    }

    pub fn verdict(&self) -> QualityVerdict {
        match self.action {
            KillAction::WarnStaleData => QualityVerdict::Pass,
            KillAction::BlockFullReport | KillAction::DegradeToWatchlist => QualityVerdict::Degrade,
            KillAction::BlockUntilResolved | KillAction::HardBlock => QualityVerdict::Fail,
        }
    }

    /// Whether another attempt of the machine would not help.
    pub fn needs_person(&self) -> bool {
        matches!(
            self.action,
            KillAction::BlockUntilResolved | KillAction::HardBlock
        )
    }
}
