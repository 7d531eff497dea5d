//! What is done with a number, what it is a share of and what it counts, where a claim says so right at
//! it.

use assay_figures::{Unit, cut};

use super::{Bearing, Found};
use crate::operand::Operand;
use crate::wording::{Class, Kind, Mark, Term, WordList, Words};

impl<'p> Bearing<'_, 'p> {
    /// What is said to be done with the number, by a verb that says more than that there is so much, where
    /// claim and sentence are of one script.
    pub(super) fn is_deed(&self, found: &Found<'p>, at: usize, operands: &[Operand<'p>]) -> bool {
        let Some(term) = self.claim.get(at) else {
            return false;
        };
        let written = cut(self.text, term.range.clone());
        let is_verb = term.class() == Some(Class::Verb)
            || term.class().is_none() && term.kind == Kind::Word && written.ends_with("ed");
        let first = written.split(' ').next().unwrap_or_default().to_lowercase();
        let behind = self.claim.get(at + 1..).unwrap_or_default().iter();
        let mut between = behind.take_while(|term| term.range.end <= found.number.start);
        self.is_alone(found)
            && is_verb
            && between.all(|term| !term.opens_clause && term.mark != Some(Mark::Turn))
            && written.is_ascii()
            && written.starts_with(char::is_lowercase)
            && term.range.start < found.number.start
            && !COLOURLESS.contains(&first)
            && operands.iter().all(|operand| {
                operand.statement.row.is_none() || self.is_row_of_other_deed(operand)
            })
    }

    /// `Copper produced`: the label ends in what is done, and the claim says something else.
    fn is_row_of_other_deed(&self, operand: &Operand<'p>) -> bool {
        let row = self.written_in(operand);
        let open = row.len() - row.trim_start_matches(['|', ' ']).len();
        let end = cut(row, open..row.len())
            .find(['|', '(', '（'])
            .map_or(row.len(), |at| open + at);
        let mut label = operand.statement.terms.iter();
        let last = label.rfind(|own| own.range.end <= end);
        last.is_some_and(|own| {
            let is_verb = own.class() == Some(Class::Verb) || own.may_be_verb();
            is_verb
                && own.mark.is_none()
                && cut(row, own.range.clone()).ends_with("ed")
                && !self.claim.iter().any(|term| term.means(own))
        })
    }

    /// `12% of deposits`: what a share is of.
    pub(super) fn is_base(&self, found: &Found<'p>, term: &Term) -> bool {
        let behind = found.number.end..term.range.start;
        let is_share = found.value.unit == Unit::Percent && !found.is_derived;
        let between = self.text.get(behind).unwrap_or_default();
        let of = between.trim_start().strip_prefix("of ");
        is_share
            && term.kind == Kind::Word
            && !self.is_known(term)
            && of.is_some_and(|rest| self.is_owner_only(rest))
    }

    /// The sentence beside the figure's gives the same thing this word: `third-party vendors` there, vendors
    /// here.
    pub(super) fn is_qualified_beside(&self, at: usize, operands: &[Operand<'p>]) -> bool {
        let Some((own, next)) = self.claim.get(at).zip(self.claim.get(at + 1)) else {
            return false;
        };
        let is_pair = |pair: &[Term]| matches!(pair, [first, second] if first.is_same(own) && second.is_same(next));
        operands.iter().all(|operand| {
            let page = self.pages.get(operand.page);
            let all = page.map_or(&[][..], |page| page.statements());
            let place = all
                .iter()
                .position(|statement| std::ptr::eq(statement, operand.statement));
            let beside = place.and_then(|place| place.checked_sub(1));
            let beside = beside.and_then(|before| all.get(before));
            let has_thing = operand
                .statement
                .terms
                .iter()
                .any(|term| term.is_same(next));
            has_thing && beside.is_some_and(|before| before.terms.windows(2).any(is_pair))
        })
    }

    /// Nothing but articles and whose it is.
    fn is_owner_only(&self, words: &str) -> bool {
        words.split_whitespace().all(|word| {
            [
                "the",
                "its",
                "our",
                "their",
                "all",
                "total",
                "net",
                "annual",
                "worldwide",
                "global",
            ]
            .contains(&word)
                || word.ends_with("'s")
                || word.ends_with("’s")
                || word.ends_with("s'")
                || word.starts_with(char::is_uppercase)
        })
    }

    /// It stands right behind the number: what is counted, or what the money is for.
    pub(super) fn is_object(&self, found: &Found<'p>, at: usize) -> bool {
        let number = self
            .claim
            .iter()
            .position(|term| term.range.end > found.number.start);
        let Some(term) = self.claim.get(at) else {
            return false;
        };
        let written = cut(self.text, term.range.clone()).to_lowercase();
        // what is counted is in the plural, whatever else its word may mean
        let is_plural = written.len() > 4 && written.ends_with('s') && !written.ends_with("ss");
        let is_word = term.kind == Kind::Word
            && match term.class() {
                Some(Class::Noun) => true,
                Some(Class::Quality) | None => is_plural,
                Some(Class::Verb) => false,
            };
        if !is_word || self.is_known(term) || PLAIN.contains(&written.as_str()) {
            return false;
        }
        let Some((before, between)) = number
            .and_then(|number| Some((self.claim.get(..number)?, self.claim.get(number..at)?)))
        else {
            return false;
        };
        let is_content = |term: &&Term| term.is_content() && !self.is_known(term);
        // a number that opens the sentence is what the sentence is about
        before.iter().any(Term::is_content)
            && between.iter().filter(is_content).count() < 2
            && between.iter().all(|term| term.mark != Some(Mark::Turn))
    }
}

/// Verbs that say no more of an amount than that there is so much of it, or that somebody says so.
static COLOURLESS: WordList = WordList::new(|| {
    Words::of(
        "made make makes making took take takes taking brought brings came comes went goes put puts ran \
         held holds kept keeps stood stands reached reaches hit hits saw sees showed shows posted posts reported reports \
         recorded records moved moves carried carries gave gives left leaves turned turns used uses spent spends totaled \
         totalled totals amounted amounts accounted accounts represented represents generated generates earned earns booked \
         books realised realized pushed stems stemmed found finds worked works began begins weighed weighs said says thinks \
         expects expected got gets had has achieved achieves delivered contributed contributes supplied comprised constituted \
         equalled equaled averaged covers covered includes included involved counted counts numbered boasted swung swings \
         topped tops ate eats consumed consumes absorbed absorbs cost costs",
    )
});

/// Words for money itself, which say nothing of what it is for.
static PLAIN: assay_domain::WordList = assay_domain::word_list!("bearing/object/plain");
