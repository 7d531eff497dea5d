//! A number of a claim or of a source, and when two of them are the same.

use std::ops::Range;

use assay_domain::Decimal;
use assay_figures::{Direction, Metric, Period, Unit, strip_ending};
use rust_decimal::RoundingStrategy;

use super::spoken::Slack;
use super::words::{Words, is_outlay, last_side, result_of, side_of};

/// A number with everything that its text says about it.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    /// As printed, without sign, before the scale is applied.
    pub(crate) magnitude: Decimal,
    /// A minus sign or the brackets of accountants.
    pub(crate) negative: bool,
    /// The words beside it call it a rise or a fall.
    pub(crate) direction: Option<Direction>,
    pub(crate) unit: Unit,
    /// Power of ten; `None` where a table does not say.
    pub(crate) exponent: Option<u32>,
    /// The scale stated for the table may not hold for this row (`except per share data`).
    pub(crate) may_be_plain: bool,
    pub(crate) hedge: Hedge,
    /// A rate beside others of its column that are below zero, so that it is printed with its sign.
    pub(crate) has_sign: bool,
    /// Of a statement of cash flows, which prints what an asset took up below zero.
    pub(crate) is_cash_flow: bool,
    /// For a rate in words.
    pub(crate) slack: Option<Slack>,
    /// What a bare cell is likely counted in, by the signs of its table.
    pub(crate) table_currency: Option<&'static str>,
    pub(crate) period: Option<Period>,
    /// Every period named by its row, its column and what stands above, or by its sentence.
    pub(crate) mentions: Vec<Period>,
    /// Those of its row and its column alone.
    pub(crate) own_periods: Vec<Period>,
    /// Part of a name or of a date: `Level 2`, `31 March`, a footnote mark.
    pub(crate) in_name: bool,
    pub(crate) metric: Option<&'static Metric>,
    /// Of a cell: what its row, or the part or title over it, says that it is.
    pub(crate) measured: Option<&'static Metric>,
    /// The words that name the metric.
    pub(crate) metric_words: Words,
    pub(crate) entity: Option<String>,
    pub(crate) is_forecast: bool,
    pub(crate) is_third_party: bool,
    /// Row and column of a table; in a sentence the words before and behind the number.
    pub(crate) label: Words,
    /// The row alone; in a sentence as `label`.
    pub(crate) row: Words,
    /// What stands around: the part of the table, its caption, the rest of the sentence.
    pub(crate) around: Words,
    pub(crate) place: Place,
    /// Row and column, or the words before the number, for people.
    pub(crate) name: String,
    /// What stands over the column of a cell.
    pub(crate) head: String,
    pub(crate) raw: String,
    pub(crate) range: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hedge {
    None,
    /// `more than`
    Above,
    /// `nearly`, `less than`
    Below,
}

impl Hedge {
    /// By the words right before a number and right behind it.
    pub(super) fn at(before: &str, after: &str) -> Self {
        static ABOVE: assay_domain::WordList = assay_domain::word_list!("numeral/value/above");
        static BELOW: assay_domain::WordList = assay_domain::word_list!("numeral/value/below");
        let before = before.trim_end_matches([' ', '$', '€', '£']);
        let ends = |list: &[&str]| {
            list.iter().any(|word| {
                strip_ending(before, word).is_some_and(|rest| {
                    !word.is_ascii() || !rest.ends_with(|c: char| c.is_ascii_alphabetic())
                })
            })
        };
        let is_beyond = ["以上", "多", "有余"]
            .iter()
            .any(|word| after.starts_with(word));
        if ends(&ABOVE) || is_beyond {
            Self::Above
        } else if ends(&BELOW) {
            Self::Below
        } else {
            Self::None
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Sentence(usize),
    Cell {
        table: usize,
        row: usize,
        column: usize,
    },
}

impl Place {
    pub(crate) fn is_cell(self) -> bool {
        matches!(self, Self::Cell { .. })
    }
}

/// What keeps two numbers apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Difference {
    Sign,
    Currency,
    Unit,
    Scale,
    Rounding,
    Value,
}

/// How a number of a claim is equal to one of the evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Equality {
    Rounded,
    Exact,
}

impl Value {
    /// In single units where the scale is known, without sign.
    pub(crate) fn amount(&self) -> Option<Decimal> {
        scaled(self.magnitude, self.exponent.unwrap_or_default())
    }

