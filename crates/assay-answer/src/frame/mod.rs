//! A question as a small typed value: of whom, what, when, in which form.

mod disclosed;
mod either;
mod follow;
mod kind;
mod parts;
mod understood;
mod when;

use std::collections::BTreeSet;

use assay_claims::{Meaning, MeaningKind, meanings, meanings_with_ideas};
use assay_domain::Language;
use assay_facts::{Statement, derived_metric, metric as books_metric};

pub use follow::{Before, in_full as follow_up};
pub(crate) use kind::has;
pub use kind::{Kind, Wanted};
pub use when::When;
pub(crate) use when::{PartOfYear, asks_compound, names_part};

use crate::answer::asks_for_parts;
use crate::asking::{ASKING, bare_words, without_disagreeing};
use crate::kindred::{Group, kindred_in, words_of};
use crate::known::Known;
use crate::measure::{Measure, Operand, measures, mended, metrics_in};
use crate::passage::Asked;

/// What a question asks.
#[derive(Clone, Debug)]
pub struct Frame {
    pub question: String,
    pub language: Language,
    /// Places among the companies of the library, in the order of the question.
    pub subjects: Vec<usize>,
    /// What was taken for a slip, and the name it was taken for.
    pub meant: Vec<(String, String)>,
    pub kind: Kind,
    pub wanted: Wanted,
    pub when: When,
    /// Figures that are filed, or computed from such. Empty where the question asks for something that
    /// no book has a name for.
    pub measures: Vec<Measure>,
    /// Numbers that the question itself states, as they are written.
    pub numbers: Vec<String>,
    /// The question without subjects, periods and words that only ask.
    pub topic: String,
    /// Among how many questions of one line the room for an answer is shared.
    pub(crate) share: usize,
    /// What the writer says before or behind what is asked.
    aside: String,
    /// What kind of thing would answer: `cities` in `which cities`.
    pub class: Option<String>,
    /// The questions that it consists of, where it asks several things.
    pub parts: Vec<Frame>,
}

/// Reads a question by rules.
pub fn frame(question: &str, language: Language, known: &Known) -> Frame {
    let mut whole = frame_of_one(question, language, known);
    let mut parts: Vec<Frame> = Vec::new();
    for part in parts::parts(question) {
        let Some(first) = parts.first() else {
            parts.push(frame_of_one(part, language, known));
            continue;
        };
        match first.followed_by(&first.led_by(part), language, known) {
            Some(part) => parts.push(part),
            None => {
                // what goes on asking the same says nothing of what is wanted
                if whole.kind != Kind::Compare {
                    (whole.kind, whole.wanted) = (first.kind, first.wanted);
                }
                parts.clear();
                break;
            }
        }
    }
    if parts.len() < 2 {
        parts = whole.of_either(language, known);
    }
    let share = parts.len();
    if share < 2 {
        return whole;
    }
    for part in &mut parts {
        part.share = share;
    }
    Frame { parts, ..whole }
}

