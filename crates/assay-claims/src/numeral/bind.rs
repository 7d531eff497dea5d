//! Whether a number of the evidence is about what the claim is about.

use std::sync::LazyLock;

use assay_figures::{MetricClass, Period, WordSet};

use super::counted::Thing;
use super::named::{Named, fits_unit};
use super::value::{Equality, Value};
use super::when::{Kept, PeriodFit, fit_of};
use super::words::{Words, is_han};
use crate::check::ProblemKind;

/// A number of a claim with what its sentence says around it.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) value: &'a Value,
    /// What the words beside it say that it is.
    pub(crate) named: Option<&'a Named>,
    /// What it counts.
    pub(crate) thing: Option<Thing>,
    /// Its sentence states a fact, past or present.
    pub(crate) is_fact: bool,
    /// It is the only number of its sentence.
    pub(crate) is_alone: bool,
}

/// What speaks for a number of the evidence.
#[derive(Clone, Debug)]
pub(crate) struct Support<'s> {
    /// Words of its row, column, part or sentence that the claim uses; sorted, each once.
    pub(crate) hits: Vec<&'s str>,
    /// Words of its row and column that the claim does not use.
    pub(crate) missing: usize,
    /// One of them says more than that the row is the whole: sales of which no part is named are
    /// total sales.
    pub(crate) lacks_a_name: bool,
    pub(crate) period: PeriodFit,
}

impl<'a> Asked<'a> {
    /// A number of which no more is asked than what it is itself.
    pub(crate) fn bare(value: &'a Value, is_alone: bool) -> Self {
        Self {
            value,
            named: None,
            thing: None,
            is_fact: false,
            is_alone,
        }
    }
}

impl Asked<'_> {
    pub(crate) fn support<'s>(&self, source: &'s Value) -> Support<'s> {
        let claim = self.value;
        let words = &claim.label;
        let same_metric = match (claim.metric, source.metric) {
            (Some(a), Some(b)) => a.id == b.id,
            _ => false,
        };
        let known =
            |word: &str| words.covers(word) || (same_metric && source.metric_words.has(word));
        let mut hits: Vec<&'s str> = Vec::new();
        let mut missing = 0;
        for word in source.label.iter() {
            if known(word) {
                hits.push(word);
            } else if source.place.is_cell() {
                missing += 1;
            }
        }
        let is_whole = source.row.has("total") && !known("total");
        let around = source.around.iter().map(String::as_str);
        hits.extend(around.filter(|word| known(word)));
        hits.sort_unstable();
        hits.dedup();
        Support {
            hits,
            missing,
            lacks_a_name: missing > usize::from(is_whole),
            period: self.period(source),
        }
    }

    /// An equality that proves nothing without a word in common.
    pub(crate) fn is_guess(
        &self,
        source: &Value,
        equality: Equality,
        support: &Support<'_>,
    ) -> bool {
        let claim = self.value;
        let is_label = source.in_name && claim.unit_is_open();
        let is_bare = source.unit_is_open() && !claim.unit_is_open() && !source.place.is_cell();
        is_label || ((equality == Equality::Rounded || is_bare) && support.hits.is_empty())
    }

    /// The claim speaks of something in words of its own, none of which is near the cell. Words of
    /// two scripts, and a row of totals, cannot tell.
    fn shares_nothing(&self, source: &Value) -> bool {
        let claim = self.value;
        let is_plain = |words: &Words| {
            let mut list = words.iter();
            list.all(|word| !word.starts_with(is_han))
                && words
                    .iter()
                    .any(|word| word.starts_with(char::is_alphabetic))
        };
        if !source.place.is_cell() || claim.place.is_cell() || source.row.has("total") {
            return false;
        }
        if !is_plain(&claim.around) || !is_plain(&source.row) {
            return false;
        }
        let is_same_metric = match (self.named, source.measured) {
            (Some(named), Some(own)) => named.metric.id == own.id,
            _ => false,
        };
        let around = source.label.join(&source.around);
        !is_same_metric && !claim.around.meets(&around) && !are_akin(&claim.around, &around)
    }

    fn period(&self, source: &Value) -> PeriodFit {
        let claim = self.value;
        let kept = kept(claim, source);
        let fit = |asked, own| fit_of(asked, own, kept);
        let asked = claim.period.or(match claim.mentions.as_slice() {
            [only] if self.is_alone => Some(*only),
            _ => None,
        });
        if source.place.is_cell() && !source.own_periods.is_empty() {
            let known = |period: &Period| {
                let mut named = source.mentions.iter();
                named.any(|mention| fit(Some(*period), Some(*mention)) != PeriodFit::Conflict)
            };
            let several = claim.mentions.len() > 1;
            let asks_for = |period: &Period| {
                let mut named = claim.mentions.iter();
                named.any(|mention| fit(Some(*mention), Some(*period)) != PeriodFit::Conflict)
            };
            let left_out =
                several && source.own_periods.len() > 1 && !source.own_periods.iter().all(asks_for);
            if self.is_alone && (left_out || !claim.mentions.iter().all(known)) {
                return PeriodFit::Conflict;
            }
            if self.is_alone && several {
                let pairs = claim.mentions.iter().flat_map(|mention| {
                    let own = source.own_periods.iter();
                    own.map(|period| fit(Some(*mention), Some(*period)))
                });
                return pairs.max().unwrap_or(PeriodFit::Open);
            }
            return fit(asked, source.period);
        }
        if source.place.is_cell() {
            return fit(asked, source.period);
        }
        if source.period.is_none() && !source.mentions.is_empty() && !looks_back(&source.around) {
            let mut fits = source.mentions.iter().map(|m| fit(asked, Some(*m)));
            if fits.all(|fit| fit == PeriodFit::Conflict) {
                return PeriodFit::Conflict;
            }
        }
        fit(asked, source.period)
    }

    /// Why `source`, which has the right value, is not what the claim speaks of.
    pub(crate) fn objection(&self, source: &Value, all: &[&Value]) -> Option<ProblemKind> {
        let own = self.support(source);
        if own.period == PeriodFit::Conflict {
            return Some(ProblemKind::WrongPeriod);
        }
        if self.is_of_another(source) || (own.hits.is_empty() && self.shares_nothing(source)) {
            return Some(ProblemKind::WrongSubject);
        }
        all.iter()
            .filter(|other| other.place.is_cell() && !std::ptr::eq(**other, source))
            .find_map(|other| self.contradiction(&own, other))
    }

    /// A cell that the claim's words fit better, with another value.
    fn contradiction(&self, own: &Support<'_>, other: &Value) -> Option<ProblemKind> {
        if self.value.is_other_kind(other) || self.value.compare(other).is_ok() {
            return None;
        }
        let theirs = self.support(other);
        let fits = theirs.missing == 0
            && !theirs.hits.is_empty()
            && theirs.period != PeriodFit::Conflict
            && own
                .hits
                .iter()
                .all(|word| theirs.hits.binary_search(word).is_ok());
        if !fits {
            return None;
        }
        if theirs.hits.len() > own.hits.len() || own.lacks_a_name {
            return Some(ProblemKind::WrongSubject);
        }
        (theirs.period > own.period).then_some(ProblemKind::WrongPeriod)
    }

    /// Both name a metric or a company, and not the same.
    fn is_of_another(&self, source: &Value) -> bool {
        let claim = self.value;
        let other_company = match (&claim.entity, &source.entity) {
            (Some(a), Some(b)) => {
                let (a, b) = (Words::of(a), Words::of(b));
                !a.meets(&b) && !source.label.meets(&a)
            }
            _ => false,
        };
        let other_metric = match (claim.metric, source.metric) {
            (Some(a), Some(b)) if a.id != b.id && !source.place.is_cell() => {
                let unnamed = |words: &Words, text: &Words| words.iter().any(|w| !text.covers(w));
                unnamed(&source.metric_words, &claim.around)
                    && unnamed(&claim.metric_words, &source.around)
            }
            _ => false,
        };
        other_company || other_metric || self.is_another_measure(source)
    }

    /// The claim says which metric its number is, and the cell is known to be of another one.
    fn is_another_measure(&self, source: &Value) -> bool {
        let Some((named, own)) = self.named.zip(source.measured) else {
            return false;
        };
        let unnamed = |words: &Words, text: &Words| words.iter().any(|word| !text.covers(word));
        named.metric.id != own.id
            && fits_unit(named.metric, self.value)
            && fits_unit(own, source)
            && unnamed(&named.words, &source.label.join(&source.around))
            && (source.metric_words.is_empty() || unnamed(&source.metric_words, &self.value.around))
    }
}

