use assay_domain::Event;
use assay_store::{Owner, Store, StoreError};
use tokio::task::JoinSet;

use crate::place::{Place, assumed, created, noon, run};

#[test]
fn what_append_returns_is_what_is_read_back() {
    let place = Place::new();
    let one = run("r-1");
    let first = place
        .append(&one, vec![created("a"), assumed("x")])
        .unwrap();
    let other = place.append(&run("r-2"), vec![created("b")]).unwrap();
    let second = place.append(&one, vec![assumed("y")]).unwrap();
    let places: Vec<(u64, u64)> = [&first[..], &other, &second]
        .concat()
        .iter()
        .map(|envelope| (envelope.seq, envelope.run_seq))
        .collect();
    assert_eq!(places, [(1, 1), (2, 2), (3, 1), (4, 3)]);
    assert_eq!(
        place.store.load(&one, 0).unwrap(),
        [&first[..], &second].concat()
    );
    assert_eq!(place.store.load(&one, 2).unwrap(), second);
    assert_eq!(place.store.load(&run("r-3"), 0).unwrap(), []);
    assert!(
        place.store.check().unwrap().is_sound(),
        "{:?}",
        place.store.check()
    );
}

#[test]
fn an_append_lands_whole_or_not_at_all_and_a_failed_one_ends_the_writing() {
    let place = Place::new();
    let one = run("r-1");
    place.append(&one, vec![created("a")]).unwrap();
    place
        .outsider()
        .execute_batch(
            "CREATE TRIGGER bad_disk BEFORE INSERT ON events WHEN new.event LIKE '%poison%'
             BEGIN SELECT RAISE(ABORT, 'the disk says no'); END",
        )
        .unwrap();
    let refused = place.append(&one, vec![assumed("x"), assumed("poison"), assumed("y")]);
    assert!(
        matches!(refused, Err(StoreError::Disk { .. })),
        "{refused:?}"
    );
    assert_eq!(place.store.load(&one, 0).unwrap().len(), 1);

    // What the disk holds is now unknown to this process; it does not guess.
    let stopped = place.append(&one, vec![assumed("z")]);
    assert!(
        matches!(stopped, Err(StoreError::Stopped { .. })),
        "{stopped:?}"
    );
    assert_eq!(
        place.store.load(&one, 0).unwrap().len(),
        1,
        "reading goes on"
    );

    let again = Store::open(place.folder.path()).unwrap();
    place
        .runtime
        .block_on(again.append(&one, noon(), vec![assumed("z")]))
        .unwrap();
    assert_eq!(again.load(&one, 0).unwrap().len(), 2);
}

#[test]
fn many_tasks_share_commits_and_lose_nothing() {
    const TASKS: usize = 64;
    const APPENDS: usize = 20;
    let place = Place::new();
    let second = Store::open(place.folder.path()).unwrap();
    place.runtime.block_on(async {
        let mut tasks = JoinSet::new();
        for task in 0..TASKS {
            // two writers, as two processes would be, on the same eight runs
            let store = if task % 2 == 0 {
                place.store.clone()
            } else {
                second.clone()
            };
            tasks.spawn(async move {
                for number in 0..APPENDS {
                    let events = vec![assumed(&format!("{task} {number} a")), assumed("b")];
                    let run = run(&format!("r-{}", task % 8));
                    let appended = store.append(&run, noon(), events).await.unwrap();
                    assert_eq!(
                        appended[1].run_seq,
                        appended[0].run_seq + 1,
                        "one step, side by side"
                    );
                }
            });
        }
        while let Some(done) = tasks.join_next().await {
            done.unwrap();
        }
    });
    let mut total = 0;
    for number in 0..8 {
        let journal = place.store.load(&run(&format!("r-{number}")), 0).unwrap();
        assert!(
            journal
                .windows(2)
                .all(|pair| pair[0].run_seq + 1 == pair[1].run_seq)
        );
        assert!(journal.windows(2).all(|pair| pair[0].seq < pair[1].seq));
        total += journal.len();
    }
    assert_eq!(total, TASKS * APPENDS * 2);
    let report = place.store.check().unwrap();
    assert!(
        report
            .problems
            .iter()
            .all(|problem| !problem.what.contains("jumps")),
        "{report:?}"
    );
}

#[test]
fn a_dropped_store_waits_for_what_was_asked_of_it() {
    let place = Place::new();
    let one = run("r-1");
    let store = place.store.clone();
    place.runtime.block_on(async {
        // nobody waits for the answer: the caller was cancelled
        let asked = store.append(&one, noon(), vec![created("a")]);
        assert!(futures_poll_once(asked).await.is_none());
    });
    drop(store);
    let Place { store, folder, .. } = place;
    drop(store);
    let again = Store::open(folder.path()).unwrap();
    assert!(matches!(
        again.load(&one, 0).unwrap()[0].event,
        Event::RunCreated { .. }
    ));
}

/// Polls once, then drops.
async fn futures_poll_once<F: Future>(future: F) -> Option<F::Output> {
    let mut future = Box::pin(future);
    std::future::poll_fn(move |context| {
        std::task::Poll::Ready(match future.as_mut().poll(context) {
            std::task::Poll::Ready(output) => Some(output),
            std::task::Poll::Pending => None,
        })
    })
    .await
}

#[test]
fn a_run_has_one_driver_at_a_time() {
    let place = Place::new();
    let one = run("r-1");
    let lock = place.store.lock_run(&one).unwrap();
    let busy = place.store.lock_run(&one);
    assert!(matches!(busy, Err(StoreError::RunBusy { .. })), "{busy:?}");
    place.store.lock_run(&run("r-2")).unwrap();
    drop(lock);
    place.store.lock_run(&one).unwrap();
}

#[test]
fn a_lock_tells_who_drives_and_who_went_away_in_the_middle() {
    let place = Place::new();
    let (store, one) = (&place.store, run("r-1"));
    assert_eq!(store.owner(&one).unwrap(), Owner::Nobody);
    drop(store.lock_run(&one).unwrap());
    assert_eq!(store.owner(&one).unwrap(), Owner::Nobody, "only looked at");

    let driving = store.lock_run_to_drive(&one).unwrap();
    assert_eq!(store.owner(&one).unwrap(), Owner::AtWork);
    assert_eq!(store.standing_still(&one), None);
    drop(driving);
    assert_eq!(store.owner(&one).unwrap(), Owner::Nobody, "put down");
    assert_eq!(store.runs_with_owner().unwrap(), []);

    store.lock_run_to_drive(&one).unwrap().leave_to_others();
    assert_eq!(
        store.runs_with_owner().unwrap(),
        [(one.clone(), Owner::Gone)]
    );
    drop(store.lock_run_to_drive(&one).unwrap());
    assert_eq!(
        store.owner(&one).unwrap(),
        Owner::Nobody,
        "taken over and put down"
    );
}
