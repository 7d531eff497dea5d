use std::fs;

use anyhow::{Context as _, Result};
use assay_domain::{Document, MediaType};
use assay_evidence::{Filter, Index};
use assay_measure::{Figure, Measured, data_file};

use crate::corpus;

/// Passages that an analyst looks at for one question.
const LOOKED_AT: usize = 10;
/// Characters of a query: some six words.
const QUERY_CHARS: usize = 12;
/// Every so many posts one query, from another place each time.
const STEP: usize = 3;

/// Whether what is asked for in a post's own words is among the best ten passages.
///
/// Each post is a document. A query is twelve characters of a post from wherever they happen to begin
/// and end, so that its first and last words are often cut through, as a reader who remembers a turn of
/// speech would type it. It is found where a passage holds these characters.
pub(crate) fn chinese() -> Result<Measured> {
    let file = match data_file("social/weibo_cctv_2020-01.jsonl") {
        Ok(file) => file,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let mut documents: Vec<(Document, String)> = Vec::new();
    for (number, line) in fs::read_to_string(&file)?.lines().enumerate() {
        let post: serde_json::Value = serde_json::from_str(line)?;
        let text = post.get("weibo_content").and_then(|text| text.as_str());
        let text = text.context("a post without text")?;
        let name = format!("post {number}");
        documents.push((corpus::plain(&name, MediaType::Text, text), text.to_owned()));
    }
    let index = Index::in_memory()?;
    index.add(documents.clone(), 1)?;
    let (mut asked, mut found, mut first) = (0, 0, 0);
    for (number, (_, text)) in documents.iter().enumerate().step_by(STEP) {
        let Some(query) = cut_of(text, number) else {
            continue;
        };
        let hits = index.search(&query, &Filter::default(), LOOKED_AT)?;
        asked += 1;
        found += usize::from(hits.iter().any(|hit| hit.passage.text.contains(&query)));
        first += usize::from(
            hits.first()
                .is_some_and(|hit| hit.passage.text.contains(&query)),
        );
    }
    Ok(Measured::Figures(vec![
        Figure::share("chinese: cut of a post in the best 10", found, asked).at_least(95.0),
        Figure::share("chinese: cut of a post in the best 1", first, asked),
    ]))
}

/// The first stretch of ideographs from a place that differs from post to post.
fn cut_of(text: &str, number: usize) -> Option<String> {
    let is_ideograph = |c: &char| matches!(c, '\u{4e00}'..='\u{9fff}');
    let chars: Vec<char> = text.chars().collect();
    let starts = 0..chars.len().checked_sub(QUERY_CHARS)?;
    let shift = number * 7;
    let mut windows = starts.clone().map(|start| {
        let start = (start + shift) % starts.len().max(1);
        chars.get(start..start + QUERY_CHARS).unwrap_or_default()
    });
    let whole = windows.find(|window| window.iter().all(is_ideograph))?;
    Some(whole.iter().collect())
}
