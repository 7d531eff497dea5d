//! What the page of the workbench promises, measured in a real Chromium over a real server.

#[path = "measure/first_view.rs"]
mod first_view;
#[path = "measure/large.rs"]
mod large;
#[path = "measure/workbench.rs"]
mod workbench;

fn main() -> anyhow::Result<()> {
    assay_measure::run(&[
        ("first-view", first_view::measure),
        ("large-run", large::measure),
    ])
}
