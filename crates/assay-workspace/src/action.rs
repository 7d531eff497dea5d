use assay_domain::ToolSpec;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// One concrete file operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum FileAction {
    ReadFile {
        file_path: String,
        #[serde(default)]
        mode: ReadMode,
        /// `10-20`, or `10` for one line; with mode `lines`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lines: Option<String>,
        /// With mode `section`: the heading whose text is wanted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heading: Option<String>,
    },
    WriteFile {
        file_path: String,
        content: String,
        #[serde(default)]
        mode: WriteMode,
        /// With mode `insert`: the line before which the content goes, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<usize>,
    },
    CreateFile {
        file_path: String,
        #[serde(default, alias = "content")]
        initial_content: String,
    },
    SearchInFile {
        file_path: String,
        pattern: String,
        #[serde(default)]
        context_lines: usize,
    },
    GrepFiles {
        pattern: String,
        #[serde(default)]
        directory: String,
    },
    FileSearch {
        #[serde(default)]
        directory: String,
        /// With `*` and `?`.
        name_pattern: String,
    },
    StreamReadFile {
        file_path: String,
        /// Lines of a batch.
        #[serde(default = "usual_chunk")]
        chunk_size: usize,
    },
    ContinueStreamRead {
        stream_id: String,
    },
    ListDirectory {
        #[serde(default)]
        directory_path: String,
    },
    CreateDirectory {
        directory_path: String,
    },
    DeleteFile {
        file_path: String,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadMode {
    #[default]
    Full,
    Lines,
    Stream,
    Section,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WriteMode {
    #[default]
    Overwrite,
    Append,
    Insert,
}

impl WriteMode {
    /// What becomes of a text into which `content` is written. `None`: it has no such line.
    pub fn applied(self, before: &str, content: &str, line: Option<usize>) -> Option<String> {
        Some(match self {
            Self::Overwrite => content.to_owned(),
            Self::Append if before.is_empty() || before.ends_with('\n') => {
                format!("{before}{content}")
            }
            Self::Append => format!("{before}\n{content}"),
            Self::Insert => inserted(before, content, line.unwrap_or(1))?,
        })
    }
}

/// `text` with `content` before line `line`; one after the last line appends.
fn inserted(text: &str, content: &str, line: usize) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let at = line.checked_sub(1)?;
    let (before, after) = lines.split_at_checked(at)?;
    let content = content.strip_suffix('\n').unwrap_or(content);
    let all = before.iter().chain([&content]).chain(after);
    let mut joined = all.copied().collect::<Vec<_>>().join("\n");
    joined.push('\n');
    Some(joined)
}

pub(crate) fn usual_chunk() -> usize {
    200
}

impl FileAction {
    /// The file that the action changes, if it changes one.
    pub fn written_path(&self) -> Option<&str> {
        match self {
            Self::WriteFile { file_path, .. }
            | Self::CreateFile { file_path, .. }
            | Self::DeleteFile { file_path } => Some(file_path),
            _ => None,
        }
    }

    /// Whether what stood in the file is gone afterwards.
    pub fn loses_text(&self) -> bool {
        matches!(
            self,
            Self::DeleteFile { .. }
                | Self::WriteFile {
                    mode: WriteMode::Overwrite,
                    ..
                }
        )
    }

    pub fn changes_files(&self) -> bool {
        self.written_path().is_some() || matches!(self, Self::CreateDirectory { .. })
    }

    /// The action in a few words: what, and where.
    pub fn shown(&self) -> String {
        let (what, place) = match self {
            Self::ReadFile { file_path, .. } => ("read_file", file_path),
            Self::WriteFile { file_path, .. } => ("write_file", file_path),
            Self::CreateFile { file_path, .. } => ("create_file", file_path),
            Self::SearchInFile { file_path, .. } => ("search_in_file", file_path),
            Self::GrepFiles { pattern, .. } => ("grep_files", pattern),
            Self::FileSearch { name_pattern, .. } => ("file_search", name_pattern),
            Self::StreamReadFile { file_path, .. } => ("stream_read_file", file_path),
            Self::ContinueStreamRead { stream_id } => ("continue_stream_read", stream_id),
            Self::ListDirectory { directory_path } => ("list_directory", directory_path),
            Self::CreateDirectory { directory_path } => ("create_directory", directory_path),
            Self::DeleteFile { file_path } => ("delete_file", file_path),
        };
        format!("{what} {place}").trim_end().to_owned()
    }

    /// Reads a model's call of one of [`tools`].
    pub fn from_call(name: &str, arguments: &str) -> Result<Self, serde_json::Error> {
        let mut value: serde_json::Value = serde_json::from_str(arguments)?;
        if let Some(object) = value.as_object_mut() {
            object.insert("action".to_owned(), json!(name));
        }
        serde_json::from_value(value)
    }
}

/// Name, what it does, its parameters; the first so many of them are required.
type Operation = (&'static str, &'static str, &'static [&'static str], usize);

