use assay_domain::PassageId;
use schemars::JsonSchema;
use serde::Serialize;
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, DocSet, TantivyError, Term};

use super::Hit;
use super::filter::Filter;
use super::finding::{Copies, Findings};
use super::need::{Concept, Need, Phrase};
use super::ranking::{Ranked, Scores, saturated, worths};
use super::schema::TITLE;
use super::snapshot::Snapshot;

/// Why a search found what it found. The same index and query give the same explanation.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Explanation {
    /// Passages in the index.
    pub passages: u64,
    /// The query's own words as the index knows them.
    pub words: Vec<ExplainedWord>,
    /// Concepts of financial language that the query names.
    pub expansions: Vec<ExplainedExpansion>,
    #[serde(skip_serializing_if = "Filter::is_empty")]
    pub filter: Filter,
    pub hits: Vec<ExplainedHit>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExplainedWord {
    pub word: String,
    /// Passages that hold it.
    pub holders: usize,
    /// The most that it can bring.
    pub rarity: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExplainedExpansion {
    pub named: Vec<String>,
    pub also: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExplainedHit {
    #[serde(flatten)]
    pub hit: Hit,
    /// They add up to the score.
    pub parts: Vec<ScorePart>,
    /// Passages of other documents that say the same and were left out for this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<PassageId>,
}

/// What a word of the query, or another name of what it names, brought.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScorePart {
    /// The word, or the other name.
    pub word: String,
    /// The name in the query that it stands in for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stands_for: Option<String>,
    pub rarity: f64,
    /// Where it stands; empty for another name, whose words are in `word`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldPart>,
    pub brings: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FieldPart {
    pub field: &'static str,
    pub occurrences: u32,
    /// Occurrences weighed by the field and its length.
    pub weight: f64,
}

pub(super) fn explain(
    snapshot: &Snapshot,
    need: &Need,
    filter: &Filter,
    findings: &Findings,
    hits: Vec<Hit>,
) -> Result<Explanation, TantivyError> {
    let scores = &findings.scores;
    let statistics = scores.holders.iter().zip(&scores.rarities);
    let words = need.terms.iter().take(need.own).zip(statistics);
    let mut copies = Copies::new(snapshot, scores);
    let mut explained = Vec::with_capacity(hits.len());
    for (ranked, hit) in findings.found.iter().zip(hits) {
        explained.push(ExplainedHit {
            hit,
            parts: parts(snapshot, need, scores, ranked)?,
            copies: copies.of(ranked)?,
        });
    }
    let names = |phrases: &[Phrase]| {
        phrases
            .iter()
            .map(|phrase| phrase.name.to_owned())
            .collect()
    };
    Ok(Explanation {
        passages: snapshot.searcher.num_docs(),
        words: words
            .map(|(word, (holders, rarity))| ExplainedWord {
                word: word.clone(),
                holders: *holders,
                rarity: *rarity,
            })
            .collect(),
        expansions: need
            .concepts
            .iter()
            .map(|concept| ExplainedExpansion {
                named: names(&concept.used),
                also: names(&concept.others),
            })
            .collect(),
        filter: filter.clone(),
        hits: explained,
    })
}

/// The sums of [`super::ranking::score`] for one passage, in the same order.
fn parts(
    snapshot: &Snapshot,
    need: &Need,
    scores: &Scores,
    ranked: &Ranked,
) -> Result<Vec<ScorePart>, TantivyError> {
    let mut parts = Vec::new();
    let mut brought: Vec<Option<f64>> = Vec::with_capacity(need.terms.len());
    for (place, (term, rarity)) in need.terms.iter().zip(&scores.rarities).enumerate() {
        let fields = fields(snapshot, term, ranked.address)?;
        if fields.is_empty() {
            brought.push(None);
            continue;
        }
        let weight: f64 = fields.iter().map(|field| field.weight).sum();
        let brings = rarity * saturated(weight);
        brought.push(Some(brings));
        if place < need.own {
            parts.push(ScorePart {
                word: term.clone(),
                stands_for: None,
                rarity: *rarity,
                fields,
                brings,
            });
        }
    }
    for concept in &need.concepts {
        parts.extend(other_name(concept, &brought, scores));
    }
    Ok(parts)
}

/// The other name of a concept that brought most, where it brought more than the query's own.
fn other_name(concept: &Concept, brought: &[Option<f64>], scores: &Scores) -> Option<ScorePart> {
    let brings = |place: &usize| brought.get(*place).copied().flatten();
    let mut best: Option<(f64, f64, &Phrase)> = None;
    for (other, worth) in concept.others.iter().zip(worths(concept, scores)) {
        let words: Option<Vec<f64>> = other.terms.iter().map(brings).collect();
        let Some(value) = words.map(|words| worth * words.iter().sum::<f64>()) else {
            continue;
        };
        if best.is_none_or(|(most, _, _)| value > most) {
            best = Some((value, worth, other));
        }
    }
    let (value, worth, other) = best?;
    let own: f64 = concept.own().iter().filter_map(brings).sum();
    let used: Vec<&str> = concept.used.iter().map(|name| name.name).collect();
    let rarity = other
        .terms
        .iter()
        .filter_map(|term| scores.rarities.get(*term));
    (value > own).then(|| ScorePart {
        word: other.name.to_owned(),
        stands_for: Some(used.join(", ")),
        rarity: worth * rarity.sum::<f64>(),
        fields: Vec::new(),
        brings: value - own,
    })
}

fn fields(
    snapshot: &Snapshot,
    word: &str,
    address: DocAddress,
) -> Result<Vec<FieldPart>, TantivyError> {
    let segment = snapshot.searcher.segment_reader(address.segment_ord);
    let statistics = &snapshot.statistics;
    let mut titles = statistics
        .titles
        .holding(word, address.segment_ord as usize);
    let title = titles.find(|held| held.passages.contains(&address.doc_id));
    let mut parts: Vec<FieldPart> = title
        .map(|held| FieldPart {
            field: TITLE,
            occurrences: held.occurrences,
            weight: statistics.title.of(held.occurrences, held.length),
        })
        .into_iter()
        .collect();
    for field in &statistics.fields {
        let term = Term::from_field_text(field.field, word);
        let index = segment.inverted_index(field.field)?;
        let Some(mut postings) = index.read_postings(&term, IndexRecordOption::WithFreqs)? else {
            continue;
        };
        let doc = address.doc_id;
        let at = if postings.doc() < doc {
            postings.seek(doc)
        } else {
            postings.doc()
        };
        if at == doc {
            let lengths = segment.get_fieldnorms_reader(field.field)?;
            let occurrences = postings.term_freq();
            parts.push(FieldPart {
                field: field.name,
                occurrences,
                weight: field.weight(occurrences, lengths.fieldnorm_id(doc)),
            });
        }
    }
    Ok(parts)
}
