//! The check finds what is wrong, the rebuild mends what can be mended.

use assay_domain::{
    ArtifactKind, ArtifactName, BlobId, Body, Claim, ClaimId, ClaimKind, Confidence, Event,
    EvidenceId, FailureCode, Outcome, SchemaVersion, TaskId,
};
use assay_store::{Store, StoreError};

use crate::place::{Place, assumed, created, noon, run};

fn claim_without_evidence() -> Event {
    Event::ClaimRegistered {
        claim: Claim {
            id: ClaimId::new("claim_1_001"),
            text: "so it is".to_owned(),
            task: TaskId(1),
            source_agent: "tester".to_owned(),
            evidence_ids: vec![EvidenceId::new("ev_1")],
            confidence: Confidence::Weak,
            kind: ClaimKind::Written,
            check: None,
        },
    }
}

fn written(version: u32, body: Body) -> Event {
    Event::ArtifactWritten {
        artifact: ArtifactName::of_run(ArtifactKind::Report),
        version,
        schema: SchemaVersion::default(),
        agent: "tester".to_owned(),
        claim_ids: Vec::new(),
        body,
    }
}

fn finished() -> Event {
    Event::RunFinished {
        outcome: Outcome::Completed,
        reasons: Vec::new(),
    }
}

#[test]
fn every_kind_of_damage_is_named() {
    let missing = Body::Blob {
        hash: BlobId::of_bytes(b"gone"),
        bytes: 4,
    };
    let small = || Body::Inline("text".to_owned());
    let cases: [(Vec<Event>, &str, &str); 8] = [
        (
            vec![claim_without_evidence()],
            "",
            "cites ev_1, which was never attached",
        ),
        (
            vec![written(1, missing)],
            "",
            "is missing or does not match its hash; restore the folder from a backup",
        ),
        (
            vec![written(1, small()), written(3, small())],
            "",
            "jumps from version 1 to 3",
        ),
        (
            vec![finished(), assumed("late")],
            "",
            "goes on after its end",
        ),
        (
            vec![assumed("x")],
            "UPDATE events SET run_seq = 9 WHERE run_seq = 2",
            "jumps to event 9",
        ),
        (
            vec![assumed("x")],
            "UPDATE events SET hash = NULL, event = '{\"type\":\"unheard_of\"}'",
            "event 2 of run r-1 cannot be understood (unknown variant `unheard_of`",
        ),
        (
            vec![assumed("x")],
            "DELETE FROM runs",
            "the table `runs` differs",
        ),
        (
            vec![assumed("x")],
            "UPDATE runs SET row = '{'",
            "the table `runs` differs",
        ),
    ];
    for (events, damage, expected) in cases {
        let place = Place::new();
        let one = run("r-1");
        place.append(&one, vec![created("a")]).unwrap();
        place.append(&one, events).unwrap();
        place.outsider().execute_batch(damage).unwrap();
        let report = place.store.check().unwrap();
        let named = report
            .problems
            .iter()
            .any(|problem| problem.what.contains(expected));
        assert!(named, "{expected}: {report:?}");
    }
}

#[test]
fn every_change_of_an_event_is_named() {
    let cases = [
        (
            "event = replace(event, '$4,610', '$9,610')",
            "event 2 of run r-1 is not what was written: it does not match its hash; copy the folder",
        ),
        ("at = at + 1", "event 2 of run r-1 is not what was written"),
        ("run = 'r-2'", "event 2 of run r-2 is not what was written"),
        (
            "run = x'00'",
            "an event of an unknown place is not what was written: its run is unreadable",
        ),
        (
            "event = CAST(x'7BFF7D' AS TEXT)",
            "event 2 of run r-1 is not what was written: its text is unreadable",
        ),
        (
            "hash = 'text'",
            "event 2 of run r-1 is not what was written: its hash is unreadable",
        ),
        ("hash = NULL", "event 2 of run r-1 has lost its hash"),
    ];
    for (damage, expected) in cases {
        let place = Place::new();
        let events = vec![created("a"), assumed("$4,610 million")];
        place.append(&run("r-1"), events).unwrap();
        place
            .outsider()
            .execute_batch(&format!("UPDATE events SET {damage} WHERE run_seq = 2"))
            .unwrap();
        let report = place.store.check().unwrap();
        let first = &report.problems[0];
        assert_eq!(first.seq, Some(2), "{damage}: {report:?}");
        assert!(first.what.starts_with(expected), "{damage}: {report:?}");
    }
}

#[test]
fn a_damaged_event_is_never_passed_over() {
    let damages = [
        "event = '{'",
        "event = replace(event, '$4,610', '$9,610')",
        "event = CAST(x'7BFF7D' AS TEXT)",
        "event = '{', hash = NULL",
        "hash = zeroblob(16)",
        "hash = zeroblob(0)",
        "at = at + 1",
    ];
    for damage in damages {
        let place = Place::new();
        let one = run("r-1");
        let said = assumed("$4,610 million");
        place.append(&one, vec![created("a"), said]).unwrap();
        place
            .outsider()
            .execute_batch(&format!("UPDATE events SET {damage} WHERE run_seq = 2"))
            .unwrap();
        let refused = |error: Option<StoreError>| {
            let error = error.unwrap_or_else(|| panic!("{damage}: it was read"));
            assert!(
                matches!(error, StoreError::EventDamaged { seq: 2, .. }),
                "{damage}: {error}"
            );
            let failure = error.failure();
            assert_eq!(failure.code, FailureCode::StoreDamaged);
            for says in ["event 2 of run r-1", "assay store check", "backup"] {
                assert!(failure.message.contains(says), "{damage}: {failure:?}");
            }
        };
        refused(place.store.load(&one, 0).err());
        refused(place.store.load_some(&one, 1, 1).err());
        refused(place.store.load_all(0, 10).err());
        refused(place.store.board(&one, None).err());
        refused(place.runtime.block_on(place.store.rebuild()).err());
        assert_eq!(
            place.store.runs(10).unwrap().len(),
            1,
            "a failed rebuild changes nothing"
        );
    }
}

