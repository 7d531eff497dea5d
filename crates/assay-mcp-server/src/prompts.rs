//! A prompt for each kind of research in each language, from the texts that Assay's own planner reads.

use assay_domain::{Language, Request, ResearchType};
use assay_engine::{Prompt as Text, workflow};
use rmcp::model::{JsonObject, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::Value;

const LANGUAGES: [Language; 2] = [Language::En, Language::Zh];
/// A longer question is a document; it belongs into the library.
const LONGEST_QUESTION: usize = 20_000;

/// The prompt's name, which also says its language.
fn name(kind: ResearchType, language: Language) -> String {
    language.pick(
        format!("research-{}", kind.name()),
        format!("research-{}-zh", kind.name()),
    )
}

fn title(kind: ResearchType, language: Language) -> &'static str {
    match kind {
        ResearchType::Company => language.pick("Company research", "公司研究"),
        ResearchType::Industry => language.pick("Industry research", "行业研究"),
        ResearchType::Strategy => language.pick("Strategy research", "策略研究"),
        ResearchType::Macro => language.pick("Macroeconomic research", "宏观研究"),
        ResearchType::Quantitative => language.pick("Quantitative research", "量化研究"),
        ResearchType::Event => language.pick("Event analysis", "事件分析"),
    }
}

pub(crate) fn listed() -> Vec<Prompt> {
    let all = ResearchType::ALL.into_iter();
    all.flat_map(|kind| LANGUAGES.map(|language| described(kind, language)))
        .collect()
}

fn described(kind: ResearchType, language: Language) -> Prompt {
    let about = language.pick(
        "Plan, gather evidence, write and check a report with Assay's tools, in English.",
        "用 Assay 的工具制定计划、收集证据、撰写并核查报告（中文）。",
    );
    let question = PromptArgument::new("question")
        .with_title(language.pick("Question", "问题"))
        .with_description(language.pick("What is to be found out.", "要研究的问题。"))
        .with_required(true);
    Prompt::new(name(kind, language), Some(about), Some(vec![question]))
        .with_title(title(kind, language))
}

/// Why a prompt cannot be had.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoPrompt {
    #[error("there is no prompt `{0}`; prompts/list names them")]
    Unknown(String),
    #[error("the argument `question` is missing; say what is to be found out")]
    NoQuestion,
    #[error(
        "the question is longer than {LONGEST_QUESTION} bytes; put the material into the library and ask about it"
    )]
    TooLong,
}

pub(crate) fn made(
    asked: &str,
    arguments: Option<&JsonObject>,
) -> Result<(String, Vec<PromptMessage>), NoPrompt> {
    let all = ResearchType::ALL.into_iter();
    let mut all = all.flat_map(|kind| LANGUAGES.map(|language| (kind, language)));
    let (kind, language) = all
        .find(|(kind, language)| name(*kind, *language) == asked)
        .ok_or_else(|| NoPrompt::Unknown(asked.to_owned()))?;
    let question = arguments.and_then(|arguments| arguments.get("question"));
    let question = question.and_then(Value::as_str).map(str::trim);
    let question = question
        .filter(|question| Request::asks(question))
        .ok_or(NoPrompt::NoQuestion)?;
    if question.len() > LONGEST_QUESTION {
        return Err(NoPrompt::TooLong);
    }
    let text = whole(kind, language, question);
    let message = PromptMessage::new_text(Role::User, text);
    Ok((title(kind, language).to_owned(), vec![message]))
}

fn whole(kind: ResearchType, language: Language, question: &str) -> String {
    let heading = language.pick("Question", "问题");
    let planning = language.pick("How to plan", "如何制定计划");
    let procedure = language.pick(
        include_str!("../texts/en/procedure.md"),
        include_str!("../texts/zh/procedure.md"),
    );
    let parts = [
        format!("# {heading}\n\n{question}"),
        procedure.trim().to_owned(),
        workflow(kind, language).trim().to_owned(),
        format!(
            "## {planning}\n\n{}",
            Text::PlanningGuide.text(language).trim()
        ),
    ];
    format!("{}\n", parts.join("\n\n"))
}