fn frame_of_one(question: &str, language: Language, known: &Known) -> Frame {
    let question = question.replace('’', "'");
    let text = when::spelled_out(&in_full(&question));
    let named = known.named_in(&text);
    let mut plain = text.clone();
    for named in &named {
        let owns = plain
            .get(named.range.end..)
            .is_some_and(|rest| rest.starts_with("'s"));
        let range = named.range.start..named.range.end + if owns { 2 } else { 0 };
        plain.replace_range(range.clone(), &" ".repeat(range.len()));
    }
    let (when, ranges) = when::when(&plain);
    for range in ranges {
        let blank = " ".repeat(range.len());
        plain.replace_range(range, &blank);
    }
    let slip = mended(&plain);
    if let Some((whole, _, _)) = &slip {
        plain.clone_from(whole);
    }
    let mut subjects: Vec<usize> = Vec::new();
    for named in &named {
        if !subjects.contains(&named.company) {
            subjects.push(named.company);
        }
    }
    if subjects.is_empty() {
        subjects.extend(known.unnamed_subject(&text));
    }
    let periods = when.periods.len().max(when.newest);
    let kind = match kind::kind(&plain, subjects.len(), periods) {
        // how a figure went is told by the figure of several years
        Kind::Explain if when::asks_trend(&plain) && !measures(&plain).is_empty() => Kind::Compare,
        // a figure told apart is as many figures as it has parts
        Kind::LookUp if asks_for_parts(&plain) => Kind::List,
        kind => kind,
    };
    let meant = named.iter().filter_map(|named| {
        let said = text.get(named.range.clone())?.to_owned();
        Some((said, named.meant.clone()?))
    });
    let meant = meant.chain(slip.map(|(_, said, meant)| (said, meant)));
    Frame {
        language,
        kind,
        wanted: kind::wanted(&plain, kind),
        measures: match kind {
            Kind::LookUp | Kind::Compare => measures(&plain),
            // how a figure is reached is told by computing it
            Kind::HowTo => measures(&plain)
                .into_iter()
                .filter(Measure::is_computed)
                .collect(),
            Kind::Explain | Kind::List | Kind::Judge => Vec::new(),
        },
        numbers: numbers(&plain),
        topic: topic(&plain, !subjects.is_empty()),
        meant: meant.collect(),
        subjects,
        when,
        share: 1,
        aside: asides(&plain),
        class: kind::class(&plain),
        question,
        parts: Vec::new(),
    }
}

impl Frame {
    /// The question asked of each of two things that it sets side by side. Companies are compared as
    /// a whole.
    fn of_either(&self, language: Language, known: &Known) -> Vec<Self> {
        let pair = either::either(&self.question).filter(|_| self.subjects.len() < 2);
        let frames = pair.into_iter().flatten().map(|question| {
            let one = frame_of_one(&question, language, known);
            let wanted = match one.wanted {
                Wanted::Names | Wanted::Anything => Wanted::Figure,
                wanted => wanted,
            };
            Self {
                kind: Kind::LookUp,
                wanted,
                ..one
            }
        });
        let frames: Vec<Self> = frames.collect();
        let same = |frame: &Self| frame.subjects == self.subjects;
        if frames.iter().all(same) {
            frames
        } else {
            Vec::new()
        }
    }

    /// A further question behind what opens the line: `dredging: what does it cost and who pays`.
    fn led_by(&self, question: &str) -> String {
        let lead = self.question.split_once([':', '：']);
        match lead.filter(|(lead, _)| lead.split_whitespace().count() <= LONGEST_LEAD) {
            Some((lead, _)) => format!("{lead}: {question}"),
            None => question.to_owned(),
        }
    }

    /// A further question in the same line: what it leaves out is that of the first. `None` where it
    /// names nothing and asks for no cause: then it goes on asking the same.
    fn followed_by(&self, question: &str, language: Language, known: &Known) -> Option<Self> {
        let alone = frame_of_one(question, language, known);
        let words = meanings(&bare_words(question));
        let names_nothing = words.iter().all(|word| word.kind < MeaningKind::Thing);
        let mut part = match names_nothing && alone.measures.is_empty() {
            true if alone.wanted != Wanted::Cause => return None,
            true => frame_of_one(&format!("{question} {}", self.question), language, known),
            false => alone,
        };
        if part.subjects.is_empty() {
            part.subjects.clone_from(&self.subjects);
        }
        if part.when.periods.is_empty() {
            part.when.clone_from(&self.when);
        }
        Some(part)
    }

