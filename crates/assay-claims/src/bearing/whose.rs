//! Whose word it is, who gets or gives it, and what is counted, where claim and sentence both say so
//! right at a figure.

use assay_figures::cut;

use super::{Bearing, Found};
use crate::operand::Operand;
use crate::wording::{Class, Kind, Statement, Term, WordList, Words};

/// What somebody does whose word something is.
static SAYING: WordList = WordList::new(|| {
    Words::of(
        "reports reported says said states stated estimates estimated believes believed forecasts predicts \
         predicted projects warns warned notes noted announces announced claims claimed alleges alleged argues \
         argued contends contended confirms confirmed discloses disclosed expects thinks maintains asserts",
    )
});

/// Who speaks in a document as its owner, or was named before.
static OWN_VOICE: WordList = WordList::new(|| {
    Words::of(
        "we it they he she i company management board directors group firm corporation who which",
    )
});

/// Words that put a name to a figure, by what they make of it.
const LINKS: [&[&str]; 4] = [&["to"], &["from"], &["by"], &["in", "at"]];

/// How far behind a number the thing that it counts stands, in terms.
const COUNTED: usize = 3;

impl<'p> Bearing<'_, 'p> {
    /// The name that the claim begins with, where every sentence that its numbers may stand in has somebody
    /// else say or do it.
    pub(super) fn said_by_another(&self, found: &[Found<'p>]) -> Option<String> {
        let (names, verb) = self.doer()?;
        let statements: Vec<&Operand<'p>> = found.iter().flat_map(Found::stated_in_prose).collect();
        let is_other = |operand: &&Operand<'p>| self.is_done_by_another(&names, verb, operand);
        let is_prose = found
            .iter()
            .all(|one| one.stated_in_prose().next().is_some());
        (is_prose && !statements.is_empty() && statements.iter().all(is_other))
            .then(|| names.first())
            .flatten()
            .map(|name| cut(self.text, name.range.clone()).to_owned())
    }

    /// The names that the claim begins with, and the verb behind them.
    fn doer(&self) -> Option<(Vec<&Term>, &Term)> {
        let is_article = |term: &&Term| {
            let written = cut(self.text, term.range.clone());
            written.eq_ignore_ascii_case("the")
        };
        let mut terms = self.claim.iter().skip_while(is_article).peekable();
        let mut names = Vec::new();
        while let Some(term) = terms.peek() {
            let opens = term.range.start == 0 && term.kind == Kind::Word && term.class().is_none();
            if term.kind != Kind::Name && !opens {
                break;
            }
            names.extend(terms.next());
        }
        let is_verb = |term: &&Term| {
            let written = cut(self.text, term.range.clone());
            self.is_deed_word(term) || SAYING.contains(written)
        };
        // `the Harbour Lane authority fined`
        let mut verbs = terms.take(2);
        let verb = verbs.find(is_verb).filter(|_| !names.is_empty())?;
        Some((names, verb))
    }

    fn is_done_by_another(&self, names: &[&Term], verb: &Term, operand: &Operand<'p>) -> bool {
        let statement = operand.statement;
        let has = |term: &Term| {
            let mut known = statement.terms.iter().chain(&statement.inherited);
            known.any(|own| own.means(term))
        };
        if names.iter().any(|name| has(name)) || self.is_handle(names) {
            return false;
        }
        let is_known = names.iter().any(|name| self.is_known(name));
        let is_said = SAYING.contains(cut(self.text, verb.range.clone()));
        let doer = self.doer_there(verb, is_said, operand);
        match doer {
            // a person of two names whom nobody mentions says nothing
            None => is_said && !is_known && (names.len() > 1 || self.is_named_elsewhere(names)),
            Some(doer) => {
                let is_own = OWN_VOICE.contains(&doer);
                !is_own && (is_said || !is_known && self.is_named_elsewhere(names))
            }
        }
    }

    /// The word before the verb of the sentence that is the claim's, or says as it does that somebody says.
    fn doer_there(&self, verb: &Term, is_said: bool, operand: &Operand<'p>) -> Option<String> {
        let sentence = self.written_in(operand);
        let terms = &operand.statement.terms;
        let written = |term: &Term| cut(sentence, term.range.clone()).to_lowercase();
        // `projects`, `notes` and `claims` may be things; what is said follows a verb
        let says_that = |term: &Term| {
            let behind = cut(sentence, term.range.end..sentence.len());
            SAYING.contains(&written(term)) && behind.trim_start().starts_with("that ")
        };
        let is_verb = |term: &Term| match is_said {
            true => says_that(term),
            false => term.means(verb),
        };
        let place = terms.iter().position(is_verb)?;
        let before = terms.get(..place)?.iter().rev();
        let mut before = before.take_while(|term| !term.opens_clause || term.is_content());
        let doer = before.find(|term| {
            let is_thing = matches!(term.kind, Kind::Name | Kind::Word);
            let word = written(term);
            is_thing && !word.ends_with("ly") || OWN_VOICE.contains(&word)
        });
        doer.map(written)
    }

    /// The claim begins with the name of somebody who wrote a message of the evidence.
    pub(super) fn is_author(&self, term: &Term) -> bool {
        self.doer().is_some_and(|(names, _)| {
            let is_one = names.iter().any(|name| name.range == term.range);
            is_one && self.is_handle(&names)
        })
    }

    /// Chats and mails put the names of those who write them into one word: `@EmilyLee`.
    fn is_handle(&self, names: &[&Term]) -> bool {
        let parts = names.iter().map(|name| cut(self.text, name.range.clone()));
        let joined: String = parts.collect::<String>().to_lowercase();
        let is_in = |text: &str| {
            let lower = text.to_lowercase();
            let bare = lower.replace(['.', '_', '-'], "");
            bare.contains(&joined)
        };
        names.len() > 1 && self.pages.iter().any(|page| is_in(page.source.text))
    }

    fn is_named_elsewhere(&self, names: &[&Term]) -> bool {
        let mut statements = self.pages.iter().flat_map(|page| page.statements());
        statements.any(|statement| {
            let mut terms = statement.terms.iter();
            terms.any(|own| names.iter().any(|name| own.means(name)))
        })
    }

    /// `5 to Acme` where the sentence has 5 to somebody else, and Acme before it or as its own voice.
    pub(super) fn is_linked_to_another(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let sentence = self.written_in(operand);
        let terms = &operand.statement.terms;
        let figure = operand.value.range.end - operand.statement.range.start;
        LINKS.iter().any(|words| {
            let own = linked(self.text, self.claim, found.number.end, words);
            let theirs = linked(sentence, terms, figure, words);
            let is_there = |name: &&Term| {
                let mut behind = terms.iter().filter(|own| own.range.start >= figure);
                behind.any(|own| own.means(name))
            };
            let is_before = |name: &&Term| {
                let mut before = terms.iter().filter(|own| own.range.start < figure);
                before.any(|own| own.means(name)) || self.is_known(name)
            };
            !theirs.is_empty()
                && !own.is_empty()
                && !own.iter().any(is_there)
                && own.iter().any(is_before)
        })
    }

    /// `120 desks in 10 rooms` where the sentence has 10 desks in 120 rooms.
    pub(super) fn counts_other_thing(&self, found: &Found<'p>, operand: &Operand<'p>) -> bool {
        let Some(own) =
            counted(self.text, self.claim, found.number.end).filter(|_| found.value.unit_is_open())
        else {
            return false;
        };
        let thing_of = |one: &Operand<'p>| {
            let end = one.value.range.end - one.statement.range.start;
            counted(self.written_in(one), &one.statement.terms, end)
        };
        let others = self.figures.iter().filter(|other| {
            std::ptr::eq(other.statement, operand.statement)
                && !std::ptr::eq(other.value, operand.value)
                && !other.value.in_name
                && other.value.unit_is_open()
        });
        let theirs = thing_of(operand);
        theirs.is_some_and(|theirs| !theirs.means(own))
            && others.filter_map(thing_of).any(|thing| thing.means(own))
    }

    /// The sentence of a figure, as it is written.
    pub(super) fn written_in(&self, operand: &Operand<'p>) -> &'p str {
        let page = self.pages.get(operand.page);
        let text = page.map_or("", |page| page.source.text);
        let Statement { range, .. } = operand.statement;
        cut(text, range.clone())
    }
}

