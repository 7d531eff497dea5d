//! What a measuring program prints: `{name, value, unit, target, least, n, load}` a line. At most
//! `target` or at least `least` is good; with neither a figure is only context, such as the disk's
//! fsync time. `{name, skipped}` stands for one that cannot be measured here.

use anyhow::{Context, Result};

use super::record::{Record, machine};

/// The figures in a program's output, and what the host took while it ran. What was skipped is told
/// on the terminal.
pub(super) fn records(output: &str, host: Option<f64>) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    for line in output.lines().filter(|line| line.starts_with('{')) {
        match read(line).with_context(|| format!("a benchmark printed `{line}`"))? {
            Line::Figure(figure) => records.push(figure.record(host)),
            Line::Skip { name, skipped } => eprintln!("xtask: {name} SKIPPED: {skipped}"),
        }
    }
    Ok(records)
}

/// Whether a program could not measure something.
pub(super) fn has_skipped(output: &str) -> bool {
    let mut lines = output.lines().filter(|line| line.starts_with('{'));
    lines.any(|line| matches!(read(line), Ok(Line::Skip { .. })))
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Line {
    Figure(Figure),
    Skip { name: String, skipped: String },
}

#[derive(serde::Deserialize)]
struct Figure {
    name: String,
    value: f64,
    unit: String,
    target: Option<f64>,
    least: Option<f64>,
    n: u64,
    load: Option<f64>,
}

fn read(line: &str) -> serde_json::Result<Line> {
    serde_json::from_str(line)
}

impl Figure {
    fn record(self, host: Option<f64>) -> Record {
        Record {
            ok: self.target.is_none_or(|target| self.value <= target)
                && self.least.is_none_or(|least| self.value >= least),
            name: self.name,
            value: self.value,
            unit: self.unit,
            target: self.target,
            least: self.least,
            n: self.n,
            load: self.load,
            host,
            repeated: false,
            machine: machine(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, has_skipped, read};

    #[test]
    fn a_line_is_judged_by_its_target() {
        for (target, ok) in [("6.0", true), ("5.9", false), ("null", true)] {
            let line = format!(
                r#"{{"name":"cpu-per-run","value":6.0,"unit":"ms","target":{target},"n":100}}"#
            );
            let Line::Figure(figure) = read(&line).unwrap() else {
                panic!("{line} is a figure");
            };
            assert_eq!(figure.record(None).ok, ok, "{line}");
        }
        assert!(read(r#"{"name":"cpu-per-run","unit":"ms"}"#).is_err());
    }

    #[test]
    fn a_benchmark_may_say_that_it_was_skipped() {
        let line = r#"{"name":"dag","skipped":"no graphs"}"#;
        assert!(matches!(read(line).unwrap(), Line::Skip { .. }));
        assert!(has_skipped(line));
        assert!(!has_skipped(
            "{\"name\":\"dag\",\"value\":1,\"unit\":\"%\",\"n\":1}"
        ));
    }
}
