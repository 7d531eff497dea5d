//! What a sentence is, by what code alone can prove of it.

use std::cell::RefCell;
use std::ops::Range;

use assay_domain::{EvidenceId, Language};

use crate::apart::apart;
use crate::bearing::{Bearing, Found};
use crate::check::{ClaimText, ClaimVerdict, Exemption, Finding, Problem, ProblemKind, ReadSource};
use crate::numeral::{self, Page, Value, read};
use crate::operand::{Operand, Reach, beside, naming_weight};
use crate::reckon::Heads;
use crate::settle::{Bench, bases, is_in_title, operands, part_of_name};
use crate::silence::{asks_for_names, is_of_telling};
use crate::wording::{
    self, Bound, Claim, Class, Cues, Ground, Kind, Mark, Term, WordList, WordProblem, Wording,
    Words,
};

/// How a sentence stands to the evidence that it cites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its figures are covered by the evidence or recomputed from it.
    Computed,
    /// Its words are covered by a statement of the evidence that says no less.
    Worded,
    /// A verifier named the span that says it, and nothing in the span speaks against that.
    Judged,
    /// It is marked as a conclusion, brings no new name or number and goes no further than the evidence.
    Conclusion,
    /// It says what the evidence does not have.
    Gap,
    Unsupported,
}

/// A sentence with everything that was found out about it.
#[derive(Clone, Debug)]
pub struct Proof {
    pub standing: Standing,
    pub numerals: ClaimVerdict,
    pub wording: Wording,
    pub(crate) states_number: bool,
}

impl Proof {
    pub fn passes(&self) -> bool {
        self.standing != Standing::Unsupported
    }

    pub fn states_number(&self) -> bool {
        self.states_number
    }

    /// What is wrong and what to change, for whoever wrote the sentence.
    pub fn problems(&self, language: Language) -> Vec<String> {
        let numerals = (!self.numerals.is_supported()).then(|| self.numerals.reason(language));
        let words = self.word_problems(language);
        numerals.into_iter().chain(words).collect()
    }

    /// As [`Self::problems`], of its words alone.
    pub fn word_problems(&self, language: Language) -> Vec<String> {
        let problems = self.wording.problems.iter();
        problems.map(|problem| problem.told(language)).collect()
    }
}

/// Where a verifier found a sentence stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub evidence: EvidenceId,
    /// Bytes of the source's text.
    pub range: Range<usize>,
}

/// Holds a sentence against the evidence that it cites.
pub fn prove<'a>(claim: &ClaimText<'_>, sources: &[&'a ReadSource<'a>]) -> Proof {
    let proof = |claim: &ClaimText<'_>, sources: &[&'a ReadSource<'a>]| {
        Reading::of(claim, sources, None).proof()
    };
    let whole = proof(claim, sources);
    if whole.passes() || claim.formula.is_some() {
        return whole;
    }
    apart(claim.text, sources, proof).unwrap_or(whole)
}

/// Holds a sentence against the span in which a verifier found it stated. Its numbers must be bound to
/// row, column, owner and period as ever, whatever the verifier says: it only vouches for words that no
/// other figure has. Its names must be those of the evidence; negation, certainty, width, direction,
/// cause and who does it those of the span.
pub fn confirm<'a>(claim: &ClaimText<'_>, sources: &[&'a ReadSource<'a>], span: &Span) -> Proof {
    let reading = Reading::of(claim, sources, Some(span));
    let mut wording = wording::confirm(reading.claim(), &reading.pages, span, &reading.bound);
    if !wording.is_conclusion && !wording.says_missing {
        wording.problems.extend(reading.unborne.iter().cloned());
    }
    let is_proven = reading.numerals.is_supported() && wording.problems.is_empty();
    Proof {
        standing: match is_proven {
            true => Standing::Judged,
            false => Standing::Unsupported,
        },
        states_number: reading.amounts > 0,
        numerals: reading.numerals,
        wording,
    }
}

/// A claim taken apart, with its numbers settled.
struct Reading<'a, 't> {
    text: &'t str,
    own: numeral::Reading,
    terms: Vec<Term>,
    pages: Vec<&'a Page<'a>>,
    numerals: ClaimVerdict,
    /// How many numbers the claim states.
    amounts: usize,
    bound: Vec<Bound>,
    /// Words that its numbers' own clauses and cells do not have.
    unborne: Vec<WordProblem>,
    is_rest: bool,
}

