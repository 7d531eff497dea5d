//! Cell values as a reader of the sheet sees them: percentages, signs, separators and dates come
//! from the cell's number format, not from the stored number.

use std::str::FromStr;

use assay_domain::Date;
use jiff::Span;
use rust_decimal::{Decimal, RoundingStrategy};

/// Digits that are kept beyond those that the format shows: a sheet may show 5 where it holds 4.8,
/// and who quotes the 4.8 is right.
const KEPT_DECIMALS: u32 = 2;

/// Days are counted from one of two days, as the workbook says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Epoch {
    Year1900,
    Year1904,
}

/// The format that a number in a workbook stands for, where the workbook does not spell it out.
pub(super) fn built_in(id: u32) -> &'static str {
    match id {
        1 => "0",
        2 => "0.00",
        3 => "#,##0",
        4 => "#,##0.00",
        9 => "0%",
        10 => "0.00%",
        5 | 6 => "$#,##0;($#,##0)",
        7 | 8 => "$#,##0.00;($#,##0.00)",
        14..=16 | 30 | 31 | 36 | 50 | 51 | 54 | 58 => "yyyy-mm-dd",
        17 | 27 | 52 | 55 | 57 => "yyyy-mm",
        18 | 20 | 32 | 34 => "hh:mm",
        19 | 21 | 33 | 35 | 45..=47 => "hh:mm:ss",
        22 => "yyyy-mm-dd hh:mm",
        37 | 38 => "#,##0;(#,##0)",
        39 | 40 => "#,##0.00;(#,##0.00)",
        41 => "#,##0;(#,##0);\"-\"",
        42 => "$#,##0;$(#,##0);\"-\"",
        43 => "#,##0.00;(#,##0.00);\"-\"",
        44 => "$#,##0.00;$(#,##0.00);\"-\"",
        _ => "General",
    }
}

/// Whether the format shows nothing at all, whatever the value.
pub(super) fn shows_nothing(code: &str) -> bool {
    !code.is_empty() && code.chars().all(|c| c == ';')
}

pub(super) fn shown(raw: &str, code: &str, epoch: Epoch) -> String {
    let Some(value) = decimal(raw) else {
        return raw.to_owned();
    };
    let sections = sections(code);
    let (section, is_negative) = match (sections.as_slice(), value.is_sign_negative()) {
        ([_, negative, ..], true) if !value.is_zero() => (negative, false),
        ([_, _, zero, ..], _) if value.is_zero() => (zero, false),
        ([first, ..], is_negative) => (first, is_negative && !value.is_zero()),
        ([], _) => return general(value),
    };
    let layout = Layout::of(section);
    if layout.is_general {
        let text = general(value.abs());
        return layout.framed(
            &text,
            is_negative || (value.is_sign_negative() && sections.len() < 2),
        );
    }
    if layout.dates.is_date() {
        return date_text(value, &layout.dates, epoch).unwrap_or_else(|| general(value));
    }
    let number = layout.digits(value.abs());
    layout.framed(&number.unwrap_or_default(), is_negative)
}

fn decimal(raw: &str) -> Option<Decimal> {
    let raw = raw.trim();
    Decimal::from_str(raw)
        .or_else(|_| Decimal::from_scientific(raw))
        .ok()
}

/// Fifteen digits are what the program that wrote the number knows of it.
fn general(value: Decimal) -> String {
    let rounded = value.round_sf_with_strategy(15, RoundingStrategy::MidpointAwayFromZero);
    rounded.unwrap_or(value).normalize().to_string()
}

/// Sections are parted by semicolons outside of quotes and brackets.
fn sections(code: &str) -> Vec<Vec<Token>> {
    let mut sections = vec![Vec::new()];
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        let token = match c {
            ';' => {
                sections.push(Vec::new());
                continue;
            }
            '"' => Token::Literal(chars.by_ref().take_while(|c| *c != '"').collect()),
            '\\' => Token::Literal(chars.next().into_iter().collect()),
            '_' | '*' => {
                chars.next();
                continue;
            }
            '[' => bracket(&chars.by_ref().take_while(|c| *c != ']').collect::<String>()),
            c => Token::Mark(c),
        };
        if let Some(section) = sections.last_mut() {
            section.push(token);
        }
    }
    sections
}

enum Token {
    Literal(String),
    Mark(char),
}

/// `[$€-407]` is a currency, `[h]` hours that run on; colours and conditions show nothing.
fn bracket(inside: &str) -> Token {
    if let Some(currency) = inside.strip_prefix('$') {
        let sign = currency.split('-').next().unwrap_or_default();
        return Token::Literal(sign.to_owned());
    }
    match inside.to_ascii_lowercase().as_str() {
        "h" | "hh" => Token::Mark('h'),
        "m" | "mm" => Token::Mark('m'),
        "s" | "ss" => Token::Mark('s'),
        _ => Token::Literal(String::new()),
    }
}

