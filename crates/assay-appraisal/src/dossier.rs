use std::collections::BTreeMap;

use assay_domain::{Date, Decimal, EvidenceId, Language, PassageId, Tier};
use assay_facts::{Basis, DataPackage, DataPoint, Sector, SectorHint, View};
use assay_valuation::CompanyKind;
use serde::{Deserialize, Serialize};

use crate::days::{days_between, is_year_apart};
use crate::derive::{growth_points, ratio_points, reported_points};

/// The data points of a company with all that follows from them by arithmetic: growth, margins,
/// conversions, quartiles of its own years. Everything else in this crate speaks about one.
#[derive(Clone, Debug)]
pub struct Dossier {
    package: DataPackage,
    company: String,
    sector: SectorHint,
    kind: CompanyKind,
    language: Language,
    outages: Vec<(String, String)>,
    index: Index,
}

/// A filing or vendor's table that data points come from, as evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FiledSource {
    pub id: EvidenceId,
    /// For instance `sec:companyfacts`.
    pub source: String,
    pub form: String,
    pub accession: String,
    pub filed: Date,
    pub tier: Tier,
    pub url: Option<String>,
}

/// Where the points of a metric are in the package, by their last day.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    periods: BTreeMap<String, BTreeMap<Basis, BTreeMap<Date, usize>>>,
    ids: BTreeMap<String, usize>,
}

/// The twelve months that sentences and the valuation speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub basis: Basis,
    pub end: Date,
}

/// Years of history that a typical year is taken from.
const YEARS: i64 = 10;
/// A balance sheet may lie this far from the end of a period.
const NEAR_DAYS: i64 = 10;
/// A line that was not reported for so long is one the company no longer has.
const GONE_AFTER_DAYS: i64 = 730;
const LEADING: &[&str] = &["revenue", "net_interest_income", "net_income"];
/// Twelve months are complete when these are, as far as years have them.
const FLOWS: &[&str] = &["revenue", "operating_income", "net_income", "ocf", "capex"];

impl Index {
    fn insert(&mut self, at: usize, point: &DataPoint) {
        self.periods
            .entry(point.canonical_metric.clone())
            .or_default()
            .entry(point.period.basis)
            .or_default()
            .insert(point.as_of_date, at);
        self.ids.insert(point.id.clone(), at);
    }

    pub(crate) fn of(&self, metric: &str, basis: Basis) -> Option<&BTreeMap<Date, usize>> {
        self.periods.get(metric)?.get(&basis)
    }
}

impl Dossier {
    /// `package` and `view` are of the same company and day.
    pub fn new(package: DataPackage, view: &View<'_>, language: Language) -> Self {
        let outages = view.book().outages().iter();
        let outages = outages.map(|outage| (outage.source.clone(), outage.reason.clone()));
        let company = view.book().company.name.clone();
        let mut dossier =
            Self::restore(package, company, view.sector(), outages.collect(), language);
        let reported = reported_points(&dossier, view);
        dossier.add(reported);
        let ratios = ratio_points(&dossier);
        dossier.add(ratios);
        growth_points(&mut dossier);
        dossier
    }

    /// From a stored package that has its derived points already.
    pub fn restore(
        package: DataPackage,
        company: String,
        sector: SectorHint,
        outages: Vec<(String, String)>,
        language: Language,
    ) -> Self {
        let mut index = Index::default();
        for (at, point) in package.data_points.iter().enumerate() {
            index.insert(at, point);
        }
        let mut dossier = Self {
            package,
            company,
            kind: CompanyKind::Operating,
            sector,
            language,
            outages,
            index,
        };
        dossier.kind = dossier.company_kind();
        dossier
    }

    /// With the derived points: what a memo resolves figures in, and what an archive keeps.
    pub fn package(&self) -> &DataPackage {
        &self.package
    }

    pub fn company(&self) -> &str {
        &self.company
    }

    pub fn sector(&self) -> &SectorHint {
        &self.sector
    }

    pub fn kind(&self) -> CompanyKind {
        self.kind
    }

    pub fn language(&self) -> Language {
        self.language
    }

