#[cfg(test)]
#[path = "prompts_tests.rs"]
mod tests;

use std::collections::BTreeSet;

use assay_domain::{DataBlock, Language, ResearchType};

/// A prompt that cannot be rendered is a bug that a test finds, never a prompt with a hole in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PromptError {
    #[error("prompt {prompt}: no value for `{name}`")]
    MissingValue { prompt: &'static str, name: String },
    #[error("prompt {prompt}: the value `{name}` is not used")]
    UnusedValue { prompt: &'static str, name: String },
    #[error("prompt {prompt}: {characters} characters, at most {cap} are allowed")]
    TooLong {
        prompt: &'static str,
        characters: usize,
        cap: usize,
    },
}

/// One table: prompt → file name, longest rendered length in characters, what it is for.
macro_rules! prompts {
    ($($(#[$doc:meta])* $variant:ident = $file:literal, $cap:literal;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Prompt {
            $($(#[$doc])* $variant,)*
        }

        impl Prompt {
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $file,)*
                }
            }

            fn cap(self) -> usize {
                match self {
                    $(Self::$variant => $cap,)*
                }
            }

            pub fn text(self, language: Language) -> &'static str {
                match self {
                    $(Self::$variant => language.pick(
                        include_str!(concat!("../prompts/en/", $file, ".md")),
                        include_str!(concat!("../prompts/zh/", $file, ".md")),
                    ),)*
                }
            }
        }
    };
}

prompts! {
    /// Turns a question into a plan.
    Planner = "planner", 24_000;
    /// Sends an invalid plan back with its errors.
    PlannerRetry = "planner_retry", 6_000;
    /// What the user says to the question that a planner asked back.
    PlannerAnswer = "planner_answer", 3_000;
    /// Who a section worker is and what rules it keeps.
    SectionSystem = "section_system", 12_000;
    /// A worker's task: S0's template.
    SectionTask = "section_task", 80_000;
    /// Sends a section back with its problems.
    SectionRetry = "section_retry", 6_000;
    /// Who answers a question and what rules it keeps.
    AnswerSystem = "answer_system", 12_000;
    /// The question, what code has proven, and passages.
    AnswerTask = "answer_task", 60_000;
    /// No more tools: answer from what is there.
    AnswerFinish = "answer_finish", 3_000;
    /// Sends an answer back with its problems.
    AnswerRetry = "answer_retry", 6_000;
    /// Asks for the sentences alone that were refused.
    Mend = "mend", 60_000;
    /// No more tools: write from what is there.
    SectionFinish = "section_finish", 3_000;
    /// Asks again for a reply that held nothing.
    BlankReply = "blank_reply", 1_000;
    /// One JSON object a turn, for servers without tool calls.
    StepObject = "step_object", 12_000;
    /// Executive summary and transitions.
    Summary = "summary", 80_000;
    /// The sentences of all sections, to be read as one text.
    WholeDraft = "whole_draft", 60_000;
    /// Sentences beside the passages that they cite.
    Verifier = "verifier", 100_000;
    /// How to search for one dimension of a deep research.
    DeepStrategy = "deep_strategy", 12_000;
    /// Passages to notes.
    DeepNotes = "deep_notes", 80_000;
    /// What the notes leave open.
    DeepOpen = "deep_open", 32_000;
    /// Notes to a causal model.
    DeepModel = "deep_model", 80_000;
    /// Notes and model to a report.
    DeepReport = "deep_report", 120_000;
    /// Sends an answer of a deep research back with its problems.
    DeepRetry = "deep_retry", 6_000;
    /// Who an autonomous researcher is and what rules it keeps.
    AutonomousSystem = "autonomous_system", 12_000;
    /// What it is to research.
    AutonomousTask = "autonomous_task", 8_000;
    /// What it is told where it has a browser.
    AutonomousBrowser = "autonomous_browser", 3_000;
    /// Who performs file operations that no rule understands.
    FileAgent = "file_agent", 6_000;
    /// Reference: the tools a worker has.
    ToolGuide = "tool_guide", 6_000;
    /// Reference: how to cut a question into tasks.
    PlanningGuide = "planning_guide", 6_000;
}

/// What may stand in a placeholder. Text from outside has no way in but fenced.
#[derive(Clone, Copy, Debug)]
pub enum Fill<'a> {
    /// Words of the program, of the user who asked, or of the plan that the user can see.
    Ours(&'a str),
    Data(&'a DataBlock),
}

impl<'a> Fill<'a> {
    fn text(self) -> &'a str {
        match self {
            Self::Ours("") => "-",
            Self::Ours(text) => text,
            Self::Data(block) if block.is_empty() => "-",
            Self::Data(block) => block.as_str(),
        }
    }
}

impl Prompt {
    /// Puts the values in. Every value must be used and every placeholder filled.
    pub fn render(
        self,
        language: Language,
        values: &[(&str, Fill<'_>)],
    ) -> Result<String, PromptError> {
        let prompt = self.name();
        let template = self.text(language);
        let filled: usize = values.iter().map(|(_, value)| value.text().len()).sum();
        let mut rendered = String::with_capacity(template.len() + filled);
        let mut used = BTreeSet::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once("{{") {
            let Some((name, tail)) = after.split_once("}}") else {
                break;
            };
            let name = name.trim();
            let value = values.iter().find(|(known, _)| *known == name);
            let (known, value) = value.ok_or_else(|| PromptError::MissingValue {
                prompt,
                name: name.to_owned(),
            })?;
            rendered.push_str(before);
            rendered.push_str(value.text());
            used.insert(*known);
            rest = tail;
        }
        rendered.push_str(rest);
        if let Some((name, _)) = values.iter().find(|(name, _)| !used.contains(name)) {
            return Err(PromptError::UnusedValue {
                prompt,
                name: (*name).to_owned(),
            });
        }
        let characters = rendered.chars().count();
        if characters > self.cap() {
            return Err(PromptError::TooLong {
                prompt,
                characters,
                cap: self.cap(),
            });
        }
        Ok(rendered)
    }
}

/// The workflow text for a kind of research: how professionals cut such a question up.
pub fn workflow(kind: ResearchType, language: Language) -> &'static str {
    macro_rules! texts {
        ($name:literal) => {
            language.pick(
                include_str!(concat!("../prompts/en/workflows/", $name, ".md")),
                include_str!(concat!("../prompts/zh/workflows/", $name, ".md")),
            )
        };
    }
    match kind {
        ResearchType::Company => texts!("company"),
        ResearchType::Industry => texts!("industry"),
        ResearchType::Strategy => texts!("strategy"),
        ResearchType::Macro => texts!("macro"),
        ResearchType::Quantitative => texts!("quantitative"),
        ResearchType::Event => texts!("event"),
    }
}

/// The beginning of `text`, at most `characters` long, marked where it was cut.
pub(crate) fn clip(text: &str, characters: usize) -> String {
    // No text has more characters than bytes.
    if text.len() <= characters {
        return text.to_owned();
    }
    match text.char_indices().nth(characters) {
        Some((at, _)) => format!("{} […]", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// `- ` lines, or a dash where there is nothing.
pub(crate) fn bullets(items: &[String]) -> String {
    if items.is_empty() {
        return "-".to_owned();
    }
    items
        .iter()
        .map(|item| format!("- {item}"))
        .collect::<Vec<_>>()
        .join("\n")
}
