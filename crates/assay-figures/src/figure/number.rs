use std::borrow::Cow;
use std::ops::Range;

use assay_domain::Decimal;

use super::period::PeriodSpan;
use super::printed::{Printed, THOUSANDS, Tail, next_printed};
use super::spelled::spelled;
use crate::embedded::cut;
use crate::scan::strip_ending;

/// What a number counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// ISO 4217 code.
    Currency(&'static str),
    Percent,
    PercentagePoint,
    BasisPoint,
    /// `4.2x`, `3倍`
    Multiple,
    /// The noun or measure word after the number, for instance `employees` or `台`.
    Count(String),
    /// Nothing says what it counts.
    Bare,
}

/// Power of ten that a word such as `million` or `亿` stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scale {
    pub exponent: u32,
}

impl Scale {
    pub fn factor(self) -> Decimal {
        let exponent = self.exponent.min(18);
        Decimal::from(10_u64.pow(exponent))
    }
}

/// How a number limits the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    Exact,
    /// `about`, `more than`, `约`, `近` …
    Approximate,
    /// One end of a range.
    Low,
    High,
}

/// A number before anything binds it.
#[derive(Clone, Debug)]
pub struct Number {
    /// As printed, with its sign, before the scale is applied.
    pub value: Decimal,
    pub unit: Unit,
    pub scale: Scale,
    pub bound: Bound,
    pub range: Range<usize>,
}

/// The numbers of a sentence, without those that are part of a period, a date or a name.
pub(super) fn numbers(sentence: &str, periods: &[PeriodSpan]) -> Vec<Number> {
    let mut found: Vec<Number> = Vec::new();
    let mut from = 0;
    while let Some(printed) = next_printed(sentence, from) {
        from = printed.whole.end;
        found.extend(read(sentence, printed, periods));
    }
    let in_words = spelled(sentence, periods);
    if !in_words.is_empty() {
        found.extend(in_words);
        found.sort_by_key(|number| number.range.start);
    }
    mark_ranges(sentence, &mut found);
    found
}

fn read(sentence: &str, printed: Printed, periods: &[PeriodSpan]) -> Option<Number> {
    let digits = &printed.digits;
    let inside_period = |at: usize| periods.iter().any(|p| p.range.contains(&at));
    let is_scale = is_scale(sentence, digits);
    if inside_period(digits.start) || in_a_name(sentence, &printed) || is_scale {
        return None;
    }
    let mut value = value_of(cut(sentence, digits.clone()))?;
    let mut range = printed.whole.clone();
    let bracketed = printed.is_opened && printed.is_closed;
    let sign = printed.sign.as_ref();
    let sign_text = sign.map_or("", |sign| cut(sentence, sign.clone()));
    let signed = sign.is_some_and(|sign| is_sign(sentence, sign.start, sign_text));
    if let Some(sign) = sign
        && !signed
    {
        range.start = sign.end;
    }
    let minus = signed && sign_text != "+";
    let has_currency = printed.before.is_some();
    if minus || printed.has_inner_sign || (bracketed && has_currency) {
        value = -value;
    }
    if printed.is_opened && !has_currency {
        range.start = digits.start;
    }
    if printed.is_closed && !bracketed {
        range.end = digits.end;
    }
    let (unit, scale) = unit_of(sentence, &printed, &range);
    Some(Number {
        value,
        unit,
        scale,
        bound: bound_before(cut(sentence, 0..range.start)),
        range,
    })
}

/// `A$'000` says how many zeros are left out, and counts nothing.
fn is_scale(sentence: &str, digits: &Range<usize>) -> bool {
    cut(sentence, digits.clone()) == "000" && cut(sentence, 0..digits.start).ends_with(['\'', '’'])
}

fn value_of(digits: &str) -> Option<Decimal> {
    if digits.contains(THOUSANDS) {
        digits.replace(THOUSANDS, "").parse().ok()
    } else {
        digits.parse().ok()
    }
}

/// A dash after a number is a range, after a letter a hyphen; only after a gap is it a sign.
fn is_sign(sentence: &str, at: usize, sign: &str) -> bool {
    match cut(sentence, 0..at).chars().next_back() {
        None => true,
        Some(before) => {
            let after_han = super::words::is_han(before) && matches!(sign, "-" | "−");
            sign == "负" || after_han || before.is_whitespace() || "(（|：:“".contains(before)
        }
    }
}

