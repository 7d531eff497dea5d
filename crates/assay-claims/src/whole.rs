//! Sentences of one text beside each other. A reader of the whole, a model most likely, names pairs
//! that repeat or contradict each other; here code agrees or does not. Nothing is taken on its word.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use assay_domain::EvidenceId;
use assay_figures::Direction;

use crate::beyond::{terms_beyond, words_beyond};
use crate::check::{ClaimText, ProblemKind, ReadSource, Source};
use crate::numeral::read;
use crate::proof::{Proof, Standing, prove};
use crate::wording::{Certainty, Kind, Mark, Term, terms};

/// A sentence of a text, in its order.
#[derive(Clone, Copy, Debug)]
pub struct Sentence<'t> {
    /// Without citation marks.
    pub text: &'t str,
    /// The section that it stands in.
    pub section: usize,
    /// Its evidence says it: it is no conclusion and no word about what is missing.
    pub is_proven: bool,
    /// What follows it in its paragraph.
    pub next: Option<&'t str>,
}

/// Pairs of sentences by their places, as a reader of the whole text named them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedPairs {
    pub repeats: Vec<(usize, usize)>,
    pub contradicts: Vec<(usize, usize)>,
}

/// The pairs that code agrees with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgreedPairs {
    /// The place of a sentence that may go, and of the earlier one that holds all it says.
    pub repeats: BTreeMap<usize, usize>,
    /// Sentences that are both proven and cannot both be so, the earlier first.
    pub conflicts: Vec<(usize, usize)>,
}

