use anyhow::{Context as _, Result};

use crate::{Measured, print};

/// Whether the figures are wanted in minutes, of code that is not optimised: a measurement that takes
/// longer then takes a part of its data.
pub fn is_short() -> bool {
    std::env::var_os("ASSAY_MEASURE_SHORT").is_some()
}

/// A measurement by name. One name may print several figures.
pub type Measurement = (&'static str, fn() -> Result<Measured>);

/// The body of a `measure` program: measures what the command line names, or everything, and prints
/// one JSON line a figure. Words that begin with `-` come from cargo and mean nothing here.
pub fn run(measurements: &[Measurement]) -> Result<()> {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    for (name, measure) in measurements {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            let measured = measure().with_context(|| format!("cannot measure {name}"))?;
            print(name, &measured)?;
        }
    }
    Ok(())
}