    /// The metrics of the books that an answer needs.
    pub fn metrics(&self) -> Vec<&'static str> {
        if self.kind == Kind::Judge {
            return vec!["revenue", "net_income", "fcf", "sbc"];
        }
        let operands = self.measures.iter().flat_map(Measure::operands);
        let filed = operands.filter_map(|operand| match operand {
            Operand::Filed(metric) => Some(*metric),
            Operand::Worded(_) => None,
        });
        filed
            .chain(self.parts.iter().flat_map(Self::metrics))
            .collect()
    }

    /// What the question is about, as words that can be met.
    pub(crate) fn terms(&self) -> Vec<Meaning> {
        let mut terms = meanings_with_ideas(&self.topic);
        terms.retain(|term| {
            let word = self
                .topic
                .get(term.range.clone())
                .unwrap_or_default()
                .to_lowercase();
            // part of `speed up`, but nothing by themselves
            let is_particle = matches!(word.as_str(), "up" | "down");
            !is_particle
                && (term.kind > MeaningKind::Light || !ASKING.contains(&format!(" {word} ")))
        });
        terms
    }

    /// What a sentence or row must meet.
    pub(crate) fn asked<'q>(
        &'q self,
        terms: &'q [Meaning],
        lighter: &'q [usize],
        names: &'q [String],
    ) -> Asked<'q> {
        Asked {
            kin: self.kin(terms),
            spoken: self.spoken(),
            terms,
            lighter,
            names,
            when: &self.when,
            wanted: self.wanted,
            kind: self.kind,
            numbers: &self.numbers,
        }
    }

    /// Words that the topic of a question for yes or no leaves out: in `does it pay dividends` the verb
    /// asks for nothing, and yet it is what is asked.
    fn spoken(&self) -> Vec<Meaning> {
        if !kind::is_yes_or_no(&self.question) {
            return Vec::new();
        }
        let topic = meanings(&self.topic);
        let mut words = meanings(&self.question);
        words.retain(|word| !topic.iter().any(|own| own.is_same_as(word)));
        words
    }

    /// Of each term, the groups of words of the same matter, as the whole question uses it: `put in`
    /// stands there with the particle that asks nothing by itself.
    fn kin(&self, terms: &[Meaning]) -> Vec<BTreeSet<Group>> {
        let in_question = kindred_in(&self.question);
        let of_term = |term: &Meaning| {
            let word = self.topic.get(term.range.clone()).unwrap_or_default();
            let own = in_question.iter().filter(|(range, _)| {
                let used = self.question.get(range.clone()).unwrap_or_default();
                used.contains(word) || word.contains(used)
            });
            own.map(|(_, group)| *group).collect()
        };
        terms.iter().map(of_term).collect()
    }

    /// What is asked, in the other words of the same matter.
    fn in_kindred_words(&self) -> Option<String> {
        let terms = self.terms();
        let mut words = Vec::new();
        for (term, kin) in terms.iter().zip(self.kin(&terms)) {
            let own = self.topic.get(term.range.clone()).unwrap_or_default();
            words.push(own.to_owned());
            let others = kin.iter().flat_map(|group| words_of(*group));
            words.extend(
                others
                    .take(KINDRED_WORDS)
                    .map(|word| word.replace('_', " ")),
            );
        }
        (words.len() > terms.len()).then(|| words.join(" "))
    }

    /// Which of the terms weigh less: what only says what kind of thing would answer, and what the
    /// writer says beside the question.
    pub(crate) fn lighter(&self, terms: &[Meaning]) -> Vec<usize> {
        let word = |term: &Meaning| {
            let word = self.topic.get(term.range.clone()).unwrap_or_default();
            word.to_lowercase()
        };
        let is_beside = |term: &Meaning| {
            let word = word(term);
            let mut aside = self.aside.split(|c: char| !c.is_alphanumeric());
            let is_aside = match word.is_ascii() {
                true => aside.any(|other| other == word),
                false => self.aside.contains(&word),
            };
            is_aside || Some(&word) == self.class.as_ref()
        };
        let places: Vec<usize> = terms
            .iter()
            .enumerate()
            .filter(|(_, term)| is_beside(term))
            .map(|(place, _)| place)
            .collect();
        let things = terms
            .iter()
            .enumerate()
            .filter(|(place, term)| term.kind > MeaningKind::Light && !places.contains(place));
        // where nothing else is named, it is what is asked about
        if things.count() == 0 {
            Vec::new()
        } else {
            places
        }
    }

    /// Queries for a search, in the words of the question and in those of the other language.
    pub fn queries(&self) -> Vec<String> {
        let mut queries = vec![self.question.clone(), self.topic.clone()];
        let operands = self.measures.iter().flat_map(Measure::operands);
        queries.extend(operands.filter_map(|operand| match operand {
            Operand::Worded(words) => Some(words.clone()),
            Operand::Filed(_) => None,
        }));
        queries.extend(
            self.metrics()
                .iter()
                .filter_map(|metric| statement_of(metric)),
        );
        let mut other: Vec<&str> = Vec::new();
        for term in meanings(&self.topic) {
            let words = term.others(&self.topic);
            other.extend(words.into_iter().take(OTHER_WORDS));
        }
        if !other.is_empty() {
            let other: Vec<String> = other.iter().map(|word| word.replace('_', " ")).collect();
            let latin: Vec<&str> = self.topic.split(|c: char| !c.is_ascii()).collect();
            queries.push(format!("{} {}", latin.join(" ").trim(), other.join(" ")));
        }
        queries.extend(self.in_kindred_words());
        queries.extend(self.parts.iter().flat_map(Self::queries));
        queries.retain(|query| query.chars().any(char::is_alphanumeric));
        queries.dedup();
        queries
    }
}

