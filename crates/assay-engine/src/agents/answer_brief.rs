//! What the writer of an answer is told.

use assay_analyst::DraftClaim;
use assay_answer::{Kind, Measure, Operand};
use assay_domain::{
    ClaimKind, DataBlock, Evidence, EvidenceId, Language, ToolMode, ToolSpec, citation,
    without_citations,
};
use assay_plan::Agent;
use serde_json::json;

use super::answering::Gathered;
use super::compute_tool::Derivation;
use super::said_before::SaidBefore;
use super::section_prompt::{PromptSize, WriterWords, as_data, writer};
use crate::Brain;
use crate::prompts::{Fill, Prompt, clip};
use crate::workshop::{TaskJob, WorkError};

/// Words of an answer that looks up or computes, and of any other.
const SHORT: usize = 150;
const LONG: usize = 600;
/// An answer is sent back if it is longer than it may be by more than one word in so many.
const SLACK: usize = 5;
/// Chinese characters that take the place of two words.
const CHARACTERS_OF_TWO_WORDS: usize = 3;
/// The part of the passages' characters that proven figures may have: one in so many.
const PROVEN_PART: usize = 4;

/// A question, how it was understood, and what code has proven of its answer.
pub(super) struct AnswerBrief {
    frame: String,
    kind: Kind,
    pub(super) proven: Vec<DraftClaim>,
    lines: Vec<String>,
}

impl AnswerBrief {
    /// What rules found, and the arithmetic in it under ids of its own.
    pub(super) fn of(gathered: &Gathered) -> (Self, Vec<Derivation>) {
        let proven = gathered.claims();
        let (mut lines, mut derivations) = (Vec::new(), Vec::new());
        for claim in &proven {
            // what is quoted stands in its passage
            let ClaimKind::Computed { formula } = &claim.kind else {
                continue;
            };
            let marks = if is_arithmetic(formula) {
                let (number, ids) = (derivations.len() + 1, claim.evidence_ids.clone());
                let derivation = Derivation::numbered(number, formula, ids);
                let mark = derivation.marked();
                derivations.push(derivation);
                mark
            } else {
                claim.evidence_ids.iter().map(citation).collect()
            };
            lines.push(format!("- {} {marks}", claim.text.replace('\n', " ")));
        }
        let brief = Self {
            frame: frame_of(gathered),
            kind: gathered.frame.kind,
            proven,
            lines,
        };
        (brief, derivations)
    }

    /// The agent that answers.
    pub(super) fn agent(
        &self,
        job: &TaskJob,
        brain: &Brain,
        passages: &[Evidence],
        (tools, mode, size): (Vec<ToolSpec>, ToolMode, PromptSize),
    ) -> Result<Agent, WorkError> {
        let words = WriterWords {
            system: Prompt::AnswerSystem,
            finish: Prompt::AnswerFinish,
            length: self.length(job.context.settings.language),
            task: self.task(job, passages, size)?,
        };
        writer(job, brain, words, tools, mode)
    }

    fn task(
        &self,
        job: &TaskJob,
        passages: &[Evidence],
        size: PromptSize,
    ) -> Result<String, WorkError> {
        let context = &job.context;
        let room = size.characters() / PROVEN_PART;
        // a line that is cut could end in another number
        let mut taken = 0;
        let lines = self.lines.iter().take_while(|line| {
            taken += line.chars().count() + 1;
            taken <= room
        });
        let lines: Vec<&str> = lines.map(String::as_str).collect();
        let proven = (!lines.is_empty()).then(|| DataBlock::new(&[], &lines.join("\n")));
        let proven = DataBlock::stacked(proven, room + SLACK * SHORT);
        let evidence = DataBlock::stacked(passages.iter().map(as_data), size.characters());
        Ok(Prompt::AnswerTask.render(
            context.settings.language,
            &[
                ("question", Fill::Ours(&clip(&job.plan.topic, 4_000))),
                ("day", Fill::Ours(&context.day_line())),
                ("frame", Fill::Ours(&self.frame)),
                ("proven", Fill::Data(&proven)),
                ("evidence", Fill::Data(&evidence)),
            ],
        )?)
    }

    fn most_words(&self) -> usize {
        match self.kind {
            Kind::LookUp | Kind::Compare => SHORT,
            Kind::Explain | Kind::List | Kind::HowTo | Kind::Judge => LONG,
        }
    }

