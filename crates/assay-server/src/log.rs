use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use assay_domain::RunId;
use assay_engine::{Clock, RunEnd};
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

/// Where lines go: standard error, where nothing else is asked for.
pub type LogTo = Arc<Mutex<dyn Write + Send>>;

/// How the server tells what it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// Nothing.
    #[default]
    Off,
    /// A line for a person.
    Text,
    /// One JSON object a line.
    Json,
}

/// Lines about runs and requests. Paths are told without their query, and bodies never.
#[derive(Clone)]
pub(crate) struct Log {
    format: LogFormat,
    to: LogTo,
    clock: Arc<dyn Clock>,
}

impl Log {
    pub(crate) fn new(format: LogFormat, to: LogTo, clock: Arc<dyn Clock>) -> Self {
        Self { format, to, clock }
    }

    pub(crate) fn request(&self, method: &Method, route: &str, status: StatusCode, took: Duration) {
        let millis = took.as_secs_f64() * 1000.0;
        self.write("request", || {
            json!({
                "method": method.as_str(),
                "route": route,
                "status": status.as_u16(),
                "ms": (millis * 100.0).round() / 100.0,
            })
        });
    }

    pub(crate) fn run_started(&self, run: &RunId) {
        self.write("run_started", || json!({"run": run}));
    }

    /// The process that drove it is gone.
    pub(crate) fn taken_over(&self, run: &RunId) {
        self.write("run_taken_over", || json!({"run": run}));
    }

    pub(crate) fn run_ended(&self, run: &RunId, end: &RunEnd) {
        self.write(
            "run_ended",
            || json!({"run": run, "outcome": end.outcome, "reasons": end.reasons}),
        );
    }

    pub(crate) fn trouble(&self, run: &RunId, what: &str) {
        self.write("trouble", || json!({"run": run, "error": what}));
    }

    pub(crate) fn say(&self, event: &str, what: &str) {
        self.write(event, || json!({"what": what}));
    }

    fn write(&self, event: &str, fields: impl FnOnce() -> Value) {
        if self.format == LogFormat::Off {
            return;
        }
        let at = self.clock.now();
        let fields = fields();
        let line = match self.format {
            LogFormat::Json => {
                let mut line = json!({"at": at, "event": event});
                if let (Value::Object(line), Value::Object(fields)) = (&mut line, fields) {
                    line.extend(fields);
                }
                line.to_string()
            }
            LogFormat::Text | LogFormat::Off => format!("{at} {event} {fields}"),
        };
        // a log that cannot be written is no reason to stop serving
        let mut to = self.to.lock().unwrap_or_else(PoisonError::into_inner);
        drop(writeln!(to, "{line}"));
    }
}
