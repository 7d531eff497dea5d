use assay_domain::{ClaimKind, Section, cited_evidence};

use crate::prose::{DraftClaim, cited_sentences, distinct, without_marks};
use crate::substance::is_generality;

/// What a synthesis takes over from one finished section.
#[derive(Clone, Debug)]
pub(crate) struct Carried {
    pub(crate) title: String,
    pub(crate) sentences: Vec<CarriedSentence>,
    /// All of the section, so that nothing in it is told twice.
    text: String,
}

#[derive(Clone, Debug)]
pub(crate) struct CarriedSentence {
    /// Verbatim, with its citation marks.
    pub(crate) marked: String,
    pub(crate) claim: DraftClaim,
}

const MOST_PER_SECTION: usize = 3;

impl Carried {
    pub(crate) fn has(&self, text: &str) -> bool {
        self.text.contains(text)
    }
}

/// From each section its best sentences: arithmetic first, then those with numbers, in the order in
/// which the section has them.
pub(crate) fn carried(sections: &[Section]) -> Vec<Carried> {
    let mut taken: Vec<String> = Vec::new();
    sections
        .iter()
        .map(|section| {
            let cited: Vec<&str> = cited_sentences(&section.markdown)
                .into_iter()
                .filter(|text| !text.starts_with('|') && !cited_evidence(text).is_empty())
                .filter(|text| !taken.iter().any(|known| known == text))
                .collect();
            let mut ranked: Vec<(usize, &str)> = cited.into_iter().enumerate().collect();
            ranked.sort_by_key(|(place, text)| (std::cmp::Reverse(weight(text)), *place));
            ranked.truncate(MOST_PER_SECTION);
            ranked.sort_by_key(|(place, _)| *place);
            taken.extend(ranked.iter().map(|(_, text)| (*text).to_owned()));
            Carried {
                title: section.title.clone(),
                sentences: ranked.into_iter().map(|(_, text)| carry(text)).collect(),
                text: section.markdown.clone(),
            }
        })
        .collect()
}

fn weight(text: &str) -> usize {
    match kind_of(text) {
        (ClaimKind::Computed { .. }, _) => 3,
        (_, quote) if is_generality(&quote) => 0,
        (_, quote) => 1 + usize::from(quote.contains(|c: char| c.is_ascii_digit())),
    }
}

fn carry(text: &str) -> CarriedSentence {
    let (kind, claimed) = kind_of(text);
    CarriedSentence {
        marked: text.to_owned(),
        claim: DraftClaim {
            text: claimed,
            evidence_ids: distinct(cited_evidence(text)),
            kind,
        },
    }
}

/// How the sentence came to be, read from the form the analyst gives it.
pub(crate) fn kind_of(marked: &str) -> (ClaimKind, String) {
    let text = without_marks(marked);
    if let Some((quote, after)) = text
        .strip_prefix('“')
        .and_then(|rest| rest.rsplit_once('”'))
        && (after.is_empty() || after.starts_with(" (") || after.starts_with('（'))
    {
        return (ClaimKind::Quoted, quote.to_owned());
    }
    if let Some(formula) = formula_of(&text) {
        return (ClaimKind::Computed { formula }, text);
    }
    (ClaimKind::Written, text)
}

/// What stands between the last colon and the rounding or the full stop, if it is arithmetic.
fn formula_of(text: &str) -> Option<String> {
    let (_, tail) = text.rsplit_once(": ").or_else(|| text.rsplit_once('：'))?;
    let end = tail
        .find(", rounded")
        .or_else(|| tail.find('，'))
        .unwrap_or(tail.len());
    let formula = tail.get(..end)?.trim_end_matches(['.', '。']).trim();
    let arithmetic = formula
        .chars()
        .all(|c| c.is_ascii_digit() || " .()+−-/×".contains(c));
    let operates = formula.contains([' ']) && formula.contains(['+', '−', '/', '×']);
    (arithmetic && operates).then(|| formula.to_owned())
}
