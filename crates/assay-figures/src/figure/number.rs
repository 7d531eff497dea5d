use std::ops::Range;
use std::sync::LazyLock;

use assay_domain::Decimal;
use regex::{Captures, Regex};

use super::period::PeriodSpan;
use crate::embedded::{cut, pattern};

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

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?P<sign>[-−–+]|minus |负)?",
        r"(?P<before>(?:US\$|HK\$|A\$|C\$|\$|€|£|¥|￥)[ \u{a0}]{0,3}|(?:USD|EUR|GBP|CNY|RMB|JPY|HKD)\s?|人民币)?",
        r"(?P<open>\()?(?P<inner>[-−])?",
        r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)",
        r"(?P<close>\))?",
        r"(?:(?P<percent>\s?(?:%|％|(?i:percent|per cent)(?-u:\b)))",
        r"|(?P<points>\s?(?:(?i:percentage points?|pp)(?-u:\b)|个百分点))",
        r"|(?P<basis>\s?(?:(?i:basis points?|bps)(?-u:\b)|个?基点))",
        r"|(?P<multiple>(?:x(?-u:\b)|\s?(?i:times)(?-u:\b)|倍))",
        r"|(?P<scale>\s?(?:(?i:thousand|million|billion|trillion|mn|bn|tn)(?-u:\b)|[kKmMbB](?-u:\b)|万亿|千亿|百亿|十亿|亿|千万|百万|十万|万|千))?",
        r"(?P<after>\s?(?:(?i:US )?(?i:dollars?|euros?|pounds? sterling|yuan|renminbi|yen)(?-u:\b)|(?:USD|EUR|GBP|CNY|RMB|JPY|HKD)(?-u:\b)|美元|欧元|英镑|日元|港元|人民币|元))?",
        r")",
    ))
});

/// The numbers of a sentence, without those that are part of a period, a date or a name.
pub(super) fn numbers(sentence: &str, periods: &[PeriodSpan]) -> Vec<Number> {
    let mut found: Vec<Number> = NUMBER
        .captures_iter(sentence)
        .filter_map(|captures| read(sentence, &captures, periods))
        .collect();
    mark_ranges(sentence, &mut found);
    found
}

