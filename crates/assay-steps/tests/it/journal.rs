//! Journals to tell, as a driver would write them.

use assay_domain::{
    Author, Body, Claim, ClaimId, ClaimKind, Confidence, DocumentId, Envelope, Event, Evidence,
    EvidenceId, Failure, FailureCode, Outcome, PassageId, Plan, PlanOrigin, ResearchType, RunId,
    SchemaVersion, Task, TaskId, Tier, Timestamp,
};
use assay_steps::{Numbered, Projector};
use serde_json::json;

pub(crate) fn created(profile: &str, hold: bool) -> Event {
    let event = json!({
        "type": "run_created", "format": 1, "base": null,
        "request": {"question": "How does the steel market stand?", "research_type": null},
        "settings": {
            "language": "zh", "models": {}, "sampling": {"temperature": 0.3, "top_p": 0.85},
            "concurrency": 2, "section_length": {"min": 1, "max": 2},
            "budget": {"max_tokens": null, "max_cost": null, "reserve_percent": 20},
            "max_steps": 8, "max_attempts": 2, "stream": false, "tool_mode": "native",
            "max_output_tokens": 1000, "stand_in": true, "profile": profile, "hold_plan": hold,
        },
    });
    serde_json::from_value(event).expect("a run")
}

pub(crate) fn autonomous() -> Event {
    let mut event = serde_json::to_value(created("plain", false)).expect("json");
    event["settings"]["profile"] = json!({"autonomous": {"max_steps": 9, "context_tokens": 8_000}});
    serde_json::from_value(event).expect("a run")
}

pub(crate) fn plan() -> Event {
    let tasks = (1..=2).map(|id| Task {
        id: TaskId(id),
        description: format!("dimension {id}"),
        dependencies: Vec::new(),
        hints: None,
    });
    Event::PlanAccepted {
        plan: Plan {
            research_type: ResearchType::Industry,
            topic: "Steel".to_owned(),
            objectives: vec!["see where it stands".to_owned()],
            tasks: tasks.collect(),
        },
        origin: PlanOrigin::Template,
        repairs: Vec::new(),
    }
}

pub(crate) fn started(task: u32) -> Event {
    Event::TaskStarted {
        task: TaskId(task),
        attempt: 1,
    }
}

pub(crate) fn finished(task: u32) -> Vec<Event> {
    let evidence = Evidence {
        id: EvidenceId::new(format!("ev_{task}")),
        passage: PassageId::new(format!("doc_1:{task}-9")),
        document: DocumentId::new("doc_1"),
        source: "Steel yearbook".to_owned(),
        origin: "yearbook.md".to_owned(),
        headings: Vec::new(),
        place: None,
        quote: format!("Output rose by {task} million tonnes."),
        tier: Tier::B,
        as_of: None,
    };
    let claim = Claim {
        id: ClaimId::numbered(TaskId(task), 1),
        text: format!("Output rose by {task} million tonnes. [[ev_{task}]]"),
        task: TaskId(task),
        source_agent: "research_mechanism".to_owned(),
        evidence_ids: vec![evidence.id.clone()],
        confidence: Confidence::Moderate,
        kind: ClaimKind::Quoted,
        check: None,
    };
    vec![
        Event::EvidenceAttached { evidence },
        Event::ClaimRegistered { claim },
        Event::TaskFinished {
            task: TaskId(task),
            author: Author::OfflineAnalyst,
            notes: Vec::new(),
        },
    ]
}

pub(crate) fn failed(task: u32) -> Event {
    Event::TaskFailed {
        task: TaskId(task),
        failure: Failure::new(FailureCode::NoEvidence, "nothing was found"),
    }
}

pub(crate) fn artifact(name: &str, text: &str) -> Event {
    Event::ArtifactWritten {
        artifact: serde_json::from_value(serde_json::json!(name)).expect("a name"),
        version: 1,
        schema: SchemaVersion::default(),
        agent: "report_composer".to_owned(),
        claim_ids: Vec::new(),
        body: Body::Inline(text.to_owned()),
    }
}

pub(crate) fn ended(outcome: Outcome, reasons: &[&str]) -> Event {
    Event::RunFinished {
        outcome,
        reasons: reasons.iter().map(|reason| (*reason).to_owned()).collect(),
    }
}

pub(crate) fn envelopes(events: Vec<Event>) -> Vec<Envelope> {
    let numbered = events.into_iter().zip(1u64..);
    numbered
        .map(|(event, seq)| Envelope {
            seq,
            run: RunId::new("r-20261115-00000001"),
            run_seq: seq,
            at: Timestamp::from_second(1_790_000_000 + i64::try_from(seq).unwrap_or(0))
                .expect("a time"),
            event,
        })
        .collect()
}

pub(crate) fn read(body: &Body) -> Result<String, String> {
    match body {
        Body::Inline(text) => Ok(text.clone()),
        Body::Blob { hash, .. } => Err(format!("no body {hash}")),
    }
}

pub(crate) fn told(journal: &[Envelope]) -> Vec<Numbered> {
    let mut projector = Projector::default();
    let told = journal.iter().flat_map(|envelope| {
        projector
            .apply(envelope, &read)
            .expect("the journal can be told")
    });
    told.collect()
}

/// A plain run with a report.
pub(crate) fn plain_run() -> Vec<Envelope> {
    let mut events = vec![created("plain", false), plan(), started(1), started(2)];
    events.extend(finished(1));
    events.push(failed(2));
    events.push(Event::IntegrationStarted);
    let text = "# Steel\n\n## Summary\n\n- Output rose. [1]\n\n## Sources\n\n1. Steel yearbook\n";
    events.push(artifact("report", text));
    events.push(ended(Outcome::Partial, &["task 2: nothing was found"]));
    envelopes(events)
}
