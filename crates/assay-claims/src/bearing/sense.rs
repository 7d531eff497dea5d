//! What the words right at a figure make of it: how sure it is, which limit it is, over which time.

use std::sync::LazyLock;

use assay_figures::{Unit, cut};

use super::{Bearing, Found};
use crate::numeral::is_plain_fact;
use crate::operand::Operand;
use crate::wording::{Certainty, Class, Kind, Mark, Term, stands_outside, terms};

/// How many words before or behind a figure speak of it.
const REACH: usize = 4;

/// Words right before a figure that make it the most there can be.
static MOST: assay_domain::WordList = assay_domain::word_list!("bearing/sense/most");
/// Words by which a claim says that its number is a limit.
static LIMITS: assay_domain::WordList = assay_domain::word_list!("bearing/sense/limits");
const EXACT: [&str; 5] = ["exactly", "precisely", "恰好", "正好", "整整"];
/// Words by which a claim expects, allows or hands on what it does not state as done.
const DOUBTS: [&str; 26] = [
    "project", "forecast", "contend", "argue", "alleg", "claim", "assert", "seek", "demand",
    "guid", "foresee", "budget", "authoris", "authoriz", "estimat", "must", "owe", "obliga", "due",
    "可", "或", "授权", "称", "要求", "须", "需",
];
/// Stretches of time that an amount may be of, by the words for each.
const PACES: [&[&str]; 5] = [
    &[
        "per day",
        "a day",
        "each day",
        "daily",
        "every day",
        "每天",
        "每日",
    ],
    &[
        "per week",
        "a week",
        "each week",
        "weekly",
        "every week",
        "每周",
    ],
    &[
        "per month",
        "a month",
        "each month",
        "monthly",
        "every month",
        "每月",
    ],
    &[
        "per quarter",
        "a quarter",
        "each quarter",
        "quarterly",
        "每季",
    ],
    &[
        "per year",
        "a year",
        "each year",
        "yearly",
        "annually",
        "annual",
        "every year",
        "每年",
    ],
];

