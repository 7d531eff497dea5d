use std::time::Duration;

use assay_llm::{Dialect, LlmError, retry_delay};
use assay_testkit::Answer;
use proptest::prelude::*;

use crate::support::hear;

fn limited(retry_after: Option<Duration>) -> LlmError {
    LlmError::RateLimited {
        provider: "p".to_owned(),
        retry_after,
        message: "slow down".to_owned(),
    }
}

#[tokio::test]
async fn retry_after_is_read_in_seconds_milliseconds_and_as_a_date() {
    let seconds = |seconds| Some(Duration::from_secs(seconds));
    let answer = |name: &str, value: &str| {
        Answer::error(429, "rate_limit_error", "slow down").with_header(name, value)
    };
    let dated =
        |at: &str| answer("date", "Sun, 15 Nov 2026 10:00:00 GMT").with_header("retry-after", at);
    for (answer, expected) in [
        (Answer::retry_after("7"), seconds(7)),
        (
            Answer::retry_after("1.5"),
            Some(Duration::from_millis(1500)),
        ),
        (
            answer("retry-after-ms", "250"),
            Some(Duration::from_millis(250)),
        ),
        (dated("Sun, 15 Nov 2026 10:00:30 GMT"), seconds(30)),
        (dated("Sun, 15 Nov 2026 09:00:00 GMT"), seconds(0)),
        (Answer::retry_after("Sun, 15 Nov 2026 10:00:30 GMT"), None),
        (Answer::retry_after("soon"), None),
        (Answer::retry_after("-3"), None),
        (Answer::error(429, "rate_limit_error", "slow down"), None),
    ] {
        let error = hear(answer.clone(), Dialect::OpenAi, true)
            .await
            .result
            .unwrap_err();
        assert_eq!(error.retry_after(), expected, "{answer:?}");
    }
    let busy = Answer::error(503, "overloaded", "busy").with_header("retry-after", "9");
    let error = hear(busy, Dialect::OpenAi, true).await.result.unwrap_err();
    assert_eq!(error.retry_after(), seconds(9));
}

#[test]
fn only_what_may_pass_is_tried_again() {
    let provider = || "p".to_owned();
    let message = || "m".to_owned();
    let worth_it = [
        limited(None),
        LlmError::Truncated {
            provider: provider(),
            received: 3,
        },
        LlmError::Server {
            provider: provider(),
            status: 503,
            message: message(),
            retry_after: None,
        },
    ];
    let futile = [
        LlmError::QuotaExhausted {
            provider: provider(),
            message: message(),
        },
        LlmError::Auth {
            provider: provider(),
            status: 401,
            message: message(),
        },
        LlmError::ContextOverflow {
            provider: provider(),
            message: message(),
        },
        LlmError::Rejected {
            provider: provider(),
            status: 400,
            message: message(),
        },
    ];
    for error in worth_it {
        assert!(retry_delay(&error, 1, 1, 7).is_some(), "{error}");
        assert_eq!(retry_delay(&error, 2, 1, 7), None, "{error}");
        assert_eq!(retry_delay(&error, 1, 0, 7), None, "{error}");
    }
    for error in futile {
        assert_eq!(retry_delay(&error, 1, 9, 7), None, "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn delays_grow_are_bounded_and_repeat(attempt in 1u32..40, seed: u64, asked in 0u64..4_000) {
        let delay = |error: &LlmError| retry_delay(error, attempt, 100, seed).unwrap();
        let plain = delay(&limited(None));
        let full = Duration::from_millis(500) * 2u32.pow((attempt - 1).min(6));
        let full = full.min(Duration::from_secs(30));
        prop_assert!(plain >= full / 2 && plain <= full, "{plain:?} for {full:?}");
        prop_assert_eq!(plain, delay(&limited(None)));

        let asked = Duration::from_secs(asked);
        let honoured = delay(&limited(Some(asked)));
        prop_assert!(honoured >= asked.min(Duration::from_secs(120)));
        prop_assert!(honoured <= Duration::from_secs(120));
    }
}