    fn length(&self, language: Language) -> String {
        let words = self.most_words();
        let characters = words * CHARACTERS_OF_TWO_WORDS / 2;
        language.pick(format!("{words} words"), format!(" {characters} 字"))
    }

    /// What is wrong with an answer that says more than was asked.
    pub(super) fn too_long(&self, text: &str, language: Language) -> Option<String> {
        let (words, most) = (words_in(text), self.most_words());
        let length = self.length(language);
        (words > most + most / SLACK).then(|| {
            language.pick(
                format!("the answer has {words} words; it may have {length}, tables not counted"),
                format!("回答过长；不得超过{length}，表格不计"),
            )
        })
    }
}

/// The words of a text outside its tables and citations; Chinese characters count in their proportion.
fn words_in(text: &str) -> usize {
    let lines = text.lines().filter(|line| !line.trim().starts_with('|'));
    let text = without_citations(&lines.collect::<Vec<_>>().join("\n"));
    let is_han = |c: &char| ('\u{3400}'..='\u{9fff}').contains(c);
    let han = text.chars().filter(is_han).count();
    let other = text.replace(|c: char| is_han(&c), " ");
    let words = other.split_whitespace();
    let words = words.filter(|word| word.chars().any(char::is_alphanumeric));
    words.count() + han * 2 / CHARACTERS_OF_TWO_WORDS
}

/// Whether a formula computes, rather than lists the cells of a row.
fn is_arithmetic(formula: &str) -> bool {
    let is_listed = formula.contains(';');
    !is_listed && formula.chars().any(|c| c.is_ascii_digit())
}

/// The frame of a question as data.
fn frame_of(gathered: &Gathered) -> String {
    let frame = &gathered.frame;
    let periods: Vec<String> = frame.when.periods.iter().map(ToString::to_string).collect();
    let measures: Vec<String> = frame.measures.iter().map(measure_of).collect();
    let frame = json!({
        "subjects": gathered.subjects,
        "kind": frame.kind,
        "wanted": frame.wanted,
        "periods": periods,
        "measures": measures,
    });
    clip(&frame.to_string(), 1_000)
}

fn measure_of(measure: &Measure) -> String {
    let name = |operand: &Operand| match operand {
        Operand::Filed(metric) => (*metric).to_owned(),
        Operand::Worded(words) => words.clone(),
    };
    match measure {
        Measure::Level(one) => name(one),
        Measure::Ratio(part, whole) => format!("{} / {}", name(part), name(whole)),
        Measure::Sum(one, other) => format!("{} + {}", name(one), name(other)),
    }
}

/// The passages for a prompt: what the rules' answer rests on, then the best of every search in turn,
/// tables that a machine made of filed facts behind all others. What only repeats others
/// is passed over.
pub(super) fn best_passages(gathered: &Gathered, most: usize) -> Vec<Evidence> {
    let cited = gathered.answer.said.iter().flat_map(|said| &said.evidence);
    let cited: Vec<&EvidenceId> = cited.collect();
    let all = || gathered.searches.iter().flatten();
    let mut ordered: Vec<&Evidence> = all().filter(|one| cited.contains(&&one.id)).collect();
    let deepest = gathered.searches.iter().map(Vec::len).max();
    let mut in_turn: Vec<&Evidence> = Vec::new();
    for rank in 0..deepest.unwrap_or_default() {
        in_turn.extend(gathered.searches.iter().filter_map(|found| found.get(rank)));
    }
    in_turn.sort_by_key(|one| gathered.extracts.contains(&one.id));
    ordered.extend(in_turn);
    let mut said = SaidBefore::default();
    let new = ordered.into_iter().filter(|one| said.takes(&one.quote));
    new.take(most).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::{is_arithmetic, words_in};

    #[test]
    fn words_are_counted_in_both_languages_without_tables_and_marks() {
        assert_eq!(words_in("Sales fell 7% to 310 units [[ev_1a2b3c4d5e]]."), 6);
        assert_eq!(words_in("| a | b |\n|---|---|\n| 1 | 2 |\n\nTwo words."), 2);
        assert_eq!(words_in("营业收入下降了"), 4);
    }

    #[test]
    fn a_row_of_cells_is_no_arithmetic() {
        assert!(is_arithmetic("(4610 - 4100) / 4100") && is_arithmetic("4610"));
        assert!(!is_arithmetic("4610; 4100") && !is_arithmetic(""));
    }
}
