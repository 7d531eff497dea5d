/// Check digit of payment cards: every second digit from the right doubled.
pub(crate) fn luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, digit)| {
            let digit = u32::from(*digit);
            match (at % 2, digit * 2) {
                (0, _) => digit,
                (_, doubled) if doubled > 9 => doubled - 9,
                (_, doubled) => doubled,
            }
        })
        .sum();
    sum.is_multiple_of(10) && digits.iter().any(|digit| *digit != 0)
}

/// ISO 7064 mod 97-10 over letters and digits, the first four moved to the end.
pub(crate) fn iban(code: &[u8]) -> bool {
    let (head, tail) = code.split_at(code.len().min(4));
    let mut rest = 0_u32;
    for c in tail.iter().chain(head) {
        let value = match c {
            b'0'..=b'9' => u32::from(c - b'0'),
            b'A'..=b'Z' => u32::from(c - b'A') + 10,
            _ => return false,
        };
        let shift = if value > 9 { 100 } else { 10 };
        rest = (rest * shift + value) % 97;
    }
    rest == 1
}

/// ABA routing number: weights 3, 7, 1, and a district that exists.
pub(crate) fn routing(digits: &[u8]) -> bool {
    let weights = [3_u32, 7, 1, 3, 7, 1, 3, 7, 1];
    let district = match digits {
        [a, b, ..] => a * 10 + b,
        _ => return false,
    };
    let exists = matches!(district, 1..=12 | 21..=32 | 61..=72 | 80);
    exists && digits.len() == 9 && weighted(digits, &weights).is_multiple_of(10)
}

/// UK National Health Service number: mod 11 with weights 10 to 2.
pub(crate) fn health_service(digits: &[u8]) -> bool {
    let weights = [10_u32, 9, 8, 7, 6, 5, 4, 3, 2];
    let Some((last, first)) = digits.split_last() else {
        return false;
    };
    let check = match 11 - weighted(first, &weights) % 11 {
        11 => 0,
        check => check,
    };
    digits.len() == 10 && check == u32::from(*last) && first.iter().any(|d| *d != 0)
}

/// Chinese resident id, ISO 7064 mod 11-2; `X` is 10.
pub(crate) fn resident(first: &[u8], check: u8) -> bool {
    let weights = [7_u32, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    first.len() == 17 && (12 - weighted(first, &weights) % 11) % 11 == u32::from(check)
}

/// Hong Kong identity card: one or two letters, six digits, a check digit where `A` is 10.
pub(crate) fn hong_kong(letters: &[u8], digits: &[u8], check: u8) -> bool {
    let value = |letter: &u8| u32::from(letter - b'A') + 10;
    let head = match letters {
        [one] => 36 * 9 + value(one) * 8,
        [first, second] => value(first) * 9 + value(second) * 8,
        _ => return false,
    };
    let sum = head + weighted(digits, &[7, 6, 5, 4, 3, 2]) + u32::from(check);
    digits.len() == 6 && sum.is_multiple_of(11)
}

/// Checksum of segwit addresses, both its forms.
pub(crate) fn bech32(prefix: &str, data: &str) -> bool {
    const ALPHABET: &str = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    const GENERATORS: [u32; 5] = [
        0x3b6a_57b2,
        0x2650_8e6d,
        0x1ea1_19fa,
        0x3d42_33dd,
        0x2a14_62b3,
    ];
    let values = data.chars().map(|c| ALPHABET.find(c).map(|at| at as u32));
    let Some(values) = values.collect::<Option<Vec<u32>>>() else {
        return false;
    };
    let high = prefix.bytes().map(|b| u32::from(b >> 5));
    let low = prefix.bytes().map(|b| u32::from(b & 31));
    let mut check = 1_u32;
    for value in high.chain(std::iter::once(0)).chain(low).chain(values) {
        let top = check >> 25;
        check = (check & 0x01ff_ffff) << 5 ^ value;
        for (bit, generator) in GENERATORS.iter().enumerate() {
            if (top >> bit) & 1 == 1 {
                check ^= generator;
            }
        }
    }
    matches!(check, 1 | 0x2bc8_30a3)
}

fn weighted(digits: &[u8], weights: &[u32]) -> u32 {
    let products = digits.iter().zip(weights).map(|(d, w)| u32::from(*d) * w);
    products.sum()
}

/// Digits `YYYYMMDD` of a day on which a living person can have been born.
pub(crate) fn is_birthday(digits: &[u8]) -> bool {
    let number = |part: &[u8]| part.iter().fold(0_u32, |n, d| n * 10 + u32::from(*d));
    let (year, day) = digits.split_at(digits.len().min(4));
    let (month, day) = day.split_at(day.len().min(2));
    let (year, month, day) = (number(year), number(month), number(day));
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let last = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    digits.len() == 8 && (1900..2100).contains(&year) && (1..=last).contains(&day)
}

/// First two digits of a Chinese administrative division.
pub(crate) fn is_province(digits: &[u8]) -> bool {
    let code = match digits {
        [a, b, ..] => a * 10 + b,
        _ => return false,
    };
    matches!(code, 11..=15 | 21..=23 | 31..=37 | 41..=46 | 50..=54 | 61..=65 | 71 | 81..=83)
}
