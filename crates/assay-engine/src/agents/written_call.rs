//! Tool calls that a model writes down instead of making them.

use assay_domain::{ChatReply, Language, ToolSpec, cited_ids};
use assay_plan::Turn;

/// The turn of a model that was offered `tools` and wrote one of them into its text. A section cites
/// evidence and has no reason to name a tool; what names one and cites nothing is the call itself.
pub(super) fn written_call(
    reply: &ChatReply,
    tools: &[ToolSpec],
    language: Language,
) -> Option<Turn> {
    let is_section = cited_ids(&reply.text).next().is_some();
    if is_section || !reply.tool_calls.is_empty() {
        return None;
    }
    let tool = tools
        .iter()
        .find(|tool| names_tool(&reply.text, &tool.name))?;
    let name = &tool.name;
    let problem = language.pick(
        format!(
            "You wrote the call of `{name}` as text; nothing was called. Call the tool itself, do not write the call as text. If you need no tool, write the section."
        ),
        format!(
            "你把对 `{name}` 的调用写成了文字，工具并没有被调用。请真正调用工具，不要把调用写成文字；如果不需要工具，就写出这一节。"
        ),
    );
    Some(Turn::WrittenCall {
        text: reply.text.clone(),
        problem,
    })
}

/// Whether a text has the name as a word of its own. A name that could be an ordinary word counts
/// only where arguments follow, or where it stands in quotation marks as the value of a JSON field.
fn names_tool(text: &str, name: &str) -> bool {
    let is_ordinary = name.chars().all(char::is_alphabetic);
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + name.len()..).unwrap_or_default();
        let is_word = !before.ends_with(is_in_name) && !after.starts_with(is_in_name);
        is_word && (!is_ordinary || is_called(before, after))
    })
}

fn is_in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// `weather(…)`, `weather {…}`, `"name": "weather"`.
fn is_called(before: &str, after: &str) -> bool {
    if after.trim_start().starts_with(['(', '{']) {
        return true;
    }
    let Some(before) = before.strip_suffix('"') else {
        return false;
    };
    after.starts_with('"') && before.trim_end().ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_domain::Finish;

    fn check(text: &str, expected: bool) {
        let tools = ["search_library", "weather"].map(|name| ToolSpec {
            name: name.to_owned(),
            description: String::new(),
            parameters: serde_json::json!({}),
        });
        let reply = ChatReply {
            text: text.to_owned(),
            tool_calls: Vec::new(),
            finish: Finish::Stop,
            usage: None,
            model: String::new(),
        };
        let turn = written_call(&reply, &tools, Language::En);
        assert_eq!(turn.is_some(), expected, "{text}");
    }

    #[test]
    fn a_call_in_any_form_is_known_by_the_name_of_its_tool() {
        for text in [
            "search_library(query=\"ferry traffic\")",
            "{\"name\": \"search_library\", \"arguments\": {\"query\": \"ferries\"}}",
            "<tool_call>\n{\"name\": \"weather\", \"arguments\": {}}\n</tool_call>",
            "I will now use search_library to look for ferry traffic.",
            "我先调用search_library检索渡轮客流。",
            "weather {\"place\": \"Bergen\"}",
        ] {
            check(text, true);
        }
    }

    #[test]
    fn what_cites_evidence_or_means_the_ordinary_word_is_no_call() {
        for text in [
            "## Ferries\n\nThe archive tool search_library was opened in 2019 [[ev_1a2b3c4d5e]].",
            "The weather was poor (see the harbour log).",
            "my_search_library_2 is something else",
            "Nothing was found.",
        ] {
            check(text, false);
        }
    }
}
