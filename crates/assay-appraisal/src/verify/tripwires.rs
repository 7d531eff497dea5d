//! Thresholds: each is the value of a figure of the metric that is watched.

use super::{Check, Problem, loose_numbers};
use crate::claims::threshold_unit;
use crate::thesis::Tripwire;

impl Check<'_> {
    pub(super) fn tripwire(&self, name: &str, wire: &Tripwire, problems: &mut Vec<Problem>) {
        let sentence = name.to_owned();
        for text in [&wire.source, &wire.cadence, &wire.action] {
            problems.extend(loose_numbers(name, text, |_| false));
        }
        let Some(id) = &wire.threshold_point else {
            problems.push(Problem::LooseThreshold {
                sentence,
                metric: wire.metric.clone(),
                threshold: wire.threshold,
            });
            return;
        };
        let Some(point) = self.points.get(id.as_str()) else {
            let id = id.clone();
            problems.push(Problem::UnknownFigure { sentence, id });
            return;
        };
        if point.recompute().is_err() {
            let id = id.clone();
            problems.push(Problem::DoesNotRecompute { sentence, id });
            return;
        }
        let metric = point.canonical_metric.as_str();
        let watched = metric.strip_suffix("_quartile1").unwrap_or(metric);
        if watched != wire.metric {
            problems.push(Problem::LooseThreshold {
                sentence,
                metric: wire.metric.clone(),
                threshold: wire.threshold,
            });
        } else if point.value != wire.threshold || threshold_unit(point) != wire.unit {
            problems.push(Problem::WrongThreshold {
                sentence,
                threshold: wire.threshold,
                unit: wire.unit.clone(),
                id: id.clone(),
                value: point.value,
                of_unit: threshold_unit(point),
            });
        }
    }
}
