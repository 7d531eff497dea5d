//! The egress gate before data is exported, as it stands before a report.

use assay_domain::Language;
use assay_gates::{ConfiguredSecret, EgressPolicy, OfRun, Outgoing, OutputKind, egress, redact};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;

/// Rules whose finding keeps an export in: nothing can be taken out that would make it safe.
const SECRETS: [&str; 2] = ["G-102", "G-103"];

/// A value as it may leave: personal data in its texts made marks. `Err` says why it may not.
pub fn exportable(
    mut value: Value,
    language: Language,
    secrets: &[(String, SecretString)],
) -> Result<Value, Vec<String>> {
    let secrets: Vec<ConfiguredSecret<'_>> = secrets
        .iter()
        .map(|(name, value)| ConfiguredSecret {
            name,
            value: value.expose_secret(),
        })
        .collect();
    let mut text = String::new();
    collect(&value, &mut text);
    let outgoing = Outgoing {
        kind: OutputKind::Export,
        text: &text,
        language,
        disclaimer_required: false,
        run: OfRun::NONE,
        configured_secrets: &secrets,
    };
    let policy = EgressPolicy {
        ..EgressPolicy::default()
    };
    let mut reasons: Vec<String> = egress(&outgoing, &policy)
        .blocked
        .into_iter()
        .filter(|blocker| SECRETS.contains(&blocker.rule.as_str()))
        .map(|blocker| format!("{} ({})", blocker.reason, blocker.rule))
        .collect();
    reasons.dedup();
    if !reasons.is_empty() {
        return Err(reasons);
    }
    redact_texts(&mut value, language, &policy);
    Ok(value)
}

/// Names and texts as they are read: in JSON a line end is a letter before the next word.
fn collect(value: &Value, all: &mut String) {
    match value {
        Value::String(text) => {
            all.push_str(text);
            all.push('\n');
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, all)),
        Value::Object(fields) => {
            for (name, field) in fields {
                all.push_str(name);
                all.push_str(": ");
                collect(field, all);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => all.push('\n'),
    }
}

fn redact_texts(value: &mut Value, language: Language, policy: &EgressPolicy) {
    match value {
        // An exact figure is written as a string; whoever reads the export back needs it whole.
        Value::String(text) if is_number(text) => {}
        Value::String(text) => *text = redact(text, language, policy).0.into_owned(),
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| redact_texts(item, language, policy)),
        Value::Object(fields) => fields
            .values_mut()
            .for_each(|field| redact_texts(field, language, policy)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    match digits.split_once('.') {
        Some((whole, fraction)) => is_part(whole) && is_part(fraction),
        None => is_part(digits),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn personal_data_becomes_a_mark_and_a_key_keeps_everything_in() {
        let secrets = [(
            "KEY".to_owned(),
            SecretString::from("zebra-9931-quartz-hill"),
        )];
        let check = |value| exportable(value, Language::En, &secrets);
        let plain = json!({"claims": [{"text": "Revenue was 4,111 million."}], "n": 4_111_111});
        assert_eq!(check(plain.clone()), Ok(plain));
        let figure = json!({"value": "13800138000", "exact": "-4111111111111111.25"});
        assert_eq!(check(figure.clone()), Ok(figure), "figures stay figures");
        let card = check(json!({"text": "card 4111 1111 1111 1111 expires"})).expect("exported");
        assert!(!card.to_string().contains("4111 1111"), "{card}");
        let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
        let reasons = check(json!({"text": format!("a line\n{token}")})).expect_err("kept in");
        assert!(
            reasons.iter().all(|why| why.contains("G-102")),
            "{reasons:?}"
        );
        let reasons =
            check(json!([{"text": "it is zebra-9931-quartz-hill"}])).expect_err("kept in");
        assert!(
            reasons.iter().all(|why| why.contains("G-103")),
            "{reasons:?}"
        );
        assert!(!reasons.join("").contains("zebra"), "{reasons:?}");
    }
}
