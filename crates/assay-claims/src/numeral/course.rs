//! The course that a sentence gives to an amount: `rose to X from Y`, `fell from Y to X`.

use assay_figures::{Direction, WordSet, cut, direction_at_end_of_han, direction_word, periods};
use std::mem::discriminant;
use std::sync::LazyLock;

use super::book::Entry;
use super::derive::{later, same_unit, signed_amount};
use super::value::{Place, Value};
use super::words::{is_han, tokens};

/// A number of the claim and the figure of the evidence that it was found to be.
pub(crate) type Found<'a> = (&'a Value, Option<&'a Value>);

/// Which end of a course a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    From,
    To,
}

/// The places of the numbers in a sentence that went the other way, by the sentence itself or by the
/// evidence. `found` are the numbers of one sentence, in order.
pub(crate) fn turned(text: &str, found: &[Found<'_>], entries: &[Entry<'_>]) -> Vec<usize> {
    let sentence = Courses { text, found };
    let mut wrong = Vec::new();
    for place in 0..found.len() {
        let gap = sentence.before(place);
        match end_of_course(gap) {
            Some(End::From) => {
                let Some((to, direction)) = sentence.other_end(place) else {
                    continue;
                };
                let is_turned = direction.is_some_and(|way| sentence.goes_against(place, to, way));
                if is_turned || sentence.is_reversed(place, to, entries) {
                    wrong.push(to);
                }
            }
            Some(End::To) => {
                let way = sentence.way_to(place);
                if way.is_some_and(|way| sentence.was_never_so(place, way, entries)) {
                    wrong.push(place);
                }
            }
            None => {}
        }
    }
    wrong.sort_unstable();
    wrong.dedup();
    wrong
}

struct Courses<'a> {
    text: &'a str,
    found: &'a [Found<'a>],
}