impl<'a, 't> Reading<'a, 't> {
    /// `judged` is where a verifier found the claim stated.
    fn of(claim: &ClaimText<'t>, sources: &[&'a ReadSource<'a>], judged: Option<&'t Span>) -> Self {
        let mut own = read(claim.text, &[]);
        let mut numerals = numeral::check(claim, own.clone(), sources);
        let pages: Vec<&Page<'_>> = sources.iter().map(|source| source.page()).collect();
        mark_names(claim.text, &mut own, &mut numerals, &pages);
        let amounts = own.values.iter().filter(|value| !value.in_name).count();
        let mut terms = terms_of(claim.text, &own, amounts > 0);
        let mut bench = Bench {
            text: claim.text,
            pages: &pages,
            operands: operands(claim.text, &terms, &pages),
            found: Vec::new(),
            terms: &terms,
            near: Vec::new(),
            cues: if amounts > 0 {
                Cues::of(claim.text)
            } else {
                Cues::default()
            },
            weights: terms.iter().map(naming_weight).collect(),
            amounts,
            bases: bases(claim.text, &own.periods),
            heads: Heads::default(),
            judged,
            is_rest: false,
            is_price: false,
        };
        settle(&mut bench, claim, (&own, &terms), &mut numerals);
        let Bench {
            found,
            is_rest,
            is_price,
            operands: figures,
            ..
        } = bench;
        if is_price {
            lighten(claim.text, &mut terms, &PRICE);
        }
        if is_rest {
            lighten(claim.text, &mut terms, &LEFT);
        }
        let unborne = unborne(
            claim.text,
            (&own, &terms),
            &pages,
            (&figures, &found),
            judged.is_some(),
        );
        let bound = found.iter().flat_map(Found::bound).collect();
        Self {
            text: claim.text,
            own,
            terms,
            pages,
            numerals,
            amounts,
            bound,
            unborne,
            is_rest,
        }
    }

    fn claim(&self) -> Claim<'_> {
        Claim::of(self.text, &self.terms, &self.own, self.is_rest)
    }

    /// Whether a problem says nothing against a sentence that says what is missing: its names may stand
    /// anywhere in the evidence, and the evidence need not have the thing because it has words of it.
    fn is_moot(&self, problem: &WordProblem) -> bool {
        let texts = self.pages.iter().map(|page| page.source.text);
        let texts: Vec<String> = texts.map(str::to_lowercase).collect();
        let stands = |word: &str| {
            let word = word.to_lowercase();
            let stem = word.trim_end_matches("'s").trim_end_matches("’s");
            let stem = stem.trim_end_matches('s');
            texts.iter().any(|text| text.contains(stem))
        };
        match problem {
            WordProblem::Names(names) => names.iter().all(|name| stands(name)),
            WordProblem::Present => {
                let names_one = self.terms.iter().any(|term| term.kind == Kind::Name);
                let named = self.terms.iter().filter(|term| {
                    !matches!(term.kind, Kind::Light | Kind::Number) && term.mark != Some(Mark::Not)
                });
                let mut named = named.filter_map(|term| self.text.get(term.range.clone()));
                asks_for_names(self.text) && !names_one
                    || named.any(|word| !is_of_telling(word) && !stands(word))
            }
            _ => false,
        }
    }

    fn proof(self) -> Proof {
        let mut wording = wording::hold(self.claim(), &self.pages, &self.bound);
        if wording.says_missing {
            wording.problems.retain(|problem| !self.is_moot(problem));
        }
        wording.problems.extend(self.unborne);
        let standing = match () {
            () if !self.numerals.is_supported() || !wording.problems.is_empty() => {
                Standing::Unsupported
            }
            () if wording.says_missing => Standing::Gap,
            () if wording.is_conclusion => Standing::Conclusion,
            () if self.amounts == 0 => Standing::Worded,
            () => Standing::Computed,
        };
        Proof {
            standing,
            states_number: self.amounts > 0,
            numerals: self.numerals,
            wording,
        }
    }
}

/// Decides what each number of a claim is: a figure, a result of figures, or one of other numbers.
fn settle<'t>(
    bench: &mut Bench<'_, 't>,
    claim: &ClaimText<'_>,
    (own, terms): (&numeral::Reading, &'t [Term]),
    numerals: &mut ClaimVerdict,
) {
    let stated = |range: &Range<usize>| {
        let mut values = own.values.iter().filter(|value| !value.in_name);
        values.find(|value| value.range == *range)
    };
    for numeral in &mut numerals.numerals {
        // arithmetic that was recorded needs no search, but its figures are those that the claim names
        if let Some(formula) = recorded(claim, &numeral.finding) {
            let value = stated(&numeral.range);
            let figures = value.map(|value| bench.bound_by_formula(value, formula));
            match (value, figures) {
                (Some(value), Some(Some(figures))) => {
                    bench.found.push(Found::derived(value, figures));
                    continue;
                }
                (Some(_), _) => {
                    numeral.finding = Finding::Problem(Problem {
                        kind: ProblemKind::WrongSubject,
                        nearest: Vec::new(),
                    });
                }
                // the formula itself, as the claim prints it
                (None, _) => continue,
            }
        }
        if is_in_title(&numeral.printed, bench.pages) {
            numeral.finding = Finding::Exempt(Exemption::Reference);
        } else if let Some(value) = stated(&numeral.range) {
            bench.near = near(terms, value);
            bench.settle(value, &mut numeral.finding);
        }
    }
    for numeral in &mut numerals.numerals {
        if let Some(value) = stated(&numeral.range) {
            bench.follows(value, &mut numeral.finding);
        }
    }
}

