//! What an amount is to the thing that it is of: where the thing stands, by how much it moved, what it
//! is compared with, or a limit that it keeps to.

use assay_figures::{Direction, Unit, cut, direction_at_end_of_han, direction_word};

use super::{Bearing, Found};
use crate::numeral::{Kept, PeriodFit, Value, fit_of, is_han, same_unit, signed_amount, tokens};
use crate::operand::Operand;
use crate::wording::{Class, Mark, Term};

/// What the words right at a number make of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// `rose by 5`, `up 5`, `an increase of 5`, `增加5`
    Change,
    /// `was 5`, `为5`
    Stands,
    /// `of 5`: so much of it, whatever it is.
    Amount,
    /// `rose to 5`, `增至5`
    Reached,
    /// `from 5`, `compared with 5`, `由5`
    Former,
    /// `5% of customers`
    Share,
    Open,
}

/// Words between a number and the word that says what it is.
static BETWEEN: assay_domain::WordList = assay_domain::word_list!("bearing/amount/between");
/// Words behind which a number is where a thing stands.
const STANDS: [&str; 15] = [
    "was", "were", "is", "are", "totaled", "totalled", "reached", "be", "been", "being", "equaled",
    "equalled", "stood", "averaged", "remained",
];
/// Words for a movement, of which an amount may be said as of any thing: `the increase was 5`.
static MOVEMENTS: assay_domain::WordList = assay_domain::word_list!("bearing/amount/movements");
/// Those of them that say themselves that something moved.
const MOVES: [&str; 15] = [
    "increas", "decreas", "declin", "growth", "grew", "rise", "rose", "fell", "reduc", "drop",
    "chang", "增", "减", "降", "升",
];
/// Names of a movement itself, which may reach a height: `growth slowed to 5%`.
const RATES: [&str; 6] = [
    "growth", "increase", "decrease", "decline", "change", "pace",
];
const RATES_HAN: [&str; 3] = ["增速", "增幅", "降幅"];

