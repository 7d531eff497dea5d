//! What a sentence is, by what code alone can prove of it.

use std::ops::Range;

use assay_domain::{EvidenceId, Language};

use crate::check::{
    ClaimText, ClaimVerdict, Exemption, Finding, Place, ProblemKind, ReadSource, check_claim,
};
use assay_figures::{Period, cut};

use crate::numeral::{self, Difference, Kept, Page, PeriodFit, Value, fit_of, later, read};
use crate::reckon::{NAMED, Operand, Reckoner, beside, is_total, named};
use crate::wording::{self, Bound, Class, Cues, Kind, Term, Wording, weight};

/// How a sentence stands to the evidence that it cites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its figures are covered by the evidence or recomputed from it.
    Computed,
    /// Its words are covered by a statement of the evidence that says no less.
    Worded,
    /// A verifier named the span that says it, and nothing in the span speaks against that.
    Judged,
    /// It is marked as a conclusion, brings no new name or number and goes no further than the evidence.
    Conclusion,
    /// It says what the evidence does not have.
    Gap,
    Unsupported,
}

/// A sentence with everything that was found out about it.
#[derive(Clone, Debug)]
pub struct Proof {
    pub standing: Standing,
    pub numerals: ClaimVerdict,
    pub wording: Wording,
    states_number: bool,
}

impl Proof {
    pub fn passes(&self) -> bool {
        self.standing != Standing::Unsupported
    }

    pub fn states_number(&self) -> bool {
        self.states_number
    }

    /// What is wrong and what to change, for whoever wrote the sentence.
    pub fn problems(&self, language: Language) -> Vec<String> {
        let numerals = (!self.numerals.is_supported()).then(|| self.numerals.reason(language));
        let words = self
            .wording
            .problems
            .iter()
            .map(|problem| problem.told(language));
        numerals.into_iter().chain(words).collect()
    }
}

/// Share of a row's words below which a figure of it is not what the claim speaks of.
const LEAST_NAMED: f64 = 0.34;

/// Where a verifier found a sentence stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub evidence: EvidenceId,
    /// Bytes of the source's text.
    pub range: Range<usize>,
}

/// Holds a sentence against the evidence that it cites.
pub fn prove<'a>(claim: &ClaimText<'_>, sources: &[&'a ReadSource<'a>]) -> Proof {
    Reading::of(claim, sources, false).proof()
}

/// Holds a sentence against the span in which a verifier found it stated. Its numbers must be proven
/// as ever; its names must be those of the evidence, and negation, certainty, width, direction and
/// time those of the span.
pub fn confirm<'a>(claim: &ClaimText<'_>, sources: &[&'a ReadSource<'a>], span: &Span) -> Proof {
    let reading = Reading::of(claim, sources, true);
    let wording = wording::confirm(
        claim.text,
        &reading.terms,
        &reading.pages,
        span,
        &reading.own,
        reading.is_rest,
    );
    let is_proven = reading.numerals.is_supported() && wording.problems.is_empty();
    Proof {
        standing: match is_proven {
            true => Standing::Judged,
            false => Standing::Unsupported,
        },
        states_number: reading.amounts > 0,
        numerals: reading.numerals,
        wording,
    }
}

/// A claim taken apart, with its numbers settled.
struct Reading<'a, 't> {
    text: &'t str,
    own: numeral::Reading,
    terms: Vec<Term>,
    pages: Vec<&'a Page<'a>>,
    numerals: ClaimVerdict,
    /// How many numbers the claim states.
    amounts: usize,
    bound: Vec<Bound>,
    is_rest: bool,
}

