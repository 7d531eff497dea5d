//! Lists that a text announces: the items behind a colon, or those under a heading that is asked for.

use assay_claims::{Meaning, MeaningKind, meanings};

use super::Said;
use super::quoted::quote;
use crate::frame::{Frame, Kind, Wanted};
use crate::passage::{Candidate, Chosen};

/// Items of one list that are told.
const MOST_ITEMS: usize = 12;
/// An item has no more words, or is a sentence that begins a paragraph.
const ITEM_WORDS: usize = 16;

/// The items of the list that the best sentences announce or belong to; nothing where there is none.
pub(super) fn items(
    frame: &Frame,
    terms: &[Meaning],
    all: &[Candidate<'_>],
    chosen: &[Chosen],
) -> Vec<Said> {
    let is_open = matches!(frame.wanted, Wanted::Names | Wanted::Anything);
    if !is_open || !matches!(frame.kind, Kind::List | Kind::LookUp) {
        return Vec::new();
    }
    let announced = chosen.iter().find_map(|chosen| behind(all, chosen.place));
    let found = announced.or_else(|| {
        chosen
            .iter()
            .find_map(|chosen| beside(terms, all, chosen.place))
    });
    let items = found.unwrap_or_default().into_iter().take(MOST_ITEMS);
    items.map(quote).collect()
}

/// The paragraphs or items behind a sentence that ends with a colon, up to the next heading.
fn behind<'c, 'p>(all: &'c [Candidate<'p>], place: usize) -> Option<Vec<&'c Candidate<'p>>> {
    let opening = all.get(place).filter(|one| !one.is_row)?;
    if !opening.shown.ends_with([':', '：']) {
        return None;
    }
    let below = all
        .iter()
        .skip(place + 1)
        .take_while(|one| is_under(one, opening));
    let items: Vec<&Candidate<'_>> = below.filter(|one| begins_block(one)).collect();
    (items.len() > 1).then_some(items)
}

/// The items of a list of which one answers, where the heading above them is what is asked for.
fn beside<'c, 'p>(
    terms: &[Meaning],
    all: &'c [Candidate<'p>],
    place: usize,
) -> Option<Vec<&'c Candidate<'p>>> {
    let one = all.get(place).filter(|one| is_item(one))?;
    let heading = one.passage.evidence.headings.last()?;
    let words = meanings(heading);
    let is_asked = |term: &Meaning| {
        term.kind >= MeaningKind::Thing && words.iter().any(|word| word.is_same_as(term))
    };
    if !terms.iter().any(is_asked) {
        return None;
    }
    let items = all
        .iter()
        .filter(|other| is_under(other, one) && is_item(other));
    let items: Vec<&Candidate<'_>> = items.collect();
    (items.len() > 2).then_some(items)
}

fn is_under(one: &Candidate<'_>, other: &Candidate<'_>) -> bool {
    let (own, wanted) = (one.passage.evidence, other.passage.evidence);
    !one.is_row && own.document == wanted.document && own.headings == wanted.headings
}

/// A line that names something and is no sentence.
fn is_item(one: &Candidate<'_>) -> bool {
    let words = one.shown.split_whitespace().count();
    !one.is_row
        && words <= ITEM_WORDS
        && !one.shown.ends_with(['.', '。', ':', '：'])
        && begins_block(one)
}

/// Whether a sentence is the first of its paragraph or item.
fn begins_block(one: &Candidate<'_>) -> bool {
    let text = one.passage.evidence.quote.as_str();
    let begin: String = one.shown.chars().take(24).collect();
    let Some(before) = text.find(begin.trim_end()).and_then(|at| text.get(..at)) else {
        return false;
    };
    let marks = |c: char| c == ' ' || "-•*·–—.)）".contains(c) || c.is_ascii_digit();
    let before = before.trim_end_matches(marks);
    before.is_empty() || before.ends_with('\n')
}