/// `LX-400`, `10-K`, `3D`, `v2`, `ev_1`: digits glued to letters name something.
fn in_a_name(sentence: &str, printed: &Printed) -> bool {
    let whole = &printed.whole;
    let mut before = cut(sentence, 0..whole.start).chars().rev();
    let first = before.next();
    let glued = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let has_sign = printed.sign.is_some();
    let has_currency = printed.before.is_some();
    let after = cut(sentence, whole.end..sentence.len());
    let mut following = after.chars();
    let next = following.next();
    let hyphen_name =
        next == Some('-') && following.next().is_some_and(|c| c.is_ascii_alphabetic());
    let letters_after = next.is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let decimal_tail = first == Some('.') && before.next().is_some_and(|c| c.is_ascii_digit());
    let dashed_letter = has_sign
        && !has_currency
        && first.is_some_and(|c| c.is_ascii_alphabetic())
        && !cut(sentence, printed.digits.end..whole.end).contains('%');
    // `401(k)`, `13(d)`
    let lettered = {
        let mut after = after.chars();
        after.next() == Some('(')
            && after.next().is_some_and(|c| c.is_ascii_lowercase())
            && after.next() == Some(')')
    };
    let is_named = !has_currency && !has_sign && is_company(sentence, printed);
    (glued(first) && !has_sign)
        || dashed_letter
        || decimal_tail
        || letters_after
        || hyphen_name
        || (lettered && !has_currency)
        || is_named
}

/// `3M Company`, `3M’s`: a company that is called like three million.
fn is_company(sentence: &str, printed: &Printed) -> bool {
    const FORMS: [&str; 8] = [
        "company",
        "inc",
        "corp",
        "corporation",
        "co",
        "ltd",
        "plc",
        "group",
    ];
    let letter = cut(sentence, printed.digits.end..printed.whole.end);
    let after = cut(sentence, printed.whole.end..sentence.len());
    let next = after.split_whitespace().next().unwrap_or_default();
    // a Chinese sentence goes on without a space
    let next = next.split(|c: char| !c.is_ascii_alphabetic()).next();
    let next = next.unwrap_or_default().to_lowercase();
    let is_letter = letter.len() == 1 && letter.starts_with(|c: char| c.is_ascii_uppercase());
    let is_owner = after.starts_with("'s") || after.starts_with("’s");
    is_letter && (is_owner || after.starts_with(' ') && FORMS.contains(&next.as_str()))
}

fn unit_of(sentence: &str, printed: &Printed, range: &Range<usize>) -> (Unit, Scale) {
    let word = |range: &Option<Range<usize>>| {
        let range = range.as_ref()?;
        Some(cut(sentence, range.clone()).trim())
    };
    let (scale, after) = match &printed.tail {
        Tail::Percent => return (Unit::Percent, Scale::default()),
        Tail::Points => return (Unit::PercentagePoint, Scale::default()),
        Tail::Basis => return (Unit::BasisPoint, Scale::default()),
        Tail::Multiple => return (Unit::Multiple, Scale::default()),
        Tail::Amount { scale, after } => (scale, after),
    };
    let scale = Scale {
        exponent: word(scale).map_or(0, exponent_of),
    };
    let currency = word(after)
        .or_else(|| word(&printed.before))
        .and_then(currency_of);
    let unit = match currency {
        Some(code) => Unit::Currency(code),
        None => counted(cut(sentence, range.end..sentence.len())).map_or(Unit::Bare, Unit::Count),
    };
    (unit, scale)
}

fn in_lower_case(word: &str) -> Cow<'_, str> {
    if word.contains(|c: char| c.is_ascii_uppercase()) {
        Cow::Owned(word.to_ascii_lowercase())
    } else {
        Cow::Borrowed(word)
    }
}

pub(super) fn exponent_of(word: &str) -> u32 {
    match in_lower_case(word).as_ref() {
        "thousand" | "thousands" | "k" | "000" | "000s" | "千" => 3,
        "万" => 4,
        "十万" | "lakh" | "lakhs" => 5,
        "million" | "millions" | "mn" | "m" | "百万" => 6,
        "千万" | "crore" | "crores" => 7,
        "亿" => 8,
        "billion" | "billions" | "bn" | "b" | "十亿" => 9,
        "百亿" => 10,
        "千亿" => 11,
        "trillion" | "trillions" | "tn" | "万亿" => 12,
        _ => 0,
    }
}

