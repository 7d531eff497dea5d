use assay_domain::Plan;

use super::super::{check, repair};
use super::{TESLA, json, lines, plan};

fn shape(plan: &Plan) -> Vec<(u32, Vec<u32>)> {
    plan.tasks
        .iter()
        .map(|task| (task.id.0, task.dependencies.iter().map(|id| id.0).collect()))
        .collect()
}

#[test]
fn slips_are_mended_and_every_repair_is_named() {
    let cases = [
        ("unknown dependency", plan(&[(1, &[]), (2, &[1, 9])])),
        ("self dependency", plan(&[(1, &[1]), (2, &[1])])),
        ("repeated dependency", plan(&[(1, &[]), (2, &[1, 1, 1])])),
        (
            "indirect dependency",
            plan(&[(1, &[]), (2, &[1]), (3, &[2]), (4, &[1, 2, 3])]),
        ),
        (
            "counted from zero",
            plan(&[(0, &[]), (1, &[0]), (2, &[0, 1])]),
        ),
        ("gaps", plan(&[(10, &[]), (30, &[10]), (20, &[10, 40])])),
        ("all in order", plan(&[(2, &[1]), (1, &[])])),
    ];
    let report: String = cases
        .iter()
        .map(|(name, plan)| {
            let (plan, repairs) = repair(&json(plan)).expect(name);
            assert_eq!(check(&plan), [], "{name}");
            lines(name, &repairs) + &format!("→ {:?}\n", shape(&plan))
        })
        .collect();
    insta::assert_snapshot!(report);
}

#[test]
fn what_can_mean_only_one_thing_is_taken_for_it() {
    let loose = r#"Here is the plan:
```json
{"plan": {"research_type": " Company", "topic": "T", "objectives": "one aim", "notes": "x",
 "tasks": [
  {"id": "1", "description": "a", "dependencies": [], "hints": null, "owner": "me"},
  {"id": 2, "description": "b", "dependencies": ["1"],
   "hints": {"data_needs": "revenue", "key_questions": null, "suggested_tools": ["", "t"]}}]}}
```
Good luck!"#;
    let (plan, repairs) = repair(loose).unwrap();
    assert_eq!(repairs, []);
    insta::assert_json_snapshot!(plan);
}

#[test]
fn what_cannot_be_mended_goes_back_to_the_planner() {
    let cases = [
        ("no JSON", "I am sorry, I cannot plan this.".to_owned()),
        (
            "cut off",
            "{\"research_type\": \"company\", \"tasks\": [{}".to_owned(),
        ),
        ("cycle", json(&plan(&[(1, &[3]), (2, &[1]), (3, &[2, 8])]))),
        ("number twice", json(&plan(&[(1, &[]), (1, &[])]))),
        ("zero twice", json(&plan(&[(0, &[]), (0, &[])]))),
        ("no tasks", json(&plan(&[]))),
        (
            "wrong types",
            r#"{"research_type": "company", "topic": "", "objectives": [], "tasks": [
                {"id": "one", "description": "a", "dependencies": []},
                {"id": -1, "description": "b"}]}"#
                .to_owned(),
        ),
    ];
    let report: String = cases
        .iter()
        .map(|(name, text)| lines(name, &repair(text).expect_err(name)))
        .collect();
    insta::assert_snapshot!(report);
}

#[test]
fn the_example_of_s0_needs_no_repair() {
    let (plan, repairs) = repair(TESLA).unwrap();
    assert_eq!(repairs, []);
    assert_eq!(plan, super::super::parse(TESLA).unwrap());
}
