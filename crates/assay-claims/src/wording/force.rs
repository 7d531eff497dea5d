//! How far a claim goes where the statement does not: what must be, what is to come, which of two is
//! more, which year, and what is taken out.

use assay_figures::cut;

use super::WordProblem;
use super::marks::Mark;
use super::polarity::Sides;
use super::term::{Kind, Term};

static MUST: assay_domain::WordList = assay_domain::word_list!("wording/force/must");
/// What bears out that something must be so.
static BINDING: assay_domain::WordList = assay_domain::word_list!("wording/force/binding");
/// Words between the two sides of a comparison.
const THAN: [&str; 5] = [
    "than ",
    "compared to ",
    "compared with",
    "versus ",
    "relative to ",
];
const THIS_YEAR: [&str; 5] = [
    "this year",
    "current year",
    "current fiscal year",
    "今年",
    "本年",
];
static LAST_YEAR: assay_domain::WordList = assay_domain::word_list!("wording/force/last_year");
const FUTURE: [&str; 9] = [
    "will", "shall", "going to", "plans to", "intends", "将", "将会", "即将", "计划",
];

/// Words by which a claim says that nothing depends on anything.
static IN_ANY_CASE: assay_domain::WordList = assay_domain::word_list!("wording/force/in_any_case");
static AT_LEAST: assay_domain::WordList = assay_domain::word_list!("wording/force/at_least");
static AT_MOST: assay_domain::WordList = assay_domain::word_list!("wording/force/at_most");

