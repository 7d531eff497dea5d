use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What calls cost, in millionths of a US dollar.
// whole numbers: sums never drift
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    Default,
    JsonSchema,
)]
#[serde(transparent)]
pub struct MicroUsd(pub u64);

impl MicroUsd {
    /// The price of `tokens` at `per_million` (micro-dollars per million tokens), rounded up so that
    /// a budget is never exceeded by rounding.
    pub fn for_tokens(tokens: u64, per_million: MicroUsd) -> Self {
        let exact = u128::from(tokens) * u128::from(per_million.0);
        Self(u64::try_from(exact.div_ceil(1_000_000)).unwrap_or(u64::MAX))
    }
}

impl Add for MicroUsd {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sum for MicroUsd {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::default(), Add::add)
    }
}

/// Tokens and what they cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
pub struct Spend {
    pub tokens: u64,
    pub cost: MicroUsd,
}

impl Spend {
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

impl Add for Spend {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            tokens: self.tokens.saturating_add(other.tokens),
            cost: self.cost + other.cost,
        }
    }
}

impl Sum for Spend {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::default(), Add::add)
    }
}

impl fmt::Display for MicroUsd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}.{:04}", self.0 / 1_000_000, self.0 % 1_000_000 / 100)
    }
}

#[cfg(test)]
mod tests {
    use super::MicroUsd;

    #[test]
    fn prices_round_up_and_print_in_dollars() {
        assert_eq!(MicroUsd::for_tokens(1, MicroUsd(150_000)), MicroUsd(1));
        assert_eq!(
            MicroUsd::for_tokens(2_000_000, MicroUsd(3_000_000)),
            MicroUsd(6_000_000)
        );
        assert_eq!(MicroUsd(6_012_345).to_string(), "$6.0123");
    }
}
