//! Several numbers that one sentence has: each must go to the same thing as there.

use std::ops::Range;

use assay_figures::{Period, cut};

use super::{Bearing, Found};
use crate::numeral::{Kept, PeriodFit, fit_of, later, same_unit};
use crate::operand::Operand;
use crate::settle::bases;
use crate::wording::{Mark, Term};

impl<'p> Bearing<'_, 'p> {
    /// The number of a pair that the evidence gives to the other thing: `A 62% and B 38%` where it says
    /// `A and B 38% and 62%, respectively`.
    pub(super) fn swapped(&self, found: &[Found<'p>], segments: &[Range<usize>]) -> Option<String> {
        let turned = found.iter().find(|one| self.goes_back(one));
        let turned = turned
            .or_else(|| self.out_of_turn(found))
            .or_else(|| self.runs_backwards(found));
        let listed = || self.listed_otherwise(found);
        if let Some(turned) = turned
            .or_else(|| self.of_no_such_time(found))
            .or_else(listed)
        {
            return self.text.get(turned.number.clone()).map(str::to_owned);
        }
        for (place, first) in found.iter().enumerate() {
            for second in found.iter().skip(place + 1) {
                if self.is_swapped(first, second, segments) {
                    let number = second.number.clone();
                    return self.text.get(number).map(str::to_owned);
                }
            }
        }
        let other = found.iter().find(|one| {
            let mut stated = one.stated_in_prose().peekable();
            stated.peek().is_some() && stated.all(|operand| self.is_of_another(one, operand))
        })?;
        self.text.get(other.number.clone()).map(str::to_owned)
    }

    /// `to 56 and then 53`, where the evidence has 53 before 56.
    fn out_of_turn<'f>(&self, found: &'f [Found<'p>]) -> Option<&'f Found<'p>> {
        let turned = found.windows(2).find(|pair| {
            let [first, second] = pair else { return false };
            let between = cut(self.text, first.number.end..second.number.start);
            let period = |one: &Found<'p>| one.figure().and_then(|figure| figure.value.period);
            let is_later = period(first).zip(period(second)).map(|(a, b)| later(a, b));
            [" then ", "随后", "再"]
                .iter()
                .any(|word| between.contains(word))
                && is_later == Some(false)
        });
        turned.and_then(|pair| pair.last())
    }

    /// `from 10.8% to 10.6%`, where 10.6% is of the earlier time.
    fn runs_backwards<'f>(&self, found: &'f [Found<'p>]) -> Option<&'f Found<'p>> {
        let end = |one: &Found<'p>| end_of_course(cut(self.text, 0..one.number.start));
        let turned = found.windows(2).find(|pair| {
            let [first, second] = pair else { return false };
            let times = first.period().zip(second.period());
            end(first) == Some(End::First)
                && end(second) == Some(End::Last)
                && times.is_some_and(|(first, second)| later(second, first))
        });
        turned.and_then(|pair| pair.last())
    }

    /// The first of several numbers, where the sentence names one period and none of its figures is of
    /// that.
    fn of_no_such_time<'f>(&self, found: &'f [Found<'p>]) -> Option<&'f Found<'p>> {
        let periods: Option<Vec<_>> = found
            .iter()
            .map(|one| one.figure().and_then(|figure| figure.value.period))
            .collect();
        let first = found.first().filter(|_| found.len() > 1)?;
        let [asked] = first.value.mentions.as_slice() else {
            return None;
        };
        // what they are compared with is of another time by its nature
        if bases(self.text, self.periods).contains(asked) {
            return None;
        }
        let is_other = |period: &Period| {
            fit_of(Some(*asked), Some(*period), Kept::AtMoment) == PeriodFit::Conflict
        };
        periods?.iter().all(is_other).then_some(first)
    }

    /// The items of `A and B were 5 and 6, respectively`, as many as the claim has numbers.
    pub(super) fn listed_items(&self) -> Option<Vec<Range<usize>>> {
        const SIGNS: [&str; 8] = ["、", "以及", "和", "及", "与", ", and ", " and ", ", "];
        let first = *self.numbers.first()?;
        if let Some(items) = self.compared_items(first) {
            return Some(items);
        }
        let lists = ["respectively", "分别"];
        if !lists.iter().any(|word| self.text.contains(word)) {
            return None;
        }
        let mut items = Vec::new();
        let mut start = 0;
        while start < first {
            let rest = cut(self.text, start..first);
            let signs = SIGNS
                .iter()
                .filter_map(|sign| Some((rest.find(sign)?, sign.len())));
            let (at, length) = signs.min().unwrap_or((rest.len(), 0));
            items.push(start..start + at);
            start += (at + length).max(1);
        }
        (items.len() == self.numbers.len() && items.len() > 1).then_some(items)
    }

    /// The two sides of `A had more than B: 5 against 4`.
    fn compared_items(&self, first: usize) -> Option<Vec<Range<usize>>> {
        static AGAINST: assay_domain::WordList = assay_domain::word_list!("bearing/order/against");
        let [_, second] = *self.numbers else {
            return None;
        };
        let (before, _) = cut(self.text, 0..first).split_once(": ")?;
        let than = before.find(" than ")?;
        let between = cut(self.text, first..second);
        let (_, link) = between.split_once(' ')?;
        let link = link.trim_end_matches(['$', '€', '£']).trim();
        let is_against = AGAINST.iter().any(|word| link.ends_with(word));
        is_against.then(|| vec![0..than, than..before.len()])
    }

    /// A number of a list whose item another number of it has.
    fn listed_otherwise<'f>(&self, found: &'f [Found<'p>]) -> Option<&'f Found<'p>> {
        let items = self.listed_items()?;
        let words = |item: &Range<usize>| -> Vec<&Term> {
            let terms = self.claim.iter();
            let own = terms.filter(|term| item.contains(&term.range.start));
            own.filter(|term| term.is_content() && term.mark.is_none())
                .collect()
        };
        let numbers = self.numbers.iter().zip(&items);
        let numbers = numbers.filter_map(|(number, item)| {
            let one = found.iter().find(|one| one.number.start == *number)?;
            Some((one, words(item)))
        });
        let numbers: Vec<(&Found<'p>, Vec<&Term>)> = numbers.collect();
        let is_other = |(one, own): &&(&'f Found<'p>, Vec<&Term>)| {
            let mut others = numbers
                .iter()
                .filter(|(other, _)| other.number != one.number);
            // the evidence may list them as well, and then in another order
            let lists = |operand: &&Operand<'p>| self.sentence_of(operand).contains("respectively");
            let listed = one.stated_in_prose().find(lists);
            match listed {
                Some(operand) => others.any(|(other, theirs)| {
                    let mut beside = other.stated_in_prose();
                    let beside =
                        beside.find(|beside| std::ptr::eq(beside.statement, operand.statement));
                    beside.is_some_and(|beside| is_crossed((operand, own), (beside, theirs)))
                }),
                None => own.iter().any(|term| {
                    let mut others = others.clone();
                    !self.has_own(term, one) && others.any(|(other, _)| self.has_own(term, other))
                }),
            }
        };
        numbers.iter().find(is_other).map(|(one, _)| *one)
    }

    /// `from 26% to 19%` where the evidence says `from 19% to 26%`.
    fn goes_back(&self, found: &Found<'p>) -> bool {
        let Some(own) = end_of_course(cut(self.text, 0..found.number.start)) else {
            return false;
        };
        let mut stated = found.stated_in_prose().peekable();
        stated.peek().is_some()
            && stated.all(|operand| {
                let text = self
                    .pages
                    .get(operand.page)
                    .map_or("", |page| page.source.text);
                let start = operand.statement.range.start;
                let theirs = end_of_course(cut(text, start..operand.value.range.start));
                theirs.is_some_and(|theirs| theirs != own)
            })
    }

    /// The evidence gives the figure to another item of a list, or to a part that the claim leaves out.
    fn is_of_another(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let Some(page) = self.pages.get(operand.page) else {
            return false;
        };
        let statement = operand.statement;
        let text = cut(page.source.text, statement.range.clone());
        let lists = text.contains("respectively")
            && !self.lists_periods(operand)
            && self.is_listed_for_another(found, operand);
        let after = cut(
            page.source.text,
            operand.value.range.end..statement.range.end,
        );
        let before = cut(
            page.source.text,
            statement.range.start..operand.value.range.start,
        );
        let is_part = PART
            .iter()
            .any(|words| after.trim_start().starts_with(words))
            || PART_BEFORE
                .iter()
                .any(|words| before.trim_end().ends_with(words));
        lists || (is_part && !self.names_part(operand))
    }

    /// `5 and 6 for 2024 and 2023, respectively`: the list behind the figures is one of periods.
    fn lists_periods(&self, operand: &Operand<'p>) -> bool {
        let figures = self.figures.iter();
        let alike = figures.filter(|other| {
            std::ptr::eq(other.statement, operand.statement)
                && !other.value.in_name
                && same_unit(other.value, operand.value)
        });
        let ends = alike.map(|other| other.value.range.end);
        let (count, last) = ends.fold((0, 0), |(count, last), end| (count + 1, last.max(end)));
        let Some(page) = self.pages.get(operand.page) else {
            return false;
        };
        let behind = last..operand.statement.range.end;
        let marks = page.reading.periods.iter();
        marks
            .filter(|mark| behind.contains(&mark.range.start))
            .count()
            == count
    }

    /// `A and B had 5 and 6, respectively`: the claim names one item alone, and not that of the figure's
    /// place.
    fn is_listed_for_another(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let terms = &operand.statement.terms;
        let mut alike: Vec<usize> = self
            .figures
            .iter()
            .filter(|other| std::ptr::eq(other.statement, operand.statement))
            .filter(|other| !other.value.in_name && same_unit(other.value, operand.value))
            .map(|other| other.value.range.start)
            .collect();
        alike.sort_unstable();
        alike.dedup();
        let place = alike.iter().position(|at| *at == operand.value.range.start);
        let (Some(place), Some(first)) = (place, alike.first()) else {
            return false;
        };
        // words are counted from the start of their statement
        let start = operand.statement.range.start;
        let ahead = terms
            .iter()
            .filter(|term| start + term.range.start < *first);
        let ahead: Vec<&Term> = ahead.collect();
        let items = items(&ahead, alike.len());
        // `GAAP and non-GAAP margin`: what stands behind the last is of all
        let content = |item: &&[&Term]| item.iter().filter(|term| term.is_content()).count();
        let least = items.iter().map(content).min().unwrap_or_default().max(1);
        let named = |item: &&[&Term]| {
            let own = |term: &&&Term| {
                term.is_content()
                    && ahead.iter().filter(|other| other.means(term)).count() == 1
                    && self
                        .claim
                        .iter()
                        .any(|claim| claim.range.start < found.number.start && claim.means(term))
            };
            item.iter()
                .filter(|term| term.is_content())
                .take(least)
                .any(|term| own(&term))
        };
        let named: Vec<usize> = (0..items.len())
            .filter(|at| items.get(*at).is_some_and(&named))
            .collect();
        items.len() == alike.len()
            && alike.len() > 1
            && matches!(named.as_slice(), [only] if *only != place)
    }

    /// Whether the claim says of which part a figure is: `640 of them in Switzerland`.
    fn names_part(&self, operand: &Operand<'p>) -> bool {
        let start = operand.statement.range.start;
        let behind = operand.statement.terms.iter();
        let behind = behind.skip_while(|term| start + term.range.start < operand.value.range.end);
        let mut part = behind
            .enumerate()
            .take_while(|(at, term)| *at == 0 || !term.opens_clause)
            .map(|(_, term)| term)
            .filter(|term| term.is_content() && term.mark.is_none())
            .peekable();
        part.peek().is_none() || part.any(|term| self.claim.iter().any(|own| own.means(term)))
    }

    fn is_swapped(&self, a: &Found<'p>, b: &Found<'p>, segments: &[Range<usize>]) -> bool {
        let (mut own, mut other) = (self.things(a, segments), self.things(b, segments));
        let shared: Vec<usize> = own.iter().map(|term| term.range.start).collect();
        own.retain(|term| !other.iter().any(|other| other.range == term.range));
        other.retain(|term| !shared.contains(&term.range.start));
        // what stands before a number names it; what is behind may be what both are of
        let is_before = |found: &Found<'p>, term: &Term| term.range.start < found.number.start;
        let leads = |terms: &[&Term], found| terms.iter().any(|term| is_before(found, term));
        match (leads(&own, a), leads(&other, b)) {
            (true, true) => {
                own.retain(|term| is_before(a, term));
                other.retain(|term| is_before(b, term));
            }
            (false, false) => {}
            _ => return false,
        }
        let pairs: Vec<(&Operand<'p>, &Operand<'p>)> = a
            .stated_in_prose()
            .flat_map(|a| b.stated_in_prose().map(move |b| (a, b)))
            .filter(|(a, b)| std::ptr::eq(a.statement, b.statement))
            .filter(|(a, b)| !std::ptr::eq(a.value, b.value))
            .collect();
        !pairs.is_empty()
            && pairs
                .iter()
                .all(|(a, b)| is_crossed((a, &own), (b, &other)))
    }

    fn things(&self, found: &Found<'p>, segments: &[Range<usize>]) -> Vec<&Term> {
        let place = self.numbers.iter().position(|at| *at == found.number.start);
        let segment = place.and_then(|place| segments.get(place)).cloned();
        let terms = self.claim.get(segment.unwrap_or_default());
        let things = terms.unwrap_or_default().iter();
        things
            .filter(|term| term.is_content() && term.mark.is_none())
            .collect()
    }
}

/// Which end of a course the words right before a number make it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    First,
    Last,
}

