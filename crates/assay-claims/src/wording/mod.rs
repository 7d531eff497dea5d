//! The words of a claim against the statements of its evidence: names and content words must be
//! there, and nothing may be turned, made surer, widened or put in another order.

mod conclude;
mod cover;
mod cues;
mod lexicon;
mod marks;
mod polarity;
mod statement;
mod term;
mod told;

use std::ops::Range;

use assay_domain::EvidenceId;
use assay_figures::{COMPANIES, cut};

use crate::numeral::{Kept, Page, PeriodFit, Reading, fit_of};
use crate::proof::Span;
pub(crate) use cover::weight;
use cover::weight_among;
use cover::{Ground, Laid, laid};
pub(crate) use cues::Cues;
pub(crate) use lexicon::Class;
use lexicon::{Key, own_key};
pub(crate) use statement::{Statement, statements};
pub(crate) use term::{Kind, Term, terms};

/// Share of the weight of a claim's words that need not be found: writers join and vary.
const SLACK: f64 = 0.25;
/// Most statements that one claim is put together from.
const MOST: usize = 4;

/// Why the words of a claim are not borne out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordProblem {
    /// No statement has these names.
    Names(Vec<String>),
    /// No statement has these words.
    NotStated(Vec<String>),
    /// The evidence says the opposite of this word.
    Opposite(String),
    Negation,
    /// The evidence is less sure; its word.
    Hedge(String),
    /// The claim is wider; its word.
    Quantifier(String),
    Direction,
    /// The statement is of another period.
    Time,
    Cause,
    Order,
    /// Advice or certainty that no evidence bears; the word.
    Beyond(String),
}

/// What the evidence says of the words of a claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    pub problems: Vec<WordProblem>,
    /// The sentence marks itself as a conclusion.
    pub is_conclusion: bool,
    /// The sentence says what the evidence does not have.
    pub says_missing: bool,
    /// The statements that bear it.
    pub spans: Vec<(EvidenceId, Range<usize>)>,
}

pub(crate) struct Bound {
    pub(crate) page: usize,
    pub(crate) at: usize,
}