fn read(sentence: &str, captures: &Captures<'_>, periods: &[PeriodSpan]) -> Option<Number> {
    let digits = captures.name("digits")?;
    let inside_period = |at: usize| periods.iter().any(|p| p.range.contains(&at));
    if inside_period(digits.start()) || in_a_name(sentence, captures) {
        return None;
    }
    let mut range = captures.get(0)?.range();
    let mut value: Decimal = digits.as_str().replace(',', "").parse().ok()?;
    let bracketed = captures.name("open").is_some() && captures.name("close").is_some();
    let sign = captures.name("sign");
    let signed = sign.is_some_and(|sign| is_sign(sentence, sign.start(), sign.as_str()));
    if let Some(sign) = sign
        && !signed
    {
        range.start = sign.end();
    }
    let minus = signed && sign.is_some_and(|sign| sign.as_str() != "+");
    let has_currency = captures.name("before").is_some();
    if minus || captures.name("inner").is_some() || (bracketed && has_currency) {
        value = -value;
    }
    if captures.name("open").is_some() && !has_currency {
        range.start = digits.start();
    }
    if captures.name("close").is_some() && !bracketed {
        range.end = digits.end();
    }
    let (unit, scale) = unit_of(sentence, captures, &range);
    Some(Number {
        value,
        unit,
        scale,
        bound: bound_before(cut(sentence, 0..range.start)),
        range,
    })
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
fn in_a_name(sentence: &str, captures: &Captures<'_>) -> bool {
    let Some(digits) = captures.name("digits") else {
        return true;
    };
    let whole = captures
        .get(0)
        .map_or(digits.range(), |whole| whole.range());
    let mut before = cut(sentence, 0..whole.start).chars().rev();
    let first = before.next();
    let glued = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let has_sign = captures.name("sign").is_some();
    let has_currency = captures.name("before").is_some();
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
        && !cut(sentence, digits.end()..whole.end).contains('%');
    (glued(first) && !has_sign) || dashed_letter || decimal_tail || letters_after || hyphen_name
}

fn unit_of(sentence: &str, captures: &Captures<'_>, range: &Range<usize>) -> (Unit, Scale) {
    let scale = Scale {
        exponent: captures
            .name("scale")
            .map_or(0, |scale| exponent_of(scale.as_str().trim())),
    };
    let currency = captures
        .name("after")
        .or_else(|| captures.name("before"))
        .and_then(|text| currency_of(text.as_str().trim()));
    let unit = if captures.name("percent").is_some() {
        Unit::Percent
    } else if captures.name("points").is_some() {
        Unit::PercentagePoint
    } else if captures.name("basis").is_some() {
        Unit::BasisPoint
    } else if captures.name("multiple").is_some() {
        Unit::Multiple
    } else if let Some(code) = currency {
        Unit::Currency(code)
    } else {
        counted(cut(sentence, range.end..sentence.len())).map_or(Unit::Bare, Unit::Count)
    };
    (unit, scale)
}

pub(super) fn exponent_of(word: &str) -> u32 {
    match word.to_lowercase().as_str() {
        "thousand" | "thousands" | "k" | "000" | "000s" | "千" => 3,
        "万" => 4,
        "十万" => 5,
        "million" | "millions" | "mn" | "m" | "百万" => 6,
        "千万" => 7,
        "亿" => 8,
        "billion" | "billions" | "bn" | "b" | "十亿" => 9,
        "百亿" => 10,
        "千亿" => 11,
        "trillion" | "trillions" | "tn" | "万亿" => 12,
        _ => 0,
    }
}

pub(super) fn currency_of(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    Some(match lower.trim_start_matches("us ") {
        "us$" | "$" | "usd" | "dollar" | "dollars" | "美元" => "USD",
        "hk$" | "hkd" | "港元" => "HKD",
        "a$" => "AUD",
        "c$" => "CAD",
        "€" | "eur" | "euro" | "euros" | "欧元" => "EUR",
        "£" | "gbp" | "pound sterling" | "pounds sterling" | "英镑" => "GBP",
        "¥" | "￥" | "cny" | "rmb" | "yuan" | "renminbi" | "人民币" | "元" => "CNY",
        "jpy" | "yen" | "日元" => "JPY",
        _ => return None,
    })
}

const MEASURES: [&str; 18] = [
    "人", "名", "家", "台", "套", "件", "只", "颗", "片", "条", "座", "项", "次", "天", "个月",
    "小时", "吨", "个",
];

/// The noun that a bare number counts, where it follows at once.
fn counted(after: &str) -> Option<String> {
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

const HEDGES: [&str; 27] = [
    "about",
    "around",
    "roughly",
    "approximately",
    "nearly",
    "almost",
    "over",
    "more than",
    "less than",
    "at least",
    "up to",
    "at most",
    "some",
    "below",
    "above",
    "close to",
    "under",
    "fewer than",
    "约",
    "大约",
    "近",
    "超过",
    "逾",
    "不足",
    "超",
    "接近",
    "高于",
];

fn bound_before(before: &str) -> Bound {
    let trimmed = before.trim_end().to_lowercase();
    let hedged = HEDGES.iter().any(|hedge| {
        trimmed.strip_suffix(hedge).is_some_and(|rest| {
            !hedge.is_ascii() || !rest.ends_with(|c: char| c.is_ascii_alphabetic())
        })
    });
    if hedged {
        Bound::Approximate
    } else {
        Bound::Exact
    }
}

/// `4.9–5.1 billion`, `between 4.9 and 5.1 billion`, `49亿至51亿元`: both ends share unit and scale.
fn mark_ranges(sentence: &str, numbers: &mut [Number]) {
    for index in 1..numbers.len() {
        let Some([low, high]) = numbers.get_mut(index - 1..=index) else {
            continue;
        };
        let link = cut(sentence, low.range.end..high.range.start).trim();
        let before = cut(sentence, 0..low.range.start).to_lowercase();
        let bare = matches!(low.unit, Unit::Bare | Unit::Count(_)) && low.scale.exponent == 0;
        let dashed = matches!(link, "-" | "–" | "—" | "~" | "～" | "至" | "到");
        let between = link == "and" && before.trim_end().ends_with("between");
        let word = before.trim_end().rsplit(' ').next().unwrap_or_default();
        let moved = link == "to" && (word == "from" || super::words::is_change_word(word));
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
        } else if matches!(high.unit, Unit::Bare | Unit::Count(_)) {
            high.unit = low.unit.clone();
        }
        if !moved && low.unit == high.unit {
            low.bound = Bound::Low;
            high.bound = Bound::High;
        }
    }
}