/// The names behind the first of some words that stands right before a name, behind a number.
fn linked<'t>(text: &str, terms: &'t [Term], number: usize, words: &[&str]) -> Vec<&'t Term> {
    let behind: Vec<&Term> = terms
        .iter()
        .filter(|term| term.range.start >= number)
        .collect();
    let is_link = |term: &&Term| words.contains(&cut(text, term.range.clone()));
    let places = behind.iter().enumerate().filter(|(_, term)| is_link(term));
    let mut names = places.map(|(place, _)| {
        let rest = behind.get(place + 1..).unwrap_or_default().iter().copied();
        let rest = rest.skip_while(|term| {
            let written = cut(text, term.range.clone());
            term.kind == Kind::Number || written == "the"
        });
        rest.take_while(|term| term.kind == Kind::Name)
            .collect::<Vec<&Term>>()
    });
    names.find(|names| !names.is_empty()).unwrap_or_default()
}

/// The thing right behind a number; a word that no list has is one in the plural.
fn counted<'t>(text: &str, terms: &'t [Term], number: usize) -> Option<&'t Term> {
    // `5 of them, licensed` counts what was named before
    if cut(text, number..text.len()).starts_with(" of ") {
        return None;
    }
    let mut behind = terms
        .iter()
        .filter(|term| term.range.start >= number)
        .take(COUNTED)
        .take_while(|term| !term.opens_clause && term.kind != Kind::Number);
    let word = behind.find(|term| term.kind == Kind::Word)?;
    let written = cut(text, word.range.clone());
    let is_thing = match word.class() {
        Some(Class::Noun) => true,
        None => written.ends_with('s') || !written.is_ascii(),
        Some(Class::Verb | Class::Quality) => false,
    };
    is_thing.then_some(word)
}
