use assay_exports::{Cell, Row};
use assay_valuation::{MethodResult, Traced, Unit, Valuation};

use crate::amount::{RatioKind, Scale, percent, ratio_kind};
use crate::error::MemoError;
use crate::notes::table_of;
use crate::page::{NONE, Page, row};
use crate::words;

/// Projected years that the financial table shows.
const YEARS: u32 = 3;

/// The first projected years of the base case.
#[derive(Default)]
pub(super) struct Estimates<'a> {
    lead: Option<&'a MethodResult>,
    pub(super) labels: Vec<String>,
}

pub(super) fn estimates(valuation: Option<&Valuation>) -> Estimates<'_> {
    let Some(valuation) = valuation else {
        return Estimates::default();
    };
    let Some(lead) = valuation.leading() else {
        return Estimates::default();
    };
    let base = valuation.request.base_period_end;
    let is_fiscal = valuation.request.fiscal_years.contains(&base);
    let count = (1..=YEARS).take_while(|year| !lead.year(*year).is_empty());
    // A fiscal year that ends in the first week of January belongs to the year before.
    let named = base.yesterday().ok().and_then(|day| {
        let mut day = day;
        for _ in 0..6 {
            day = day.yesterday().ok()?;
        }
        Some(day.year())
    });
    let labels = count.map(|year| {
        let later = i16::try_from(year).unwrap_or_default();
        match named.filter(|_| is_fiscal) {
            Some(named) => format!("FY{}E", named + later),
            None => format!("+{year}E"),
        }
    });
    Estimates {
        labels: labels.collect(),
        lead: Some(lead),
    }
}

impl<'a> Estimates<'a> {
    pub(super) fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    fn line(&self, family: &str, year: usize) -> Option<(&'static str, &'a Traced)> {
        let lead = self.lead?;
        let line = lead.line(&format!("{family}.y{year}"))?;
        Some((table_of(lead.method), line))
    }

    /// A cell for each projected year.
    pub(super) fn cells(
        &self,
        page: &mut Page<'_>,
        family: Option<&str>,
        scale: Scale,
    ) -> Result<Vec<Cell>, MemoError> {
        let mut cells = Vec::new();
        for year in 1..=self.labels.len() {
            let found = family.and_then(|family| self.line(family, year));
            cells.push(match found {
                Some((table, line)) => {
                    let mut cell = page.traced_cell(table, line, scale)?;
                    if line.unit == Unit::Ratio && ratio_kind(&line.id) == RatioKind::Percent {
                        cell.text = percent(line.value);
                    }
                    cell
                }
                None => Cell::text(NONE),
            });
        }
        Ok(cells)
    }

    /// A row that only the projection has.
    pub(super) fn row(
        &self,
        page: &mut Page<'_>,
        family: &str,
        scale: Scale,
        actual: usize,
    ) -> Result<Option<Row>, MemoError> {
        if self.line(family, 1).is_none() {
            return Ok(None);
        }
        let mut cells = vec![Cell::text(words::line_title(family, page.language()))];
        cells.extend((0..actual).map(|_| Cell::text(NONE)));
        cells.extend(self.cells(page, Some(family), scale)?);
        Ok(Some(row(cells)))
    }
}
