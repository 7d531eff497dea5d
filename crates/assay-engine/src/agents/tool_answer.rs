use assay_domain::{DataBlock, Evidence};

use super::section_prompt::as_data;

/// Longest answer of a tool, in characters.
const MOST_CHARACTERS: usize = 30_000;

/// What a tool says to the model: outside text only as data, the program's own words as they are.
pub(super) enum ToolAnswer {
    Data(DataBlock),
    /// Nothing was found; an honest answer, not an error.
    Nothing,
    /// The call was wrong or is not allowed, and why.
    Refused(String),
}

impl ToolAnswer {
    pub(super) fn passages(found: &[Evidence]) -> Self {
        Self::blocks(found.iter().map(as_data))
    }

    /// Passages, and below them something that is not evidence.
    pub(super) fn passages_and(found: &[Evidence], more: Option<DataBlock>) -> Self {
        Self::blocks(found.iter().map(as_data).chain(more))
    }

    pub(super) fn blocks(blocks: impl Iterator<Item = DataBlock>) -> Self {
        let stack = DataBlock::stacked(blocks, MOST_CHARACTERS);
        if stack.is_empty() {
            Self::Nothing
        } else {
            Self::Data(stack)
        }
    }

    pub(super) fn unreadable(error: &serde_json::Error) -> Self {
        Self::Refused(format!("the arguments cannot be read: {error}"))
    }

    pub(super) fn into_text(self) -> String {
        match self {
            Self::Data(block) => block.as_str().to_owned(),
            Self::Nothing => "nothing found".to_owned(),
            Self::Refused(why) => format!("error: {why}"),
        }
    }
}