impl<'p> Bearing<'_, 'p> {
    /// The claim makes something else of the amount than the words at the figure do.
    pub(super) fn is_other_part(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let own = match part_at(self.text, &found.value) {
            // `A had more than B: 5 versus 4` compares no times
            Part::Former if self.listed_items().is_some() => Part::Open,
            own => own,
        };
        let theirs = self.part_of(operand);
        if self.is_wrong_end(found, operand) || self.is_hypothetical(operand) {
            return true;
        }
        match own {
            Part::Change => self.is_no_movement(found, operand, theirs),
            Part::Stands if operand.statement.row.is_some() => false,
            Part::Stands | Part::Reached if theirs == Part::Change => match own {
                Part::Reached => !names_rate(self.text),
                _ => !says(self.text, &MOVEMENTS),
            },
            Part::Share if theirs == Part::Share => self.is_of_other_base(found, operand),
            Part::Share => theirs == Part::Change && !says(self.text, &MOVES),
            _ if theirs == Part::Share && self.is_share_of_other(operand) => true,
            // `from 5 to 4` where the evidence has `from 4 to 5`
            Part::Former => theirs == Part::Reached && self.compared_with(operand).is_some(),
            Part::Reached if theirs == Part::Former => self.compared_with(operand).is_some(),
            _ => self.is_former(found, operand, theirs) || self.went_other_way(found, operand, own),
        }
    }

    /// `12% of loans` is not 12% of borrowers.
    fn is_of_other_base(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let own = base_behind(self.claim, found.number.end);
        let start = operand.statement.range.start;
        let theirs = base_behind(&operand.statement.terms, operand.value.range.end - start);
        !own.is_empty()
            && !theirs.is_empty()
            && !own
                .iter()
                .any(|own| theirs.iter().any(|base| base.means(own)))
    }

    /// `the share of loans was 12%` where the evidence has loans at 12% of something else.
    fn is_share_of_other(&self, operand: &Operand<'p>) -> bool {
        let lead = [
            "share of ",
            "portion of ",
            "percentage of ",
            "proportion of ",
        ];
        let place = lead
            .iter()
            .find_map(|lead| Some(self.lower.find(lead)? + lead.len()));
        let own = place.map_or(Vec::new(), |place| base_behind(self.claim, place));
        let end = operand.value.range.end - operand.statement.range.start;
        let theirs = base_behind(&operand.statement.terms, end);
        let is_in = |list: &[&Term], term: &Term| list.iter().any(|other| other.means(term));
        let before = operand.statement.terms.iter();
        let before: Vec<&Term> = before.filter(|term| term.range.end <= end).collect();
        let is_part = |term: &&&Term| is_in(&before, term) && !is_in(&theirs, term);
        let is_left_out = |term: &&Term| !is_in(&own, term);
        !own.is_empty() && own.iter().any(|term| is_part(&term)) && theirs.iter().any(is_left_out)
    }

    fn part_of(&self, operand: &Operand<'p>) -> Part {
        let page = self.pages.get(operand.page);
        if operand.statement.row.is_some() {
            return match operand.value.is_change() {
                true => Part::Change,
                false => Part::Open,
            };
        }
        page.map_or(Part::Open, |page| {
            let sentence = cut(page.source.text, operand.statement.range.clone());
            let mut value = operand.value.clone();
            let start = operand.statement.range.start;
            value.range = value.range.start - start..value.range.end - start;
            part_at(sentence, &value)
        })
    }

    /// The claim says that a thing moved by so much, the evidence that it stands there.
    fn is_no_movement(&self, found: &Found<'p>, operand: &Operand<'p>, theirs: Part) -> bool {
        // in a cash flow the figure of an asset is by how much it grew or shrank
        let is_asset = found.value.agrees_with_asset(operand.value) == Some(true);
        if found.value.slack.is_some() || is_asset || self.is_movement_cell(operand) {
            return false;
        }
        match operand.statement.row {
            Some(_) => !matches!(
                found.value.unit,
                Unit::Percent | Unit::PercentagePoint | Unit::BasisPoint
            ),
            None => match theirs {
                Part::Reached | Part::Former | Part::Share => true,
                // `by 5 million, or 3%`
                Part::Open if found.value.unit == Unit::Percent => false,
                Part::Stands | Part::Amount | Part::Open => {
                    let moves = |term: &Term| matches!(term.mark, Some(Mark::Way(_)));
                    operand.value.direction.is_none()
                        && !self.segment_of(operand).iter().any(moves)
                        && !says(&self.clause_of(operand), &MOVEMENTS)
                }
                Part::Change => false,
            },
        }
    }

    /// A cell whose row, column, part or caption is one of changes.
    fn is_movement_cell(&self, operand: &Operand<'p>) -> bool {
        let is_movement = |word: &String| says(word, &MOVEMENTS);
        let value = operand.value;
        value.place.is_cell()
            && (value
                .label
                .iter()
                .chain(value.around.iter())
                .any(is_movement)
                || value.name.to_lowercase().contains("vs"))
    }

    /// The figure is what another of its sentence is compared with, and the claim gives it as what is.
    fn is_former(&self, found: &Found<'p>, operand: &Operand<'p>, theirs: Part) -> bool {
        let is_of_its_time = operand.value.period.is_some_and(|period| {
            let mut asked = found.value.mentions.iter();
            asked.any(|asked| {
                fit_of(Some(*asked), Some(period), Kept::AtMoment) != PeriodFit::Conflict
            })
        });
        theirs == Part::Former
            && self.numbers.len() == 1
            && self.compared_with(operand).is_some()
            && !is_of_its_time
            && !says(self.text, &LOOKING_BACK)
    }

    /// The figure of the same sentence that stands beside this one as the newer or older.
    fn compared_with(&self, operand: &Operand<'p>) -> Option<&Operand<'p>> {
        let is_own = self.part_of(operand) == Part::Former;
        self.figures.iter().find(|other| {
            std::ptr::eq(other.statement, operand.statement)
                && !std::ptr::eq(other.value, operand.value)
                && !other.value.in_name
                && same_unit(other.value, operand.value)
                && matches!(self.part_of(other), Part::Former) != is_own
                && self.part_of(other) != Part::Change
        })
    }

    /// `fell to 64` where the sentence has 64 `compared with` 21.
    fn went_other_way(&self, found: &Found<'p>, operand: &Operand<'p>, own: Part) -> bool {
        if own != Part::Reached || operand.statement.row.is_some() {
            return false;
        }
        let before = cut(self.text, 0..found.number.start);
        let Some(way) = way_before(before) else {
            return false;
        };
        let old = self.compared_with(operand).filter(|other| {
            other.value.range.start > operand.value.range.start
                && self.part_of(other) == Part::Former
        });
        let amounts = old
            .and_then(|old| signed_amount(old.value))
            .zip(signed_amount(operand.value));
        amounts.is_some_and(|(old, new)| match way {
            Direction::Up => new < old,
            Direction::Down => new > old,
        })
    }

    /// The words of a sentence that are the figure's own; of a row, all of them.
    pub(super) fn clause_of(&self, operand: &Operand<'p>) -> String {
        let page = self.pages.get(operand.page);
        let text = page.map_or("", |page| page.source.text);
        if operand.statement.row.is_some() {
            return operand.value.name.to_lowercase();
        }
        let start = operand.statement.range.start;
        let segment = self.segment_of(operand);
        let ends = segment.first().zip(segment.last());
        let range = ends.map(|(first, last)| start + first.range.start..start + last.range.end);
        cut(text, range.unwrap_or_default()).to_lowercase()
    }
}

/// Words by which a claim says that it speaks of what was before.
static LOOKING_BACK: assay_domain::WordList =
    assay_domain::word_list!("bearing/amount/looking_back");

/// The first things behind a number, up to the end of their clause or a verb.
fn base_behind(terms: &[Term], number: usize) -> Vec<&Term> {
    let behind = terms.iter().skip_while(|term| term.range.start < number);
    let clause = behind.take_while(|term| {
        !term.opens_clause && term.mark.is_none() && term.class() != Some(Class::Verb)
    });
    clause.filter(|term| term.is_content()).take(3).collect()
}

