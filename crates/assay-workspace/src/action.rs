use assay_domain::ToolSpec;
use serde::{Deserialize, Serialize};
use serde_json::json;

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
        #[serde(default)]
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

    pub fn changes_files(&self) -> bool {
        self.written_path().is_some() || matches!(self, Self::CreateDirectory { .. })
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

/// The operations as tools for a model.
pub fn tools() -> Vec<ToolSpec> {
    let text = || json!({"type": "string"});
    let number = || json!({"type": "integer", "minimum": 0});
    let table = [
        (
            "read_file",
            "Reads a file: `full`, `lines` (lines=\"10-20\"), `stream`, or `section` (heading=\"…\").",
            json!({"file_path": text(), "mode": {"type": "string", "enum": ["full", "lines", "stream", "section"]}, "lines": text(), "heading": text()}),
            json!(["file_path"]),
        ),
        (
            "write_file",
            "Writes a file: `overwrite`, `append`, or `insert` before `line`. {{content}} stands for the content that was given with the instruction.",
            json!({"file_path": text(), "content": text(), "mode": {"type": "string", "enum": ["overwrite", "append", "insert"]}, "line": number()}),
            json!(["file_path", "content"]),
        ),
        (
            "create_file",
            "Creates a file that does not exist yet. {{content}} stands for the content that was given with the instruction.",
            json!({"file_path": text(), "initial_content": text()}),
            json!(["file_path"]),
        ),
        (
            "search_in_file",
            "Lines of a file that hold a text, with context.",
            json!({"file_path": text(), "pattern": text(), "context_lines": number()}),
            json!(["file_path", "pattern"]),
        ),
        (
            "grep_files",
            "Lines of all files under a folder that match a regular expression.",
            json!({"pattern": text(), "directory": text()}),
            json!(["pattern"]),
        ),
        (
            "file_search",
            "Files under a folder whose name matches a pattern with * and ?.",
            json!({"directory": text(), "name_pattern": text()}),
            json!(["name_pattern"]),
        ),
        (
            "stream_read_file",
            "Reads a large file in batches of lines; returns a stream id.",
            json!({"file_path": text(), "chunk_size": number()}),
            json!(["file_path"]),
        ),
        (
            "continue_stream_read",
            "The next batch of a stream.",
            json!({"stream_id": text()}),
            json!(["stream_id"]),
        ),
        (
            "list_directory",
            "What is in a folder.",
            json!({"directory_path": text()}),
            json!([]),
        ),
        (
            "create_directory",
            "Makes a folder.",
            json!({"directory_path": text()}),
            json!(["directory_path"]),
        ),
        (
            "delete_file",
            "Deletes a file or an empty folder.",
            json!({"file_path": text()}),
            json!(["file_path"]),
        ),
    ];
    let spec = |(name, description, properties, required): (
        &str,
        &str,
        serde_json::Value,
        serde_json::Value,
    )| ToolSpec {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters: json!({"type": "object", "properties": properties, "required": required}),
    };
    table.into_iter().map(spec).collect()
}
