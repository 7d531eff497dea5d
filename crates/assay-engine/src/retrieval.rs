use std::collections::BTreeMap;

use assay_domain::{Evidence, Failure, FailureCode, PassageId};
use serde::{Deserialize, Serialize};

use crate::{Library, RunContext, Scope, WorkError, library};

/// Weight of ranks when results of several queries are joined (reciprocal rank fusion).
const RANK_OFFSET: f64 = 60.0;

#[derive(Serialize)]
struct SearchArguments<'a> {
    queries: &'a [String],
    limit: usize,
}

/// What the journal keeps of a search: ids. The texts are in the store under the documents.
#[derive(Serialize, Deserialize)]
pub(crate) struct SearchResult {
    pub(crate) passages: Vec<PassageId>,
}

/// The best passages over several queries, best first, journaled as one tool call.
pub(crate) async fn retrieve(
    context: &RunContext,
    scope: &mut Scope,
    library: &Library,
    queries: &[String],
    limit: usize,
) -> Result<Vec<Evidence>, WorkError> {
    let arguments = serde_json::to_string(&SearchArguments { queries, limit })?;
    let text = context
        .tool(scope, "search_library", &arguments, || async {
            let passages = search(library, queries, limit)?;
            serde_json::to_string(&SearchResult { passages })
                .map_err(|error| Failure::new(FailureCode::ToolRefused, error.to_string()))
        })
        .await?;
    let result: SearchResult = serde_json::from_str(&text)?;
    let mut found = Vec::with_capacity(result.passages.len());
    for id in &result.passages {
        found.extend(library.evidence(id)?);
    }
    Ok(found)
}

/// How well a passage did over all queries.
#[derive(Default)]
struct Standing {
    /// Its best place in any one query, from 1.
    best_rank: u32,
    /// Reciprocal rank fusion over all of them.
    fused: f64,
}

/// Joins the results of all queries: the best of each query first, then the second best, and so on,
/// so that a need that only one query names is not outvoted by what every query finds.
fn search(library: &Library, queries: &[String], limit: usize) -> Result<Vec<PassageId>, Failure> {
    let mut standings: BTreeMap<PassageId, Standing> = BTreeMap::new();
    for query in queries {
        let hits = library.search(query, limit).map_err(|error| {
            let busy = library::is_busy(&error);
            let code = if busy {
                FailureCode::ToolTimeout
            } else {
                FailureCode::DiskError
            };
            Failure::new(code, error.to_string())
        })?;
        for ((evidence, _), rank) in hits.into_iter().zip(1u32..) {
            let standing = standings.entry(evidence.passage).or_default();
            let unseen = standing.best_rank == 0;
            standing.best_rank = if unseen {
                rank
            } else {
                standing.best_rank.min(rank)
            };
            standing.fused += 1.0 / (RANK_OFFSET + f64::from(rank));
        }
    }
    let mut ranked: Vec<_> = standings.into_iter().collect();
    ranked.sort_by(|(left, a), (right, b)| {
        let by_rank = a.best_rank.cmp(&b.best_rank);
        by_rank
            .then_with(|| b.fused.total_cmp(&a.fused))
            .then_with(|| left.cmp(right))
    });
    Ok(ranked.into_iter().take(limit).map(|(id, _)| id).collect())
}
