//! What stands in a follow-up, or in the question before it.

use std::ops::Range;

use assay_domain::Language;
use assay_figures::PeriodSpan;

use super::{Shift, is_a_name};
use crate::asking::bare_words;
use crate::frame::{kind, when};
use crate::known::Known;
use crate::measure::{OVER, measures};

/// A question with the places of its names and periods.
pub(super) struct Read {
    pub(super) text: String,
    pub(super) language: Language,
    /// Every place at which a company of the library is named, and which.
    pub(super) names: Vec<(Range<usize>, usize)>,
    pub(super) periods: Vec<PeriodSpan>,
    /// A quarter without its year.
    pub(super) quarter: Option<i8>,
    pub(super) shift: Option<Shift>,
    pub(super) asks_why: bool,
    /// Whether names are to stand beside those before.
    pub(super) compares: bool,
    /// The text without names, periods and what only leads over to it.
    rest: String,
}

/// What a follow-up says beyond names, periods and why.
pub(super) enum Fragment {
    Nothing,
    /// A name that the library does not know.
    Name(String),
    /// Words that go on with the question before: `in Norway`, `as a share of revenue`.
    Narrowing(String),
    /// Something else is asked.
    Topic(String),
}

pub(super) fn read(question: &str, known: &Known) -> Read {
    let straight = question.trim().replace('’', "'");
    let text = when::spelled_out(&crate::frame::in_full(&straight));
    let mut rest = text.clone();
    let names = names(&mut rest, known);
    let periods = assay_figures::periods(&rest);
    for span in &periods {
        blank(&mut rest, span.range.clone());
    }
    let shift = taken(&mut rest, &SHIFTS).filter(|_| periods.is_empty());
    let quarter = taken(&mut rest, &QUARTERS).filter(|_| periods.is_empty());
    let padded = format!(" {} ", rest.to_lowercase());
    let says = |list: &[&str]| list.iter().any(|words| kind::has(&padded, words));
    Read {
        language: Language::of_text(&text),
        asks_why: says(&kind::CAUSE),
        compares: says(&COMPARES),
        names,
        periods,
        quarter,
        shift,
        rest: led_over(&rest),
        text,
    }
}

impl Read {
    /// What is asked, without names, periods and the words that join them.
    pub(super) fn bare(&self) -> String {
        let mut rest = self.rest.as_str();
        loop {
            let cut = rest.trim_matches(|c: char| !c.is_alphanumeric() && !"%()（）".contains(c));
            let joint = JOINTS.iter().find_map(|joint| {
                let behind = cut.strip_prefix(joint)?;
                behind.starts_with([' ', ':', ',']).then_some(behind)
            });
            match joint {
                Some(behind) => rest = behind,
                None => {
                    // what led to a period that stands elsewhere now
                    let cut = [" in", " for", " of"]
                        .iter()
                        .find_map(|word| cut.strip_suffix(word))
                        .unwrap_or(cut);
                    return squeezed(cut);
                }
            }
        }
    }

    pub(super) fn fragment(&self, has_subject: bool) -> Fragment {
        let rest = squeezed(&self.rest);
        let rest = rest.trim_matches(|c: char| !c.is_alphanumeric() && !"%()（）/".contains(c));
        let causes = kind::CAUSE.iter().filter(|word| !word.is_ascii());
        let bare = bare_words(&causes.fold(rest.to_owned(), |bare, word| bare.replace(word, "")));
        let lower = format!("{} ", rest.to_lowercase());
        let over = |joint: &&str| lower.starts_with(joint.trim_start());
        let is_over = OVER.iter().filter(|joint| !LOOSE.contains(joint)).any(over);
        if bare.chars().all(|c| !c.is_alphanumeric()) && !is_over {
            return Fragment::Nothing;
        }
        let narrows =
            NARROWS.iter().any(|word| lower.starts_with(word)) && measures(rest).is_empty();
        if self.names.is_empty() && (is_over || narrows) {
            return Fragment::Narrowing(rest.to_owned());
        }
        if self.names.is_empty() && has_subject && measures(rest).is_empty() && is_a_name(rest) {
            return Fragment::Name(rest.to_owned());
        }
        Fragment::Topic(self.topic())
    }

    /// The follow-up as it was put, without what leads over to it and what it says of time by way
    /// of the question before.
    fn topic(&self) -> String {
        let mut text = self.text.clone();
        if self.periods.is_empty() {
            taken(&mut text, &SHIFTS);
            taken(&mut text, &QUARTERS);
        }
        let text = led_over(&text);
        squeezed(text.trim_matches([' ', ',', '，', '?', '？', '.', '。', '的']))
    }
}

