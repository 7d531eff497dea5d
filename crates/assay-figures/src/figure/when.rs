use std::ops::Range;
use std::sync::LazyLock;

use super::number::Number;
use super::period::{Period, PeriodSpan};
use crate::embedded::cut;
use crate::scan::{Needles, WordSet, begins_with};

static COMPARISONS: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of([
        "from", "compared", "versus", "vs", "against", "than", "earlier", "ago", "prior",
        "previous", "by",
    ])
});
static COMPARING_PHRASES: LazyLock<Needles> = LazyLock::new(|| {
    Needles::of([
        "last year",
        "上年",
        "去年",
        "同期",
        "较",
        "此前",
        "上一年",
        "上一财年",
        "上财年",
        "前一年",
    ])
});

fn compares(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_alphabetic());
    words.any(|word| COMPARISONS.contains(word)) || COMPARING_PHRASES.is_any_in(text)
}

static YEAR_AGO_AFTER: assay_domain::WordList =
    assay_domain::word_list!("figure/when/year_ago_after");
/// Words that lead to the figure which others are held against.
static STARTS: assay_domain::WordList = assay_domain::word_list!("figure/when/starts");
static YEAR_AGO_BEFORE: assay_domain::WordList =
    assay_domain::word_list!("figure/when/year_ago_before");

/// Which period each number of a sentence belongs to, where the sentence leaves no doubt.
pub(super) fn bind(
    sentence: &str,
    numbers: &[Number],
    periods: &[PeriodSpan],
) -> Vec<Option<Period>> {
    let gaps = Gaps {
        sentence,
        numbers,
        periods,
    };
    if let Some(bound) = gaps.closed_by_periods() {
        return bound.into_iter().map(Some).collect();
    }
    let mut bound: Vec<Option<Period>> = (0..numbers.len()).map(|i| gaps.direct(i)).collect();
    carry_forward(&gaps, &mut bound);
    carry_back(&gaps, &mut bound);
    // `to 1,204 from 562 in fiscal 2024` names the period of the second alone
    let main = gaps.sole_period().filter(|_| !gaps.ends_with_its_start());
    for (index, slot) in bound.iter_mut().enumerate() {
        if gaps.is_year_ago(index) {
            *slot = main.map(Period::year_before);
        } else if slot.is_none() && !compares(gaps.before(index)) {
            *slot = main;
        }
    }
    bound
}

/// "In FY2024 revenue rose 12 % to 4.6 bn": the second number keeps the period of the first, unless
/// one of them stands in brackets.
fn carry_forward(gaps: &Gaps<'_>, bound: &mut [Option<Period>]) {
    let mut last: Vec<(Option<usize>, Option<Period>)> = Vec::new();
    for (index, slot) in bound.iter_mut().enumerate() {
        let bracket = gaps.bracket(index);
        let before = last.iter().rev().find(|(other, _)| *other == bracket);
        let is_carried = index > 0 && !compares(gaps.before(index));
        if let Some((_, period)) = before
            && slot.is_none()
            && is_carried
        {
            *slot = *period;
        }
        last.push((bracket, *slot));
    }
}

/// "Revenue rose 12 % to 4.6 bn in FY2024": the first number takes the period of the second.
fn carry_back(gaps: &Gaps<'_>, bound: &mut [Option<Period>]) {
    let mut next: Option<(Option<usize>, Option<Period>)> = None;
    for (index, slot) in bound.iter_mut().enumerate().rev() {
        let bracket = gaps.bracket(index);
        let starts_from = gaps.before(index).trim_end().ends_with("from");
        let open = slot.is_none() && !starts_from;
        if open && !compares(gaps.after(index)) && !gaps.announces_after(index) {
            *slot = next
                .filter(|(other, _)| *other == bracket)
                .and_then(|(_, period)| period);
        }
        next = Some((bracket, *slot));
    }
}

struct Gaps<'a> {
    sentence: &'a str,
    numbers: &'a [Number],
    periods: &'a [PeriodSpan],
}

