//! What an instruction names: files, folders, lines, quotations.

use crate::line::range;

/// Endings of names that are taken for files.
pub(super) const ENDINGS: [&str; 6] = [".md", ".txt", ".csv", ".json", ".html", ".tsv"];

/// The file that an order names, in its folder where one is named apart.
pub(super) fn file_in(order: &str) -> Option<String> {
    let quoted_file = quoted(order).into_iter().find(|text| is_file(text));
    let file = quoted_file.map_or_else(|| bare_file(order), |text| Some(text.to_owned()))?;
    let apart = place_in(order).filter(|_| !file.contains('/'));
    Some(match apart {
        Some(folder) if !is_file(&folder) => format!("{folder}/{file}"),
        _ => file,
    })
}

/// A file's name that stands without quotes. A name can have spaces between words that are no orders.
fn bare_file(order: &str) -> Option<String> {
    let lower = order.to_lowercase();
    let end = ENDINGS
        .iter()
        .filter_map(|ending| Some(lower.find(ending)? + ending.len()))
        .min()?;
    let mut words: Vec<&str> = Vec::new();
    for word in order.get(..end)?.split([' ', '\u{3000}']).rev() {
        let is_first = words.is_empty();
        let part = after_order(word);
        if !is_first && (part.is_empty() || !could_be_name(part)) {
            break;
        }
        words.push(part);
        if part.len() != word.len() {
            break;
        }
    }
    words.reverse();
    let name = words.join(" ").trim().to_owned();
    (!name.is_empty()).then_some(name)
}

/// What is left of a word behind an order or a mark that sticks to it: `读取Notebook/一.md`.
fn after_order(word: &str) -> &str {
    const STICKING: [&str; 19] = [
        "流式",
        "分批",
        "读取",
        "查看",
        "打开",
        "删除",
        "创建",
        "新建",
        "写入",
        "覆盖",
        "追加到",
        "保存到",
        "文件",
        "在",
        "向",
        "把",
        "将",
        "从",
        "到",
    ];
    let mut rest = word;
    for mark in ['，', ',', '：', ':', '；', ';', '（', '('] {
        rest = rest.rsplit(mark).next().unwrap_or(rest);
    }
    for order in STICKING {
        rest = rest.strip_prefix(order).unwrap_or(rest);
    }
    rest
}

/// Whether a word before a file's last one belongs to its name: it has a folder in it or is Chinese.
fn could_be_name(word: &str) -> bool {
    word.contains('/') || !word.is_ascii()
}

/// The folder that an order is about.
pub(super) fn place_in(order: &str) -> Option<String> {
    for mark in ["目录", "文件夹"] {
        if let Some((before, _)) = order.split_once(mark) {
            let word = before
                .trim_end()
                .rsplit([' ', '在', '出', '看'])
                .next()
                .unwrap_or_default();
            let word = word.trim_matches(is_quote);
            if !word.is_empty() && !["创建", "新建"].contains(&word) {
                return Some(word.to_owned());
            }
        }
    }
    let lower = order.to_lowercase();
    let marks = [
        "in the folder ",
        "in the directory ",
        "in folder ",
        "in directory ",
        "under ",
        "directory ",
        "folder ",
        "list ",
        " in the ",
        " in ",
    ];
    for mark in marks {
        let Some(at) = lower.rfind(mark) else {
            continue;
        };
        let rest = order.get(at + mark.len()..)?.trim_start();
        let word = rest.split_whitespace().next().unwrap_or_default();
        let word = word
            .trim_matches(is_quote)
            .trim_end_matches(['.', ',', '/', ':']);
        let is_filler = ["files", "the", "all", "file", "a", "what", "everything"]
            .contains(&word.to_lowercase().as_str());
        if !word.is_empty() && !is_filler && !is_file(word) {
            return Some(word.to_owned());
        }
    }
    let after = ["列出"]
        .iter()
        .find_map(|word| Some(order.split_once(word)?.1));
    let word = after?.split_whitespace().next()?;
    Some(word.trim_matches(is_quote).to_owned())
}

