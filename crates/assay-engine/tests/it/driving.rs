use assay_domain::{Event, FailureCode, IntegrationStep, Outcome};
use assay_engine::{EngineError, Notice, Notices};
use assay_store::StoreError;
use tokio_util::sync::CancellationToken;

use crate::workers::{Deed, Shop, Workers, diamond, outcome};

#[tokio::test]
async fn tasks_begin_when_their_dependencies_are_done() {
    for (concurrency, most) in [(1, 1), (2, 2), (8, 2)] {
        let shop = Shop::new(Workers::default());
        let run = shop.create(None, concurrency).await;
        let end = shop.drive(&run).await.unwrap();
        assert_eq!(outcome(&end), Some(Outcome::Completed));
        assert!(
            *shop.workers.most_at_once.lock().unwrap() <= most,
            "{concurrency} at once"
        );
        let joined = "joined [1, 2, 3, 4], failed [], blocked []";
        assert_eq!(shop.workers.log().last().map(String::as_str), Some(joined));
        shop.assert_sound();
    }
}

#[tokio::test]
async fn each_task_that_fails_in_any_way_leaves_a_partial_run() {
    let cases = [
        (1, "joined [3], failed [1], blocked [2, 4]"),
        (2, "joined [1, 3], failed [2], blocked [4]"),
        (3, "joined [1, 2], failed [3], blocked [4]"),
        (4, "joined [1, 2, 3], failed [4], blocked []"),
    ];
    let ways = [
        (Deed::Fail, FailureCode::NoEvidence),
        (Deed::Panic, FailureCode::WorkerCrashed),
        (Deed::ReturnNothing, FailureCode::WorkerCrashed),
    ];
    for (task, joined) in cases {
        for (deed, code) in ways {
            let shop = Shop::new(Workers::with(task, deed));
            let run = shop.create(Some(diamond()), 8).await;
            let end = shop.drive(&run).await.unwrap();
            assert_eq!(
                outcome(&end),
                Some(Outcome::Partial),
                "task {task}, {deed:?}"
            );
            assert_eq!(
                shop.workers.log().last().map(String::as_str),
                Some(joined),
                "{deed:?}"
            );
            let failures: Vec<FailureCode> = shop
                .events(&run)
                .iter()
                .filter_map(|event| match event {
                    Event::TaskFailed { failure, .. } => Some(failure.code),
                    _ => None,
                })
                .collect();
            assert_eq!(failures, [code], "task {task}, {deed:?}");
            shop.assert_sound();
        }
    }
}

#[tokio::test]
async fn a_report_that_cannot_be_put_together_is_a_failed_run() {
    for deed in [Deed::Fail, Deed::Panic, Deed::ReturnNothing] {
        let shop = Shop::new(Workers::integrating(deed));
        let run = shop.create(Some(diamond()), 8).await;
        let end = shop.drive(&run).await.unwrap();
        assert_eq!(outcome(&end), Some(Outcome::Failed), "{deed:?}");
    }
}

#[tokio::test]
async fn a_stopped_run_goes_on_where_it_was() {
    let shop = Shop::new(Workers::with(2, Deed::Stop));
    let run = shop.create(Some(diamond()), 1).await;
    let stopped = shop.drive(&run).await;
    assert!(
        matches!(stopped, Err(EngineError::Configuration(_))),
        "{stopped:?}"
    );
    let before = shop.workers.log().len();

    shop.workers.mend();
    let end = shop.drive(&run).await.unwrap();
    assert_eq!(outcome(&end), Some(Outcome::Completed));
    let after = shop.workers.log();
    assert!(
        !after[before..].contains(&"1 begun".to_owned()),
        "task 1 was done: {after:?}"
    );
    let events = shop.events(&run);
    assert_eq!(
        events
            .iter()
            .filter(|event| matches!(event, Event::RunResumed { .. }))
            .count(),
        1
    );
    assert_eq!(
        events
            .iter()
            .filter(|event| matches!(event, Event::TaskFinished { .. }))
            .count(),
        4
    );

    let again = shop.drive(&run).await.unwrap();
    assert_eq!(
        outcome(&again),
        Some(Outcome::Completed),
        "a finished run stays finished"
    );
    assert_eq!(shop.events(&run), events);
}

#[tokio::test]
async fn an_integration_goes_on_at_the_step_in_which_it_stopped() {
    let steps = [IntegrationStep::Examine, IntegrationStep::Compose];
    let shop = Shop::new(Workers::stepping(Deed::Stop, &steps));
    let run = shop.create(Some(diamond()), 8).await;
    let stopped = shop.drive(&run).await;
    assert!(stopped.is_err(), "{stopped:?}");
    let announced = |events: &[Event]| {
        let all = events.iter();
        all.filter(|event| **event == Event::IntegrationStarted)
            .count()
    };
    assert_eq!(announced(&shop.events(&run)), 1, "two steps, one process");

    shop.workers.mend();
    let end = shop.drive(&run).await.unwrap();
    assert_eq!(outcome(&end), Some(Outcome::Completed));
    let log = shop.workers.log();
    let examined = log.iter().filter(|line| *line == "Examine done").count();
    assert_eq!(examined, 1, "{log:?}");
    assert_eq!(announced(&shop.events(&run)), 2, "once a process");
    shop.assert_sound();
}

#[tokio::test]
async fn stop_leaves_the_run_open_and_cancel_ends_it() {
    let shop = Shop::new(Workers::with(1, Deed::Hang));
    let run = shop.create(Some(diamond()), 8).await;
    let stop = CancellationToken::new();
    let (notices, mut watch) = Notices::channel();
    let drive = shop.engine.drive(&run, notices, &stop);
    let interrupt = async {
        while let Some(notice) = watch.recv().await {
            let begun = matches!(&notice, Notice::Event(envelope) if matches!(envelope.event, Event::TaskFinished { .. }));
            if begun {
                let busy = shop.drive(&run).await;
                assert!(
                    matches!(busy, Err(EngineError::Store(StoreError::RunBusy { .. }))),
                    "{busy:?}"
                );
                stop.cancel();
            }
        }
    };
    let (end, ()) = tokio::join!(drive, interrupt);
    assert_eq!(end.unwrap(), None, "open");

    let end = shop.engine.cancel(&run, "enough").await.unwrap();
    assert_eq!(outcome(&end), Some(Outcome::Cancelled));
    shop.assert_sound();
}

#[tokio::test]
async fn a_cancel_reaches_a_run_under_way() {
    let shop = Shop::new(Workers::with(1, Deed::Hang));
    let run = shop.create(Some(diamond()), 8).await;
    let (notices, mut watch) = Notices::channel();
    let stop = CancellationToken::new();
    let drive = shop.engine.drive(&run, notices, &stop);
    let cancel = async {
        while let Some(notice) = watch.recv().await {
            let done = matches!(&notice, Notice::Event(envelope) if matches!(envelope.event, Event::TaskFinished { .. }));
            if done {
                assert_eq!(
                    shop.engine.cancel(&run, "enough").await.unwrap(),
                    None,
                    "it is being driven"
                );
            }
        }
    };
    let (end, ()) = tokio::join!(drive, cancel);
    assert_eq!(outcome(&end.unwrap()), Some(Outcome::Cancelled));
    shop.assert_sound();
}
