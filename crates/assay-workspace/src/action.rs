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
