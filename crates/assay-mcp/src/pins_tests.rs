use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{PinState, Pins};
use crate::tool::ListedTool;

fn schema() -> impl Strategy<Value = Map<String, Value>> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[a-z\u{4e00}-\u{4e20}\"\\\\]{0,6}".prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z.]{1,4}", inner, 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    });
    prop::collection::btree_map("[a-z]{1,4}", value, 0..5)
        .prop_map(|fields| fields.into_iter().collect())
}

fn tool() -> impl Strategy<Value = ListedTool> {
    ("[a-z]{1,6}", ".{0,20}", schema()).prop_map(|(name, description, schema)| ListedTool {
        name,
        description,
        schema,
    })
}

fn approved(tool: &ListedTool) -> Pins {
    let mut pins = Pins::none();
    pins.approve("s", std::slice::from_ref(tool));
    pins
}

fn backwards(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().rev();
            Value::Object(
                fields
                    .map(|(key, value)| (key.clone(), backwards(value)))
                    .collect(),
            )
        }
        Value::Array(items) => items.iter().map(backwards).collect(),
        leaf => leaf.clone(),
    }
}

proptest! {
    #[test]
    fn the_same_tool_stays_approved(tool in tool()) {
        prop_assert_eq!(approved(&tool).state("s", &tool), PinState::Approved);
        let Value::Object(schema) = backwards(&Value::Object(tool.schema.clone())) else {
            return Err(TestCaseError::fail("an object stays one"));
        };
        let reordered = ListedTool { schema, ..tool.clone() };
        prop_assert_eq!(approved(&tool).state("s", &reordered), PinState::Approved);
    }

    #[test]
    fn another_tool_is_never_approved(before in tool(), after in tool()) {
        let pins = approved(&before);
        let after = ListedTool { name: before.name.clone(), ..after };
        match pins.state("s", &after) {
            PinState::Approved => prop_assert_eq!(&after, &before),
            PinState::Changed(changes) => prop_assert!(!changes.is_empty()),
            PinState::New => prop_assert!(false, "it has a pin"),
        }
        prop_assert_eq!(pins.state("other", &before), PinState::New);
    }

    #[test]
    fn pins_survive_the_file(first in tool(), second in tool()) {
        let mut pins = approved(&first);
        pins.approve("t", &[second]);
        let text = pins.to_text().unwrap();
        prop_assert_eq!(Pins::parse(&text).unwrap(), pins);
    }

    /// A pin file that somebody changed approves nothing it did not approve before.
    #[test]
    fn a_changed_file_is_noticed(tool in tool(), at in any::<prop::sample::Index>(), new in any::<u8>()) {
        let pins = approved(&tool);
        let mut bytes = pins.to_text().unwrap().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = new;
        if let Ok(text) = String::from_utf8(bytes)
            && let Ok(read) = Pins::parse(&text)
            && read.state("s", &tool) != PinState::New
        {
            prop_assert_eq!(read, pins);
        }
    }
}

/// Texts cannot be moved from one part of a tool to another without being noticed.
#[test]
fn parts_do_not_run_into_each_other() {
    let tool = |name: &str, description: &str, schema: Value| ListedTool {
        name: name.to_owned(),
        description: description.to_owned(),
        schema: schema.as_object().unwrap().clone(),
    };
    let tools = [
        tool("a", "b\",\"c", json!({})),
        tool("a", "b", json!({ "c": 1 })),
        tool("a", "b", json!({ "c": "1" })),
        tool("a", "b", json!({ "c": [1] })),
        tool("a", "b", json!({ "c": { "0": 1 } })),
        tool("a", "b", json!({ "c": [1, null] })),
        tool("a", "b,", json!({ "c": 1 })),
    ];
    for before in &tools {
        for after in &tools {
            let same = approved(before).state("s", after) == PinState::Approved;
            assert_eq!(same, before == after);
        }
    }
}
