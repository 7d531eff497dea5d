//! The check finds what is wrong, the rebuild mends what can be mended.

use assay_domain::{
    ArtifactName, BlobId, Body, Claim, ClaimId, ClaimKind, Confidence, Event, EvidenceId, Outcome,
    TaskId,
};
use assay_store::{Store, StoreError};

use crate::place::{Place, assumed, created, run};

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
        artifact: ArtifactName::new("report"),
        version,
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
    let cases: [(Vec<Event>, &str, &str); 7] = [
        (
            vec![claim_without_evidence()],
            "",
            "cites ev_1, which was never attached",
        ),
        (
            vec![written(1, missing)],
            "",
            "is missing or does not match its hash",
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
            "UPDATE events SET event = '{\"type\":\"unheard_of\"}' WHERE run_seq = 2",
            "unheard_of",
        ),
        (
            vec![assumed("x")],
            "DELETE FROM runs",
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
fn an_event_that_cannot_be_read_is_never_passed_over() {
    let place = Place::new();
    let one = run("r-1");
    place
        .append(&one, vec![created("a"), assumed("x")])
        .unwrap();
    place
        .outsider()
        .execute_batch("UPDATE events SET event = '{' WHERE run_seq = 2")
        .unwrap();
    let damaged = |seq: u64| move |error: StoreError| matches!(error, StoreError::EventDamaged { seq: at, .. } if at == seq);
    assert!(place.store.load(&one, 0).is_err_and(damaged(2)));
    assert!(place.store.board(&one, None).is_err_and(damaged(2)));
    assert!(
        place
            .runtime
            .block_on(place.store.rebuild())
            .is_err_and(damaged(2))
    );
    assert_eq!(
        place.store.runs(10).unwrap().len(),
        1,
        "a failed rebuild changes nothing"
    );
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
        (report.leftovers, report.is_sound()),
        (1, true),
        "{report:?}"
    );
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
