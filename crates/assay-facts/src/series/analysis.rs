use std::collections::BTreeMap;
use std::rc::Rc;

use assay_domain::{Date, Decimal};

use super::computed::compute;
use super::depreciation::complete_depreciation;
use super::earnings::{EarningsInputs, fourth_quarters};
use super::figure::{Basis, Figure};
use super::metric_series::MetricSeries;
use super::quarters::quarters;
use super::trailing::trailing_sums;
use crate::company::FiscalCalendar;
use crate::metric::{MetricSpec, derived_metric, metric, metrics};
use crate::note::{Missing, Refusal, RefusalReason};
use crate::{Fact, FormClass, Length, Publisher, Scope, View};

pub(crate) type Figures<'a> = BTreeMap<Date, Rc<Figure<'a>>>;

/// Every metric of a company on every basis, as known on the day of the view.
#[derive(Clone, Debug)]
pub struct Analysis<'a> {
    pub(crate) view: View<'a>,
    pub(crate) calendar: FiscalCalendar,
    pub(crate) currency: Option<String>,
    pub(crate) series: BTreeMap<&'static str, MetricSeries<'a>>,
    pub(crate) table: BTreeMap<(&'static str, Basis), Figures<'a>>,
    pub(crate) refusals: Vec<Refusal>,
}

impl<'a> View<'a> {
    pub fn analyse(&self) -> Analysis<'a> {
        let currency = reporting_currency(self);
        let mut analysis = Analysis {
            view: self.clone(),
            calendar: FiscalCalendar::new(
                year_ends(self),
                self.book().company.fiscal_year_end,
                self.day(),
            )
            .named_by_start(self.book().company.names_years_by_start),
            currency,
            series: BTreeMap::new(),
            table: BTreeMap::new(),
            refusals: unproven_splits(self),
        };
        for spec in metrics() {
            analysis.read(spec);
        }
        analysis.complete_earnings_per_share();
        complete_depreciation(&mut analysis);
        for spec in metrics() {
            analysis.sum_up(spec);
        }
        compute(&mut analysis);
        analysis
    }
}

impl<'a> Analysis<'a> {
    fn read(&mut self, spec: &'static MetricSpec) {
        let series = MetricSeries::read(&self.view, spec, self.currency.as_deref());
        for ((length, end), observation) in &series.merged {
            // Single quarters have their own way, because most of them are derived.
            let basis = match Basis::of_length(*length) {
                Some(basis) if basis != Basis::Q => basis,
                _ => continue,
            };
            let figure = Figure::filed(spec.name, basis, observation);
            self.insert(spec.name, basis, *end, Rc::new(figure));
        }
        if !spec.is_stock {
            let found = quarters(spec, &series, &mut self.refusals);
            if !found.is_empty() {
                self.table.insert((spec.name, Basis::Q), found);
            }
        }
        self.series.insert(spec.name, series);
    }

    pub(crate) fn insert(
        &mut self,
        name: &'static str,
        basis: Basis,
        end: Date,
        figure: Rc<Figure<'a>>,
    ) {
        self.table
            .entry((name, basis))
            .or_default()
            .insert(end, figure);
    }

    fn complete_earnings_per_share(&mut self) {
        for (name, shares) in [
            ("eps_diluted", "diluted_shares"),
            ("eps_basic", "basic_shares"),
        ] {
            let none = BTreeMap::new();
            let of = |metric, basis| self.table.get(&(metric, basis)).unwrap_or(&none);
            let inputs = EarningsInputs {
                per_share_years: of(name, Basis::Fy),
                per_share_quarters: of(name, Basis::Q),
                income_quarters: of("net_income", Basis::Q),
                share_years: of(shares, Basis::Fy),
                share_quarters: of(shares, Basis::Q),
            };
            for figure in fourth_quarters(name, &inputs) {
                self.insert(name, Basis::Q, figure.period.end, figure);
            }
        }
    }

    fn sum_up(&mut self, spec: &'static MetricSpec) {
        let none = BTreeMap::new();
        let of = |basis| self.table.get(&(spec.name, basis)).unwrap_or(&none);
        let series = self.series.get(spec.name);
        let (quarters, years) = (of(Basis::Q), of(Basis::Fy));
        let sums = trailing_sums(spec, series, quarters, years, &mut self.refusals);
        if !sums.is_empty() {
            self.table.insert((spec.name, Basis::Ttm), sums);
        }
    }

