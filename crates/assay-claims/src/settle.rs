//! What each number of a claim is: a figure that the claim names, or a result of such figures.

mod heading;
mod name;
mod past;
mod recorded;
mod rival;

pub(crate) use name::part_of_name;
pub(crate) use past::bases;

use assay_figures::{Period, cut, periods};

use crate::bearing::Found;
use crate::check::{Finding, Place, Problem, ProblemKind};
use crate::numeral::{Difference, Kept, Page, PeriodFit, Place as Seat, Value, fit_of, later};
use crate::operand::{
    NAMED, Operand, is_total, named_row, named_sentence, naming_weight, words_of,
};
use crate::proof::Span;
use crate::reckon::{Heads, Reckoner, Reckoning};
use crate::wording::{Cues, Statement, Term};
use past::{looks_back, years_later};

/// `3M` is a company where the document is its.
pub(crate) fn is_in_title(printed: &str, pages: &[&Page<'_>]) -> bool {
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
pub(crate) fn operands<'p>(text: &str, claim: &[Term], pages: &[&'p Page<'p>]) -> Vec<Operand<'p>> {
    let claim_weight: f64 = claim.iter().map(naming_weight).sum();
    let looks_ahead = ["fter ", "eyond ", "ater than ", "后"]
        .iter()
        .any(|word| text.contains(word));
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
            let words = words_of(claim, statement);
            let named = match statement.row {
                Some(_) if looks_ahead && is_later_row(text, page, statement) => 1.0,
                // a row of a period is named by what stands over its cells
                Some(_) if inside.iter().all(|value| value.row.is_empty()) => NAMED,
                Some(_) => named_row(claim, page.source.text, statement),
                None => named_sentence(claim, words, claim_weight),
            };
            let is_total = is_total(page.source.text, statement);
            found.extend(inside.into_iter().map(|value| Operand {
                value,
                page: place,
                statement,
                named,
                words,
                is_total,
            }));
        }
    }
    found
}

/// `due after 2029` names the row `Thereafter` of a table whose last year is 2029.
fn is_later_row(claim: &str, page: &Page<'_>, statement: &Statement) -> bool {
    const LATER: [&str; 4] = ["thereafter", "later years", "此后", "以后年度"];
    let row = cut(page.source.text, statement.range.clone());
    let label = row.trim_start_matches(['|', ' ']).to_lowercase();
    let Some((table, _)) = statement
        .row
        .filter(|_| LATER.iter().any(|word| label.starts_with(word)))
    else {
        return false;
    };
    let years = page
        .reading
        .values
        .iter()
        .filter_map(|value| match value.place {
            Seat::Cell { table: own, .. } if own == table => value.period.map(|period| period.year),
            _ => None,
        });
    let lower = claim.to_lowercase();
    years.max().is_some_and(|last| {
        let latin = ["after", "beyond", "later than"];
        let han = ["年之后", "年以后", "年后"];
        latin
            .iter()
            .any(|word| lower.contains(&format!("{word} {last}")))
            || han
                .iter()
                .any(|word| lower.contains(&format!("{last}{word}")))
    })
}

pub(crate) struct Bench<'p, 't> {
    pub(crate) text: &'t str,
    pub(crate) pages: &'t [&'p Page<'p>],
    pub(crate) operands: Vec<Operand<'p>>,
    pub(crate) found: Vec<Found<'p>>,
    pub(crate) terms: &'t [Term],
    /// The words beside the number that is being settled.
    pub(crate) near: Vec<&'t Term>,
    /// What its words say of arithmetic.
    pub(crate) cues: Cues,
    /// What each word of the claim weighs.
    pub(crate) weights: Vec<f64>,
    /// How many numbers the claim states.
    pub(crate) amounts: usize,
    /// Periods that the claim compares with: `than in 2022`.
    pub(crate) bases: Vec<Period>,
    pub(crate) heads: Heads<'p>,
    /// Where a verifier found the claim stated: a figure in there need not be called as the claim calls it.
    pub(crate) judged: Option<&'t Span>,
    /// A number is what is left of a whole.
    pub(crate) is_rest: bool,
    /// A number is what one of something costs.
    pub(crate) is_price: bool,
}