impl<'p> Bearing<'_, 'p> {
    /// A word at the number that is the opposite of one at the figure.
    pub(super) fn opposite(
        &self,
        found: &Found<'p>,
        asked: &[usize],
        operands: &[Operand<'p>],
    ) -> Option<String> {
        let joint = self.claim.iter().position(|term| {
            term.range.start > found.number.start && term.mark == Some(Mark::Turn)
        });
        let mut close = asked
            .iter()
            .filter(|at| joint.is_none_or(|joint| **at < joint));
        let opposite = close.find(|at| {
            self.claim.get(**at).is_some_and(|term| {
                let mut operands = operands.iter();
                operands.any(|operand| self.says_opposite(term, operand))
            })
        });
        self.written(*opposite?)
    }

    /// The words right at the figure make something else of it than those at the number.
    pub(super) fn is_turned(&self, found: &Found<'p>, operands: &[Operand<'p>]) -> bool {
        let [operand] = operands else {
            return false;
        };
        let is_other = !found.is_derived
            && (self.is_other_part(found, operand)
                || self.is_past_limit(found, operand)
                || self.is_turned_over(found, operand)
                || self.is_of_others(found, operand)
                || self.has_opposite_head(found, operand));
        let is_stated = !found.is_derived && operand.statement.row.is_none();
        self.is_too_exact(operand)
            || is_other
            || self.is_only_foreseen(operand)
            || is_stated
                && (self.is_no_change(found, operand)
                    || self.is_welcomed(operand)
                    || self.is_shared_otherwise(operand)
                    || self.is_surer(operand)
                    || self.drops_limit(operand)
                    || self.is_of_other_code(operand)
                    || self.takes_whole(found, operand)
                    || self.is_of_other_whole(found, operand)
                    || self.is_of_other_place(operand)
                    || self.is_linked_to_another(found, operand)
                    || self.counts_other_thing(found, operand)
                    || self.is_of_other_pace(found, operand))
    }

    fn says_opposite(&self, term: &Term, operand: &Operand<'p>) -> bool {
        let at = operand.value.range.start - operand.statement.range.start;
        let content: Vec<&Term> = match operand.statement.row {
            Some(_) => operand.statement.terms.iter().collect(),
            None => {
                let own = self.segment_of(operand).iter();
                let own: Vec<&Term> = own.filter(|term| term.is_content()).collect();
                let place = own.iter().filter(|term| term.range.start < at).count();
                let near = own.into_iter().enumerate();
                near.filter(|(other, _)| other + REACH >= place && *other < place + REACH)
                    .map(|(_, term)| term)
                    .collect()
            }
        };
        content.iter().any(|own| own.is_opposite_of(term))
            && !operand.statement.terms.iter().any(|own| own.means(term))
    }

    /// `a benefit of 5` where the evidence has `a charge of 5`.
    fn has_opposite_head(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let number = operand.value.range.start - operand.statement.range.start;
        let heads = head_before(self.claim, found.number.start)
            .zip(head_before(&operand.statement.terms, number));
        operand.statement.row.is_none()
            && heads.is_some_and(|(own, theirs)| own.is_opposite_of(theirs))
    }

    /// The claim says that something moved by so many per cent, the clause of the figure nothing of a
    /// movement.
    fn is_no_change(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let claim = &found.value;
        let moves = |term: &Term| matches!(term.mark, Some(Mark::Way(_)));
        let says = |words: &[&str]| {
            let text = self.sentence_of(operand);
            words.iter().any(|word| text.contains(word))
        };
        claim.unit == Unit::Percent
            && claim.direction.is_some()
            && claim.slack.is_none()
            && operand.value.direction.is_none()
            && !operand.statement.terms.iter().any(moves)
            && !says(&[
                "chang", "grow", "increas", "decreas", "reduc", "rise", "fall", "cut", "变", "增",
                "减", "降", "升",
            ])
    }

    /// What the evidence calls unfavourable, the claim calls good.
    fn is_welcomed(&self, operand: &Operand<'p>) -> bool {
        const BAD: [&str; 4] = ["unfavorabl", "unfavourabl", "adverse", "不利"];
        static GOOD: assay_domain::WordList = assay_domain::word_list!("bearing/sense/good");
        let says = |text: &str, words: &[&str]| words.iter().any(|word| text.contains(word));
        if !says(self.lower, &GOOD) || says(self.lower, &BAD) {
            return false;
        }
        let theirs: String = {
            let start = operand.statement.range.start;
            let segment = self.segment_of(operand);
            let ends = segment.first().zip(segment.last());
            let range = ends.map(|(first, last)| start + first.range.start..start + last.range.end);
            let text = self
                .pages
                .get(operand.page)
                .map_or("", |page| page.source.text);
            cut(text, range.unwrap_or_default()).to_lowercase()
        };
        says(&theirs, &BAD)
    }

    /// The same number for each of several is not one for all of them together.
    fn is_shared_otherwise(&self, operand: &Operand<'p>) -> bool {
        const EACH: [&str; 4] = [" each ", "each of", "apiece", "各自"];
        static TOGETHER: assay_domain::WordList =
            assay_domain::word_list!("bearing/sense/together");
        let says = |text: &str, words: &[&str]| words.iter().any(|word| text.contains(word));
        let (each, together) = (says(self.lower, &EACH), says(self.lower, &TOGETHER));
        if self.numbers.len() != 1 || !each && !together {
            return false;
        }
        let theirs = self.sentence_of(operand);
        match each {
            true => !says(&theirs, &EACH) && !theirs.contains("every"),
            false => says(&theirs, &EACH),
        }
    }

    /// `29% of consolidated sales`, where the evidence has `20% of consolidated sales and 29% of those in
    /// Asia`: the whole that the claim names stands behind another share of the sentence.
    fn is_of_other_whole(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let statement = operand.statement;
        let at = operand.value.range.start - statement.range.start;
        let own = behind_share(self.text, self.claim, found.number.start);
        if found.value.unit != Unit::Percent || own.is_empty() {
            return false;
        }
        let page = self.pages.get(operand.page);
        let text = page.map_or("", |page| cut(page.source.text, statement.range.clone()));
        let theirs = behind_share(text, &statement.terms, at);
        let others = self.figures.iter().filter(|other| {
            std::ptr::eq(other.statement, statement)
                && other.value.unit == Unit::Percent
                && other.value.range != operand.value.range
        });
        let others: Vec<Vec<&Term>> = others
            .map(|other| {
                let at = other.value.range.start - statement.range.start;
                behind_share(text, &statement.terms, at)
            })
            .collect();
        let has = |whole: &[&Term], term: &Term| whole.iter().any(|word| word.means(term));
        !theirs.is_empty()
            && own
                .iter()
                .any(|term| !has(&theirs, term) && others.iter().any(|whole| has(whole, term)))
    }

    /// `outside the United States` is not in it.
    fn is_of_other_place(&self, operand: &Operand<'p>) -> bool {
        let statement = operand.statement;
        let page = self.pages.get(operand.page);
        let text = page.map_or("", |page| cut(page.source.text, statement.range.clone()));
        let is_outside = |text: &str, term: &Term| stands_outside(cut(text, 0..term.range.start));
        let segment = self.segment_of(operand);
        self.claim
            .iter()
            .filter(|term| term.kind == Kind::Name)
            .any(|own| {
                let mut alike = segment.iter().filter(|term| term.means(own)).peekable();
                let is_out = is_outside(self.text, own);
                alike.peek().is_some() && alike.all(|term| is_outside(text, term) != is_out)
            })
    }

    pub(super) fn sentence_of(&self, operand: &Operand<'p>) -> String {
        let page = self.pages.get(operand.page);
        let text = page.map_or("", |page| page.source.text);
        cut(text, operand.statement.range.clone()).to_lowercase()
    }

    /// The clause of the figure expects or doubts it, and the claim does neither.
    fn is_surer(&self, operand: &Operand<'p>) -> bool {
        let doubts = |term: &Term| match term.mark {
            Some(Mark::Hedge(certainty)) => Some(certainty),
            _ => None,
        };
        let at = operand.value.range.start - operand.statement.range.start;
        let (before, behind): (Vec<&Term>, Vec<&Term>) = self
            .segment_of(operand)
            .iter()
            .partition(|term| term.range.start < at);
        let mut theirs = Certainty::Fact;
        for term in before.iter().rev() {
            theirs = doubts(term).map_or(theirs, |doubt| theirs.min(doubt));
            if term.opens_clause {
                break;
            }
        }
        theirs = self
            .listed_doubt(operand, at)
            .map_or(theirs, |doubt| theirs.min(doubt));
        let goes_on = |term: &&&Term| !term.opens_clause && term.mark != Some(Mark::Turn);
        let rest = behind.iter().take_while(goes_on);
        theirs = rest.filter_map(|term| doubts(term)).fold(theirs, Ord::min);
        let own = self.claim.iter().filter_map(doubts).min();
        let hands_on = || DOUBTS.iter().any(|word| self.lower.contains(word));
        theirs < own.unwrap_or(Certainty::Fact) && !hands_on()
    }

    /// `we expect A of 5 and B of 6`: what is said of the first of a list is said of them all, up to the
    /// next word for what is done.
    fn listed_doubt(&self, operand: &Operand<'p>, at: usize) -> Option<Certainty> {
        let before = operand
            .statement
            .terms
            .iter()
            .filter(|term| term.range.end <= at);
        let stops = |term: &&Term| {
            matches!(term.mark, Some(Mark::Hedge(_) | Mark::Condition))
                || term.opens_clause && term.mark != Some(Mark::Turn)
                || term.mark.is_none() && term.may_be_verb() && term.class() == Some(Class::Verb)
        };
        match before.rev().find(stops)?.mark {
            Some(Mark::Hedge(certainty)) => Some(certainty),
            _ => None,
        }
    }

    /// A cell of a table of what is expected, which the claim states as done.
    fn is_only_foreseen(&self, operand: &Operand<'p>) -> bool {
        static OUTLOOKS: LazyLock<Vec<Term>> = LazyLock::new(|| {
            terms("guidance outlook forecast projections budget target goal planned proposed")
        });
        static RESULTS: LazyLock<Vec<Term>> = LazyLock::new(|| terms("actual results reported"));
        let statement = operand.statement;
        let says = |list: &[Term]| {
            let mut known = statement.terms.iter().chain(&statement.inherited);
            known.any(|own| list.iter().any(|word| word.parts == own.parts))
        };
        statement.row.is_some() && says(&OUTLOOKS) && !says(&RESULTS) && is_plain_fact(self.text)
    }

    /// `MX-40`, where the sentence of the figure has `MX-20`: of things that are told apart by their digits
    /// the claim names another.
    fn is_of_other_code(&self, operand: &Operand<'p>) -> bool {
        let theirs = codes(self.written_in(operand));
        let own = codes(self.text);
        let is_other = |(name, digits): &(&str, &str)| {
            let mut alike = theirs.iter().filter(|(other, _)| other == name).peekable();
            alike.peek().is_some() && alike.all(|(_, other)| other != digits)
        };
        self.numbers.len() == 1 && own.iter().any(is_other)
    }

    /// `up to 10%` is not 10%.
    fn drops_limit(&self, operand: &Operand<'p>) -> bool {
        let text = self
            .pages
            .get(operand.page)
            .map_or("", |page| page.source.text);
        let before = cut(
            text,
            operand.statement.range.start..operand.value.range.start,
        );
        let before = before
            .trim_end_matches([' ', '$', '€', '£', '¥'])
            .to_lowercase();
        let says = |list: &[&str]| list.iter().any(|word| self.lower.contains(word));
        let ends = |list: &[&str]| list.iter().any(|word| before.ends_with(word));
        // `not less than 3` is the least there can be
        let is_least = [
            "not less than",
            "no less than",
            "not fewer than",
            "no fewer than",
        ];
        ends(&MOST) && !ends(&is_least) && !says(&LIMITS)
    }

    /// `all 100 of them`, or `none reached 100`, where the sentence of the figure says neither.
    fn takes_whole(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        const ALL: [&str; 6] = ["all", "all of the", "all the", "全部", "所有", "全数"];
        const WHOLE: [&str; 10] = [
            "all ", "each", "every", "entire", "fully", "whole", "complet", "both", "全", "均",
        ];
        let before = cut(self.text, 0..found.number.start).to_lowercase();
        let before = before.trim_end_matches([' ', '$', '€', '£', '¥']);
        let is_all = ALL.iter().any(|word| {
            let rest = before.strip_suffix(word);
            rest.is_some_and(|rest| !rest.ends_with(|c: char| c.is_ascii_alphabetic()))
        });
        let is_none = self.numbers.len() == 1
            && self.claim.first().is_some_and(|term| {
                let written = cut(self.text, term.range.clone()).to_lowercase();
                term.mark == Some(Mark::Not) && ["no", "none", "没有"].contains(&written.as_str())
            });
        let says_not = || {
            let mut terms = operand.statement.terms.iter();
            terms.any(|term| term.mark == Some(Mark::Not))
        };
        let says_whole = || {
            let sentence = self.sentence_of(operand);
            WHOLE.iter().any(|word| sentence.contains(word))
        };
        is_all && !says_whole() || is_none && !says_not()
    }

    /// The claim says `exactly`, the evidence does not.
    fn is_too_exact(&self, operand: &Operand<'p>) -> bool {
        let says = |text: &str| EXACT.iter().any(|word| text.contains(word));
        says(self.lower) && !says(&self.sentence_of(operand))
    }

    /// So many a day are not so many a month.
    fn is_of_other_pace(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let behind = cut(self.text, found.number.end..self.text.len()).to_lowercase();
        let paces = |text: &str| -> Vec<usize> {
            let known = PACES.iter().enumerate();
            let said = known.filter(|(_, words)| words.iter().any(|word| text.contains(word)));
            said.map(|(place, _)| place).collect()
        };
        let own = paces(&behind);
        if own.is_empty() {
            return false;
        }
        let theirs = paces(&self.sentence_of(operand));
        !theirs.is_empty() && !own.iter().any(|pace| theirs.contains(pace))
    }
}

