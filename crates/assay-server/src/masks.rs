//! What a run says leaves without its secrets, by the egress gate's own rules. A report that the gate
//! keeps in for a key would otherwise be read through its claims and steps.

use assay_gates::{ConfiguredSecret, MASK, configured_secrets, masked_secrets, secrets};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;

use crate::scrub::without_secrets;

/// No secret is shorter.
const SHORTEST: usize = 8;

/// How closely a text is looked at.
#[derive(Clone, Copy)]
pub enum Look<'a> {
    /// For what looks like a key.
    Form,
    /// Also for the keys of this installation in disguise.
    Whole(&'a [(String, SecretString)]),
}

/// Masks secrets in every text of a value; whether there was one.
pub fn mask(value: &mut Value, look: Look<'_>) -> bool {
    !is_clean([&*value], look) && mask_each(value, look)
}

/// Whether no text of these values holds a secret. Texts one by one cost more, and hardly ever is
/// there a secret in any.
pub(crate) fn is_clean<'a>(values: impl IntoIterator<Item = &'a Value>, look: Look<'_>) -> bool {
    let mut all = String::new();
    for value in values {
        collect(value, &mut all);
    }
    let is_disguised = match look {
        Look::Whole(configured) => holds_secret(&all, configured),
        Look::Form => false,
    };
    !is_disguised && secrets(&all).is_empty()
}

fn collect(value: &Value, all: &mut String) {
    match value {
        Value::String(text) if text.len() >= SHORTEST => {
            all.push_str(text);
            all.push_str("\n\n");
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, all)),
        Value::Object(fields) => fields.values().for_each(|field| collect(field, all)),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// As [`mask`], of a value that is not clean.
fn mask_each(value: &mut Value, look: Look<'_>) -> bool {
    match value {
        Value::String(text) => match masked(text, look) {
            Some(clean) => {
                *text = clean;
                true
            }
            None => false,
        },
        Value::Array(items) => mask_some(items, look),
        Value::Object(fields) => fields
            .values_mut()
            .fold(false, |found, field| mask(field, look) | found),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Halves a list until what is left is clean or one: of a long one few are not.
fn mask_some(items: &mut [Value], look: Look<'_>) -> bool {
    match items {
        [] => false,
        [one] => mask(one, look),
        many if is_clean(many.iter(), look) => false,
        many => {
            let (left, right) = many.split_at_mut(many.len() / 2);
            mask_some(left, look) | mask_some(right, look)
        }
    }
}

/// A text of many lines with a mask in the place of each secret; `None` where there is none in it.
pub fn masked_lines(text: &str, look: Look<'_>) -> Option<String> {
    masked(text, look)?;
    let lines = text.split_inclusive('\n');
    let clean: String = lines
        .map(|line| masked(line, look).map_or_else(|| line.to_owned(), |clean| ended(clean, line)))
        .collect();
    // a secret over several lines
    Some(masked(&clean, look).unwrap_or(clean))
}

/// A line that became a mask still ends as it did.
fn ended(mut clean: String, line: &str) -> String {
    if line.ends_with('\n') && !clean.ends_with('\n') {
        clean.push('\n');
    }
    clean
}

/// The text with a mask in the place of each secret; `None` where there is none in it.
fn masked(text: &str, look: Look<'_>) -> Option<String> {
    if text.len() < SHORTEST {
        return None;
    }
    let Look::Whole(configured) = look else {
        return masked_secrets(text);
    };
    let named = without_secrets(text, configured);
    let by_form = masked_secrets(named.as_deref().unwrap_or(text));
    let clean = by_form.or(named);
    // a disguise has no certain place
    let is_disguised = holds_secret(clean.as_deref().unwrap_or(text), configured);
    if is_disguised {
        return Some(MASK.to_owned());
    }
    clean
}

fn holds_secret(text: &str, configured: &[(String, SecretString)]) -> bool {
    let configured: Vec<ConfiguredSecret<'_>> = configured
        .iter()
        .map(|(name, value)| ConfiguredSecret {
            name,
            value: value.expose_secret(),
        })
        .collect();
    !configured_secrets(text, &configured).is_empty()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Of the form that the gate knows, and nobody's.
    fn token() -> String {
        format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8")
    }

    #[test]
    fn what_looks_like_a_key_is_masked_wherever_it_stands() {
        let token = token();
        let mut value = json!({
            "claims": [{"text": format!("The key is {token}.\n{token}"), "number": 4}],
            "nested": {"deep": [null, true, format!("令牌：{token}")]},
            "plain": "Revenue was $812 million in 2024.",
        });
        let plain = value["plain"].clone();
        assert!(mask(&mut value, Look::Form));
        assert!(!value.to_string().contains(&token), "{value}");
        assert_eq!(
            value["claims"][0]["text"],
            json!(format!("The key is {MASK}.\n{MASK}"))
        );
        assert_eq!(value["plain"], plain);
        assert!(!mask(&mut value, Look::Form));
    }

    #[test]
    fn a_disguised_key_of_the_installation_takes_its_text_with_it() {
        let configured = [(
            "KEY".to_owned(),
            SecretString::from("canary-7781-velvet-anchor"),
        )];
        let whole = Look::Whole(&configured);
        let reversed: String = "canary-7781-velvet-anchor".chars().rev().collect();
        assert_eq!(
            masked(&format!("It is {reversed}."), whole).as_deref(),
            Some(MASK)
        );
        assert_eq!(masked(&format!("It is {reversed}."), Look::Form), None);
        assert_eq!(masked("Revenue was $812 million in 2024.", whole), None);
        let plain = masked("It is canary-7781-velvet-anchor here.", whole);
        assert_eq!(plain.as_deref(), Some("It is [KEY] here."));
    }
}
