use assay_domain::{DataBlock, Evidence, EvidenceId, Failure};

use super::section_prompt::as_data;
use crate::prompts::clip;

/// Longest answer of a tool, in characters.
const MOST_CHARACTERS: usize = 30_000;
const LONGEST_FAILURE: usize = 500;

/// What a tool says to the model: outside text only as data, the program's own words as they are.
pub(super) enum ToolAnswer {
    Data(DataBlock),
    /// The program's own words, and below them something from outside.
    Said(&'static str, DataBlock),
    /// As `Data`, and the ids of passages that stand further above already.
    Known(DataBlock, Vec<EvidenceId>),
    /// Nothing was found; an honest answer, not an error.
    Nothing,
    /// The call was wrong or is not allowed, and why, in the program's own words.
    Refused(&'static str),
    /// It went wrong out there. The message can repeat words of a server, so it is data as well.
    Failed(DataBlock),
}

impl ToolAnswer {
    pub(super) fn passages<'e>(found: impl IntoIterator<Item = &'e Evidence>) -> Self {
        Self::passages_and(found, None)
    }

    /// Passages, and below them something that is not evidence.
    pub(super) fn passages_and<'e>(
        found: impl IntoIterator<Item = &'e Evidence>,
        more: Option<DataBlock>,
    ) -> Self {
        Self::blocks(found.into_iter().map(as_data).chain(more))
    }

    /// The same with the ids of what was found and need not be sent again.
    pub(super) fn beside(self, known: Vec<EvidenceId>) -> Self {
        match self {
            Self::Data(block) if !known.is_empty() => Self::Known(block, known),
            Self::Nothing => Self::Known(DataBlock::stacked(None, 0), known),
            answer => answer,
        }
    }

    pub(super) fn blocks(blocks: impl Iterator<Item = DataBlock>) -> Self {
        let stack = DataBlock::stacked(blocks, MOST_CHARACTERS);
        if stack.is_empty() {
            Self::Nothing
        } else {
            Self::Data(stack)
        }
    }

    /// What cannot be read is not repeated: a model can be made to write anything there.
    pub(super) fn unreadable(error: &serde_json::Error) -> Self {
        Self::Refused(match error.classify() {
            serde_json::error::Category::Data => {
                "the arguments are not those of this tool; look at its parameters"
            }
            _ => "the arguments are no JSON",
        })
    }

    pub(super) fn failed(failure: &Failure) -> Self {
        let why = clip(&failure.message, LONGEST_FAILURE);
        Self::Failed(DataBlock::new(&[("error", failure.code.code())], &why))
    }

    pub(super) fn is_error(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::Failed(_))
    }

    pub(super) fn into_text(self) -> String {
        match self {
            Self::Data(block) => block.as_str().to_owned(),
            Self::Said(words, block) => format!("{words}\n{}", block.as_str()),
            Self::Known(block, ids) => {
                let ids: Vec<&str> = ids.iter().map(EvidenceId::as_str).collect();
                let known = match ids.as_slice() {
                    [] => "nothing beyond what is shown above".to_owned(),
                    ids => format!("already shown above: {}", ids.join(", ")),
                };
                match block.is_empty() {
                    true => known,
                    false => format!("{}\n{known}", block.as_str()),
                }
            }
            Self::Nothing => "nothing found".to_owned(),
            Self::Refused(why) => format!("error: {why}"),
            Self::Failed(why) => format!("error:\n{}", why.as_str()),
        }
    }
}
