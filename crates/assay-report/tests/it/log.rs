use assay_domain::{
    ArtifactKind, ArtifactName, Author, Body, Budget, CallKey, CallKind, Claim, ClaimId, ClaimKind,
    Confidence, Envelope, Event, Failure, FailureCode, GateName, JOURNAL_FORMAT, Language,
    MicroUsd, Outcome, PlanOrigin, QualityNote, Repair, Request, Role, RunId, RunSettings,
    Sampling, SchemaVersion, SectionLength, Spend, TaskId, Timestamp, ToolMode, Usage, Verdict,
};
use assay_report::generation_log;

use crate::samples::with_findings;

fn settings(language: Language) -> RunSettings {
    RunSettings {
        language,
        models: [(Role::Search, "local/qwen3-8b".to_owned())].into(),
        sampling: Sampling {
            temperature: 0.2,
            top_p: 1.0,
            effort: None,
        },
        concurrency: 4,
        section_length: SectionLength {
            min: 800,
            max: 1500,
        },
        budget: Budget {
            max_tokens: None,
            max_cost: None,
            reserve_percent: 20,
        },
        max_steps: 12,
        max_attempts: 3,
        stream: true,
        tool_mode: ToolMode::Native,
        max_output_tokens: 4096,
        stand_in: true,
        investment: None,
        profile: Default::default(),
        hold_plan: false,
        may_ask: false,
        web: true,
        browser: false,
        as_of: None,
        kill_switch: None,
        graph_policy: None,
        max_rounds: 1,
        efforts: std::collections::BTreeMap::new(),
        role_ceilings: std::collections::BTreeMap::new(),
    }
}

fn unreachable() -> Failure {
    Failure::new(
        FailureCode::ModelUnreachable,
        "cannot connect to localhost:8080",
    )
}

fn call(key: &str, task: u32, call: CallKind) -> Event {
    Event::CallStarted {
        key: CallKey::new(key),
        task: Some(TaskId(task)),
        call,
        request: Body::Inline("{}".to_owned()),
        estimate: Spend::default(),
    }
}

fn reply(key: &str, usage: Option<Usage>, estimated: bool, cost: u64, millis: u64) -> Event {
    Event::CallReplied {
        key: CallKey::new(key),
        reply: Body::Inline("{}".to_owned()),
        usage,
        usage_estimated: estimated,
        cost: MicroUsd(cost),
        millis,
    }
}

fn failed(key: &str, attempt: u32, will_retry: bool) -> Event {
    Event::CallFailed {
        key: CallKey::new(key),
        failure: unreachable(),
        attempt,
        will_retry,
        counted: Spend::default(),
    }
}

fn usage(input: u64, cached: u64, output: u64) -> Option<Usage> {
    Some(Usage {
        input_tokens: input,
        cached_input_tokens: cached,
        output_tokens: output,
    })
}

fn planning(language: Language) -> Vec<Event> {
    let sample = with_findings(language);
    vec![
        Event::RunCreated {
            format: JOURNAL_FORMAT,
            request: Request {
                question: "Lumora | what <does> it *earn*?".to_owned(),
                research_type: None,
            },
            settings: Box::new(settings(language)),
            base: None,
        },
        Event::AssumptionMade {
            parameter: "period".to_owned(),
            assumed: "fiscal 2024".to_owned(),
        },
        Event::PlanRejected {
            attempt: 1,
            errors: vec!["tasks 1 and 2 wait for each other".to_owned()],
        },
        Event::PlanAccepted {
            plan: sample.plan,
            origin: PlanOrigin::Fallback {
                instead_of: "local/qwen3-8b".to_owned(),
                because: unreachable(),
            },
            repairs: vec![Repair::DroppedSelfDependency { task: TaskId(4) }],
        },
    ]
}