/// The folder that is to be made or deleted.
pub(super) fn folder_in(order: &str) -> Option<String> {
    if let Some(text) = quoted(order).first() {
        return Some((*text).to_owned());
    }
    let last = order.split_whitespace().next_back()?;
    let last = [
        "创建目录",
        "新建目录",
        "创建文件夹",
        "新建文件夹",
        "删除",
        "：",
        ":",
    ]
    .iter()
    .fold(last, |word, order| word.strip_prefix(order).unwrap_or(word));
    let last = last.trim_end_matches(['.', '。', '/']);
    let is_order = ["directory", "folder", "delete", "remove", "目录", "文件夹"].contains(&last);
    (!last.is_empty() && !is_order).then(|| last.to_owned())
}

pub(super) fn is_folder_of(order: &str, text: &str) -> bool {
    place_in(order).is_some_and(|folder| folder == text)
}

pub(super) fn pattern_in(order: &str) -> Option<String> {
    let quoted = quoted(order).into_iter().next().map(str::to_owned);
    quoted.or_else(|| {
        let mut words = order.split_whitespace();
        words
            .find(|word| word.contains(['*', '?']))
            .map(str::to_owned)
    })
}

pub(super) fn stream_in(order: &str) -> Option<String> {
    let is_id = |word: &&str| {
        word.strip_prefix('s')
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    let mut words = order.split(|c: char| !c.is_ascii_alphanumeric());
    words.find(is_id).map(str::to_owned)
}

/// `lines 10-20`, `第10-20行`, `第 10 到 20 行`.
pub(super) fn lines_in(order: &str) -> Option<String> {
    let lower = order.to_lowercase();
    let chinese = order
        .split_once('第')
        .and_then(|(_, rest)| rest.split_once('行'));
    let text = match chinese {
        Some((numbers, _)) => numbers.replace("第", ""),
        None => {
            let (_, rest) = lower.split_once("line")?;
            let rest = rest.trim_start_matches('s').trim_start();
            let is_part = |c: &char| c.is_ascii_digit() || matches!(c, '-' | '–' | ' ');
            let rest = rest.replacen(" to ", "-", 1);
            rest.chars().take_while(is_part).collect()
        }
    };
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    range(&text).map(|(first, last)| format!("{first}-{last}"))
}

/// The first number outside names and quotations.
pub(super) fn number_in(order: &str) -> Option<usize> {
    let text = outside_quotes(order);
    let words = text.split(|c: char| c.is_whitespace() || !c.is_ascii());
    words
        .filter_map(|word| word.trim_matches([',', '.', ':']).parse().ok())
        .find(|number| *number > 0)
}

pub(super) fn is_file(text: &str) -> bool {
    let lower = text.to_lowercase();
    ENDINGS.iter().any(|ending| lower.ends_with(ending)) && !text.contains(['*', '?'])
}

fn is_quote(c: char) -> bool {
    matches!(
        c,
        '\'' | '"' | '`' | '“' | '”' | '‘' | '’' | '「' | '」' | '《' | '》'
    )
}

/// Opening mark → the mark that closes it.
fn closing(c: char) -> Option<char> {
    Some(match c {
        '\'' | '"' | '`' => c,
        '“' => '”',
        '‘' => '’',
        '「' => '」',
        '《' => '》',
        _ => return None,
    })
}

/// What stands in quotation marks, in order.
pub(super) fn quoted(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((at, close)) = rest
        .char_indices()
        .find_map(|(at, c)| Some((at + c.len_utf8(), closing(c)?)))
    {
        let inside = rest.get(at..).unwrap_or_default();
        let Some(end) = inside.find(close) else { break };
        let words = inside.get(..end).unwrap_or_default().trim();
        if !words.is_empty() {
            found.push(words);
        }
        rest = inside.get(end + close.len_utf8()..).unwrap_or_default();
    }
    found
}

pub(super) fn outside_quotes(text: &str) -> String {
    quoted(text)
        .into_iter()
        .fold(text.to_owned(), |text, words| text.replace(words, ""))
}
