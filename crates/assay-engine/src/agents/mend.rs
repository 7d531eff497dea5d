//! What was refused goes back alone: a short conversation that holds the refused sentences, what is
//! wrong with each and the passages that they cite. The rest of the text is neither sent nor changed.

use std::collections::{BTreeMap, BTreeSet};

use assay_analyst::{DraftClaim, WrittenSentence, claims_of, without_sentences, written_sentences};
use assay_domain::{
    ChatRequest, ClaimCheck, DataBlock, Evidence, EvidenceId, Finish, Language, Message,
    OutputFormat, Role, cited_evidence, without_citations,
};
use assay_figures::cut;
use assay_llm::strip_think;
use assay_plan::Purpose;

use super::Researchers;
use super::section_prompt::as_data;
use crate::ceiling::Writing;
use crate::prompts::{Fill, Prompt, clip};
use crate::section::{Checked, Citable, Draft};
use crate::workshop::WorkError;
use crate::{Brain, RunContext, Scope};

/// Sentences of one call.
const BATCH: usize = 24;
/// Characters of passages in one call.
const PASSAGES: usize = 24_000;
/// Passages that a sentence without a known citation is given: what its nearest neighbours cite.
const NEIGHBOURS: usize = 2;
/// Characters of what is wrong with a sentence, and of the words that tell its place.
const PROBLEMS: usize = 360;
const PLACE: usize = 80;

/// Who is asked for a sentence again.
pub(super) struct Mender<'a> {
    pub(super) researchers: &'a Researchers,
    pub(super) context: &'a RunContext,
    pub(super) brain: &'a Brain,
    pub(super) role: Role,
    pub(super) purpose: Purpose,
    pub(super) citable: &'a Citable,
}

/// A sentence that may not stand.
pub(super) struct Refused {
    /// Where it stands, in words.
    pub(super) place: String,
    /// As it was written, with its citation marks.
    pub(super) text: String,
    pub(super) problems: Vec<String>,
    /// What its writer is shown again.
    pub(super) evidence: Vec<EvidenceId>,
}

/// What its writer made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mended {
    Unchanged,
    Withdrawn,
    Replaced(String),
}

/// A text in which refused sentences were replaced or withdrawn.
pub(super) struct MendedText {
    pub(super) markdown: String,
    /// Sentences that were replaced, without citation marks, each with what took its place.
    pub(super) replaced: Vec<(String, String)>,
}