fn working(language: Language) -> Vec<Event> {
    let sample = with_findings(language);
    let model = CallKind::Model {
        role: Role::Search,
        model: "local/qwen3-8b".to_owned(),
        asks_again: false,
    };
    let tool = CallKind::Tool {
        tool: "search_library".to_owned(),
    };
    let mut events = vec![
        Event::TaskStarted {
            task: TaskId(1),
            attempt: 1,
        },
        call("1/a/0", 1, model),
        failed("1/a/0", 1, true),
        reply("1/a/0", usage(1_200, 800, 340), false, 1_530, 2_410),
        call("1/b/0", 1, tool),
        reply("1/b/0", None, false, 0, 3),
    ];
    events.extend(
        sample
            .evidence
            .values()
            .map(|evidence| Event::EvidenceAttached {
                evidence: evidence.clone(),
            }),
    );
    events.push(Event::ClaimRegistered {
        claim: Claim {
            id: ClaimId::numbered(TaskId(1), 1),
            text: "Revenue grew.".to_owned(),
            task: TaskId(1),
            source_agent: "search".to_owned(),
            evidence_ids: vec![],
            confidence: Confidence::Strong,
            kind: ClaimKind::Quoted,
            check: None,
        },
    });
    events.extend([Event::TaskFinished {
        task: TaskId(1),
        author: Author::Model {
            model: "local/qwen3-8b".to_owned(),
        },
        notes: vec![QualityNote::NoFigures],
    }]);
    events
}

fn resuming() -> Vec<Event> {
    let model = || CallKind::Model {
        role: Role::Search,
        model: "local/qwen3-8b".to_owned(),
        asks_again: false,
    };
    vec![
        Event::TaskStarted {
            task: TaskId(2),
            attempt: 1,
        },
        call("2/a/0", 2, model()),
        Event::RunResumed {
            process: 7,
            unanswered: Spend {
                tokens: 4_100,
                cost: MicroUsd(2_500),
            },
        },
        Event::TaskStarted {
            task: TaskId(2),
            attempt: 2,
        },
        call("2/c/0", 2, model()),
        reply("2/c/0", usage(90, 0, 12), true, 40, 700),
        Event::TaskFinished {
            task: TaskId(2),
            author: Author::OfflineAnalyst,
            notes: vec![],
        },
        Event::TaskStarted {
            task: TaskId(3),
            attempt: 1,
        },
        call("3/a/0", 3, model()),
        failed("3/a/0", 2, false),
        Event::TaskFailed {
            task: TaskId(3),
            failure: unreachable(),
        },
        Event::TaskBlocked {
            task: TaskId(4),
            by: TaskId(3),
        },
    ]
}

fn ending(language: Language) -> Vec<Event> {
    let mut events: Vec<Event> = with_findings(language)
        .findings
        .into_iter()
        .map(|finding| Event::FindingRecorded { finding })
        .collect();
    events.extend([
        Event::Degraded {
            reason: unreachable(),
        },
        Event::IntegrationStarted,
        Event::GateDecided {
            gate: GateName::QualityGate,
            verdict: Verdict::Degrade,
            reasons: vec!["a section is missing".to_owned()],
        },
        Event::ArtifactWritten {
            artifact: ArtifactName::of_run(ArtifactKind::Report),
            version: 1,
            schema: SchemaVersion::default(),
            agent: "integrator".to_owned(),
            claim_ids: vec![],
            body: Body::Inline(String::new()),
        },
        Event::RunFinished {
            outcome: Outcome::Partial,
            reasons: vec!["task 3 failed".to_owned()],
        },
    ]);
    events
}

fn journal(language: Language) -> Vec<Envelope> {
    let events = [
        planning(language),
        working(language),
        resuming(),
        ending(language),
    ]
    .concat();
    events
        .into_iter()
        .zip(1_u64..)
        .map(|(event, seq)| Envelope {
            seq,
            run: RunId::new("r-20261115-7k2m9q"),
            run_seq: seq,
            at: Timestamp::constant(1_794_700_800, 0)
                + std::time::Duration::from_millis(250 * (seq - 1)),
            event,
        })
        .collect()
}

#[test]
fn the_log_tells_the_run_in_order() {
    for language in [Language::En, Language::Zh] {
        let log = generation_log(&journal(language), language);
        insta::assert_snapshot!(format!("log_{}", language.code()), log);
    }
}

/// A log can be read at any moment, also before the run has ended.
#[test]
fn every_prefix_of_a_journal_has_a_log() {
    let journal = journal(Language::En);
    for length in 0..=journal.len() {
        let log = generation_log(&journal[..length], Language::En);
        assert!(log.starts_with("# Generation log\n"));
        let ended = length == journal.len();
        assert_eq!(log.contains("**Outcome**"), ended);
    }
}