fn names_rate(text: &str) -> bool {
    let mut words = tokens(text).into_iter();
    words.any(|word| RATES.contains(&word.to_lowercase().as_str())) || says(text, &RATES_HAN)
}

pub(super) fn says(text: &str, words: &[&str]) -> bool {
    let lower = text.to_lowercase();
    words.iter().any(|word| lower.contains(word))
}

/// What the words right before and behind a number of running text make of it.
fn part_at(text: &str, value: &Value) -> Part {
    let behind = cut(text, value.range.end..text.len());
    let mut ahead = behind
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let first = ahead.next();
    // what falls due does not fall
    let is_due = ahead.next() == Some("due");
    let next = first.filter(|_| !is_due).and_then(moves_by);
    // `5 tons more than it sold`
    let clause = behind.split([',', ';', ':']).next().unwrap_or_default();
    let mut words = clause.split_whitespace().take(3);
    let is_more = words.any(|word| matches!(word, "more" | "fewer" | "less"));
    if next.is_some() && behind.starts_with([' ', '-']) || is_more && behind.contains(" than ") {
        return Part::Change;
    }
    let is_share = value.unit == Unit::Percent && behind.starts_with(" of ");
    let before = cut(text, 0..value.range.start);
    let before = before
        .rsplit([';', '；', '。', '，', '(', '（'])
        .next()
        .unwrap_or_default();
    let before = before.rsplit(", ").next().unwrap_or_default();
    let words: Vec<&str> = tokens(before);
    let mut last = words
        .iter()
        .rev()
        .filter(|word| !BETWEEN.contains(&word.to_ascii_lowercase().as_str()));
    let Some(word) = last.next() else {
        return if is_share { Part::Share } else { Part::Open };
    };
    if word.starts_with(is_han) {
        return part_of_run(word);
    }
    let ahead: Vec<String> = last.take(5).map(|word| word.to_lowercase()).collect();
    let moves = ahead
        .iter()
        .any(|word| direction_word(word).is_some() || word.starts_with("chang"));
    let lower = word.to_lowercase();
    let first = ahead.first().map(String::as_str).unwrap_or_default();
    match lower.as_str() {
        "by" if moves_by(first).is_some() || first.starts_with("chang") => Part::Change,
        "by" if ahead.iter().any(|word| word.starts_with("exceed")) => Part::Change,
        "to" if moves => Part::Reached,
        "to" if ["amounted", "came", "equal"].contains(&first) => Part::Stands,
        "to" | "with" if first == "compared" => Part::Former,
        "from" if moves => Part::Former,
        "versus" | "vs" | "against" => Part::Former,
        "of" if moves_by(first).is_some() => Part::Change,
        "of" if ahead
            .iter()
            .any(|word| word == "against" || word == "versus") =>
        {
            Part::Former
        }
        "up" if ["made", "makes", "make", "making"].contains(&first) => Part::Stands,
        _ if moves_by(&lower).is_some() => Part::Change,
        _ if is_share => Part::Share,
        "of" | "at" | "had" => Part::Amount,
        known if STANDS.contains(&known) => Part::Stands,
        _ => Part::Open,
    }
}

/// Which way a word moves what it is said of. Who lost, gained or added five did not move by it.
fn moves_by(word: &str) -> Option<Direction> {
    const HAD: [&str; 7] = [
        "lost", "gain", "gains", "gained", "added", "shed", "advanced",
    ];
    direction_word(word).filter(|_| !HAD.contains(&word.to_ascii_lowercase().as_str()))
}

/// As [`part_at`], of Chinese.
fn part_of_run(run: &str) -> Part {
    let run = run.trim_end_matches(['约', '近', '了']);
    let is_moved = direction_at_end_of_han(run).is_some();
    match run.chars().next_back() {
        Some('至' | '到') if is_moved || run.ends_with("增至") => Part::Reached,
        Some('由' | '从' | '自') => Part::Former,
        Some('为' | '达' | '是') => Part::Stands,
        _ if is_moved && ends_in_movement(run) => Part::Change,
        // `营业收入48亿元`: the name of a thing right before its amount
        _ if !is_moved => Part::Amount,
        _ => Part::Open,
    }
}

/// The run ends in the very word of movement.
fn ends_in_movement(run: &str) -> bool {
    let end: String = {
        let tail: Vec<char> = run.chars().rev().take(2).collect();
        tail.into_iter().rev().collect()
    };
    end.ends_with(['增', '升', '涨', '降', '跌', '减']) || direction_at_end_of_han(&end).is_some()
}

/// The last word of direction before a number.
pub(super) fn way_before(before: &str) -> Option<Direction> {
    let words = tokens(before);
    words
        .iter()
        .rev()
        .take(7)
        .find_map(|word| match word.starts_with(is_han) {
            true => direction_at_end_of_han(word),
            false => direction_word(word),
        })
}
