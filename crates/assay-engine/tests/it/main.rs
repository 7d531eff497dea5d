//! The driver with workers of its tests' own, and the product's workers with a model that obeys
//! whatever it reads.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says aloud what it skips"
)]

mod artifacts;
#[cfg(unix)]
mod browsing;
mod company_codes;
mod driving;
mod obedient;
#[path = "../../benches/obedient/mod.rs"]
mod obedient_lab;
mod sources;
mod tiers;
mod tool_sets;
mod toy_profile;
mod workers;
