//! What the writers promise, measured: speed, and that an office program computes what we gave it.

#[path = "measure/office.rs"]
mod office;
#[path = "../tests/it/sample_model.rs"]
mod sample_model;
#[path = "../tests/it/samples.rs"]
mod samples;
#[path = "measure/speed.rs"]
mod speed;

fn main() -> anyhow::Result<()> {
    assay_measure::run(&[
        ("export-speed", speed::measure),
        ("office-recompute", office::measure),
    ])
}
