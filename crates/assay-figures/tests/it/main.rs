//! Figures through their public doors. What they mean in real sentences is tested where they are
//! used.

#[cfg(test)]
mod forms;
#[cfg(test)]
mod round_trips;
