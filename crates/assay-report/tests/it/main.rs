//! One binary: the report and the log through their public doors.

mod citations;
mod hostile;
mod log;
mod page;
mod samples;
mod snapshots;
