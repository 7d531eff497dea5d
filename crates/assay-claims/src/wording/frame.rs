//! Who does what: the verbs of a text, each with the words among which its doer stands.
//!
//! There is no parser here. The place of the doer is taken too wide rather than too narrow, so that
//! somebody who is not in it does not do it.

use assay_domain::is_legal_form;
use assay_figures::cut;

use super::lexicon::{Class, lexicon};
use super::listed::{WordList, Words};
use super::marks::Mark;
use super::reading::is_calendar;
use super::term::{Kind, Term};
use crate::numeral::is_han;

/// A verb and where its doer stands.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) verb: usize,
    /// Places of the terms among which the doer is; empty where the text does not say who it is.
    pub(super) doers: Vec<usize>,
    /// `to pay`, `paying`: not said to have happened by its form.
    pub(super) is_infinitive: bool,
    pub(super) is_passive: bool,
    /// The verb says what somebody thinks or says.
    pub(super) is_attitude: bool,
    /// `is`: says what something is, and not what it does.
    pub(super) is_copula: bool,
    start: usize,
    end: usize,
}

static BE: WordList =
    WordList::new(|| Words::of("is are was were be been being am isn't aren't wasn't weren't"));
static HAVE: WordList = WordList::new(|| Words::of("has have had having hasn't haven't hadn't"));
static HELP: WordList = WordList::new(|| {
    Words::of(
        "do does did don't doesn't didn't will would shall should may might can could must cannot won't \
         wouldn't couldn't to",
    )
});
static DETERMINERS: WordList = WordList::new(|| {
    Words::of(
        "the a an this these those its their our his her my your any each every some no such another other",
    )
});
static PREPOSITIONS: WordList = WordList::new(|| {
    Words::of(
        "of in on at by for from into onto upon with within among between toward towards through \
         during across along around about as than over under against per via to after before until since without",
    )
});
static BREAKS: WordList = WordList::new(|| {
    Words::of(
        "that which who whom while whereas but although though because when if where whether unless so",
    )
});
static PRONOUNS: WordList = WordList::new(|| {
    Words::of("it it's he's she's that's they this these those which that who he she them")
});
/// The writer of a document, as it speaks of itself.
static SELF: WordList = WordList::new(|| {
    Words::of(
        "we our us ours i my company company's company’s management board directors corporation registrant group \
         firm bank its 公司 本公司 我们 管理层",
    )
});
/// Things whose words end like those of people.
static THINGS_LIKE_PERSONS: WordList = WordList::new(|| {
    Words::of(
        "numbers orders quarters others matters centers servers computers factors guarantees fees committees \
         figures series inventories deliveries facilities activities liabilities securities properties \
         subsidies technologies supplies currencies territories categories batteries entities vectors sectors",
    )
});
static BODIES: WordList = WordList::new(|| {
    Words::of(
        "company companies government agency agencies court courts party parties staff employees team jury \
         commission department authority authorities court's customers customer competitor supplier manufacturer employee regulator union judge analyst analysts \
         investor shareholder buyer seller lender tenant landlord",
    )
});
/// Pasts and participles that do not end in `ed`.
static IRREGULAR: WordList = WordList::new(|| {
    Words::of(
        "rose risen fell fallen grew grown sold bought paid made took taken gave given went gone came \
         brought held kept led left lost met put ran run said saw seen sent set shut spent stood told won wrote written began \
         begun became become built chose chosen cut drew drawn drove driven found got hit knew known let sought thought taught \
         hurt read broke broken beat beaten bore borne shrank shrunk sank sunk withdrew withdrawn undertook undertaken \
         offset upheld withheld overseen overtaken rebuilt repaid resold dealt fought shown struck spread shed laid",
    )
});
static ATTITUDES: WordList = WordList::new(|| {
    Words::of(
        "believe believes believed expect expects expected anticipate anticipates anticipated think \
         thinks intend intends intended plan plans planned estimate estimates estimated consider considers considered allege \
         alleges alleged claim claims claimed argue argues argued maintain maintains maintained contend contends say says said hold holds think thinks regard regards see sees \
         project projects projected forecast forecasts predict predicts 认为 相信 预计 预期 估计 指控 声称 计划 打算",
    )
});