#[derive(Default)]
struct DateParts {
    year: bool,
    month_or_minute: bool,
    day: bool,
    hour: bool,
    second: bool,
}

impl DateParts {
    fn is_date(&self) -> bool {
        self.year || self.month_or_minute || self.day || self.hour || self.second
    }
}

/// What one section of a format shows.
#[derive(Default)]
struct Layout {
    before: String,
    after: String,
    is_general: bool,
    has_digits: bool,
    decimals: u32,
    least_decimals: u32,
    is_grouped: bool,
    thousands: u32,
    percents: u32,
    dates: DateParts,
}

impl Layout {
    fn of(section: &[Token]) -> Self {
        let marks: String = section
            .iter()
            .filter_map(|token| match token {
                Token::Mark(c) => Some(*c),
                Token::Literal(_) => None,
            })
            .collect();
        let lower = marks.to_ascii_lowercase();
        let mut layout = Self {
            is_general: lower.contains("general") || lower.contains('@'),
            ..Self::default()
        };
        let is_fraction = lower.contains('/') && lower.contains('?');
        let is_scientific = lower.contains("e+") || lower.contains("e-");
        layout.is_general = layout.is_general || is_fraction || is_scientific;
        if !layout.is_general && !lower.contains(['0', '#', '?']) {
            layout.dates = DateParts {
                year: lower.contains(['y', 'e']),
                month_or_minute: lower.contains('m'),
                day: lower.contains('d'),
                hour: lower.contains('h'),
                second: lower.contains('s'),
            };
        } else if lower.contains('s') || lower.contains('h') {
            // 00.0 after seconds: a time with fractions.
            layout.dates.hour = lower.contains('h');
            layout.dates.second = lower.contains('s');
        }
        layout.frame_and_digits(section);
        layout
    }

    fn frame_and_digits(&mut self, section: &[Token]) {
        let mut is_fraction = false;
        let mut pending_commas = 0;
        for token in section {
            match token {
                Token::Literal(text) => self.frame(text),
                Token::Mark('0' | '#' | '?') if self.is_general => {}
                Token::Mark(c @ ('0' | '#' | '?')) => {
                    self.is_grouped = self.is_grouped || pending_commas > 0;
                    pending_commas = 0;
                    self.has_digits = true;
                    self.decimals += u32::from(is_fraction);
                    self.least_decimals += u32::from(is_fraction && *c == '0');
                }
                Token::Mark(',') if self.has_digits => pending_commas += 1,
                Token::Mark('.') if self.has_digits => is_fraction = true,
                Token::Mark('%') => {
                    self.percents += 1;
                    self.frame("%");
                }
                // `0.0M` is written without the quotes that it should have.
                Token::Mark(c @ ('M' | 'K' | 'B' | 'x' | 'X')) if self.has_digits => {
                    self.frame(&c.to_string());
                }
                Token::Mark(c) if !c.is_ascii_alphabetic() && *c != '@' => {
                    self.frame(&c.to_string());
                }
                Token::Mark(_) => {}
            }
        }
        self.thousands = pending_commas;
    }

    fn frame(&mut self, text: &str) {
        if self.has_digits {
            self.after.push_str(text);
        } else {
            self.before.push_str(text);
        }
    }

