use std::fmt;

use assay_domain::Decimal;

use crate::quality::{MetricReading, MetricUnit, RunMetric};

/// What must be true of a run for a switch to fire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    Compare(Comparison),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    pub metric: RunMetric,
    pub operator: Operator,
    pub number: Decimal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Above,
    AtLeast,
    Below,
    AtMost,
    Equal,
    Unequal,
}

impl Operator {
    pub const ALL: [Self; 6] = [
        Self::AtLeast,
        Self::AtMost,
        Self::Equal,
        Self::Unequal,
        Self::Above,
        Self::Below,
    ];

    pub fn sign(self) -> &'static str {
        match self {
            Self::Above => ">",
            Self::AtLeast => ">=",
            Self::Below => "<",
            Self::AtMost => "<=",
            Self::Equal => "==",
            Self::Unequal => "!=",
        }
    }

    pub fn holds(self, left: Decimal, right: Decimal) -> bool {
        match self {
            Self::Above => left > right,
            Self::AtLeast => left >= right,
            Self::Below => left < right,
            Self::AtMost => left <= right,
            Self::Equal => left == right,
            Self::Unequal => left != right,
        }
    }
}

impl Comparison {
    /// Whether some run makes it true and some run makes it false.
    pub(crate) fn can_tell(&self) -> bool {
        let most = match self.metric.unit() {
            MetricUnit::Percent => Decimal::ONE_HUNDRED,
            MetricUnit::Flag => Decimal::ONE,
            MetricUnit::Count | MetricUnit::Days => Decimal::MAX,
        };
        let ends = [Decimal::ZERO, most];
        let inside = (Decimal::ZERO..=most).contains(&self.number);
        let is_reachable = match self.metric.unit() {
            MetricUnit::Percent => inside,
            MetricUnit::Flag | MetricUnit::Count | MetricUnit::Days => {
                inside && self.number.fract().is_zero()
            }
        };
        match self.operator {
            Operator::Equal | Operator::Unequal => is_reachable,
            Operator::Above | Operator::AtLeast | Operator::Below | Operator::AtMost => {
                let [low, high] = ends.map(|end| self.operator.holds(end, self.number));
                low != high
            }
        }
    }
}

impl Condition {
    /// Whether it holds; `None` where a figure that would decide it cannot be measured.
    pub fn holds(&self, readings: &[MetricReading]) -> Option<bool> {
        match self {
            Self::Compare(comparison) => {
                let reading = readings.iter().find(|one| one.metric == comparison.metric);
                let value = reading?.value?;
                Some(comparison.operator.holds(value, comparison.number))
            }
            Self::All(parts) => decided(parts, readings, false),
            Self::Any(parts) => decided(parts, readings, true),
        }
    }

    /// The metrics that it names, each once, in the order written.
    pub fn metrics(&self) -> Vec<RunMetric> {
        let mut named = Vec::new();
        self.collect(&mut named);
        named
    }

    fn collect(&self, named: &mut Vec<RunMetric>) {
        match self {
            Self::Compare(comparison) if !named.contains(&comparison.metric) => {
                named.push(comparison.metric);
            }
            Self::Compare(_) => {}
            Self::All(parts) | Self::Any(parts) => {
                parts.iter().for_each(|part| part.collect(named));
            }
        }
    }
}

/// One part that is `decisive` decides the whole, whatever cannot be measured beside it.
fn decided(parts: &[Condition], readings: &[MetricReading], decisive: bool) -> Option<bool> {
    let mut is_open = false;
    for part in parts {
        match part.holds(readings) {
            Some(held) if held == decisive => return Some(decisive),
            Some(_) => {}
            None => is_open = true,
        }
    }
    (!is_open).then_some(!decisive)
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = self.operator.sign();
        let number = self.number.normalize();
        let percent = match self.metric.unit() {
            MetricUnit::Percent => "%",
            MetricUnit::Count | MetricUnit::Days | MetricUnit::Flag => "",
        };
        write!(f, "{} {sign} {number}{percent}", self.metric.name())
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (parts, word) = match self {
            Self::Compare(comparison) => return comparison.fmt(f),
            Self::All(parts) => (parts, " and "),
            Self::Any(parts) => (parts, " or "),
        };
        for (place, part) in parts.iter().enumerate() {
            if place > 0 {
                f.write_str(word)?;
            }
            match part {
                Self::Compare(comparison) => comparison.fmt(f)?,
                Self::All(_) | Self::Any(_) => write!(f, "({part})")?,
            }
        }
        Ok(())
    }
}