    pub fn view(&self) -> &View<'a> {
        &self.view
    }

    /// The currency of the statements, for instance `USD`.
    pub fn currency(&self) -> Option<&str> {
        self.currency.as_deref()
    }

    /// What arithmetic could give and soundness forbids.
    pub fn refusals(&self) -> &[Refusal] {
        &self.refusals
    }

    /// The value of exactly this period. Another period never stands in for it.
    pub fn value(&self, name: &str, basis: Basis, end: Date) -> Result<Decimal, Missing> {
        self.figure(name, basis, end).map(|figure| figure.value)
    }

    /// The newest period of a metric on a basis.
    pub fn newest(&self, name: &str, basis: Basis) -> Result<(Date, Decimal), Missing> {
        let newest = self.figures(name, basis).and_then(BTreeMap::last_key_value);
        match newest {
            Some((end, figure)) => Ok((*end, figure.value)),
            None => Err(self.why_missing(name, basis, None)),
        }
    }

    /// Ends and values on a basis, oldest first.
    pub fn history(&self, name: &str, basis: Basis) -> Vec<(Date, Decimal)> {
        let figures = self.figures(name, basis).into_iter().flatten();
        figures.map(|(end, figure)| (*end, figure.value)).collect()
    }

    /// It did not come from a filing as it is.
    pub fn is_derived(&self, name: &str, basis: Basis, end: Date) -> Result<bool, Missing> {
        self.figure(name, basis, end)
            .map(|figure| figure.is_derived())
    }

    /// How far a value may be off because its sources are rounded.
    pub fn rounding_error(&self, name: &str, basis: Basis, end: Date) -> Result<Decimal, Missing> {
        self.figure(name, basis, end)
            .map(|figure| figure.rounding_error())
    }

    pub(crate) fn figures(&self, name: &str, basis: Basis) -> Option<&Figures<'a>> {
        let name = metric(name)
            .map(|spec| spec.name)
            .or_else(|| derived_metric(name).map(|spec| spec.name))?;
        self.table.get(&(name, basis))
    }

    pub(crate) fn figure(
        &self,
        name: &str,
        basis: Basis,
        end: Date,
    ) -> Result<&Rc<Figure<'a>>, Missing> {
        self.figures(name, basis)
            .and_then(|figures| figures.get(&end))
            .ok_or_else(|| self.why_missing(name, basis, Some(end)))
    }

    fn why_missing(&self, name: &str, basis: Basis, end: Option<Date>) -> Missing {
        let known = metric(name).is_some() || derived_metric(name).is_some();
        if !known {
            return Missing::UnknownMetric {
                metric: name.to_owned(),
            };
        }
        let refusal = self.refusals.iter().rev().find(|refusal| {
            refusal.metric == name
                && refusal.basis == basis
                && end.is_none_or(|end| refusal.end == end)
        });
        if let Some(refusal) = refusal {
            return Missing::Refused(refusal.clone());
        }
        if let Some(outage) = self.view.book().outages().first() {
            return Missing::SourceUnavailable {
                metric: name.to_owned(),
                source: outage.source.clone(),
                reason: outage.reason.clone(),
            };
        }
        let newest = self.figures(name, basis).and_then(BTreeMap::last_key_value);
        match (newest, end) {
            (Some((newest, _)), Some(end)) => Missing::NoSuchPeriod {
                metric: name.to_owned(),
                end,
                newest: Some(*newest),
            },
            _ => Missing::NotReported {
                metric: name.to_owned(),
            },
        }
    }
}

fn unproven_splits(view: &View<'_>) -> Vec<Refusal> {
    let splits = view.unproven_splits().iter();
    splits
        .map(|split| Refusal {
            metric: "shares_outstanding".to_owned(),
            basis: Basis::Instant,
            end: split.effective,
            reason: RefusalReason::SplitUnproven {
                ratio: split.ratio,
                filed: split.filed,
            },
        })
        .collect()
}

const ANCHORS: &[&str] = &[
    "total_assets",
    "revenue",
    "net_income",
    "net_interest_income",
];

fn anchor_facts<'a>(view: &View<'a>) -> impl Iterator<Item = &'a Fact> {
    ANCHORS
        .iter()
        .filter_map(|name| metric(name))
        .flat_map(MetricSpec::candidates)
        .flat_map(|candidate| view.of_concept(candidate.concept))
        .filter(|fact| fact.scope == Scope::Consolidated && !fact.is_forward())
}

/// The currency of the newest statements.
fn reporting_currency(view: &View<'_>) -> Option<String> {
    let mut count: BTreeMap<(Publisher, &str), (Date, usize)> = BTreeMap::new();
    for fact in anchor_facts(view).filter(|fact| crate::UnitKind::Money.accepts(&fact.unit)) {
        let entry = count
            .entry((fact.publisher, &fact.unit))
            .or_insert((fact.period.end, 0));
        entry.0 = entry.0.max(fact.period.end);
        entry.1 += 1;
    }
    let best = count
        .into_iter()
        .min_by_key(|((publisher, _), (end, n))| (*publisher, std::cmp::Reverse((*end, *n))));
    best.map(|((_, unit), _)| unit.to_owned())
}

/// Ends of the years that annual reports cover. Interim reports also state twelve months that end
/// anywhere, which are no fiscal years.
fn year_ends(view: &View<'_>) -> Vec<Date> {
    anchor_facts(view)
        .filter(|fact| fact.period.length() == Length::Year)
        .filter(|fact| fact.class() == FormClass::Periodic && !fact.form.starts_with("10-Q"))
        .map(|fact| fact.period.end)
        .collect()
}