    pub(crate) fn signed(&self) -> Decimal {
        if self.negative {
            -self.magnitude
        } else {
            self.magnitude
        }
    }

    pub(crate) fn unit_is_open(&self) -> bool {
        matches!(self.unit, Unit::Bare | Unit::Count(_))
    }

    /// A rate and an amount answer different questions.
    pub(crate) fn is_other_kind(&self, source: &Self) -> bool {
        !self.unit_is_open() && self.is_rate() != source.is_rate()
    }

    fn is_rate(&self) -> bool {
        matches!(
            self.unit,
            Unit::Percent | Unit::PercentagePoint | Unit::BasisPoint | Unit::Multiple
        )
    }

    /// Whether a rate in words holds for an exact one; `None` for a number in digits.
    pub(crate) fn holds_roughly(&self, exact: Decimal) -> Option<bool> {
        let Slack { around, above } = self.slack?;
        let over = exact.checked_sub(self.magnitude)?;
        let under = -over;
        Some(match self.hedge {
            Hedge::None => over.abs() <= around,
            Hedge::Above => over >= Decimal::ZERO && over <= above,
            Hedge::Below => under >= Decimal::ZERO && under <= around.checked_mul(Decimal::TWO)?,
        })
    }

    /// `self` is the claim's, `source` the evidence's.
    pub(crate) fn compare(&self, source: &Self) -> Result<Equality, Difference> {
        let is_other_limit = matches!(
            (self.hedge, source.hedge),
            (Hedge::Above, Hedge::Below) | (Hedge::Below, Hedge::Above)
        );
        if is_other_limit && (self.slack.is_none() || source.slack.is_some()) {
            return Err(Difference::Value);
        }
        let equality = self.same_amount(source);
        let unit = self.unit_difference(source);
        match (equality, unit) {
            (Ok(_), None) if self.counts_money(source) => Err(Difference::Unit),
            (Ok(equality), None) => match self.sign_agrees(source) {
                true => Ok(equality),
                false => Err(Difference::Sign),
            },
            (Ok(_), Some(unit)) => Err(unit),
            (Err(difference), None) => Err(difference),
            (Err(difference), Some(_)) => Err(difference.max(Difference::Value)),
        }
    }

    /// A table of money may count things as well, but not in a cell that prints the sign.
    fn counts_money(&self, source: &Self) -> bool {
        matches!(self.unit, Unit::Count(_))
            && matches!(source.unit, Unit::Currency(_))
            && source.raw.contains(['$', '€', '£', '¥'])
    }

    fn same_amount(&self, source: &Self) -> Result<Equality, Difference> {
        let quoted = self.place.is_cell() && self.exponent.is_none();
        let (likely, other) = match source.exponent {
            // A row of a table that is quoted as a row keeps the scale of the table.
            _ if quoted => (source.exponent.unwrap_or_default(), None),
            None => (self.exponent.unwrap_or_default(), Some(0)),
            Some(exponent) if source.may_be_plain => (exponent, Some(0)),
            Some(exponent) => (exponent, None),
        };
        let mut best: Result<Equality, Difference> = Err(Difference::Value);
        for exponent in std::iter::once(likely).chain(other) {
            let own = if quoted {
                exponent
            } else {
                self.exponent.unwrap_or_default()
            };
            let this = equal_at(self, own, source, exponent);
            best = match (best, this) {
                (Ok(a), Ok(b)) => Ok(a.max(b)),
                (Ok(a), Err(_)) => Ok(a),
                (Err(_), Ok(b)) => Ok(b),
                (Err(a), Err(b)) => Err(a.min(b)),
            };
        }
        if best.is_err() && self.magnitude == source.magnitude {
            return Err(Difference::Scale);
        }
        best
    }

