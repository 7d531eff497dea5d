use super::super::{MAX_TASKS, check, parse};
use super::{TESLA, json, lines, plan};

/// A plan of one good task, into which a case puts its own text.
fn with_tasks(tasks: &str) -> String {
    format!(
        r#"{{"research_type": "company", "topic": "T", "objectives": ["o"], "tasks": {tasks}}}"#
    )
}

fn report(cases: &[(&str, String)]) -> String {
    cases
        .iter()
        .map(|(name, text)| lines(name, &parse(text).expect_err(name)))
        .collect()
}

#[test]
fn a_text_that_is_no_plan() {
    insta::assert_snapshot!(report(&[
        ("empty", " \n".to_owned()),
        ("cut off", "{\"topic\": \"T\",\n  \"tasks\": [".to_owned()),
        ("trailing comma", "{\n  \"topic\": \"T\",\n}".to_owned()),
        ("not an object", "[1, 2]".to_owned()),
        ("nothing in it", "{}".to_owned()),
    ]));
}

#[test]
fn every_wrong_field_is_reported_at_once() {
    insta::assert_snapshot!(report(&[
        (
            "misspelt and foreign fields",
            r#"{"researchType": "company", "topic": "T", "objectivs": [], "tasks": [], "colour": 1,
                "a/b~c": 2}"#
                .to_owned(),
        ),
        (
            "a field twice",
            r#"{"research_type": "macro", "topic": "A", "topic": "B", "objectives": [],
                "tasks": [{"id": 1, "description": "d", "dependencies": []}]}"#
                .to_owned(),
        ),
        (
            "research types",
            r#"{"research_type": "Industries", "topic": "T", "objectives": [], "tasks": [{"id": 1,
                "description": "d", "dependencies": []}]}"#
                .to_owned(),
        ),
        (
            "research type from nowhere",
            r#"{"research_type": "poetry", "topic": "T", "objectives": [], "tasks": [{"id": 1,
                "description": "d", "dependencies": []}]}"#
                .to_owned(),
        ),
        (
            "wrong types",
            r#"{"research_type": 1, "topic": ["T"], "objectives": "o", "tasks": [
                {"id": "1", "description": null, "dependencies": 3, "hints": []},
                {"id": 2.5, "description": "d", "dependencies": ["1", true], "hints": {
                 "data_needs": "d", "key_questions": [1], "suggested_tools": null}},
                "write it"]}"#
                .to_owned(),
        ),
        (
            "numbers that no plan reaches",
            with_tasks(
                r#"[{"id": 99999999999999999999, "description": "d", "dependencies": [1e30]}]"#,
            ),
        ),
        (
            "blank texts",
            r#"{"research_type": "event", "topic": " ", "objectives": ["a", ""], "tasks": [
                {"id": 1, "description": "\n", "dependencies": [],
                 "hints": {"data_needs": ["x", "\t"]}}]}"#
                .to_owned(),
        ),
        ("no tasks", with_tasks("[]")),
        (
            "a task says too little",
            with_tasks(r#"[{"hint": {}, "deps": [1], "title": "d"}]"#),
        ),
    ]));
}

#[test]
fn every_wrong_number_and_dependency_is_reported_at_once() {
    insta::assert_snapshot!(report(&[
        (
            "numbers that are none",
            with_tasks(
                r#"[{"id": 0, "description": "a", "dependencies": []},
                    {"id": -2, "description": "b", "dependencies": [-1]},
                    {"id": 4294967296, "description": "c", "dependencies": []}]"#,
            ),
        ),
        (
            "a number twice",
            json(&plan(&[(1, &[]), (1, &[]), (3, &[1])])),
        ),
        ("a gap", json(&plan(&[(1, &[]), (2, &[1]), (5, &[2])]))),
        (
            "numbered from afar",
            json(&plan(&[(11, &[]), (12, &[11]), (13, &[]), (14, &[])])),
        ),
        (
            "dependencies",
            json(&plan(&[(1, &[9]), (2, &[2, 1]), (3, &[1, 2, 1])])),
        ),
        (
            "a cycle",
            json(&plan(&[
                (1, &[]),
                (2, &[1, 5]),
                (3, &[2]),
                (4, &[3]),
                (5, &[3]),
            ])),
        ),
        (
            "two cycles and what hangs on them",
            json(&plan(&[
                (1, &[2]),
                (2, &[1]),
                (3, &[2]),
                (4, &[3, 5]),
                (5, &[4]),
            ])),
        ),
        (
            "shape and graph together",
            with_tasks(
                r#"[{"id": 1, "description": "a", "dependencies": [2], "color": "red"},
                    {"id": 2, "description": "b", "dependencies": [1]}]"#,
            ),
        ),
    ]));
}

#[test]
fn a_good_plan_is_read_as_it_stands() {
    let tesla = parse(TESLA).unwrap();
    assert_eq!(tesla.tasks.len(), 4);
    assert_eq!(tesla, serde_json::from_str(TESLA).unwrap());
    assert_eq!(parse(&json(&tesla)).unwrap(), tesla);
    assert_eq!(check(&tesla), []);

    // numbers may stand in any order, and an editor may name its schema
    let shuffled = json(&plan(&[(2, &[3]), (1, &[]), (3, &[1])]));
    let with_schema = shuffled.replacen('{', r#"{"$schema": "plan.schema.json", "#, 1);
    assert!(parse(&format!("\u{feff}{with_schema}")).is_ok());
}

#[test]
fn a_typed_plan_obeys_the_same_rules() {
    for tasks in [
        &[(1, &[] as &[u32]), (2, &[2, 7])][..],
        &[(1, &[2]), (2, &[1])],
        &[(0, &[]), (5, &[0]), (5, &[])],
        &[],
    ] {
        let plan = plan(tasks);
        assert_eq!(check(&plan), parse(&json(&plan)).unwrap_err());
        assert!(!check(&plan).is_empty());
    }
}

#[test]
fn problems_are_json_for_programs() {
    let problems = check(&plan(&[(1, &[1])]));
    insta::assert_json_snapshot!(problems, @r#"
    [
      {
        "pointer": "/tasks/0/dependencies/0",
        "problem": "self_dependency",
        "message": "/tasks/0/dependencies/0: task 1 depends on itself; remove that dependency"
      }
    ]
    "#);
}

#[test]
fn a_plan_without_end_is_refused() {
    let mut endless = plan(&[]);
    endless.tasks = (1..=u32::try_from(MAX_TASKS).unwrap() + 1)
        .map(|id| super::task(id, &[]))
        .collect();
    assert_eq!(check(&endless)[0].kind.name(), "too_many_tasks");
    endless.tasks.pop();
    assert_eq!(check(&endless), []);
}
