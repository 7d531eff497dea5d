//! A judgement that the library cannot bear: what there is, and what is missing.

use assay_domain::ClaimKind;

use super::figures::{sentence, told};
use super::{Answer, Given, Said, does_not_say};
use crate::frame::{Frame, When};

/// Results of the newest years and the line that no price is there.
pub(super) fn judge(frame: &Frame, given: &Given<'_>, answer: &mut Answer) {
    let language = frame.language;
    let Some(company) = frame.subjects.first().copied() else {
        let missing = does_not_say(&frame.question, None, language);
        answer.missing.push(missing);
        return;
    };
    if !given.has_price {
        answer.plain(language.pick(
            "The library has no share price, so it cannot say whether the price is right. What it has are results:".to_owned(),
            "资料库没有股价，无法判断价格是否合理。现有的是业绩：".to_owned(),
        ));
    }
    let when = When {
        periods: Vec::new(),
        newest: 2,
        part: None,
    };
    let mut said = Vec::new();
    for metric in frame.metrics() {
        let figures = given.filed.asked(company, metric, &when);
        let all: Vec<_> = figures
            .iter()
            .map(|figure| told(figure, given, frame))
            .collect();
        said.extend(all.iter().rev().take(1).map(|told| Said {
            text: sentence(told, language),
            evidence: told.evidence.clone(),
            kind: ClaimKind::Computed {
                formula: told.formula.clone(),
            },
        }));
        if let [earlier, now] = all.as_slice()
            && metric == "revenue"
            && let Some(change) = super::figures::percent_change(earlier.amount, now.amount)
        {
            let is_up = now.amount > earlier.amount;
            said.push(Said {
                text: language.pick(
                    format!(
                        "Revenue {} {change}% from {} in {}.",
                        if is_up { "grew" } else { "fell" },
                        earlier.shown,
                        earlier.period
                    ),
                    format!(
                        "营业收入比{}的{}{}{change}%。",
                        earlier.period,
                        earlier.shown,
                        if is_up { "增长" } else { "下降" }
                    ),
                ),
                evidence: super::figures::joined(&now.evidence, &earlier.evidence),
                kind: ClaimKind::Computed {
                    formula: format!(
                        "{} / {} - 1",
                        now.amount.normalize(),
                        earlier.amount.normalize()
                    ),
                },
            });
        }
    }
    answer.list(said);
}
