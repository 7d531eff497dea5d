use assay_domain::Decimal;

/// What a figure is worth as printed, before its scale: `1,234.5` is 1234.5. `None` where the
/// notation is not one of those that filings use.
pub(super) fn value_of(printed: &str, format: &str) -> Option<Decimal> {
    let format = format.rsplit(':').next().unwrap_or(format);
    let format: String = format
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    match format.as_str() {
        "fixedzero" | "zerodash" | "numdash" => Some(Decimal::ZERO),
        "numwordsen" | "numwordsenin" => words(printed),
        "numcommadecimal" | "numcomma" | "numcommadot" | "numspacecomma" => {
            plain(&printed.replace('.', "").replace(',', "."))
        }
        _ => plain(&printed.replace(',', "")),
    }
}

/// `scale` is a power of ten; nothing is one.
pub(super) fn scaled(value: Decimal, scale: &str) -> Option<Decimal> {
    let scale = scale.trim();
    let power: i32 = if scale.is_empty() {
        0
    } else {
        scale.parse().ok()?
    };
    let ten = Decimal::from(10);
    let mut scaled = value;
    for _ in 0..power.unsigned_abs().min(30) {
        scaled = if power > 0 {
            scaled.checked_mul(ten)?
        } else {
            scaled.checked_div(ten)?
        };
    }
    Some(scaled.normalize())
}

fn plain(text: &str) -> Option<Decimal> {
    let digits: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '\'')
        .collect();
    if matches!(digits.as_str(), "—" | "–" | "-") {
        return Some(Decimal::ZERO);
    }
    let is_number = digits.chars().all(|c| c.is_ascii_digit() || c == '.')
        && digits.contains(|c: char| c.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

/// `two`, `twenty-five`, `one hundred and two thousand`, `no`.
fn words(text: &str) -> Option<Decimal> {
    let text = text.to_lowercase();
    let mut total = 0_u64;
    let mut group = 0_u64;
    let mut is_number = false;
    for word in text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
    {
        let value = match word {
            "and" => continue,
            "no" | "none" | "nil" | "zero" => 0,
            "hundred" => {
                group = group.max(1).checked_mul(100)?;
                continue;
            }
            "thousand" | "million" | "billion" => {
                let power = match word {
                    "thousand" => 1_000,
                    "million" => 1_000_000,
                    _ => 1_000_000_000,
                };
                total = total.checked_add(group.max(1).checked_mul(power)?)?;
                group = 0;
                continue;
            }
            word => small_number(word).or_else(|| word.parse().ok())?,
        };
        group = group.checked_add(value)?;
        is_number = true;
    }
    is_number
        .then(|| total.checked_add(group).map(Decimal::from))
        .flatten()
}

fn small_number(word: &str) -> Option<u64> {
    const ONES: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 8] = [
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ];
    let ones = ONES.iter().position(|known| *known == word);
    let tens = || {
        let place = TENS.iter().position(|known| *known == word)?;
        Some((place + 2) * 10)
    };
    ones.or_else(tens).and_then(|n| u64::try_from(n).ok())
}
