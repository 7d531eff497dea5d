//! Who does it in the claim, and who does it in the statement that bears the claim.

use assay_figures::cut;

use super::cover::Laid;
use super::frame::{Clauses, Frame, is_relational};
use super::names::Names;
use super::polarity::{State, states};
use super::term::{Kind, Term};
use super::{Claim, WordProblem};

/// What the owner of a document does by what the document says.
static SAYING: assay_domain::WordList = assay_domain::word_list!("wording/roles/saying");

/// Verbs that leave it to their noun to say what is done: `made no commitment`.
const HELPING: [&str; 12] = [
    "make", "makes", "made", "take", "takes", "took", "taken", "give", "gives", "gave", "get",
    "got",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    Same,
    Other,
    Open,
}

struct Roles<'a> {
    own: Clauses<'a>,
    theirs: Clauses<'a>,
    claim: Claim<'a>,
    laid: &'a Laid<'a>,
    names: &'a Names<'a>,
    asked: Vec<State>,
    told: Vec<State>,
}

/// The claim says it of somebody else than the statement, or that somebody does what the statement
/// says he does not, or that he does what it does not speak of.
pub(super) fn problem(claim: Claim<'_>, laid: &Laid<'_>, names: &Names<'_>) -> Option<WordProblem> {
    let statement = cut(laid.source, laid.statement.range.clone());
    let roles = Roles {
        own: Clauses::of(claim.text, claim.terms),
        theirs: Clauses::of(statement, &laid.statement.terms),
        claim,
        laid,
        names,
        asked: states(claim.terms),
        told: states(&laid.statement.terms),
    };
    let (asked, told) = (roles.own.frames(), roles.theirs.frames());
    let verb = roles
        .lost_deed(&asked, &told)
        .filter(|_| !claim.states_numbers());
    match () {
        () if asked.iter().any(|frame| roles.differs(frame, &told)) => Some(WordProblem::Order),
        () if asked.iter().any(|frame| roles.is_turned(frame, &told)) => {
            Some(WordProblem::Negation)
        }
        () => verb.map(|verb| WordProblem::NotStated(vec![verb])),
    }
}

