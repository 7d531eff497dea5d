//! What somebody asked: how it was understood, and what was asked on afterwards.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ClaimCheck, ClaimKind, Date, Evidence, EvidenceId, Language, Outcome};

/// A question as it was understood, in words that whoever asked it can check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Understood {
    /// Companies of the library; empty where the question is about none of them.
    pub subjects: Vec<String>,
    /// What was taken for a slip, and the name it was taken for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meant: Vec<(String, String)>,
    /// Figures by their names, or the topic in the words of the question.
    pub asked: Vec<String>,
    /// As stated; empty where the newest are meant.
    pub periods: Vec<String>,
    /// How many of the newest periods are meant where none is stated.
    pub newest: usize,
    pub form: AnswerForm,
}

/// The form that an answer should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnswerForm {
    LookUp,
    Compare,
    Explain,
    List,
    HowTo,
    Judge,
}

impl AnswerForm {
    pub fn name(self, language: Language) -> &'static str {
        match self {
            Self::LookUp => language.pick("a fact or figure", "事实或数字"),
            Self::Compare => language.pick("a comparison", "比较"),
            Self::Explain => language.pick("an explanation", "解释"),
            Self::List => language.pick("a list", "列举"),
            Self::HowTo => language.pick("steps", "步骤"),
            Self::Judge => language.pick("a judgement", "评价"),
        }
    }
}

impl Understood {
    /// All of it in a line.
    pub fn line(&self, language: Language) -> String {
        let list = |parts: &[String]| parts.join(language.pick(", ", "、"));
        let subjects = match self.subjects.is_empty() {
            true => language.pick("the whole library", "整个资料库").to_owned(),
            false => list(&self.subjects),
        };
        let slips = self.meant.iter().map(|(said, meant)| {
            language.pick(
                format!(" (“{said}” read as {meant})"),
                format!("（“{said}”理解为 {meant}）"),
            )
        });
        let periods = match (self.periods.is_empty(), self.newest) {
            (false, _) => list(&self.periods),
            (true, 0 | 1) => language.pick("the newest", "最新一期").to_owned(),
            (true, newest) => {
                language.pick(format!("the newest {newest}"), format!("最近 {newest} 期"))
            }
        };
        let asked = match self.asked.is_empty() {
            true => language.pick("anything", "不限").to_owned(),
            false => list(&self.asked),
        };
        let subjects = subjects + &slips.collect::<String>();
        let form = self.form.name(language);
        language.pick(
            format!("about {subjects} · asked {asked} · period {periods} · wanted {form}"),
            format!("对象：{subjects} · 所问：{asked} · 期间：{periods} · 形式：{form}"),
        )
    }
}

/// The one thing that a planner may ask back before it plans.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlannerQuestion {
    pub question: String,
    /// Answers to choose from; any other may be given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// What the plan takes for granted where nobody answers.
    pub assumption: String,
}

/// A question that was asked on after a run had ended, with its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FollowUp {
    pub question: String,
    /// The question with what it left out.
    pub completed: String,
    pub language: Language,
    /// Only figures that were filed by this day count.
    pub as_of: Date,
    pub understood: Understood,
    /// `completed` where it was answered, `failed` where the library does not say.
    pub outcome: Outcome,
    /// Markdown with [[ev_…]] marks; empty where the library does not say.
    pub answer: String,
    /// What the library does not say.
    pub missing: Vec<String>,
    /// What the answer cites, in its order.
    pub evidence: Vec<Evidence>,
    /// The sentences of the answer, as they were held against the evidence.
    pub sentences: Vec<AnsweredSentence>,
}

/// A sentence of an answer and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AnsweredSentence {
    pub text: String,
    pub evidence_ids: Vec<EvidenceId>,
    #[serde(flatten)]
    pub kind: ClaimKind,
    pub check: Option<ClaimCheck>,
}

#[cfg(test)]
mod tests {
    use super::{AnswerForm, Understood};
    use crate::Language;

    #[test]
    fn a_reader_sees_in_a_line_what_was_understood() {
        let mut understood = Understood {
            subjects: vec!["Halden Ferries".to_owned(), "Orsund Towage".to_owned()],
            meant: vec![("orsnud".to_owned(), "Orsund Towage".to_owned())],
            asked: vec!["capital expenditure".to_owned()],
            periods: vec!["FY2024".to_owned()],
            newest: 1,
            form: AnswerForm::Compare,
        };
        assert_eq!(
            understood.line(Language::En),
            "about Halden Ferries, Orsund Towage (“orsnud” read as Orsund Towage) · asked capital expenditure · period FY2024 · wanted a comparison"
        );
        understood.subjects.clear();
        understood.meant.clear();
        understood.periods.clear();
        understood.newest = 3;
        assert_eq!(
            understood.line(Language::Zh),
            "对象：整个资料库 · 所问：capital expenditure · 期间：最近 3 期 · 形式：比较"
        );
    }
}
