//! What a data point rests on: the metrics that it is computed from, its arithmetic, and the passages
//! that show them.

use std::collections::BTreeMap;

use assay_answer::Frame;
use assay_domain::{Date, Evidence};
use assay_facts::{DataPoint, PackageRequest, derived_metric};

/// The passages that show each point.
pub(super) type Shown = BTreeMap<String, Vec<Evidence>>;

/// The metrics of a question with what they are computed from.
pub(super) fn request(metrics: &[&'static str], day: Date, frame: &Frame) -> PackageRequest {
    let mut names: Vec<String> = Vec::new();
    let mut open: Vec<&str> = metrics.to_vec();
    while let Some(name) = open.pop() {
        if names.iter().any(|known| known == name) {
            continue;
        }
        names.push(name.to_owned());
        let all = assay_facts::DERIVED.iter().filter(|spec| spec.name == name);
        open.extend(all.flat_map(|spec| spec.inputs.iter().copied()));
    }
    debug_assert!(
        metrics
            .iter()
            .all(|name| { assay_facts::metric(name).is_some() || derived_metric(name).is_some() })
    );
    PackageRequest {
        metrics: Some(names),
        bases: None,
        since: None,
        retrieved_at: day.to_zoned(jiff::tz::TimeZone::UTC).map_or_else(
            |_| assay_domain::Timestamp::UNIX_EPOCH,
            |zoned| zoned.timestamp(),
        ),
        language: frame.language,
    }
}

/// The arithmetic of a point down to numbers that were filed.
pub(super) fn formula_of(point: &DataPoint, points: &[DataPoint]) -> String {
    let Some(formula) = &point.lineage.derivation_formula else {
        return point.value.normalize().to_string();
    };
    let mut names: Vec<_> = point.lineage.source_values.iter().collect();
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let mut text = formula.clone();
    // names may stand in each other, so each becomes a mark first
    for (place, (name, _)) in names.iter().enumerate() {
        text = text.replace(name.as_str(), &format!("\u{1}{place}\u{1}"));
    }
    for (place, (_, source)) in names.iter().enumerate() {
        let below = points.iter().find(|other| other.id == source.point);
        let below = below.filter(|below| below.lineage.derivation_formula.is_some());
        let inside = below.map(|below| format!("({})", formula_of(below, points)));
        let inside = inside.unwrap_or_else(|| source.value.normalize().to_string());
        text = text.replace(&format!("\u{1}{place}\u{1}"), &inside);
    }
    text
}

/// Passages that show a point, or those that show what it is computed from. Empty where one of them
/// shows nothing.
pub(super) fn evidence_of(point: &DataPoint, points: &[DataPoint], shown: &Shown) -> Vec<Evidence> {
    if let Some(own) = shown.get(&point.id).and_then(|found| found.first()) {
        return vec![own.clone()];
    }
    let mut found: Vec<Evidence> = Vec::new();
    for input in point.lineage.source_values.values() {
        let below = points.iter().find(|other| other.id == input.point);
        let below = below.map_or_else(Vec::new, |below| evidence_of(below, points, shown));
        if below.is_empty() {
            return Vec::new();
        }
        for evidence in below {
            if !found.iter().any(|known| known.id == evidence.id) {
                found.push(evidence);
            }
        }
    }
    found
}
