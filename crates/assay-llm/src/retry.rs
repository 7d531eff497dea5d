use std::time::Duration;

use crate::LlmError;

const FIRST_DELAY: Duration = Duration::from_millis(500);
const LONGEST_BACKOFF: Duration = Duration::from_secs(30);
/// A server that asks for more than this is not waited for to the end.
const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// How long to wait before trying again; `None` means do not.
///
/// `attempt` counts from 1 and names the attempt that has just failed, so `max_retries` further
/// attempts are made. The wait doubles from attempt to attempt, with a jitter that depends on
/// nothing but `attempt` and `seed`. A `Retry-After` is honoured up to two minutes.
pub fn retry_delay(
    error: &LlmError,
    attempt: u32,
    max_retries: u32,
    seed: u64,
) -> Option<Duration> {
    if attempt > max_retries || !error.is_transient() {
        return None;
    }
    let doublings = attempt.saturating_sub(1).min(16);
    let full = FIRST_DELAY
        .saturating_mul(1 << doublings)
        .min(LONGEST_BACKOFF);
    let half = full / 2;
    let spread = u64::try_from(half.as_millis()).unwrap_or(u64::MAX).max(1);
    let jitter = Duration::from_millis(mix(seed ^ u64::from(attempt).rotate_left(32)) % spread);
    let backoff = half + jitter;
    let asked = error.retry_after().map(|asked| asked + jitter / 4);
    Some(
        asked
            .map_or(backoff, |asked| asked.max(backoff))
            .min(LONGEST_WAIT),
    )
}

/// Spreads neighbouring seeds over the whole range (the finaliser of SplitMix64).
fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
