//! How much a writer's tools may bring into one conversation, whatever the model asks for.

use assay_plan::Turn;

use super::section_prompt::PromptSize;

/// Calls of one turn that are made, as many as the autonomous researcher has.
const CALLS_OF_A_TURN: usize = 4;
/// What tools may bring, as a multiple of what one part of the first message may hold. A model whose
/// context is too small for that is asked again with a smaller first message, and this follows it.
const FIRST_MESSAGES: usize = 4;

pub(super) struct ToolRoom {
    /// Characters that may still come. The last answer may go over it by its own length, which is
    /// bounded.
    left: usize,
    /// Calls of the present turn that were asked for and are not made.
    unmade: usize,
}

impl ToolRoom {
    pub(super) fn of(size: PromptSize) -> Self {
        Self {
            left: size.characters() * FIRST_MESSAGES,
            unmade: 0,
        }
    }

    /// The turn with no more calls than are made. The others do not enter the history: two hundred
    /// calls and as many refusals would fill it as well as their answers.
    pub(super) fn bounded(&mut self, turn: Turn) -> Turn {
        let Turn::Tools { text, mut calls } = turn else {
            return turn;
        };
        self.unmade = calls.len().saturating_sub(CALLS_OF_A_TURN);
        calls.truncate(CALLS_OF_A_TURN);
        Turn::Tools { text, calls }
    }

    pub(super) fn is_full(&self) -> bool {
        self.left == 0
    }

    pub(super) fn note(&mut self, answer: &str) {
        self.left = self.left.saturating_sub(answer.chars().count());
    }

    /// What the model is told of the calls that were not made.
    pub(super) fn told(&mut self) -> Option<String> {
        let unmade = std::mem::take(&mut self.unmade);
        (unmade > 0).then(|| {
            format!("{unmade} more calls were not made: at most {CALLS_OF_A_TURN} in a turn")
        })
    }
}
