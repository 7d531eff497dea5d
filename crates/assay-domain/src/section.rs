use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{EvidenceId, Failure, Language, Standing, TaskId};

/// A finished section. Its Markdown cites evidence by id, as [`citation`] writes it; only the
/// report turns ids into numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Section {
    pub task: TaskId,
    pub title: String,
    pub markdown: String,
    pub language: Language,
    pub author: Author,
    pub notes: Vec<QualityNote>,
    /// What was written and may not stand among the findings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// By what each sentence stands, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<Label>,
}

/// A sentence, row or heading that nothing bears out, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// As it was written, with the citations that resolve.
    pub text: String,
    pub problems: Vec<String>,
}

/// A sentence's standing, at the place where a reader is told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Label {
    /// In bytes of the section's Markdown.
    pub at: usize,
    #[serde(flatten)]
    pub standing: Standing,
}

/// Who wrote a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Author {
    Model {
        model: String,
    },
    /// The offline analyst because the user chose it.
    OfflineAnalyst,
    /// The offline analyst in place of a configured model that could not answer.
    Fallback {
        instead_of: String,
        because: Failure,
    },
}

impl Author {
    pub fn is_fallback(&self) -> bool {
        matches!(self, Self::Fallback { .. })
    }
}

/// Advice about a section, shown beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "note", rename_all = "snake_case")]
pub enum QualityNote {
    /// Too short to say much.
    Short {
        characters: usize,
    },
    NoFigures,
    /// Sentences that state something and cite nothing, in journals of versions that kept them.
    Uncited {
        sentences: usize,
    },
    /// Citations of ids that no tool returned in this run; the marks were removed.
    UnknownCitations {
        ids: Vec<String>,
    },
    /// Sentences that no evidence bears out; each was moved out of the findings.
    Unsupported {
        sentences: usize,
    },
    /// The worker ran into its step or budget limit and wrote from what it had.
    CutShort {
        reason: String,
    },
}

/// How a section cites: `[[ev_1a2b3c4d5e]]`.
pub fn citation(id: &EvidenceId) -> String {
    format!("[[{id}]]")
}

/// The evidence ids cited in `markdown`, in order of appearance, repeats included.
pub fn cited_evidence(markdown: &str) -> Vec<EvidenceId> {
    cited_ids(markdown).map(EvidenceId::new).collect()
}

/// As [`cited_evidence`], for whoever only looks at the ids.
pub fn cited_ids(markdown: &str) -> impl Iterator<Item = &str> {
    // One byte is looked for many times faster than a word.
    markdown.match_indices('[').filter_map(|(at, _)| {
        let inside = markdown.get(at..)?.strip_prefix("[[")?;
        if !inside.starts_with("ev_") {
            return None;
        }
        let id = inside.get(..find_pair(inside, ']')?)?;
        is_evidence_id(id).then_some(id)
    })
}

/// Where a bracket first stands twice, as citations have it.
pub fn find_pair(text: &str, bracket: char) -> Option<usize> {
    let mut single = text.match_indices(bracket).map(|(at, _)| at);
    single.find(|at| {
        let next = text.get(at + bracket.len_utf8()..);
        next.is_some_and(|next| next.starts_with(bracket))
    })
}

/// A text as a reader sees it where no sources can be shown: without its citations.
pub fn without_citations(markdown: &str) -> String {
    let ids: Vec<&str> = cited_ids(markdown).collect();
    let text = ids.iter().fold(markdown.to_owned(), |text, id| {
        text.replace(&format!("[[{id}]]"), "")
    });
    text.trim().to_owned()
}

fn is_evidence_id(text: &str) -> bool {
    text.strip_prefix("ev_").is_some_and(|hex| {
        !hex.is_empty() && hex.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::{citation, cited_evidence};
    use crate::EvidenceId;

    #[test]
    fn citations_are_found_in_order_and_other_brackets_are_left_alone() {
        let id = EvidenceId::new("ev_00ff");
        let text = format!("A{} b [[not one]] c [[[ev_1]]] d [[ev_", citation(&id));
        assert_eq!(cited_evidence(&text), vec![id, EvidenceId::new("ev_1")]);
    }
}
