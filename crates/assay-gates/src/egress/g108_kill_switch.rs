use assay_domain::Language;

use crate::kill_switch::{KillAction, SwitchReading};
use crate::quality::OutputType;

use super::outgoing::Blocker;

pub(crate) const CODE: &str = "G-108";

/// What is known of the run that a text is of.
#[derive(Clone, Copy, Debug)]
pub struct OfRun<'a> {
    /// What the rules of the kill switch said.
    pub switches: &'a [SwitchReading],
    /// How much of the run is about to leave.
    pub delivered: OutputType,
    /// Citations of evidence that does not exist.
    pub unresolved_citations: u32,
}

impl OfRun<'_> {
    /// For a text that is of no run.
    pub const NONE: OfRun<'static> = OfRun {
        switches: &[],
        delivered: OutputType::Memo,
        unresolved_citations: 0,
    };
}

/// A switch that fired keeps in whatever is more than it allows, and one that needs a person
/// everything.
pub(crate) fn check(run: OfRun<'_>, language: Language) -> Vec<Blocker> {
    let OfRun {
        switches,
        delivered,
        ..
    } = run;
    let stops = |switch: &&SwitchReading| {
        let is_more = delivered < switch.output_type() || switch.action == KillAction::HardBlock;
        switch.has_fired() && switch.action.blocks() && is_more
    };
    let stopping = switches.iter().filter(stops);
    stopping
        .map(|switch| Blocker::new(CODE, switch.said(language)))
        .collect()
}