impl Gaps<'_> {
    fn before_range(&self, index: usize) -> Range<usize> {
        let end = self.numbers.get(index).map_or(0, |n| n.range.start);
        let start = index
            .checked_sub(1)
            .and_then(|previous| self.numbers.get(previous))
            .map_or(0, |n| n.range.end);
        start..end
    }

    fn after_range(&self, index: usize) -> Range<usize> {
        let start = self.numbers.get(index).map_or(0, |n| n.range.end);
        let end = self
            .numbers
            .get(index + 1)
            .map_or(self.sentence.len(), |n| n.range.start);
        start..end
    }

    fn before(&self, index: usize) -> &str {
        cut(self.sentence, self.before_range(index))
    }

    fn after(&self, index: usize) -> &str {
        cut(self.sentence, self.after_range(index))
    }

    /// `5, or 2% of assets, at the end of 2019 and 6, or 3%, at the end of 2018`: each stretch of numbers ends
    /// in its period.
    fn closed_by_periods(&self) -> Option<Vec<Period>> {
        const LEADS: [&str; 6] = [" in", " at", " for", " on", " of", " during"];
        const NEXT: [&str; 2] = [" and ", ", and "];
        let (last, others) = self.periods.split_last()?;
        let ends = |span: &PeriodSpan| {
            let before = cut(self.sentence, 0..span.range.start).to_ascii_lowercase();
            let before = before
                .trim_end()
                .trim_end_matches(" the end of")
                .trim_end_matches(" the");
            LEADS.iter().any(|lead| before.ends_with(lead))
        };
        let goes_on = |span: &PeriodSpan| {
            let behind = cut(self.sentence, span.range.end..self.sentence.len());
            NEXT.iter().any(|next| behind.starts_with(next))
        };
        let is_closed = !others.is_empty()
            && self.periods.iter().all(ends)
            && others.iter().all(goes_on)
            && self.numbers.last()?.range.end <= last.range.start;
        let of = |number: &Number| {
            let mut behind = self.periods.iter();
            behind.find(|span| span.range.start >= number.range.end)
        };
        let bound: Vec<&PeriodSpan> = self.numbers.iter().filter_map(of).collect();
        let has_number = |span: &PeriodSpan| bound.iter().any(|own| own.range == span.range);
        let all = is_closed && self.periods.iter().all(has_number);
        all.then(|| bound.into_iter().map(|span| span.period).collect())
    }

    /// Where the bracket opens that a number stands in.
    fn bracket(&self, index: usize) -> Option<usize> {
        let end = self
            .numbers
            .get(index)
            .map_or(0, |number| number.range.start);
        let mut open = Vec::new();
        for (at, c) in cut(self.sentence, 0..end).char_indices() {
            match c {
                '(' | '（' => open.push(at),
                ')' | '）' => {
                    open.pop();
                }
                _ => {}
            }
        }
        open.pop()
    }

    fn is_year_ago(&self, index: usize) -> bool {
        let after = self.after(index).trim_start();
        let before = self.before(index);
        // `，较上年增长12%` is no figure of the year before, `，上年为4.1` is one.
        let is_before = |words: &str| match before.rsplit_once(['，', '；']) {
            Some((_, clause)) => clause.trim_start_matches('而').starts_with(words),
            None => before.contains(words),
        };
        YEAR_AGO_AFTER.iter().any(|words| begins_with(after, words))
            || YEAR_AGO_BEFORE.iter().any(|words| is_before(words))
    }

    /// A period right after the number, or one before it in the same gap. A period with a colon
    /// (`FY2023: 4.10`) belongs to what follows.
    fn direct(&self, index: usize) -> Option<Period> {
        let after = self.after_range(index);
        let following = self
            .periods
            .iter()
            .find(|span| after.contains(&span.range.start) && !self.announces(span));
        if let Some(span) = following {
            let link = cut(self.sentence, after.start..span.range.start);
            let behind = cut(self.sentence, span.range.end..after.end);
            // `43% of receivables at year end 2020 (39% in 2019)`
            let is_closed =
                behind.trim_start().starts_with(['(', '（']) && index + 1 < self.numbers.len();
            if is_link(link) || is_closed && !link.contains([',', ';', '，', '；', '(', '（']) {
                return Some(span.period);
            }
        }
        let before = self.before_range(index);
        let preceding = self
            .periods
            .iter()
            .rev()
            .find(|span| before.contains(&span.range.start))?;
        let is_first = index == 0;
        let gap = cut(self.sentence, before.start..preceding.range.start);
        let starts_clause = is_first
            || self.announces(preceding)
            || !is_link(gap)
            || gap.contains([',', ';', '，', '；', '(', '（']);
        starts_clause.then_some(preceding.period)
    }

    fn announces_after(&self, index: usize) -> bool {
        let after = self.after_range(index);
        let mut inside = self
            .periods
            .iter()
            .filter(|span| after.contains(&span.range.start));
        inside.any(|span| self.announces(span))
    }

    /// The sentence says of the figure alone that something started from when it was.
    fn ends_with_its_start(&self) -> bool {
        let dated = (0..self.numbers.len()).filter(|index| {
            let after = self.after_range(*index);
            let mut spans = self.periods.iter();
            spans.any(|span| {
                after.contains(&span.range.start)
                    && is_link(cut(self.sentence, after.start..span.range.start))
            })
        });
        let mut dated = dated.peekable();
        dated.peek().is_some()
            && dated.all(|index| {
                let before = self.before(index).trim_end_matches([' ', '$', '€', '£']);
                index > 0 && STARTS.iter().any(|start| before.ends_with(start))
            })
    }

    /// The only period of the sentence, unless it is tied to one number by a colon.
    fn sole_period(&self) -> Option<Period> {
        let mut distinct: Vec<Period> = self.periods.iter().map(|span| span.period).collect();
        distinct.dedup();
        let tied = self.periods.iter().any(|span| self.announces(span));
        match distinct.as_slice() {
            [only] if !tied => Some(*only),
            _ => None,
        }
    }

    fn announces(&self, span: &PeriodSpan) -> bool {
        let after = cut(self.sentence, span.range.end..self.sentence.len());
        after.starts_with([':', '：'])
    }
}

/// Text that may stand between a number and the period it belongs to: `in`, `for the`, `(`.
fn is_link(text: &str) -> bool {
    const WORDS: [&str; 11] = [
        "in", "for", "during", "the", "of", "at", "end", "as", "on", "full", "year",
    ];
    text.chars()
        .all(|c| c.is_ascii_alphabetic() || " (（,，".contains(c))
        && text
            .split(|c: char| !c.is_ascii_alphabetic())
            .filter(|word| !word.is_empty())
            .all(|word| WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)))
        && !text.contains([',', '，'])
}
