//! The step protocol through its public doors.

mod contract;
mod journal;
mod stream;
