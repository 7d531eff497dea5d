use std::sync::LazyLock;

use assay_domain::{Place, PlaceMark};
use regex::Regex;

/// A longer line that begins with `Item 7` is a sentence.
const HEADING_CHARS: usize = 240;
/// A longer line that begins with `Part I` is a sentence.
const PART_BYTES: usize = 60;

/// Where the items of a filing begin, from its headings. Quarterly reports number the items of each
/// part anew, so there the part is named as well.
///
/// Of several headings for one item the one with most text below it counts: an entry of a table of
/// contents has none.
pub(in crate::read) fn item_marks(text: &str, form: &str) -> Vec<PlaceMark> {
    let names_parts = form.trim().to_ascii_uppercase().starts_with("10-Q");
    let found = headings(text, names_parts);
    let ends = found.iter().skip(1).map(|(start, _)| *start);
    let ends: Vec<usize> = ends.chain([text.len()]).collect();
    let length = |place: usize| {
        let start = found.get(place).map_or(0, |(start, _)| *start);
        ends.get(place).map_or(0, |end| end - start)
    };
    let mut marks = Vec::new();
    for (place, (start, label)) in found.iter().enumerate() {
        let others = found
            .iter()
            .enumerate()
            .filter(|(_, (_, other))| other == label);
        let longest = others.max_by_key(|(other, _)| length(*other));
        if longest.is_some_and(|(other, _)| other == place) {
            marks.push(PlaceMark {
                start: *start,
                place: Place::Item(label.clone()),
            });
        }
    }
    marks
}

fn headings(text: &str, names_parts: bool) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    // A table of contents and the first part may come without a heading for it.
    let mut part = "I".to_owned();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let is_marked = line.starts_with('#');
        let title = line.trim_start_matches('#').trim();
        if title.chars().count() > HEADING_CHARS {
            continue;
        }
        let is_part = title.len() <= PART_BYTES && !title.ends_with('.');
        let named = PART.captures(title).filter(|_| is_part);
        if let Some(named) = named.and_then(|found| found.get(1)) {
            part = named.as_str().to_ascii_uppercase();
        }
        let Some(captures) = ITEM.captures(title) else {
            continue;
        };
        let rest = captures.name("title").map_or("", |title| title.as_str());
        if !is_marked && !reads_as_title(rest) {
            continue;
        }
        let Some(number) = captures.name("number") else {
            continue;
        };
        let number = number.as_str().to_ascii_uppercase();
        let label = if names_parts {
            format!("Part {part}, Item {number}")
        } else {
            format!("Item {number}")
        };
        found.push((at, label));
    }
    found
}

/// `Risk Factors`, but not `of this report describes our risks.`
fn reads_as_title(rest: &str) -> bool {
    let begins = rest.chars().next();
    begins.is_none_or(|c| c.is_uppercase() || c == '[') && !rest.ends_with(['.', ';', ','])
}

static ITEM: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)^(?:part\s+[ivx]+\s*[,.:—–-]*\s*)?item\s+(?P<number>\d{1,2}(?:\.\d\d|[a-c])?)\b\s*[.:—–-]*\s*(?P<title>.*)$",
    )
});

static PART: LazyLock<Regex> = LazyLock::new(|| compiled(r"(?i)^part\s+([ivx]+)\b"));

#[expect(
    clippy::expect_used,
    reason = "a fixed pattern, which every test of filings compiles"
)]
fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}
