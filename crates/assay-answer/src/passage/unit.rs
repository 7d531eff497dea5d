//! The unit of a cell, as its head or its table states it.

/// A cell with the unit that its head or the table states, as Chinese tables do: 38.50 under 毛利率（%） is 38.50%,
/// and 120.00 in a table of 单位：万元 is 120.00万元.
pub(super) fn in_unit(head: String, cell: String, note: Option<&str>) -> (String, String) {
    let is_number = cell.ends_with(|c: char| c.is_ascii_digit())
        && cell
            .chars()
            .all(|c| c.is_ascii_digit() || ",.-".contains(c));
    let in_percent = ["（%）", "(%)", "（％）"]
        .into_iter()
        .find(|mark| head.ends_with(mark));
    let other = ["（", "(", "率", "比", "每股"]
        .iter()
        .any(|mark| head.contains(mark));
    match (in_percent, note.and_then(han_unit)) {
        (Some(mark), _) if is_number => {
            let bare = head.trim_end_matches(mark).to_owned();
            (bare, format!("{cell}%"))
        }
        (None, Some(unit)) if is_number && !other => (head, format!("{cell}{unit}")),
        _ => (head, cell),
    }
}

/// The unit of a Chinese note: 万元 of 单位：万元 币种：人民币.
pub(super) fn han_unit(note: &str) -> Option<&str> {
    let unit = note.split(['位', '：', ':', ' ']).map(str::trim);
    unit.into_iter()
        .find(|unit| unit.ends_with('元') && unit.chars().count() <= LONGEST_UNIT)
}

/// Characters of a unit: 百万元, 万美元.
const LONGEST_UNIT: usize = 4;
