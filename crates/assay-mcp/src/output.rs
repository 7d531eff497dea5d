use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ServerText;

/// What a tool answered. Nothing of it has been judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolOutput {
    pub parts: Vec<OutputPart>,
    /// The structured part as JSON, its numbers with the digits that the server wrote.
    pub structured: Option<ServerText>,
    /// The connection broke the first time and the call was made again.
    pub repeated: bool,
}

/// One part of an answer. Pictures, sound and other files are only noticed, not handed on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutputPart {
    Text(ServerText),
    Image {
        media_type: ServerText,
        bytes: usize,
    },
    Audio {
        media_type: ServerText,
        bytes: usize,
    },
    /// A document that came along: its text, if it has one.
    Resource {
        uri: ServerText,
        media_type: Option<ServerText>,
        text: Option<ServerText>,
        bytes: usize,
    },
    /// The address of a document that did not come along.
    Link {
        uri: ServerText,
        name: ServerText,
    },
    /// A kind that this version does not know.
    Unknown,
}

impl ToolOutput {
    /// All text of the answer in order; its structured part if there is no other text.
    pub fn texts(&self) -> Vec<&ServerText> {
        let texts: Vec<&ServerText> = self
            .parts
            .iter()
            .filter_map(|part| match part {
                OutputPart::Text(text) => Some(text),
                OutputPart::Resource { text, .. } => text.as_ref(),
                _ => None,
            })
            .collect();
        if texts.is_empty() {
            return self.structured.iter().collect();
        }
        texts
    }
}

/// `Err` is what a tool says that failed.
pub(crate) fn from_result(result: CallToolResult) -> Result<ToolOutput, ServerText> {
    // The wire hands the structured part over as text.
    let structured = match result.structured_content {
        Some(Value::String(text)) if text != "null" => Some(ServerText::new(text)),
        _ => None,
    };
    let output = ToolOutput {
        parts: result.content.into_iter().map(part).collect(),
        structured,
        repeated: false,
    };
    if result.is_error == Some(true) {
        let texts: Vec<&str> = output
            .texts()
            .into_iter()
            .map(ServerText::untrusted)
            .collect();
        return Err(ServerText::new(texts.join("\n")));
    }
    Ok(output)
}

fn part(content: ContentBlock) -> OutputPart {
    match content {
        ContentBlock::Text(text) => OutputPart::Text(ServerText::new(text.text)),
        ContentBlock::Image(image) => OutputPart::Image {
            media_type: ServerText::new(image.mime_type),
            bytes: decoded_length(&image.data),
        },
        ContentBlock::Audio(audio) => OutputPart::Audio {
            media_type: ServerText::new(audio.mime_type),
            bytes: decoded_length(&audio.data),
        },
        ContentBlock::Resource(resource) => match resource.resource {
            ResourceContents::TextResourceContents {
                uri,
                mime_type,
                text,
                ..
            } => OutputPart::Resource {
                uri: ServerText::new(uri),
                media_type: mime_type.map(ServerText::new),
                bytes: text.len(),
                text: Some(ServerText::new(text)),
            },
            ResourceContents::BlobResourceContents {
                uri,
                mime_type,
                blob,
                ..
            } => OutputPart::Resource {
                uri: ServerText::new(uri),
                media_type: mime_type.map(ServerText::new),
                bytes: decoded_length(&blob),
                text: None,
            },
            _ => OutputPart::Unknown,
        },
        ContentBlock::ResourceLink(link) => OutputPart::Link {
            uri: ServerText::new(link.uri),
            name: ServerText::new(link.name),
        },
        _ => OutputPart::Unknown,
    }
}

/// Of base64: three bytes for four characters.
fn decoded_length(base64: &str) -> usize {
    let characters = base64.trim_end_matches('=').len();
    characters * 3 / 4
}
