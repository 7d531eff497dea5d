//! Who one of the others is: a question for the name of a customer or supplier is answered by a name, and
//! not by a sentence that tells of somebody without naming them.

use assay_claims::{Meaning, MeaningKind, meanings};
use assay_domain::{WordList, word_list};
use assay_figures::{Span, periods};

use super::narrowed::Held;
use crate::asking::bare_words;
use crate::frame::{Frame, Wanted, has};
use crate::passage::Candidate;

/// Whom a company deals with, one of them.
static PARTIES: WordList = word_list!("answer/identity/parties");
static ASKS_NAME: WordList = word_list!("answer/identity/asks_name");
/// Words with a capital that name nobody.
static NO_NAMES: WordList = word_list!("answer/identity/no_names");
/// What stands behind the name of a part of the company itself.
static KINDS: WordList = word_list!("answer/identity/kinds");
static COMPANIES: WordList = word_list!("answer/identity/names_of_companies");
/// Words between `which` and whom it asks for.
const REACH: usize = 3;

/// Leaves what names somebody whom the question does not name, where it asks who one is.
pub(super) fn keep_what_names(frame: &Frame, held: &mut Held<'_>) {
    if !matches!(frame.wanted, Wanted::Names | Wanted::Anything) {
        return;
    }
    if let Some(office) = office_in(&frame.topic).filter(|_| frame.wanted == Wanted::Names) {
        let names_it = |text: &str| {
            let lower = text.to_lowercase();
            office.split(", ").any(|name| has(&lower, name))
        };
        held.retain(|one| names_it(&one.shown));
    }
    if asks_who_one_is(&frame.question) {
        let label = letter_in(&frame.question);
        let labels = held
            .all
            .iter()
            .filter(|one| one.is_row && !is_list_of_parties(one));
        let labels = labels.map(|one| one.own_label().to_lowercase());
        let parts = held.all.iter().flat_map(|one| own_parts(&one.shown));
        let labels: Vec<String> = labels.chain(parts).collect();
        let party = Party {
            frame,
            labels: &labels,
        };
        held.retain(|one| {
            let is_of_it = |label: &String| !one.is_row && has(&one.shown.to_lowercase(), label);
            party.is_named_by(one) && label.as_ref().is_none_or(is_of_it)
        });
    }
}

/// Somebody whom a question describes.
struct Party<'q> {
    frame: &'q Frame,
    /// What rows of figures are called: parts and places of the company.
    labels: &'q [String],
}

/// The names of the office that a question asks who holds.
fn office_in(topic: &str) -> Option<&'static str> {
    let lower = topic.to_lowercase();
    let lines = include_str!("../../lexicon/offices.txt").lines();
    let mut lines = lines.filter(|line| !line.starts_with('#'));
    lines.find(|line| line.split(", ").any(|name| has(&lower, name)))
}

/// `supplier d`: a name that hides who it is.
fn letter_in(question: &str) -> Option<String> {
    let lower = question.to_lowercase();
    let words: Vec<&str> = words_of(&lower).collect();
    words.windows(2).find_map(|pair| match pair {
        [party, letter] if PARTIES.contains(party) && letter.chars().count() == 1 => {
            Some(format!("{party} {letter}"))
        }
        _ => None,
    })
}

/// Whether a question asks for the name of somebody whom it describes: `who is the largest customer`, `which
/// haulers left`, 第一大客户叫什么. Who the customers are may be told by their kind.
fn asks_who_one_is(question: &str) -> bool {
    let lower = question.to_lowercase();
    let words: Vec<&str> = words_of(&lower).collect();
    let is_one = |word: &&str| PARTIES.contains(word);
    let is_any = |word: &&str| {
        is_one(word)
            || word
                .strip_suffix('s')
                .is_some_and(|one| PARTIES.contains(&one))
    };
    let asks_name = || ASKS_NAME.iter().any(|asked| has(&lower, asked));
    if !lower.is_ascii() {
        return asks_name() && PARTIES.iter().any(|party| has(&lower, party));
    }
    let which = words.iter().position(|word| *word == "which");
    let is_of_which = which.is_some_and(|at| words.iter().skip(at + 1).take(REACH).any(is_any));
    let asks_who = has(&lower, "who") || has(&lower, "whos");
    is_of_which || asks_name() && words.iter().any(is_any) || asks_who && words.iter().any(is_one)
}

/// Words of a heading; more are a sentence, which may speak of anything.
const LONGEST_HEADING: usize = 6;

fn names_party(line: &str) -> bool {
    let lower = line.to_lowercase();
    let is_any =
        |word: &str| PARTIES.contains(&word) || PARTIES.contains(&word.trim_end_matches('s'));
    words_of(&lower).any(is_any)
        || PARTIES
            .iter()
            .any(|party| !party.is_ascii() && lower.contains(party))
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '&');
    words.filter(|word| !word.is_empty())
}

/// A row of a table of customers, suppliers and the like: of the heading, a head or its label.
fn is_list_of_parties(one: &Candidate<'_>) -> bool {
    let is_heading = |line: &&String| line.split_whitespace().count() <= LONGEST_HEADING;
    let above = one.above.iter().filter(is_heading);
    let mut lines = above.chain(one.columns.iter().map(|(head, _)| head));
    lines.any(|line| names_party(line)) || names_party(one.own_label())
}

