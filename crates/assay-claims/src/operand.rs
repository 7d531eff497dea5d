//! Figures of the evidence, with how far a claim names them.

use assay_figures::{Unit, cut};

use crate::numeral::{Kept, PeriodFit, Place, Value, fit_of};
use crate::wording::{Bound, Key, Kind, Statement, Term, own_key, stem, weight};

/// A figure of the evidence that a computation may use.
#[derive(Clone, Copy)]
pub(crate) struct Operand<'a> {
    pub(crate) value: &'a Value,
    pub(crate) page: usize,
    pub(crate) statement: &'a Statement,
    /// Share of the words of its row that the claim uses; in prose, of the claim's that it has.
    pub(crate) named: f64,
    /// Which words of the claim its sentence or the label of its row has.
    pub(crate) words: WordSet,
    pub(crate) is_total: bool,
}

/// Places of words in a claim; those beyond the first of them count for nothing.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct WordSet(u64);

impl WordSet {
    pub(crate) fn has(self, place: usize) -> bool {
        let bits = |place| self.0.checked_shr(place).unwrap_or_default();
        u32::try_from(place).is_ok_and(|place| bits(place) & 1 == 1)
    }

    pub(crate) fn is_any(self) -> bool {
        self.0 != 0
    }

    /// The first place that the other does not have.
    pub(crate) fn first_beyond(self, other: Self) -> Option<u32> {
        let own = self.0 & !other.0;
        (own != 0).then(|| own.trailing_zeros())
    }

