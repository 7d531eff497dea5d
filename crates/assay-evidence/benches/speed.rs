use std::time::Instant;

use anyhow::{Context as _, Result};
use assay_domain::{Document, MediaType};
use assay_evidence::{Filter, Index};
use assay_measure::{
    Figure, Measured, Scratch, cpu_time, data_file, data_folder, peak_memory, percentile,
};

use crate::corpus;

/// Text that the library indexes in one go, in bytes.
const BATCH_BYTES: usize = 16 << 20;
const MEGABYTE: f64 = 1e6;
/// How often each index is made.
const ROUNDS: usize = 7;
const GIGABYTE: usize = 1_000_000_000;

/// The texts that the measurements are made of: filings in English, posts in Chinese.
struct Sources {
    filings: Vec<(Document, String)>,
    posts: String,
}

fn sources() -> Result<Result<Sources, String>> {
    let found = data_folder("sec/filings")
        .and_then(|folder| Ok((folder, data_file("social/weibo_cctv_2020-01.jsonl")?)));
    Ok(match found {
        Ok((folder, file)) => Ok(Sources {
            filings: corpus::filings(&folder)?,
            posts: corpus::posts(&file)?,
        }),
        Err(reason) => Err(reason),
    })
}

/// Text of filings and Chinese posts in equal bytes, in documents that differ.
fn mixed(sources: &Sources, round: usize) -> Vec<(Document, String)> {
    let mut documents = Vec::new();
    let mut english = 0;
    for (document, text) in &sources.filings {
        let name = format!("{} {round}", document.title);
        english += text.len();
        documents.push((corpus::plain(&name, document.media, text), text.clone()));
    }
    let copies = english / sources.posts.len().max(1);
    for copy in 0..copies.max(1) {
        let name = format!("posts {round} {copy}");
        let document = corpus::plain(&name, MediaType::Text, &sources.posts);
        documents.push((document, sources.posts.clone()));
    }
    documents
}

fn bytes_of(documents: &[(Document, String)]) -> usize {
    documents.iter().map(|(_, text)| text.len()).sum()
}

