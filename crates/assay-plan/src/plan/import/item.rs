//! What one list item says: a description, data, questions, tools.

use assay_domain::Hints;

use super::line::plain;
use super::words::{Label, is_separator};

/// A task as a list item tells it: `**Rivals**: market share, prices (`web_search`)`.
pub(super) fn task(text: &str) -> (String, Hints) {
    let mut hints = Hints::default();
    let (text, tools) = without_tools(text);
    add_all(&mut hints.suggested_tools, tools);
    let bold = text
        .strip_prefix("**")
        .and_then(|rest| rest.split_once("**"))
        .filter(|(_, after)| after.starts_with([':', '：']) || after.starts_with(is_separator));
    let Some((name, details)) = bold else {
        return (plain(&text), hints);
    };
    let details = details.trim_start_matches(is_separator);
    add(&mut hints, Label::DataNeeds, details);
    (plain(name).trim_end_matches([':', '：']).to_owned(), hints)
}

/// A line below a task that does not say what it is: a question or a need.
pub(super) fn detail(hints: &mut Hints, text: &str) {
    let (text, tools) = without_tools(text);
    add_all(&mut hints.suggested_tools, tools);
    let text = plain(&text);
    if text.ends_with(['?', '？']) {
        add_all(&mut hints.key_questions, [text]);
    } else {
        add_all(&mut hints.data_needs, [text]);
    }
}

/// Adds the value of a labelled line to the list that the label names. False if it names none.
pub(super) fn add(hints: &mut Hints, label: Label, value: &str) -> bool {
    match label {
        Label::DataNeeds => {
            let (value, tools) = without_tools(value);
            add_all(&mut hints.suggested_tools, tools);
            add_all(&mut hints.data_needs, split(&value, "、，,；;"));
        }
        Label::KeyQuestions => add_all(&mut hints.key_questions, split(value, "；;")),
        Label::Tools => {
            let names = split(&value.replace('`', " "), "、，,；; ");
            add_all(&mut hints.suggested_tools, names);
        }
        Label::ResearchType | Label::Objectives | Label::DependsOn | Label::Tasks => return false,
    }
    true
}

pub(super) fn merge(into: &mut Hints, more: &Hints) {
    add_all(&mut into.data_needs, more.data_needs.clone());
    add_all(&mut into.key_questions, more.key_questions.clone());
    add_all(&mut into.suggested_tools, more.suggested_tools.clone());
}

fn add_all(list: &mut Vec<String>, items: impl IntoIterator<Item = String>) {
    for item in items {
        if !item.is_empty() && !list.contains(&item) {
            list.push(item);
        }
    }
}

fn split(text: &str, separators: &str) -> Vec<String> {
    text.split(|c| separators.contains(c))
        .map(|part| plain(part).trim_end_matches(['。', '.']).to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

/// Words that only led to a tool's name and hang in the air without it.
const LEADS: [&str; 10] = [
    "使用", "调用", "利用", "通过", "用", "via", "using", "with", "use", "by",
];

/// The text without the tools named in backticks, and the tools. Other code keeps its text.
fn without_tools(text: &str) -> (String, Vec<String>) {
    let mut kept = String::new();
    let mut tools = Vec::new();
    for (number, part) in text.split('`').enumerate() {
        let is_code = number % 2 == 1;
        if is_code && is_tool_name(part) {
            tools.push(part.to_owned());
            drop_lead(&mut kept);
        } else {
            kept.push_str(part);
        }
    }
    if !tools.is_empty() {
        kept = tidy(&kept);
    }
    (kept.trim().to_owned(), tools)
}

fn is_tool_name(code: &str) -> bool {
    code.starts_with(|c: char| c.is_ascii_alphabetic())
        && code
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
}

fn drop_lead(kept: &mut String) {
    let trimmed = kept.trim_end();
    let lower = trimmed.to_lowercase();
    let lead = LEADS.iter().find(|lead| {
        lower.strip_suffix(**lead).is_some_and(|before| {
            // an English lead must be a word of its own
            !lead.is_ascii() || !before.ends_with(|c: char| c.is_ascii_alphanumeric())
        })
    });
    if let Some(lead) = lead {
        kept.truncate(trimmed.len() - lead.len());
    }
}

/// Without the empty brackets and the dangling separators that a removed name leaves.
fn tidy(text: &str) -> String {
    let mut tidy = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (left, right) in [("(", ")"), ("（", "）"), ("[", "]")] {
        for empty in ["", " ", ",", "、", ", ", " , ", "，"] {
            tidy = tidy.replace(&format!("{left}{empty}{right}"), "");
        }
    }
    let dangling = |c: char| is_separator(c) || ",，;；+".contains(c);
    tidy.trim_end_matches(dangling)
        .trim_start_matches(dangling)
        .to_owned()
}
