//! What was taken out is gone from the disk, and what is left says so.

use std::fs;
use std::path::Path;

use assay_domain::{
    ArtifactKind, ArtifactName, BlobId, Body, Document, DocumentId, Envelope, Event, RemovedBy,
    RunId, SchemaVersion,
};
use assay_store::{Removal, Removed, Store};
use serde_json::json;

use crate::place::{Place, assumed, created, noon, run};

const SECRET: &str = "the heron flies at dusk";

fn document(place: &Place, text: &str) -> Document {
    let blobs = place.store.blobs();
    let body = blobs.put(text.as_bytes()).unwrap();
    serde_json::from_value(json!({
        "id": DocumentId::of_bytes(text.as_bytes()), "title": text, "origin": text,
        "media": "text", "tier": "C", "date": null, "raw": body, "text": body,
        "quarantined": [], "verdict": "CLEAN", "ingested_at": "2026-01-01T00:00:00Z",
    }))
    .unwrap()
}

fn ingested(document: &Document) -> Event {
    let document = Box::new(document.clone());
    Event::DocumentIngested { document }
}

fn written(body: Body) -> Event {
    Event::ArtifactWritten {
        artifact: ArtifactName::of_run(ArtifactKind::Report),
        version: 1,
        schema: SchemaVersion::default(),
        agent: "writer".to_owned(),
        claim_ids: Vec::new(),
        body,
    }
}

/// What the run wrote, beside the journal.
fn large(place: &Place, text: &str) -> Body {
    let text = text.repeat(70_000 / text.len() + 1);
    place.runtime.block_on(place.store.body(text)).unwrap()
}

fn name_of(body: &Body) -> BlobId {
    match body {
        Body::Blob { hash, .. } => hash.clone(),
        Body::Inline(text) => panic!("{text} is too short"),
    }
}

fn remove(place: &Place, runs: &[RunId], documents: &[&Document]) -> Removed {
    let removal = Removal {
        runs: runs.to_vec(),
        documents: documents.iter().map(|one| one.id.clone()).collect(),
        by: RemovedBy::User,
    };
    let removing = place.store.remove(removal, noon(), None);
    place.runtime.block_on(removing).unwrap()
}

/// The files under a folder that hold the words, as they are or as JSON within JSON.
fn holding(folder: &Path, words: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(holding(&path, words));
        } else {
            let bytes = fs::read(&path).unwrap();
            let mut windows = bytes.windows(words.len());
            if windows.any(|window| window == words.as_bytes()) {
                found.push(path.display().to_string());
            }
        }
    }
    found
}

#[test]
fn nothing_of_a_removed_run_is_left_on_the_disk_but_that_it_was_there() {
    let place = Place::new();
    let (gone, kept) = (run("r-gone"), run("r-kept"));
    // many short events, so that pages were split and their free space holds copies
    for _ in 0..200 {
        let events = vec![assumed(SECRET), assumed(&SECRET.repeat(40))];
        place.append(&gone, events).unwrap();
        place.append(&kept, vec![assumed("a plain word")]).unwrap();
    }
    let own = large(&place, SECRET);
    let shared = large(&place, "both runs wrote this ");
    place.append(&gone, vec![created(SECRET)]).unwrap();
    place
        .append(&gone, vec![written(own.clone()), written(shared.clone())])
        .unwrap();
    place
        .append(&kept, vec![created("k"), written(shared.clone())])
        .unwrap();
    assert!(
        !holding(place.folder.path(), SECRET).is_empty(),
        "the test sees what is there"
    );

    let removed = remove(&place, std::slice::from_ref(&gone), &[]);
    assert_eq!(
        removed,
        Removed {
            bodies: 1,
            scrubbed: true
        }
    );
    assert_eq!(holding(place.folder.path(), SECRET), Vec::<String>::new());
    assert!(place.store.blobs().get(&name_of(&own)).is_err());
    assert!(
        place.store.blobs().get(&name_of(&shared)).is_ok(),
        "another run uses it"
    );
    assert_eq!(place.store.run(&gone).unwrap(), None);
    let left = place.store.load(&gone, 0).unwrap();
    let left: Vec<&Event> = left.iter().map(|envelope| &envelope.event).collect();
    let by = RemovedBy::User;
    assert_eq!(left, [&Event::RunRemoved { events: 403, by }]);
    assert_eq!(place.store.load(&kept, 0).unwrap().len(), 202);
    let report = place.store.check().unwrap();
    // two versions 1 of one artifact are this test's own
    let sound = report
        .problems
        .iter()
        .all(|problem| problem.what.contains("version"));
    assert!(sound, "{:?}", report.problems);
    assert_eq!((report.runs, report.unnamed_bodies), (1, 0));
    // the tables made again show no more of it
    place.runtime.block_on(place.store.rebuild()).unwrap();
    assert_eq!(place.store.runs(9).unwrap().len(), 1);
}