/// Text that is split, cut into words and written to an index on disk, per processor second of all
/// threads; half English filings, half Chinese posts. The dictionary is read beforehand.
pub(crate) fn index_speed() -> Result<Measured> {
    let sources = match sources()? {
        Ok(sources) => sources,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    Index::in_memory()?.search("营业收入", &Filter::default(), 1)?;
    let mut figures = Vec::new();
    let mut all = Vec::new();
    for round in 0.. {
        if bytes_of(&all) >= BATCH_BYTES {
            break;
        }
        all.extend(mixed(&sources, round));
    }
    let english: Vec<_> = all
        .iter()
        .filter(|(d, _)| d.media == MediaType::Html)
        .cloned()
        .collect();
    let chinese: Vec<_> = all
        .iter()
        .filter(|(d, _)| d.media == MediaType::Text)
        .cloned()
        .collect();
    for (name, documents, least) in [
        ("index speed, English and Chinese", all, Some(20.0)),
        ("index speed, English", english, None),
        ("index speed, Chinese", chinese, None),
    ] {
        let mut speeds = Vec::new();
        for round in 0..ROUNDS {
            let scratch = Scratch::new(&format!("index-speed-{round}"))?;
            let index = Index::open(scratch.path())?.index;
            let handed_over = documents.clone();
            let start = cpu_time()?;
            index.add(handed_over, 1)?;
            let seconds = (cpu_time()? - start).as_secs_f64();
            speeds.push(bytes_of(&documents) as f64 / MEGABYTE / seconds.max(0.01));
        }
        speeds.sort_by(f64::total_cmp);
        let middle = percentile(&speeds, 0.5).context("no samples")?;
        let quickest = speeds.last().copied().context("no samples")?;
        let figure = |name: String, speed| Figure::new(name, speed, "MB per CPU second", ROUNDS);
        // how far the two are apart says how much of it is the machine
        figures.push(figure(format!("{name}, quickest round"), quickest));
        let figure = figure(name.to_owned(), middle);
        figures.push(match least {
            Some(least) => figure.at_least(least),
            None => figure,
        });
    }
    Ok(Measured::Figures(figures))
}

/// One made-up Chinese document of 32 MB, as a small file can unfold to: split, cut into words and
/// written to an index on disk, per processor second of all threads.
pub(crate) fn large_chinese_document() -> Result<Measured> {
    Index::in_memory()?.search("营业收入", &Filter::default(), 1)?;
    let text = made_up(LARGE_BYTES);
    let document = corpus::plain("a large document", MediaType::Docx, &text);
    let mut speeds = Vec::new();
    for round in 0..LARGE_ROUNDS {
        let scratch = Scratch::new(&format!("index-large-{round}"))?;
        let index = Index::open(scratch.path())?.index;
        let handed_over = vec![(document.clone(), text.clone())];
        let start = cpu_time()?;
        index.add(handed_over, 1)?;
        let seconds = (cpu_time()? - start).as_secs_f64();
        speeds.push(text.len() as f64 / MEGABYTE / seconds.max(0.01));
    }
    speeds.sort_by(f64::total_cmp);
    let middle = percentile(&speeds, 0.5).context("no samples")?;
    let name = "index speed, one Chinese document of 32 MB";
    Ok(Measured::Figures(vec![
        Figure::new(name, middle, "MB per CPU second", LARGE_ROUNDS).at_least(8.0),
    ]))
}

const LARGE_BYTES: usize = 32 << 20;
const LARGE_ROUNDS: usize = 3;

/// Paragraphs of sentences put together from a few words, with rare characters and figures in between
/// so that no two are alike. The same every time.
fn made_up(bytes: usize) -> String {
    const WHO: [&str; 8] = [
        "公司",
        "董事会",
        "管理层",
        "研发中心",
        "供应商",
        "监管机构",
        "海外分部",
        "物流网络",
    ];
    const DOES: [&str; 8] = [
        "实现", "推进", "评估", "扩大", "收购", "优化", "承担", "签订",
    ];
    const WHAT: [&str; 8] = [
        "营业收入",
        "现金流量",
        "研发费用",
        "存货周转",
        "生产线",
        "汇率波动",
        "专利授权",
        "人才队伍",
    ];
    const HOW: [&str; 8] = [
        "同比增长明显",
        "环比略有下降",
        "主要受原材料价格影响",
        "与上年同期基本持平",
        "尚需股东大会审议",
        "存在一定不确定性",
        "将在下半年逐步体现",
        "得益于海外市场需求回升",
    ];
    let mut seed: u64 = 7;
    let mut next = |below: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut text = String::with_capacity(bytes + 1_000);
    while text.len() < bytes {
        for _ in 0..3 + next(6) {
            for words in [WHO, DOES, WHAT] {
                text.push_str(words.get(next(8) as usize).copied().unwrap_or_default());
            }
            for _ in 0..next(5) {
                text.extend(char::from_u32(0x4e00 + next(2_500) as u32));
            }
            text.push_str(&format!("{}亿元，", next(1_000)));
            text.push_str(HOW.get(next(8) as usize).copied().unwrap_or_default());
            text.push('。');
        }
        text.push_str("\n\n");
    }
    text
}

/// The slowest of a hundred searches over 100,000 passages on disk, as the command line searches
/// (texts included). Passages are those of the filings and posts in many rounds; in each round words
/// are varied so that no two rounds say the same. Queries are three to eight words in a row of a
/// passage, every fourth a Chinese one, and every tenth a whole sentence.
pub(crate) fn search_p99() -> Result<Measured> {
    let sources = match sources()? {
        Ok(sources) => sources,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let scratch = Scratch::new("search-p99")?;
    let index = Index::open(scratch.path())?.index;
    let mut round = 0;
    while index.passages() < 100_000 {
        let mut documents = mixed(&sources, round);
        for (document, text) in &mut documents {
            *text = varied(text, round);
            *document = corpus::plain(&document.title, document.media, text);
        }
        index.add(documents, round as u64 + 1)?;
        round += 1;
    }
    let queries = queries(&sources, 300);
    for query in queries.iter().take(5) {
        index.search(query, &Filter::default(), 10)?;
    }
    let mut times = Vec::with_capacity(queries.len());
    let mut empty = 0;
    for query in &queries {
        let start = Instant::now();
        let hits = index.search(query, &Filter::default(), 10)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        empty += usize::from(hits.is_empty());
    }
    times.sort_by(f64::total_cmp);
    let p99 = percentile(&times, 0.99).context("no samples")?;
    let median = percentile(&times, 0.5).context("no samples")?;
    Ok(Measured::Figures(vec![
        Figure::new("search p99 over 100,000 passages", p99, "ms", times.len()).at_most(10.0),
        Figure::new(
            "search median over 100,000 passages",
            median,
            "ms",
            times.len(),
        ),
        Figure::new(
            "search: passages",
            index.passages() as f64,
            "passages",
            round,
        ),
        Figure::new(
            "search: queries that find nothing",
            empty as f64,
            "queries",
            times.len(),
        ),
    ]))
}

/// The text with every seventh word of letters made another one, by the round.
fn varied(text: &str, round: usize) -> String {
    let mut words = 0_usize;
    let pieces = text.split_inclusive(' ').map(|piece| {
        let is_word = piece.trim().chars().all(|c| c.is_ascii_lowercase());
        words += usize::from(is_word);
        if is_word && piece.len() > 4 && (words + round).is_multiple_of(7) {
            format!("{}{round} ", piece.trim())
        } else {
            piece.to_owned()
        }
    });
    let varied: String = pieces.collect();
    // Chinese posts differ by a figure in each paragraph
    varied.replace("\n\n", &format!(" 第{round}号。\n\n"))
}

fn queries(sources: &Sources, count: usize) -> Vec<String> {
    let english: Vec<&str> = sources
        .filings
        .iter()
        .flat_map(|(_, text)| text.split_whitespace())
        .filter(|word| word.chars().all(char::is_alphabetic))
        .collect();
    let chinese: Vec<char> = sources.posts.chars().filter(|c| *c != '\n').collect();
    let query = |number: usize| {
        let length = if number.is_multiple_of(10) {
            20
        } else {
            3 + number % 6
        };
        if number % 4 == 3 {
            let start = number * 7_919 % chinese.len().saturating_sub(60).max(1);
            chinese.iter().skip(start).take(2 * length).collect()
        } else {
            let start = number * 6_007 % english.len().saturating_sub(30).max(1);
            let words: Vec<&str> = english.iter().skip(start).take(length).copied().collect();
            words.join(" ")
        }
    };
    (0..count).map(query).collect()
}

/// The most memory that indexing takes where 1 GB of text comes in the batches of the library, mapped
/// files included. Each round is varied, so that words and wordings grow as in a real library; halfway
/// the peak is told too.
pub(crate) fn index_memory() -> Result<Measured> {
    let sources = match sources()? {
        Ok(sources) => sources,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let scratch = Scratch::new("index-memory")?;
    let index = Index::open(scratch.path())?.index;
    let (mut batch, mut in_batch, mut total, mut round) = (Vec::new(), 0, 0, 0);
    let mut at_half = 0;
    while total < GIGABYTE {
        for (document, text) in mixed(&sources, round) {
            let text = varied(&text, round);
            let document = corpus::plain(&document.title, document.media, &text);
            in_batch += text.len();
            batch.push((document, text));
            if in_batch >= BATCH_BYTES {
                total += in_batch;
                index.add(std::mem::take(&mut batch), total as u64)?;
                in_batch = 0;
            }
        }
        if at_half == 0 && total >= GIGABYTE / 2 {
            at_half = peak_memory()?;
        }
        round += 1;
    }
    let megabytes = |bytes: u64| bytes as f64 / MEGABYTE;
    let (half, whole) = (megabytes(at_half), megabytes(peak_memory()?));
    Ok(Measured::Figures(vec![
        Figure::new("index memory over 500 MB", half, "MB", round),
        Figure::new("index memory over 1 GB", whole, "MB", round).at_most(500.0),
    ]))
}