    pub(crate) fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    pub(crate) fn join(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What a word weighs among those that name a thing: that something rose names nothing.
pub(crate) fn naming_weight(term: &Term) -> f64 {
    match term.mark {
        None => weight(term),
        Some(_) => 0.0,
    }
}

/// The words of a claim that a sentence or the label of a row has.
pub(crate) fn words_of(claim: &[Term], statement: &Statement) -> WordSet {
    let inherited = match statement.row {
        Some(_) => [].iter(),
        None => statement.inherited.iter(),
    };
    let has = |own: &Term| {
        let terms = statement.terms.iter().chain(inherited.clone());
        // that something rose as well does not make it the same thing
        own.is_content()
            && own.mark.is_none()
            && (terms.clone().any(|term| own.means(term))
                || statement.may_say(&own.words) && own.has_words_among(terms))
    };
    let claim = claim.iter().take(64).enumerate();
    let places = claim.filter(|(_, own)| has(own)).map(|(place, _)| place);
    WordSet(places.fold(0, |bits, place| bits | 1 << place))
}

/// A row whose words the claim uses by half, or a sentence that shares a third of the claim's.
pub(crate) const NAMED: f64 = 0.5;
impl<'a> Operand<'a> {
    pub(crate) fn cell(&self) -> Option<(usize, usize, usize, usize)> {
        match self.value.place {
            Place::Cell { table, row, column } => Some((self.page, table, row, column)),
            Place::Sentence(_) => None,
        }
    }

    /// Where it stands.
    pub(crate) fn bound(&self) -> Bound {
        Bound {
            page: self.page,
            at: self.value.range.start,
        }
    }

    pub(crate) fn is_percent(&self) -> bool {
        self.value.unit == Unit::Percent
    }

    pub(crate) fn is_money_or_count(&self) -> bool {
        matches!(
            self.value.unit,
            Unit::Currency(_) | Unit::Bare | Unit::Count(_)
        ) && !self.value.in_name
    }

    /// Two figures of one table column, one row, or one stretch of text.
    pub(crate) fn is_beside(&self, other: &Self) -> bool {
        match (self.cell(), other.cell()) {
            (Some((page, table, _, column)), Some((p, t, _, c))) => {
                (page, table) == (p, t) && column == c
                    || self.is_continued_by(other)
                    || ((page, table) != (p, t)
                        && self.value.period.is_some()
                        && self.value.period == other.value.period)
            }
            (None, None) => true,
            _ => self
                .value
                .period
                .zip(other.value.period)
                .is_none_or(|(a, b)| {
                    fit_of(Some(a), Some(b), Kept::AtMoment) != PeriodFit::Conflict
                }),
        }
    }

    /// Two cells under one heading of a long table that was parted between passages.
    pub(crate) fn is_continued_by(&self, other: &Self) -> bool {
        let cells = self.cell().zip(other.cell());
        cells.is_some_and(|((page, _, _, column), (p, _, _, c))| {
            page != p
                && column == c
                && !self.value.head.is_empty()
                && self.value.head == other.value.head
        })
    }

    pub(crate) fn is_in_row_of(&self, other: &Self) -> bool {
        let cells = self.cell().zip(other.cell());
        cells.is_some_and(|((page, table, row, _), (p, t, r, _))| (page, table, row) == (p, t, r))
    }

    /// Two cells of one column whose rows are periods: `Q1 2024`, `Q2 2024`.
    pub(crate) fn is_below(&self, other: &Self) -> bool {
        let cells = self.cell().zip(other.cell());
        let is_one_table = cells.is_some_and(|((page, table, row, column), (p, t, r, c))| {
            (page, table, column) == (p, t, c) && row != r
        });
        (is_one_table || self.is_continued_by(other))
            && self.value.period.is_some()
            && other.value.period.is_some()
            && self.value.row.is_empty()
            && other.value.row.is_empty()
    }

    pub(crate) fn is_same_series(&self, other: &Self) -> bool {
        match (self.cell(), other.cell()) {
            (Some((page, table, row, column)), Some((p, t, r, c))) => {
                (page, table, row) == (p, t, r) && column != c
            }
            (None, None) => self.page == other.page,
            _ => false,
        }
    }
}

/// How far the words of a claim name the figure's row. A note in brackets names nothing that a writer
/// need repeat: `China (including Hong Kong)` is China.
pub(crate) fn named_row(claim: &[Term], text: &str, statement: &Statement) -> f64 {
    let row = cut(text, statement.range.clone());
    let label: Vec<&Term> = statement
        .terms
        .iter()
        .filter(|term| term.is_content() && !term.is_generic() && is_in_label(row, term))
        .collect();
    let lower = row.to_lowercase();
    if label.is_empty()
        || label
            .iter()
            .all(|term| is_of_whole(cut(&lower, term.range.clone())))
    {
        return 0.5;
    }
    let label: Vec<&Term> = match is_cash_of_activity(&lower) {
        true => {
            let names = |term: &&&Term| !is_standing_word(cut(&lower, term.range.clone()));
            label.iter().filter(names).copied().collect()
        }
        false => label,
    };
    let share = |label: &[&Term]| {
        let used = |term: &&&Term| term.is_said_by(claim.iter());
        label.iter().filter(used).count() as f64 / label.len().max(1) as f64
    };
    let bare: Vec<&Term> = label
        .iter()
        .copied()
        .filter(|term| !is_noted(row, term))
        .collect();
    share(&label)
        .max(share(&bare))
        .max(named_margin(claim, statement))
}

/// `operating margin` names the row `percent of sales` under the operating income.
fn named_margin(claim: &[Term], statement: &Statement) -> f64 {
    let of = statement.inherited.get(statement.of.clone());
    let of = of.unwrap_or_default().iter();
    let of: Vec<&Term> = of
        .filter(|term| term.kind == Kind::Word && term.is_content())
        .collect();
    let margin = own_key(&stem("margin"));
    let is_margin_of =
        |own: &Term, part: &Key| own.parts.contains(&margin) && own.parts.contains(part);
    let is_named = |term: &&&Term| {
        claim
            .iter()
            .any(|own| own.means(term) || term.parts.iter().any(|part| is_margin_of(own, part)))
    };
    match of.iter().filter(is_named).count() {
        0 => 0.0,
        named => named as f64 / of.len() as f64,
    }
}

/// `Total Company`, `Consolidated`: what a row is called that is of everybody, whom a sentence about
/// nobody else need not name.
fn is_of_whole(word: &str) -> bool {
    static WHOLE: assay_domain::WordList = assay_domain::word_list!("operand/whole");
    word.split(' ').all(|word| WHOLE.contains(&word))
}

/// `Net cash provided by (used in) financing activities`: the kind of activity is its name. What operates
/// is not only cash.
fn is_cash_of_activity(row: &str) -> bool {
    let label = row.trim_start_matches(['|', ' ']);
    let label = label.split('|').next().unwrap_or_default();
    label.contains("cash")
        && ["financing activities", "investing activities"]
            .iter()
            .any(|kind| label.contains(kind))
}

/// What every line of a statement of cash flows says of its kind.
fn is_standing_word(word: &str) -> bool {
    static STANDING: assay_domain::WordList = assay_domain::word_list!("operand/standing");
    word.split(' ')
        .all(|word| STANDING.contains(&word) || ["by", "in"].contains(&word))
}

/// The term stands in the first cell of its row, or in one without a figure: `down 14 points` names
/// nothing.
fn is_in_label(row: &str, term: &Term) -> bool {
    let before = cut(row, 0..term.range.start);
    let cell = before.rfind('|').map_or(0, |bar| bar + 1);
    let rest = cut(row, cell..row.len());
    let content = rest.split('|').next().unwrap_or_default();
    let is_first = before.trim_start_matches(['|', ' ']).find('|').is_none();
    is_first || !content.bytes().any(|byte| byte.is_ascii_digit())
}

/// The term stands behind the first word of a label, in brackets that say what is in it, what it may
/// turn into or how it is called for short.
fn is_noted(row: &str, term: &Term) -> bool {
    static NOTES: assay_domain::WordList = assay_domain::word_list!("operand/notes");
    let before = cut(row, 0..term.range.start);
    let Some(open) = before.rfind(['(', '（']).filter(|open| *open > 0) else {
        return false;
    };
    let inside = cut(row, open..row.len()).trim_start_matches(['(', '（']);
    let inside = inside.split([')', '）']).next().unwrap_or_default();
    let is_open = !cut(before, open..before.len()).contains([')', '）']);
    let lower = inside.to_lowercase();
    let is_short = inside.len() > 1 && inside.chars().all(|c| c.is_ascii_uppercase());
    let names_before = cut(before, 0..open).contains(char::is_alphabetic);
    is_open && names_before && (is_short || NOTES.iter().any(|note| lower.starts_with(note)))
}

/// How far the words of a claim are those of a sentence.
pub(crate) fn named_sentence(claim: &[Term], words: WordSet, claim_weight: f64) -> f64 {
    let shared = claim.iter().enumerate();
    let shared = shared.filter(|(place, _)| words.has(*place));
    let shared: f64 = shared.map(|(_, term)| weight(term)).sum();
    if claim_weight == 0.0 {
        0.0
    } else {
        (shared / claim_weight * 1.5).min(1.0)
    }
}

/// How far the words before a number are its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Back to the number before it.
    Number,
    /// Back to what is named before it: in `rose to 5 from 4` what stands before the first names the
    /// second as well.
    Name,
}

/// The content words around a number of running text: from the number before it, or the last two
/// clauses, to the next number or the end of its clause.
pub(crate) fn beside(terms: &[Term], at: usize, reach: Reach) -> Vec<&Term> {
    let Some(place) = terms.iter().position(|term| term.range.end > at) else {
        return Vec::new();
    };
    let names = |term: &Term| term.is_content() && term.mark.is_none();
    let mut found = Vec::new();
    let mut clauses = 0;
    for term in terms.get(..place).unwrap_or_default().iter().rev() {
        if term.kind == Kind::Number {
            // `margin fell from 19 to 18`: what names the first names the second
            let is_link = |term: &&Term| term.kind == Kind::Light && term.mark.is_none();
            let is_named = match reach {
                Reach::Number => !found.iter().all(is_link),
                Reach::Name => found.iter().any(|term: &&Term| names(term)),
            };
            if !is_named {
                continue;
            }
            break;
        }
        found.push(term);
        clauses += usize::from(term.opens_clause);
        if clauses > 1 {
            break;
        }
    }
    for term in terms.get(place..).unwrap_or_default() {
        let is_number = term.kind == Kind::Number;
        if term.opens_clause && term.range.start > at || is_number && term.range.start > at + 12 {
            break;
        }
        if !is_number {
            found.push(term);
        }
    }
    found.retain(|term| term.is_content() && !matches!(term.kind, Kind::Light));
    found
}

/// `total`, `net`: the row is the whole of its column.
pub(crate) fn is_total(text: &str, statement: &Statement) -> bool {
    static WHOLES: assay_domain::WordList = assay_domain::word_list!("operand/wholes");
    statement.row.is_some() && {
        let row = cut(text, statement.range.clone()).to_lowercase();
        WHOLES.iter().any(|word| row.contains(word))
    }
}