impl Mender<'_> {
    /// Judges a draft; what is refused is asked for again, once, and judged anew.
    pub(super) async fn judged(&self, name: &str, draft: &mut Draft) -> Result<(), WorkError> {
        let (researchers, context) = (self.researchers, self.context);
        let mut judging = Scope::of_step(&format!("verify-{name}"));
        researchers
            .judge_sentences(context, &mut judging, self.citable, draft)
            .await?;
        let mended = self.text(name, &draft.markdown, &draft.checked).await?;
        let Some(mended) = mended else { return Ok(()) };
        draft.markdown = mended.markdown;
        draft.claims = claims_of(&draft.markdown);
        judging.asks_again = true;
        researchers
            .judge_sentences(context, &mut judging, self.citable, draft)
            .await
    }

    /// The text with other sentences in the place of those that were refused; `None` where there are
    /// none, or where none came.
    pub(super) async fn text(
        &self,
        name: &str,
        markdown: &str,
        checked: &[Checked],
    ) -> Result<Option<MendedText>, WorkError> {
        let refused = refused_in(
            markdown,
            checked,
            self.citable,
            self.context.settings.language,
        );
        let answers = self.ask(name, &refused).await?;
        let pairs = refused.iter().map(|one| one.text.as_str());
        let answers: BTreeMap<&str, Mended> = pairs.zip(answers).collect();
        let is_unchanged = |answer: &Mended| *answer == Mended::Unchanged;
        let is_same = answers.values().all(is_unchanged);
        Ok((!is_same).then(|| spliced(markdown, &answers)))
    }

    /// Asks for each sentence again, in the order of the sentences. Where the model cannot be asked
    /// they stay as they are.
    pub(super) async fn ask(
        &self,
        name: &str,
        refused: &[Refused],
    ) -> Result<Vec<Mended>, WorkError> {
        let may_ask = self.context.settings.max_attempts > 1;
        let mut scope = Scope::of_step(&format!("mend-{name}"));
        scope.asks_again = true;
        let mut mended = Vec::with_capacity(refused.len());
        for batch in refused.chunks(BATCH) {
            let replies = match may_ask {
                true => self.ask_batch(&mut scope, batch).await?,
                false => BTreeMap::new(),
            };
            mended.extend((1..).zip(batch).map(|(number, one)| {
                let reply = replies.get(&number);
                reply.map_or(Mended::Unchanged, |reply| taken(&one.text, reply))
            }));
        }
        Ok(mended)
    }

    async fn ask_batch(
        &self,
        scope: &mut Scope,
        batch: &[Refused],
    ) -> Result<BTreeMap<usize, String>, WorkError> {
        let settings = &self.context.settings;
        let request = ChatRequest {
            role: self.role,
            model: self.brain.model.clone(),
            system: String::new(),
            tools: Vec::new(),
            messages: vec![Message::User {
                text: self.prompt(batch)?,
            }],
            output: OutputFormat::Text,
            sampling: settings.sampling,
            max_output_tokens: Writing::Summary.ceiling(settings),
        };
        scope.begin_again();
        let asked = self
            .context
            .model(scope, self.brain, &request, self.purpose)
            .await;
        match asked {
            Ok(reply) => Ok(numbered(&reply.text, &reply.finish)),
            Err(WorkError::Failed(failure)) if failure.code.allows_stand_in() => {
                Ok(BTreeMap::new())
            }
            Err(error) => Err(error),
        }
    }

    fn prompt(&self, batch: &[Refused]) -> Result<String, WorkError> {
        let language = self.context.settings.language;
        let ids: BTreeSet<&EvidenceId> = batch.iter().flat_map(|one| &one.evidence).collect();
        let cited = ids.into_iter().filter_map(|id| self.citable.get(id));
        let cited: Vec<Evidence> = cited.cloned().collect();
        let passages = DataBlock::stacked(cited.iter().map(as_data), PASSAGES);
        let [at, written, wrong] =
            language.pick(["place", "written", "wrong"], ["位置", "原句", "问题"]);
        let sentences = (1..).zip(batch).map(|(number, one): (usize, _)| {
            let problems = clip(&one.problems.join("; "), PROBLEMS);
            let (place, text) = (&one.place, &one.text);
            format!("[{number}] {at}: {place}\n    {written}: {text}\n    {wrong}: {problems}")
        });
        let sentences = sentences.collect::<Vec<_>>().join("\n");
        let rule = language.pick("Write in English.", "请用中文撰写。");
        Ok(Prompt::Mend.render(
            language,
            &[
                ("language_rule", Fill::Ours(rule)),
                ("passages", Fill::Data(&passages)),
                ("sentences", Fill::Data(&DataBlock::new(&[], &sentences))),
            ],
        )?)
    }
}

/// The refused sentences of a text.
fn refused_in(
    markdown: &str,
    checked: &[Checked],
    citable: &Citable,
    language: Language,
) -> Vec<Refused> {
    let written = written_sentences(markdown);
    let mut found: Vec<Refused> = Vec::new();
    for (at, sentence) in written.iter().enumerate() {
        let text = cut(markdown, sentence.range.clone());
        let claim = sentence.claim.as_ref();
        let problems = claim.map(|claim| problems_of(claim, checked, citable, language));
        let problems = problems.unwrap_or_default();
        let is_known = found.iter().any(|known| known.text == text);
        if problems.is_empty() || is_known {
            continue;
        }
        found.push(Refused {
            place: place(markdown, &written, at),
            text: text.to_owned(),
            problems,
            evidence: shown(markdown, &written, at, citable),
        });
    }
    found
}

/// What its evidence says against a sentence; of one that it bears out, which ids nobody gave.
fn problems_of(
    claim: &DraftClaim,
    checked: &[Checked],
    citable: &Citable,
    language: Language,
) -> Vec<String> {
    let same = |(other, _): &&Checked| {
        other.text == claim.text && other.evidence_ids == claim.evidence_ids
    };
    match checked.iter().find(same) {
        Some((_, Some(ClaimCheck::Unsupported { problems }))) => return problems.clone(),
        Some(_) => {}
        // it only connects
        None => return Vec::new(),
    }
    let unknown = claim.evidence_ids.iter().filter(|id| !citable.knows(id));
    let told = unknown.map(|id| {
        language.pick(
            format!("{id} is not an evidence id you were given"),
            format!("{id} 不是给出的证据编号"),
        )
    });
    told.collect()
}

