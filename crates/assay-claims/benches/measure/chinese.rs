//! The same for Chinese: sentences of news posts.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context as _, Result};
use assay_measure::{Figure, data_file};
use serde_json::Value;

use super::{EXAMPLES, SENTENCES, Tally, is_verbatim, shares};

type Change = fn(char) -> char;

struct Sentence {
    characters: Vec<char>,
    source: String,
    next: String,
}

pub(super) fn measure() -> Result<Vec<Figure>> {
    let path = match data_file("social/weibo_cctv_2020-01.jsonl") {
        Ok(path) => path,
        Err(reason) => return Ok(vec![Figure::new(reason, 0.0, "skipped", 0)]),
    };
    let text = fs::read_to_string(path).context("cannot read the posts")?;
    let sentences = sentences(&text)?;
    let mut alarms = Tally::default();
    let mut kinds: BTreeMap<&'static str, Tally> = BTreeMap::new();
    let (mut alarmed, mut missed) = (Vec::new(), Vec::new());
    for (seed, sentence) in sentences.iter().enumerate() {
        for quote in noisy(&sentence.characters, seed) {
            let alarm = !is_verbatim(&quote, &sentence.source);
            alarms.count(alarm);
            if alarm {
                alarmed.push(Figure::new(
                    format!("false alarm: {quote}"),
                    1.0,
                    "false alarm",
                    1,
                ));
            }
        }
        for (kind, quote, source) in mutants(sentence, seed) {
            let caught = !is_verbatim(&quote, &source);
            kinds.entry(kind).or_default().count(caught);
            if !caught {
                missed.push(format!("missed, {kind}: {quote}"));
            }
        }
    }
    let name = "false alarms on noisy Chinese originals";
    let mut figures = vec![Figure::share(name, alarms.hits, alarms.all).at_most(0.5)];
    figures.extend(alarmed.into_iter().take(EXAMPLES));
    figures.extend(shares("Chinese quotation mutants caught", &kinds, missed));
    Ok(figures)
}

fn sentences(text: &str) -> Result<Vec<Sentence>> {
    let mut posts: Vec<String> = Vec::new();
    for line in text.lines() {
        let post: Value = serde_json::from_str(line).context("a post is not JSON")?;
        let content = post.get("weibo_content").and_then(Value::as_str);
        posts.extend(content.map(str::to_owned));
    }
    let mut found = Vec::new();
    for (at, post) in posts.iter().enumerate() {
        let next = posts.get((at + posts.len() / 2) % posts.len());
        for sentence in post.split_inclusive(['。', '！', '？', '】', ' ']) {
            let characters: Vec<char> = sentence.trim().chars().collect();
            let plain = !characters.iter().any(|c| "#【】[]…“”".contains(*c));
            if plain && (15..=120).contains(&characters.len()) && sentence.ends_with('。') {
                found.push(Sentence {
                    characters,
                    source: post.clone(),
                    next: next.cloned().unwrap_or_default(),
                });
            }
        }
    }
    found.truncate(SENTENCES);
    Ok(found)
}

fn is_han(character: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&character)
}

/// Narrow marks, spaces between scripts, line breaks, invisible characters.
fn noisy(characters: &[char], seed: usize) -> Vec<String> {
    let plain: String = characters.iter().collect();
    let narrow: String = characters
        .iter()
        .map(|character| match character {
            '，' => ',',
            '；' => ';',
            '：' => ':',
            '（' => '(',
            '）' => ')',
            '％' => '%',
            other => *other,
        })
        .collect();
    let mut spaced = String::new();
    let mut broken = String::new();
    let mut before = ' ';
    for (at, character) in characters.iter().enumerate() {
        if is_han(before) != is_han(*character)
            && before.is_ascii_digit() | character.is_ascii_digit()
        {
            spaced.push(' ');
        }
        if (at + seed) % 9 == 8 && is_han(before) && is_han(*character) {
            broken.push('\n');
            spaced.push('\u{200b}');
        }
        spaced.push(*character);
        broken.push(*character);
        before = *character;
    }
    let quoted = format!("{plain}……");
    vec![plain, narrow, spaced, broken, quoted]
}

