//! What a figure is called and which concepts of the taxonomies carry it. Data, not code.

mod balance;
mod bank;
mod derived;
mod flow;
mod insurer;

use assay_domain::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::read::stated_concept;

pub use derived::{DERIVED, DerivedSpec, Proof, Timing};

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Statement {
    Income,
    Balance,
    CashFlow,
    Shares,
    Market,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitKind {
    Money,
    Shares,
    PerShare,
    Ratio,
}

impl UnitKind {
    /// What a value of this kind is in, for instance `USD/shares`.
    pub fn unit_in(self, currency: &str) -> String {
        match self {
            Self::Money => currency.to_owned(),
            Self::Shares => "shares".to_owned(),
            Self::PerShare => format!("{currency}/shares"),
            Self::Ratio => "pure".to_owned(),
        }
    }

    pub fn accepts(self, unit: &str) -> bool {
        let is_currency =
            |text: &str| text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase());
        match self {
            Self::Money => is_currency(unit),
            Self::Shares => unit == "shares",
            Self::PerShare => unit.strip_suffix("/shares").is_some_and(is_currency),
            Self::Ratio => unit == "pure",
        }
    }
}

/// How much of a company a value covers.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Attribution {
    /// Everything that is consolidated, as most lines are.
    Whole,
    /// The part of the parent's shareholders (归母).
    Parent,
    /// With the part of non-controlling interests.
    InclNci,
    /// The parent's part after preferred dividends.
    Common,
    /// The parent's part without one-off items, as the regulator defines it (扣非).
    ParentRecurring,
}

/// Where a concept stands among those that end on the same day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is the figure wherever it is reported.
    Decisive,
    /// It may be the total or only a part under the same name: the largest of these is the total.
    Total,
    /// Another definition, used where nothing better is there.
    Variant,
}

#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub concept: &'static str,
    pub role: Role,
}

#[derive(Clone, Copy, Debug)]
pub struct MetricSpec {
    pub name: &'static str,
    pub english: &'static str,
    pub chinese: &'static str,
    pub statement: Statement,
    pub unit: UnitKind,
    /// A moment in time rather than a duration.
    pub is_stock: bool,
    pub attribution: Attribution,
    /// It does not jump by a factor of hundreds from one year to the next, so that such a jump is
    /// an error of scale.
    pub is_steady: bool,
    /// Below nothing it makes no sense, for instance total assets or a number of shares.
    pub is_never_negative: bool,
    /// Other tags name parts of it: one that takes the place of another must state the same on the
    /// days on which both speak.
    pub is_one_line: bool,
    /// In order of preference, matched as a whole and never in part.
    pub concepts: &'static [Candidate],
}

impl MetricSpec {
    /// Parts add up to the whole: money that flows. Shares, ratios, amounts per share and balances
    /// never do.
    pub fn is_additive(&self) -> bool {
        !self.is_stock && self.unit == UnitKind::Money
    }

    /// The concepts that carry it, and last the row of a printed statement.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = Candidate> {
        let stated = stated_concept(self.name).map(|concept| Candidate {
            concept,
            role: Role::Variant,
        });
        self.concepts.iter().copied().chain(stated)
    }

    pub fn title(&self, language: Language) -> &'static str {
        language.pick(self.english, self.chinese)
    }

    const fn attributed(mut self, attribution: Attribution) -> Self {
        self.attribution = attribution;
        self
    }

    const fn steady(mut self) -> Self {
        self.is_steady = true;
        self
    }

    const fn never_negative(mut self) -> Self {
        self.is_never_negative = true;
        self
    }

    const fn one_line(mut self) -> Self {
        self.is_one_line = true;
        self
    }

    const fn unit(mut self, unit: UnitKind) -> Self {
        self.unit = unit;
        self
    }
}

const fn flow(
    name: &'static str,
    english: &'static str,
    chinese: &'static str,
    statement: Statement,
    concepts: &'static [Candidate],
) -> MetricSpec {
    MetricSpec {
        name,
        english,
        chinese,
        statement,
        unit: UnitKind::Money,
        is_stock: false,
        attribution: Attribution::Whole,
        is_steady: false,
        is_never_negative: false,
        is_one_line: false,
        concepts,
    }
}

const fn stock(
    name: &'static str,
    english: &'static str,
    chinese: &'static str,
    concepts: &'static [Candidate],
) -> MetricSpec {
    MetricSpec {
        is_stock: true,
        ..flow(name, english, chinese, Statement::Balance, concepts)
    }
}

const fn only(concept: &'static str) -> Candidate {
    Candidate {
        concept,
        role: Role::Variant,
    }
}

const fn total(concept: &'static str) -> Candidate {
    Candidate {
        concept,
        role: Role::Total,
    }
}

const fn decisive(concept: &'static str) -> Candidate {
    Candidate {
        concept,
        role: Role::Decisive,
    }
}

/// Every metric that is read from facts, in the order of the statements.
pub fn metrics() -> impl Iterator<Item = &'static MetricSpec> {
    flow::FLOWS
        .iter()
        .chain(balance::BALANCES)
        .chain(bank::BANK)
        .chain(insurer::INSURER)
}

pub fn metric(name: &str) -> Option<&'static MetricSpec> {
    metrics().find(|spec| spec.name == name)
}

pub fn derived_metric(name: &str) -> Option<&'static DerivedSpec> {
    DERIVED.iter().find(|spec| spec.name == name)
}

/// The name of a metric for readers; a name nobody defined stays as it is.
pub fn metric_title(name: &str, language: Language) -> &str {
    if let Some(spec) = metric(name) {
        return spec.title(language);
    }
    match derived_metric(name) {
        Some(spec) => language.pick(spec.english, spec.chinese),
        None => name,
    }
}