    /// `None` where the section has no place for a number, only words.
    fn digits(&self, value: Decimal) -> Option<String> {
        if !self.has_digits {
            return None;
        }
        let mut value = value;
        for _ in 0..self.percents.min(4) {
            value = value.checked_mul(Decimal::ONE_HUNDRED)?;
        }
        for _ in 0..self.thousands.min(4) {
            value = value.checked_div(Decimal::ONE_THOUSAND)?;
        }
        let known = value.round_sf_with_strategy(15, RoundingStrategy::MidpointAwayFromZero)?;
        let kept = known.normalize().scale().min(self.decimals + KEPT_DECIMALS);
        let decimals = self.decimals.max(kept).min(20);
        let value = value.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero);
        let text = format!("{value:.*}", usize::try_from(decimals).unwrap_or(0));
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let least = usize::try_from(self.least_decimals).unwrap_or(0);
        let mut fraction = fraction.to_owned();
        while fraction.len() > least && fraction.ends_with('0') {
            fraction.pop();
        }
        let whole = if self.is_grouped {
            grouped(whole)
        } else {
            whole.to_owned()
        };
        let point = if fraction.is_empty() { "" } else { "." };
        Some(format!("{whole}{point}{fraction}"))
    }

    fn framed(&self, number: &str, is_negative: bool) -> String {
        let sign = if is_negative { "-" } else { "" };
        let text = format!("{sign}{}{number}{}", self.before, self.after);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

fn grouped(whole: &str) -> String {
    let count = whole.len();
    let mut text = String::with_capacity(count + count / 3);
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (count - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A day as `2024-07-01`, a month as `2024-07`, with the time of day where the format shows one.
fn date_text(value: Decimal, parts: &DateParts, epoch: Epoch) -> Option<String> {
    use rust_decimal::prelude::ToPrimitive as _;
    let days = value.floor();
    let seconds = ((value - days) * Decimal::from(86_400)).round().to_i64()?;
    let (days, seconds) = if seconds >= 86_400 {
        (days.to_i64()? + 1, 0)
    } else {
        (days.to_i64()?, seconds)
    };
    let time = || {
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
        match parts.second {
            true => format!("{hours:02}:{minutes:02}:{:02}", seconds % 60),
            false => format!("{hours:02}:{minutes:02}"),
        }
    };
    let is_time_only = !parts.year && !parts.day && (parts.hour || parts.second);
    if is_time_only {
        return Some(time());
    }
    let date = day(days, epoch)?;
    let shown = if parts.day || !parts.month_or_minute {
        date.to_string()
    } else {
        format!("{:04}-{:02}", date.year(), date.month())
    };
    let is_year_only = parts.year && !parts.day && !parts.month_or_minute;
    let shown = if is_year_only {
        date.year().to_string()
    } else {
        shown
    };
    Some(if parts.hour {
        format!("{shown} {}", time())
    } else {
        shown
    })
}

/// The program counts 29 February 1900, a day that never was.
fn day(days: i64, epoch: Epoch) -> Option<Date> {
    let (start, days) = match epoch {
        Epoch::Year1904 => (Date::new(1904, 1, 1), days),
        Epoch::Year1900 if days < 60 => (Date::new(1899, 12, 31), days),
        Epoch::Year1900 => (Date::new(1899, 12, 30), days),
    };
    let span = Span::new().try_days(days).ok()?;
    start.ok()?.checked_add(span).ok()
}

#[cfg(test)]
mod tests {
    use super::{Epoch, shown};

    #[test]
    fn a_cell_shows_what_its_format_says() {
        let cases = [
            ("0.1523", "0%", "15.23%"),
            ("0.15", "0%", "15%"),
            ("0.152345678", "0%", "15.23%"),
            ("4.8", "0", "4.8"),
            ("2.8", "$#,##0.0M", "$2.8M"),
            ("-0.05", "0.0%", "-5.0%"),
            ("-0.05", "0.0%;(0.0%)", "(5.0%)"),
            ("-1234.5", "#,##0;(#,##0)", "(1,234.5)"),
            ("-1234.5", "#,##0_);[Red]\\(#,##0\\)", "(1,234.5)"),
            ("-1234.5", "#,##0.00", "-1,234.50"),
            ("1234567", "#,##0,", "1,234.57"),
            ("1234567.891", "\"$\"#,##0.0,,\"M\"", "$1.235M"),
            ("1234.5", "[$€-407] #,##0.00", "€ 1,234.50"),
            ("0", "#,##0;(#,##0);\"-\"", "-"),
            ("0.30000000000000004", "General", "0.3"),
            ("1.5E-3", "General", "0.0015"),
            ("-7", "General", "-7"),
            ("5", "0\"x\"", "5x"),
            ("2.5", "0.##", "2.5"),
            ("45474", "yyyy-mm-dd", "2024-07-01"),
            ("45474", "m/d/yy", "2024-07-01"),
            ("45474", "mmm-yy", "2024-07"),
            ("45474", "yyyy\"年\"m\"月\"d\"日\"", "2024-07-01"),
            ("45474.75", "yyyy-mm-dd hh:mm", "2024-07-01 18:00"),
            ("0.5", "h:mm AM/PM", "12:00"),
            ("59", "yyyy-mm-dd", "1900-02-28"),
            ("61", "yyyy-mm-dd", "1900-03-01"),
            ("12", "00", "12"),
            ("1234", "#,##0\"万元\"", "1,234万元"),
            ("not a number", "0", "not a number"),
        ];
        for (raw, code, expected) in cases {
            assert_eq!(
                shown(raw, code, Epoch::Year1900),
                expected,
                "{raw} as {code}"
            );
        }
        assert_eq!(shown("0", "yyyy-mm-dd", Epoch::Year1904), "1904-01-01");
    }
}