    fn unit_difference(&self, source: &Self) -> Option<Difference> {
        match (&self.unit, &source.unit) {
            (Unit::Currency(a), Unit::Currency(b)) => (a != b).then_some(Difference::Currency),
            (Unit::Count(_) | Unit::Bare, Unit::Count(_) | Unit::Bare) => None,
            (Unit::Bare, _) => None,
            // A cell seldom repeats the unit of its table.
            (Unit::Currency(own), Unit::Bare) => source
                .table_currency
                .is_some_and(|code| code != *own)
                .then_some(Difference::Currency),
            (_, Unit::Bare) if source.place.is_cell() => {
                (!source.may_be_rate()).then_some(Difference::Unit)
            }
            (Unit::Count(_), Unit::Currency(_)) if source.place.is_cell() => None,
            (
                Unit::PercentagePoint | Unit::BasisPoint,
                Unit::PercentagePoint | Unit::BasisPoint,
            ) => None,
            // the change of a rate is printed in per cent, and meant in points
            (Unit::PercentagePoint, Unit::Percent) if source.is_change_of_rate() => None,
            (a, b) => (a != b).then_some(Difference::Unit),
        }
    }

    fn is_change_of_rate(&self) -> bool {
        const RATES: [&str; 5] = ["rate", "margin", "ratio", "yield", "share"];
        self.place.is_cell() && self.is_change() && RATES.iter().any(|word| self.row.has(word))
    }

    /// A bare cell whose row or column is one of rates.
    fn may_be_rate(&self) -> bool {
        static RATES: assay_domain::WordList = assay_domain::word_list!("numeral/value/rates");
        let named = |word: &str| self.label.has(word) || self.around.has(word);
        RATES.iter().any(|word| named(word)) || self.label.has_han(&["率", "占比"])
    }

    fn sign_agrees(&self, source: &Self) -> bool {
        if self.magnitude.is_zero() {
            return true;
        }
        if let Some(agrees) = self.agrees_with_asset(source) {
            return agrees;
        }
        if let (Some(a), Some(b)) = (self.direction, source.direction) {
            return a == b || self.negative != source.negative;
        }
        if let (Some(a), Some(b)) = (self.side(), source.side()) {
            return a == b;
        }
        if let (Some(a), Some(b)) = (self.result(), source.result()) {
            return a == b;
        }
        let fall = |value: &Self| value.negative || value.direction == Some(Direction::Down);
        // A change of an outlay in per cent has one sign.
        let is_change = self.is_rate() && (self.direction.or(source.direction)).is_some();
        let says_outlay = !is_change && is_outlay(&source.row);
        match (fall(self), fall(source)) {
            (true, false) => {
                let is_signed = source.is_change() || source.has_sign;
                let open = source.direction.is_none() && !is_signed;
                says_outlay || (!self.negative && open)
            }
            (false, true) => says_outlay || (!source.negative && self.direction.is_none()),
            _ => true,
        }
    }

    /// An asset that grew took up cash, one that shrank set it free; `None` for any other figure.
    pub(crate) fn agrees_with_asset(&self, source: &Self) -> Option<bool> {
        static ASSETS: assay_domain::WordList = assay_domain::word_list!("numeral/value/assets");
        const LIABILITIES: [&str; 4] = ["payable", "liabilitie", "liability", "accrued"];
        const TAKEN_UP: [&str; 6] = ["absorb", "used", "consumed", "tied", "outflow", "use"];
        let has = |words: &Words, list: &[&str]| {
            words
                .iter()
                .any(|own| list.iter().any(|word| own.starts_with(word)))
        };
        let is_asset = source.is_cash_flow && !self.is_rate() && has(&source.row, &ASSETS);
        if !is_asset || has(&source.row, &LIABILITIES) {
            return None;
        }
        match self.direction {
            Some(way) => Some((way == Direction::Up) == source.negative),
            None if has(&self.around, &TAKEN_UP) => Some(source.negative),
            None => None,
        }
    }

    /// Cash that came or went, a tax paid or got back.
    fn side(&self) -> Option<Direction> {
        if self.is_rate() {
            return None;
        }
        let sign = if self.negative {
            Direction::Down
        } else {
            Direction::Up
        };
        let is_cell = self.place.is_cell();
        let side = side_of(&self.label, &self.row, sign, is_cell);
        side.or_else(|| last_side(&self.name).filter(|_| !is_cell))
    }

    /// Above or below zero, by its sign and by the name of what it measures.
    fn result(&self) -> Option<Direction> {
        let named = result_of(&self.label);
        let words = ["loss", "losse", "deficit"];
        let both = named.is_none() && words.iter().any(|word| self.label.has(word));
        match (named, self.negative) {
            (Some(Direction::Up), true) => Some(Direction::Down),
            (None, true) if both => Some(Direction::Down),
            (None, false) if both && self.place.is_cell() => Some(Direction::Up),
            (named, _) => named,
        }
    }

