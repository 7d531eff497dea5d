/// A plain decimal number with its thousands in groups, as accounts print amounts:
/// `-1234567.8` becomes `-1,234,567.8`.
pub fn grouped(plain: &str) -> String {
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", plain),
    };
    let whole = digits.find('.').unwrap_or(digits.len());
    let mut grouped = String::with_capacity(plain.len() * 4 / 3 + 1);
    grouped.push_str(sign);
    for (place, digit) in digits.char_indices() {
        if (1..whole).contains(&place) && (whole - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_stand_apart() {
        for (plain, printed) in [
            ("0", "0"),
            ("999", "999"),
            ("1000", "1,000"),
            ("-13256000000", "-13,256,000,000"),
            ("1234567.8901", "1,234,567.8901"),
            ("-0.5", "-0.5"),
        ] {
            assert_eq!(grouped(plain), printed);
        }
    }
}