impl<'a, 't> Reading<'a, 't> {
    /// Where a verifier has judged what the numbers are of, code decides what they are.
    fn of(claim: &ClaimText<'t>, sources: &[&'a ReadSource<'a>], is_judged: bool) -> Self {
        let mut numerals = check_claim(claim, sources);
        let pages: Vec<&Page<'_>> = sources.iter().map(|source| source.page()).collect();
        let own = read(claim.text, &[]);
        let mut terms = wording::terms(claim.text);
        for term in &mut terms {
            let values = own.values.iter().map(|value| &value.range);
            let periods = own.periods.iter().map(|mark| &mark.range);
            let overlaps =
                |range: &Range<usize>| range.start < term.range.end && term.range.start < range.end;
            if values.chain(periods).any(overlaps) {
                term.kind = Kind::Number;
                term.mark = None;
            }
        }
        let amounts = own.values.iter().filter(|value| !value.in_name).count();
        let mut bench = Bench {
            text: claim.text,
            pages: &pages,
            operands: operands(&terms, &pages),
            bound: Vec::new(),
            near: Vec::new(),
            amounts,
            is_judged,
            is_rest: false,
        };
        for numeral in &mut numerals.numerals {
            let value = own.values.iter().find(|value| value.range == numeral.range);
            if is_in_title(&numeral.printed, &pages) {
                numeral.finding = Finding::Exempt(Exemption::Reference);
            } else if let Some(value) = value.filter(|value| !value.in_name) {
                bench.near = near(&terms, value);
                bench.settle(value, &mut numeral.finding);
            }
        }
        let Bench { bound, is_rest, .. } = bench;
        Self {
            text: claim.text,
            own,
            terms,
            pages,
            numerals,
            amounts,
            bound,
            is_rest,
        }
    }

    fn proof(self) -> Proof {
        let wording = wording::hold(
            self.text,
            &self.terms,
            &self.pages,
            &self.bound,
            &self.own,
            self.is_rest,
        );
        let standing = match () {
            () if !self.numerals.is_supported() || !wording.problems.is_empty() => {
                Standing::Unsupported
            }
            () if wording.says_missing => Standing::Gap,
            () if wording.is_conclusion => Standing::Conclusion,
            () if self.amounts == 0 => Standing::Worded,
            () => Standing::Computed,
        };
        Proof {
            standing,
            states_number: self.amounts > 0,
            numerals: self.numerals,
            wording,
        }
    }
}

/// The words beside a number of a claim; all of them where none beside it names a thing.
fn near<'t>(terms: &'t [Term], value: &Value) -> Vec<&'t Term> {
    let near = beside(terms, value.range.start);
    let names_something =
        |term: &&Term| term.kind == Kind::Name || term.class() != Some(Class::Verb);
    if near.iter().any(names_something) {
        return near;
    }
    terms.iter().filter(|term| term.is_content()).collect()
}

