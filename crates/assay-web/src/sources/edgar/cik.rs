use std::fmt;

use serde::{Deserialize, Serialize};

/// The number under which a filer is known to the SEC: ten digits, shown with leading zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cik(u64);

impl Cik {
    /// `None` for a number that no filer can have.
    pub fn new(number: u64) -> Option<Self> {
        (1..=9_999_999_999)
            .contains(&number)
            .then_some(Self(number))
    }

    /// `320193`, `0000320193`, `CIK0000320193`, `CIK 320193`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let digits = match text.get(..3) {
            Some(prefix) if prefix.eq_ignore_ascii_case("cik") => text.get(3..)?,
            _ => text,
        };
        let digits = digits.trim_start_matches([':', '#', ' ']);
        let is_number =
            (1..=10).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        match is_number {
            true => Self::new(digits.parse().ok()?),
            false => None,
        }
    }

    pub fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Cik {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CIK{:010}", self.0)
    }
}