/// Digits of a name measure nothing, and a sentence without other numbers states none.
fn mark_names(
    text: &str,
    own: &mut numeral::Reading,
    numerals: &mut ClaimVerdict,
    pages: &[&Page<'_>],
) {
    for value in own.values.iter_mut().filter(|value| !value.in_name) {
        let Some(place) = part_of_name(text, value, pages) else {
            continue;
        };
        value.in_name = true;
        let mut alike = numerals.numerals.iter_mut();
        if let Some(numeral) = alike.find(|numeral| numeral.range == value.range) {
            numeral.finding = Finding::Observed(place);
        }
    }
}

/// The words of a claim beside its numbers.
fn terms_of(text: &str, own: &numeral::Reading, has_amounts: bool) -> Vec<Term> {
    let mut terms = wording::terms(text);
    mark_numbers(&mut terms, own);
    if has_amounts {
        relate(text, &mut terms);
    }
    terms
}

/// Words that are part of a number or a period say nothing besides.
fn mark_numbers(terms: &mut [Term], own: &numeral::Reading) {
    for term in terms {
        // the digits of a name are part of the name
        let is_within = |value: &&Value| value.in_name && term.kind == Kind::Name;
        let values = own.values.iter().filter(|value| !is_within(value));
        let values = values.map(|value| &value.range);
        let periods = own.periods.iter().map(|mark| &mark.range);
        let overlaps =
            |range: &Range<usize>| range.start < term.range.end && term.range.start < range.end;
        if values.chain(periods).any(overlaps) {
            term.kind = Kind::Number;
            term.mark = None;
        }
    }
}

/// What the clauses and cells of the figures that the numbers were found to be do not bear.
fn unborne<'p>(
    text: &str,
    (own, terms): (&numeral::Reading, &[Term]),
    pages: &[&'p Page<'p>],
    (figures, found): (&[Operand<'p>], &[Found<'p>]),
    is_judged: bool,
) -> Vec<WordProblem> {
    let numbers = own.values.iter().filter(|value| !value.in_name);
    let numbers: Vec<usize> = numbers.map(|value| value.range.start).collect();
    let grounds: Vec<&Ground> = pages.iter().map(|page| page.ground()).collect();
    let bearing = Bearing {
        text,
        lower: &text.to_lowercase(),
        claim: terms,
        pages,
        figures,
        grounds: &grounds,
        numbers: &numbers,
        periods: &own.periods,
        names: RefCell::default(),
        is_judged,
    };
    bearing.problems(found)
}

/// Verbs that put a part to its whole, or an amount to whoever has it, are said by the number.
fn relate(text: &str, terms: &mut [Term]) {
    static RELATING: WordList = WordList::new(|| {
        Words::of(
            "generated generates supplied supplies contributed contributes accounted accounts made made_up makes_up \
             represented represents comprised comprises constituted constitutes delivered brought_in brought earned gained \
             gives absorbed absorbs 产生 贡献 带来 构成 提供",
        )
    });
    lighten(text, terms, &RELATING);
}

/// What is said of what is left of a whole.
static LEFT: WordList = WordList::new(|| {
    Words::of(
        "unused available remaining remained left over unspent undrawn outstanding still 剩余 可用 未使用 未动用 余下",
    )
});

/// What the division of a sum by a count says.
static PRICE: WordList = WordList::new(|| {
    Words::of("price cost costs average mean paid spent spend outlay 价格 均价 单价 成本 花费 耗资")
});

/// Words of a list are said by a number of the sentence.
fn lighten(text: &str, terms: &mut [Term], list: &Words) {
    for term in terms {
        let written = text.get(term.range.clone()).unwrap_or_default();
        let written = written.to_lowercase().replace(' ', "_");
        let bare = written.trim_end_matches("_for");
        if list.contains(bare) {
            term.kind = Kind::Light;
        }
    }
}

/// The words beside a number of a claim; all of them where none beside it names a thing.
fn near<'t>(terms: &'t [Term], value: &Value) -> Vec<&'t Term> {
    let mut near = beside(terms, value.range.start, Reach::Number);
    // `income of 5 on revenue of 9`: what stands before a number names it, and the next has its own
    let number = terms
        .iter()
        .position(|term| term.range.end > value.range.start);
    let behind = terms.get(number.unwrap_or_default()..).unwrap_or_default();
    let mut clause = behind.iter().skip(1).take_while(|term| !term.opens_clause);
    let goes_on =
        clause.any(|term| term.kind == Kind::Number && term.range.start >= value.range.end);
    let names =
        |term: &&&Term| term.range.start < value.range.start && term.class() == Some(Class::Noun);
    if goes_on && near.iter().any(|term| names(&term)) {
        near.retain(|term| term.range.start < value.range.start);
    }
    let names_something =
        |term: &&Term| term.kind == Kind::Name || term.class() != Some(Class::Verb);
    if near.iter().any(names_something) {
        return near;
    }
    terms.iter().filter(|term| term.is_content()).collect()
}

/// The formula that was recorded with the claim, where a number follows from it.
fn recorded<'c>(claim: &ClaimText<'c>, finding: &Finding) -> Option<&'c str> {
    let Finding::Derived { formula } = finding else {
        return None;
    };
    claim.formulas().find(|one| one == formula)
}
