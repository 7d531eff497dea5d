use super::*;

fn ledger(max_tokens: u64) -> Ledger {
    Ledger::new(Budget {
        max_tokens: Some(max_tokens),
        max_cost: None,
        reserve_percent: 20,
    })
}

fn tokens(tokens: u64) -> Spend {
    Spend {
        tokens,
        cost: MicroUsd::default(),
    }
}

fn replied(tokens: u64) -> Event {
    Event::CallReplied {
        key: assay_domain::CallKey::new_for("task-1", b"", 0),
        reply: assay_domain::Body::Inline(String::new()),
        usage: Some(Usage {
            input_tokens: tokens,
            cached_input_tokens: 0,
            output_tokens: 0,
        }),
        usage_estimated: false,
        cost: MicroUsd(tokens),
        millis: 1,
    }
}

#[test]
fn the_reserve_is_kept_for_writing() {
    use Admission::{Granted, Wait};
    use Purpose::{Research, Writing};
    let mut ledger = ledger(1_000);
    assert!(ledger.admit(tokens(801), Research).is_err());
    assert_eq!(ledger.admit(tokens(800), Research), Ok(Granted));
    assert_eq!(ledger.admit(tokens(1), Research), Ok(Wait));
    assert_eq!(ledger.admit(tokens(200), Writing), Ok(Granted));
    assert_eq!(ledger.admit(tokens(1), Writing), Ok(Wait));
    ledger.release(tokens(200));
    assert_eq!(ledger.admit(tokens(150), Writing), Ok(Granted));
}

#[test]
fn a_refusal_says_what_would_not_fit() {
    let mut ledger = Ledger::new(Budget {
        max_tokens: Some(22_000),
        max_cost: Some(MicroUsd(20_000)),
        reserve_percent: 20,
    });
    ledger.apply(&replied(13_089));
    let mut says = |estimate, purpose| match ledger.admit(estimate, purpose) {
        Err(failure) => failure.message,
        Ok(admission) => format!("{admission:?}"),
    };
    let cases = [
        (tokens(4_511), Purpose::Research, "Granted"),
        (tokens(4_511), Purpose::Research, "Wait"),
        (
            tokens(4_512),
            Purpose::Research,
            "the next call would not fit the budget of this run: 13089 tokens are spent and the \
             call may need 4512, of 17600 allowed (4400 tokens are kept for writing)",
        ),
        (
            tokens(8_912),
            Purpose::Writing,
            "the next call would not fit the budget of this run: 13089 tokens are spent and the \
             call may need 8912, of 22000 allowed",
        ),
        (
            Spend {
                tokens: 1,
                cost: MicroUsd(6_912),
            },
            Purpose::Writing,
            "the next call would not fit the budget of this run: $0.0130 is spent and the call \
             may need $0.0069, of $0.0200 allowed",
        ),
    ];
    for (estimate, purpose, expected) in cases {
        assert_eq!(says(estimate, purpose), expected, "{estimate:?}");
    }
}

#[test]
fn a_role_has_a_ceiling_of_its_own() {
    use Admission::{Granted, Wait};
    let ceilings = BTreeMap::from([(Role::Verifier, MicroUsd(100))]);
    let mut ledger = ledger(1_000_000).with_role_ceilings(&ceilings);
    let call = |cost| Spend {
        tokens: 1,
        cost: MicroUsd(cost),
    };
    let key = CallKey::new_for("task-1", b"", 0);
    ledger.apply(&Event::CallStarted {
        key,
        task: None,
        call: CallKind::Model {
            role: Role::Verifier,
            model: String::new(),
            asks_again: false,
        },
        request: assay_domain::Body::Inline(String::new()),
        estimate: call(70),
    });
    ledger.apply(&replied(40));
    let mut admit = |role, cost| ledger.admit_for(role, call(cost), Purpose::Research);
    assert_eq!(admit(Role::Search, 5_000), Ok(Granted));
    assert_eq!(admit(Role::Verifier, 50), Ok(Granted));
    assert_eq!(admit(Role::Verifier, 20), Ok(Wait));
    let refused = admit(Role::Verifier, 61).unwrap_err();
    assert!(refused.message.contains("role verifier"), "{refused}");
    ledger.release_for(Role::Verifier, call(50));
    let now = ledger.admit_for(Role::Verifier, call(20), Purpose::Research);
    assert_eq!(now, Ok(Granted));
}

