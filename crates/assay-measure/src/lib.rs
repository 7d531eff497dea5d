//! What every benchmark needs: a figure with its target, printed as a JSON line; the processor time
//! and memory of this process; the folder of real data.
//!
//! A crate whose promises are measured has `benches/measure.rs` with a table of [`Measurement`]s
//! and calls [`run`]. `cargo xtask measure` runs them all.

mod data;
mod figure;
mod machine;
mod program;

pub use data::{data_file, data_folder};
pub use figure::{Figure, Measured, percentile, print};
pub use machine::{
    Scratch, children_cpu_time, cpu_time, load, middle_round, peak_memory, peak_memory_of, sibling,
};
pub use program::{Measurement, is_short, run};
