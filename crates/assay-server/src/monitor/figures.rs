use std::fmt::Write as _;

use serde_json::{Map, Value, json};

/// What a figure does from one look to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Only grows.
    Counter,
    Gauge,
    Histogram,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram => "histogram",
        }
    }
}

struct Metric {
    name: &'static str,
    help: &'static str,
    kind: Kind,
    samples: Vec<Sample>,
}

struct Sample {
    /// `_bucket`, `_sum` or `_count` of a histogram; empty otherwise.
    part: &'static str,
    labels: Vec<(&'static str, String)>,
    value: f64,
}

/// Figures by name, each with its samples, in the order they were added.
#[derive(Default)]
pub(crate) struct Figures {
    metrics: Vec<Metric>,
}

impl Figures {
    /// The figure that the next samples belong to.
    pub(crate) fn add(&mut self, name: &'static str, help: &'static str, kind: Kind) {
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

    /// The same as data: histograms by their count, sum and percentiles.
    pub(crate) fn to_json(&self) -> Value {
        let metrics: Vec<Value> = self
            .metrics
            .iter()
            .map(|metric| {
                let samples: Vec<Value> = metric
                    .samples
                    .iter()
                    .map(|sample| {
                        let labels = sample.labels.iter();
                        let labels: Map<String, Value> = labels
                            .map(|(name, value)| ((*name).to_owned(), json!(value)))
                            .collect();
                        let part = sample.part.trim_start_matches('_');
                        json!({"part": part, "labels": labels, "value": sample.value})
                    })
                    .collect();
                json!({
                    "name": metric.name,
                    "help": metric.help,
                    "type": metric.kind.name(),
                    "samples": samples,
                })
            })
            .collect();
        json!({"metrics": metrics})
    }
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
        figures.add("runs_total", "Runs", Kind::Counter);
        figures.sample(&[("outcome", "a \"b\" \\ c\nd")], 3.0);
        figures.sample(&[], 1.5);
        figures.add("took_seconds", "Time", Kind::Histogram);
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
