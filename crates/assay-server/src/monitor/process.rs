use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;

use super::figures::{Figures, MetricKind};

/// Upper ends of the classes of answering times, in seconds.
const CLASSES: [(f64, &str); 9] = [
    (0.001, "0.001"),
    (0.005, "0.005"),
    (0.01, "0.01"),
    (0.025, "0.025"),
    (0.05, "0.05"),
    (0.1, "0.1"),
    (0.5, "0.5"),
    (1.0, "1"),
    (5.0, "5"),
];

/// Requests since the process began.
#[derive(Default)]
pub(super) struct Process {
    routes: Mutex<BTreeMap<&'static str, Requests>>,
}

#[derive(Default)]
struct Requests {
    by_status: BTreeMap<u16, u64>,
    /// In each class, and in the ones above it.
    within: [u64; CLASSES.len()],
    seconds: f64,
}

impl Process {
    pub(super) fn answered(&self, route: &'static str, status: StatusCode, took: Duration) {
        let seconds = took.as_secs_f64();
        let mut routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        let requests = routes.entry(route).or_default();
        *requests.by_status.entry(status.as_u16()).or_default() += 1;
        requests.seconds += seconds;
        for (count, (end, _)) in requests.within.iter_mut().zip(CLASSES) {
            *count += u64::from(seconds <= end);
        }
    }

    pub(super) fn tell(&self, figures: &mut Figures) {
        let routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        figures.add(
            "assay_http_requests_total",
            "Answered requests by route and status",
            MetricKind::Counter,
        );
        for (route, requests) in routes.iter() {
            for (status, count) in &requests.by_status {
                let status = status.to_string();
                figures.sample(&[("route", route), ("status", &status)], *count as f64);
            }
        }
        figures.add(
            "assay_http_request_seconds",
            "Time to the head of the answer",
            MetricKind::Histogram,
        );
        for (route, requests) in routes.iter() {
            let all = requests.by_status.values().sum::<u64>() as f64;
            for (count, (_, end)) in requests.within.iter().zip(CLASSES) {
                figures.part("_bucket", &[("route", route), ("le", end)], *count as f64);
            }
            figures.part("_bucket", &[("route", route), ("le", "+Inf")], all);
            figures.part("_sum", &[("route", route)], requests.seconds);
            figures.part("_count", &[("route", route)], all);
        }
    }
}