/// Words of which one in a sentence and another in a table may mean the same thing.
static KIN: assay_domain::WordList = assay_domain::word_list!("numeral/bind/kin");

/// By a list, or as two forms of one word: `repurchased`, `repurchases`.
fn are_akin(claim: &Words, source: &Words) -> bool {
    const ROOT: usize = 5;
    static FAMILIES: LazyLock<Vec<WordSet>> = LazyLock::new(|| {
        let lists = KIN.iter();
        lists.map(|words| WordSet::of(words.split(' '))).collect()
    });
    let has = |words: &Words, family: &WordSet| words.iter().any(|word| family.contains(word));
    let root = |word: &String| word.get(..ROOT).map(str::to_owned);
    let roots: Vec<String> = source.iter().filter_map(root).collect();
    let mut families = FAMILIES.iter();
    families.any(|family| has(claim, family) && has(source, family))
        || claim
            .iter()
            .filter_map(root)
            .any(|root| roots.contains(&root))
}

/// By its metric, or by words of a balance sheet.
fn kept(claim: &Value, source: &Value) -> Kept {
    const BALANCES: &str = "asset liabilitie liability equity payable receivable deposit debt loan inventorie \
        inventory goodwill headcount employee balance outstanding";
    const BALANCES_HAN: [&str; 7] = ["资产", "负债", "余额", "权益", "应收", "应付", "员工"];
    static WORDS: LazyLock<WordSet> = LazyLock::new(|| WordSet::of(BALANCES.split_whitespace()));
    let metrics = [claim.metric, source.metric];
    let of_class = |class| metrics.iter().flatten().any(|metric| metric.class == class);
    if of_class(MetricClass::Stock) {
        return Kept::AtMoment;
    }
    if of_class(MetricClass::Flow) {
        return Kept::OverTime;
    }
    let is_balance = |words: &Words| {
        words.iter().any(|word| WORDS.contains(word)) || words.has_han(&BALANCES_HAN)
    };
    match is_balance(&source.row) || is_balance(&claim.label) {
        true => Kept::AtMoment,
        false => Kept::OverTime,
    }
}

/// `a year earlier`, `prior year`: the number may be of a period that is not named.
fn looks_back(words: &Words) -> bool {
    static BACK: assay_domain::WordList = assay_domain::word_list!("numeral/bind/back");
    const BACK_HAN: [&str; 3] = ["上年", "去年", "同期"];
    BACK.iter().any(|word| words.has(word)) || words.has_han(&BACK_HAN)
}