fn end_of_course(before: &str) -> Option<End> {
    const FIRST: [&str; 4] = [" from", "由", "从", "自"];
    const LAST: [&str; 5] = [" to", "至", "升到", "降到", "增到"];
    static OTHERWISE: assay_domain::WordList = assay_domain::word_list!("bearing/order/otherwise");
    let before = before.trim_end_matches([' ', '$', '€', '£', '¥', '约']);
    let before = ["about", "roughly", "approximately", "around"]
        .iter()
        .find_map(|word| before.strip_suffix(word))
        .unwrap_or(before)
        .trim_end();
    let ends = |list: &[&str]| list.iter().any(|word| before.ends_with(word));
    match () {
        () if ends(&OTHERWISE) => None,
        () if ends(&FIRST) => Some(End::First),
        () if ends(&LAST) => Some(End::Last),
        () => None,
    }
}

/// Words behind and before a number that is a part of what was said before.
const PART: [&str; 4] = ["of them", "of which", "of whom", "of these"];
const PART_BEFORE: [&str; 3] = ["of which", "of whom", "其中"];

/// The last items of a list, parted by commas and `and`.
fn items<'t>(terms: &'t [&'t Term], count: usize) -> Vec<&'t [&'t Term]> {
    let joins = |term: &&Term| term.mark == Some(Mark::Turn);
    let Some(last_join) = terms.iter().rposition(joins) else {
        return Vec::new();
    };
    let mut items = Vec::new();
    let mut end = terms.len();
    let mut start = last_join + 1;
    while items.len() < count {
        items.push(terms.get(start..end).unwrap_or_default());
        if start == 0 {
            break;
        }
        end = start.min(last_join);
        start = (0..end)
            .rev()
            .find(|at| terms.get(*at).is_some_and(|term| term.opens_clause))
            .unwrap_or(0);
    }
    items.reverse();
    items
}

/// What only the one and only the other number has beside it stand in the sentence the other way round
/// than the figures.
fn is_crossed(a: (&Operand<'_>, &[&Term]), b: (&Operand<'_>, &[&Term])) -> bool {
    let terms = &a.0.statement.terms;
    let once = |term: &&&Term| {
        let mut places = terms.iter().filter(|own| own.means(term));
        let first = places.next();
        first.filter(|_| places.next().is_none())
    };
    let alone = |own: &[&Term], other: &[&Term]| -> Vec<usize> {
        let own = own
            .iter()
            .filter(|term| !other.iter().any(|other| other.means(term)));
        own.filter_map(|term| once(&term))
            .map(|term| term.range.start)
            .collect()
    };
    let first = alone(a.1, b.1).into_iter().min();
    let second = alone(b.1, a.1).into_iter().min();
    let in_order = a.0.value.range.start < b.0.value.range.start;
    first
        .zip(second)
        .is_some_and(|(a, b)| a != b && (a < b) != in_order)
}
