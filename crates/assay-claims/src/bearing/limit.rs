//! What a claim says of a number that the figure itself contradicts: that it is the end of another course,
//! a limit, a loss, or what would have been.

use assay_domain::Decimal;
use assay_figures::{Direction, Unit, cut};

use super::amount::{says, way_before};
use super::{Bearing, Found};
use crate::operand::Operand;

/// Words by which a number is said to lie above or below another, and not on it.
static STRICT: assay_domain::WordList = assay_domain::word_list!("bearing/limit/strict");
/// Words at a figure that make it a limit too.
const LIMITED: [&str; 24] = [
    "more", "less", "over", "above", "below", "under", "fewer", "exceed", "excess", "least",
    "most", "up to", "greater", "minimum", "maximum", "higher", "lower", "超", "不足", "逾",
    "以上", "以下", "至少", "不",
];

impl<'p> Bearing<'_, 'p> {
    /// `rose by 2 to 9`, where the figures beside 9 have no 7: the course ends elsewhere.
    pub(super) fn is_wrong_end(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let before = cut(self.text, 0..found.number.start);
        let Some(step) = step_before(before) else {
            return false;
        };
        let Some(way) = way_before(before) else {
            return false;
        };
        let start = match way {
            Direction::Up => found.value.magnitude.checked_sub(step),
            Direction::Down => found.value.magnitude.checked_add(step),
        };
        let digits = step.scale().max(found.value.magnitude.scale());
        let slack = Decimal::new(1, digits);
        let is_start = |other: &&Operand<'p>| {
            let apart = start.and_then(|start| other.value.magnitude.checked_sub(start));
            other.page == operand.page
                && std::ptr::eq(other.statement, operand.statement)
                && apart.is_some_and(|apart| apart.abs() <= slack)
        };
        let mut rates = self.figures.iter().filter(|other| {
            std::ptr::eq(other.statement, operand.statement)
                && other.value.unit == operand.value.unit
                && !std::ptr::eq(other.value, operand.value)
        });
        found.value.unit == Unit::Percent
            && rates.next().is_some()
            && !self.figures.iter().any(|other| is_start(&other))
    }

    /// What would have been is not what the evidence says there was.
    pub(super) fn is_hypothetical(&self, operand: &Operand<'p>) -> bool {
        let says = |text: &str| text.contains("would have") || text.contains("本应");
        says(self.lower)
            && !self.sentence_of(operand).contains("would")
            && !says(&operand.value.name)
    }

    /// The claim calls a loss what a row of income has above zero, or denies a number in Chinese.
    pub(super) fn is_turned_over(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        const LOSSES: [&str; 3] = ["loss of", "loss was", "亏损"];
        const INCOME: [&str; 6] = ["income", "profit", "earnings", "利润", "收益", "盈利"];
        const DENIALS: [&str; 5] = ["未达到", "未达", "不到", "没有达到", "未超过"];
        let before = cut(self.text, 0..found.number.start);
        let lead: String = before.chars().rev().take(12).collect();
        let lead: String = lead.chars().rev().collect();
        let lead = lead.to_lowercase();
        let ends = |words: &[&str]| {
            let lead = lead.trim_end_matches([' ', '$', '€', '£', '¥']);
            words.iter().any(|word| lead.ends_with(word))
        };
        let mut row = operand.value.row.iter();
        let is_loss_row = row.any(|word| word.starts_with("loss") || word.contains("亏损"));
        let mut over = operand
            .value
            .label
            .iter()
            .chain(operand.value.around.iter());
        let is_income = over.any(|word| says(word, &INCOME));
        let is_gain = operand.value.place.is_cell() && !operand.value.negative;
        ends(&LOSSES) && is_gain && is_income && !is_loss_row
            || ends(&DENIALS)
                && !says(&self.clause_of(operand), &LIMITED)
                && found.value.amount() == operand.value.amount()
    }

    /// The claim puts a thing above or below the very figure at which the evidence has it.
    pub(super) fn is_past_limit(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let before = cut(self.text, 0..found.number.start).to_lowercase();
        let before = before.trim_end_matches([' ', '$', '€', '£', '¥']);
        let is_strict = STRICT.iter().any(|word| {
            let rest = before.strip_suffix(word);
            rest.is_some_and(|rest| !rest.ends_with(|c: char| c.is_ascii_alphabetic()))
        });
        let is_denied = ["no ", "not ", "never", "n't", "未", "没有"]
            .iter()
            .any(|word| before.contains(word));
        let amounts = found.value.amount().zip(operand.value.amount());
        is_strict
            && !is_denied
            && found.value.slack.is_none()
            && amounts.is_some_and(|(own, theirs)| own == theirs)
            && !says(&self.clause_of(operand), &LIMITED)
    }
}

/// The number of points right before `to`: `by 2.3 percentage points to`.
fn step_before(before: &str) -> Option<Decimal> {
    let words: Vec<&str> = before.split_whitespace().collect();
    let [.., count, unit] = words.strip_suffix(&["to"])? else {
        return None;
    };
    let count = match *count {
        "percentage" => words.iter().rev().nth(3)?,
        count => count,
    };
    let is_points = unit.starts_with("point") || unit.starts_with("pp") || unit.starts_with("pts");
    match count {
        "one" | "a" => Some(Decimal::ONE),
        "two" => Some(Decimal::TWO),
        count => count.parse().ok(),
    }
    .filter(|_| is_points)
}
