//! Figures of the periods that a claim compares with.

use assay_figures::{Period, Unit, cut};

use super::Bench;
use crate::numeral::{Kept, PeriodFit, PeriodMark, Value, fit_of};
use crate::operand::Operand;

impl<'p> Bench<'p, '_> {
    /// `grew 5% in 2024 after slipping 1% the year before`: a change of the year before the one named.
    pub(super) fn of_year_before(&self, value: &Value) -> Option<Value> {
        static BEHIND: assay_domain::WordList = assay_domain::word_list!("settle/past/behind");
        let [asked] = value.mentions.as_slice() else {
            return None;
        };
        let behind = cut(self.text, value.range.end..self.text.len()).trim_start();
        let is_dated = value.period == Some(asked.year_before());
        let is_rate = value.unit == Unit::Percent && (value.direction.is_some() || is_dated);
        let is_told = is_rate && self.amounts > 1;
        let looks_back = BEHIND.iter().any(|words| behind.starts_with(words));
        (is_told && looks_back).then(|| Value {
            mentions: vec![asked.year_before()],
            ..value.clone()
        })
    }

    /// `came to $6 million, $2 million less than in 2022`: the figure is that of 2022, and the sentence
    /// says that it is of another year.
    pub(super) fn is_of_base(&self, value: &Value, operand: &Operand<'p>) -> bool {
        let is_base = |mention: &Period| self.bases.contains(mention);
        let behind = cut(self.text, value.range.end..self.text.len());
        let difference = behind
            .split_once(" than ")
            .or_else(|| behind.split_once(" from "));
        let difference = difference.map_or("", |(before, _)| before);
        let is_compared = difference.bytes().any(|byte| byte.is_ascii_digit());
        !value.mentions.is_empty()
            && value.mentions.iter().all(is_base)
            && operand
                .value
                .period
                .is_some_and(|period| self.is_in_base(period))
            && is_compared
            && !looks_back(self.text, value)
    }
}

impl Bench<'_, '_> {
    /// The very figure that the claim compares with, which is no result of others.
    pub(super) fn is_base_itself(&self, value: &Value) -> bool {
        let mut operands = self.operands.iter();
        operands.any(|one| value.compare(one.value).is_ok() && self.is_of_base(value, one))
    }

    /// A period is one that the claim compares with, by whatever name.
    fn is_in_base(&self, period: Period) -> bool {
        let mut bases = self.bases.iter();
        bases.any(|base| fit_of(Some(*base), Some(period), Kept::AtMoment) != PeriodFit::Conflict)
    }
}

/// The periods that a text compares others with, where it names them by nothing but that.
pub(crate) fn bases(text: &str, marks: &[PeriodMark]) -> Vec<Period> {
    static LEADS: assay_domain::WordList = assay_domain::word_list!("settle/past/leads");
    let compares = |mark: &&PeriodMark| {
        let before = cut(text, 0..mark.range.start).trim_end().to_lowercase();
        is_change_from(&before)
            || is_start_of_course(&before)
            || LEADS.iter().any(|lead| {
                let rest = before.strip_suffix(lead);
                rest.is_some_and(|rest| {
                    !lead.is_ascii() || !rest.ends_with(|c: char| c.is_alphanumeric())
                })
            })
    };
    let compared = marks.iter().filter(compares);
    compared.map(|mark| mark.period).collect()
}

/// `from 69% in`: where a course began.
fn is_start_of_course(before: &str) -> bool {
    let before = before.trim_end_matches(" the");
    let before = [" in", " at", " for"]
        .iter()
        .find_map(|word| before.strip_suffix(word));
    let mut words = before.unwrap_or_default().split_whitespace().rev();
    let scales = ["million", "billion", "thousand", "percent"];
    let last = words.find(|word| !scales.contains(word));
    let is_number = last.is_some_and(|word| word.contains(|c: char| c.is_ascii_digit()));
    is_number && words.next() == Some("from")
}

/// `down 14% from`: by how much something differs from what it was then.
fn is_change_from(before: &str) -> bool {
    let before = before.trim_end_matches(" the").strip_suffix(" from");
    let last = before.and_then(|before| before.split_whitespace().next_back());
    last.is_some_and(|word| {
        word.ends_with(|c: char| c == '%' || c.is_ascii_digit())
            || ["percent", "points", "million", "billion", "thousand"].contains(&word)
    })
}

/// How many years after the ones that are named the words behind a number put it.
pub(super) fn years_later(text: &str, value: &Value) -> Option<i16> {
    static NEXT: assay_domain::WordList = assay_domain::word_list!("settle/past/next");
    let behind = cut(text, value.range.end..text.len());
    let behind = behind.trim_start().trim_start_matches("in ");
    NEXT.iter()
        .any(|words| behind.starts_with(words))
        .then_some(1)
}

/// The words right beside a number put it into an earlier period.
pub(super) fn looks_back(text: &str, value: &Value) -> bool {
    static BEFORE: assay_domain::WordList = assay_domain::word_list!("settle/past/before");
    static BEHIND: assay_domain::WordList = assay_domain::word_list!("settle/past/behind_2");
    let before = cut(text, 0..value.range.start).trim_end_matches([' ', '$', '€', '约']);
    let before = before
        .trim_end_matches("about")
        .trim_end_matches("roughly")
        .trim_end();
    let behind = cut(text, value.range.end..text.len());
    let near: String = behind.chars().take(40).collect();
    let lead: String = before
        .chars()
        .rev()
        .take(24)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    BEFORE
        .iter()
        .any(|word| before.to_lowercase().ends_with(word))
        || BEHIND.iter().any(|word| near.to_lowercase().contains(word))
        || ["上年", "去年", "上一", "同期"]
            .iter()
            .any(|word| lead.contains(word))
}
