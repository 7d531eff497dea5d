//! Tools of the user's servers, as every kind of research is offered them.

use assay_domain::{Failure, FailureCode, ToolSpec};

use super::Researchers;
use super::tool_answer::ToolAnswer;
use super::tool_calls::told;
use crate::workshop::WorkError;
use crate::{RunContext, Scope};

/// As many tools as fit into a room for their descriptions, in characters. The others are there all
/// the same for whoever knows their names.
pub(super) fn fitting(tools: Vec<ToolSpec>, characters: usize) -> Vec<ToolSpec> {
    let mut left = characters;
    let size = |tool: &ToolSpec| {
        let parameters = tool.parameters.to_string();
        let texts = [&tool.name, &tool.description, &parameters];
        texts.iter().map(|text| text.chars().count()).sum::<usize>()
    };
    let fits = |tool: &ToolSpec| {
        let size = size(tool);
        let fits = size <= left;
        left -= if fits { size } else { 0 };
        fits
    };
    tools.into_iter().filter(fits).collect()
}

/// Journals, as a failed call, why tools of the user's servers are not there.
pub(super) async fn note_missing_tools(
    researchers: &Researchers,
    context: &RunContext,
    scope: &mut Scope,
) -> Result<(), WorkError> {
    for problem in researchers.outside.problems().await {
        let refused = || async {
            Err::<String, Failure>(Failure::new(FailureCode::ToolRefused, problem.clone()))
        };
        let noted = context.tool(scope, "mcp", "{}", refused).await;
        told(noted.map(|_| ToolAnswer::Nothing))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use assay_domain::ToolSpec;
    use serde_json::json;

    use super::fitting;

    #[test]
    fn a_tool_that_does_not_fit_keeps_no_other_out() {
        let tool = |name: &str, length: usize| ToolSpec {
            name: name.to_owned(),
            description: "x".repeat(length),
            parameters: json!({}),
        };
        let tools = vec![tool("a", 40), tool("b", 900), tool("c", 40)];
        let kept = fitting(tools, 100);
        let names: Vec<&str> = kept.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(names, ["a", "c"]);
    }
}
