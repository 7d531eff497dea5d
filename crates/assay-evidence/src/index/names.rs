use std::collections::BTreeMap;
use std::ops::Range;

use tantivy::columnar::StrColumn;
use tantivy::{DocId, Searcher, SegmentReader, TantivyError};

use super::schema::words_of;

/// The names that passages go by, such as the titles of their documents. All passages of a document
/// share one and lie side by side, so that its words are kept once and not with every passage.
pub(super) struct Names {
    /// Words of each name.
    lengths: Vec<u32>,
    /// By word: the names that hold it, and how often.
    holders: BTreeMap<String, Vec<(usize, u32)>>,
    /// By segment, in the order of names.
    runs: Vec<Vec<Run>>,
}

/// Passages of one segment that lie side by side and share a name.
struct Run {
    name: usize,
    passages: Range<DocId>,
}

/// A word in the name of some passages of a segment.
pub(super) struct Held {
    pub(super) passages: Range<DocId>,
    pub(super) occurrences: u32,
    /// Words of the whole name.
    pub(super) length: u32,
}

impl Names {
    /// By the texts of columns: the first of them that says something of a passage is its name.
    pub(super) fn of(searcher: &Searcher, columns: &[&str]) -> Result<Self, TantivyError> {
        let mut names = BTreeMap::new();
        let segments = searcher.segment_readers().iter();
        let runs = segments.map(|segment| runs_of(segment, columns, &mut names));
        let runs = runs.collect::<Result<_, _>>()?;
        let mut holders: BTreeMap<String, Vec<(usize, u32)>> = BTreeMap::new();
        let mut lengths = vec![0; names.len()];
        for (text, number) in names {
            let words = words_of(&text);
            if let Some(length) = lengths.get_mut(number) {
                *length = words.len() as u32;
            }
            for (word, occurrences) in counted(words) {
                let held = holders.entry(word).or_default();
                held.push((number, occurrences));
            }
        }
        Ok(Self {
            lengths,
            holders,
            runs,
        })
    }

    /// Where a word stands in the names of a segment's passages, dead ones included.
    pub(super) fn holding(&self, word: &str, segment: usize) -> impl Iterator<Item = Held> {
        let runs = self.runs.get(segment).map_or(&[][..], Vec::as_slice);
        let holders = self.holders.get(word).into_iter().flatten();
        holders.flat_map(move |(name, occurrences)| {
            let first = runs.partition_point(|run| run.name < *name);
            let of_name = runs.iter().skip(first).take_while(|run| run.name == *name);
            of_name.map(|run| Held {
                passages: run.passages.clone(),
                occurrences: *occurrences,
                length: self.length(*name),
            })
        })
    }

    /// The passages of a segment that share a name, dead ones included, with the words it has.
    pub(super) fn lengths(&self, segment: usize) -> impl Iterator<Item = (Range<DocId>, u32)> {
        let runs = self.runs.get(segment).into_iter().flatten();
        runs.map(|run| (run.passages.clone(), self.length(run.name)))
    }

    fn length(&self, name: usize) -> u32 {
        self.lengths.get(name).copied().unwrap_or(0)
    }
}

/// Adds the names that are new, each with the next number.
fn runs_of(
    segment: &SegmentReader,
    columns: &[&str],
    names: &mut BTreeMap<String, usize>,
) -> Result<Vec<Run>, TantivyError> {
    let mut open = Vec::with_capacity(columns.len());
    for column in columns {
        open.extend(segment.fast_fields().str(column)?);
    }
    let place = |doc: DocId| {
        let places = open.iter().enumerate();
        let mut said = places.filter_map(|(at, column)| Some((at, column.ords().first(doc)?)));
        said.next()
    };
    let mut known: BTreeMap<(usize, u64), usize> = BTreeMap::new();
    let mut runs: Vec<Run> = Vec::new();
    let mut last = None;
    for doc in 0..segment.max_doc() {
        let place = place(doc);
        if place.is_some() && place == last {
            if let Some(run) = runs.last_mut() {
                run.passages.end = doc + 1;
            }
        } else if let Some((column, ordinal)) = place {
            let name = match known.get(&(column, ordinal)) {
                Some(name) => *name,
                None => {
                    let next = names.len();
                    let text = text_of(open.get(column), ordinal)?;
                    *names.entry(text).or_insert(next)
                }
            };
            known.insert((column, ordinal), name);
            let passages = doc..doc + 1;
            runs.push(Run { name, passages });
        }
        last = place;
    }
    runs.sort_by_key(|run| run.name);
    Ok(runs)
}

fn text_of(column: Option<&StrColumn>, ordinal: u64) -> Result<String, TantivyError> {
    let mut text = String::new();
    if let Some(column) = column {
        column.ord_to_str(ordinal, &mut text)?;
    }
    Ok(text)
}

fn counted(words: Vec<String>) -> BTreeMap<String, u32> {
    let mut counted = BTreeMap::new();
    for word in words {
        *counted.entry(word).or_default() += 1;
    }
    counted
}