impl Party<'_> {
    /// Whether a sentence that speaks of the party has a name beside what describes it, or a row of a list is
    /// called something that the question does not say itself.
    fn is_named_by(&self, one: &Candidate<'_>) -> bool {
        let asked = meanings(&self.frame.question);
        if one.is_row {
            let label = meanings(one.own_label());
            let is_new = |word: &Meaning| {
                word.kind > MeaningKind::Light && !asked.iter().any(|own| own.is_same_as(word))
            };
            return is_list_of_parties(one) && label.iter().any(is_new) || one.is_name_row();
        }
        let text = without_speaker(&one.shown);
        let own = meanings(text);
        let asked_for = bare_words(&self.frame.question);
        let owner = meanings(one.passage.owner.unwrap_or_default());
        let described = meanings(&asked_for);
        let things = described.iter().filter(|word| {
            let is_owner = owner.iter().any(|own| own.is_same_as(word));
            word.kind >= MeaningKind::Thing && !word.is_unread() && !is_owner
        });
        let things: Vec<&Meaning> = things.collect();
        let is_said = |thing: &Meaning| own.iter().any(|word| word.is_same_as(thing));
        if !things.iter().all(|thing| is_said(thing)) {
            return false;
        }
        let places = own
            .iter()
            .filter(|word| things.iter().any(|thing| word.is_same_as(thing)));
        let places: Vec<usize> = places.map(|word| word.range.start).collect();
        let is_near = |at: usize| places.iter().any(|place| place.abs_diff(at) <= NEAR);
        let names_a_firm = COMPANIES.iter().any(|form| text.contains(form));
        names_a_firm || self.new_names(text, one).into_iter().any(is_near)
    }

    /// Where a sentence has names that the question does not say and that are nobody of the company itself.
    fn new_names(&self, text: &str, one: &Candidate<'_>) -> Vec<usize> {
        let asked = self.frame.question.to_lowercase();
        let owner = one.passage.owner.unwrap_or_default().to_lowercase();
        let words: Vec<&str> = words_of(text).collect();
        let found = words.iter().enumerate().filter(|(at, word)| {
            let lower = word.to_lowercase();
            let is_said = |text: &str| words_of(text).any(|own| own == lower);
            let is_label = |label: &String| words_of(label).any(|own| own == lower);
            is_name_at(&words, *at)
                && !is_said(&asked)
                && !is_said(&owner)
                && !self.labels.iter().any(is_label)
        });
        let places = found.map(|(_, word)| word.as_ptr() as usize - text.as_ptr() as usize);
        places.collect()
    }
}

/// Bytes between a name and what describes who bears it.
const NEAR: usize = 32;

/// Whether a word is a name, by its capital and by what stands around it.
fn is_name_at(words: &[&str], at: usize) -> bool {
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    let (Some(word), next) = (words.get(at), words.get(at + 1)) else {
        return false;
    };
    let lower = word.to_lowercase();
    // any word that opens a sentence has a capital
    let says_nothing = meanings(&lower)
        .iter()
        .all(|one| one.kind == MeaningKind::Light);
    let stands_alone = !next.is_some_and(|next| is_capital(next));
    let is_opening = at == 0 && (says_nothing || stands_alone) && !lower.contains('&');
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    // `Customer A`: the name that the paper gives
    let is_letter = word.chars().count() == 1;
    let is_lettered =
        before.is_some_and(|before| PARTIES.contains(&before.to_lowercase().as_str()));
    let is_place = before.is_some_and(|before| matches!(*before, "at" | "in" | "near"));
    is_capital(word)
        && (!is_letter || is_lettered)
        && !is_opening
        && !is_place
        && !is_followed_by_kind(words.get(at..).unwrap_or_default())
        && !PARTIES.contains(&lower.trim_end_matches('s'))
        && !NO_NAMES.contains(&lower.as_str())
        && !is_month(word)
}

/// A quotation without who said it: whoever speaks of a customer is none.
fn without_speaker(text: &str) -> &str {
    let ends = ["” said", "\" said", ",” ", ",\" "];
    let end = ends.iter().filter_map(|mark| text.find(mark)).min();
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// What a sentence calls a segment, a plant or a product.
fn own_parts(text: &str) -> Vec<String> {
    let words: Vec<&str> = words_of(text).collect();
    let named = (0..words.len()).filter(|at| {
        let rest = words.get(*at..).unwrap_or_default();
        let is_capital = rest
            .first()
            .is_some_and(|word| word.starts_with(char::is_uppercase));
        is_capital && is_followed_by_kind(rest)
    });
    let named = named.filter_map(|at| words.get(at));
    named.map(|word| word.to_lowercase()).collect()
}

/// `Flow Equipment segment`: names that are those of a part of the company.
fn is_followed_by_kind(words: &[&str]) -> bool {
    let mut rest = words
        .iter()
        .skip_while(|word| word.starts_with(char::is_uppercase));
    let last = words
        .iter()
        .take_while(|word| word.starts_with(char::is_uppercase))
        .last();
    let is_kind = |word: &&&str| KINDS.contains(&word.to_lowercase().as_str());
    rest.next().filter(is_kind).is_some() || last.filter(is_kind).is_some()
}

fn is_month(word: &str) -> bool {
    let dated = periods(&format!("{word} 2000"));
    dated
        .iter()
        .any(|found| matches!(found.period.span, Span::Month(_)))
}
