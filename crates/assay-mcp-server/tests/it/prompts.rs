use rmcp::model::GetPromptRequestParams;
use serde_json::json;

use crate::support::{Desk, object};

#[tokio::test]
async fn each_kind_of_research_has_a_prompt_in_each_language() {
    let desk = Desk::new().await;
    let prompts = desk.client.list_all_prompts().await.unwrap();
    assert_eq!(prompts.len(), 12);
    for prompt in &prompts {
        let is_chinese = prompt.name.ends_with("-zh");
        let mut request = GetPromptRequestParams::new(&prompt.name);
        request.arguments = Some(object(json!({"question": "How is Orlin? 如何？"})));
        let made = desk.client.get_prompt(request).await.unwrap();
        let message = serde_json::to_value(&made.messages[0]).unwrap();
        let text = message["content"]["text"].as_str().unwrap();
        assert!(text.contains("How is Orlin? 如何？"), "{text}");
        assert_eq!(text.contains("工作方式"), is_chinese, "{text}");
        let kind = prompt.name.trim_start_matches("research-");
        let kind = kind.trim_end_matches("-zh");
        assert!(text.contains(&format!("`{kind}`")), "{text}");
    }
}

#[tokio::test]
async fn a_prompt_needs_a_question() {
    let desk = Desk::new().await;
    let long = "x".repeat(20_001);
    for (name, arguments, expected) in [
        ("research-company", json!({}), "`question` is missing"),
        (
            "research-company",
            json!({"question": " "}),
            "`question` is missing",
        ),
        ("research-company", json!({"question": long}), "longer than"),
        (
            "research-alchemy",
            json!({"question": "x"}),
            "there is no prompt",
        ),
    ] {
        let mut request = GetPromptRequestParams::new(name);
        request.arguments = Some(object(arguments));
        let error = desk.client.get_prompt(request).await.unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}
