use assay_domain::{Confidence, EvidenceId, Language, Tier};
use assay_facts::{Basis, DataPoint, ReconciliationVerdict};
use assay_gates::Standing;

use crate::dossier::Dossier;
use crate::identity::rests_on_broken;
use crate::print::{Style, printed};
use crate::thesis::{ClaimRole, Part, ThesisClaim, Tripwire};

/// A sentence under construction: words from a template, figures from points.
pub(crate) struct Sentence<'a> {
    dossier: &'a Dossier,
    points: Vec<&'a DataPoint>,
    parts: Vec<Part>,
}

/// Filings that a sentence shows; all of them are in the claim.
const MOST_SHOWN: usize = 2;

impl<'a> Sentence<'a> {
    /// `{0}` is the figure of the first point and `{0.period}` the name of its period. The
    /// template has one text for each language.
    pub(crate) fn new(
        dossier: &'a Dossier,
        english: &str,
        chinese: &str,
        points: &[&'a DataPoint],
    ) -> Self {
        let language = dossier.language();
        let mut parts: Vec<Part> = Vec::new();
        let mut text = String::new();
        for (at, piece) in language.pick(english, chinese).split('{').enumerate() {
            let Some((name, rest)) = piece.split_once('}').filter(|_| at > 0) else {
                text.push_str(piece);
                continue;
            };
            let (number, is_period) = match name.strip_suffix(".period") {
                Some(number) => (number, true),
                None => (name, false),
            };
            let point = number.parse().ok().and_then(|at: usize| points.get(at));
            if let Some(point) = point {
                if is_period {
                    text.push_str(&period_name(point, language));
                } else {
                    push_text(&mut parts, &mut text);
                    parts.push(figure(point, language));
                }
            }
            text.push_str(rest);
        }
        push_text(&mut parts, &mut text);
        Self {
            dossier,
            points: points.to_vec(),
            parts,
        }
    }

    pub(crate) fn into_parts(self) -> Vec<Part> {
        let cited = self.evidence();
        let mut parts = self.parts;
        let cites = cited.into_iter().take(MOST_SHOWN);
        parts.extend(cites.map(|(evidence, _)| Part::Cite { evidence }));
        parts
    }

    pub(crate) fn ids(&self) -> Vec<String> {
        figure_ids(&self.parts)
    }

    /// Filings behind the figures, the newest first.
    pub(crate) fn evidence(&self) -> Vec<(EvidenceId, Tier)> {
        let mut sources = Vec::new();
        for point in &self.points {
            sources.extend(self.dossier.sources_of(point));
        }
        sources.sort_by(|a, b| (b.filed, &a.id).cmp(&(a.filed, &b.id)));
        let mut found: Vec<(EvidenceId, Tier)> = Vec::new();
        for source in sources {
            if found.iter().all(|(id, _)| *id != source.id) {
                found.push((source.id, source.tier));
            }
        }
        found
    }

    /// A claim whose every figure is recomputed before it counts as held.
    pub(crate) fn claim(
        self,
        id: &str,
        role: ClaimRole,
        critical: bool,
        wrong_if: Option<Tripwire>,
    ) -> ThesisClaim {
        let evidence = self.evidence();
        let conflicts = |point: &&DataPoint| {
            point.reconciliation.verdict == ReconciliationVerdict::Conflict
                || self.inputs_conflict(point)
                || rests_on_broken(self.dossier, point)
        };
        let standing =
            if evidence.is_empty() || self.points.iter().any(|point| point.recompute().is_err()) {
                Standing::Unsupported
            } else if self.points.iter().any(conflicts) {
                Standing::Contradicted
            } else {
                Standing::Holds
            };
        ThesisClaim {
            id: format!("claim_{id}"),
            role,
            critical,
            standing,
            confidence: Confidence::from_tiers(evidence.iter().map(|(_, tier)| *tier)),
            evidence,
            figures: self.ids(),
            text: self.into_parts(),
            wrong_if,
        }
    }

    fn inputs_conflict(&self, point: &DataPoint) -> bool {
        let inputs = point.lineage.source_values.values();
        inputs
            .filter_map(|input| self.dossier.point(&input.point))
            .any(|input| input.reconciliation.verdict == ReconciliationVerdict::Conflict)
    }
}

pub(crate) fn figure(point: &DataPoint, language: Language) -> Part {
    Part::Figure {
        id: point.id.clone(),
        text: printed(point.value, &Style::of_point(point), language),
    }
}

pub(crate) fn figure_ids(parts: &[Part]) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for part in parts {
        if let Part::Figure { id, .. } = part
            && !ids.contains(id)
        {
            ids.push(id.clone());
        }
    }
    ids
}

fn push_text(parts: &mut Vec<Part>, text: &mut String) {
    if !text.is_empty() {
        parts.push(Part::Text {
            text: std::mem::take(text),
        });
    }
}

/// A fiscal year by its name, everything else by its last day.
pub(crate) fn period_name(point: &DataPoint, language: Language) -> String {
    let end = point.as_of_date;
    match (point.period.basis, &point.period.fiscal_label) {
        (Basis::Fy, Some(label)) => {
            let year = label.trim_start_matches("FY");
            language.pick(label.clone(), format!("{year}财年"))
        }
        (Basis::Ttm, _) => language.pick(
            format!("the twelve months to {end}"),
            format!("截至{end}的十二个月"),
        ),
        (Basis::Instant, _) => end.to_string(),
        _ => language.pick(format!("the period to {end}"), format!("截至{end}的期间")),
    }
}
