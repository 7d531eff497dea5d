//! What a page shows because it is a page: its running head and foot, its number, the link back to
//! the contents. Such lines say nothing, and between two halves of a sentence they say it falsely.
//!
//! A line is taken for one only where the document proves it by repetition. The first of them stays,
//! because a foot may state the units of every page. Rows of tables are never looked at.

use std::collections::BTreeMap;
use std::ops::Range;

use assay_domain::{Document, MediaType, Place};

use super::blocks::{Block, Kind};

/// A longer line is prose, however often it is repeated.
const LONGEST_CHARS: usize = 160;
/// The most bytes that so many characters take.
const LONGEST_BYTES: usize = 4 * LONGEST_CHARS;
/// Blocks at the top and at the bottom of a page that may be its head and foot.
const EDGE: usize = 2;
/// A line of fewer pages may repeat by chance.
const LEAST_PAGES: usize = 3;
/// So many numbers that stand alone and count on by one are the numbers of pages.
const LEAST_NUMBERS: usize = 5;
const LEAST_LINKS: usize = 3;

/// Marks the blocks of a document that are furniture as no part of what it says.
pub(super) fn set_aside(document: &Document, text: &str, blocks: &mut [Block]) {
    let furniture = match document.media {
        MediaType::Pdf => heads_and_feet(&pages_of(document, text, blocks), text, blocks),
        MediaType::Html => {
            let mut found = links_to_contents(text, blocks);
            found.extend(page_numbers(text, blocks));
            found
        }
        _ => Vec::new(),
    };
    for place in furniture {
        if let Some(block) = blocks.get_mut(place) {
            block.kind = Kind::Skipped;
        }
    }
}

/// The numbers of the blocks of each page, with the number of the page.
fn pages_of(document: &Document, text: &str, blocks: &[Block]) -> Vec<(u32, Range<usize>)> {
    let marks = document.places.iter().filter_map(|mark| match mark.place {
        Place::Page(page) => Some((page, mark.start)),
        _ => None,
    });
    let marks: Vec<(u32, usize)> = marks.collect();
    let ends = marks.iter().skip(1).map(|(_, start)| *start);
    let ends = ends.chain(std::iter::once(text.len()));
    let at = |byte: usize| blocks.partition_point(|block| block.range.start < byte);
    let pages = marks.iter().zip(ends);
    pages
        .map(|((page, start), end)| (*page, at(*start)..at(end)))
        .collect()
}

fn heads_and_feet(pages: &[(u32, Range<usize>)], text: &str, blocks: &[Block]) -> Vec<usize> {
    let mut alike: BTreeMap<String, BTreeMap<u32, Vec<usize>>> = BTreeMap::new();
    for (page, range) in pages {
        let (first, last) = (range.start + EDGE, range.end.saturating_sub(EDGE));
        let edges = range.clone().filter(|at| *at < first || *at >= last);
        for at in edges {
            // a number alone may be a figure; the reader of the file tells it by where it stands
            let block = blocks.get(at);
            let line = block.and_then(|block| line_of(text, block, LONGEST_BYTES));
            if let Some(line) = line.filter(|line| line.contains(char::is_alphabetic)) {
                let on_page = alike.entry(apart_from_number(line, *page)).or_default();
                on_page.entry(*page).or_default().push(at);
            }
        }
    }
    let most = (pages.len() / 2 + 1).max(LEAST_PAGES);
    let repeated = alike.into_values().filter(|pages| pages.len() >= most);
    let blocks_of = |pages: BTreeMap<u32, Vec<usize>>| pages.into_values().flatten().skip(1);
    repeated.flat_map(blocks_of).collect()
}

/// The line with a number at its end or beginning told as its distance from the page's own: that is
/// the same on every page where it counts the pages, and on few where it counts anything else.
fn apart_from_number(line: &str, page: u32) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let distance = |word: &str| {
        let number: i64 = word.parse().ok()?;
        Some(format!("\u{0}{}", number - i64::from(page)))
    };
    let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
    // `3`, `Page 3 of 20`: what stays the same on all pages is compared as it is
    let counted = words.iter().take(2).position(|w| distance(w).is_some());
    let last = words.len().checked_sub(1);
    for at in [counted, last].into_iter().flatten() {
        if let Some(word) = words.get_mut(at)
            && let Some(distance) = distance(word)
        {
            *word = distance;
            break;
        }
    }
    words.join(" ")
}

fn links_to_contents(text: &str, blocks: &[Block]) -> Vec<usize> {
    const LINKS: [&str; 3] = ["table of contents", "back to contents", "目录"];
    let longest = LINKS.iter().map(|link| link.len()).max().unwrap_or(0);
    let is_link = |block: &Block| {
        let line = line_of(text, block, longest).unwrap_or_default();
        LINKS.iter().any(|link| line.eq_ignore_ascii_case(link))
    };
    let links = blocks.iter().enumerate().filter(|(_, b)| is_link(b));
    let links: Vec<usize> = links.map(|(at, _)| at).collect();
    if links.len() < LEAST_LINKS {
        return Vec::new();
    }
    links.into_iter().skip(1).collect()
}

/// Paragraphs that are a number alone and, in the order of the text, count on by one.
fn page_numbers(text: &str, blocks: &[Block]) -> Vec<usize> {
    // the numbers that stand alone, each with the one before it in its chain
    let mut numbers: Vec<(usize, Option<usize>)> = Vec::new();
    // the longest chain that ends with a number: how long it is, and where in `numbers` it ends
    let mut longest: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for (at, block) in blocks.iter().enumerate() {
        let is_text = matches!(block.kind, Kind::Text);
        let line = line_of(text, block, 4).filter(|_| is_text);
        let Some(number) = line.and_then(|line| line.parse::<u32>().ok()) else {
            continue;
        };
        let before = number
            .checked_sub(1)
            .and_then(|before| longest.get(&before));
        let (length, last) = match before {
            Some((length, last)) => (length + 1, Some(*last)),
            None => (1, None),
        };
        let end = numbers.len();
        numbers.push((at, last));
        let known = longest.entry(number).or_default();
        if length > known.0 {
            *known = (length, end);
        }
    }
    let chain = longest.into_values().max_by_key(|(length, _)| *length);
    let Some((_, end)) = chain.filter(|(length, _)| *length >= LEAST_NUMBERS) else {
        return Vec::new();
    };
    let chain = std::iter::successors(numbers.get(end), |(_, before)| numbers.get((*before)?));
    chain.map(|(at, _)| *at).collect()
}

/// The one line of a block that could be furniture, if it has no more bytes than that.
fn line_of<'a>(text: &'a str, block: &Block, most_bytes: usize) -> Option<&'a str> {
    if !matches!(block.kind, Kind::Text | Kind::Heading { .. }) {
        return None;
    }
    let line = text.get(block.range.clone())?.trim();
    let line = line.trim_start_matches('#').trim_matches('*').trim();
    if line.is_empty() || line.len() > most_bytes || line.contains('\n') {
        return None;
    }
    let is_short = line.len() <= LONGEST_CHARS || line.chars().nth(LONGEST_CHARS).is_none();
    is_short.then_some(line)
}
