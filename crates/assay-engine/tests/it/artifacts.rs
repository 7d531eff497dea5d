//! Every kind of artifact has a schema, and what was written under a released one is read for ever.

use std::collections::BTreeSet;

use assay_domain::{ArtifactForm, ArtifactKind, ArtifactName, BlobId, SchemaVersion};
use assay_engine::artifacts::{as_read, schema_of};
use serde::Deserialize;
use serde_json::{Value, json};

/// Without what only people read.
fn bare(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            // a property may be called so too; then it holds a schema and no text
            for words in ["description", "title"] {
                if fields.get(words).is_some_and(Value::is_string) {
                    fields.remove(words);
                }
            }
            fields.values_mut().for_each(bare);
            fields.sort_keys();
        }
        Value::Array(parts) => parts.iter_mut().for_each(bare),
        _ => {}
    }
}

#[test]
fn each_kind_has_a_schema() {
    for kind in ArtifactKind::ALL {
        let schema = schema_of(*kind).to_value();
        let is_text = schema["type"] == json!("string");
        assert_eq!(
            is_text,
            kind.form() != ArtifactForm::Json,
            "{}: {schema}",
            kind.name()
        );
    }
}

/// Where this fails, a body changed its shape. If every body that was written before can still be
/// read, accept the new line; if not, give the kind the next version and keep a reader of the old.
#[test]
fn a_schema_changes_only_on_purpose() {
    let lines = ArtifactKind::ALL.iter().map(|kind| {
        let mut schema = schema_of(*kind).to_value();
        bare(&mut schema);
        let hash = BlobId::of_bytes(schema.to_string().as_bytes());
        format!("{} {} {}", kind.name(), kind.schema(), &hash.as_str()[..16])
    });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

/// Bodies as released versions wrote them, lists shortened: added to, never regenerated.
const RELEASED: &str = include_str!("artifacts/released.jsonl");

#[derive(Deserialize)]
struct Released {
    artifact: ArtifactName,
    schema: SchemaVersion,
    body: Value,
}

/// Where two bodies differ first: both whole would fill the screen.
fn difference(read: &Value, written: &Value) -> Option<String> {
    let nothing = &Value::Null;
    match (read, written) {
        (Value::Object(one), Value::Object(other)) => {
            let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            names.into_iter().find_map(|name| {
                let (one, other) = (one.get(name), other.get(name));
                let inside = difference(one.unwrap_or(nothing), other.unwrap_or(nothing));
                inside.map(|place| format!("{name}.{place}"))
            })
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let inside = one
                .iter()
                .zip(other)
                .map(|(one, other)| difference(one, other));
            (0..)
                .zip(inside)
                .find_map(|(at, place)| Some(format!("{at}.{}", place?)))
        }
        // a decimal zero that is read has no sign
        (Value::String(one), Value::String(other)) if one == "0" && other == "-0" => None,
        _ => (read != written).then(|| format!(": {read} is not {written}")),
    }
}

#[test]
fn a_body_that_was_written_once_is_read_for_ever() {
    let mut kept = BTreeSet::new();
    for line in RELEASED.lines() {
        let released: Released = serde_json::from_str(line).unwrap();
        let kind = released.artifact.kind().unwrap();
        let read = as_read(kind, released.schema, &released.body.to_string());
        let read = read.unwrap_or_else(|error| panic!("{}: {error}", released.artifact));
        let mut written = released.body;
        // what the main output of an agent says of itself, and its type does not know
        if let (Value::Object(written), Value::Object(read)) = (&mut written, &read) {
            for own in ["run_id", "artifact_version", "claim_ids"] {
                if !read.contains_key(own) {
                    written.remove(own);
                }
            }
        }
        assert_eq!(difference(&read, &written), None, "{}", released.artifact);
        kept.insert(kind);
    }
    let json = ArtifactKind::ALL.iter().copied();
    let json: BTreeSet<ArtifactKind> = json
        .filter(|kind| kind.form() == ArtifactForm::Json)
        .collect();
    assert_eq!(kept, json, "one line for each kind");
}
