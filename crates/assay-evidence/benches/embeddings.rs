//! Whether vectors of a sentence model find evidence that the full-text search misses.
//!
//! `cargo bench -p assay-evidence --bench embeddings -- PROGRAM [ARGUMENT…]`: the program reads a JSON
//! array of texts a line and answers each with a JSON array of their vectors, of length one. Which
//! model it is, is its own affair; none is part of Assay (docs/adr/016-no-embeddings.md).

#[expect(dead_code, reason = "only the way to read one file is needed here")]
mod corpus;
mod drbench;
mod vectors;

use anyhow::{Context as _, Result};

use crate::drbench::{drbench, ranked_by};
use crate::vectors::{Hybrid, Model};

/// What a place among the nearest vectors counts beside the same place in the full-text search.
const WEIGHTS: [f64; 4] = [0.1, 0.25, 0.5, 1.0];

fn main() -> Result<()> {
    // cargo adds a flag of its own
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    let program = words
        .next()
        .context("name a program that turns texts into vectors: … --bench embeddings -- PROGRAM")?;
    let mut model = Model::start(&program, words)?;
    assay_measure::print("full-text", &drbench()?)?;
    for weight in WEIGHTS {
        let name = format!("with vectors at {weight}");
        let measured = ranked_by(&name, &mut Hybrid::new(&mut model, Some(weight)))?;
        assay_measure::print(&name, &measured)?;
    }
    let name = "vectors alone";
    let measured = ranked_by(name, &mut Hybrid::new(&mut model, None))?;
    assay_measure::print(name, &measured)?;
    Ok(())
}
