use assay_domain::Decimal;
use serde::{Deserialize, Serialize};

use super::outgoing::Blocker;

pub(crate) const CODE: &str = "G-108";

/// Counts of a run that kill switches look at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stats {
    pub factual_sentences: u32,
    /// Factual sentences without a citation.
    pub uncited_sentences: u32,
    pub citations: u32,
    /// Citations of evidence that does not exist.
    pub unresolved_citations: u32,
    pub core_conclusions: u32,
    pub unsupported_core_conclusions: u32,
    pub evidence: u32,
    /// Evidence of tier A or B.
    pub strong_evidence: u32,
    pub unresolved_conflicts: u32,
    /// Days since the newest core figure; `None` where there is none.
    pub core_data_age_days: Option<u32>,
    /// Checks of other gates that did not pass.
    pub failed_safety_checks: u32,
}

/// A figure of a run by name. Shares are percentages; of nothing there is no share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    MissingCitationShare,
    UnsupportedCoreShare,
    StrongEvidenceShare,
    UnresolvedConflicts,
    CoreDataAgeDays,
    FailedSafetyChecks,
}

impl Metric {
    pub fn of(self, stats: &Stats) -> Option<Decimal> {
        match self {
            Self::MissingCitationShare => share(stats.uncited_sentences, stats.factual_sentences),
            Self::UnsupportedCoreShare => {
                share(stats.unsupported_core_conclusions, stats.core_conclusions)
            }
            Self::StrongEvidenceShare => share(stats.strong_evidence, stats.evidence),
            Self::UnresolvedConflicts => Some(stats.unresolved_conflicts.into()),
            Self::CoreDataAgeDays => stats.core_data_age_days.map(Decimal::from),
            Self::FailedSafetyChecks => Some(stats.failed_safety_checks.into()),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::MissingCitationShare => "share of factual sentences without a citation, in %",
            Self::UnsupportedCoreShare => "share of core conclusions without support, in %",
            Self::StrongEvidenceShare => "share of evidence of tier A or B, in %",
            Self::UnresolvedConflicts => "unresolved conflicts between sources",
            Self::CoreDataAgeDays => "age of the newest core figure, in days",
            Self::FailedSafetyChecks => "failed safety checks",
        }
    }
}

fn share(part: u32, whole: u32) -> Option<Decimal> {
    Decimal::from(part)
        .checked_mul(Decimal::ONE_HUNDRED)?
        .checked_div(whole.into())
}

/// When a switch fires. Exactly at the value it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Threshold {
    Above(Decimal),
    Below(Decimal),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fallback {
    HypothesesOnly,
    WatchlistCard,
    ConflictReport,
    StaleDataWarning,
    Nothing,
}

/// A rule of the kill switch, as a user can read, change and add to it. An unknown metric is
/// refused when the rule is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KillSwitch {
    pub id: String,
    pub metric: Metric,
    pub fires: Threshold,
    pub action: KillAction,
    pub fallback: Fallback,
}

impl KillSwitch {
    /// The switches that every delivery is under.
    pub fn defaults() -> Vec<Self> {
        let switch = |id: &str, metric, above: u32, action, fallback| Self {
            id: id.to_owned(),
            metric,
            fires: Threshold::Above(above.into()),
            action,
            fallback,
        };
        let full = KillAction::BlockFullReport;
        let only = Fallback::HypothesesOnly;
        vec![
            switch("ks_001", Metric::UnsupportedCoreShare, 50, full, only),
            switch("ks_citations", Metric::MissingCitationShare, 30, full, only),
            switch(
                "ks_safety",
                Metric::FailedSafetyChecks,
                0,
                KillAction::HardBlock,
                Fallback::Nothing,
            ),
        ]
    }

    fn firing(&self, stats: &Stats) -> Option<Firing> {
        let value = self.metric.of(stats)?;
        let fires = match self.fires {
            Threshold::Above(limit) => value > limit,
            Threshold::Below(limit) => value < limit,
        };
        fires.then(|| Firing {
            switch: self.clone(),
            value,
        })
    }
}

/// A switch that fired, with the figure that fired it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Firing {
    pub switch: KillSwitch,
    pub value: Decimal,
}

pub(crate) fn check(switches: &[KillSwitch], stats: &Stats) -> (Vec<Firing>, Vec<Blocker>) {
    let fired: Vec<Firing> = switches
        .iter()
        .filter_map(|switch| switch.firing(stats))
        .collect();
    let blocking = fired.iter().filter(|firing| firing.switch.action.blocks());
    let blocked = blocking.map(|firing| Blocker::new(CODE, said(firing)));
    let blocked = blocked.collect();
    (fired, blocked)
}

fn said(firing: &Firing) -> String {
    let Firing { switch, value } = firing;
    let limit = match switch.fires {
        Threshold::Above(limit) => format!("more than {limit}"),
        Threshold::Below(limit) => format!("less than {limit}"),
    };
    let value = value.round_dp(1).normalize();
    format!(
        "kill switch {}: {} is {value}, {limit}",
        switch.id,
        switch.metric.name()
    )
}
