use std::fs;

use anyhow::Result;
use serde::Serialize;

use super::Benchmark;

/// What a benchmark found: the value and the number of samples behind it.
pub(crate) struct Measure {
    pub(super) value: f64,
    pub(super) n: u64,
    /// What [`HostWatch::taken`] said of the time in which it was measured; `None` where no time is
    /// measured.
    ///
    /// [`HostWatch::taken`]: super::host::HostWatch::taken
    pub(super) host: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct Record {
    pub(super) name: String,
    pub(super) value: f64,
    pub(super) unit: String,
    /// The most that is good; `None` for a figure that is only context.
    pub(super) target: Option<f64>,
    /// The least that is good, for a figure where more is better.
    pub(super) least: Option<f64>,
    pub(super) ok: bool,
    pub(super) n: u64,
    /// The machine's load average while it was measured, where the benchmark says it.
    pub(super) load: Option<f64>,
    /// Percent of the wanted processor time that the host gave to others meanwhile.
    pub(super) host: Option<f64>,
    /// Another reading was taken and this one is not judged: see [`super::readings`].
    pub(super) repeated: bool,
    pub(super) machine: String,
}

impl Record {
    pub(super) fn new(benchmark: &Benchmark, measure: &Measure) -> Self {
        Self {
            name: benchmark.name.to_owned(),
            value: measure.value,
            unit: benchmark.unit.to_owned(),
            target: Some(benchmark.target),
            least: None,
            ok: measure.value <= benchmark.target,
            n: measure.n,
            load: None,
            host: measure.host,
            repeated: false,
            machine: machine(),
        }
    }
}

pub(super) fn print(records: &[Record], json: bool) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string_pretty(records)?);
    } else {
        print!("{}", table(records));
    }
    Ok(())
}

fn table(records: &[Record]) -> String {
    let mut text = format!(
        "{:<36} {:>12} {:<10} {:>10} {:>8} {:>6}\n",
        "figure", "value", "unit", "target", "n", "host %"
    );
    for record in records {
        let target = match (record.target, record.least) {
            (Some(most), _) => format!("<= {most}"),
            (None, Some(least)) => format!(">= {least}"),
            (None, None) => "-".to_owned(),
        };
        let host = record
            .host
            .map_or("-".to_owned(), |host| format!("{host:.0}"));
        let verdict = match (record.ok, record.repeated) {
            (true, false) => "",
            (true, true) => "  measured again",
            (false, false) => "  MISSED",
            (false, true) => "  missed, measured again",
        };
        text.push_str(&format!(
            "{:<36} {:>12.2} {:<10} {target:>10} {:>8} {host:>6}{verdict}\n",
            record.name, record.value, record.unit, record.n
        ));
    }
    if let Some(record) = records.first() {
        text.push_str(&format!("on {}\n", record.machine));
    }
    text
}

/// Enough to tell two machines apart: cores, processor, system.
pub(super) fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let field = |path: &str, name: &str| {
        let text = fs::read_to_string(path).ok()?;
        let line = text.lines().find(|line| line.starts_with(name))?;
        Some(
            line.split_once(':')
                .map_or(line, |(_, v)| v)
                .trim()
                .to_owned(),
        )
    };
    let unknown = || "unknown".to_owned();
    let processor = field("/proc/cpuinfo", "model name").unwrap_or_else(unknown);
    let kernel = field("/proc/sys/kernel/osrelease", "").unwrap_or_else(unknown);
    format!(
        "{cores} cores, {processor}, {} {kernel}",
        std::env::consts::OS
    )
}

#[cfg(test)]
mod tests {
    use super::{Record, table};

    impl Record {
        pub(in super::super) fn sample(
            name: &str,
            value: f64,
            target: Option<f64>,
            host: Option<f64>,
        ) -> Self {
            Self {
                name: name.to_owned(),
                value,
                unit: "ms".to_owned(),
                target,
                least: None,
                ok: target.is_none_or(|target| value <= target),
                n: 50,
                load: None,
                host,
                repeated: false,
                machine: "2 cores".to_owned(),
            }
        }
    }

    #[test]
    fn a_missed_target_stands_out() {
        let mut first = Record::sample("run", 7.0, Some(6.0), Some(38.4));
        first.repeated = true;
        let text = table(&[
            Record::sample("startup", 12.345, Some(20.0), Some(4.2)),
            Record::sample("fsync", 0.4, None, Some(4.2)),
            Record::sample("list", 130.0, Some(100.0), None),
            first,
            Record::sample("run", 5.0, Some(6.0), Some(1.0)),
        ]);
        let expected = "\
figure                                      value unit           target        n host %
startup                                     12.35 ms              <= 20       50      4
fsync                                        0.40 ms                  -       50      4
list                                       130.00 ms             <= 100       50      -  MISSED
run                                          7.00 ms               <= 6       50     38  missed, measured again
run                                          5.00 ms               <= 6       50      1
on 2 cores
";
        assert_eq!(text, expected);
    }
}
