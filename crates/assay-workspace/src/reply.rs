use assay_domain::Language;

/// What an operation brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileReply {
    Text {
        path: String,
        /// Lines from 1; `last` is before `first` for an empty file.
        first: usize,
        last: usize,
        lines: usize,
        text: String,
        /// The stream that goes on where this ends.
        stream: Option<String>,
    },
    Written {
        path: String,
        bytes: u64,
        lines: usize,
    },
    Matches {
        found: Vec<Match>,
        /// How many more there are.
        more: usize,
    },
    Entries {
        path: String,
        entries: Vec<Entry>,
        more: usize,
    },
    FolderMade {
        path: String,
    },
    Deleted {
        path: String,
    },
}

/// A line that matched, with the lines around it where they were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    pub path: String,
    pub line: usize,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub path: String,
    /// `None` for a folder.
    pub bytes: Option<u64>,
}

impl FileReply {
    /// What happened, in a line of the program's own words.
    pub fn heading(&self, language: Language) -> String {
        match self {
            Self::Text {
                path,
                first,
                last,
                lines,
                stream,
                ..
            } => {
                let more = stream.as_ref().map_or_else(String::new, |id| {
                    language.pick(
                        format!("; there is more: continue stream {id}"),
                        format!("；尚未读完，继续读取请用流 {id}"),
                    )
                });
                language.pick(
                    format!("{path}, lines {first}–{last} of {lines}{more}"),
                    format!("{path}，第 {first}–{last} 行，共 {lines} 行{more}"),
                )
            }
            Self::Written { path, bytes, lines } => language.pick(
                format!("{path} is written: {lines} lines, {bytes} bytes"),
                format!("{path} 已写入：{lines} 行，{bytes} 字节"),
            ),
            Self::Matches { found, more } => language.pick(
                format!("{} lines found{}", found.len(), and_more(*more, language)),
                format!("找到 {} 行{}", found.len(), and_more(*more, language)),
            ),
            Self::Entries {
                path,
                entries,
                more,
            } => language.pick(
                format!(
                    "{} entries in {path}{}",
                    entries.len(),
                    and_more(*more, language)
                ),
                format!(
                    "{path} 中有 {} 项{}",
                    entries.len(),
                    and_more(*more, language)
                ),
            ),
            Self::FolderMade { path } => language.pick(
                format!("the folder {path} is there"),
                format!("目录 {path} 已就绪"),
            ),
            Self::Deleted { path } => {
                language.pick(format!("{path} is deleted"), format!("{path} 已删除"))
            }
        }
    }

    /// What the files say. Empty where there is nothing to show.
    pub fn body(&self) -> String {
        match self {
            Self::Text { text, .. } => text.clone(),
            Self::Matches { found, .. } => {
                let lines = found
                    .iter()
                    .map(|one| format!("{}:{}: {}", one.path, one.line, one.text));
                lines.collect::<Vec<_>>().join("\n")
            }
            Self::Entries { entries, .. } => {
                let lines = entries.iter().map(|entry| match entry.bytes {
                    Some(bytes) => format!("{} ({bytes} bytes)", entry.path),
                    None => format!("{}/", entry.path),
                });
                lines.collect::<Vec<_>>().join("\n")
            }
            Self::Written { .. } | Self::FolderMade { .. } | Self::Deleted { .. } => String::new(),
        }
    }
}

fn and_more(more: usize, language: Language) -> String {
    if more == 0 {
        return String::new();
    }
    language.pick(
        format!(", {more} more not shown"),
        format!("，另有 {more} 项未列出"),
    )
}
