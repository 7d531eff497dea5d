use std::borrow::Cow;

/// A text as a cell of a CSV file: what a spreadsheet would take for a formula gets an apostrophe in
/// front, a number stays a number.
pub fn csv_cell(text: &str) -> Cow<'_, str> {
    if opens_formula(text) && !is_number(text) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The same for a text cell of a workbook, which in addition cannot hold control characters.
pub fn xlsx_cell(text: &str) -> Cow<'_, str> {
    let is_refused = |c: char| {
        (c.is_control() && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{fffe}' | '\u{ffff}')
    };
    if text.contains(is_refused) {
        let kept: String = text.chars().filter(|c| !is_refused(*c)).collect();
        Cow::Owned(csv_cell(&kept).into_owned())
    } else {
        csv_cell(text)
    }
}

/// Programs skip spaces and invisible characters before they look for the sign, and some take the
/// wide form of East Asian keyboards for the narrow one.
fn opens_formula(text: &str) -> bool {
    if text.starts_with(['\t', '\r', '\n']) {
        return true;
    }
    let skipped = |c: char| c.is_whitespace() || c.is_control() || crate::normal::is_invisible(c);
    text.trim_start_matches(skipped)
        .starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '|', '%'])
}

/// A signed decimal with optional thousands, exponent and percent sign.
fn is_number(text: &str) -> bool {
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let text = text.strip_suffix('%').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let is_exponent = |part: &str| digits(part.strip_prefix(['+', '-']).unwrap_or(part));
    is_whole(whole) && fraction.is_none_or(digits) && exponent.is_none_or(is_exponent)
}

fn is_whole(text: &str) -> bool {
    let mut groups = text.split(',');
    let first = groups.next().unwrap_or_default();
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let grouped = text.contains(',');
    !first.is_empty()
        && digits(first)
        && (!grouped || first.len() <= 3)
        && groups.all(|group| group.len() == 3 && digits(group))
}