/// Holds the words of a claim against the statements of its pages. `bound` are the places of the
/// evidence that its numbers were found at.
pub(crate) fn hold(
    text: &str,
    claim: &[Term],
    pages: &[&Page<'_>],
    bound: &[Bound],
    own: &Reading,
    is_rest: bool,
) -> Wording {
    let numbers = own.values.iter().filter(|value| !value.in_name).count();
    let grounds: Vec<Ground> = pages.iter().map(|page| ground(page)).collect();
    let mut candidates: Vec<(usize, Laid<'_>)> = Vec::new();
    for (place, page) in pages.iter().enumerate() {
        let own = page.statements();
        candidates.extend(
            own.iter()
                .map(|statement| (place, laid(claim, page.source.text, statement))),
        );
    }
    let speaker = pages.iter().any(|page| speaks_of_itself(page));
    let mut chosen = choose(claim, &candidates, bound, numbers);
    if chosen.is_empty()
        && let Some(best) = candidates.first()
    {
        chosen.push(best);
    }
    let is_covered = |at: usize, term: &Term| {
        chosen.iter().any(|(_, laid)| laid.covers(at))
            || grounds.iter().any(|ground| ground.bears(term))
    };
    let mut names = Vec::new();
    let mut missing = Vec::new();
    let mut subject = Vec::new();
    let (mut lost, mut all) = (0.0, 0.0);
    let mut owner_granted = false;
    for (at, term) in claim.iter().enumerate() {
        let weight = weight_among(term, numbers > 0);
        if weight == 0.0 {
            continue;
        }
        all += weight;
        if is_covered(at, term) {
            continue;
        }
        let written = cut(text, term.range.clone()).to_owned();
        // the first word has a capital anyway; one that no list has may be a name
        let may_be_name = term.kind == Kind::Name
            || (at == 0 && written.starts_with(char::is_uppercase) && term.class().is_none());
        if may_be_name
            && speaker
            && !owner_granted
            && is_owner(text, claim, at)
            && !grounds.iter().any(|ground| ground.names_company)
        {
            owner_granted = true;
            continue;
        }
        if may_be_name
            && (is_short_for(&written, pages)
                || grounds.iter().any(|ground| ground.names(&written)))
        {
            continue;
        }
        // the second word of a name whose first word was found
        let before = at.checked_sub(1).and_then(|before| claim.get(before));
        let joins = before.is_some_and(|before| {
            before.kind == Kind::Name
                && cut(text, before.range.end..term.range.start)
                    .trim_matches(['-', ' ', '&'])
                    .is_empty()
        });
        if term.kind == Kind::Name
            && joins
            && !names.last().is_some_and(|last: &String| {
                before.is_some_and(|before| *last == cut(text, before.range.clone()))
            })
        {
            continue;
        }
        lost += weight;
        if term.class() == Some(lexicon::Class::Noun) && is_subject(claim, at) {
            subject.push(written.clone());
        }
        if term.kind == Kind::Name {
            names.push(written);
        } else {
            missing.push(written);
        }
    }
    let mut problems = Vec::new();
    if !names.is_empty() {
        problems.push(WordProblem::Names(names));
    }
    let is_conclusion = conclude::is_conclusion(text);
    let slack = match () {
        () if conclude::says_missing(text) => 1.0,
        () if is_conclusion => 0.85,
        () if numbers > 0 => 0.4,
        () => SLACK,
    };
    if lost > all * slack {
        problems.push(WordProblem::NotStated(missing));
    } else if !subject.is_empty() && slack < 0.7 {
        problems.push(WordProblem::NotStated(subject));
    }
    if !is_conclusion
        && numbers == 0
        && let Some(time) = other_time(own, &chosen, pages)
    {
        problems.push(time);
    }
    let laids: Vec<&Laid<'_>> = chosen.iter().map(|(_, laid)| laid).collect();
    if !is_conclusion && slack < 1.0 {
        problems.extend(polarity::problems(
            text,
            claim,
            &laids,
            numbers > 0,
            is_rest,
        ));
    }
    let bears_advice = chosen.iter().any(|(place, laid)| {
        pages.get(*place).is_some_and(|page| {
            conclude::beyond(cut(page.source.text, laid.statement.range.clone())).is_some()
        })
    });
    if !bears_advice {
        problems.extend(conclude::beyond(text).map(WordProblem::Beyond));
    }
    if is_conclusion {
        problems.extend(conclude::overclaims(text).map(WordProblem::Beyond));
    }
    let spans = chosen.iter().filter_map(|(place, laid)| {
        let page = pages.get(*place)?;
        Some((page.source.evidence.clone(), laid.statement.range.clone()))
    });
    Wording {
        problems,
        is_conclusion,
        says_missing: conclude::says_missing(text),
        spans: spans.collect(),
    }
}

/// Holds the words of a claim against the statements that a span touches. That they say it was
/// judged; that they say it of the same names, with the same certainty, width, direction and time,
/// is looked at here.
pub(crate) fn confirm(
    text: &str,
    claim: &[Term],
    pages: &[&Page<'_>],
    span: &Span,
    own: &Reading,
    is_rest: bool,
) -> Wording {
    let numbers = own.values.iter().filter(|value| !value.in_name).count();
    let mut spans = Vec::new();
    let mut laids = Vec::new();
    for page in pages
        .iter()
        .filter(|page| *page.source.evidence == span.evidence)
    {
        let touched = page.statements().iter().filter(|statement| {
            statement.range.start < span.range.end && span.range.start < statement.range.end
        });
        for statement in touched {
            laids.push(laid(claim, page.source.text, statement));
            spans.push((span.evidence.clone(), statement.range.clone()));
        }
    }
    let says_missing = conclude::says_missing(text);
    let is_conclusion = conclude::is_conclusion(text);
    let mut problems = Vec::new();
    let names = strange_names(text, claim, pages);
    if !names.is_empty() {
        problems.push(WordProblem::Names(names));
    }
    if !is_conclusion && !says_missing {
        let laids: Vec<&Laid<'_>> = laids.iter().collect();
        let found = polarity::problems(text, claim, &laids, numbers > 0, is_rest);
        problems.extend(found.into_iter().filter(WordProblem::is_veto));
    }
    Wording {
        problems,
        is_conclusion,
        says_missing,
        spans,
    }
}

/// Names of the claim that stand nowhere in the evidence.
fn strange_names(text: &str, claim: &[Term], pages: &[&Page<'_>]) -> Vec<String> {
    let grounds: Vec<Ground> = pages.iter().map(|page| ground(page)).collect();
    let speaker = pages.iter().any(|page| speaks_of_itself(page));
    let is_known = grounds.iter().any(|ground| ground.names_company);
    let mut granted = !speaker || is_known;
    let mut found: Vec<String> = Vec::new();
    for (at, term) in claim
        .iter()
        .enumerate()
        .filter(|(_, term)| term.kind == Kind::Name)
    {
        let written = cut(text, term.range.clone()).to_owned();
        let stated = pages.iter().any(|page| {
            page.statements().iter().any(|statement| {
                statement
                    .terms
                    .iter()
                    .chain(&statement.inherited)
                    .any(|own| own.means(term))
            })
        });
        let borne = grounds
            .iter()
            .any(|ground| ground.bears(term) || ground.names(&written));
        if stated || borne || is_short_for(&written, pages) || is_joined(text, claim, at) {
            continue;
        }
        if !granted {
            granted = true;
            continue;
        }
        found.push(written);
    }
    found
}

/// The second word of a name stands or falls with its first.
fn is_joined(text: &str, claim: &[Term], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| claim.get(before));
    let here = claim.get(at);
    before.zip(here).is_some_and(|(before, here)| {
        cut(text, before.range.clone()).starts_with(char::is_uppercase)
            && cut(text, before.range.end..here.range.start)
                .trim_matches(['-', ' ', '&'])
                .is_empty()
    })
}

/// The statements that the claim's numbers stand in, and those that add the most words to them.
fn choose<'c, 's>(
    claim: &[Term],
    candidates: &'c [(usize, Laid<'s>)],
    bound: &[Bound],
    numbers: usize,
) -> Vec<&'c (usize, Laid<'s>)> {
    let mut chosen: Vec<&(usize, Laid<'s>)> = candidates
        .iter()
        .filter(|(place, laid)| {
            bound
                .iter()
                .any(|bound| bound.page == *place && laid.statement.range.contains(&bound.at))
        })
        .collect();
    let most = if numbers == 0 {
        1
    } else {
        MOST.max(chosen.len() + 1)
    };
    while chosen.len() < most {
        let gain = |candidate: &(usize, Laid<'s>)| -> f64 {
            let is_new = |at: usize| {
                !chosen.iter().any(|(_, laid)| laid.covers(at)) && candidate.1.covers(at)
            };
            claim
                .iter()
                .enumerate()
                .filter(|(at, _)| is_new(*at))
                .map(|(_, term)| weight(term))
                .sum()
        };
        let best = candidates
            .iter()
            .map(|candidate| (gain(candidate), candidate))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            Some((gain, candidate)) if gain > 0.0 => chosen.push(candidate),
            _ => break,
        }
    }
    chosen
}

