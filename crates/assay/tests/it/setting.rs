use assay_domain::{Author, Event, FailureCode, Outcome, QualityNote};
use assay_testkit::{Answer, RecordedRequest};
use serde_json::json;

use crate::home::{Home, Ran};
use crate::provider::Provider;

/// 2 needs 1; 4 needs 2 and 3.
pub(crate) fn diamond(chinese: bool) -> String {
    let words = if chinese {
        [
            "维摩拉传感的经营状况",
            "了解公司",
            "业务模式",
            "收入结构",
            "竞争地位",
            "总体评价",
        ]
    } else {
        [
            "Velmora Sensing",
            "Understand it",
            "Business model",
            "Revenue",
            "Competition",
            "Verdict",
        ]
    };
    let task = |id: usize, dependencies: &[u32]| json!({"id": id, "description": words[id + 1], "dependencies": dependencies});
    json!({
        "research_type": "company", "topic": words[0], "objectives": [words[1]],
        "tasks": [task(1, &[]), task(2, &[1]), task(3, &[]), task(4, &[2, 3])],
    })
    .to_string()
}

/// A home with the samples, a plan and a model that answers as told.
pub(crate) struct Setting {
    pub(crate) home: Home,
    pub(crate) provider: Provider,
}

impl Setting {
    pub(crate) fn new(
        extra: &str,
        answer: impl Fn(&RecordedRequest) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let (home, provider) = (Home::with_samples(), Provider::start(answer));
        home.configure(&format!("{}\n{extra}", provider.config()));
        home.write("plan.json", diamond(false));
        Self { home, provider }
    }

    pub(crate) fn run(&self) -> Ran {
        self.home.assay(&["run", "plan.json"])
    }

    pub(crate) fn events(&self) -> Vec<Event> {
        self.home.assert_sound();
        self.home
            .journal()
            .into_iter()
            .map(|envelope| envelope.event)
            .collect()
    }
}

/// What a reader takes for findings: everything before the list of what has no support.
pub(crate) fn findings(report: &str) -> &str {
    let end = report.rfind("## Not supported by the evidence");
    &report[..end.unwrap_or(report.len())]
}

pub(crate) fn refused() -> Answer {
    Answer::error(
        400,
        "invalid_request_error",
        "this request cannot be served",
    )
}

pub(crate) fn outcome(events: &[Event]) -> Outcome {
    let end = events.iter().find_map(|event| match event {
        Event::RunFinished { outcome, .. } => Some(*outcome),
        _ => None,
    });
    end.expect("the run ended")
}

pub(crate) fn authors(events: &[Event]) -> Vec<Author> {
    let authors = events.iter().filter_map(|event| match event {
        Event::TaskFinished { author, .. } => Some(author.clone()),
        _ => None,
    });
    authors.collect()
}

pub(crate) fn notes(events: &[Event]) -> Vec<QualityNote> {
    let notes = events.iter().filter_map(|event| match event {
        Event::TaskFinished { notes, .. } => Some(notes.clone()),
        _ => None,
    });
    notes.flatten().collect()
}

pub(crate) fn failed_calls(events: &[Event]) -> Vec<FailureCode> {
    let codes = events.iter().filter_map(|event| match event {
        Event::CallFailed { failure, .. } => Some(failure.code),
        _ => None,
    });
    codes.collect()
}
