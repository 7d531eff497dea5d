//! Instructions in plain English and Chinese, read without a model.
//!
//! An instruction is understood when one of a closed set of forms accounts for all of it: verb, name,
//! content, nothing else. What a form does not account for could change the meaning ("do not …", "… and
//! then …", "line 5 of …"), so an instruction with a remainder is not understood.

mod forms;
mod naming;

use assay_domain::Language;
use regex::Captures;

use crate::line::range;
use crate::{FileAction, ReadMode, WriteMode};
use forms::{FORMS, Order};
pub use naming::asks_to_lose;
use naming::{File, is_file, name_of, unquoted};

/// Reads an instruction as the one action that it asks for. `content` is what was handed over beside
/// it, to be written as it is. `None`: not understood, and nothing is guessed.
pub fn understand(instruction: &str, content: Option<&str>) -> Option<FileAction> {
    let handed = content.filter(|text| !text.trim().is_empty());
    let (order, found) = FORMS
        .iter()
        .find_map(|form| Some((form.order, form.pattern.captures(instruction)?)))?;
    let parts = Parts { instruction, found };
    let own = parts.get("content").or_else(|| parts.get("stated"));
    let own = own.map(|text| text.strip_prefix(['\n', ' ']).unwrap_or(text));
    let content = match (handed, own) {
        // Two texts, and nothing says which of them is meant.
        (Some(_), Some(_)) => return None,
        (Some(text), None) | (None, Some(text)) => Some(text.to_owned()),
        (None, None) => None,
    };
    if order.takes_content() {
        written(order, &parts, content)
    } else if content.is_some() {
        None
    } else {
        unwritten(order, &parts)
    }
}

/// What can be asked for, with an example of each.
pub fn possible(language: Language) -> &'static str {
    language.pick(
        "not understood, and nothing was done. Write one of these and nothing beside it: read FILE · read lines 10-20 of FILE · read section \"Heading\" of FILE · create FILE (with `content`) · append to FILE (with `content`) · insert at line 5 of FILE (with `content`) · overwrite FILE (with `content`) · delete the file FILE · delete the empty folder FOLDER · search \"text\" in FILE · grep \"text\" in FOLDER · find files named \"*.md\" in FOLDER · stream FILE · continue s1 · list FOLDER · create directory FOLDER. Names with spaces stand in quotation marks. To change a part of a file, read it and overwrite it with the whole new text",
        "无法理解该指令，未执行任何操作。请只写下列之一，不附加其他文字：读取 文件 · 读取 文件 第10-20行 · 读取 文件 中'标题'章节 · 创建 文件（内容放在 content）· 在 文件 中追加（内容放在 content）· 在 文件 第5行插入（内容放在 content）· 覆盖 文件（内容放在 content）· 删除文件 文件 · 删除空目录 目录 · 在 文件 中搜索'文字' · 在 目录 下搜索包含'文字'的文件 · 在 目录 下查找名为'*.md'的文件 · 流式读取 文件 · 继续读取 s1 · 列出 目录 · 创建目录 名称。带空格的名称须加引号。要修改文件的一部分，请先读取，再以完整的新内容覆盖",
    )
}

/// What a form found in an instruction.
struct Parts<'a> {
    instruction: &'a str,
    found: Captures<'a>,
}

impl<'a> Parts<'a> {
    fn get(&self, part: &str) -> Option<&'a str> {
        self.found.name(part).map(|found| found.as_str())
    }

    fn number(&self, part: &str) -> Option<usize> {
        self.get(part)?.parse().ok().filter(|number| *number > 0)
    }

    /// The named file, in its folder where one is named apart.
    fn file(&self, file: File) -> Option<String> {
        let name = name_of(self.instruction, self.found.name("file")?, file)?;
        // A quotation without an ending may be words of a file.
        if file == File::Lost && !is_file(&name) {
            return None;
        }
        match self.folder("dir", file)? {
            Some(folder) => Some(format!("{folder}/{name}")),
            None => Some(name),
        }
    }

    /// The named folder; `Some(None)` where none is named, `None` where it cannot be one.
    fn folder(&self, part: &str, file: File) -> Option<Option<String>> {
        let Some(found) = self.found.name(part) else {
            return Some(None);
        };
        let name = name_of(self.instruction, found, file)?;
        (!is_file(&name)).then(|| Some(name.trim_end_matches('/').to_owned()))
    }
}

