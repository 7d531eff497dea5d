//! What the claim check promises, measured on real texts.

#[path = "measure/derivations.rs"]
mod derivations;
#[path = "measure/labelled.rs"]
mod labelled;
#[path = "measure/numeral/mod.rs"]
mod numeral;
#[path = "measure/quote_mutation.rs"]
mod quote_mutation;
#[path = "measure/speed.rs"]
mod speed;

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> anyhow::Result<()> {
    assay_measure::run(&[
        ("numeral-mutation", numeral::numeral_mutation),
        ("binding-mutation", numeral::binding_mutation),
        ("quote-mutation", quote_mutation::measure),
        ("derivations", derivations::measure),
        ("labelled-claims", labelled::measure),
        ("check-speed", speed::measure),
    ])
}
