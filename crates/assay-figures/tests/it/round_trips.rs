use assay_domain::Decimal;
use assay_figures::{Unit, figures, unit_hint, value_of};
use proptest::prelude::*;

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A sign, what follows the digits, the unit and the power of ten that both mean.
const FORMS: [(&str, &str, Unit, u32); 9] = [
    ("$", " million", Unit::Currency("USD"), 6),
    ("€", " bn", Unit::Currency("EUR"), 9),
    ("", "亿元", Unit::Currency("CNY"), 8),
    ("", "万美元", Unit::Currency("USD"), 4),
    ("£", " thousand", Unit::Currency("GBP"), 3),
    ("", "%", Unit::Percent, 0),
    ("", "个百分点", Unit::PercentagePoint, 0),
    ("", " bps", Unit::BasisPoint, 0),
    ("HK$", "", Unit::Currency("HKD"), 0),
];

proptest! {
    #[test]
    fn a_printed_amount_is_read_back(
        number in 1_u64..99_999_999,
        decimals in 0_u32..3,
        form in 0..FORMS.len(),
        negative in any::<bool>(),
    ) {
        let (sign, tail, unit, exponent) = &FORMS[form];
        let value = Decimal::new(i64::try_from(number).unwrap(), decimals);
        let whole = grouped(u64::try_from(value.trunc()).unwrap());
        let fraction = match decimals {
            0 => String::new(),
            _ => format!(".{}", value.to_string().split('.').nth(1).unwrap()),
        };
        let minus = if negative { "-" } else { "" };
        let text = format!("The result was {minus}{sign}{whole}{fraction}{tail} after all.");
        let found = figures(&text);
        prop_assert_eq!(found.len(), 1, "{}", &text);
        let signed = if negative { -value } else { value };
        prop_assert_eq!(found[0].value, signed, "{}", &text);
        prop_assert_eq!(&found[0].unit, unit, "{}", &text);
        prop_assert_eq!(found[0].scale.exponent, *exponent, "{}", &text);
    }

    #[test]
    fn a_cell_of_accounts_is_read_back(number in 1_u64..99_999_999, spaces in 0_usize..3) {
        let digits = grouped(number);
        let gap = " ".repeat(spaces);
        let cells = [
            (format!("${gap}{digits}"), false),
            (format!("({digits})"), true),
            (format!("$({digits})"), true),
            (format!("({digits}) %"), true),
        ];
        for (cell, negative) in cells {
            let read = value_of(&cell).map(|number| number.value);
            let value = Decimal::from(number);
            prop_assert_eq!(read, Some(if negative { -value } else { value }), "{}", &cell);
        }
    }
}

#[test]
fn headers_state_units() {
    let cases = [
        ("(in millions)", None, Some(6)),
        ("US$’000", Some("USD"), Some(3)),
        ("£m", Some("GBP"), Some(6)),
        ("(inthousands)", None, Some(3)),
        ("单位：万元", Some("CNY"), Some(4)),
        ("RMB’Million", Some("CNY"), Some(6)),
    ];
    for (text, currency, exponent) in cases {
        let hint = unit_hint(text).expect(text);
        assert_eq!(
            (hint.currency, hint.exponent),
            (currency, exponent),
            "{text}"
        );
    }
}
