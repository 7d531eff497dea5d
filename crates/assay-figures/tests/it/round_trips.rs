use assay_domain::Decimal;
use assay_figures::{Unit, figures, table, unit_hint, value_of};
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

/// A number below ten thousand in Chinese characters.
fn han_section(number: u64) -> String {
    let digits: Vec<char> = "零一二三四五六七八九".chars().collect();
    let mut text = String::new();
    let mut gap = false;
    for (unit, name) in [(1_000, "千"), (100, "百"), (10, "十"), (1, "")] {
        match number / unit % 10 {
            0 => gap = !text.is_empty(),
            digit => {
                if std::mem::take(&mut gap) {
                    text.push('零');
                }
                text.push(digits[usize::try_from(digit).unwrap()]);
                text.push_str(name);
            }
        }
    }
    text
}

/// A number below a thousand in English words.
fn english_section(number: u64) -> String {
    const SMALL: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen \
        fourteen fifteen sixteen seventeen eighteen nineteen";
    const TENS: &str = "zero ten twenty thirty forty fifty sixty seventy eighty ninety";
    let word = |list: &str, place: u64| {
        let mut words = list.split(' ');
        words
            .nth(usize::try_from(place).unwrap())
            .unwrap()
            .to_owned()
    };
    let mut parts = Vec::new();
    if number >= 100 {
        parts.push(format!("{} hundred", word(SMALL, number / 100)));
    }
    match number % 100 {
        0 => {}
        rest @ 1..20 => parts.push(word(SMALL, rest)),
        rest if rest % 10 == 0 => parts.push(word(TENS, rest / 10)),
        rest => parts.push(format!(
            "{}-{}",
            word(TENS, rest / 10),
            word(SMALL, rest % 10)
        )),
    }
    parts.join(" and ")
}

proptest! {
    #[test]
    fn an_amount_in_words_is_read_back(high in 1_u64..999, low in 1_u64..999) {
        let exact = Decimal::from(high * 1_000_000 + low * 1_000);
        let english = format!("It was {} million {} thousand dollars.", english_section(high), english_section(low));
        let figure = &figures(&english)[0];
        prop_assert_eq!(figure.amount(), Some(exact), "{}", &english);
        prop_assert_eq!(&figure.unit, &Unit::Currency("USD"));

        let exact = Decimal::from(high * 100_000_000 + (low + 1_000) * 10_000);
        let chinese = format!("共计{}亿{}万元。", han_section(high), han_section(low + 1_000));
        let figure = &figures(&chinese)[0];
        prop_assert_eq!(figure.amount(), Some(exact), "{}", &chinese);
        prop_assert_eq!(&figure.unit, &Unit::Currency("CNY"));
    }

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
        ("USD denominated RMB’Million", Some("CNY"), Some(6)),
        ("Notes in euros, US$ million", Some("USD"), Some(6)),
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

#[test]
fn a_head_in_two_rows_names_each_column_once() {
    let text = "| € million | 2031 | 2031 | Change |\n| € million | Q2 | Q1 | Change |\n| --- | --- | --- | --- |\n| Ferries | 412 | 390 | 22 |\n";
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let range = start..start + line.trim_end().len();
        start += line.len();
        range
    });
    let lines: Vec<_> = lines.collect();
    let columns = table(text, &lines, &[]).columns.columns;
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["€ million", "2031 Q2", "2031 Q1", "Change"]);
}