/// What a sentence cites; of one that cites nothing known, what stands nearest to it.
fn shown(
    markdown: &str,
    written: &[WrittenSentence],
    at: usize,
    citable: &Citable,
) -> Vec<EvidenceId> {
    let cited = |sentence: &WrittenSentence| {
        let mut ids = cited_evidence(cut(markdown, sentence.range.clone()));
        ids.retain(|id| citable.knows(id));
        ids
    };
    let own = written.get(at).map(cited).unwrap_or_default();
    if !own.is_empty() {
        return own;
    }
    let mut near: Vec<(usize, &WrittenSentence)> = written.iter().enumerate().collect();
    near.sort_by_key(|(place, _)| place.abs_diff(at));
    let mut ids: Vec<EvidenceId> = Vec::new();
    for id in near.into_iter().flat_map(|(_, sentence)| cited(sentence)) {
        if ids.len() < NEIGHBOURS && !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

/// The heading above a sentence, and the words before it.
fn place(markdown: &str, written: &[WrittenSentence], at: usize) -> String {
    let start = written.get(at).map_or(0, |sentence| sentence.range.start);
    let above = cut(markdown, 0..start);
    let heading = above.lines().rev().find(|line| line.starts_with('#'));
    let heading = heading.map(|line| line.trim_start_matches('#').trim().to_owned());
    let before = at.checked_sub(1).and_then(|before| written.get(before));
    let before = before.map(|sentence| cut(markdown, sentence.range.clone()));
    let before = before.map(|text| format!("… {}", clip(without_citations(text).trim(), PLACE)));
    let parts: Vec<String> = heading.into_iter().chain(before).collect();
    parts.join(" / ")
}

/// The lines of an answer by their numbers. The last line of one that was cut is not whole.
fn numbered(reply: &str, finish: &Finish) -> BTreeMap<usize, String> {
    let text = strip_think(reply);
    let mut lines: Vec<&str> = text.lines().collect();
    if *finish == Finish::Length {
        lines.pop();
    }
    let read = lines.into_iter().filter_map(|line| {
        let line = line.trim();
        let digits = line.find(|c: char| !c.is_ascii_digit())?;
        let (number, rest) = line.split_at_checked(digits)?;
        let rest = rest.strip_prefix([':', '：', '.', ')', '、'])?;
        Some((number.parse().ok()?, rest.trim().to_owned()))
    });
    read.collect()
}

/// What a line says: a row takes the place of a row with as many cells, and no heading or row that of
/// a sentence.
fn taken(original: &str, line: &str) -> Mended {
    let cells = |text: &str| text.matches('|').count();
    let is_row = |text: &str| text.starts_with('|') && text.ends_with('|');
    let original = original.trim();
    match () {
        () if line.is_empty() || line == original => Mended::Unchanged,
        () if matches!(line, "-" | "–" | "—" | "－") => Mended::Withdrawn,
        () if is_row(original) && is_row(line) && cells(line) == cells(original) => {
            Mended::Replaced(line.to_owned())
        }
        () if is_row(original) || line.starts_with(['|', '#', '>']) => Mended::Unchanged,
        () => Mended::Replaced(line.to_owned()),
    }
}

/// The text with what was withdrawn taken out and what was replaced put in, by the sentences as they
/// were written. Nothing else changes.
fn spliced(markdown: &str, answers: &BTreeMap<&str, Mended>) -> MendedText {
    let written = written_sentences(markdown).into_iter();
    let withdrawn: BTreeSet<String> = written
        .filter(|sentence| {
            let text = cut(markdown, sentence.range.clone());
            answers.get(text) == Some(&Mended::Withdrawn)
        })
        .filter_map(|sentence| Some(sentence.claim?.text))
        .collect();
    let is_out = |text: &str| withdrawn.contains(text).then_some(());
    let (mut text, _) = without_sentences(markdown, is_out);
    let mut replaced = Vec::new();
    for sentence in written_sentences(&text).into_iter().rev() {
        let old = cut(&text, sentence.range.clone()).to_owned();
        if let Some(Mended::Replaced(new)) = answers.get(old.as_str()) {
            text.replace_range(sentence.range, new);
            let claim = sentence.claim.map(|claim| claim.text);
            replaced.push((claim.unwrap_or(old), new.clone()));
        }
    }
    MendedText {
        markdown: text,
        replaced,
    }
}

#[cfg(test)]
#[path = "mend_tests.rs"]
mod tests;
