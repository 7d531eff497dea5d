//! What the server promises under load. Model server and clients are processes of their own, so that
//! their work is not counted as the server's.

#[path = "measure/children.rs"]
mod children;
#[path = "measure/first_view.rs"]
mod first_view;
#[path = "../tests/support/host.rs"]
mod host;
#[path = "measure/many_runs.rs"]
mod many_runs;
#[path = "measure/rig.rs"]
mod rig;
#[path = "measure/slow_clients.rs"]
mod slow_clients;
#[path = "measure/subscribers.rs"]
mod subscribers;

fn main() -> anyhow::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some(part) = words.first().and_then(|word| word.strip_prefix("child=")) {
        return children::act(part, words.get(1..).unwrap_or_default());
    }
    assay_measure::run(&[
        ("first_view", first_view::measure),
        ("slow_clients", slow_clients::measure),
        ("subscribers", subscribers::measure),
        ("many_runs", many_runs::measure),
    ])
}
