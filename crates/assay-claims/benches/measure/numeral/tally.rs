use std::collections::BTreeMap;
use std::io::Write as _;

use anyhow::Result;
use assay_claims::{ClaimText, ClaimVerdict, ReadSource, Source, check_claim};
use assay_domain::Language;
use assay_measure::Figure;

use super::Case;
use super::mutate::{Kind, mutant};

#[derive(Default)]
pub(crate) struct Tally {
    /// Flagged and all originals by group.
    originals: BTreeMap<&'static str, (usize, usize)>,
    /// Caught and all mutants by kind and group.
    mutants: BTreeMap<(&'static str, &'static str), (usize, usize)>,
    /// Sentences that were judged wrongly, for reading.
    misses: Vec<String>,
}

fn judge(case: &Case, text: &str) -> ClaimVerdict {
    let passage = &case.passage;
    let source = Source {
        evidence: &passage.id,
        text: &passage.text,
        headings: &passage.headings,
        title: &passage.title,
        origin: "",
        as_of: None,
        subject: Some(&passage.subject),
    };
    let claim = ClaimText {
        text,
        formula: None,
    };
    check_claim(&claim, &[&ReadSource::of(source)])
}

impl Tally {
    pub(crate) fn original(&mut self, case: &Case) {
        let verdict = judge(case, &case.text);
        let count = self.originals.entry(case.group).or_default();
        count.1 += 1;
        if !verdict.is_supported() {
            count.0 += 1;
            let reason = verdict.reason(Language::En);
            self.misses.push(format!(
                "FALSE FLAG {}: {} => {reason}",
                case.group, case.text
            ));
        }
    }

    pub(crate) fn mutant(&mut self, case: &Case, kind: Kind) {
        let Some(text) = mutant(case, kind) else {
            return;
        };
        let count = self.mutants.entry((kind.name(), case.group)).or_default();
        count.1 += 1;
        if judge(case, &text).is_supported() {
            self.misses.push(format!(
                "MISSED {} {}: {} <= {}",
                kind.name(),
                case.group,
                text,
                case.text
            ));
        } else {
            count.0 += 1;
        }
    }

    /// Sentences that were judged wrongly go to standard error.
    pub(crate) fn figures(&self, name: &str, least: f64) -> Result<Vec<Figure>> {
        writeln!(std::io::stderr(), "{}", self.misses.join("\n"))?;
        let mut figures = Vec::new();
        let sum = |counts: &mut dyn Iterator<Item = &(usize, usize)>| {
            counts.fold((0, 0), |(a, b), (hits, n)| (a + hits, b + n))
        };
        let (flagged, n) = sum(&mut self.originals.values());
        figures.push(Figure::share(format!("{name}/false-flags"), flagged, n).at_most(0.5));
        for (group, (flagged, n)) in &self.originals {
            figures.push(Figure::share(
                format!("{name}/false-flags/{group}"),
                *flagged,
                *n,
            ));
        }
        let (caught, n) = sum(&mut self.mutants.values());
        figures.push(Figure::share(format!("{name}/caught"), caught, n).at_least(least));
        let mut by_kind: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for ((kind, _), (caught, n)) in &self.mutants {
            let count = by_kind.entry(kind).or_default();
            count.0 += caught;
            count.1 += n;
        }
        for (kind, (caught, n)) in by_kind {
            figures.push(Figure::share(format!("{name}/caught/{kind}"), caught, n));
        }
        for ((kind, group), (caught, n)) in &self.mutants {
            let name = format!("{name}/caught/{kind}/{group}");
            figures.push(Figure::share(name, *caught, *n));
        }
        Ok(figures)
    }
}
