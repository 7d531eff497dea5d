use assay_exports::{CheckNote, CheckResult, FigureId, FigureNote};
use assay_facts::{
    DataPoint, LineageKind, ReconciliationVerdict, SourceRef, SourceValue, Staleness, metric_title,
};

use super::Ledger;
use crate::amount;
use crate::error::MemoError;
use crate::words;

/// Filings that an entry names; a sum of years rests on more.
const MOST_FILINGS: usize = 4;

impl<'a> Ledger<'a> {
    /// The entry of a data point, with those of the points it was derived from.
    pub(crate) fn point(&mut self, point: &'a DataPoint) -> Result<FigureId, MemoError> {
        let id = FigureId::new(&point.id);
        let computed = point.recompute()?;
        let note = FigureNote {
            id: id.clone(),
            label: self.point_label(point),
            value: format!("{} {}", amount::exact(computed), point.unit),
            formula: point.lineage.derivation_formula.clone(),
            inputs: Vec::new(),
            source: self.filings(&point.sources),
            locator: self.point_locator(point),
            url: point.sources.iter().find_map(|source| source.url.clone()),
            checks: self.point_checks(point),
        };
        if !self.begin(note) {
            return Ok(id);
        }
        let mut inputs = Vec::new();
        for (name, source) in &point.lineage.source_values {
            inputs.push(match self.points.get(source.point.as_str()).copied() {
                Some(input) => self.point(input)?,
                None => self.source_value(point, name, source),
            });
        }
        inputs.dedup();
        self.set_inputs(&id, inputs);
        Ok(id)
    }

    /// An operand whose own data point lies outside of the package.
    fn source_value(&mut self, of: &DataPoint, name: &str, source: &SourceValue) -> FigureId {
        let id = FigureId::new(&source.point);
        let title = metric_title(name, self.language());
        self.begin(FigureNote {
            id: id.clone(),
            label: format!("{title} ({})", self.point_label(of)),
            value: format!("{} {}", amount::exact(source.value), of.unit),
            formula: None,
            inputs: Vec::new(),
            source: source.source.clone(),
            locator: None,
            url: of.sources.iter().find_map(|source| source.url.clone()),
            checks: Vec::new(),
        });
        id
    }

    pub(crate) fn point_label(&self, point: &DataPoint) -> String {
        let language = self.language();
        let title = metric_title(&point.canonical_metric, language);
        let basis = point.period.basis.code();
        let period = point.period.fiscal_label.as_deref().unwrap_or(basis);
        let end = point.as_of_date;
        language.pick(
            format!("{title}, {period} (to {end})"),
            format!("{title}，{period}（截至 {end}）"),
        )
    }

    fn filings(&self, sources: &[SourceRef]) -> String {
        let language = self.language();
        let mut told: Vec<String> = Vec::new();
        for source in sources {
            let (form, filed) = (&source.form, source.filed);
            let text = language.pick(
                format!("{form} filed {filed}"),
                format!("{form}（{filed} 公告）"),
            );
            if !told.contains(&text) {
                told.push(text);
            }
        }
        if told.len() > MOST_FILINGS {
            told.truncate(MOST_FILINGS);
            told.push("…".to_owned());
        }
        if told.is_empty() {
            return language
                .pick("data package of the run", "本次运行的数据包")
                .to_owned();
        }
        let publisher = sources.first().map(|source| source.source.as_str());
        let tier = sources.iter().map(|source| source.tier).max();
        let tier = tier.map_or_else(String::new, |tier| words::tier(tier, language).to_owned());
        let separator = language.pick("; ", "；");
        format!(
            "{}{}{}, {tier}",
            told.join(separator),
            language.pick(" · ", " · "),
            publisher.unwrap_or_default()
        )
    }

    fn point_locator(&self, point: &DataPoint) -> Option<String> {
        let language = self.language();
        let source = point.sources.first()?;
        let mut parts = vec![source.concept.clone()];
        if !source.accession.is_empty() {
            parts.push(language.pick(
                format!("accession {}", source.accession),
                format!("公告编号 {}", source.accession),
            ));
        }
        let number = source.vintage_no;
        parts.push(language.pick(format!("vintage {number}"), format!("第 {number} 次披露")));
        if let Some(before) = &source.supersedes {
            parts.push(language.pick(format!("supersedes {before}"), format!("取代 {before}")));
        }
        parts.push(format!(
            "{} · {}",
            point.accounting.standard, point.accounting.gaap
        ));
        Some(parts.join(language.pick("; ", "；")))
    }

    fn point_checks(&self, point: &DataPoint) -> Vec<CheckNote> {
        let language = self.language();
        let mut checks: Vec<CheckNote> = point
            .checks
            .iter()
            .map(|check| CheckNote {
                name: words::check(check.id, language).to_owned(),
                result: passed(check.pass),
                detail: check.detail.clone(),
            })
            .collect();
        if point.lineage.kind == LineageKind::Derived {
            checks.push(CheckNote {
                name: language.pick("Computed again", "重新计算").to_owned(),
                result: CheckResult::Passed,
                detail: language
                    .pick(
                        "the formula over its inputs gives this value",
                        "按公式与输入重算一致",
                    )
                    .to_owned(),
            });
        }
        checks.push(self.reconciliation(point));
        checks.push(self.freshness(point));
        for adjustment in &point.normalization_notes.adjustments {
            checks.push(CheckNote {
                name: language.pick("Normalisation", "口径调整").to_owned(),
                result: CheckResult::NotApplicable,
                detail: adjustment.clone(),
            });
        }
        checks
    }

    fn reconciliation(&self, point: &DataPoint) -> CheckNote {
        let language = self.language();
        let found = &point.reconciliation;
        let peers = found.peers.iter().map(|peer| {
            let class = peer.diff_class.map_or("=", |class| class.code());
            let value = amount::exact(peer.value);
            format!(
                "{} {} {value} ({class}, {})",
                peer.form, peer.filed, peer.reason
            )
        });
        let mut detail = vec![words::reconciliation(found.verdict, language).to_owned()];
        detail.extend(peers);
        CheckNote {
            name: language.pick("Reconciliation", "来源核对").to_owned(),
            result: match found.verdict {
                ReconciliationVerdict::Match | ReconciliationVerdict::Explained => {
                    CheckResult::Passed
                }
                ReconciliationVerdict::Conflict => CheckResult::Failed,
                ReconciliationVerdict::SingleSource => CheckResult::NotApplicable,
            },
            detail: detail.join(language.pick("; ", "；")),
        }
    }

    fn freshness(&self, point: &DataPoint) -> CheckNote {
        let language = self.language();
        let status = point.freshness.staleness_status;
        let days = point.freshness.staleness_days;
        let word = words::staleness(status, language);
        CheckNote {
            name: language.pick("Freshness", "时效").to_owned(),
            result: match status {
                Staleness::Fresh => CheckResult::Passed,
                Staleness::Aging => CheckResult::NotApplicable,
                Staleness::Stale | Staleness::Expired => CheckResult::Failed,
            },
            detail: language.pick(
                format!("{word}, {days} days after the period's end"),
                format!("{word}，距期末 {days} 天"),
            ),
        }
    }
}

fn passed(pass: bool) -> CheckResult {
    if pass {
        CheckResult::Passed
    } else {
        CheckResult::Failed
    }
}

impl<'a> Ledger<'a> {
    /// The data points that the document names so far.
    pub(crate) fn used_points(&self) -> Vec<&'a DataPoint> {
        let used = self.notes.iter();
        used.filter_map(|note| self.points.get(note.id.as_str()).copied())
            .collect()
    }
}