/// Verbs that only join what stands on their two sides: containing, being about, existing, yielding.
/// That it is so joined is said by the two sides standing in one statement.
static RELATIONAL: WordList = WordList::new(|| {
    Words::of(
        "contain contains contained containing comprise comprises comprised involve involves involved \
         involving based relate relates related concern concerns concerned regard regards exist exists existed occur occurs \
         occurred happen happens happened constitute constitutes constituted represent represents represented serve serves \
         served call calls called name names named describe describes described explain explains explained list lists listed \
         listing count counts counted log logs logged tally tallied register registers registered experience \
         experienced \
         位于 处于 属于 涉及 构成 包含 旨在 用于 形成 作为 存在 发生 具有 拥有 称为",
    )
});
/// Verbs that join a thing to the amount that it yields.
static YIELDING: WordList = WordList::new(|| {
    Words::of(
        "generate generates generated supply supplies supplied deliver delivers delivered contribute \
         contributes contributed provide provides provided yield yields yielded brought against versus corresponds equates works \
         counted totaled totalled held reached topped crossed gained logged swung turned negative positive consumed consuming absorbed \
         outflow outflows inflow inflows 带来 贡献 提供 流入 流出 耗资 斥资 花费 计提",
    )
});

/// Says no more than that two things belong together, or a thing and its amount.
pub(super) fn is_relational(word: &str, has_amount: bool) -> bool {
    // `corresponds to`
    let first = word.split(' ').next().unwrap_or_default();
    RELATIONAL.contains(word) || (has_amount && YIELDING.contains(first))
}

/// The word says that somebody thinks or says it.
pub(super) fn is_attitude(word: &str) -> bool {
    ATTITUDES.contains(&word.to_lowercase())
}

static ADVERBS: WordList = WordList::new(|| {
    Words::of(
        "not also often still already now never always ever just even further again only both yet",
    )
});

/// Words that go between the parts of a verb without being part of it.
fn is_adverb(word: &str) -> bool {
    word.ends_with("ly") || ADVERBS.contains(word)
}

/// A text as its verbs are looked for in it.
pub(super) struct Clauses<'a> {
    terms: &'a [Term],
    words: Vec<String>,
    text: &'a str,
}

/// Words that make up one verb: `has been sued`.
struct Group {
    head: usize,
    end: usize,
    is_passive: bool,
    is_infinitive: bool,
}

impl<'a> Clauses<'a> {
    pub(super) fn of(text: &'a str, terms: &'a [Term]) -> Self {
        let written = |term: &Term| cut(text, term.range.clone()).to_lowercase();
        Self {
            terms,
            words: terms.iter().map(written).collect(),
            text,
        }
    }