const OPERATIONS: [Operation; 11] = [
    (
        "read_file",
        "Reads a file: `full`, `lines` (lines=\"10-20\"), `stream`, or `section` (heading=\"…\").",
        &["file_path", "mode", "lines", "heading"],
        1,
    ),
    (
        "write_file",
        "Writes a file: `overwrite`, `append`, or `insert` before `line`. {{content}} stands for the content that was given with the instruction.",
        &["file_path", "content", "mode", "line"],
        2,
    ),
    (
        "create_file",
        "Creates a file that does not exist yet. {{content}} stands for the content that was given with the instruction.",
        &["file_path", "initial_content"],
        1,
    ),
    (
        "search_in_file",
        "Lines of a file that hold a text, with context.",
        &["file_path", "pattern", "context_lines"],
        2,
    ),
    (
        "grep_files",
        "Lines of all files under a folder that match a regular expression.",
        &["pattern", "directory"],
        1,
    ),
    (
        "file_search",
        "Files under a folder whose name matches a pattern with * and ?.",
        &["name_pattern", "directory"],
        1,
    ),
    (
        "stream_read_file",
        "Reads a large file in batches of lines; returns a stream id.",
        &["file_path", "chunk_size"],
        1,
    ),
    (
        "continue_stream_read",
        "The next batch of a stream.",
        &["stream_id"],
        1,
    ),
    (
        "list_directory",
        "What is in a folder.",
        &["directory_path"],
        0,
    ),
    (
        "create_directory",
        "Makes a folder.",
        &["directory_path"],
        1,
    ),
    (
        "delete_file",
        "Deletes a file or an empty folder.",
        &["file_path"],
        1,
    ),
];

/// The operations as tools for a model.
pub fn tools() -> Vec<ToolSpec> {
    let spec = |(name, description, parameters, required): &Operation| {
        let properties: Map<String, Value> = parameters
            .iter()
            .map(|parameter| ((*parameter).to_owned(), schema(name, parameter)))
            .collect();
        let required: Vec<&&str> = parameters.iter().take(*required).collect();
        ToolSpec {
            name: (*name).to_owned(),
            description: (*description).to_owned(),
            parameters: json!({"type": "object", "properties": properties, "required": required}),
        }
    };
    OPERATIONS.iter().map(spec).collect()
}

fn schema(operation: &str, parameter: &str) -> Value {
    match (operation, parameter) {
        ("read_file", "mode") => {
            json!({"type": "string", "enum": ["full", "lines", "stream", "section"]})
        }
        ("write_file", "mode") => {
            json!({"type": "string", "enum": ["overwrite", "append", "insert"]})
        }
        (_, "line" | "context_lines" | "chunk_size") => json!({"type": "integer", "minimum": 0}),
        _ => json!({"type": "string"}),
    }
}
