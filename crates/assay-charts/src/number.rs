use rust_decimal::Decimal;

/// How a figure is printed: `value / 10^scale`, rounded half up, between a prefix and a suffix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberFormat {
    /// Powers of ten taken off: 9 prints billions, 8 亿, -2 percent.
    pub scale: i32,
    pub decimals: u32,
    /// For instance `$`; stands after the minus sign.
    pub prefix: String,
    /// For instance `%` or ` bn`.
    pub suffix: String,
}

impl NumberFormat {
    pub fn plain(decimals: u32) -> Self {
        Self {
            decimals,
            ..Self::default()
        }
    }

    /// A ratio as percent.
    pub fn percent(decimals: u32) -> Self {
        Self {
            scale: -2,
            decimals,
            prefix: String::new(),
            suffix: "%".to_owned(),
        }
    }

    pub fn print(&self, value: Decimal) -> String {
        self.print_to(value, self.decimals)
    }

    pub(crate) fn print_to(&self, value: Decimal, decimals: u32) -> String {
        let digits = rounded(value, self.scale, decimals);
        let is_zero = digits.chars().all(|c| matches!(c, '0' | '.'));
        let sign = if value.is_sign_negative() && !is_zero {
            "\u{2212}"
        } else {
            ""
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
        let point = if fraction.is_empty() { "" } else { "." };
        let (prefix, suffix) = (&self.prefix, &self.suffix);
        format!("{sign}{prefix}{}{point}{fraction}{suffix}", grouped(whole))
    }

    /// With a plus sign where it is positive.
    pub fn print_signed(&self, value: Decimal) -> String {
        let printed = self.print(value);
        if value > Decimal::ZERO {
            format!("+{printed}")
        } else {
            printed
        }
    }

    /// The decimals that tell multiples of `step` apart.
    pub(crate) fn decimals_for(&self, step: Decimal) -> u32 {
        let step = step.normalize();
        let places = i64::from(step.scale()) + i64::from(self.scale);
        let zeros = trailing_zeros(step.mantissa().unsigned_abs());
        u32::try_from((places - zeros).max(0)).unwrap_or(0)
    }
}

fn trailing_zeros(mut mantissa: u128) -> i64 {
    let mut zeros = 0;
    while mantissa != 0 && mantissa.is_multiple_of(10) {
        mantissa /= 10;
        zeros += 1;
    }
    zeros
}

/// The size of `value / 10^scale` with so many decimals. Works on digits: no shift can overflow.
fn rounded(value: Decimal, scale: i32, decimals: u32) -> String {
    let digits: Vec<u8> = value
        .mantissa()
        .unsigned_abs()
        .to_string()
        .bytes()
        .map(|digit| digit - b'0')
        .collect();
    // Digits behind the point; fewer than none are zeros before it.
    let behind = i64::from(value.scale()) + i64::from(scale);
    let first = i64::try_from(digits.len()).unwrap_or(i64::MAX) - 1 - behind;
    let digit_of = |power: i64| {
        let at = usize::try_from(first - power).ok();
        at.and_then(|at| digits.get(at)).copied().unwrap_or(0)
    };
    let last = -i64::from(decimals);
    let mut kept: Vec<u8> = (last..=first.max(0)).map(digit_of).collect();
    let mut carry = digit_of(last - 1) >= 5;
    for digit in &mut kept {
        if !carry {
            break;
        }
        carry = *digit == 9;
        *digit = if carry { 0 } else { *digit + 1 };
    }
    if carry {
        kept.push(1);
    }
    let mut text = String::with_capacity(kept.len() + 1);
    for (power, digit) in (last..).zip(&kept).collect::<Vec<_>>().into_iter().rev() {
        text.push(char::from(b'0' + digit));
        if power == 0 && decimals > 0 {
            text.push('.');
        }
    }
    let zeros = text.bytes().take_while(|byte| *byte == b'0').count();
    let whole = text.find('.').unwrap_or(text.len());
    text.split_off(zeros.min(whole.saturating_sub(1)))
}

fn grouped(whole: &str) -> String {
    let mut text = String::with_capacity(whole.len() * 4 / 3);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::NumberFormat;
    use rust_decimal::Decimal;

    #[test]
    fn figures_are_scaled_rounded_and_grouped() {
        let billions = NumberFormat {
            scale: 9,
            decimals: 1,
            prefix: "$".to_owned(),
            suffix: " bn".to_owned(),
        };
        for (format, value, expected) in [
            (&billions, "130497000000", "$130.5 bn"),
            (&billions, "-1234567890123", "−$1,234.6 bn"),
            (&billions, "-1", "$0.0 bn"),
            (&NumberFormat::percent(1), "0.74988", "75.0%"),
            (&NumberFormat::percent(0), "-0.005", "−1%"),
            (&NumberFormat::plain(2), "999.995", "1,000.00"),
            (&NumberFormat::plain(0), "0", "0"),
            (
                &NumberFormat::percent(0),
                "79228162514264337593543950335",
                "7,922,816,251,426,433,759,354,395,033,500%",
            ),
            (&NumberFormat::plain(0), "1234567", "1,234,567"),
            (&NumberFormat::plain(3), "0.0004", "0.000"),
            (&NumberFormat::percent(0), "0.00", "0%"),
            (&NumberFormat::percent(1), "0.001", "0.1%"),
        ] {
            let value: Decimal = value.parse().unwrap();
            assert_eq!(format.print(value), expected, "{value}");
        }
    }
}
