//! A column of a table that says what the numbers of each row are counted in.

use assay_figures::{UnitHint, unit_hint};

/// `Unit`, `单位` over a column, whatever stands above it.
pub(super) fn heads_units(head: &str) -> bool {
    const HEADS: [&str; 8] = [
        "unit",
        "units",
        "uom",
        "unit of measure",
        "measure",
        "单位",
        "计量单位",
        "units of measure",
    ];
    let lower = head.trim().to_lowercase();
    let last = lower.rsplit(' ').next().unwrap_or_default();
    HEADS.contains(&lower.as_str()) || ["unit", "units", "单位"].contains(&last)
}

/// What a cell such as `£bn`, `thousand tonnes` or `亿元` says of its row; a unit without a word of scale
/// counts single ones.
pub(super) fn unit_of_cell(cell: &str) -> Option<UnitHint> {
    let cell = cell.trim();
    if cell.is_empty() || cell.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let hint = unit_hint(cell).unwrap_or_default();
    if hint.is_percent {
        return Some(hint);
    }
    let exponent = hint.exponent.or_else(|| scale_in(cell)).unwrap_or_default();
    Some(UnitHint {
        exponent: Some(exponent),
        ..hint
    })
}

/// The power of ten that a word of a unit stands for.
fn scale_in(cell: &str) -> Option<u32> {
    const HAN: [(&str, u32); 7] = [
        ("万亿", 12),
        ("千万", 7),
        ("百万", 6),
        ("十万", 5),
        ("亿", 8),
        ("万", 4),
        ("千", 3),
    ];
    // `千克`, `千米` and `千瓦` are units by themselves
    const UNITS: [&str; 3] = ["千克", "千米", "千瓦"];
    let is_unit = UNITS.iter().any(|unit| cell.starts_with(unit));
    let han = HAN
        .iter()
        .find(|(word, _)| cell.starts_with(word) && !is_unit);
    let lower = cell.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    let latin = words.filter_map(|word| match word {
        "k" | "thousand" | "thousands" => Some(3),
        "m" | "mn" | "mln" | "million" | "millions" => Some(6),
        "bn" | "bln" | "billion" | "billions" => Some(9),
        "tn" | "trn" | "trillion" | "trillions" => Some(12),
        _ => None,
    });
    han.map(|(_, exponent)| *exponent).or_else(|| latin.max())
}
