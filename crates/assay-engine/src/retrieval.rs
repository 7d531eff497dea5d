use std::collections::BTreeMap;

use assay_domain::{Date, DocumentId, Evidence, Failure, FailureCode, PassageId};
use serde::{Deserialize, Serialize};

use crate::memory::SEARCH_TOOL;
use crate::{EngineError, Filter, Library, RunContext, Scope, WorkError, library};

/// Weight of ranks when results of several queries are joined (reciprocal rank fusion).
const RANK_OFFSET: f64 = 60.0;

/// How many times the wanted number of passages is asked for where some may be about others.
const SPARE: usize = 4;

/// What to look for in the library.
#[derive(Serialize)]
pub(crate) struct Search<'a> {
    /// Names of the subject: only what speaks of it is evidence. Empty where there is no subject.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(crate) about: &'a [String],
    /// Words for the industry or the economy: where the library knows none of them, it has no
    /// evidence. Empty where there is none.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(crate) field: &'a [String],
    pub(crate) queries: &'a [String],
    /// Only passages of these documents; of any where there are none.
    #[serde(skip_serializing_if = "<[DocumentId]>::is_empty")]
    pub(crate) documents: &'a [DocumentId],
    pub(crate) limit: usize,
    /// How many more passages may be taken to complete tables that the search hit a part of.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) for_tables: usize,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over references"
)]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A search with the day of its run: nothing that is dated later is found.
#[derive(Serialize)]
struct Asked<'a> {
    #[serde(flatten)]
    wanted: &'a Search<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Date>,
}

impl Asked<'_> {
    fn filter(&self) -> Filter {
        Filter {
            until: self.until,
            documents: self.wanted.documents.to_vec(),
            ..Filter::default()
        }
    }
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
    wanted: &Search<'_>,
) -> Result<Vec<Evidence>, WorkError> {
    let asked = Asked {
        wanted,
        until: context.settings.as_of,
    };
    let arguments = serde_json::to_string(&asked)?;
    let text = context
        .tool(scope, SEARCH_TOOL, &arguments, || async {
            let mut passages = search(library, &asked)?;
            complete_tables(library, &mut passages, wanted.for_tables)?;
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

/// The same for whoever keeps no journal.
pub(crate) fn find(
    library: &Library,
    wanted: &Search<'_>,
    until: Option<Date>,
) -> Result<Vec<Evidence>, EngineError> {
    let asked = Asked { wanted, until };
    let told = EngineError::Search;
    let mut passages = search(library, &asked).map_err(told)?;
    complete_tables(library, &mut passages, wanted.for_tables).map_err(told)?;
    let mut found = Vec::with_capacity(passages.len());
    for id in &passages {
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

/// The passages about the subject, best first. Where most of the library is about others, more of it
/// is looked through.
fn search(library: &Library, asked: &Asked<'_>) -> Result<Vec<PassageId>, Failure> {
    let (wanted, filter) = (asked.wanted, asked.filter());
    if !knows_field(library, wanted.field, &filter)? {
        return Ok(Vec::new());
    }
    if wanted.about.is_empty() {
        return ranked(library, wanted.queries, &filter, wanted.limit).map(|mut found| {
            found.truncate(wanted.limit);
            found
        });
    }
    let mut depth = wanted.limit * SPARE;
    loop {
        let found = ranked(library, wanted.queries, &filter, depth)?;
        let is_all = found.len() < depth;
        let mut kept = Vec::new();
        for id in found {
            if library.is_about(&id, wanted.about).map_err(failure)? {
                kept.push(id);
            }
        }
        if kept.len() >= wanted.limit || is_all || depth >= wanted.limit * SPARE * SPARE {
            kept.truncate(wanted.limit);
            return Ok(kept);
        }
        depth *= SPARE;
    }
}

/// Passages that are looked at for a Chinese word, whose parts are words themselves.
const LOOKED_AT_FOR_A_WORD: usize = 50;

/// Whether anything in the library uses one of the words, or there are none.
fn knows_field(library: &Library, field: &[String], filter: &Filter) -> Result<bool, Failure> {
    for word in field {
        let word = std::slice::from_ref(word);
        let found = library
            .find(word, filter, LOOKED_AT_FOR_A_WORD)
            .map_err(failure)?;
        for id in found.iter().flatten() {
            let is_whole = word.iter().all(|word| word.is_ascii());
            if is_whole || library.is_about(id, word).map_err(failure)? {
                return Ok(true);
            }
        }
    }
    Ok(field.is_empty())
}

/// Adds the other parts of the tables that the best passages are cut from.
fn complete_tables(
    library: &Library,
    passages: &mut Vec<PassageId>,
    most: usize,
) -> Result<(), Failure> {
    let mut added: Vec<PassageId> = Vec::new();
    for id in passages.iter() {
        if added.len() >= most {
            break;
        }
        for part in library.table_around(id).map_err(failure)? {
            if added.len() < most && !passages.contains(&part) && !added.contains(&part) {
                added.push(part);
            }
        }
    }
    passages.append(&mut added);
    Ok(())
}

fn failure(error: crate::EngineError) -> Failure {
    let busy = library::is_busy(&error);
    let code = if busy {
        FailureCode::ToolTimeout
    } else {
        FailureCode::DiskError
    };
    Failure::new(code, error.to_string())
}

/// Joins the results of all queries: the best of each query first, then the second best, and so on,
/// so that a need that only one query names is not outvoted by what every query finds.
fn ranked(
    library: &Library,
    queries: &[String],
    filter: &Filter,
    depth: usize,
) -> Result<Vec<PassageId>, Failure> {
    let found = library.find(queries, filter, depth).map_err(failure)?;
    let mut standings: BTreeMap<PassageId, Standing> = BTreeMap::new();
    for hits in found {
        for (passage, rank) in hits.into_iter().zip(1u32..) {
            let standing = standings.entry(passage).or_default();
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
    Ok(ranked.into_iter().map(|(id, _)| id).collect())
}
