use std::io::{self, Write as _};

use serde::Serialize;

use crate::machine;

/// One measured value. Without a target or a least value it is context for another one.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    name: String,
    value: f64,
    unit: &'static str,
    /// The most that is good.
    target: Option<f64>,
    /// The least that is good.
    least: Option<f64>,
    /// Samples behind the value.
    n: usize,
    /// Processes that wanted a core while it was measured, this one included (one-minute average).
    load: f64,
}

impl Figure {
    pub fn new(name: impl Into<String>, value: f64, unit: &'static str, n: usize) -> Self {
        Self {
            name: name.into(),
            value,
            unit,
            target: None,
            least: None,
            n,
            load: machine::load(),
        }
    }

    /// `hits` of `n`, in percent. Nothing of nothing is nothing, not all.
    pub fn share(name: impl Into<String>, hits: usize, n: usize) -> Self {
        let percent = if n == 0 {
            0.0
        } else {
            100.0 * hits as f64 / n as f64
        };
        Self::new(name, percent, "%", n)
    }

    pub fn at_most(mut self, target: f64) -> Self {
        self.target = Some(target);
        self
    }

    pub fn at_least(mut self, least: f64) -> Self {
        self.least = Some(least);
        self
    }
}

/// What a benchmark hands back.
pub enum Measured {
    Figures(Vec<Figure>),
    /// It cannot be measured here, and why.
    Skipped(String),
}

#[derive(Serialize)]
struct Skip<'a> {
    name: &'a str,
    skipped: &'a str,
}

/// Writes a benchmark's figures to standard output, one JSON object a line.
pub fn print(name: &str, measured: &Measured) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match measured {
        Measured::Figures(figures) => {
            for figure in figures {
                writeln!(out, "{}", serde_json::to_string(figure)?)?;
            }
        }
        Measured::Skipped(reason) => {
            let skip = Skip {
                name,
                skipped: reason,
            };
            writeln!(out, "{}", serde_json::to_string(&skip)?)?;
        }
    }
    out.flush()
}

/// The value below which `share` (0 to 1) of the sorted samples lie.
pub fn percentile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = (last as f64 * share).ceil() as usize;
    sorted.get(at.min(last)).copied()
}

#[cfg(test)]
mod tests {
    use super::percentile;

    #[test]
    fn a_percentile_is_a_sample() {
        let samples: Vec<f64> = (0..101).map(f64::from).collect();
        for (share, expected) in [(0.0, 0.0), (0.5, 50.0), (0.99, 99.0), (1.0, 100.0)] {
            assert_eq!(percentile(&samples, share), Some(expected));
        }
        assert_eq!(percentile(&[], 0.5), None);
    }
}
