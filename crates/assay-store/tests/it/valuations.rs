//! The last valuation of a company is found without reading journals.

use assay_domain::{
    ArtifactKind, ArtifactName, Body, Date, Event, RemovedBy, RunId, SchemaVersion,
};
use assay_store::{Removal, Store};

use crate::place::{Place, created, noon};

fn about(company: &str, as_of: &str) -> Event {
    let mut event = created(company);
    if let Event::RunCreated { settings, .. } = &mut event {
        let investment = serde_json::json!({"company": company, "as_of": as_of});
        settings.investment = Some(serde_json::from_value(investment).unwrap());
    }
    event
}

fn written(kind: ArtifactKind, version: u32) -> Event {
    Event::ArtifactWritten {
        artifact: ArtifactName::of_run(kind),
        version,
        schema: SchemaVersion::default(),
        agent: "valuation_engine".to_owned(),
        claim_ids: Vec::new(),
        body: Body::Inline("{}".to_owned()),
    }
}

/// Each a day after the one before.
fn filled(place: &Place) {
    let valued = || written(ArtifactKind::Valuation, 1);
    let runs = [
        ("first", vec![about("Haldric", "2024-06-30"), valued()]),
        (
            "second",
            vec![
                about("Haldric", "2025-06-30"),
                valued(),
                written(ArtifactKind::Report, 1),
                written(ArtifactKind::Valuation, 2),
            ],
        ),
        ("other", vec![about("Tessaly", "2024-06-30"), valued()]),
        ("unvalued", vec![about("Haldric", "2024-06-30")]),
        ("nobody's", vec![created("nobody"), valued()]),
    ];
    for ((name, events), day) in runs.into_iter().zip(1i64..) {
        let at = noon() + jiff::SignedDuration::from_hours(24 * day);
        let run = RunId::new(name);
        let appended = place.store.append(&run, at, events);
        place.runtime.block_on(appended).unwrap();
    }
}

#[track_caller]
fn check(store: &Store, companies: &[&str], until: Option<&str>, expected: &[(&str, u64)]) {
    let until = until.map(|day| day.parse::<Date>().unwrap());
    let found = store.valuations(companies, until).unwrap();
    let found: Vec<(&str, u64)> = found
        .iter()
        .map(|one| (one.run.as_str(), one.run_seq))
        .collect();
    assert_eq!(found, expected);
}

fn check_all(store: &Store) {
    check(store, &["Haldric"], None, &[("second", 4), ("first", 2)]);
    check(store, &["Haldric"], Some("2025-06-29"), &[("first", 2)]);
    check(store, &["Haldric"], Some("2024-06-29"), &[]);
    check(
        store,
        &["Tessaly", "Haldric"],
        Some("2024-12-31"),
        &[("other", 2), ("first", 2)],
    );
    check(store, &["Hald"], None, &[]);
}

#[test]
fn the_newest_valuation_of_a_company_comes_first() {
    let place = Place::new();
    filled(&place);
    check_all(&place.store);
    assert!(place.store.check().unwrap().is_sound());
}

#[test]
fn a_home_that_is_older_than_the_table_gets_it() {
    let place = Place::new();
    filled(&place);
    let outsider = place.outsider();
    let Place { folder, store, .. } = place;
    drop(store);
    outsider.execute_batch("DROP TABLE valuations").unwrap();
    drop(outsider);
    let store = Store::open(folder.path()).unwrap();
    check_all(&store);
    assert!(store.check().unwrap().is_sound());
}

#[test]
fn a_rebuild_makes_it_anew_and_a_check_sees_what_is_wrong() {
    let place = Place::new();
    filled(&place);
    place
        .outsider()
        .execute_batch("UPDATE valuations SET run_seq = 3 WHERE run = 'second'")
        .unwrap();
    let problems = place.store.check().unwrap().problems;
    assert_eq!(problems.len(), 1, "{problems:?}");
    place.runtime.block_on(place.store.rebuild()).unwrap();
    assert!(place.store.check().unwrap().is_sound());
    check_all(&place.store);
}

#[test]
fn a_removed_run_valued_nothing() {
    let place = Place::new();
    filled(&place);
    let removal = Removal {
        runs: vec![RunId::new("second")],
        documents: Vec::new(),
        by: RemovedBy::User,
    };
    let removed = place.store.remove(removal, noon(), None);
    place.runtime.block_on(removed).unwrap();
    check(&place.store, &["Haldric"], None, &[("first", 2)]);
    assert!(place.store.check().unwrap().is_sound());
}