    pub fn as_of(&self) -> Date {
        self.package.as_of
    }

    /// Sources that could not be asked, and why.
    pub fn outages(&self) -> &[(String, String)] {
        &self.outages
    }

    pub fn currency(&self) -> Option<&str> {
        self.package.normalization_summary.base_currency.as_deref()
    }

    pub fn point(&self, id: &str) -> Option<&DataPoint> {
        self.index
            .ids
            .get(id)
            .and_then(|at| self.package.data_points.get(*at))
    }

    /// The point of exactly this period.
    pub fn find(&self, metric: &str, basis: Basis, end: Date) -> Option<&DataPoint> {
        let at = self.index.of(metric, basis)?.get(&end)?;
        self.package.data_points.get(*at)
    }

    pub fn newest(&self, metric: &str, basis: Basis) -> Option<&DataPoint> {
        let (_, at) = self.index.of(metric, basis)?.last_key_value()?;
        self.package.data_points.get(*at)
    }

    /// Fiscal years of a metric, oldest first, no more than the last ten.
    pub fn years(&self, metric: &str) -> Vec<&DataPoint> {
        let since = self.since();
        let all = self.index.of(metric, Basis::Fy).into_iter().flatten();
        all.filter(|(end, _)| **end >= since)
            .filter_map(|(_, at)| self.package.data_points.get(*at))
            .collect()
    }

    /// The balance nearest to a day, and no more than ten days from it.
    pub fn balance(&self, metric: &str, day: Date) -> Option<&DataPoint> {
        let all = self.index.of(metric, Basis::Instant)?;
        let (_, at) = all
            .iter()
            .filter(|(end, _)| days_between(**end, day).abs() <= NEAR_DAYS)
            .min_by_key(|(end, _)| days_between(**end, day).abs())?;
        self.package.data_points.get(*at)
    }

    pub fn year_before(&self, metric: &str, basis: Basis, end: Date) -> Option<&DataPoint> {
        let all = self.index.of(metric, basis)?;
        let (_, at) = all
            .iter()
            .find(|(before, _)| is_year_apart(**before, end))?;
        self.package.data_points.get(*at)
    }

    /// The newest twelve months: four quarters where every flow has them, else a fiscal year.
    pub fn frame(&self) -> Option<Frame> {
        let lead = LEADING.iter().find(|name| {
            [Basis::Fy, Basis::Ttm]
                .iter()
                .any(|basis| self.index.of(name, *basis).is_some())
        })?;
        let year = self.newest(lead, Basis::Fy).map(|point| point.as_of_date);
        let trailing = self.newest(lead, Basis::Ttm).map(|point| point.as_of_date);
        let is_complete = |end: Date| {
            let flows = FLOWS
                .iter()
                .filter(|name| year.is_none_or(|year| self.find(name, Basis::Fy, year).is_some()));
            flows
                .filter(|name| self.index.of(name, Basis::Fy).is_some() || **name == *lead)
                .all(|name| self.find(name, Basis::Ttm, end).is_some())
        };
        match (year, trailing) {
            (year, Some(end)) if year.is_none_or(|year| end > year) && is_complete(end) => {
                Some(Frame {
                    basis: Basis::Ttm,
                    end,
                })
            }
            (Some(end), _) => Some(Frame {
                basis: Basis::Fy,
                end,
            }),
            (None, _) => None,
        }
    }

    /// A point of the newest twelve months.
    pub fn current(&self, metric: &str) -> Option<&DataPoint> {
        let frame = self.frame()?;
        self.find(metric, frame.basis, frame.end)
    }

    /// A point of the twelve months before the newest.
    pub fn previous(&self, metric: &str) -> Option<&DataPoint> {
        let frame = self.frame()?;
        self.year_before(metric, frame.basis, frame.end)
    }

    /// The balance sheet at the end of the newest twelve months.
    pub fn current_balance(&self, metric: &str) -> Option<&DataPoint> {
        self.balance(metric, self.frame()?.end)
    }