    pub(super) fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", String::as_str)
    }

    fn is(&self, at: usize, list: &Words) -> bool {
        list.contains(self.word(at))
    }

    /// The place before, without adverbs.
    fn before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|place| !is_adverb(self.word(*place)))
    }

    fn is_nominal(&self, at: usize) -> bool {
        self.terms.get(at).is_some_and(|term| {
            term.kind == Kind::Name || (term.kind == Kind::Word && term.is_content())
        })
    }

    fn may_be_verb(&self, at: usize) -> bool {
        self.terms.get(at).is_some_and(Term::may_be_verb)
    }

    /// The word that carries the form of the verb: the first of `scaled back`.
    fn form(&self, at: usize) -> &str {
        self.word(at).split(' ').next().unwrap_or_default()
    }

    fn is_participle(&self, at: usize) -> bool {
        let word = self.form(at);
        word.ends_with("ed") || IRREGULAR.contains(word)
    }

    /// The verb that begins at a place.
    fn group(&self, at: usize) -> Option<Group> {
        let helps =
            |place: usize| self.is(place, &BE) || self.is(place, &HAVE) || self.is(place, &HELP);
        if helps(at) {
            let mut end = at;
            let mut last = at;
            while helps(end + 1) || (is_adverb(self.word(end + 1)) && end + 1 < self.words.len()) {
                end += 1;
                if helps(end) {
                    last = end;
                }
            }
            let next = end + 1;
            let is_plain = self.is(last, &HELP) && self.may_be_verb(next);
            let is_form = self.is_participle(next) || self.form(next).ends_with("ing");
            if is_plain || is_form {
                return Some(Group {
                    head: next,
                    end: next,
                    is_passive: self.is(last, &BE) && self.is_participle(next),
                    is_infinitive: self.word(at) == "to",
                });
            }
            let is_main = self.is(last, &BE) || self.is(last, &HAVE);
            return is_main.then_some(Group {
                head: last,
                end: last,
                is_passive: false,
                is_infinitive: self.word(at) == "to",
            });
        }
        self.bare(at)
    }

    /// A verb without a helping one.
    fn bare(&self, at: usize) -> Option<Group> {
        let word = self.form(at);
        let is_past = self.is_participle(at);
        let is_thing = ["ment", "ments", "tion", "tions", "ue", "ues"]
            .iter()
            .any(|ending| word.ends_with(ending));
        if is_thing || !is_past && !self.may_be_verb(at) {
            return None;
        }
        let before = self.before(at)?;
        // `the agency's claims are`, `agency claims lack merit`: things, of which something is said
        let is_said_of = self.is(at + 1, &BE) || self.word(at + 1) == "lack";
        if word.ends_with('s') && is_said_of {
            return None;
        }
        if self.is(before, &DETERMINERS)
            || self.is(before, &PREPOSITIONS)
            || self.word(before).ends_with("'s")
        {
            return None;
        }
        let by_follows = self.word(at + 1) == "by";
        let opens_object =
            self.is(at + 1, &DETERMINERS) || self.word(at + 1) == "that" || self.is_nominal(at + 1);
        // a name that ends like a plural is none
        let follows_name = self
            .terms
            .get(before)
            .is_some_and(|term| term.kind == Kind::Name);
        let follows_plural = (self.word(before).ends_with('s') && !follows_name)
            || matches!(
                self.word(before),
                "we" | "they" | "you" | "i" | "who" | "which" | "that" | "and"
            )
            || (before.saturating_sub(3)..before).any(|place| self.word(place) == "and");
        let is_plural_verb = follows_plural && !word.ends_with('s');
        let is_singular_verb = !follows_plural && word.ends_with('s');
        let is_only_verb = self.terms.get(at).and_then(Term::class) == Some(Class::Verb);
        let is_participle = word.ends_with("ing");
        let is_finite = is_past
            || (is_plural_verb || is_singular_verb) && (opens_object || is_only_verb)
            || is_participle;
        is_finite.then_some(Group {
            head: at,
            end: at,
            is_passive: is_past && by_follows,
            is_infinitive: is_participle,
        })
    }

    pub(super) fn frames(&self) -> Vec<Frame> {
        if self.text.chars().any(is_han) {
            return self.han_frames();
        }
        let mut found: Vec<Frame> = Vec::new();
        let mut at = 0;
        while at < self.words.len() {
            let Some(group) = self.group(at) else {
                at += 1;
                continue;
            };
            let (start, doers) = self.doers(at, &group, found.last());
            found.push(Frame {
                verb: group.head,
                doers,
                is_infinitive: group.is_infinitive,
                is_passive: group.is_passive,
                is_attitude: self.is(group.head, &ATTITUDES),
                is_copula: self.is(group.head, &BE),
                start,
                end: group.end,
            });
            at = group.end + 1;
        }
        found
    }

    /// Where the clause of a verb begins, and the places of its doer.
    fn doers(&self, at: usize, group: &Group, last: Option<&Frame>) -> (usize, Vec<usize>) {
        let from = last.map_or(0, |last| last.end + 1);
        let breaks = |place: &usize| {
            self.is(*place, &BREAKS)
                || self.word(*place) == "and"
                    && self.terms.get(*place).is_some_and(|term| term.opens_clause)
        };
        let broken = (from..at).rev().find(breaks);
        let start = broken.map_or(from, |place| place + 1);
        if group.is_passive {
            let mut behind = group.end + 1..(group.end + 14).min(self.words.len());
            let by = behind.find(|place| self.word(*place) == "by");
            let doers = by.map_or(Vec::new(), |by| {
                let is_end =
                    |place: &usize| self.group(*place).is_some() || self.is(*place, &BREAKS);
                let end = (by + 1..(by + 9).min(self.words.len())).find(is_end);
                (by + 1..end.unwrap_or((by + 9).min(self.words.len()))).collect()
            });
            return (start, doers);
        }
        let is_one_clause = (from..at + 1).all(|place| {
            let term = self.terms.get(place);
            term.is_some_and(|term| !term.opens_clause && term.mark != Some(Mark::Turn))
        });
        // `consists of 40 boats held at cost`: who holds them is not said
        let has_object = self.is(at + 1, &DETERMINERS) || self.is_nominal(at + 1);
        let is_bare = group.head == at && self.is_participle(at) && !has_object;
        if last.is_some() && broken.is_none() && is_bare && is_one_clause {
            return (start, Vec::new());
        }
        let own: Vec<usize> = (start..at).collect();
        let names_doer = own.iter().any(|place| {
            self.is_nominal(*place) || matches!(self.word(*place), "we" | "our" | "i" | "you")
        });
        let is_second = self
            .before(at)
            .is_some_and(|place| matches!(self.word(place), "and" | "or" | "yet" | "but" | "then"));
        let points_back =
            broken.is_some_and(|place| matches!(self.word(place), "which" | "that" | "who"));
        if names_doer && !group.is_infinitive && !is_second {
            return (start, own);
        }
        // `sold A and bought B`, `which bought B`, `to buy B`: whoever was named before
        let begin = last.map_or(0, |last| last.start);
        let mut wide: Vec<usize> = last.map(|last| last.doers.clone()).unwrap_or_default();
        let is_shared = !group.is_infinitive && !points_back && last.is_some();
        if !is_shared {
            wide.extend(begin..at);
        }
        (start, wide)
    }

    /// Chinese puts the doer before the verb, or behind `由` and `被`; what `从`, `向` and the like
    /// bring in is not the doer.
    fn han_frames(&self) -> Vec<Frame> {
        let mut found: Vec<Frame> = Vec::new();
        let mut start = 0;
        for (at, term) in self.terms.iter().enumerate() {
            if term.opens_clause {
                start = at;
            }
            if !term.may_be_verb() && !self.is(at, &ATTITUDES) {
                continue;
            }
            let sign_before = |place: usize| {
                let begin = place
                    .checked_sub(1)
                    .and_then(|before| self.terms.get(before))
                    .map_or(0, |before| before.range.end);
                let here = self.terms.get(place).map_or(begin, |term| term.range.start);
                cut(self.text, begin.min(here)..here)
            };
            let by = (start..at).find(|place| {
                sign_before(*place).ends_with(['由', '被'])
                    || matches!(self.word(*place), "由" | "被")
            });
            let aside = (start..at).find(|place| {
                sign_before(*place).ends_with(['从', '向', '对', '与', '为', '给'])
                    || matches!(
                        self.word(*place),
                        "从" | "向" | "对" | "与" | "为" | "给" | "对于"
                    )
            });
            let doers: Vec<usize> = match (by, aside) {
                (Some(by), _) => (by..at).collect(),
                (None, Some(aside)) => (start..aside).collect(),
                (None, None) => (start..at).collect(),
            };
            // `甲批准乙用于治疗丙`: what stands between two verbs is the object of the first
            let is_second = found.last().is_some_and(|last| last.start == start);
            let names_doer =
                doers.iter().any(|place| self.is_nominal(*place)) && (!is_second || by.is_some());
            let inherited = found.last().map(|last| last.doers.clone());
            found.push(Frame {
                verb: at,
                doers: if names_doer {
                    doers
                } else {
                    inherited.unwrap_or_default()
                },
                is_infinitive: false,
                is_passive: by.is_some(),
                is_attitude: self.is(at, &ATTITUDES),
                is_copula: false,
                start,
                end: at,
            });
        }
        found
    }

    /// The doers themselves, without what belongs to them or says where they are.
    pub(super) fn heads(&self, frame: &Frame) -> Vec<usize> {
        let is_end =
            |place: &&usize| !self.is(**place, &PREPOSITIONS) && !self.is(**place, &BREAKS);
        // `In March 2024 A sued B`: a date before the doer is not who does it
        let is_date = |place: &&usize| {
            let term = self.terms.get(**place);
            term.is_some_and(|term| term.kind == Kind::Number) || is_calendar(self.word(**place))
        };
        let dated = frame.doers.iter().skip(1).take_while(is_date).count();
        let opens = frame.doers.first();
        let opens = opens.is_some_and(|first| self.is(*first, &PREPOSITIONS));
        let before = if opens && dated > 0 { dated + 1 } else { 0 };
        let region = frame.doers.iter().skip(before);
        let region: Vec<usize> = region.take_while(is_end).copied().collect();
        let mut heads = Vec::new();
        let mut last = None;
        for place in region {
            let term = self.terms.get(place);
            let parts = matches!(self.word(place), "and" | "or" | "和" | "及" | "与")
                || term.is_some_and(|term| term.opens_clause);
            if parts {
                heads.extend(last.take());
            }
            // `Acme plc` is Acme; what is `Acme's` is not
            let is_owner = self.word(place).ends_with("'s") || self.word(place).ends_with("’s");
            let is_form = last.is_some() && is_legal_form(self.word(place));
            if self.is_nominal(place) && !is_form && !is_owner {
                last = Some(place);
            }
        }
        // `A and B sales` are sales
        let is_name = |place: &usize| {
            self.terms
                .get(*place)
                .is_some_and(|term| term.kind == Kind::Name)
        };
        if last.as_ref().is_some_and(|last| !is_name(last)) {
            heads.retain(|head| !is_name(head));
        }
        heads.extend(last);
        heads
    }

    /// A denial that belongs to a thing: `no dividend`.
    pub(super) fn is_none(&self, at: usize) -> bool {
        matches!(
            self.word(at),
            "no" | "none" | "neither" | "nobody" | "nothing" | "not"
        )
    }

    /// A pronoun stands for somebody that is not looked for.
    pub(super) fn is_pronoun(&self, at: usize) -> bool {
        self.is(at, &PRONOUNS)
    }

    /// The writer of the document, as it speaks of itself.
    pub(super) fn is_self(&self, at: usize) -> bool {
        self.is(at, &SELF)
    }

    /// The first word of a text that no list has is most likely a name.
    fn opens_with_name(&self, at: usize) -> bool {
        let opens = self.terms.first().filter(|_| at == 0);
        opens.is_some_and(|term| {
            let written = cut(self.text, term.range.clone());
            term.kind == Kind::Word
                && term.class().is_none()
                && written.starts_with(char::is_uppercase)
        })
    }

    /// Somebody who can do something, and not a thing or an amount.
    pub(super) fn is_actor(&self, at: usize) -> bool {
        let word = self.word(at);
        let is_person = ["ers", "ors", "ees", "ants", "ists", "ies"]
            .iter()
            .any(|ending| word.len() > 6 && word.ends_with(ending))
            && !THINGS_LIKE_PERSONS.contains(word);
        is_person
            || BODIES.contains(word)
            || self.opens_with_name(at)
            || self
                .terms
                .get(at)
                .is_some_and(|term| term.kind == Kind::Name)
    }
}

impl Term {
    pub(crate) fn may_be_verb(&self) -> bool {
        matches!(self.kind, Kind::Word | Kind::Light)
            && lexicon().has_class(&self.keys, Class::Verb)
    }
}