impl<'p> Bench<'p, '_> {
    /// Decides anew what a number of the claim is: a figure that the claim names, or a result of
    /// such figures.
    pub(crate) fn settle(&mut self, value: &Value, finding: &mut Finding) {
        let kind = match finding {
            Finding::Observed(place) | Finding::Prospective(place) | Finding::ThirdParty(place) => {
                match self.operand_at(place) {
                    Some(operand) if self.is_meant(value, operand) => {
                        let operand = *operand;
                        let readings = self.readings(value, operand);
                        self.found.push(Found::stated(value, readings));
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
            .part_of_date(value)
            .or_else(|| self.stretch_of_time(value))
        {
            *finding = Finding::Observed(place);
            return;
        }
        if let Some(found) = self.found(value, kind) {
            *finding = found;
            return;
        }
        // what was derived from the periods of the whole sentence may not be of the number's own
        let is_derived = matches!(finding, Finding::Derived { .. });
        let is_of_others = is_derived
            && self.of_own_period(value).is_some()
            && self.is_dated_itself(value)
            // or of other years than the two that it compares, or of a level where it speaks of a change
            || is_derived && (self.cues.years_back.is_some() || self.cues.of_change);
        if matches!(finding, Finding::Observed(_)) || is_of_others {
            *finding = Finding::Problem(Problem {
                kind,
                nearest: Vec::new(),
            });
        }
    }

    /// What a number is that was not accepted where it was first looked for.
    fn found(&mut self, value: &Value, kind: ProblemKind) -> Option<Finding> {
        let is_about = matches!(
            kind,
            ProblemKind::NotFound
                | ProblemKind::WrongPeriod
                | ProblemKind::WrongSubject
                | ProblemKind::WrongRounding
        );
        let is_loss = |operand: &Operand<'p>| {
            kind == ProblemKind::WrongSign && operand.value.negative && self.says_loss()
        };
        let same = self
            .same(value)
            .filter(|operand| is_about || is_loss(operand));
        if let Some(operand) = same {
            let readings = self.readings(value, operand);
            self.found.push(Found::stated(value, readings));
            let page = self.pages.get(operand.page)?;
            return Some(Finding::Observed(Place {
                evidence: page.source.evidence.clone(),
                range: Some(operand.value.range.clone()),
            }));
        }
        let may_be_reckoned = matches!(
            kind,
            ProblemKind::WrongSign | ProblemKind::WrongUnit | ProblemKind::WrongScale
        );
        if !is_about && !may_be_reckoned || self.is_base_itself(value) {
            return None;
        }
        let reckoner = Reckoner {
            claim: value,
            least: NAMED,
            cues: self.cues,
            is_alone: self.amounts == 1,
            bases: &self.bases,
            terms: self.terms,
            weights: &self.weights,
            operands: &self.operands,
            heads: &self.heads,
        };
        let narrowed = self.of_own_period(value);
        let again = || {
            let reckoner = Reckoner {
                claim: narrowed.as_ref()?,
                ..reckoner
            };
            reckoner.find()
        };
        let earlier = self.of_year_before(value);
        let reckoning = match (&earlier, narrowed.is_some() && self.is_dated_itself(value)) {
            (Some(earlier), _) => {
                let reckoner = Reckoner {
                    claim: earlier,
                    ..reckoner
                };
                reckoner.find()?
            }
            (None, true) => again()?,
            (None, false) => reckoner.find().or_else(again)?,
        };
        let Reckoning {
            formula,
            operands,
            is_rest,
            is_price,
        } = reckoning;
        self.found.push(Found::derived(value, operands));
        self.is_rest |= is_rest;
        self.is_price |= is_price;
        Some(Finding::Derived { formula })
    }

    /// `16 in 2023`: its period stands right behind it.
    fn is_dated_itself(&self, value: &Value) -> bool {
        let behind = cut(self.text, value.range.end..self.text.len());
        let own = periods(behind).into_iter().next();
        own.is_some_and(|span| {
            let link = cut(behind, 0..span.range.start).trim();
            matches!(link, "in" | "for" | "during" | "in the" | "for the")
        })
    }

    /// `up 16 in 2024, after 9.5 in 2023`: a number of several with the period of its own clause alone.
    fn of_own_period(&self, value: &Value) -> Option<Value> {
        let period = value
            .period
            .filter(|_| self.amounts > 1 && value.mentions.len() > 1)?;
        Some(Value {
            mentions: vec![period],
            ..value.clone()
        })
    }

    /// A number that follows from the others that the claim states, each of which the evidence has.
    pub(crate) fn follows(&mut self, value: &Value, finding: &mut Finding) {
        let Finding::Problem(problem) = finding else {
            return;
        };
        if matches!(
            problem.kind,
            ProblemKind::WrongCurrency | ProblemKind::OnlyExpected
        ) {
            return;
        }
        let stated = self.found.iter().filter_map(Found::figure).copied();
        let inputs: Vec<Operand<'p>> = stated.collect();
        let reckoner = Reckoner {
            claim: value,
            least: 0.0,
            cues: self.cues,
            is_alone: self.amounts == 1,
            bases: &self.bases,
            terms: self.terms,
            weights: &self.weights,
            operands: &inputs,
            heads: &self.heads,
        };
        let ends = || {
            let series: Vec<Operand<'p>> = self.series_of(&inputs);
            let reckoner = Reckoner {
                operands: &series,
                ..reckoner
            };
            reckoner.of_course(&inputs)
        };
        if let Some(reckoning) = reckoner.of_inputs().or_else(ends) {
            self.found.push(Found::derived(value, reckoning.operands));
            *finding = Finding::Derived {
                formula: reckoning.formula,
            };
        }
    }

    /// Some figures with all others of their rows and sentences.
    fn series_of(&self, figures: &[Operand<'p>]) -> Vec<Operand<'p>> {
        let is_mate = |operand: &&Operand<'p>| {
            let mut figures = figures.iter();
            !operand.value.in_name
                && figures.any(|figure| std::ptr::eq(figure.statement, operand.statement))
        };
        self.operands.iter().filter(is_mate).copied().collect()
    }

    /// The figure stands where a verifier found the claim stated.
    pub(super) fn is_in_span(&self, operand: &Operand<'p>) -> bool {
        let page = self.pages.get(operand.page);
        self.judged.zip(page).is_some_and(|(span, page)| {
            *page.source.evidence == span.evidence
                && operand.statement.range.start < span.range.end
                && span.range.start < operand.statement.range.end
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
                difference == Difference::Sign
                    && operand.value.negative
                    && value.agrees_with_asset(operand.value).is_none()
                    && self.says_loss()
            }
        };
        let fits = |operand: &&Operand<'p>| {
            let floor = if operand.statement.row.is_some() {
                0.5
            } else {
                0.4
            };
            // nearly all figures are told apart by their amounts
            let may_be = operand.named >= floor || self.is_in_span(operand);
            let is_other = || self.is_outdone(value, operand) || self.is_of_base(value, operand);
            may_be && is_same(operand) && self.is_asked(value, operand.value) && !is_other()
        };
        let fitting = self.operands.iter().filter(fits);
        fitting.max_by(|a, b| a.named.total_cmp(&b.named)).copied()
    }

    /// The figure, and every other one that the number may be as well.
    fn readings(&self, value: &Value, operand: Operand<'p>) -> Vec<Operand<'p>> {
        let is_other = |other: &&Operand<'p>| {
            !std::ptr::eq(other.value, operand.value)
                && !other.value.in_name
                && value.compare(other.value).is_ok()
                && self.is_asked(value, other.value)
        };
        let others = self.operands.iter().filter(is_other).copied();
        std::iter::once(operand).chain(others).collect()
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
        // `from 5 in 2023 to 4 in 2024`: of the periods of the sentence one is its own
        if let Some(own) = claim.period.filter(|_| self.is_dated_itself(claim))
            && claim.mentions.len() > 1
            && source.place.is_cell()
        {
            return fits(own);
        }
        if claim.mentions.is_empty() || claim.mentions.iter().any(|mention| fits(*mention)) {
            return true;
        }
        // `came to $6 million, $2 million less than in 2022`
        let is_base = |mention: &Period| self.bases.contains(mention);
        if claim.mentions.iter().all(is_base)
            && claim
                .mentions
                .iter()
                .any(|base| base.year < period.year || later(*base, period))
        {
            return true;
        }
        if let Some(years) = years_later(self.text, claim) {
            let mut named = claim.mentions.iter();
            return named.any(|mention| mention.year + years == period.year);
        }
        // `from $4 million`, `against 12% a year earlier`: the period before one that is named
        let is_before = claim
            .mentions
            .iter()
            .any(|mention| period.year + 1 == mention.year || later(period, *mention));
        let is_told = looks_back(self.text, claim);
        // a column headed by the period that it compares with
        let is_compared = source.place.is_cell()
            && claim.direction.is_some()
            && source.name.to_lowercase().contains("vs");
        is_before && (is_compared || self.amounts > 1 && is_told)
    }
}
