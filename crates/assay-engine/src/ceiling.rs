//! How long a model's answer may be, and what is done about a reply that holds no whole one.

#[cfg(test)]
#[path = "ceiling_tests.rs"]
mod tests;

use assay_domain::{ChatReply, Finish, RunSettings};

/// What a model is asked to write. A section takes what `run.max_output_tokens` says; the rest is in
/// proportion to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Writing {
    /// A handful of queries.
    Strategy,
    Summary,
    Section,
    /// A plan, the notes of a dimension, a model of what drives what.
    Structure,
    /// All sections at once.
    Report,
}

impl Writing {
    fn thirds_of_a_section(self) -> u32 {
        match self {
            Self::Strategy => 1,
            Self::Summary => 2,
            Self::Section => 3,
            Self::Structure => 4,
            Self::Report => 6,
        }
    }

    /// The tokens that a first answer may take. What the model itself can write bounds it further
    /// where the model is asked.
    pub(crate) fn ceiling(self, settings: &RunSettings) -> u32 {
        let tokens = u64::from(settings.max_output_tokens) * u64::from(self.thirds_of_a_section());
        u32::try_from(tokens.div_ceil(3)).unwrap_or(u32::MAX)
    }
}

/// Most that a ceiling grows, in times of `run.max_output_tokens`, where nobody has said how much the
/// model can write: three doublings hold a long thought, and a model that goes round in circles ends.
const UNKNOWN_LIMIT: u32 = 8;

/// The highest ceiling of a run's answers. An autonomous agent's context is laid out for the ceiling
/// it began with, so that one stays.
pub(crate) fn highest(settings: &RunSettings, model_limit: Option<u32>, asked: u32) -> u32 {
    match (settings.profile.autonomy, model_limit) {
        (Some(_), limit) => limit.map_or(asked, |limit| limit.min(asked)),
        (_, Some(limit)) => limit,
        (_, None) => settings
            .max_output_tokens
            .saturating_mul(UNKNOWN_LIMIT)
            .max(asked),
    }
}

/// What to do with a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Take,
    /// Ask the same again with this ceiling.
    MoreRoom(u32),
    /// Ask again, and say that there was no answer.
    SayBlank,
    GiveUp,
}

/// Decides how often a question is asked again whose reply holds no whole answer. Room is given before
/// words: a model that was cut while it thought would be cut again, however it is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    ceiling: u32,
    highest: u32,
    retries: u32,
    was_raised: bool,
}

impl Patience {
    pub(crate) fn new(ceiling: u32, highest: u32, retries: u32) -> Self {
        Self {
            ceiling,
            highest,
            retries,
            was_raised: false,
        }
    }

    pub(crate) fn after(&mut self, reply: &ChatReply) -> Next {
        let (is_blank, is_cut) = (reply.is_blank(), reply.finish == Finish::Length);
        // A text that is longer than twice its room is asked for shorter, by whoever reads it.
        let wants_room = is_cut && (is_blank || !self.was_raised);
        if self.retries == 0 {
            return if is_blank { Next::GiveUp } else { Next::Take };
        }
        if wants_room && self.ceiling < self.highest {
            self.retries -= 1;
            self.was_raised = true;
            self.ceiling = self.ceiling.saturating_mul(2).min(self.highest);
            return Next::MoreRoom(self.ceiling);
        }
        if is_blank {
            self.retries -= 1;
            return Next::SayBlank;
        }
        Next::Take
    }

    /// The server or the budget does not bear the last raise: `reply` came before it, at `ceiling`.
    pub(crate) fn after_refusal(&mut self, reply: &ChatReply, ceiling: u32) -> Next {
        (self.ceiling, self.highest) = (ceiling, ceiling);
        self.after(reply)
    }

    pub(crate) fn ceiling(&self) -> u32 {
        self.ceiling
    }
}