fn mutants(sentence: &Sentence, seed: usize) -> Vec<(&'static str, String, String)> {
    let characters = &sentence.characters;
    let last = characters.len() - 2;
    let inner: Vec<usize> = (1..last)
        .map(|step| 1 + (seed + step) % (last - 1))
        .collect();
    let han = inner
        .iter()
        .copied()
        .find(|at| characters.get(*at).copied().is_some_and(is_han));
    let at = han.unwrap_or(1);
    let mut found: Vec<(&'static str, Option<Vec<char>>)> = vec![
        (
            "character replaced",
            changed(characters, at, |c| if c == '新' { '旧' } else { '新' }),
        ),
        ("character dropped", without(characters, at)),
        ("two characters exchanged", exchanged(characters, &inner)),
        ("negation added", with(characters, at, '不')),
        (
            "full stop for a question",
            changed(characters, last + 1, |_| '？'),
        ),
    ];
    let replacements: &[(&'static str, &str, Change)] = &[
        ("negation removed", "不未无没", |_| ' '),
        ("number changed", "0123456789", |c| {
            if c == '9' {
                '0'
            } else {
                ((c as u8) + 1).into()
            }
        }),
        ("unit changed", "万亿元日月年例人", |c| {
            if c == '亿' { '万' } else { '亿' }
        }),
        ("punctuation changed", "，、；", |c| {
            if c == '，' { '、' } else { '，' }
        }),
        ("look-alike", "己末日土人口大", |c| match c {
            '己' => '已',
            '末' => '未',
            '日' => '曰',
            '土' => '士',
            '人' => '入',
            '口' => '囗',
            _ => '太',
        }),
    ];
    for (kind, wanted, change) in replacements {
        let place = inner.iter().copied().find(|at| {
            characters
                .get(*at)
                .is_some_and(|character| wanted.contains(*character))
        });
        found.push((kind, place.and_then(|at| changed(characters, at, *change))));
    }
    let mut mutants: Vec<(&'static str, String, String)> = found
        .into_iter()
        .filter_map(|(kind, mutant)| Some((kind, mutant?)))
        .filter(|(_, mutant)| mutant != characters)
        .map(|(kind, mutant)| (kind, mutant.iter().collect(), sentence.source.clone()))
        .collect();
    let text: String = characters.iter().collect();
    if !sentence.next.contains(&text) {
        mutants.push(("quoted from another post", text, sentence.next.clone()));
    }
    mutants.extend(across(sentence));
    mutants
}

fn changed(characters: &[char], at: usize, change: Change) -> Option<Vec<char>> {
    let mut mutant = characters.to_vec();
    let place = mutant.get_mut(at)?;
    *place = change(*place);
    Some(mutant)
}

fn without(characters: &[char], at: usize) -> Option<Vec<char>> {
    let mut mutant = characters.to_vec();
    mutant.remove(at);
    Some(mutant)
}

fn with(characters: &[char], at: usize, character: char) -> Option<Vec<char>> {
    let mut mutant = characters.to_vec();
    mutant.insert(at, character);
    Some(mutant)
}

fn exchanged(characters: &[char], inner: &[usize]) -> Option<Vec<char>> {
    let at = inner.iter().copied().find(|at| {
        let pair = (characters.get(*at), characters.get(at + 1));
        matches!(pair, (Some(a), Some(b)) if a != b && is_han(*a) && is_han(*b))
    })?;
    let mut mutant = characters.to_vec();
    mutant.swap(at, at + 1);
    Some(mutant)
}

/// The beginning of a sentence with the end of one in another paragraph.
fn across(sentence: &Sentence) -> Option<(&'static str, String, String)> {
    let head: String = sentence.characters.iter().take(8).collect();
    let other: Vec<char> = sentence.next.split('。').next()?.chars().collect();
    let tail: String = other.get(other.len().checked_sub(8)?..)?.iter().collect();
    let foreign = !sentence.source.contains(&tail) && !sentence.next.contains(&head);
    foreign.then(|| {
        let source = format!("{}\n\n{}", sentence.source, sentence.next);
        (
            "ellipsis across paragraphs",
            format!("{head}……{tail}"),
            source,
        )
    })
}
