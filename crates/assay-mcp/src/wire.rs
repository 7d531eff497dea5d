use std::collections::BTreeMap;

use rmcp::model::ServerJsonRpcMessage;
use serde_json::value::RawValue;

/// A message of this size, made of the smallest values, costs some seventy times as much memory while
/// it is read (`mcp_bomb_memory`); answers worth reading are far smaller.
pub(crate) const LARGEST_MESSAGE: usize = 4 * 1024 * 1024;

const STRUCTURED: &str = "structuredContent";

/// One message of a server.
pub(crate) fn parse(message: &[u8]) -> Result<ServerJsonRpcMessage, serde_json::Error> {
    match with_structured_as_text(message)? {
        Some(rewritten) => serde_json::from_str(&rewritten),
        None => serde_json::from_slice(message),
    }
}

/// A reply's structured part crosses the SDK as a string that holds its JSON, because the SDK's own
/// values would round its numbers. `None` where the message has no such part.
pub(crate) fn with_structured_as_text(message: &[u8]) -> Result<Option<String>, serde_json::Error> {
    let mark = STRUCTURED.as_bytes();
    if !message.windows(mark.len()).any(|window| window == mark) {
        return Ok(None);
    }
    let mut fields: BTreeMap<String, &RawValue> = serde_json::from_slice(message)?;
    let Some(result) = fields.get("result") else {
        return Ok(None);
    };
    let Ok(mut parts) = serde_json::from_str::<BTreeMap<String, &RawValue>>(result.get()) else {
        return Ok(None);
    };
    let Some(structured) = parts.get(STRUCTURED) else {
        return Ok(None);
    };
    let text = RawValue::from_string(serde_json::to_string(structured.get())?)?;
    parts.insert(STRUCTURED.to_owned(), &text);
    let result = RawValue::from_string(serde_json::to_string(&parts)?)?;
    fields.insert("result".to_owned(), &result);
    serde_json::to_string(&fields).map(Some)
}

#[cfg(test)]
mod tests {
    use super::with_structured_as_text;

    #[test]
    fn only_the_structured_part_of_a_result_becomes_text() {
        for (message, expected) in [
            (r#"{"id":1,"result":{"content":[]}}"#, None),
            (r#"{"id":1,"error":{"message":"structuredContent"}}"#, None),
            (
                r#"{"id":1,"method":"x","params":{"structuredContent":1.0}}"#,
                None,
            ),
            (r#"{"id":1,"result":["structuredContent"]}"#, None),
            (r#"{"id":1,"result":{"content":"structuredContent"}}"#, None),
            (
                r#"{"id":1,"result":{"structuredContent": {"a" : 1.10, "b":"\"\u00e9"} ,"isError":false}}"#,
                Some(
                    r#"{"id":1,"result":{"isError":false,"structuredContent":"{\"a\" : 1.10, \"b\":\"\\\"\\u00e9\"}"}}"#,
                ),
            ),
            (
                r#"{"result":{"structuredContent":null}}"#,
                Some(r#"{"result":{"structuredContent":"null"}}"#),
            ),
        ] {
            let rewritten = with_structured_as_text(message.as_bytes()).unwrap();
            assert_eq!(rewritten.as_deref(), expected, "{message}");
        }
        assert!(with_structured_as_text(br#"{"structuredContent""#).is_err());
    }
}
