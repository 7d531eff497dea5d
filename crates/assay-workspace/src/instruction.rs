//! Common instructions in English and Chinese, understood by rules.

mod naming;

use assay_domain::Language;

use crate::{FileAction, ReadMode, WriteMode};
use naming::{
    ENDINGS, file_in, folder_in, is_file, is_folder_of, lines_in, number_in, outside_quotes,
    pattern_in, place_in, quoted, stream_in,
};

/// What stands between a file and what is to be written into it.
const CONTENT_MARKS: [&str; 12] = [
    "内容如下",
    "内容为",
    "内容是",
    "以下内容",
    "初始内容",
    "with the content",
    "with content",
    "with this content",
    "with the text",
    "the following",
    "content",
    "内容",
];

/// What is to be done, by the words that say so. The first that occurs decides; those that contain
/// others stand before them.
const VERBS: [(Verb, &[&str]); 11] = [
    (Verb::Continue, &["continue", "继续"]),
    (Verb::Stream, &["stream", "流式", "分批"]),
    (
        Verb::MakeFolder,
        &[
            "create directory",
            "create a directory",
            "create folder",
            "create a folder",
            "create the folder",
            "create the directory",
            "make a folder",
            "mkdir",
            "创建目录",
            "新建目录",
            "创建文件夹",
            "新建文件夹",
        ],
    ),
    (
        Verb::Find,
        &[
            "find files",
            "find file",
            "files named",
            "file named",
            "查找文件名",
            "查找名为",
            "搜索文件名",
            "文件名包含",
            "文件名含",
        ],
    ),
    (Verb::Insert, &["insert", "插入"]),
    (
        Verb::Append,
        &["append", "add to", "追加", "补充到", "添加到", "记录到"],
    ),
    (Verb::Delete, &["delete", "remove", "删除"]),
    (
        Verb::Search,
        &["search", "grep", "look for", "搜索", "查找", "检索"],
    ),
    (Verb::List, &["list", "列出", "有哪些文件"]),
    (
        Verb::Create,
        &["create", "new file", "创建", "新建", "新增"],
    ),
    (
        Verb::Write,
        &[
            "overwrite",
            "write",
            "replace",
            "save",
            "覆盖",
            "写入",
            "改写",
            "保存",
        ],
    ),
];
const READ: [&str; 8] = [
    "read", "show", "open", "view", "读取", "查看", "打开", "阅读",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Continue,
    Stream,
    MakeFolder,
    Find,
    Insert,
    Append,
    Delete,
    Search,
    List,
    Create,
    Write,
    Read,
}

/// Reads an instruction as the one action that it asks for. `content` is what was handed over beside
/// it, to be written as it is. `None`: not understood, and nothing is guessed.
pub fn understand(instruction: &str, content: Option<&str>) -> Option<FileAction> {
    let (order, own) = split_content(instruction);
    let verb = verb(order)?;
    let content = || {
        content
            .map(str::to_owned)
            .or_else(|| own.map(str::to_owned))
    };
    let file = || file_in(order);
    Some(match verb {
        Verb::Continue => FileAction::ContinueStreamRead {
            stream_id: stream_in(order)?,
        },
        Verb::Stream => FileAction::StreamReadFile {
            file_path: file()?,
            chunk_size: number_in(order).unwrap_or_else(crate::action::usual_chunk),
        },
        Verb::MakeFolder => FileAction::CreateDirectory {
            directory_path: folder_in(order)?,
        },
        Verb::Find => FileAction::FileSearch {
            directory: place_in(order).unwrap_or_default(),
            name_pattern: pattern_in(order).or_else(file)?,
        },
        Verb::Insert => FileAction::WriteFile {
            file_path: file()?,
            content: content()?,
            mode: WriteMode::Insert,
            line: Some(number_in(order)?),
        },
        Verb::Append => FileAction::WriteFile {
            file_path: file()?,
            content: content()?,
            mode: WriteMode::Append,
            line: None,
        },
        Verb::Write => FileAction::WriteFile {
            file_path: file()?,
            content: content()?,
            mode: WriteMode::Overwrite,
            line: None,
        },
        Verb::Create => FileAction::CreateFile {
            file_path: file()?,
            initial_content: content().unwrap_or_default(),
        },
        Verb::Delete => FileAction::DeleteFile {
            file_path: file().or_else(|| folder_in(order))?,
        },
        Verb::List => FileAction::ListDirectory {
            directory_path: place_in(order).unwrap_or_default(),
        },
        Verb::Search => search(order)?,
        Verb::Read => read(order)?,
    })
}

/// What can be asked for, with an example of each.
pub fn possible(language: Language) -> &'static str {
    language.pick(
        "not understood. Write one of: read FILE · read lines 10-20 of FILE · read section \"Heading\" of FILE · write FILE (with `content`) · append to FILE (with `content`) · insert at line 5 of FILE (with `content`) · create FILE (with `content`) · search \"text\" in FILE · grep \"text\" in FOLDER · find files named \"*.md\" in FOLDER · stream FILE · continue s1 · list FOLDER · create directory FOLDER · delete FILE",
        "无法理解该指令。可用的写法：读取 文件 · 读取 文件 第10-20行 · 读取 文件 中'标题'章节 · 写入 文件（内容放在 content）· 在 文件 中追加（内容放在 content）· 在 文件 第5行插入（内容放在 content）· 创建 文件（内容放在 content）· 在 文件 中搜索'文字' · 在 目录 下搜索包含'文字'的文件 · 在 目录 下查找名为'*.md'的文件 · 流式读取 文件 · 继续读取 s1 · 列出 目录 · 创建目录 名称 · 删除 文件",
    )
}

