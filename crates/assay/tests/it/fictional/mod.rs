//! Companies that do not exist, as the regulator's interface would tell of them.

mod kinds;

pub(crate) use kinds::{
    bare_of_cash_flow, insurer_of_ifrs, life_insurer, of_china, of_europe, operating,
    property_insurer,
};

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::home::Home;

/// Money is stated in millions.
const MILLION: i64 = 1_000_000;

/// One line of the statements, and how its values run.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) concept: &'static str,
    pub(crate) counts: Counts,
    pub(crate) is_balance: bool,
    /// Of the first year.
    pub(crate) first: i64,
    /// Percent of the first year that each further year adds, so that sums stay exact.
    pub(crate) growth: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counts {
    Money,
    Shares,
}

/// A company, its lines and the years that it reported.
#[derive(Clone, Debug)]
pub(crate) struct Fictional {
    pub(crate) ticker: &'static str,
    pub(crate) name: &'static str,
    pub(crate) cik: u32,
    pub(crate) sic: u32,
    pub(crate) taxonomy: &'static str,
    pub(crate) currency: &'static str,
    /// For instance `10-K` or `20-F`.
    pub(crate) annual_form: &'static str,
    pub(crate) years: Vec<i16>,
    pub(crate) lines: Vec<Line>,
    /// Quarters of the year after the last one that a report was filed for.
    pub(crate) quarters: Vec<i8>,
    /// Concept, year and the value that was filed in the place of the right one.
    pub(crate) misfiled: Option<(&'static str, i16, i64)>,
}

pub(crate) const fn flow(concept: &'static str, first: i64, growth: i64) -> Line {
    Line {
        concept,
        counts: Counts::Money,
        is_balance: false,
        first,
        growth,
    }
}

pub(crate) const fn balance(concept: &'static str, first: i64, growth: i64) -> Line {
    Line {
        is_balance: true,
        ..flow(concept, first, growth)
    }
}

pub(crate) const fn shares(concept: &'static str, first: i64) -> Line {
    Line {
        counts: Counts::Shares,
        ..flow(concept, first, 0)
    }
}

impl Line {
    fn in_year(&self, years_later: u32) -> i64 {
        self.first * MILLION / 100 * (100 + self.growth * i64::from(years_later))
    }
}

impl Fictional {
    /// Without these lines.
    pub(crate) fn without(mut self, concepts: &[&str]) -> Self {
        self.lines.retain(|line| !concepts.contains(&line.concept));
        self
    }

    /// With a line in the place of the one of the same concept.
    pub(crate) fn with(mut self, line: Line) -> Self {
        self.lines.retain(|known| known.concept != line.concept);
        self.lines.push(line);
        self
    }

    pub(crate) fn companyfacts(&self) -> Value {
        let mut concepts: BTreeMap<&str, Value> = BTreeMap::new();
        for line in &self.lines {
            let unit = match line.counts {
                Counts::Money => self.currency,
                Counts::Shares => "shares",
            };
            let facts = self.facts(line);
            concepts.insert(
                line.concept,
                json!({"label": line.concept, "description": "Fictional.", "units": {unit: facts}}),
            );
        }
        json!({"cik": self.cik, "entityName": self.name, "facts": {self.taxonomy: concepts}})
    }

    fn facts(&self, line: &Line) -> Vec<Value> {
        let mut facts = Vec::new();
        for (at, year) in (0_u32..).zip(&self.years) {
            let misfiled = self
                .misfiled
                .filter(|(concept, of, _)| *concept == line.concept && of == year);
            let value = misfiled.map_or_else(|| line.in_year(at), |(_, _, value)| value);
            let (start, end) = (format!("{year}-01-01"), format!("{year}-12-31"));
            let accession = self.accession(*year, 4);
            let filed = format!("{}-02-20", year + 1);
            let mut fact = json!({
                "end": end, "val": value, "accn": accession, "fy": year, "fp": "FY",
                "form": self.annual_form, "filed": filed,
            });
            if !line.is_balance {
                fact["start"] = json!(start);
            }
            facts.push(fact);
        }
        facts.extend(self.interim(line));
        facts
    }

    /// Quarters of the year after the last, each a quarter of a year that grew as before. Flows of a
    /// quarter stand alone, as in an income statement; balances are of its last day.
    fn interim(&self, line: &Line) -> Vec<Value> {
        let Some(last) = self.years.last().copied() else {
            return Vec::new();
        };
        let whole = line.in_year(u32::try_from(self.years.len()).unwrap_or_default());
        let mut facts = Vec::new();
        // the year before has all its quarters, so that twelve months can be put together
        for (year, whole) in [
            (
                last,
                line.in_year(u32::try_from(self.years.len() - 1).unwrap_or_default()),
            ),
            (last + 1, whole),
        ] {
            let all = [1, 2, 3];
            let filed: &[i8] = match year == last {
                true if !self.quarters.is_empty() => &all,
                true => &[],
                false => &self.quarters,
            };
            for quarter in filed {
                let (start, end) = days_of(year, *quarter);
                let value = match (line.counts, line.is_balance) {
                    (Counts::Money, false) => whole / 4,
                    _ => whole,
                };
                let mut fact = json!({
                    "end": end, "val": value, "accn": self.accession(year, *quarter),
                    "fy": year, "fp": format!("Q{quarter}"), "form": "10-Q",
                    "filed": format!("{year}-{:02}-05", quarter * 3 + 2),
                });
                if !line.is_balance {
                    fact["start"] = json!(start);
                }
                facts.push(fact);
            }
        }
        facts
    }

    fn accession(&self, year: i16, number: i8) -> String {
        format!("{:010}-{:02}-{:06}", self.cik, (year + 1) % 100, number)
    }

    pub(crate) fn submissions(&self) -> Value {
        let years = &self.years;
        let filed: Vec<String> = years
            .iter()
            .map(|year| format!("{}-02-20", year + 1))
            .collect();
        let ends: Vec<String> = years.iter().map(|year| format!("{year}-12-31")).collect();
        let accessions: Vec<String> = years.iter().map(|year| self.accession(*year, 4)).collect();
        json!({
            "cik": format!("{:010}", self.cik), "name": self.name, "tickers": [self.ticker],
            "exchanges": ["NYSE"], "sic": self.sic.to_string(), "sicDescription": "Fictional",
            "fiscalYearEnd": "1231",
            "filings": {"recent": {
                "accessionNumber": accessions, "filingDate": filed, "reportDate": ends,
                "form": vec![self.annual_form; years.len()],
                "primaryDocument": vec![""; years.len()],
            }},
        })
    }

    /// Brings the company's files into a home.
    pub(crate) fn ingest(&self, home: &Home) {
        let file = |kind: &str, content: &Value| {
            let name = format!("sec/{}-{kind}.json", self.ticker);
            home.write(&name, content.to_string()).display().to_string()
        };
        let facts = file("facts", &self.companyfacts());
        let submissions = file("submissions", &self.submissions());
        home.must(&["ingest", &facts, &submissions]);
    }
}

fn days_of(year: i16, quarter: i8) -> (String, String) {
    let (first, last) = match quarter {
        1 => ("01-01", "03-31"),
        2 => ("04-01", "06-30"),
        3 => ("07-01", "09-30"),
        _ => ("10-01", "12-31"),
    };
    (format!("{year}-{first}"), format!("{year}-{last}"))
}