/// The currency that a sign, a code or a word stands for: `HK$`, `CHF`, `rupees`, `人民币`.
pub fn currency_of(text: &str) -> Option<&'static str> {
    let lower = in_lower_case(text);
    let bare = lower.trim_start_matches("us ").trim_start_matches("u.s. ");
    Some(match bare {
        "us$" | "$" | "usd" | "dollar" | "dollars" | "美元" => "USD",
        "hk$" | "hkd" | "港元" | "港币" => "HKD",
        "a$" | "au$" => "AUD",
        "c$" | "ca$" | "cdn$" => "CAD",
        "€" | "eur" | "euro" | "euros" | "teur" | "keur" | "欧元" => "EUR",
        "£" | "gbp" | "pound sterling" | "pounds sterling" | "英镑" => "GBP",
        "¥" | "￥" | "cny" | "rmb" | "yuan" | "renminbi" | "人民币" | "元" => "CNY",
        "jpy" | "yen" | "日元" => "JPY",
        "chf" | "sfr" | "swiss francs" | "瑞士法郎" | "瑞郎" => "CHF",
        "aud" | "澳元" => "AUD",
        "cad" | "加元" => "CAD",
        "nz$" | "nzd" => "NZD",
        "s$" | "sgd" | "新加坡元" => "SGD",
        "nt$" | "twd" | "新台币" => "TWD",
        "r$" | "brl" => "BRL",
        "₹" | "inr" | "rs" | "rupee" | "rupees" | "卢比" => "INR",
        "₩" | "krw" | "韩元" => "KRW",
        "sek" => "SEK",
        "nok" => "NOK",
        "dkk" => "DKK",
        "pln" | "zł" => "PLN",
        "czk" => "CZK",
        "huf" => "HUF",
        "₺" => "TRY",
        "₪" | "ils" => "ILS",
        "zar" => "ZAR",
        "mxn" => "MXN",
        "thb" => "THB",
        "idr" => "IDR",
        "myr" => "MYR",
        "vnd" => "VND",
        "sar" => "SAR",
        "aed" => "AED",
        _ => return None,
    })
}

const MEASURES: [&str; 18] = [
    "人", "名", "家", "台", "套", "件", "只", "颗", "片", "条", "座", "项", "次", "天", "个月",
    "小时", "吨", "个",
];

/// The noun that a bare number counts, where it follows at once.
pub(super) fn counted(after: &str) -> Option<String> {
    let trimmed = after.trim_start_matches(' ');
    if let Some(measure) = MEASURES.iter().find(|m| trimmed.starts_with(**m)) {
        return Some((*measure).to_owned());
    }
    let spaced = trimmed.len() < after.len();
    let word: String = trimmed
        .chars()
        .take_while(|c| c.is_ascii_alphabetic() || *c == '-')
        .collect();
    let is_noun = word.len() >= 3
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && !super::words::is_function_word(&word);
    (spaced && is_noun).then_some(word)
}

static HEDGES: assay_domain::WordList = assay_domain::word_list!("figure/number/hedges");

pub(super) fn bound_before(before: &str) -> Bound {
    let trimmed = before.trim_end();
    let hedged = HEDGES.iter().any(|hedge| {
        strip_ending(trimmed, hedge).is_some_and(|rest| {
            !hedge.is_ascii() || !rest.ends_with(|c: char| c.is_ascii_alphabetic())
        })
    });
    if hedged {
        Bound::Approximate
    } else {
        Bound::Exact
    }
}

/// `climbed 6.3% to 142,310`: the first number is by how much, the second where it went.
fn is_change(low: &Number, moved: bool, word: &str) -> bool {
    moved && word != "from" && low.unit == Unit::Percent
}

/// `4.9–5.1 billion`, `between 4.9 and 5.1 billion`, `49亿至51亿元`: both ends share unit and scale.
fn mark_ranges(sentence: &str, numbers: &mut [Number]) {
    for index in 1..numbers.len() {
        let Some([low, high]) = numbers.get_mut(index - 1..=index) else {
            continue;
        };
        let link = cut(sentence, low.range.end..high.range.start).trim();
        let before = cut(sentence, 0..low.range.start).trim_end();
        let bare = matches!(low.unit, Unit::Bare | Unit::Count(_)) && low.scale.exponent == 0;
        let dashed = matches!(link, "-" | "–" | "—" | "~" | "～" | "至" | "到");
        let between = link == "and" && strip_ending(before, "between").is_some();
        let word = || before.rsplit(' ').next().unwrap_or_default().to_lowercase();
        let moves = |word: String| word == "from" || super::words::is_change_word(&word);
        let moved = link == "to" && moves(word());
        let spelled = link == "to" && !moved && (bare || low.unit == high.unit);
        if !(dashed || between || spelled || moved) {
            continue;
        }
        let amount = matches!(low.unit, Unit::Bare | Unit::Count(_) | Unit::Currency(_));
        if low.scale.exponent == 0 && amount {
            low.scale = high.scale;
        }
        if matches!(low.unit, Unit::Bare | Unit::Count(_)) {
            low.unit = high.unit.clone();
        } else if matches!(high.unit, Unit::Bare | Unit::Count(_))
            && !is_change(low, moved, &word())
        {
            high.unit = low.unit.clone();
        }
        if !moved && low.unit == high.unit {
            low.bound = Bound::Low;
            high.bound = Bound::High;
        }
    }
}
