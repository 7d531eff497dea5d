//! Amounts in hundredths of a dollar.

use assay_figures::{Unit, cut};

use super::value::Value;

/// `12 cents` are $0.12, and `61 cents of each dollar` 61%.
pub(super) fn in_cents(text: &str, value: &mut Value) {
    const EACH: [&str; 4] = [
        "of each dollar",
        "of every dollar",
        "on the dollar",
        "of the dollar",
    ];
    let behind = cut(text, value.range.end..text.len());
    let Some(behind) = behind.trim_start().strip_prefix("cent") else {
        return;
    };
    let behind = behind.trim_start_matches('s');
    if behind.starts_with(char::is_alphanumeric) || value.in_name {
        return;
    }
    if EACH
        .iter()
        .any(|each| behind.trim_start().starts_with(each))
    {
        value.unit = Unit::Percent;
    } else if value
        .magnitude
        .set_scale(value.magnitude.scale() + 2)
        .is_ok()
    {
        value.unit = Unit::Currency("USD");
    }
}
