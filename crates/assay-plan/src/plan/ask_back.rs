//! The one thing that a planner may ask back, beside its plan.

use assay_domain::PlannerQuestion;
use serde_json::{Value, json};

/// The field of a planner's answer that holds it.
const FIELD: &str = "ask_back";
/// Characters of a text, and options to choose from.
const LONGEST: usize = 300;
const MOST_OPTIONS: usize = 6;

/// Takes what a planner asks back out of its answer. Without a question, or without what the plan
/// assumes in the meantime, it asks nothing.
pub fn take_ask_back(answer: &mut Value) -> Option<PlannerQuestion> {
    let mut asked = answer.as_object_mut()?.remove(FIELD)?;
    let mut text = |name: &str| asked.get_mut(name).map(Value::take).and_then(line);
    let (question, assumption) = (text("question")?, text("assumption")?);
    let options = asked.get_mut("options").map(Value::take);
    let options = options.iter().filter_map(Value::as_array).flatten();
    let options = options.cloned().filter_map(line).take(MOST_OPTIONS);
    Some(PlannerQuestion {
        options: options.collect(),
        question,
        assumption,
    })
}

/// A text on one line, not too long to be read.
fn line(value: Value) -> Option<String> {
    let words: Vec<&str> = value.as_str()?.split_whitespace().collect();
    let line: String = words.join(" ").chars().take(LONGEST).collect();
    (!line.is_empty()).then_some(line)
}

/// The field as a planner is shown it.
pub(super) fn property() -> (String, Value) {
    let schema = json!({
        "type": "object",
        "properties": {
            "question": {"type": "string"},
            "options": {"type": "array", "items": {"type": "string"}},
            "assumption": {"type": "string"},
        },
        "required": ["question", "assumption"],
    });
    (FIELD.to_owned(), schema)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::take_ask_back;

    #[test]
    fn a_question_is_taken_with_its_assumption_or_not_at_all() {
        let mut answer = json!({
            "topic": "Ferries", "ask_back": {
                "question": " Which  line,\nthe northern or the southern? ",
                "options": ["northern", 7, "", "southern"],
                "assumption": "the northern line",
            },
        });
        let asked = take_ask_back(&mut answer).expect("it asks");
        assert_eq!(asked.question, "Which line, the northern or the southern?");
        assert_eq!(asked.options, ["northern", "southern"]);
        assert_eq!(answer, json!({"topic": "Ferries"}));
        for nothing in [
            json!({"ask_back": null}),
            json!({"ask_back": {"question": "Which?", "assumption": " "}}),
            json!({"ask_back": {"assumption": "all of them"}}),
            json!({"ask_back": "Which one?"}),
            json!([]),
        ] {
            assert_eq!(take_ask_back(&mut nothing.clone()), None, "{nothing}");
        }
    }
}