/// `3M` is a company where the document is its.
fn is_in_title(printed: &str, pages: &[&Page<'_>]) -> bool {
    let is_mixed = printed.chars().any(char::is_alphabetic)
        && printed.chars().any(|c| c.is_ascii_digit())
        && !printed.contains([' ', '$', '%', '.', ',']);
    is_mixed
        && pages.iter().any(|page| {
            let entity = page
                .source
                .subject
                .and_then(|subject| subject.entity.as_deref())
                .unwrap_or_default();
            [page.source.title, page.source.origin, entity]
                .iter()
                .any(|line| {
                    line.split(|c: char| !c.is_alphanumeric())
                        .any(|word| word.eq_ignore_ascii_case(printed))
                })
        })
}

/// Every figure of the evidence, with how far the claim names it.
fn operands<'p>(claim: &[Term], pages: &[&'p Page<'p>]) -> Vec<Operand<'p>> {
    let claim_weight: f64 = claim.iter().map(weight).sum();
    let mut found = Vec::new();
    for (place, page) in pages.iter().enumerate() {
        for statement in page.statements() {
            let inside = page
                .reading
                .values
                .iter()
                .filter(|value| statement.range.contains(&value.range.start));
            let inside: Vec<&Value> = inside.collect();
            if inside.is_empty() {
                continue;
            }
            let named = named(claim, statement, claim_weight);
            let is_total = is_total(page.source.text, statement);
            found.extend(inside.into_iter().map(|value| {
                let nearness = match statement.row {
                    Some(_) => named,
                    None => {
                        let near =
                            beside(&statement.terms, value.range.start - statement.range.start);
                        near.iter()
                            .filter(|term| {
                                claim.iter().any(|own| own.is_content() && own.means(term))
                            })
                            .map(|term| weight(term))
                            .sum()
                    }
                };
                Operand {
                    value,
                    page: place,
                    statement,
                    named,
                    nearness,
                    is_total,
                }
            }));
        }
    }
    found
}

struct Bench<'p, 't> {
    text: &'t str,
    pages: &'t [&'p Page<'p>],
    operands: Vec<Operand<'p>>,
    bound: Vec<Bound>,
    /// The words beside the number that is being settled.
    near: Vec<&'t Term>,
    /// How many numbers the claim states.
    amounts: usize,
    /// A verifier says whose and what the numbers are.
    is_judged: bool,
    /// A number is what is left of a whole.
    is_rest: bool,
}

impl<'p> Bench<'p, '_> {
    /// Decides anew what a number of the claim is: a figure that the claim names, or a result of
    /// such figures.
    fn settle(&mut self, value: &Value, finding: &mut Finding) {
        let kind = match finding {
            Finding::Observed(place) | Finding::Prospective(place) | Finding::ThirdParty(place) => {
                match self.operand_at(place) {
                    Some(operand) if self.is_meant(value, operand) => {
                        self.bound.push(Bound {
                            page: operand.page,
                            at: operand.value.range.start,
                        });
                        return;
                    }
                    // a heading or a title says it
                    None => return,
                    Some(_) => ProblemKind::WrongSubject,
                }
            }
            Finding::Exempt(_) => return,
            Finding::Problem(problem) => problem.kind,
            Finding::Derived { .. } => ProblemKind::NotFound,
        };
        if let Some(place) = self
            .part_of_name(value)
            .or_else(|| self.stretch_of_time(value))
        {
            *finding = Finding::Observed(place);
            return;
        }
        let cues = Cues::of(self.text);
        let is_about = matches!(
            kind,
            ProblemKind::NotFound
                | ProblemKind::WrongPeriod
                | ProblemKind::WrongSubject
                | ProblemKind::WrongRounding
                | ProblemKind::OnlyExpected
        );
        let same = self.same(value);
        let same = same.filter(|operand| {
            is_about
                || (kind == ProblemKind::WrongSign && operand.value.negative && self.says_loss())
        });
        if let Some(operand) = same {
            self.bound.push(Bound {
                page: operand.page,
                at: operand.value.range.start,
            });
            if let Some(page) = self.pages.get(operand.page) {
                *finding = Finding::Observed(Place {
                    evidence: page.source.evidence.clone(),
                    range: Some(operand.value.range.clone()),
                });
            }
            return;
        }
        let reckoner = Reckoner {
            claim: value,
            least: if self.is_judged { 0.15 } else { NAMED },
            cues,
            operands: &self.operands,
        };
        if let Some(found) = reckoner
            .find()
            .filter(|_| is_about || matches!(kind, ProblemKind::WrongSign | ProblemKind::WrongUnit))
        {
            let bound = found.operands.iter().map(|operand| Bound {
                page: operand.page,
                at: operand.value.range.start,
            });
            self.bound.extend(bound);
            self.is_rest |= found.is_rest;
            *finding = Finding::Derived {
                formula: found.formula,
            };
            return;
        }
        if matches!(finding, Finding::Observed(_)) {
            *finding = Finding::Problem(crate::check::Problem {
                kind,
                nearest: Vec::new(),
            });
        }
    }

    /// `RTX 4090`, `Model 3`: the evidence has the digits behind the same word; `9月` where it names
    /// the month.
    fn part_of_name(&self, value: &Value) -> Option<Place> {
        let digits = value.magnitude.to_string();
        let before = cut(self.text, 0..value.range.start);
        let word = before
            .trim_end()
            .rsplit(|c: char| !c.is_ascii_alphanumeric())
            .next()
            .unwrap_or_default();
        let is_name =
            before.ends_with([' ', '-']) && word.starts_with(|c: char| c.is_ascii_uppercase());
        let name = format!("{word} {digits}");
        let month = cut(self.text, value.range.end..self.text.len())
            .starts_with('月')
            .then(|| month_name(&digits))
            .flatten();
        let page = self.pages.iter().find(|page| {
            let text = page.source.text;
            (is_name && text.contains(&name)) || month.is_some_and(|month| text.contains(month))
        })?;
        Some(Place {
            evidence: page.source.evidence.clone(),
            range: None,
        })
    }

    /// `12 weeks`, `120 days` where the evidence says `12 Weeks Ended` or `120-day`.
    fn stretch_of_time(&self, value: &Value) -> Option<Place> {
        let behind = cut(self.text, value.range.end..self.text.len())
            .trim_start_matches([' ', '-'])
            .to_lowercase();
        let unit = ["week", "month", "day", "year", "hour"]
            .into_iter()
            .find(|unit| behind.starts_with(unit))?;
        let digits = value.magnitude.to_string();
        let forms = [format!("{digits} {unit}"), format!("{digits}-{unit}")];
        let page = self.pages.iter().find(|page| {
            let mut lines = page
                .source
                .headings
                .iter()
                .map(String::as_str)
                .chain([page.source.text]);
            lines.any(|line| {
                let lower = line.to_lowercase();
                forms.iter().any(|form| lower.contains(form.as_str()))
            })
        })?;
        Some(Place {
            evidence: page.source.evidence.clone(),
            range: None,
        })
    }

    fn operand_at(&self, place: &Place) -> Option<&Operand<'p>> {
        let page = self
            .pages
            .iter()
            .position(|page| *page.source.evidence == place.evidence)?;
        let range = place.range.as_ref()?;
        self.operands
            .iter()
            .find(|operand| operand.page == page && operand.value.range == *range)
    }

    /// The figure of the evidence that the claim's number is, the best named first.
    fn same(&self, value: &Value) -> Option<Operand<'p>> {
        let is_same = |operand: &Operand<'p>| match value.compare(operand.value) {
            Ok(_) => true,
            Err(difference) => {
                difference == Difference::Sign && operand.value.negative && self.says_loss()
            }
        };
        let fits = |operand: &&Operand<'p>| {
            let floor = if operand.statement.row.is_some() {
                0.5
            } else {
                0.4
            };
            let is_meant = operand.named >= floor && !self.is_outdone(value, operand);
            (is_meant || self.is_judged) && is_same(operand) && self.is_asked(value, operand.value)
        };
        let fitting = self.operands.iter().filter(fits);
        fitting.max_by(|a, b| a.named.total_cmp(&b.named)).copied()
    }

    /// The claim names the figure, and no other one better.
    fn is_meant(&self, value: &Value, operand: &Operand<'p>) -> bool {
        let is_named = operand.statement.row.is_none() || operand.named >= LEAST_NAMED;
        self.is_judged || (is_named && !self.is_outdone(value, operand))
    }

    /// Another figure of the same kind and period, with another value, is what the words beside the
    /// claim's number name.
    fn is_outdone(&self, value: &Value, operand: &Operand<'p>) -> bool {
        // a row whose whole name the claim has is what it says
        if operand.statement.row.is_some() && operand.named >= 0.99 {
            return false;
        }
        let own = self.likeness(operand);
        let margin = match operand.statement.row {
            Some(_) => 0.5,
            None if self.amounts == 1 => 1.0,
            None => 2.0,
        };
        let is_rival = |other: &&Operand<'p>| {
            let same_place = match (operand.statement.row, other.statement.row) {
                (Some((a, _)), Some((b, _))) => a == b && other.page == operand.page,
                (None, None) => other.page == operand.page && !lists(self.pages, operand),
                _ => false,
            };
            let same_period = match operand.statement.row {
                Some(_) => operand.value.period == other.value.period,
                None => true,
            };
            same_place
                && same_period
                && !other.value.in_name
                && operand.value.unit == other.value.unit
                && value.compare(other.value).is_err()
        };
        let mut rivals = self.operands.iter().filter(is_rival);
        rivals.any(|other| self.likeness(other) > own + margin)
    }

    /// How well the words beside the claim's number fit those beside a figure: what they share, less
    /// what the figure's own name has besides.
    fn likeness(&self, operand: &Operand<'p>) -> f64 {
        let label: Vec<&Term> = match operand.statement.row {
            Some(_) => operand
                .statement
                .terms
                .iter()
                .filter(|term| term.is_content())
                .collect(),
            None => beside(
                &operand.statement.terms,
                operand.value.range.start - operand.statement.range.start,
            ),
        };
        let has = |own: &&&Term| {
            label.iter().any(|term| own.means(term))
                || operand
                    .statement
                    .inherited
                    .iter()
                    .any(|term| own.means(term))
        };
        let shared: f64 = self.near.iter().filter(has).map(|term| weight(term)).sum();
        let beyond = label
            .iter()
            .filter(|term| !self.near.iter().any(|own| own.means(term)))
            .count();
        let cost = if operand.statement.row.is_some() {
            0.3
        } else {
            0.02
        };
        shared - cost * beyond as f64
    }

    /// The words of the claim put its amount below zero.
    fn says_loss(&self) -> bool {
        const LOSSES: [&str; 22] = [
            "loss", "negative", "deficit", "used", "outflow", "fell", "fall", "decline",
            "decrease", "down", "lower", "drop", "consum", "spent", "亏损", "减少", "下降", "流出",
            "使用", "负", "降", "支出",
        ];
        let lower = self.text.to_lowercase();
        LOSSES.iter().any(|word| lower.contains(word))
    }

    /// The figure is of a period that the sentence names for it.
    fn is_asked(&self, claim: &Value, source: &Value) -> bool {
        let Some(period) = source.period else {
            return true;
        };
        let fits = |mention: Period| {
            fit_of(Some(mention), Some(period), Kept::AtMoment) != PeriodFit::Conflict
        };
        if claim.mentions.is_empty() || claim.mentions.iter().any(|mention| fits(*mention)) {
            return true;
        }
        // `from $4 million`, `against 12% a year earlier`: the period before one that is named
        let is_before = claim
            .mentions
            .iter()
            .any(|mention| period.year + 1 == mention.year || later(period, *mention));
        let is_told = looks_back(self.text, claim) || self.is_judged;
        is_before && self.amounts > 1 && is_told
    }
}

