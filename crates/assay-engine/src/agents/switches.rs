//! The kill switch over runs that judge no company: how much of what was written has no evidence.

use assay_analyst::claims_of;
use assay_domain::{
    Claim, Event, Finding, GateName, Language, LeftOut, RunSettings, Section, Verdict,
};
use assay_gates::{
    ConflictKind, Measured, OfRun, OpenConflict, OutputType, QualityVerdict, RuleSet, RunMetric,
    Sentences, SwitchReading,
};

use assay_report::Release;

use super::safety;
use crate::EngineError;

/// The rules that a run is under: the built-in ones, with the user's file over them.
pub(crate) fn rules_of(settings: &RunSettings) -> Result<RuleSet, EngineError> {
    let rules = RuleSet::defaults()?;
    Ok(match &settings.kill_switch {
        Some(own) => rules.with(own)?,
        None => rules,
    })
}

/// What the gate and the switches said, for the journal.
pub(super) fn quality_gate(verdict: QualityVerdict, reasons: Vec<String>) -> Event {
    Event::GateDecided {
        gate: GateName::QualityGate,
        verdict: match verdict {
            QualityVerdict::Pass => Verdict::Pass,
            QualityVerdict::Degrade => Verdict::Degrade,
            QualityVerdict::Fail => Verdict::Fail,
        },
        reasons,
    }
}

/// What a run wrote.
pub(super) struct Written<'a> {
    pub(super) claims: Vec<Claim>,
    pub(super) sections: &'a [Section],
    pub(super) findings: &'a [Finding],
    /// Of the summary and the lead-ins.
    pub(super) left_out: &'a [LeftOut],
}

/// What the rules say of a run.
pub(super) struct Switches {
    readings: Vec<SwitchReading>,
    language: Language,
}

impl Switches {
    pub(super) fn of(settings: &RunSettings, written: &Written<'_>) -> Result<Self, EngineError> {
        let stating = written.left_out.iter();
        let stating = stating.filter(|left_out| !claims_of(&left_out.text).is_empty());
        let beside = (1..).zip(stating);
        let beside: Vec<String> = beside.map(|(at, _)| format!("summary_{at}")).collect();
        let summary = Sentences {
            factual: u32::try_from(beside.len()).unwrap_or(u32::MAX),
            unsupported: beside,
            ..Sentences::default()
        };
        let disputed = written.findings.iter().filter_map(|finding| match finding {
            Finding::Contradiction {
                subject, period, ..
            } => Some(format!("{subject}, {period}")),
            _ => None,
        });
        let conflicts = (1..)
            .zip(disputed)
            .map(|(at, about): (u32, _)| OpenConflict {
                id: format!("conflict_finding_{at}"),
                kind: ConflictKind::Value,
                about,
                sides: Vec::new(),
                needed: None,
            });
        let measured = Measured {
            sentences: Sentences::of_claims(&written.claims).and(summary),
            conflicts: conflicts.collect(),
            safety: safety::of(written.sections, settings.language),
            ..Measured::default()
        };
        let figures = RunMetric::ALL.map(|metric| metric.reading(&measured));
        Ok(Self {
            readings: rules_of(settings)?.evaluate(&figures),
            language: settings.language,
        })
    }

    fn fired(&self) -> impl Iterator<Item = &SwitchReading> {
        self.readings.iter().filter(|one| one.has_fired())
    }

    /// Why the run is less than what was asked for, a reason for each switch that fired.
    pub(super) fn reasons(&self) -> Vec<String> {
        self.fired().map(|one| one.said(self.language)).collect()
    }

    /// Whether the full report may not leave. What the evidence bears may, without a summary.
    fn withholds(&self) -> bool {
        self.fired().any(|one| one.action.blocks())
    }

    pub(super) fn release(&self) -> Release {
        match self.withholds() {
            true => Release::WithoutSummary,
            false => Release::Answer,
        }
    }

    /// What may leave of a summary.
    pub(super) fn released<'s>(&self, summary: &'s [String]) -> &'s [String] {
        match self.withholds() {
            true => &[],
            false => summary,
        }
    }

    /// The decision for the journal, where a switch fired.
    pub(super) fn decided(&self) -> Option<Event> {
        let worst = self.fired().map(SwitchReading::verdict).max()?;
        Some(quality_gate(worst, self.reasons()))
    }

    pub(super) fn of_run(&self) -> OfRun<'_> {
        OfRun {
            switches: &self.readings,
            delivered: match self.withholds() {
                true => OutputType::HypothesisList,
                false => OutputType::Memo,
            },
            unresolved_citations: 0,
        }
    }
}