/// The sentences of a line that ask nothing, in small letters, where another one asks:
/// `I am new here. How …`.
fn asides(plain: &str) -> String {
    let lower = plain.to_lowercase();
    let sentences = lower.split_inclusive(['.', '!', '。', '！']);
    let mut clauses: Vec<&str> = Vec::new();
    for sentence in sentences {
        // behind a dash the question follows, if it names enough to stand alone
        let alone = [" – ", " — ", " - "].iter().find_map(|dash| {
            let (aside, asking) = sentence.split_once(dash)?;
            let words = meanings(asking);
            let things = words.iter().filter(|word| word.kind >= MeaningKind::Thing);
            (parts::asks(asking) && things.count() >= 2).then_some([aside, asking])
        });
        match alone {
            Some(two) => clauses.extend(two),
            None => clauses.push(sentence),
        }
    }
    let (asking, aside): (Vec<&str>, Vec<&str>) =
        clauses.into_iter().partition(|clause| parts::asks(clause));
    if asking.is_empty() {
        return String::new();
    }
    aside.join(" ")
}

/// What is asked about: in the words of the disclosure that a company must make of it, or in those of
/// the question.
fn topic(plain: &str, is_of_company: bool) -> String {
    let disclosed = disclosed::disclosure(plain).filter(|_| is_of_company);
    let asked = match kind::asks_whether_they_agree(plain) {
        true => without_disagreeing(plain),
        false => plain.to_owned(),
    };
    let bare = disclosed.map_or_else(|| bare_words(&asked), str::to_owned);
    if bare.chars().any(char::is_alphanumeric) {
        return bare;
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `18%`, `4,000`: numbers of a text from which periods were taken out.
fn numbers(text: &str) -> Vec<String> {
    let tokens = text.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')));
    let tokens = tokens.map(|token| token.trim_matches(['.', ',']));
    let long = tokens.filter(|token| token.chars().filter(char::is_ascii_digit).count() >= 2);
    long.map(str::to_owned).collect()
}

/// Words of what opens a line before a colon.
const LONGEST_LEAD: usize = 8;

/// What people shorten when they type.
const SHORT: [(&str, &str); 42] = [
    ("whos", "who is"),
    ("who's", "who is"),
    ("whats", "what is"),
    ("wheres", "where is"),
    ("hows", "how is"),
    ("ceo", "chief executive officer"),
    ("cfo", "chief financial officer"),
    ("coo", "chief operating officer"),
    ("ad", "advertising"),
    ("ads", "advertising"),
    ("appt", "appointment"),
    ("appts", "appointments"),
    ("comp", "compensation"),
    ("cust", "customer"),
    ("custs", "customers"),
    ("dist", "distribution"),
    ("temp", "temporary"),
    ("qty", "quantity"),
    ("avg", "average"),
    ("yrs", "years"),
    ("yr", "year"),
    ("qtr", "quarter"),
    ("reg", "regulatory"),
    ("mgmt", "management"),
    ("dept", "department"),
    ("pct", "percent"),
    ("govt", "government"),
    ("intl", "international"),
    ("infra", "infrastructure"),
    ("ops", "operations"),
    ("biz", "business"),
    ("rev", "revenue"),
    ("revs", "revenue"),
    ("emp", "employees"),
    ("exec", "executive"),
    ("execs", "executives"),
    ("acct", "account"),
    ("approx", "about"),
    ("est", "estimated"),
    ("prod", "production"),
    ("mfg", "manufacturing"),
    ("mkt", "market"),
];

/// The question with what is shortened written out.
fn in_full(question: &str) -> String {
    let mut before = String::new();
    let words = question.split(' ').map(|word| {
        let end = word
            .trim_end_matches(['?', '.', ',', '!', ':', ';', '？'])
            .len();
        let (bare, rest) = word.split_at(end);
        let lower = bare.to_lowercase();
        let long = SHORT.iter().find(|(short, _)| *short == lower);
        let long = long.map(|(_, long)| *long);
        let long = long.or_else(|| is_the_country(bare, &before).then_some("United States"));
        before = lower;
        match long {
            Some(long) => format!("{long}{rest}"),
            None => word.to_owned(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether `us` is the country: in capitals, or behind a word for where.
fn is_the_country(word: &str, before: &str) -> bool {
    let is_written_so = matches!(word, "US" | "U.S" | "USA" | "U.S.A");
    let is_where = matches!(
        before,
        "the" | "in" | "from" | "across" | "outside" | "within"
    );
    is_written_so || is_where && matches!(word, "us" | "usa" | "u.s")
}

/// The words by which the statement is found that has the line of a metric.
fn statement_of(metric: &str) -> Option<String> {
    let inputs = derived_metric(metric).and_then(|spec| spec.inputs.first());
    let spec = books_metric(inputs.unwrap_or(&metric))?;
    let words = match spec.statement {
        Statement::Income => {
            "consolidated statements of income operations total net sales revenues gross profit operating income net income"
        }
        Statement::Balance => {
            "consolidated balance sheets total assets inventories receivables total liabilities equity"
        }
        Statement::CashFlow => {
            "consolidated statements of cash flows operating activities capital expenditures dividends repurchases"
        }
        Statement::Shares | Statement::Market => return None,
    };
    Some(format!("{} {words}", spec.english))
}

/// Words of the other language that are looked for in the place of one.
const OTHER_WORDS: usize = 3;
/// Words of the same matter that are looked for beside one.
const KINDRED_WORDS: usize = 16;

/// Words by which a question asks how something stands as a whole.
static RESEARCH: assay_domain::WordList = assay_domain::word_list!("frame/research");

impl Frame {
    /// Whether the question asks for a research section by section rather than for an answer: it names
    /// somebody and nothing else, or says so.
    pub fn wants_research(&self) -> bool {
        let mut lower = self.question.to_lowercase();
        // `research and development` is a line of the books
        for (range, _) in metrics_in(&lower) {
            lower.replace_range(range.clone(), &" ".repeat(range.len()));
        }
        let says_so = RESEARCH.iter().any(|words| kind::has(&lower, words));
        let asks_nothing = self.topic.trim().is_empty() && self.measures.is_empty();
        says_so || asks_nothing || self.kind == Kind::Judge
    }

    /// Whether it asks about a matter of many sides: it names so many things that no sentence could
    /// speak of all of them, and wants no one figure, name or day.
    pub fn is_broad(&self) -> bool {
        let is_open = match self.kind {
            Kind::HowTo | Kind::Explain | Kind::LookUp => {
                matches!(self.wanted, Wanted::Anything | Wanted::Cause)
            }
            Kind::List => true,
            Kind::Compare | Kind::Judge => false,
        };
        let terms = self.terms();
        let says_something = terms.iter().filter(|term| term.kind > MeaningKind::Light);
        is_open && self.measures.is_empty() && says_something.count() >= MANY_WORDS
    }
}

/// Words that say something in a question about a matter of many sides.
const MANY_WORDS: usize = 8;
