use assay_domain::{Date, Language};
use assay_facts::metric_title;
use assay_gates::{CoreDatum, CoreFreshness, CoreState, Measured};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dossier::Dossier;

/// Core figures that are too old for the day of a judgement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Outdated {
    /// The day of the judgement.
    pub as_of: Date,
    pub figures: Vec<OldFigure>,
    /// The last day on which one of them became known: as of that day they were the newest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_on: Option<Date>,
}

/// A figure for which a later period must be out by the day of the judgement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OldFigure {
    pub metric: String,
    /// The newest period that is known.
    pub period: String,
}

/// The core figures that have expired by `as_of`, if there are any.
pub fn outdated(measured: &Measured, dossier: &Dossier, as_of: Date) -> Option<Outdated> {
    let old: Vec<(&CoreDatum, &str)> = measured.core_data.iter().filter_map(expired).collect();
    if old.is_empty() {
        return None;
    }
    let known = |id: &str| {
        let mut points = dossier.package().data_points.iter();
        points.find(|point| point.id == id)
    };
    let days = old.iter().filter_map(|(_, id)| known(id));
    let current_on = days.map(|point| point.knowledge_time).max();
    let figures = old.iter().map(|(datum, _)| OldFigure {
        metric: datum.metric.clone(),
        period: datum.period.clone(),
    });
    Some(Outdated {
        as_of,
        figures: figures.collect(),
        current_on,
    })
}

fn expired(datum: &CoreDatum) -> Option<(&CoreDatum, &str)> {
    match &datum.state {
        CoreState::Known {
            data_point,
            freshness: CoreFreshness::Expired,
            ..
        } => Some((datum, data_point)),
        CoreState::Known { .. } | CoreState::Missing { .. } | CoreState::Unreachable { .. } => None,
    }
}

impl Outdated {
    /// Which figures are too old for which day, in a line.
    pub fn told(&self, language: Language) -> String {
        let mut periods: Vec<(&str, Vec<&str>)> = Vec::new();
        for figure in &self.figures {
            let title = metric_title(&figure.metric, language);
            match periods.iter_mut().find(|(one, _)| *one == figure.period) {
                Some((_, titles)) => titles.push(title),
                None => periods.push((&figure.period, vec![title])),
            }
        }
        let as_of = self.as_of;
        let listed = periods.iter().map(|(period, titles)| match language {
            Language::En => format!("{} ({period})", titles.join(", ")),
            Language::Zh => format!("{}（{period}）", titles.join("、")),
        });
        let listed: Vec<String> = listed.collect();
        match language {
            Language::En => format!(
                "too old for {as_of}, by when a later period must be out: {}",
                listed.join("; ")
            ),
            Language::Zh => format!(
                "截至 {as_of} 应已有更新期间，下列数据过旧：{}",
                listed.join("；")
            ),
        }
    }
}