#[test]
fn bytes_changed_in_the_file_are_noticed() {
    let Place {
        store,
        runtime,
        folder,
    } = Place::new();
    let one = run("r-1");
    let events = vec![created("a"), assumed("$4,610 million")];
    runtime
        .block_on(store.append(&one, noon(), events))
        .unwrap();
    drop(store);
    let file = folder.path().join("assay.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let (figure, other) = (b"$4,610 million", b"$9,610 million");
    let places: Vec<usize> = (0..bytes.len() - figure.len())
        .filter(|start| bytes[*start..].starts_with(figure))
        .collect();
    assert_eq!(places.len(), 1, "the text lies in the file once");
    bytes[places[0]..places[0] + other.len()].copy_from_slice(other);
    std::fs::write(&file, bytes).unwrap();

    let store = Store::open(folder.path()).unwrap();
    let report = store.check().unwrap();
    assert!(
        report.problems[0].what.contains("event 2 of run r-1"),
        "{report:?}"
    );
    let refused = store.load(&one, 0);
    assert!(
        matches!(refused, Err(StoreError::EventDamaged { seq: 2, .. })),
        "{refused:?}"
    );
}

#[test]
fn damage_is_named_once_and_no_later_event_is_blamed_for_it() {
    for damage in ["replace(event, 'x', 'y')", "'{'"] {
        let place = Place::new();
        let one = run("r-1");
        let events = vec![created("a"), assumed("x"), assumed("z"), finished()];
        place.append(&one, events).unwrap();
        place
            .outsider()
            .execute_batch(&format!(
                "UPDATE events SET event = {damage} WHERE run_seq = 2"
            ))
            .unwrap();
        let report = place.store.check().unwrap();
        let seen: Vec<Option<u64>> = report.problems.iter().map(|problem| problem.seq).collect();
        assert_eq!(seen, [Some(2), None], "{report:?}");
        assert!(
            report.problems[1].what.contains("were not compared"),
            "{report:?}"
        );
    }
}

#[test]
fn a_rebuild_recreates_every_projection() {
    let place = Place::new();
    for name in ["r-1", "r-2"] {
        place.append(&run(name), vec![created(name)]).unwrap();
        place.append(&run(name), vec![finished()]).unwrap();
    }
    let asked = Event::CancelRequested {
        reason: "enough".to_owned(),
    };
    place
        .append(&run("r-3"), vec![created("c"), asked])
        .unwrap();
    let before = place.store.runs(10).unwrap();
    let cancelled = place.store.cancellations(0).unwrap();
    assert_eq!((before.len(), cancelled.len()), (3, 1));
    place
        .outsider()
        .execute_batch("DROP TABLE runs; DROP TABLE documents; DROP TABLE cancellations")
        .unwrap();
    let report = place.runtime.block_on(place.store.rebuild()).unwrap();
    assert_eq!((report.events, report.runs), (6, 3));
    assert_eq!(place.store.runs(10).unwrap(), before);
    assert_eq!(place.store.cancellations(0).unwrap(), cancelled);
    assert!(place.store.check().unwrap().is_sound());
}

#[test]
fn half_written_bodies_of_a_killed_process_are_counted_and_harmless() {
    let place = Place::new();
    let id = place.store.blobs().put(b"whole").unwrap();
    let folder = place.folder.path().join("blobs").join(&id.as_str()[..2]);
    std::fs::write(folder.join("1234.0.tmp"), "hal").unwrap();
    let report = place.store.check().unwrap();
    assert_eq!(
        (report.leftovers, report.unnamed_bodies, report.is_sound()),
        (1, 1, true),
        "{report:?}"
    );
    let body = Body::Blob { hash: id, bytes: 5 };
    let events = vec![created("a"), written(1, body)];
    place.append(&run("r-1"), events).unwrap();
    assert_eq!(place.store.check().unwrap().unnamed_bodies, 0);
}

/// SQLite would make a new database of it, and nobody would miss the old one.
#[test]
fn an_emptied_database_is_no_new_one_while_bodies_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("assay.db");
    std::fs::write(&database, "").unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.blobs().put(b"a body").unwrap();
    drop(store);
    drop(Store::open(folder.path()).unwrap());

    std::fs::write(&database, "").unwrap();
    let refused = Store::open(folder.path()).err().unwrap();
    assert!(
        refused
            .to_string()
            .contains("it is empty, but the folder blobs beside it holds 1 bodies"),
        "{refused}"
    );
    assert_eq!(refused.failure().code, FailureCode::StoreDamaged);
    assert_eq!(std::fs::read(&database).unwrap(), b"", "left alone");

    std::fs::remove_file(&database).unwrap();
    let anew = Store::open(folder.path()).unwrap();
    assert_eq!(anew.check().unwrap().unnamed_bodies, 1);
}

#[test]
fn a_file_that_is_no_store_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("assay.db"), vec![b'x'; 8192]).unwrap();
    let refused = Store::open(folder.path()).err();
    assert!(
        matches!(refused, Some(StoreError::Damaged { .. })),
        "{refused:?}"
    );

    let place = Place::new();
    place
        .outsider()
        .execute_batch("UPDATE meta SET value = '2' WHERE key = 'format'")
        .unwrap();
    let newer = Store::open(place.folder.path()).err();
    assert!(
        matches!(
            newer,
            Some(StoreError::TooNew {
                found: 2,
                known: 1,
                ..
            })
        ),
        "{newer:?}"
    );
}
