//! What may stand of a draft. What nothing bears out is taken out of it, and kept.

use std::collections::BTreeMap;

use assay_analyst::{DraftClaim, connecting_texts, remark_places, without_sentences};
use assay_claims::words_beyond;
use assay_domain::{
    Author, ClaimCheck, ClaimKind, Label, Language, LeftOut, QualityNote, without_citations,
};

use super::citable::{Citable, states_a_fact};
use super::marks::without_unknown;
use super::{Checked, Draft};

impl Draft {
    /// Takes out every sentence, row and heading that is not supported, and labels the others.
    pub(crate) fn hold(
        &mut self,
        citable: &Citable,
        checked: &[Checked],
        language: Language,
    ) -> Vec<Label> {
        let wrong = |(_, check): &&Checked| matches!(check, Some(ClaimCheck::Unsupported { .. }));
        let sentences = self.left_out.len() + checked.iter().filter(wrong).count();
        let unfounded = match self.author {
            Author::Model { .. } => self.unfounded(citable, checked, language),
            Author::OfflineAnalyst | Author::Fallback { .. } => Vec::new(),
        };
        let all = Verdicts::of(checked.iter().chain(&unfounded));
        let (markdown, taken) = without_sentences(&self.markdown, |text| all.problems(text));
        self.markdown = markdown;
        let left_out = taken.into_iter().map(|(text, problems)| LeftOut {
            text: bare(&text).to_owned(),
            problems: problems.to_vec(),
        });
        self.left_out.extend(left_out);
        if let Some(problems) = all.problems(&self.title) {
            self.left_out.push(LeftOut {
                text: std::mem::replace(&mut self.title, self.subject.title.clone()),
                problems: problems.to_vec(),
            });
        }
        self.strike_unknown(citable);
        if sentences > 0 {
            self.notes.push(QualityNote::Unsupported { sentences });
        }
        let places = remark_places(&self.markdown).into_iter();
        let labels = places.filter_map(|(sentence, at)| match all.of_sentence(&sentence)? {
            ClaimCheck::Supported { standing, .. } => Some(Label {
                at,
                standing: standing.clone()?,
            }),
            ClaimCheck::Unsupported { .. } => None,
        });
        labels.collect()
    }

    /// Marks of evidence that nothing returned go; the note says which.
    fn strike_unknown(&mut self, citable: &Citable) {
        let (_, mut unknown) = citable.judge(&self.markdown);
        self.markdown = without_unknown(&self.markdown, &unknown);
        for left_out in &mut self.left_out {
            let (_, also) = citable.judge(&left_out.text);
            left_out.text = without_unknown(&left_out.text, &also);
            unknown.extend(also);
        }
        unknown.sort();
        unknown.dedup();
        if !unknown.is_empty() {
            let ids = unknown.iter().map(ToString::to_string).collect();
            self.notes.push(QualityNote::UnknownCitations { ids });
        }
    }

    /// Title, headings and sentences that only connect, as far as they say what neither the task nor
    /// any supported sentence nor its evidence says.
    fn unfounded(
        &self,
        citable: &Citable,
        checked: &[Checked],
        language: Language,
    ) -> Vec<Checked> {
        let facts = || {
            checked
                .iter()
                .filter(|(_, check)| states_a_fact(check.as_ref()))
        };
        let mut known: Vec<&str> = facts().map(|(claim, _)| claim.text.as_str()).collect();
        let cited = facts().flat_map(|(claim, _)| &claim.evidence_ids);
        let mut cited: Vec<_> = cited.filter_map(|id| citable.get(id)).collect();
        cited.sort_by_key(|evidence| &evidence.id);
        cited.dedup_by_key(|evidence| &evidence.id);
        known.extend(cited.iter().map(|evidence| evidence.quote.as_str()));
        known.extend(cited.iter().map(|evidence| evidence.source.as_str()));
        known.extend(self.subject.asked.iter().map(String::as_str));
        let texts = connecting_texts(&self.markdown);
        let texts = std::iter::once(self.title.as_str()).chain(texts);
        let unfounded = texts.filter_map(|text| {
            let beyond = words_beyond(bare(text), &known);
            let claim = DraftClaim {
                text: without_citations(text),
                evidence_ids: Vec::new(),
                kind: ClaimKind::Written,
            };
            let problems = vec![says_more(&beyond, language)];
            (!beyond.is_empty()).then_some((claim, Some(ClaimCheck::Unsupported { problems })))
        });
        unfounded.collect()
    }
}

/// What the evidence says of each sentence, by its words.
struct Verdicts<'c> {
    exact: BTreeMap<&'c str, &'c ClaimCheck>,
    /// What the analyst quotes stands inside of its sentence.
    quoted: Vec<(&'c str, &'c ClaimCheck)>,
}

impl<'c> Verdicts<'c> {
    fn of(checked: impl Iterator<Item = &'c Checked>) -> Self {
        let mut verdicts = Self {
            exact: BTreeMap::new(),
            quoted: Vec::new(),
        };
        for (claim, check) in checked {
            let Some(check) = check else { continue };
            let text = bare(&claim.text);
            verdicts.exact.insert(text, check);
            if claim.kind == ClaimKind::Quoted && !text.is_empty() {
                verdicts.quoted.push((text, check));
            }
        }
        verdicts
    }

    fn of_sentence(&self, sentence: &str) -> Option<&'c ClaimCheck> {
        let sentence = bare(sentence);
        let inside = || {
            let mut quoted = self.quoted.iter();
            let found = quoted.find(|(text, _)| sentence.contains(text));
            found.map(|(_, check)| *check)
        };
        self.exact.get(sentence).copied().or_else(inside)
    }

    /// What is wrong with a sentence that is not supported.
    fn problems(&self, sentence: &str) -> Option<&'c [String]> {
        match self.of_sentence(sentence)? {
            ClaimCheck::Unsupported { problems } => Some(problems),
            ClaimCheck::Supported { .. } => None,
        }
    }
}

/// A heading without its signs.
fn bare(text: &str) -> &str {
    text.trim_start_matches('#').trim()
}

fn says_more(words: &[&str], language: Language) -> String {
    match language {
        Language::En => format!(
            "it cites nothing and says what no supported sentence of the section says: “{}”",
            words.join("”, “")
        ),
        Language::Zh => format!(
            "没有引用，且说了本节有依据的句子都没有说的内容：“{}”",
            words.join("”、“")
        ),
    }
}