/// Puts spaces in the place of a part, so that all others stay where they are.
fn blank(text: &mut String, range: Range<usize>) {
    if text.get(range.clone()).is_some() {
        let spaces = " ".repeat(range.len());
        text.replace_range(range, &spaces);
    }
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every place at which a company is named; each is blanked out.
fn names(text: &mut String, known: &Known) -> Vec<(Range<usize>, usize)> {
    let mut all: Vec<(Range<usize>, usize)> = Vec::new();
    loop {
        let before = all.len();
        for named in known.named_in(text) {
            let is_free = |(range, _): &(Range<usize>, usize)| {
                named.range.end <= range.start || range.end <= named.range.start
            };
            if all.iter().all(is_free) {
                blank(text, named.range.clone());
                all.push((named.range, named.company));
            }
        }
        // a name that was found is blank, so each turn finds others or none
        if all.len() == before {
            break;
        }
    }
    all.sort_by_key(|(range, _)| range.start);
    all
}

/// What the first of the words in a text stands for; they are blanked out.
fn taken<T: Copy>(text: &mut String, list: &[(&str, T)]) -> Option<T> {
    let lower = text.to_lowercase();
    if lower.len() != text.len() {
        return None;
    }
    let (words, value) = list.iter().find(|(words, _)| kind::has(&lower, words))?;
    let at = lower.find(words)?;
    blank(text, at..at + words.len());
    Some(*value)
}

/// Without the words that only lead over from what was said before.
fn led_over(text: &str) -> String {
    let mut rest = text.trim();
    loop {
        let lower = rest.to_lowercase();
        let lead = LEADS.iter().find(|lead| {
            let behind = lower.strip_prefix(**lead);
            behind.is_some_and(|behind| {
                !lead.is_ascii() || behind.is_empty() || behind.starts_with([' ', ',', '?'])
            })
        });
        let cut = lead.and_then(|lead| rest.get(lead.len()..));
        match cut {
            Some(behind) => rest = behind.trim_start_matches([' ', ',', '，']),
            None => break,
        }
    }
    let rest = rest.trim_end_matches([' ', '?', '？', '.', '。', '呢']);
    rest.strip_suffix(" then").unwrap_or(rest).to_owned()
}

/// Words that lead over from what was said before; the longer ones first.
static LEADS: assay_domain::WordList = assay_domain::word_list!("frame/follow/read/leads");

/// What may be left of a list of names between them and the rest.
const JOINTS: [&str; 6] = ["and", "vs", "vs.", "versus", "or", "with"];

/// Words of a ratio that are too common to begin one.
const LOOSE: [&&str; 3] = [&"与", &"比", &"/"];

static COMPARES: assay_domain::WordList = assay_domain::word_list!("frame/follow/read/compares");

/// A phrase that begins so is no question of its own.
static NARROWS: assay_domain::WordList = assay_domain::word_list!("frame/follow/read/narrows");

/// Words for a period by the one before.
const SHIFTS: [(&str, Shift); 49] = [
    ("the year before that", Shift::Years(-1)),
    ("the year before", Shift::Years(-1)),
    ("a year before", Shift::Years(-1)),
    ("one year before", Shift::Years(-1)),
    ("year before", Shift::Years(-1)),
    ("a year earlier", Shift::Years(-1)),
    ("year earlier", Shift::Years(-1)),
    ("the prior year", Shift::Years(-1)),
    ("prior year", Shift::Years(-1)),
    ("the previous year", Shift::Years(-1)),
    ("previous year", Shift::Years(-1)),
    ("preceding year", Shift::Years(-1)),
    ("the year prior", Shift::Years(-1)),
    ("a year ago", Shift::Years(-1)),
    ("year ago", Shift::Years(-1)),
    ("two years before", Shift::Years(-2)),
    ("two years earlier", Shift::Years(-2)),
    ("the year after", Shift::Years(1)),
    ("year after", Shift::Years(1)),
    ("a year later", Shift::Years(1)),
    ("the following year", Shift::Years(1)),
    ("following year", Shift::Years(1)),
    ("the next year", Shift::Years(1)),
    ("next year", Shift::Years(1)),
    ("the quarter before", Shift::Quarters(-1)),
    ("quarter before", Shift::Quarters(-1)),
    ("previous quarter", Shift::Quarters(-1)),
    ("prior quarter", Shift::Quarters(-1)),
    ("quarter earlier", Shift::Quarters(-1)),
    ("next quarter", Shift::Quarters(1)),
    ("following quarter", Shift::Quarters(1)),
    ("quarter after", Shift::Quarters(1)),
    ("last year", Shift::LastYear),
    ("再上一年", Shift::Years(-1)),
    ("上一财年", Shift::Years(-1)),
    ("上一年度", Shift::Years(-1)),
    ("上一年", Shift::Years(-1)),
    ("前一年", Shift::Years(-1)),
    ("上年同期", Shift::Years(-1)),
    ("去年同期", Shift::Years(-1)),
    ("上年", Shift::Years(-1)),
    ("后一年", Shift::Years(1)),
    ("下一年", Shift::Years(1)),
    ("次年", Shift::Years(1)),
    ("上一季度", Shift::Quarters(-1)),
    ("前一季度", Shift::Quarters(-1)),
    ("上季度", Shift::Quarters(-1)),
    ("下一季度", Shift::Quarters(1)),
    ("去年", Shift::LastYear),
];

/// Quarters without their year.
const QUARTERS: [(&str, i8); 20] = [
    ("q1", 1),
    ("q2", 2),
    ("q3", 3),
    ("q4", 4),
    ("the first quarter", 1),
    ("the second quarter", 2),
    ("the third quarter", 3),
    ("the fourth quarter", 4),
    ("first quarter", 1),
    ("second quarter", 2),
    ("third quarter", 3),
    ("fourth quarter", 4),
    ("第一季度", 1),
    ("第二季度", 2),
    ("第三季度", 3),
    ("第四季度", 4),
    ("一季度", 1),
    ("二季度", 2),
    ("三季度", 3),
    ("四季度", 4),
];
