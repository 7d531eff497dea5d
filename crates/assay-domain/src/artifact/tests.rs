use std::collections::BTreeSet;

use serde_json::json;

use super::{ArtifactError, ArtifactKind, ArtifactName, ArtifactType, SchemaVersion};
use crate::{Event, TaskId};

fn named(text: &str) -> ArtifactName {
    serde_json::from_value(json!(text)).unwrap()
}

#[test]
fn each_kind_has_a_name_of_its_own_that_leads_back_to_it() {
    let names: BTreeSet<&str> = ArtifactKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), ArtifactKind::ALL.len());
    for kind in ArtifactKind::ALL.iter().copied() {
        let name = match kind.is_of_task() {
            true => ArtifactName::of_task(kind, TaskId(12)),
            false => ArtifactName::of_run(kind),
        };
        assert_eq!(name.kind(), Some(kind), "{name}");
        let task = kind.is_of_task().then_some(TaskId(12));
        assert_eq!(name.task_of(kind), task, "{name}");
        assert!(kind.schema() >= SchemaVersion::default(), "{name}");
        assert_eq!(named(&name.to_string()), name);
    }
}

#[test]
fn a_name_of_no_kind_is_kept_as_it_is() {
    for text in [
        "section",
        "section_",
        "section_x",
        "section_+2",
        "sections_2",
        "report_2",
        "report_pdf",
        "valuation_",
        "",
    ] {
        let name = named(text);
        assert_eq!(name.kind(), None, "{text}");
        assert_eq!(serde_json::to_value(&name).unwrap(), json!(text));
    }
}

#[test]
fn an_artifact_of_the_first_version_is_journaled_as_ever() {
    let text = r#"{"type":"artifact_written","artifact":"report","version":2,"agent":"report_composer","claim_ids":[],"body":{"inline":"x"}}"#;
    let event: Event = serde_json::from_str(text).unwrap();
    let artifact = event.artifact().unwrap();
    assert!(artifact.is(ArtifactKind::Report));
    assert_eq!(artifact.schema, SchemaVersion(1));
    assert_eq!(serde_json::to_string(&event).unwrap(), text);
}

#[test]
fn a_later_version_says_so_and_one_from_the_future_is_refused() {
    let text = r#"{"type":"artifact_written","artifact":"search_rounds","version":1,"schema":7,"agent":"a","claim_ids":[],"body":{"inline":"{}"}}"#;
    let event: Event = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&event).unwrap(), text);
    let rounds: ArtifactType<serde_json::Value> = ArtifactType::new(ArtifactKind::SearchRounds);
    let schema = event.artifact().unwrap().schema;
    let error = rounds.parse(schema, "{}").unwrap_err();
    assert!(matches!(error, ArtifactError::TooNew { .. }), "{error}");
    assert!(rounds.parse(SchemaVersion(1), "{}").is_ok());
    let error = rounds.parse(SchemaVersion(1), "{").unwrap_err();
    assert!(matches!(error, ArtifactError::Damaged { .. }), "{error}");
}
