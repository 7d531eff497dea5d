//! The step protocol through its public doors.

#[cfg(test)]
mod contract;
#[cfg(test)]
mod evaluation;
#[cfg(test)]
mod journal;
#[cfg(test)]
mod stream;
