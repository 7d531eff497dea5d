use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

use assay_domain::{Date, Decimal, DocumentSubject, Evidence, EvidenceId, Language};
use assay_figures::{Period, Scale, Unit};

use crate::numeral::{self, SourceReading};

/// A sentence or table row that somebody wrote, and the arithmetic that was recorded with it.
#[derive(Clone, Copy, Debug)]
pub struct ClaimText<'a> {
    /// Without citation marks.
    pub text: &'a str,
    /// For instance `(4610 − 4100) / 4100`; several stand apart by [`FORMULA_MARK`].
    pub formula: Option<&'a str>,
}

/// Stands between formulas that were recorded with one sentence.
pub const FORMULA_MARK: &str = "; ";

impl<'a> ClaimText<'a> {
    /// A sentence without recorded arithmetic.
    pub fn bare(text: &'a str) -> Self {
        Self {
            text,
            formula: None,
        }
    }

    pub(crate) fn formulas(&self) -> impl Iterator<Item = &'a str> {
        let all = self.formula.into_iter();
        all.flat_map(|all| all.split(FORMULA_MARK))
    }
}

/// A passage that a claim cites, with what is known of its document.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    pub evidence: &'a EvidenceId,
    pub text: &'a str,
    /// From the outermost in; a table that began before the passage carries its header here.
    pub headings: &'a [String],
    pub title: &'a str,
    pub origin: &'a str,
    pub as_of: Option<Date>,
    pub subject: Option<&'a DocumentSubject>,
}

impl<'a> Source<'a> {
    pub fn of(evidence: &'a Evidence, subject: Option<&'a DocumentSubject>) -> Self {
        Self {
            evidence: &evidence.id,
            text: &evidence.quote,
            headings: &evidence.headings,
            title: &evidence.source,
            origin: &evidence.origin,
            as_of: evidence.as_of,
            subject,
        }
    }
}

/// A source whose numbers are read once, when the first sentence asks for them: many sentences cite
/// one passage, and many of them state no number.
#[derive(Debug)]
pub struct ReadSource<'a> {
    source: Source<'a>,
    page: OnceCell<numeral::Page<'a>>,
}

impl<'a> ReadSource<'a> {
    pub fn of(source: Source<'a>) -> Self {
        Self {
            source,
            page: OnceCell::new(),
        }
    }

    /// A source that was read before.
    pub fn known(source: Source<'a>, said: Arc<SourceReading>) -> Self {
        Self {
            source,
            page: OnceCell::from(numeral::Page { source, said }),
        }
    }

    pub fn source(&self) -> &Source<'a> {
        &self.source
    }

    /// What the source says, to be kept for whoever cites it next.
    pub fn reading(&self) -> Arc<SourceReading> {
        Arc::clone(&self.page().said)
    }

    pub(crate) fn page(&self) -> &numeral::Page<'a> {
        self.page.get_or_init(|| numeral::Page::of(self.source))
    }
}

/// Where a number of a claim stands in the evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub evidence: EvidenceId,
    /// Bytes of the source's text; `None` where its headings, title or date say it.
    pub range: Option<Range<usize>>,
}

/// What the evidence says of a number or period of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The evidence states it as a fact.
    Observed(Place),
    /// The evidence expects it.
    Prospective(Place),
    /// The evidence has it from somebody else, for instance `according to the survey`.
    ThirdParty(Place),
    /// Recomputed from what the evidence states.
    Derived {
        formula: String,
    },
    Exempt(Exemption),
    Problem(Problem),
}

/// Numbers that say nothing about the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exemption {
    /// `Note 12`, `Item 7`, `第3节`.
    Reference,
    /// `1. `, `(2) ` at the start of a line.
    Counter,
    /// The precision that a computed sentence states: `rounded half-even to 0.1 %`.
    RoundingNote,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProblemKind {
    /// Found under another period.
    WrongPeriod,
    /// Found, but as another row, column, metric or company.
    WrongSubject,
    /// The evidence expects it, the claim states it as a fact.
    OnlyExpected,
    WrongSign,
    WrongCurrency,
    WrongUnit,
    WrongScale,
    /// Near a value of the evidence, but not its rounding.
    WrongRounding,
    NotFound,
}

/// A number or period that the evidence does not bear out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub kind: ProblemKind,
    /// What the evidence offers in its place, the likeliest first.
    pub nearest: Vec<CitableValue>,
}

/// A number of the evidence that a writer may cite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitableValue {
    pub evidence: EvidenceId,
    /// As the evidence prints it.
    pub printed: String,
    /// With its sign, before the scale is applied.
    pub value: Decimal,
    pub unit: Unit,
    /// `None` where the table does not say.
    pub scale: Option<Scale>,
    /// Row and column, or the words before the number.
    pub subject: String,
    pub period: Option<Period>,
    /// Bytes of the source's text.
    pub range: Range<usize>,
}

impl CitableValue {
    /// `1,234 (USD million, Revenue, FY2024) [[ev_1]]`
    pub fn shown(&self, language: Language) -> String {
        numeral::shown(self, language)
    }

    /// Scale and unit in words: `million USD`, `%`; empty for a bare number.
    pub fn unit_text(&self, language: Language) -> String {
        numeral::unit_text(self, language)
    }
}

/// One number or period of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedNumeral {
    pub printed: String,
    /// Bytes of the claim's text.
    pub range: Range<usize>,
    pub finding: Finding,
}

/// What became of every number of a claim, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimVerdict {
    pub numerals: Vec<CheckedNumeral>,
}

impl ClaimVerdict {
    pub fn problems(&self) -> impl Iterator<Item = (&CheckedNumeral, &Problem)> {
        self.numerals
            .iter()
            .filter_map(|numeral| match &numeral.finding {
                Finding::Problem(problem) => Some((numeral, problem)),
                Finding::Observed(_)
                | Finding::Prospective(_)
                | Finding::ThirdParty(_)
                | Finding::Derived { .. }
                | Finding::Exempt(_) => None,
            })
    }

    pub fn is_supported(&self) -> bool {
        self.problems().next().is_none()
    }

    /// What is wrong and what could be cited instead, for whoever wrote the claim; empty where
    /// nothing is.
    pub fn reason(&self, language: Language) -> String {
        numeral::reason(self, language)
    }
}

/// Whether every number and period of a claim is in the evidence that it cites, or follows from it.
pub fn check_claim<'a>(claim: &ClaimText<'_>, sources: &[&'a ReadSource<'a>]) -> ClaimVerdict {
    numeral::check(claim, numeral::read(claim.text, &[]), sources)
}

/// The numbers that a writer may cite from these sources, in their order, each once.
pub fn citable_values<'a>(sources: &[&'a ReadSource<'a>]) -> Vec<CitableValue> {
    numeral::citable(sources)
}
