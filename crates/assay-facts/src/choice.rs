//! What a person or a program asks for by name.

use std::collections::BTreeMap;

use crate::{Basis, DataPoint, PackageRequest, derived_metric, metric, metrics};

/// A name that nothing has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownName {
    #[error("there is no metric called `{name}`; known: {}", metrics().map(|spec| spec.name).collect::<Vec<_>>().join(", "))]
    Metric { name: String },
    #[error("`{name}` is none of Q, H1, 9M, FY, TTM, INSTANT")]
    Basis { name: String },
}

impl PackageRequest {
    /// The same of one metric alone, where one is named.
    pub fn of_metric(mut self, name: Option<&str>) -> Result<Self, UnknownName> {
        let Some(name) = name else { return Ok(self) };
        if metric(name).is_none() && derived_metric(name).is_none() {
            let name = name.to_owned();
            return Err(UnknownName::Metric { name });
        }
        self.metrics = Some(vec![name.to_owned()]);
        Ok(self)
    }

    /// The same of one kind of period alone, where one is named.
    pub fn of_basis(mut self, name: Option<&str>) -> Result<Self, UnknownName> {
        let Some(name) = name else { return Ok(self) };
        let basis = Basis::parse(name).ok_or_else(|| UnknownName::Basis {
            name: name.to_owned(),
        })?;
        self.bases = Some(vec![basis]);
        Ok(self)
    }
}

/// The last periods of each metric and basis, at most so many.
pub fn newest_points(points: Vec<DataPoint>, most: usize) -> Vec<DataPoint> {
    let mut groups: BTreeMap<(String, &str), Vec<DataPoint>> = BTreeMap::new();
    for point in points {
        let key = (point.canonical_metric.clone(), point.period.basis.code());
        groups.entry(key).or_default().push(point);
    }
    groups
        .into_values()
        .flat_map(|mut group| {
            group.sort_by_key(|point| point.as_of_date);
            let from = group.len().saturating_sub(most);
            group.split_off(from)
        })
        .collect()
}