    /// The row or column holds changes, so that a plain number there is a rise.
    pub(crate) fn is_change(&self) -> bool {
        let words = ["change", "increase", "growth", "变动", "增减", "同比"];
        words.iter().any(|word| self.label.has(word))
    }
}

fn scaled(value: Decimal, exponent: u32) -> Option<Decimal> {
    if exponent == 0 {
        return Some(value);
    }
    value.checked_mul(Decimal::from(10_u64.checked_pow(exponent)?))
}

/// Basis points are hundredths of a percentage point.
fn points(value: &Value, magnitude: Decimal) -> Option<Decimal> {
    match value.unit {
        Unit::BasisPoint => magnitude.checked_div(Decimal::ONE_HUNDRED),
        _ => Some(magnitude),
    }
}

fn equal_at(
    claim: &Value,
    claim_exponent: u32,
    source: &Value,
    source_exponent: u32,
) -> Result<Equality, Difference> {
    let amounts = scaled(claim.magnitude, claim_exponent)
        .and_then(|amount| points(claim, amount))
        .zip(scaled(source.magnitude, source_exponent).and_then(|amount| points(source, amount)));
    let Some((own, theirs)) = amounts else {
        return Err(Difference::Value);
    };
    if own == theirs {
        return Ok(Equality::Exact);
    }
    if let Some(holds) = claim.holds_roughly(theirs) {
        return holds.then_some(Equality::Rounded).ok_or(Difference::Value);
    }
    rounds_to(theirs, own, claim, claim_exponent)
}

/// Whether an exact amount is the claim's at the claim's printed precision. A plain count is never
/// rounded: `5 plants` are not 4.6.
fn rounds_to(
    exact: Decimal,
    claimed: Decimal,
    claim: &Value,
    exponent: u32,
) -> Result<Equality, Difference> {
    let is_plain = exponent == 0
        && claim.magnitude.scale() == 0
        && matches!(claim.unit, Unit::Bare | Unit::Count(_) | Unit::Currency(_));
    let factor = scaled(Decimal::ONE, exponent);
    let digits = claim.magnitude.scale();
    let last_digit = Decimal::new(1, digits);
    // Most numbers are so far apart that no rounding brings them together.
    let widest = factor.and_then(|factor| factor.checked_mul(last_digit));
    let apart = exact.checked_sub(claimed).map(|apart| apart.abs());
    if claim.hedge == Hedge::None && apart.zip(widest).is_some_and(|(a, b)| a >= b) {
        return Err(Difference::Value);
    }
    let shown = factor.and_then(|factor| exact.checked_div(factor));
    let printed = factor.and_then(|factor| claimed.checked_div(factor));
    let (Some(shown), Some(printed)) = (shown, printed) else {
        return Err(Difference::Value);
    };
    if is_hedged(shown, printed, claim.hedge, digits) {
        return Ok(Equality::Rounded);
    }
    if is_plain || printed.is_zero() {
        return Err(Difference::Value);
    }
    let rounded = |strategy| shown.round_dp_with_strategy(digits, strategy) == printed;
    if rounded(RoundingStrategy::MidpointNearestEven)
        || rounded(RoundingStrategy::MidpointAwayFromZero)
    {
        return Ok(Equality::Rounded);
    }
    let near = (shown - printed).abs() < last_digit;
    Err(if near {
        Difference::Rounding
    } else {
        Difference::Value
    })
}

/// `more than 4 billion` holds for 4.61 billion, `over 1,000` for 1,234.
pub(super) fn is_hedged(exact: Decimal, printed: Decimal, hedge: Hedge, digits: u32) -> bool {
    let mut unit = Decimal::new(1, digits);
    if digits == 0 {
        let ten = Decimal::TEN;
        while let Some(next) = unit.checked_mul(ten)
            && next <= printed
            && (printed % next).is_zero()
        {
            unit = next;
        }
    }
    match hedge {
        Hedge::None => false,
        Hedge::Above => exact > printed && exact - printed < unit,
        // Nearly a trillion is more than half of it.
        Hedge::Below => exact < printed && printed - exact < unit && printed - exact < exact,
    }
}
