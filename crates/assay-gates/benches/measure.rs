//! Figures of the gates.

mod egress;
mod injection;

fn main() -> anyhow::Result<()> {
    let all = [&injection::MEASUREMENTS[..], &egress::MEASUREMENTS[..]].concat();
    assay_measure::run(&all)
}
