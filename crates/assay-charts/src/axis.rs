use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive as _;

use crate::ChartError;
use crate::number::NumberFormat;

/// Larger values leave no room for the arithmetic of an axis.
const LARGEST: u128 = 1_000_000_000_000_000_000_000_000_000;
/// Smaller differences cannot be divided into steps.
const SMALLEST: Decimal = Decimal::from_parts(1, 0, 0, false, 24);

/// Values on a line: from `low` to `high`, both of them ticks, `step` apart.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) low: Decimal,
    pub(crate) high: Decimal,
    step: Decimal,
    start: f64,
    end: f64,
}

/// Whether the axis has to show zero.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Zero {
    Shown,
    /// Where the values are far from it, it is left out.
    Free,
    /// Only differences count.
    Ignored,
}

impl Axis {
    /// An axis over these values in about `ticks` steps; its pixels are set by [`Axis::onto`].
    pub(crate) fn over(values: impl IntoIterator<Item = Decimal>, zero: Zero, ticks: u32) -> Self {
        let mut values = values.into_iter();
        let first = values.next().unwrap_or(Decimal::ZERO);
        let (mut low, mut high) = values.fold((first, first), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        // A line that hovers just above zero looks like more than it is.
        let is_near = |near: Decimal, far: Decimal| {
            zero == Zero::Free && near.abs() * Decimal::TWO < far.abs()
        };
        if zero == Zero::Shown || (low > Decimal::ZERO && is_near(low, high)) {
            low = low.min(Decimal::ZERO);
        }
        if zero == Zero::Shown || (high < Decimal::ZERO && is_near(high, low)) {
            high = high.max(Decimal::ZERO);
        }
        // Finer steps than these are lost in the digits of the values.
        let finest = high.abs().max(low.abs()) / Decimal::from(1_000_000_000);
        if high - low < finest.max(SMALLEST) {
            let pad = (high.abs() / Decimal::TEN).max(SMALLEST);
            let pad = if high.is_zero() { Decimal::ONE } else { pad };
            low -= if high.is_zero() { Decimal::ZERO } else { pad };
            high += pad;
        }
        let step = nice_step((high - low) / Decimal::from(ticks.max(1)));
        Self {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            step,
            start: 0.0,
            end: 1.0,
        }
    }

    /// `low` lies at pixel `start`, `high` at `end`.
    pub(crate) fn onto(mut self, start: f64, end: f64) -> Self {
        self.start = start;
        self.end = end;
        self
    }

    pub(crate) fn at(&self, value: Decimal) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        self.start + (self.end - self.start) * share.to_f64().unwrap_or(0.0)
    }

    /// The pixel of zero, or of the end nearest to it.
    pub(crate) fn base(&self) -> f64 {
        self.at(Decimal::ZERO.clamp(self.low, self.high))
    }

    pub(crate) fn ticks(&self) -> Vec<Decimal> {
        let mut ticks = Vec::new();
        let mut tick = self.low;
        while tick <= self.high {
            ticks.push(tick);
            tick += self.step;
        }
        ticks
    }

    /// A tick's label: the decimals that tell ticks apart and no more.
    pub(crate) fn label(&self, tick: Decimal, format: &NumberFormat) -> String {
        format.print_to(tick, format.decimals_for(self.step))
    }
}

/// The least of 1, 2, 2.5, 5 times a power of ten that is not below `least`.
fn nice_step(least: Decimal) -> Decimal {
    let mut power = Decimal::ONE;
    while power * Decimal::TEN <= least {
        power *= Decimal::TEN;
    }
    while power > least && power > SMALLEST {
        power /= Decimal::TEN;
    }
    [10, 20, 25, 50]
        .into_iter()
        .map(|tenths| power * Decimal::new(tenths, 1))
        .find(|step| *step >= least)
        .unwrap_or(power * Decimal::TEN)
}

pub(crate) fn drawable(chart: &str, label: &str, value: Decimal) -> Result<(), ChartError> {
    if value.abs() <= Decimal::from(LARGEST) {
        Ok(())
    } else {
        Err(ChartError::OutOfRange {
            chart: chart.to_owned(),
            label: label.to_owned(),
            value,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, Zero};
    use rust_decimal::Decimal;

    #[test]
    fn ticks_are_round_and_enclose_the_values() {
        for (values, zero, expected) in [
            (
                vec!["0", "96.77"],
                Zero::Shown,
                vec!["0", "20", "40", "60", "80", "100"],
            ),
            (
                vec!["-3.1", "4"],
                Zero::Shown,
                vec!["-4", "-2", "0", "2", "4"],
            ),
            (
                vec!["0"],
                Zero::Shown,
                vec!["0", "0.2", "0.4", "0.6", "0.8", "1"],
            ),
            (
                vec!["0.70", "0.75"],
                Zero::Free,
                vec!["0.70", "0.71", "0.72", "0.73", "0.74", "0.75"],
            ),
            (
                vec!["50"],
                Zero::Free,
                vec!["44", "46", "48", "50", "52", "54", "56"],
            ),
            (
                vec!["66", "172"],
                Zero::Ignored,
                vec!["50", "75", "100", "125", "150", "175"],
            ),
        ] {
            let values = values.into_iter().map(|v| v.parse::<Decimal>().unwrap());
            let ticks = Axis::over(values.clone(), zero, 5).ticks();
            let expected: Vec<Decimal> = expected.iter().map(|v| v.parse().unwrap()).collect();
            assert_eq!(ticks, expected);
        }
    }
}