fn started(occurrence: u32, estimate: u64) -> Event {
    Event::CallStarted {
        key: CallKey::new_for("task-1", b"", occurrence),
        task: None,
        call: CallKind::Model {
            role: Role::Search,
            model: String::new(),
            asks_again: false,
        },
        request: assay_domain::Body::Inline(String::new()),
        estimate: tokens(estimate),
    }
}

fn failed(occurrence: u32, counted: u64, will_retry: bool) -> Event {
    Event::CallFailed {
        key: CallKey::new_for("task-1", b"", occurrence),
        failure: Failure::new(FailureCode::ModelTruncated, "cut"),
        attempt: 1,
        will_retry,
        counted: tokens(counted),
    }
}

#[test]
fn what_was_sent_counts_until_a_reply_says_better() {
    let resumed = Event::RunResumed {
        process: 7,
        unanswered: Spend::default(),
    };
    let cases: [(&str, Vec<Event>, u64); 7] = [
        ("answered", vec![started(0, 500), replied(40)], 40),
        ("failed", vec![started(0, 500), failed(0, 500, false)], 500),
        ("refused", vec![started(0, 500), failed(0, 90, false)], 90),
        (
            "tried again and answered",
            vec![started(0, 500), failed(0, 500, true), replied(40)],
            540,
        ),
        (
            "under way at a kill, answered after it",
            vec![
                started(0, 500),
                resumed.clone(),
                started(0, 500),
                replied(40),
            ],
            540,
        ),
        (
            "two under way at a kill",
            vec![started(0, 500), started(1, 300), resumed.clone()],
            800,
        ),
        (
            "a try that a kill met behind a failed one",
            vec![started(0, 500), failed(0, 500, true), resumed],
            1_000,
        ),
    ];
    for (case, events, expected) in cases {
        let mut ledger = ledger(10_000);
        events.iter().for_each(|event| ledger.apply(event));
        assert_eq!(
            ledger.spent(),
            Spend {
                cost: ledger.spent().cost,
                ..tokens(expected)
            },
            "{case}"
        );
    }
}

#[test]
fn a_call_that_nobody_waits_for_counts_if_it_was_sent() {
    let mut ledger = ledger(10_000);
    ledger.apply(&started(0, 500));
    ledger.end(&CallKey::new_for("task-1", b"", 0));
    ledger.end(&CallKey::new_for("task-1", b"", 0));
    ledger.apply(&started(1, 300));
    ledger.apply(&failed(1, 300, true));
    ledger.give_up(&CallKey::new_for("task-1", b"", 1));
    assert_eq!(ledger.spent(), tokens(800));
    assert_eq!(ledger.end_all(), Spend::default());
}

proptest::proptest! {
    /// Whatever is asked for in whatever order: what is spent and promised never exceeds the
    /// ceiling, whoever waits has somebody to wait for, and whoever is refused would be refused
    /// too if every call under way came back without cost.
    #[test]
    fn calls_stay_under_the_ceiling_and_none_is_refused_that_could_fit(
        ceiling in 0u64..10_000,
        asks in proptest::collection::vec(
            (0u64..3_000, proptest::bool::ANY, 0u64..=100, 0usize..3), 0..60),
    ) {
        let mut ledger = ledger(ceiling);
        let mut under_way: Vec<(u64, u64)> = Vec::new();
        for (amount, writing, used_percent, settled) in asks {
            for _ in 0..settled {
                if let Some((promised, used)) = under_way.pop() {
                    ledger.apply(&replied(used));
                    ledger.release(tokens(promised));
                }
            }
            let purpose = if writing { Purpose::Writing } else { Purpose::Research };
            match ledger.admit(tokens(amount), purpose) {
                Ok(Admission::Granted) => {
                    under_way.push((amount, amount * used_percent / 100));
                }
                Ok(Admission::Wait) => proptest::prop_assert!(!under_way.is_empty()),
                Err(_) => {
                    let mut idle = ledger.clone();
                    under_way.iter().for_each(|(promised, _)| idle.release(tokens(*promised)));
                    proptest::prop_assert!(idle.admit(tokens(amount), purpose).is_err());
                }
            }
            let promised: u64 = under_way.iter().map(|(promised, _)| promised).sum();
            proptest::prop_assert!(ledger.spent().tokens + promised <= ceiling);
        }
    }
}