fn verb(order: &str) -> Option<Verb> {
    let lower = outside_quotes(order).to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| has_word(&lower, word));
    let said = VERBS
        .iter()
        .find(|(_, words)| has(words))
        .map(|(verb, _)| *verb);
    // "read the list of …" and "read the search notes" are still to be read.
    let starts_with_read = READ.iter().any(|word| lower.trim_start().starts_with(word));
    match said {
        Some(Verb::List | Verb::Search | Verb::Create | Verb::Write) if starts_with_read => {
            Some(Verb::Read)
        }
        Some(verb) => Some(verb),
        None => has(&READ).then_some(Verb::Read),
    }
}

/// Whether a word occurs; one of Latin letters as a word of its own.
fn has_word(text: &str, word: &str) -> bool {
    let is_latin = word.is_ascii();
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text
            .get(at + word.len()..)
            .and_then(|text| text.chars().next());
        let joins = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
        !is_latin || (!joins(before) && !joins(after))
    })
}

/// Cuts an instruction into what is to be done and what is to be written.
fn split_content(instruction: &str) -> (&str, Option<&str>) {
    let first_line = instruction.lines().next().unwrap_or_default().len();
    let mut cut: Option<(usize, usize)> = None;
    for mark in CONTENT_MARKS {
        let lower = instruction.to_lowercase();
        // Lower case can change lengths; then marks are looked for as they are written.
        let text = if lower.len() == instruction.len() {
            lower.as_str()
        } else {
            instruction
        };
        for (at, _) in text.match_indices(mark) {
            let rest = text.get(at + mark.len()..).unwrap_or_default();
            let colon = rest
                .chars()
                .next()
                .filter(|c| matches!(c, ':' | '：' | '=' | '…'));
            let end = at + mark.len() + colon.map_or(0, char::len_utf8);
            let counts = colon.is_some() || mark.ends_with(['为', '是', '下']);
            if counts && cut.is_none_or(|(known, _)| at < known) {
                cut = Some((at, end));
            }
        }
    }
    let colon = instruction.char_indices().find(|(at, c)| {
        matches!(c, ':' | '：') && *at <= first_line && after_a_file(instruction, *at)
    });
    if let Some((at, c)) = colon
        && cut.is_none_or(|(known, _)| at < known)
    {
        cut = Some((at, at + c.len_utf8()));
    }
    let Some((at, end)) = cut else {
        return (instruction, None);
    };
    let content = instruction.get(end..).unwrap_or_default();
    let content = content.strip_prefix(['\n', ' ']).unwrap_or(content);
    let order = instruction.get(..at).unwrap_or_default();
    (order, (!content.trim().is_empty()).then_some(content))
}

/// Whether a colon ends the naming of a file: "append to a.md: text".
fn after_a_file(instruction: &str, at: usize) -> bool {
    let before = instruction.get(..at).unwrap_or_default();
    let lower = before.to_lowercase();
    ENDINGS.iter().any(|ending| lower.contains(ending))
}

fn read(order: &str) -> Option<FileAction> {
    let file_path = file_in(order)?;
    let lines = lines_in(order);
    let quoted = quoted(order).into_iter();
    let heading = quoted.filter(|text| !is_file(text)).find(|_| {
        [
            "section", "chapter", "heading", "章节", "部分", "一节", "标题",
        ]
        .iter()
        .any(|word| order.contains(word))
    });
    let mode = match (&lines, &heading) {
        (Some(_), _) => ReadMode::Lines,
        (None, Some(_)) => ReadMode::Section,
        (None, None) => ReadMode::Full,
    };
    Some(FileAction::ReadFile {
        file_path,
        mode,
        lines,
        heading: heading.map(str::to_owned),
    })
}

fn search(order: &str) -> Option<FileAction> {
    let pattern = quoted(order)
        .into_iter()
        .find(|text| !is_file(text) && !is_folder_of(order, text));
    let pattern = pattern.map_or_else(|| unquoted_pattern(order), |text| Some(text.to_owned()))?;
    Some(match file_in(order) {
        Some(file_path) => FileAction::SearchInFile {
            file_path,
            pattern,
            context_lines: 0,
        },
        None => FileAction::GrepFiles {
            pattern: regex::escape(&pattern),
            directory: place_in(order).unwrap_or_default(),
        },
    })
}

/// "search for dividends in a.md": the words between.
fn unquoted_pattern(order: &str) -> Option<String> {
    let lower = order.to_lowercase();
    let start = ["search for ", "look for ", "grep ", "search "]
        .iter()
        .find_map(|word| Some(lower.find(word)? + word.len()))?;
    let rest = order.get(start..)?;
    let end = rest.find(" in ").unwrap_or(rest.len());
    let text = rest.get(..end)?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
