//! Reading the protocol's JSON: a field that is missing is one that the browser did not tell.

use serde_json::Value;

/// The value at a JSON pointer.
pub(crate) fn at<'v>(value: &'v Value, pointer: &str) -> &'v Value {
    value.pointer(pointer).unwrap_or(&Value::Null)
}

pub(crate) fn text_at<'v>(value: &'v Value, pointer: &str) -> Option<&'v str> {
    at(value, pointer).as_str()
}

/// The text at a JSON pointer, empty where there is none.
pub(crate) fn told(value: &Value, pointer: &str) -> String {
    text_at(value, pointer).unwrap_or_default().to_owned()
}
