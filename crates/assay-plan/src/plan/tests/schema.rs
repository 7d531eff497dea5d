use assay_domain::ResearchType;
use serde_json::{Value, json};

use super::super::{parse, planner_schema, schema};

fn names(object: &Value) -> Vec<&String> {
    object.as_object().unwrap().keys().collect()
}

#[test]
fn the_schema_names_what_the_reader_reads() {
    let schema = schema();
    let types = ResearchType::ALL.map(ResearchType::name);
    assert_eq!(schema["properties"]["research_type"]["enum"], json!(types));
    let task = &schema["properties"]["tasks"]["items"];
    let hints = &task["properties"]["hints"];

    // the reader says which fields it knows when it is given one that it does not
    let foreign = r#"{"zzzzzzzzz": 0, "tasks": [{"zzzzzzzzz": 0, "hints": {"zzzzzzzzz": 0}}]}"#;
    let told: Vec<String> = parse(foreign)
        .unwrap_err()
        .iter()
        .filter(|problem| problem.kind.name() == "unknown_field")
        .map(ToString::to_string)
        .collect();
    assert_eq!(told.len(), 3);
    for (told, object) in told.iter().zip([&schema, task, hints]) {
        for name in names(&object["properties"]) {
            assert!(
                told.contains(name.as_str()) || name == "$schema",
                "{name}: {told}"
            );
        }
        assert_eq!(object["additionalProperties"], json!(false));
    }
}

#[test]
fn its_examples_are_plans() {
    for example in schema()["examples"].as_array().unwrap() {
        parse(&example.to_string()).unwrap();
    }
}

#[test]
fn a_model_is_shown_the_plan_without_what_only_editors_need() {
    let schema = planner_schema();
    assert_eq!(
        names(&schema["properties"]),
        ["research_type", "topic", "objectives", "tasks", "ask_back"]
    );
    assert!(!schema.to_string().contains("examples"));
    assert!(!schema.to_string().contains("$"));
}