/// Holds the pairs that were named against the sentences themselves. A pair of places that do not
/// exist is none; a sentence on which the next one leans stays, and so does the last of a section.
pub fn agreed_pairs(sentences: &[Sentence<'_>], named: &NamedPairs) -> AgreedPairs {
    let pair = |places: &(usize, usize)| {
        let (first, then) = (places.0.min(places.1), places.0.max(places.1));
        let (earlier, later) = (sentences.get(first)?, sentences.get(then)?);
        (first != then).then_some(((first, earlier), (then, later)))
    };
    let mut left = BTreeMap::<usize, usize>::new();
    for sentence in sentences {
        *left.entry(sentence.section).or_default() += 1;
    }
    let mut agreed = AgreedPairs::default();
    let mut repeats: Vec<_> = named.repeats.iter().filter_map(pair).collect();
    repeats.sort_by_key(|((first, _), (then, _))| (*then, *first));
    for ((first, earlier), (then, later)) in repeats {
        let is_gone = |place| agreed.repeats.contains_key(place);
        let leans = later.next.is_some_and(leans_on_the_one_before);
        let is_last = left.get(&later.section).is_none_or(|left| *left < 2);
        if is_gone(&first) || is_gone(&then) || leans || is_last {
            continue;
        }
        if says_no_more(later.text, earlier.text) {
            agreed.repeats.insert(then, first);
            left.entry(later.section).and_modify(|left| *left -= 1);
        }
    }
    let mut seen = BTreeSet::new();
    for ((first, one), (then, other)) in named.contradicts.iter().filter_map(pair) {
        let is_proven = one.is_proven && other.is_proven;
        if is_proven && seen.insert((first, then)) && are_at_odds(one.text, other.text) {
            agreed.conflicts.push((first, then));
        }
    }
    agreed.conflicts.sort_unstable();
    agreed
}

/// Whether a sentence brings no figure, name, word or turn that the other does not have.
pub fn says_no_more(later: &str, earlier: &str) -> bool {
    let (later_marks, earlier_marks) = (Marks::of(later), Marks::of(earlier));
    let proof = proof_by(later, earlier);
    later_marks.negations == earlier_marks.negations
        && matches!(proof.standing, Standing::Computed | Standing::Worded)
        && words_beyond(later, &[earlier]).is_empty()
}

/// Whether two sentences say the same things and cannot both be true: one negates or turns what the
/// other says, or has another value in the same place and period. What is possible, conditional or
/// true of some may be so beside its opposite, and a forecast beside what came of it.
pub fn are_at_odds(one: &str, other: &str) -> bool {
    let (marks, others) = (Marks::of(one), Marks::of(other));
    let speak_of_the_same = || names_nothing_else(one, other) && names_nothing_else(other, one);
    if marks.is_loose || others.is_loose || marks.certainty != others.certainty {
        return false;
    }
    let is_negated = marks.negations % 2 != others.negations % 2;
    let is_turned = !marks.ways.is_empty() && !others.ways.is_empty() && marks.ways != others.ways;
    let is_odd = match numbers(&proof_by(one, other)) {
        Numbers::Same => is_negated != is_turned,
        Numbers::OtherSign => is_turned && !is_negated,
        Numbers::OtherValue => !is_negated && !is_turned,
        Numbers::OfSomethingElse => false,
    };
    // what rose in one year may fall in another
    let is_timed = || has_period(one) && has_period(other);
    is_odd && (is_negated || is_timed()) && speak_of_the_same()
}

fn has_period(text: &str) -> bool {
    !read(text, &[]).periods.is_empty()
}

/// What turns, weakens or bounds a sentence.
struct Marks {
    negations: usize,
    ways: Vec<Direction>,
    certainty: Option<Certainty>,
    /// It is possible, conditional or true of some.
    is_loose: bool,
}

impl Marks {
    fn of(text: &str) -> Self {
        let mut marks = Self {
            negations: 0,
            ways: Vec::new(),
            certainty: None,
            is_loose: false,
        };
        for mark in terms(text).into_iter().filter_map(|term| term.mark) {
            match mark {
                Mark::Not => marks.negations += 1,
                Mark::Way(way) => marks.ways.push(way),
                Mark::Hedge(Certainty::Possible)
                | Mark::Condition
                | Mark::Exception
                | Mark::Partial => marks.is_loose = true,
                Mark::Hedge(certainty) => marks.certainty = Some(certainty),
                Mark::Universal | Mark::CauseFollows | Mark::EffectFollows | Mark::Turn => {}
            }
        }
        marks
    }
}

/// Whether all words of a sentence but its numbers, negations and directions are words of the other.
fn names_nothing_else(text: &str, other: &str) -> bool {
    let is_kept = |term: &Term| !matches!(term.mark, Some(Mark::Not | Mark::Way(_)));
    let beyond = terms_beyond(text, &[other]);
    let mut words = beyond.iter().filter(|term| term.kind != Kind::Number);
    !words.any(is_kept)
}

/// The numbers of a sentence beside those of another.
enum Numbers {
    Same,
    OtherSign,
    OtherValue,
    /// Of another period, thing or unit.
    OfSomethingElse,
}

fn numbers(proof: &Proof) -> Numbers {
    let kinds: Vec<ProblemKind> = proof.numerals.problems().map(|(_, one)| one.kind).collect();
    let is_value = |kind: &ProblemKind| {
        matches!(
            kind,
            ProblemKind::WrongScale | ProblemKind::WrongRounding | ProblemKind::NotFound
        )
    };
    match () {
        () if kinds.is_empty() => Numbers::Same,
        () if kinds.iter().all(|kind| *kind == ProblemKind::WrongSign) => Numbers::OtherSign,
        () if kinds.iter().all(is_value) => Numbers::OtherValue,
        () => Numbers::OfSomethingElse,
    }
}

fn proof_by(claim: &str, evidence: &str) -> Proof {
    static NOWHERE: LazyLock<EvidenceId> = LazyLock::new(|| EvidenceId::new("ev_0"));
    let source = ReadSource::of(Source {
        evidence: &NOWHERE,
        text: evidence,
        headings: &[],
        title: "",
        origin: "",
        as_of: None,
        subject: None,
    });
    prove(&ClaimText::bare(claim), &[&source])
}

/// Whether a sentence takes up the one before it by a word that needs it.
fn leans_on_the_one_before(sentence: &str) -> bool {
    static LEANING: assay_domain::WordList = assay_domain::word_list!("whole/leaning");
    const LEANING_IN_CHINESE: [&str; 16] = [
        "这", "该", "其", "此", "它", "他", "她", "两者", "二者", "后者", "前者", "但", "然而",
        "因此", "所以", "不过",
    ];
    let bare = sentence.trim_start_matches(|c: char| !c.is_alphanumeric());
    let first: String = bare.chars().take_while(|c| c.is_alphabetic()).collect();
    let first = first.to_lowercase();
    LEANING.contains(&first.as_str())
        || LEANING_IN_CHINESE.iter().any(|word| bare.starts_with(word))
}