/// Actions that put text into a file.
fn written(order: Order, parts: &Parts<'_>, content: Option<String>) -> Option<FileAction> {
    let (file, mode, line) = match order {
        Order::Append => (File::Kept, WriteMode::Append, None),
        Order::Insert => (File::Kept, WriteMode::Insert, Some(parts.number("number")?)),
        Order::Overwrite => (File::Lost, WriteMode::Overwrite, None),
        // "write to FILE" does not say whether what is there may go, so it makes a new file only.
        _ => {
            let nothing = (order == Order::Create).then(String::new);
            return Some(FileAction::CreateFile {
                file_path: parts.file(File::Kept)?,
                initial_content: content.or(nothing)?,
            });
        }
    };
    Some(FileAction::WriteFile {
        file_path: parts.file(file)?,
        content: content?,
        mode,
        line,
    })
}

/// Actions that need no text.
fn unwritten(order: Order, parts: &Parts<'_>) -> Option<FileAction> {
    Some(match order {
        Order::Delete => FileAction::DeleteFile {
            file_path: parts.file(File::Lost)?,
        },
        Order::DeleteFolder => FileAction::DeleteFile {
            file_path: parts.folder("folder", File::Lost)??,
        },
        Order::MakeFolder => FileAction::CreateDirectory {
            directory_path: parts.folder("folder", File::Kept)??,
        },
        Order::List => FileAction::ListDirectory {
            directory_path: parts.folder("folder", File::Kept)?.unwrap_or_default(),
        },
        Order::Find => FileAction::FileSearch {
            directory: parts.folder("folder", File::Kept)?.unwrap_or_default(),
            name_pattern: unquoted(parts.get("text")?).to_owned(),
        },
        Order::Search => search(parts)?,
        Order::Stream => FileAction::StreamReadFile {
            file_path: parts.file(File::Kept)?,
            chunk_size: match parts.get("number") {
                Some(_) => parts.number("number")?,
                None => crate::action::usual_chunk(),
            },
        },
        Order::Continue => FileAction::ContinueStreamRead {
            stream_id: parts.get("stream")?.to_lowercase(),
        },
        _ => read(parts)?,
    })
}

fn read(parts: &Parts<'_>) -> Option<FileAction> {
    let heading = parts.get("text").map(|text| unquoted(text).to_owned());
    let lines = match (parts.get("number"), parts.get("last")) {
        (Some(first), last) => {
            let (first, last) = range(&format!("{first}-{}", last.unwrap_or(first)))?;
            Some(format!("{first}-{last}"))
        }
        (None, _) => None,
    };
    let mode = match (&lines, &heading) {
        (Some(_), _) => ReadMode::Lines,
        (None, Some(_)) => ReadMode::Section,
        (None, None) => ReadMode::Full,
    };
    Some(FileAction::ReadFile {
        file_path: parts.file(File::Kept)?,
        mode,
        lines,
        heading,
    })
}

/// What is looked for stands in one file, or in all files of a folder.
fn search(parts: &Parts<'_>) -> Option<FileAction> {
    let pattern = unquoted(parts.get("text")?).trim().to_owned();
    if parts.found.name("file").is_some() {
        return Some(FileAction::SearchInFile {
            file_path: parts.file(File::Kept)?,
            pattern,
            context_lines: 0,
        });
    }
    Some(FileAction::GrepFiles {
        pattern: regex::escape(&pattern),
        directory: parts.folder("folder", File::Kept)?.unwrap_or_default(),
    })
}