fn ground(page: &Page<'_>) -> Ground {
    let source = &page.source;
    let entity = source
        .subject
        .and_then(|subject| subject.entity.as_deref())
        .unwrap_or_default();
    let lines =
        source
            .headings
            .iter()
            .map(String::as_str)
            .chain([source.title, source.origin, entity]);
    let mut keys: Vec<Key> = Vec::new();
    for line in lines {
        keys.extend(
            terms(&line.replace(['-', '_', '/', '.'], " "))
                .into_iter()
                .flat_map(|term| term.keys),
        );
    }
    let names_company = page
        .source
        .subject
        .is_some_and(|subject| subject.entity.is_some())
        || keys.iter().any(|key| {
            (0..COMPANIES.len()).any(|place| *key == own_key(&format!("company {place}")))
        });
    let lines =
        source
            .headings
            .iter()
            .map(String::as_str)
            .chain([source.title, source.origin, entity]);
    let squashed = lines.flat_map(squash).collect();
    Ground {
        keys,
        names_company,
        squashed,
    }
}

/// Letters and digits in lower case: `GENERALMILLS` is General Mills.
pub(crate) fn squash(text: &str) -> Vec<char> {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

fn speaks_of_itself(page: &Page<'_>) -> bool {
    let text = page.source.text;
    let lower = text.to_lowercase();
    ["we", "our", "us", "i", "my"].iter().any(|word| {
        lower
            .split(|c: char| !c.is_alphanumeric())
            .any(|own| own == *word)
    }) || lower.contains("the company")
        || text.contains("公司")
        || text.contains("我们")
}

/// The name opens the sentence, or owns what follows.
fn is_owner(text: &str, claim: &[Term], at: usize) -> bool {
    let Some(term) = claim.get(at) else {
        return false;
    };
    let opens = claim.iter().take(at).all(|term| !term.is_content());
    let behind = cut(text, term.range.end..text.len());
    let written = cut(text, term.range.clone());
    opens
        || behind.starts_with("'s")
        || behind.starts_with("’s")
        || written.ends_with("'s")
        || written.ends_with("’s")
        || behind.starts_with('的')
}

/// It stands before the first verb and before any number: what the sentence is about.
fn is_subject(claim: &[Term], at: usize) -> bool {
    let is_verb = |term: &Term| {
        term.class() == Some(lexicon::Class::Verb)
            || term.mark.is_some()
            || term.kind == Kind::Number
    };
    claim.iter().take(at).all(|term| !is_verb(term))
}

/// A period of the claim that its statements do not name, where they name others.
fn other_time(
    own: &Reading,
    chosen: &[&(usize, Laid<'_>)],
    pages: &[&Page<'_>],
) -> Option<WordProblem> {
    let mut stated = Vec::new();
    for (place, laid) in chosen {
        let Some(page) = pages.get(*place) else {
            continue;
        };
        if laid.statement.row.is_some() {
            return None;
        }
        let inside = page
            .reading
            .periods
            .iter()
            .filter(|mark| laid.statement.range.contains(&mark.range.start));
        stated.extend(inside.map(|mark| mark.period));
    }
    if stated.is_empty() {
        return None;
    }
    let asked = own.periods.iter();
    let strange = asked.filter(|mark| {
        !stated.iter().any(|period| {
            fit_of(Some(mark.period), Some(*period), Kept::AtMoment) != PeriodFit::Conflict
        })
    });
    let is_all = own.periods.len() > 0 && strange.clone().count() == own.periods.len();
    is_all.then_some(WordProblem::Time)
}

/// `DOJ` where the evidence writes the words out.
fn is_short_for(name: &str, pages: &[&Page<'_>]) -> bool {
    let is_acronym = name.len() >= 2 && name.chars().all(|c| c.is_ascii_uppercase());
    is_acronym
        && pages.iter().any(|page| {
            let words: Vec<&str> = page
                .source
                .text
                .split(|c: char| !c.is_alphanumeric())
                .filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase()))
                .collect();
            words.windows(name.len()).any(|window| {
                window
                    .iter()
                    .zip(name.chars())
                    .all(|(word, c)| word.starts_with(c))
            })
        })
}
