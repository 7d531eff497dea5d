use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// What a figure does from one look to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MetricKind {
    /// Only grows.
    Counter,
    Gauge,
    Histogram,
}

impl MetricKind {
    fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram => "histogram",
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct Metric {
    name: &'static str,
    help: &'static str,
    #[serde(rename = "type")]
    kind: MetricKind,
    samples: Vec<Sample>,
}

#[derive(Serialize, JsonSchema)]
struct Sample {
    /// Of a histogram `bucket`, `sum` or `count`; empty otherwise.
    #[serde(serialize_with = "bare_part")]
    part: &'static str,
    #[serde(serialize_with = "as_object")]
    #[schemars(with = "BTreeMap<String, String>")]
    labels: Vec<(&'static str, String)>,
    value: f64,
}

/// Figures by name, each with its samples, in the order they were added.
#[derive(Default, Serialize, JsonSchema)]
#[schemars(rename = "Monitor")]
pub(crate) struct Figures {
    metrics: Vec<Metric>,
}

impl Figures {
    /// The figure that the next samples belong to.
    pub(crate) fn add(&mut self, name: &'static str, help: &'static str, kind: MetricKind) {
        self.metrics.push(Metric {
            name,
            help,
            kind,
            samples: Vec::new(),
        });
    }

    pub(crate) fn sample(&mut self, labels: &[(&'static str, &str)], value: f64) {
        self.part("", labels, value);
    }

    pub(crate) fn part(&mut self, part: &'static str, labels: &[(&'static str, &str)], value: f64) {
        let labels = labels
            .iter()
            .map(|(name, text)| (*name, (*text).to_owned()));
        let sample = Sample {
            part,
            labels: labels.collect(),
            value,
        };
        if let Some(metric) = self.metrics.last_mut() {
            metric.samples.push(sample);
        }
    }

    /// The text format of Prometheus, version 0.0.4.
    pub(crate) fn to_prometheus(&self) -> String {
        let mut text = String::new();
        for metric in &self.metrics {
            let (name, kind) = (metric.name, metric.kind.name());
            // writing into a string does not fail
            let _written = writeln!(text, "# HELP {name} {}\n# TYPE {name} {kind}", metric.help);
            for sample in &metric.samples {
                let labels = sample.labels.iter();
                let labels: Vec<String> = labels
                    .map(|(label, value)| format!("{label}=\"{}\"", escaped(value)))
                    .collect();
                let labels = match labels.as_slice() {
                    [] => String::new(),
                    labels => format!("{{{}}}", labels.join(",")),
                };
                let _written = writeln!(text, "{name}{}{labels} {}", sample.part, sample.value);
            }
        }
        text
    }
}

/// Prometheus joins a part to the name of its figure with an underscore; data needs none.
fn bare_part<S: Serializer>(part: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(part.trim_start_matches('_'))
}

fn as_object<S: Serializer>(
    labels: &[(&'static str, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(labels.iter().map(|(name, text)| (name, text)))
}

fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    text.replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_prometheus_reads_them() {
        let mut figures = Figures::default();
        figures.add("runs_total", "Runs", MetricKind::Counter);
        figures.sample(&[("outcome", "a \"b\" \\ c\nd")], 3.0);
        figures.sample(&[], 1.5);
        figures.add("took_seconds", "Time", MetricKind::Histogram);
        figures.part("_bucket", &[("le", "+Inf")], 2.0);
        assert_eq!(
            figures.to_prometheus(),
            "# HELP runs_total Runs\n# TYPE runs_total counter\n\
             runs_total{outcome=\"a \\\"b\\\" \\\\ c\\nd\"} 3\nruns_total 1.5\n\
             # HELP took_seconds Time\n# TYPE took_seconds histogram\n\
             took_seconds_bucket{le=\"+Inf\"} 2\n"
        );
    }
}
