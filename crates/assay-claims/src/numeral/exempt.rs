//! Numbers that say nothing about the world, told by where they stand.

use std::ops::Range;

use assay_figures::{Unit, cut};

use super::value::Value;
use crate::check::Exemption;

/// `stretch` is the sentence that the number stands in.
pub(crate) fn exemption(text: &str, stretch: &Range<usize>, value: &Value) -> Option<Exemption> {
    let before = cut(text, stretch.start..value.range.start);
    let after = cut(text, value.range.end..stretch.end);
    if is_rounding_note(before) {
        return Some(Exemption::RoundingNote);
    }
    let is_plain = value.unit_is_open() && value.exponent.unwrap_or_default() == 0;
    let is_ordinal = is_plain && value.magnitude.scale() <= 1 && !value.negative;
    if !is_ordinal || matches!(value.unit, Unit::Currency(_)) {
        return None;
    }
    if is_reference(before) {
        return Some(Exemption::Reference);
    }
    let opens = matches!(before.trim(), "(" | "（" | "");
    let closes =
        after.starts_with([')', '）']) || after.starts_with(". ") || after.starts_with('、');
    (opens && closes && stretch.start == 0).then_some(Exemption::Counter)
}

/// `rounded half-even to 0.1 %`, `四舍六入五成双至0.1%`
fn is_rounding_note(before: &str) -> bool {
    let tail_start = before.char_indices().rev().nth(30).map_or(0, |(at, _)| at);
    let tail = cut(before, tail_start..before.len())
        .trim_end()
        .to_lowercase();
    let english =
        tail.contains("rounded") && (tail.ends_with(" to") || tail.ends_with("to the nearest"));
    let chinese =
        (tail.contains("四舍") || tail.contains("保留")) && tail.ends_with(['至', '到', '留']);
    english || chinese
}

const NOUNS: &str = " note notes item items section sections table tables figure page pages article chapter part \
    appendix exhibit rule level step phase topic form no number schedule annex footnote footnotes \
    paragraph clause asc asu ias ifrs question point ";

fn is_reference(before: &str) -> bool {
    let trimmed = before.trim_end_matches([' ', '.', '#', '(', '\u{a0}']);
    let word = trimmed
        .rsplit(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or_default();
    let lower = word.to_lowercase();
    let is_noun = !lower.is_empty() && NOUNS.contains(&format!(" {lower} "));
    // `number 5` names, `a number of 5` counts.
    let adjacent = before.len() - trimmed.len() <= 2;
    let han = ["附注", "第", "表", "图", "注释", "章节"];
    (is_noun && adjacent) || han.iter().any(|word| trimmed.ends_with(word))
}
