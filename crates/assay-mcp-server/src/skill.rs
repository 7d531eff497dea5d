//! The skill: a folder that tells an agent how to do research with Assay. Its files are made from the
//! planner's own texts and the table of tools, so they say what the program does.

use assay_domain::{Language, ResearchType};
use assay_engine::{Prompt, workflow};
use serde_json::Value;

use crate::tools::{Effect, TOOLS, ToolEntry};

/// Begins the last line of each file. What follows is a hash of all lines before: a file that a
/// person changed is told from one that only the program wrote.
const SEAL: &str = "<!-- assay-skill ";

/// A file of the skill: its path inside the folder, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillFile {
    pub path: &'static str,
    pub text: String,
}

/// Every file of the skill.
pub fn skill_files() -> Vec<SkillFile> {
    let file = |path, text: String| SkillFile {
        path,
        text: sealed(text.trim_end()),
    };
    vec![
        file("SKILL.md", include_str!("../texts/skill.txt").to_owned()),
        file("references/planning-guide.md", planning_guide()),
        file("references/workflows.md", workflows()),
        file("references/tools.md", tools()),
    ]
}

/// Whether a text is a file of the skill, of this version or another, that nobody has changed.
pub fn is_untouched(text: &str) -> bool {
    let Some((body, seal)) = text.trim_end().rsplit_once(SEAL) else {
        return false;
    };
    seal.strip_suffix(" -->") == Some(&hash(body.trim_end()))
}

fn sealed(body: &str) -> String {
    format!("{body}\n\n{SEAL}{} -->\n", hash(body))
}

fn hash(body: &str) -> String {
    let hex = blake3::hash(body.as_bytes()).to_hex();
    hex.get(..16).unwrap_or_default().to_owned()
}

fn planning_guide() -> String {
    format!(
        "# Planning guide\n\n{}\n\n## The plan as JSON\n\n{}\n\n# 计划指南\n\n{}\n",
        Prompt::PlanningGuide.text(Language::En).trim(),
        include_str!("../texts/plan_form.md").trim(),
        Prompt::PlanningGuide.text(Language::Zh).trim(),
    )
}

fn workflows() -> String {
    let mut text = "# Workflows\n".to_owned();
    for language in [Language::En, Language::Zh] {
        if language == Language::Zh {
            text.push_str("\n# 研究框架\n");
        }
        for kind in ResearchType::ALL {
            text.push_str(&format!("\n{}\n", workflow(kind, language).trim()));
        }
    }
    text
}

fn tools() -> String {
    let mut text = format!(
        "# Tools of the MCP server `assay`\n\n{}\n",
        include_str!("../texts/tool_rules.md").trim()
    );
    for tool in TOOLS {
        text.push_str(&described(tool));
    }
    text
}

fn described(tool: &ToolEntry) -> String {
    let effect = match tool.effect {
        Effect::Reads => "changes nothing",
        Effect::Adds => "adds to the library",
        Effect::Keeps => "keeps what was asked",
        Effect::Works => "starts, continues or ends work",
    };
    let mut text = format!("\n## `{}`\n\n{} ({effect})\n", tool.name, tool.about);
    let schema = (tool.handler.schema)();
    let needed = schema.get("required").and_then(Value::as_array);
    let is_needed = |name: &str| {
        needed.is_some_and(|names| names.iter().any(|known| known.as_str() == Some(name)))
    };
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.into_iter().flatten();
    if properties.clone().next().is_some() {
        text.push('\n');
    }
    for (name, property) in properties {
        let about = property.get("description").and_then(Value::as_str);
        let mark = if is_needed(name) { ", required" } else { "" };
        text.push_str(&format!(
            "- `{name}`{mark}: {}\n",
            about.unwrap_or_default()
        ));
    }
    text
}
