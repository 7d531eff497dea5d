use std::collections::VecDeque;

/// Steps that are remembered.
const WINDOW: usize = 12;
/// The same call so often in the window, with nothing gained, is going round in circles.
const REPEATS: usize = 3;
/// Steps without anything new before a warning, and before the end.
const IDLE_WARNING: u32 = 10;
const IDLE_END: u32 = 30;
/// Warnings about circles that are given before the end.
const MOST_WARNINGS: u32 = 3;

/// Whether the work still leads anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Course {
    Fine,
    /// Going round in circles: say so.
    Circling {
        times: usize,
    },
    /// Nothing new for so many steps: say so.
    Idle {
        steps: u32,
    },
    /// Warned often enough.
    Stuck {
        steps: u32,
    },
}

/// Watches for calls that repeat and steps that bring nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct StallWatch {
    recent: VecDeque<String>,
    idle: u32,
    warnings: u32,
}

impl StallWatch {
    /// `gained`: new evidence, a changed file or a changed dashboard.
    pub(super) fn saw(&mut self, call: &str, gained: bool) -> Course {
        if gained {
            self.idle = 0;
            self.warnings = 0;
            self.recent.clear();
            return Course::Fine;
        }
        self.idle += 1;
        self.recent.push_back(call.to_owned());
        if self.recent.len() > WINDOW {
            self.recent.pop_front();
        }
        let times = self.recent.iter().filter(|known| *known == call).count();
        if self.idle >= IDLE_END || self.warnings >= MOST_WARNINGS {
            return Course::Stuck { steps: self.idle };
        }
        if times >= REPEATS {
            self.warnings += 1;
            return Course::Circling { times };
        }
        if self.idle.is_multiple_of(IDLE_WARNING) {
            return Course::Idle { steps: self.idle };
        }
        Course::Fine
    }
}
