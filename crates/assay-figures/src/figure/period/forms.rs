//! The forms in which texts print periods, in order of preference.

use super::PeriodSpan;
use super::readers::{self, Read};
use crate::scan::{Cursor, is_word_byte};

/// The forms, the preferred first. Each is looked for by itself from the start of a text to its end.
#[derive(Clone, Copy)]
enum Form {
    /// `year ended December 31, 2024`
    YearEnded,
    /// `three months ended June 30, 2025`
    MonthsEnded,
    /// `2025年6月30日止六个月`
    MonthsEndedHan,
    /// `nine months of 2024`, `9M 2024`, `2024年前三季度`
    NineMonths,
    /// `Q3 FY2024`
    QuarterYear,
    /// `2024-Q3`
    YearQuarter,
    /// `third quarter of fiscal 2024`
    QuarterInWords,
    /// `2024年第三季度`
    QuarterHan,
    /// `H1 2024`, `first half of 2024`, `2024年上半年`, `2024H1`
    Half,
    /// `30 June 2025`
    DayMonth,
    /// `June 30, 2025`
    MonthDay,
    /// `2025-06-30`, `2025年6月30日`
    Date,
    /// `June 2025`, `2025年6月`
    Month,
    /// `FY24`, `fiscal year 2024`, `2024财年`
    FiscalYear,
    /// `2024年度`
    YearHan,
    /// `full-year 2024`
    WholeYear,
    /// `2024`
    Year,
}

const FORMS: usize = 17;

/// Every form that stands in the text, by preference and then by place. They may overlap.
pub(super) fn forms(text: &str) -> Vec<PeriodSpan> {
    let mut scan = Scan {
        ends: [0; FORMS],
        found: Vec::new(),
    };
    let has_years = has_four_digits(text);
    let mut before = b' ';
    for (at, byte) in text.bytes().enumerate() {
        let starts_word = !is_word_byte(before);
        let here = Cursor::new(text, at);
        if !has_years {
            if starts_word && matches!(byte, b'f' | b'F') {
                scan.take(Form::FiscalYear, here, readers::fiscal_year);
            }
        } else if byte.is_ascii_digit() {
            scan.digit(here, starts_word);
        } else if starts_word && byte.is_ascii_alphabetic() {
            scan.word(here, byte.to_ascii_lowercase());
        }
        before = byte;
    }
    let mut found = scan.found;
    found.sort_by_key(|(form, _)| *form as usize);
    found.into_iter().map(|(_, span)| span).collect()
}

fn has_four_digits(text: &str) -> bool {
    let mut run = 0;
    text.bytes().any(|byte| {
        run = if byte.is_ascii_digit() { run + 1 } else { 0 };
        run == 4
    })
}

struct Scan {
    /// Where the last one of each form ends: the next one begins there or later.
    ends: [usize; FORMS],
    found: Vec<(Form, PeriodSpan)>,
}

impl Scan {
    fn take<'t>(&mut self, form: Form, start: Cursor<'t>, read: fn(Cursor<'t>) -> Read<'t>) {
        let Some(end) = self.ends.get_mut(form as usize) else {
            return;
        };
        if start.at < *end {
            return;
        }
        if let Some((after, period)) = read(start) {
            *end = after.at;
            let range = start.at..after.at;
            self.found
                .extend(period.map(|period| (form, PeriodSpan { period, range })));
        }
    }

    fn word(&mut self, here: Cursor<'_>, first: u8) {
        match first {
            b'y' => self.take(Form::YearEnded, here, readers::year_ended),
            b't' => {
                self.take(Form::YearEnded, here, readers::year_ended);
                self.take(Form::MonthsEnded, here, readers::months_ended);
                self.take(Form::QuarterInWords, here, readers::quarter_in_words);
            }
            b's' => {
                self.take(Form::MonthsEnded, here, readers::months_ended);
                self.take(Form::QuarterInWords, here, readers::quarter_in_words);
                self.take(Form::Half, here, readers::half);
            }
            b'n' => {
                self.take(Form::MonthsEnded, here, readers::months_ended);
                self.take(Form::NineMonths, here, readers::nine_months);
            }
            b'q' => {
                self.take(Form::MonthsEnded, here, readers::months_ended);
                self.take(Form::QuarterYear, here, readers::quarter_year);
            }
            b'f' => {
                self.take(Form::YearQuarter, here, readers::year_quarter);
                self.take(Form::QuarterInWords, here, readers::quarter_in_words);
                self.take(Form::Half, here, readers::half);
                self.take(Form::FiscalYear, here, readers::fiscal_year);
                self.take(Form::WholeYear, here, readers::whole_year);
            }
            b'h' => self.take(Form::Half, here, readers::half),
            b'c' => self.take(Form::WholeYear, here, readers::whole_year),
            _ => {}
        }
        if matches!(first, b'j' | b'f' | b'm' | b'a' | b's' | b'o' | b'n' | b'd') {
            self.take(Form::MonthDay, here, readers::month_day);
            self.take(Form::Month, here, readers::month_of_year);
        }
    }

    fn digit(&mut self, here: Cursor<'_>, starts_word: bool) {
        if starts_word {
            self.take(Form::YearEnded, here, readers::year_ended);
            self.take(Form::MonthsEnded, here, readers::months_ended);
            self.take(Form::NineMonths, here, readers::nine_months);
            self.take(Form::YearQuarter, here, readers::year_quarter);
            self.take(Form::Half, here, readers::half);
            self.take(Form::DayMonth, here, readers::day_month);
            self.take(Form::Date, here, readers::date);
            self.take(Form::Date, here, readers::date_dotted);
            self.take(Form::Year, here, readers::year_over_two);
            self.take(Form::Year, here, readers::year);
        }
        let Some(after) = here.digits(4..=4) else {
            return;
        };
        // What follows a year in Chinese, or the number of a quarter.
        let is_han = after
            .byte()
            .is_some_and(|byte| !byte.is_ascii() || byte.is_ascii_digit());
        if is_han {
            self.take(Form::MonthsEndedHan, here, readers::months_ended_han);
            self.take(Form::NineMonths, here, readers::nine_months_han);
            self.take(Form::QuarterHan, here, readers::quarter_han);
            self.take(Form::Half, here, readers::half_han);
            self.take(Form::Date, here, readers::date_han);
            self.take(Form::Month, here, readers::month_han);
            self.take(Form::FiscalYear, here, readers::fiscal_year_han);
            self.take(Form::YearHan, here, readers::year_han);
        }
        self.take(Form::Half, here, readers::half_behind);
    }
}