impl Roles<'_> {
    fn differs(&self, frame: &Frame, told: &[Frame]) -> bool {
        let mut heads = self.own.heads(frame);
        heads.retain(|head| {
            self.is_owner(*head) || self.own.is_actor(*head) || self.claim.starts_with_name(*head)
        });
        if heads.is_empty() || frame.is_infinitive {
            return false;
        }
        let alike: Vec<&Frame> = told
            .iter()
            .filter(|other| self.is_same(frame, other))
            .collect();
        if self.claim.states_numbers() {
            let is_name = |head: &usize| {
                self.claim
                    .terms
                    .get(*head)
                    .is_some_and(|term| term.kind == Kind::Name)
                    || self.claim.starts_with_name(*head)
            };
            let is_changed = alike
                .iter()
                .any(|other| self.has_changed_places(frame, other));
            heads.retain(|head| is_name(head) || is_changed && self.is_owner(*head));
            if heads.is_empty() || alike.is_empty() {
                return false;
            }
        }
        let is_own_word = frame.is_attitude && heads.iter().all(|head| self.is_owner(*head));
        if alike.is_empty() || is_own_word {
            // a document is the word of its owner, who therefore says what it says
            let says_nothing = frame.is_passive || frame.is_copula || frame.is_attitude;
            return !says_nothing && heads.iter().any(|head| self.is_never_doer(*head, told));
        }
        let fits = |other: &&Frame| {
            let mut heads = heads.iter();
            heads.all(|head| self.fit(*head, other) != Fit::Other)
                && self.asked_not(frame) == self.told_not(other)
        };
        !alike.iter().any(fits)
    }

    /// The statement has somebody do it who is said not to in the claim, or the other way round.
    fn is_turned(&self, frame: &Frame, told: &[Frame]) -> bool {
        let heads = self.own.heads(frame);
        let is_alike = |other: &&Frame| {
            let mut heads = heads.iter();
            self.is_same(frame, other) && heads.all(|head| self.fit(*head, other) == Fit::Same)
        };
        let mut alike = told.iter().filter(is_alike).peekable();
        !heads.is_empty()
            && alike.peek().is_some()
            && alike.all(|other| self.asked_not(frame) != self.told_not(other))
    }

    fn asked_not(&self, frame: &Frame) -> bool {
        is_denied(&self.own, &self.asked, frame)
    }

    fn told_not(&self, frame: &Frame) -> bool {
        is_denied(&self.theirs, &self.told, frame)
    }

    /// What the claim says is done. Chinese strings verbs together, and any of them may be the one.
    fn lost_deed(&self, asked: &[Frame], told: &[Frame]) -> Option<String> {
        let first = asked.first()?;
        let is_owner = self
            .own
            .heads(first)
            .iter()
            .all(|head| self.is_owner(*head));
        if is_owner && SAYING.contains(&self.own.word(first.verb)) {
            return None;
        }
        let is_string = !self.own.word(first.verb).is_ascii();
        let mut frames = asked.iter().filter(|frame| !frame.is_infinitive);
        let is_known = is_string && frames.any(|frame| self.laid.says(frame.verb));
        match is_known || told.iter().any(|other| self.does_alike(first, other)) {
            true => None,
            false => self.lost_verb(first),
        }
    }

    /// The same one does something to the same thing: most likely the same by another word, unless the
    /// one word is the opposite of the other.
    fn does_alike(&self, frame: &Frame, other: &Frame) -> bool {
        let heads = self.own.heads(frame);
        let terms = self.claim.terms;
        let verbs = terms
            .get(frame.verb)
            .zip(self.laid.statement.terms.get(other.verb));
        let is_opposite = verbs.is_none_or(|(own, theirs)| own.is_opposite_of(theirs));
        // of two words that are both known, and nowhere as one for the other, each says its own
        let are_known = !other.is_attitude
            && verbs.is_some_and(|(own, theirs)| own.is_known() && theirs.is_known());
        let mut behind = (frame.verb + 1..terms.len()).take(3);
        let object = behind.find(|at| terms.get(*at).is_some_and(Term::is_content));
        let place = object.and_then(|at| self.laid.pairs.get(at).copied().flatten());
        let follows = place.is_some_and(|place| place > other.verb && place - other.verb <= 3);
        let mut doers = heads.iter();
        !heads.is_empty()
            && !is_opposite
            && !are_known
            && follows
            && doers.all(|head| self.fit(*head, other) == Fit::Same)
    }

    /// What is done, where the statement does not speak of it.
    fn lost_verb(&self, frame: &Frame) -> Option<String> {
        let term = self.claim.terms.get(frame.verb)?;
        let written = self.own.word(frame.verb);
        let states_deed = term.is_content()
            && term.mark.is_none()
            && !HELPING.contains(&written)
            && term.may_be_verb()
            && !is_relational(written, self.claim.states_numbers());
        let is_lost = !self.laid.covers(frame.verb) && !self.names.bears(term);
        (states_deed && is_lost).then(|| written.to_owned())
    }

    /// The two verbs are the same, or both say what somebody thinks.
    fn is_same(&self, frame: &Frame, other: &Frame) -> bool {
        let own = self.claim.terms.get(frame.verb);
        let theirs = self.laid.statement.terms.get(other.verb);
        let means = own.zip(theirs).is_some_and(|(own, theirs)| {
            own.means(theirs) || self.own.word(frame.verb) == self.theirs.word(other.verb)
        });
        means || self.is_noun_of(frame, other) || (frame.is_attitude && other.is_attitude)
    }

    /// `gave notice` is `notified`: the verb leaves it to its noun to say what is done.
    fn is_noun_of(&self, frame: &Frame, other: &Frame) -> bool {
        let theirs = self.laid.statement.terms.get(other.verb);
        let mut behind = (frame.verb + 1..self.claim.terms.len()).take(4);
        HELPING.contains(&self.own.word(frame.verb))
            && behind.any(|at| {
                let own = self.claim.terms.get(at).filter(|own| own.may_be_verb());
                own.zip(theirs)
                    .is_some_and(|(own, theirs)| own.means(theirs))
            })
    }

    /// The statement's doer stands in the claim, and is not the doer there.
    fn has_changed_places(&self, frame: &Frame, other: &Frame) -> bool {
        let is_elsewhere = |place: &usize| {
            let theirs = self.laid.statement.terms.get(*place);
            let mut own = self.claim.terms.iter().enumerate();
            !self.theirs.is_self(*place)
                && own.any(|(at, own)| {
                    !frame.doers.contains(&at)
                        && own.is_content()
                        && theirs.is_some_and(|theirs| own.is_same(theirs))
                })
        };
        let heads = self.theirs.heads(other);
        !heads.is_empty() && heads.iter().all(is_elsewhere)
    }

    fn is_owner(&self, head: usize) -> bool {
        self.own.is_self(head) || self.names.may_own(head)
    }

    fn fit(&self, head: usize, other: &Frame) -> Fit {
        let Some(term) = self.claim.terms.get(head) else {
            return Fit::Open;
        };
        let terms = &self.laid.statement.terms;
        let is_head = |place: &usize| terms.get(*place).is_some_and(|own| own.means(term));
        let is_self = |place: &usize| {
            self.theirs.is_self(*place)
                || terms
                    .get(*place)
                    .is_some_and(|own| own.kind == Kind::Name && self.names.bears(own))
        };
        let is_owner = self.is_owner(head);
        match () {
            () if other.doers.iter().any(is_head) => Fit::Same,
            () if is_owner && other.doers.iter().any(is_self) => Fit::Same,
            () if other
                .doers
                .iter()
                .any(|place| self.theirs.is_pronoun(*place)) =>
            {
                Fit::Open
            }
            () if !other
                .doers
                .iter()
                .any(|place| self.theirs.is_actor(*place) || is_self(place)) =>
            {
                Fit::Open
            }
            () if is_owner || other.is_attitude || terms.iter().any(|own| own.means(term)) => {
                Fit::Other
            }
            () => Fit::Open,
        }
    }

    /// A name that the statement has, but never as the one who does something.
    fn is_never_doer(&self, head: usize, told: &[Frame]) -> bool {
        let term = self.claim.terms.get(head);
        let is_name = term.is_some_and(|term| term.kind == Kind::Name)
            || self.claim.starts_with_name(head)
            || self.is_owner(head);
        let acting = told.iter().filter(|frame| !frame.is_passive);
        let fits: Vec<Fit> = acting.map(|frame| self.fit(head, frame)).collect();
        is_name && fits.contains(&Fit::Other) && !fits.contains(&Fit::Same)
    }
}

/// `did not pay`, `paid no`, `no party paid`.
pub(super) fn is_denied(clauses: &Clauses<'_>, states: &[State], frame: &Frame) -> bool {
    let before = states.get(frame.verb).is_some_and(|state| state.is_negated);
    let behind = (frame.verb + 1..frame.verb + 3).any(|at| clauses.is_none(at));
    before || behind || frame.doers.iter().any(|at| clauses.is_none(*at))
}