fn month_name(digits: &str) -> Option<&'static str> {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let number: usize = digits.parse().ok()?;
    NAMES.get(number.checked_sub(1)?).copied()
}

/// `38% and 62%, respectively`: what a number belongs to does not stand beside it.
fn lists(pages: &[&Page<'_>], operand: &Operand<'_>) -> bool {
    let statement = pages
        .get(operand.page)
        .map(|page| cut(page.source.text, operand.statement.range.clone()));
    statement.is_some_and(|text| text.contains("respectively") || text.contains("分别"))
}

/// The words right beside a number put it into an earlier period.
fn looks_back(text: &str, value: &Value) -> bool {
    const BEFORE: [&str; 16] = [
        "from",
        "against",
        "versus",
        "than",
        "compared with",
        "compared to",
        "after",
        "with",
        "由",
        "从",
        "低于",
        "高于",
        "自",
        "上年的",
        "去年的",
        "上年为",
    ];
    const BEHIND: [&str; 20] = [
        "a year earlier",
        "a year ago",
        "the year before",
        "the prior year",
        "the previous year",
        "in the prior",
        "last year",
        "one year earlier",
        "twelve months earlier",
        "the preceding",
        "a quarter earlier",
        "year-earlier",
        "previously",
        "before",
        "earlier",
        "上年",
        "去年",
        "同期",
        "此前",
        "上一",
    ];
    let before = cut(text, 0..value.range.start).trim_end_matches([' ', '$', '€', '约']);
    let before = before
        .trim_end_matches("about")
        .trim_end_matches("roughly")
        .trim_end();
    let behind = cut(text, value.range.end..text.len());
    let near: String = behind.chars().take(40).collect();
    let lead: String = before
        .chars()
        .rev()
        .take(24)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    BEFORE
        .iter()
        .any(|word| before.to_lowercase().ends_with(word))
        || BEHIND.iter().any(|word| near.to_lowercase().contains(word))
        || ["上年", "去年", "上一", "同期"]
            .iter()
            .any(|word| lead.contains(word))
}