#[test]
fn a_removed_document_leaves_only_its_id_and_can_come_again() {
    let place = Place::new();
    let library = RunId::library();
    let (gone, kept) = (document(&place, SECRET), document(&place, "of the harbour"));
    let judged = Event::TierDeclared {
        document: gone.id.clone(),
        tier: assay_domain::Tier::B,
        reason: Some(format!("because {SECRET}")),
    };
    place
        .append(&library, vec![ingested(&gone), ingested(&kept), judged])
        .unwrap();
    let graph = |company: &str, graph: String| Event::GraphRefreshed {
        company: company.to_owned(),
        graph: Body::Inline(graph),
    };
    let quoting = format!("{} says {SECRET}", gone.id);
    let graphs = vec![
        graph("heron", quoting),
        graph("harbour", "ships".to_owned()),
    ];
    place.append(&RunId::companies(), graphs).unwrap();

    remove(&place, &[], &[&gone]);
    assert_eq!(holding(place.folder.path(), SECRET), Vec::<String>::new());
    assert_eq!(place.store.document(&gone.id).unwrap(), None);
    assert_eq!(place.store.documents().unwrap(), [kept]);
    let left = place.store.load(&library, 0).unwrap();
    let seen = |envelope: &Envelope| match &envelope.event {
        Event::DocumentRemoved { document } => document.clone(),
        Event::DocumentIngested { document } => document.id.clone(),
        other => panic!("{other:?}"),
    };
    let id = gone.id.clone();
    assert_eq!(left.iter().map(seen).filter(|one| *one == id).count(), 3);
    assert_eq!(left.len(), 4, "no place is missing");
    let report = place.store.check().unwrap();
    assert!(report.is_sound(), "{:?}", report.problems);

    let again = document(&place, SECRET);
    place.append(&library, vec![ingested(&again)]).unwrap();
    assert_eq!(place.store.document(&gone.id).unwrap(), Some(again));
    assert!(place.store.check().unwrap().is_sound());
}

#[test]
fn bodies_that_nobody_names_go_once_nobody_can_be_about_to_name_them() {
    let place = Place::new();
    let left = place.store.blobs().put(SECRET.as_bytes()).unwrap();
    let nothing = || Removal {
        runs: Vec::new(),
        documents: Vec::new(),
        by: RemovedBy::User,
    };
    let clean = |store: &Store, before| {
        let cleaning = store.remove(nothing(), noon(), Some(before));
        place.runtime.block_on(cleaning).unwrap().bodies
    };
    let long_ago = "2001-01-01T00:00:00Z".parse().unwrap();
    assert_eq!(clean(&place.store, long_ago), 0);
    assert!(place.store.blobs().get(&left).is_ok());
    let later = "2100-01-01T00:00:00Z".parse().unwrap();
    assert_eq!(clean(&place.store, later), 1);
    assert!(place.store.blobs().get(&left).is_err());
}