/// The thing right before a number, with no more than a small word between.
fn head_before(terms: &[Term], number: usize) -> Option<&Term> {
    let before = terms.iter().take_while(|term| term.range.end <= number);
    let last: Vec<&Term> = before.collect();
    let mut last = last.into_iter().rev().take(2);
    last.find(|term| term.is_content() && !term.opens_clause)
}

/// Names that end in digits, each as its letters and its digits: `MX-40`.
fn codes(text: &str) -> Vec<(&str, &str)> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
    let parted = words.filter_map(|word| {
        let at = word.find(|c: char| c.is_ascii_digit())?;
        let (name, digits) = word.split_at(at);
        let name = name.trim_end_matches('-');
        let is_time = ["Q", "H", "FY", "CY"].contains(&name);
        let is_name = name.starts_with(|c: char| c.is_ascii_uppercase());
        (is_name && !is_time).then_some((name, digits))
    });
    parted.collect()
}

/// What stands behind `of` behind a share, up to the next number.
fn behind_share<'t>(text: &str, terms: &'t [Term], at: usize) -> Vec<&'t Term> {
    let behind = terms.iter().skip_while(|term| term.range.start < at);
    let mut behind = behind.skip_while(|term| {
        let word = cut(text, term.range.clone());
        term.kind == Kind::Number || ["percent", "%"].contains(&word)
    });
    let is_of = behind
        .next()
        .is_some_and(|term| cut(text, term.range.clone()) == "of");
    let whole = behind.take_while(|term| term.kind != Kind::Number);
    whole.filter(|term| is_of && term.is_content()).collect()
}