impl Sides<'_> {
    /// The claim says that it is so in any case, the statement names a condition.
    pub(super) fn unconditional(&self) -> Option<WordProblem> {
        let lower = self.text.to_lowercase();
        let word = IN_ANY_CASE.iter().find(|word| lower.contains(**word))?;
        let is_condition =
            |term: &Term| matches!(term.mark, Some(Mark::Condition | Mark::Exception));
        let mut statement = self.laid.statement.terms.iter();
        statement
            .any(is_condition)
            .then(|| WordProblem::Quantifier((*word).to_owned()))
    }

    /// `the only bank in Lyon` where the statement says of which kind: `the only bank in Lyon that lends gold`.
    pub(super) fn unrestricted(&self) -> Option<WordProblem> {
        const ONLY: [&str; 5] = ["only", "sole", "first", "largest", "唯一"];
        const CLAUSES: [&str; 3] = ["that", "which", "who"];
        let statement = cut(self.laid.source, self.laid.statement.range.clone());
        let terms = &self.laid.statement.terms;
        let word = |term: &Term| cut(statement, term.range.clone()).to_lowercase();
        let only = self.claim.iter().find(|term| {
            let written = self.written(term).to_lowercase();
            ONLY.contains(&written.as_str())
        })?;
        let at = terms
            .iter()
            .position(|term| word(term) == self.written(only).to_lowercase())?;
        let behind = terms.get(at + 1..)?;
        let clause = behind
            .iter()
            .position(|term| CLAUSES.contains(&word(term).as_str()))?;
        let is_told =
            |term: &Term| term.is_content() && self.claim.iter().any(|own| own.means(term));
        let mut told = behind.get(clause + 1..)?.iter();
        (!told.any(is_told)).then(|| WordProblem::Quantifier(self.written(only)))
    }

    /// The claim makes the most of what the statement calls the least, or the other way round.
    pub(super) fn other_limit(&self) -> Option<WordProblem> {
        let own = self.text.to_lowercase();
        if !AT_LEAST
            .iter()
            .chain(AT_MOST.iter())
            .any(|word| own.contains(word))
        {
            return None;
        }
        let statement = cut(self.laid.source, self.laid.statement.range.clone()).to_lowercase();
        let only = |text: &str, some: &[&'static str], others: &[&str]| {
            let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
            let found = some.iter().find(|word| text.contains(**word)).copied();
            found.filter(|_| !has(others))
        };
        let (least, most) = (&AT_LEAST, &AT_MOST);
        let turned = only(&own, most, least).filter(|_| only(&statement, least, most).is_some());
        let turned = turned.or_else(|| {
            only(&own, least, most).filter(|_| only(&statement, most, least).is_some())
        });
        turned.map(|word| WordProblem::Opposite(word.to_owned()))
    }

    /// `larger on A than on B` where the statement has B before its `than`.
    pub(super) fn compared(&self) -> Option<WordProblem> {
        let statement = cut(self.laid.source, self.laid.statement.range.clone());
        let is_than = |text: &str, term: &Term| {
            let behind: String = cut(text, term.range.start..text.len())
                .chars()
                .take(14)
                .collect();
            let behind = behind.to_lowercase();
            THAN.iter().any(|word| behind.starts_with(word))
        };
        let own = self
            .claim
            .iter()
            .position(|term| is_than(self.text, term))?;
        let mut theirs = self.laid.statement.terms.iter();
        let theirs = theirs.position(|term| is_than(statement, term))?;
        let pairs = self.pairs();
        let (left, right): (Vec<_>, Vec<_>) = pairs.iter().partition(|(at, _)| *at < own);
        let is_both = |place: usize| {
            left.iter().any(|(_, pair)| *pair == place)
                && right.iter().any(|(_, pair)| *pair == place)
        };
        let mut right = right
            .iter()
            .filter(|(_, place)| !is_both(*place))
            .peekable();
        let crosses = left
            .iter()
            .any(|(_, place)| *place > theirs && !is_both(*place));
        (crosses && right.peek().is_some() && right.all(|(_, place)| *place < theirs))
            .then_some(WordProblem::Order)
    }

    /// Said of this year where the statement speaks of the year before, or the other way round.
    pub(super) fn other_year(&self) -> Option<WordProblem> {
        let statement = cut(self.laid.source, self.laid.statement.range.clone());
        let has = |text: &str, list: &[&str]| {
            let lower = text.to_lowercase();
            list.iter().any(|word| lower.contains(word))
        };
        let (now, then) = (&THIS_YEAR, &LAST_YEAR);
        let is_only =
            |text: &str, one: &[&str], other: &[&str]| has(text, one) && !has(text, other);
        let is_turned = is_only(self.text, now, then) && is_only(statement, then, now)
            || is_only(self.text, then, now) && is_only(statement, now, then);
        is_turned.then_some(WordProblem::Time)
    }

    /// `including A` where the statement takes A out, or the other way round.
    pub(super) fn taken_out(&self) -> Option<WordProblem> {
        let statement = cut(self.laid.source, self.laid.statement.range.clone());
        for (at, place) in self.pairs() {
            let own = self
                .claim
                .get(at)
                .map(|term| cut(self.text, 0..term.range.start));
            let terms = &self.laid.statement.terms;
            let theirs = terms
                .get(place)
                .map(|term| cut(statement, 0..term.range.start));
            let is_outside = theirs.is_some_and(stands_outside);
            let is_place = self.claim.get(at).is_some_and(|term| {
                let is_named = term.kind == Kind::Name || !term.is_latin(self.text);
                is_named && !own.is_some_and(stands_outside) && !self.text.contains("以外")
            });
            let (own, theirs) = (own.and_then(is_taken_in), theirs.and_then(is_taken_in));
            let is_turned = own.zip(theirs).is_some_and(|(own, theirs)| own != theirs);
            if is_turned || is_outside && is_place {
                return self
                    .claim
                    .get(at)
                    .map(|term| WordProblem::Opposite(self.written(term)));
            }
        }
        None
    }

    /// The claim says that it must be so, the statement does not.
    pub(super) fn necessity(&self) -> Option<WordProblem> {
        let has = |text: &str, list: &[&str]| {
            let lower = text.to_lowercase();
            let mut words = lower.split(|c: char| !c.is_alphanumeric());
            let han = list
                .iter()
                .find(|word| !word.is_ascii() && lower.contains(**word));
            let latin = || words.find_map(|word| list.iter().find(|known| word == **known));
            han.or_else(latin).map(|word| (*word).to_owned())
        };
        // `must be`, `must have` guess what is so
        let guesses = ["must be", "must have"]
            .iter()
            .any(|guess| self.text.contains(guess));
        let word = has(self.text, &MUST).filter(|_| !guesses)?;
        let statement = cut(self.laid.source, self.laid.statement.range.clone());
        has(statement, &BINDING)
            .is_none()
            .then_some(WordProblem::Quantifier(word))
    }

    /// The claim speaks of what is to come, the statement of what is or was.
    pub(super) fn to_come(&self) -> Option<WordProblem> {
        let is_future = |term: &&Term| {
            matches!(term.mark, Some(Mark::Hedge(_)))
                && FUTURE.contains(&self.written(term).to_lowercase().as_str())
        };
        let future = self.claim.iter().find(is_future)?;
        let statement = self.laid.statement;
        let mut terms = statement.terms.iter().chain(&statement.inherited);
        let is_open = terms.any(|term| matches!(term.mark, Some(Mark::Hedge(_) | Mark::Condition)));
        (!is_open && statement.row.is_none())
            .then(|| WordProblem::NotStated(vec![self.written(future)]))
    }
}

/// `outside the United States`: the place is named for where it is not.
pub(crate) fn stands_outside(before: &str) -> bool {
    let before = before.trim_end().to_lowercase();
    let before = before.strip_suffix(" the").unwrap_or(&before);
    ["outside", "outside of"]
        .iter()
        .any(|word| before.ends_with(word))
}

/// Whether the word right before a thing takes it in or out.
fn is_taken_in(before: &str) -> Option<bool> {
    let before = before.trim_end().to_lowercase();
    let ends = |words: &[&str]| words.iter().any(|word| before.ends_with(word));
    match () {
        () if ends(&[
            "excluding",
            "except",
            "except for",
            "other than",
            "不包括",
            "不含",
            "除",
        ]) =>
        {
            Some(false)
        }
        () if ends(&["including", "includes", "include", "包括", "包含"]) => Some(true),
        () => None,
    }
}
