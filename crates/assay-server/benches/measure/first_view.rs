use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::Result;
use assay_measure::{Figure, Measured};

use crate::rig::{Rig, request};

/// What a browser fetches before the first view stands: the page, what it names, and what that
/// imports at once; then what the view asks for.
pub(crate) fn measure() -> Result<Measured> {
    let rig = Rig::new("first_view", "http://127.0.0.1:9/v1")?;
    let begun = Instant::now();
    let (mut wanted, mut fetched) = (vec!["/".to_owned()], BTreeSet::new());
    let mut bytes = 0;
    while let Some(path) = wanted.pop() {
        if !fetched.insert(path.clone()) {
            continue;
        }
        let text = rig.block_on(request(rig.address, "GET", &path, ""))?;
        bytes += text.len();
        wanted.extend(named(&text));
    }
    // the view that opens first
    wanted.extend([
        "/assets/view-ask.js".to_owned(),
        // the larger of the two languages
        "/assets/zh.js".to_owned(),
        "/api/runs?limit=50".to_owned(),
        "/api/config".to_owned(),
    ]);
    while let Some(path) = wanted.pop() {
        if fetched.insert(path.clone()) {
            let text = rig.block_on(request(rig.address, "GET", &path, ""))?;
            bytes += text.len();
            if path.ends_with(".js") {
                wanted.extend(named(&text));
            }
        }
    }
    let millis = begun.elapsed().as_secs_f64() * 1_000.0;
    rig.end();
    let n = fetched.len();
    Ok(Measured::Figures(vec![
        Figure::new("first-view-transferred", bytes as f64 / 1024.0, "KB", n).at_most(200.0),
        Figure::new("first-view-fetched-one-by-one", millis, "ms", n).at_most(1_000.0),
    ]))
}

/// Files that a text names and a browser fetches at once: scripts, styles, static imports.
fn named(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (mark, end) in [
        ("src=\"/assets/", '"'),
        ("href=\"/assets/", '"'),
        ("from './", '\''),
        ("import './", '\''),
    ] {
        for (at, _) in text.match_indices(mark) {
            let rest = text.get(at + mark.len()..).unwrap_or_default();
            if let Some((name, _)) = rest.split_once(end) {
                found.push(format!("/assets/{name}"));
            }
        }
    }
    found
}