    pub fn sources_of(&self, point: &DataPoint) -> Vec<FiledSource> {
        let mut found: Vec<FiledSource> = Vec::new();
        for source in &point.sources {
            let id = filing_id(&source.source, &source.accession);
            if found.iter().all(|known| known.id != id) {
                found.push(FiledSource {
                    id,
                    source: source.source.clone(),
                    form: source.form.clone(),
                    accession: source.accession.clone(),
                    filed: source.filed,
                    tier: source.tier,
                    url: source.url.clone(),
                });
            }
        }
        found
    }

    /// Whether a balance was reported in the two years before a day, or after it.
    pub(crate) fn is_reported_near(&self, metric: &str, day: Date) -> bool {
        let bases = [Basis::Instant, Basis::Fy, Basis::Ttm];
        let ends = bases
            .iter()
            .filter_map(|basis| self.index.of(metric, *basis))
            .flat_map(BTreeMap::keys);
        ends.into_iter()
            .any(|end| days_between(*end, day) <= GONE_AFTER_DAYS)
    }

    /// Whether most of what an insurer owes its policyholders are benefits of life and annuity
    /// contracts; by its industry code where the balance sheet does not tell.
    pub(crate) fn is_life_insurer(&self, day: Date) -> bool {
        const LIFE: u32 = 6311;
        let benefits = self.balance("policy_benefits", day);
        let losses = self.balance("loss_reserves", day);
        match (benefits, losses) {
            (Some(benefits), Some(losses)) => benefits.value > losses.value,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => self.sector.sic == Some(LIFE),
        }
    }

    /// Debt is the raw material of a bank, and reserves that of an insurer: margins, free cash flow
    /// and net debt say nothing of either.
    pub(crate) fn is_financial(&self) -> bool {
        matches!(self.kind, CompanyKind::Bank | CompanyKind::Insurer)
    }

    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    pub(crate) fn since(&self) -> Date {
        let from = self.package.as_of;
        let days = u64::try_from(YEARS * 366 + 90).unwrap_or_default();
        from.saturating_sub(std::time::Duration::from_secs(days * 86_400))
    }

    /// The fiscal years of the last ten years, and the newest twelve months with those before.
    pub(crate) fn frames(&self) -> Vec<(Basis, Date)> {
        let since = self.since();
        let mut ends: Vec<Date> = LEADING
            .iter()
            .flat_map(|name| self.index.ends(name, Basis::Fy))
            .filter(|end| *end >= since)
            .collect();
        ends.sort_unstable();
        ends.dedup();
        let mut frames: Vec<(Basis, Date)> = ends.into_iter().map(|end| (Basis::Fy, end)).collect();
        if let Some(frame) = self.frame().filter(|frame| frame.basis == Basis::Ttm) {
            let lead = LEADING
                .iter()
                .filter_map(|name| self.year_before(name, Basis::Ttm, frame.end));
            frames.extend(lead.take(1).map(|point| (Basis::Ttm, point.as_of_date)));
            frames.push((Basis::Ttm, frame.end));
        }
        frames
    }

    pub(crate) fn add(&mut self, points: Vec<DataPoint>) {
        for point in points {
            if !self.index.ids.contains_key(&point.id) {
                self.index.insert(self.package.data_points.len(), &point);
                self.package.data_points.push(point);
            }
        }
    }

    fn company_kind(&self) -> CompanyKind {
        let by_code = self
            .sector
            .sic
            .and_then(|code| u16::try_from(code).ok())
            .map_or(CompanyKind::Operating, CompanyKind::from_sic);
        let kind = match self.sector.sector {
            Sector::Bank => CompanyKind::Bank,
            Sector::Insurer => CompanyKind::Insurer,
            Sector::Reit => CompanyKind::Reit,
            Sector::Cyclical => CompanyKind::Cyclical,
            Sector::General => by_code,
        };
        let results = self.years("operating_income");
        let losses: Vec<bool> = results
            .iter()
            .map(|point| point.value < Decimal::ZERO)
            .collect();
        kind.with_results(&losses)
    }
}

/// The same filing is the same evidence in every run.
pub(crate) fn filing_id(source: &str, accession: &str) -> EvidenceId {
    EvidenceId::of_passage(&PassageId::new(format!("filing:{source}:{accession}")))
}