impl Courses<'_> {
    fn value(&self, place: usize) -> Option<&Value> {
        self.found.get(place).map(|(value, _)| *value)
    }

    /// The text between the number before and this one.
    fn before(&self, place: usize) -> &str {
        let Some(value) = self.value(place) else {
            return "";
        };
        let start = place
            .checked_sub(1)
            .and_then(|before| self.value(before))
            .map_or(0, |before| before.range.end);
        cut(self.text, start.min(value.range.start)..value.range.start)
    }

    fn is_alike(&self, a: usize, b: usize) -> bool {
        let pair = self.value(a).zip(self.value(b));
        pair.is_some_and(|(a, b)| same_unit(a, b) && !a.is_other_kind(b))
    }

    /// The end of a course that begins at `from`, and which way its verb goes.
    fn other_end(&self, from: usize) -> Option<(usize, Option<Direction>)> {
        let gap = self.before(from);
        let next = from + 1;
        let own = way_in(gap);
        if end_of_course(self.before(next)) == Some(End::To) && self.is_alike(from, next) {
            return Some((next, way_in(self.before(next)).or(own)));
        }
        if gap.contains([';', '；', '。']) {
            return None;
        }
        let mut earlier = (0..from).rev();
        let to = earlier.find(|place| self.is_alike(*place, from))?;
        let is_end = end_of_course(self.before(to)) == Some(End::To);
        match own {
            // `$5, up from $4`
            Some(_) => Some((to, own)),
            None if is_end => Some((to, self.way_to(to))),
            None => None,
        }
    }

    /// `rose 5% to $4`: the verb may stand before another number of its clause.
    fn way_to(&self, to: usize) -> Option<Direction> {
        for place in (0..=to).rev() {
            let gap = self.before(place);
            if let Some(way) = way_in(gap) {
                return Some(way);
            }
            if gap.contains([',', ';', '，', '；', '。', '(', '（']) {
                return None;
            }
        }
        None
    }

    fn goes_against(&self, from: usize, to: usize, way: Direction) -> bool {
        let amounts = self.value(from).zip(self.value(to));
        let Some((old, new)) = amounts.filter(|(old, new)| !(old.negative && new.negative)) else {
            return false;
        };
        match (signed_amount(old), signed_amount(new)) {
            (Some(old), Some(new)) => is_against(way, old, new),
            _ => false,
        }
    }

    /// The evidence has the two numbers the other way round in time.
    fn is_reversed(&self, from: usize, to: usize, entries: &[Entry<'_>]) -> bool {
        let source = |place: usize| self.found.get(place).and_then(|(_, source)| *source);
        let Some((old, new)) = source(from).zip(source(to)) else {
            return false;
        };
        if let (Some(old), Some(new)) = (old.period, new.period)
            && later(new, old)
        {
            return true;
        }
        let is_one_sentence = !old.place.is_cell() && old.place == new.place;
        let end = |value: &Value| {
            let entry = entries
                .iter()
                .find(|entry| std::ptr::eq(entry.value, value) && entry.in_text)?;
            let text = cut(entry.page.source.text, 0..value.range.start);
            let start = text.char_indices().rev().nth(40).map_or(0, |(at, _)| at);
            end_of_course(cut(text, start..text.len()))
        };
        is_one_sentence && end(old) == Some(End::To) && end(new) == Some(End::From)
    }

    /// All earlier figures of the row say that the number came from the other side.
    fn was_never_so(&self, to: usize, way: Direction, entries: &[Entry<'_>]) -> bool {
        let Some(source) = self.found.get(to).and_then(|(_, source)| *source) else {
            return false;
        };
        let Place::Cell { table, row, .. } = source.place else {
            return false;
        };
        let own = entries
            .iter()
            .find(|entry| std::ptr::eq(entry.value, source));
        let (Some(own), Some(new)) = (own, signed_amount(source)) else {
            return false;
        };
        let is_earlier = |other: &Value| {
            let is_in_row = matches!(other.place, Place::Cell { table: t, row: r, .. } if t == table && r == row);
            let times = other.period.zip(source.period);
            // a whole year says nothing of where a quarter came from
            let is_alike =
                times.is_some_and(|(a, b)| discriminant(&a.span) == discriminant(&b.span));
            is_in_row
                && is_alike
                && same_unit(other, source)
                && times.is_some_and(|(a, b)| later(a, b))
        };
        let earlier: Vec<&Value> = entries
            .iter()
            .filter(|entry| std::ptr::eq(entry.page, own.page) && is_earlier(entry.value))
            .map(|entry| entry.value)
            .collect();
        let is_negative = source.negative || earlier.iter().any(|value| value.negative);
        !is_negative
            && !earlier.is_empty()
            && earlier
                .iter()
                .filter_map(|value| signed_amount(value))
                .all(|old| is_against(way, old, new))
    }
}

fn is_against(way: Direction, old: assay_domain::Decimal, new: assay_domain::Decimal) -> bool {
    match way {
        Direction::Up => new < old,
        Direction::Down => new > old,
    }
}

/// Words that stand between `to` or `from` and its number.
static BETWEEN: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of([
        "approximately",
        "about",
        "nearly",
        "almost",
        "around",
        "roughly",
        "an",
        "a",
        "us",
        "record",
        "just",
        "over",
        "some",
        "only",
    ])
});

/// Whether the text before a number makes it an end of a course.
fn end_of_course(before: &str) -> Option<End> {
    let spans = periods(before);
    let end = spans
        .last()
        .filter(|span| cut(before, span.range.end..before.len()).trim() == "的")
        .map_or(before.len(), |span| span.range.start);
    let bare = cut(before, 0..end).trim_end().trim_end_matches('的');
    let last = tokens(bare)
        .into_iter()
        .rev()
        .find(|word| !BETWEEN.contains(word))?;
    if last.starts_with(is_han) {
        let run = last.trim_end_matches(['约', '近']);
        let reaches = run.ends_with(['至', '到']);
        return match run.chars().next_back() {
            Some('由' | '从' | '自') => Some(End::From),
            _ if reaches => Some(End::To),
            _ => None,
        };
    }
    match last.to_ascii_lowercase().as_str() {
        "to" => Some(End::To),
        "from" => Some(End::From),
        _ => None,
    }
}

/// Which way the last clause of a text says that an amount went. What improves may go either way.
fn way_in(gap: &str) -> Option<Direction> {
    const REACH: usize = 7;
    const VALUED: [&str; 4] = ["improve", "worse", "deteriorat", "advanced"];
    let clause = gap.rsplit([',', ';', '，', '；', '。', '(', '（']).next()?;
    let words = tokens(clause);
    words.iter().rev().take(REACH).find_map(|word| {
        if word.starts_with(is_han) {
            return direction_at_end_of_han(word);
        }
        let is_valued = VALUED
            .iter()
            .any(|stem| word.to_ascii_lowercase().starts_with(stem));
        direction_word(word).filter(|_| !is_valued)
    })
}
