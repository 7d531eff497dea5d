use assay_llm::{JsonProblem, read_json};
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

#[test]
fn slips_of_punctuation_are_mended() {
    for (text, expected) in [
        (r#"{"a": 1}"#, json!({"a": 1})),
        (r#"{"a": [1, 2,], "b": {},}"#, json!({"a": [1, 2], "b": {}})),
        (
            "{'a': 'it\\'s', 'b': True, 'c': None, 'd': False}",
            json!({"a": "it's", "b": true, "c": null, "d": false}),
        ),
        ("{'a': 'say \"hi\"'}", json!({"a": "say \"hi\""})),
        (
            "{\"a\": \"line\nbreak\ttab\"}",
            json!({"a": "line\nbreak\ttab"}),
        ),
        (r#"{"a": "x" "b": 2}"#, json!({"a": "x", "b": 2})),
        ("[{\"a\": 1}\n{\"a\": 2}]", json!([{"a": 1}, {"a": 2}])),
        ("{a: 1, b_2: [true]}", json!({"a": 1, "b_2": [true]})),
        (
            "{“a”: “毛利率”, “b”：2，“c”：[]}",
            json!({"a": "毛利率", "b": 2, "c": []}),
        ),
        (
            "{\"a\": 1, // why\n \"b\": /* not */ 2}",
            json!({"a": 1, "b": 2}),
        ),
        (
            r#"{"url": "http://x//y /* z */", "c:": "{[,"}"#,
            json!({"url": "http://x//y /* z */", "c:": "{[,"}),
        ),
        (r#"{"a": "\u6bdb\n\\ \/"}"#, json!({"a": "毛\n\\ /"})),
        ("```json\n{\"a\": 1}\n```", json!({"a": 1})),
        (
            "Here it is:\n```\n{\"a\": 1,}\n```\nAnything {else}?",
            json!({"a": 1}),
        ),
        (
            "Sure! As [1] and {the sources} say: {\"a\": 1} Done [2].",
            json!({"a": 1}),
        ),
        ("<think>{\"a\": 0}</think>\n{\"a\": 1}", json!({"a": 1})),
        ("```json\n{\"a\": 1}", json!({"a": 1})),
        ("List: [\"a\", \"b\",]", json!(["a", "b"])),
    ] {
        assert_eq!(read_json::<Value>(text), Ok(expected), "{text}");
    }
}

#[test]
fn what_would_have_to_be_guessed_is_refused() {
    let cut = |text: &str| assert_eq!(read_json::<Value>(text), Err(JsonProblem::Cut), "{text}");
    for text in [
        r#"{"a": "b", "c": [1, 2"#,
        r#"{"a": "unfinished"#,
        r#"{"a": "b""#,
        r#"{"a": {"b": 1}"#,
        "{",
        r#"{"a":"#,
        r#"{"a": 12"#,
        r#"{"a": tru"#,
        "```json\n{\"a\": [\"x\",\n```",
        "{\"a\": 1 /* unfinished }",
    ] {
        cut(text);
    }
    for text in ["", "I cannot do that.", "see [1] and {this}", "17.9%"] {
        let problem = read_json::<Plan>(text).unwrap_err();
        let expected = matches!(
            problem,
            JsonProblem::Absent | JsonProblem::WrongShape { .. }
        );
        assert!(expected, "{text}: {problem}");
    }
    for text in [
        r#"{"a": 1}{"a": 2}"#,
        "{\"a\": 1}\nor\n{\"a\": 2",
        "[{\"a\":1}] {\"b\":2}",
    ] {
        assert_eq!(
            read_json::<Value>(text),
            Err(JsonProblem::Several),
            "{text}"
        );
    }
}

#[test]
fn values_are_never_made_up() {
    for text in [
        // unescaped quotation marks inside a string
        r#"{"a": "say "hi" now"}"#,
        r#"{"a": "他说"你好"吗"}"#,
        r#"{"a": "he said "yes", then "no"."}"#,
        r#"{"items": ["the "x", "y" end"]}"#,
        r#"{"a": "x", "b": "the "big", bad", "c": 2}"#,
        r#"{"a":"5" tall"}"#,
        r#"{"a": "outer "b" text", "c": {"d": 1}}"#,
        // numbers that are none
        r#"{"a": 1,234}"#,
        r#"{"a": 007}"#,
        r#"{"a": 1.2.3}"#,
        r#"{"a": -}"#,
        r#"{"a": 1e}"#,
        r#"{"a": 5%}"#,
        r#"{"a": .5}"#,
        r#"{"a": NaN}"#,
        r#"{"a": [1 2]}"#,
        // words that are no values
        r#"{"a": two}"#,
        r#"{"a": ...}"#,
        r#"{"a": undefined}"#,
        r#"{"a": "b" + "c"}"#,
        r#"{"a": "C:\dir"}"#,
        // members that are none
        r#"{"a": , "b": 1}"#,
        r#"{"a": 1,, "b": 2}"#,
        r#"{"a": "b", "c"}"#,
        r#"{"a": "x": "y"}"#,
        r#"{"a": 1]"#,
    ] {
        let problem = read_json::<Value>(text).unwrap_err();
        assert!(
            matches!(problem, JsonProblem::Broken { .. }),
            "{text}: {problem}"
        );
    }
}

#[test]
fn deep_nesting_is_refused_and_not_a_crash() {
    let deep = format!("{{\"a\":{}", "[".repeat(100_000));
    assert!(read_json::<Value>(&deep).is_err());
}

#[derive(Debug, Deserialize, PartialEq)]
struct Plan {
    tasks: Vec<u32>,
}

#[test]
fn a_problem_says_what_to_change() {
    let told = |text: &str| read_json::<Plan>(text).unwrap_err().to_string();
    insta::assert_snapshot!(
        [
            told("no"),
            told("{}"),
            told("{\"tasks\": [1, \"two\"]}"),
            told("{\"tasks\": [1,\n 2}"),
            told("{\"tasks\": [1], \"note\": \"毛利率\"高\"\"}"),
            told("{\"tasks\": [1"),
            told("{\"tasks\": [1]} {\"tasks\": [2]}"),
        ]
        .join("\n")
    );
}

#[test]
fn numbers_survive_a_repair_digit_by_digit() {
    let text = r#"{"a": 12345678901234567890.1234567890, "b": -0.10, "c": 1E+2,}"#;
    let raw = read_json::<std::collections::BTreeMap<String, Box<RawValue>>>(text).unwrap();
    let digits: Vec<&str> = raw.values().map(|value| value.get()).collect();
    assert_eq!(digits, ["12345678901234567890.1234567890", "-0.10", "1E+2"]);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[ -~毛利“”\n\t]{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z\" ]{1,4}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Good JSON in prose comes through as it is; cut anywhere, none of it does.
    #[test]
    fn good_json_is_unchanged_and_cut_json_is_refused(value in any_json(), cut in 0.0f64..1.0) {
        let text = json!({ "it": value }).to_string();
        prop_assert_eq!(read_json::<Value>(&format!("Here: {text} .")).unwrap(), json!({ "it": value }));
        let at = text.floor_char_boundary((text.len() as f64 * cut) as usize);
        prop_assert!(read_json::<Value>(&text[..at]).is_err(), "{}", &text[..at]);
    }
}
