use std::sync::Arc;

use assay_domain::{Date, TaggedFact};

use crate::{Fact, Period, Publisher, Scope};

/// What a filing with inline tags says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilingMeta {
    /// For instance `10-K`.
    pub form: String,
    pub filed: Date,
    /// The SEC's number, or another name by which the filing is found again.
    pub accession: String,
    pub period_end: Option<Date>,
}

/// The facts of the whole company in one filing. Values of segments and other parts are left out,
/// because they would stand beside the whole under the same name.
pub fn facts_from_tagged(tagged: &[TaggedFact], filing: &FilingMeta) -> Vec<Fact> {
    let form: Arc<str> = Arc::from(filing.form.as_str());
    let accession: Arc<str> = Arc::from(filing.accession.as_str());
    let source: Arc<str> = Arc::from(format!("filing:{}", filing.accession));
    let whole = tagged.iter().filter(|fact| fact.dimensions.is_empty());
    whole
        .map(|fact| Fact {
            concept: Arc::from(fact.concept.as_str()),
            unit: Arc::from(fact.unit.as_str()),
            period: Period {
                start: fact.start,
                end: fact.end,
            },
            value: fact.value,
            form: form.clone(),
            accession: accession.clone(),
            filed: filing.filed,
            source: source.clone(),
            publisher: Publisher::Filing,
            tier: Publisher::Filing.tier(),
            scope: Scope::Consolidated,
            decimals: fact.decimals,
        })
        .collect()
}
