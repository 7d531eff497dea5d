//! Tools of the user's servers are offered in every kind of research, and what they answer has the
//! tier that the user gave to the server.

use assay_domain::{Document, Event, Profile, RunId, Tier};
use assay_store::Store;
use assay_testkit::{Answer, RecordedRequest, Reply, Script};
use serde_json::{Value, json};

use crate::autonomous::{call, cited, create, finish, step};
use crate::deep::{QUESTION, honest, name, passages, reply};
use crate::home::Home;
use crate::provider::Provider;
use crate::scribe::{self, Kind};

const SAID: &str =
    "Pressure sensors in demand at the tidal barrier of Elmsund numbered 412 in 2024.";

fn server(request: &RecordedRequest) -> Answer {
    if request.method != "POST" {
        return Answer::json(405, "{}");
    }
    let reply = |result: Value| {
        let id = request.body.get("id").cloned().unwrap_or_default();
        let body = json!({"jsonrpc": "2.0", "id": id, "result": result});
        Answer::json(200, body.to_string())
    };
    match request.body.pointer("/method").and_then(Value::as_str) {
        Some("initialize") => reply(json!({
            "protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
            "serverInfo": {"name": "tides", "version": "1"},
        })),
        Some("tools/list") => reply(json!({"tools": [{
            // a name that would speak for a filing if a tool's own name counted
            "name": "annual-report", "description": "What a barrier reports.",
            "inputSchema": {"type": "object", "properties": {"place": {"type": "string"}}},
        }]})),
        Some("tools/call") => reply(json!({"content": [{"type": "text", "text": SAID}]})),
        _ => Answer::json(202, ""),
    }
}

type Model = fn(&RecordedRequest) -> Answer;

/// A home whose servers have one tool, with a model that answers as told.
fn lab(tier: Value, answer: Model) -> (Home, Provider, Provider) {
    let tides = Provider::scripted(Script::new(|request, _| server(request)));
    let model = Provider::start(answer);
    let home = Home::with_samples();
    home.configure(&model.config());
    let url = format!("{}/mcp", tides.base_url().trim_end_matches("/v1"));
    let mut config = json!({"url": url, "trust": "first-use"});
    if !tier.is_null() {
        config["tier"] = tier;
    }
    let servers = json!({"servers": {"tides": config}});
    home.write("state/mcp.json", servers.to_string());
    (home, model, tides)
}

/// What the server's answer became.
fn kept(home: &Home) -> Vec<Document> {
    let journal = Store::open(&home.state())
        .unwrap()
        .load(&RunId::library(), 0)
        .unwrap();
    let documents = journal
        .into_iter()
        .filter_map(|envelope| match envelope.event {
            Event::DocumentIngested { document } => Some(*document),
            _ => None,
        });
    let is_of_server = |document: &Document| document.origin == "mcp:tides/annual-report";
    documents.filter(is_of_server).collect()
}

/// The tool as models know it.
const TOOL: &str = "tides_annual-report";

fn arguments() -> Value {
    json!({"place": "Elmsund"})
}

fn deep(request: &RecordedRequest) -> Answer {
    if name(request) == "plan" {
        return scribe::answer(request);
    }
    let mut answer = honest(request);
    if name(request) == "strategy" {
        answer["toolCalls"] = json!([
            {"name": "tides_none", "arguments": {}},
            {"name": TOOL, "arguments": arguments()},
        ]);
    }
    reply(answer)
}

fn autonomous(request: &RecordedRequest) -> Answer {
    if scribe::kind(request) == Kind::Summary {
        return scribe::answer(request);
    }
    let turn: Reply = match step(request) {
        0 => call(TOOL, &arguments()),
        1 => create("Notebook/01 Tides.md", &cited(request).unwrap_or_default()),
        _ => finish(),
    };
    scribe::signed(request, turn)
}

fn plain(request: &RecordedRequest) -> Answer {
    match scribe::kind(request) {
        Kind::Section if scribe::has_searched(request) => scribe::answer(request),
        Kind::Section => scribe::signed(request, call(TOOL, &arguments())),
        _ => scribe::answer(request),
    }
}

fn profile(home: &Home) -> Profile {
    let journal = home.journal();
    let first = journal.first().map(|envelope| envelope.event.clone());
    match first {
        Some(Event::RunCreated { settings, .. }) => settings.profile,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_kind_of_research_may_ask_the_users_servers() {
    let kinds: [(Model, &[&str]); 3] = [
        (
            plain,
            &[
                "research",
                QUESTION,
                "--profile",
                "plain",
                "--type",
                "industry",
            ],
        ),
        (
            deep,
            &[
                "research",
                QUESTION,
                "--profile",
                "deep",
                "--type",
                "industry",
            ],
        ),
        (autonomous, &["auto", QUESTION, "--max-steps", "8"]),
    ];
    for (answer, arguments) in kinds {
        let (home, model, _tides) = lab(json!("B"), answer);
        let ran = home.assay(arguments);
        let offered = model.chats().iter().any(|chat| chat.raw.contains(TOOL));
        assert!(offered, "{arguments:?}: {ran:?}");
        let kept = kept(&home);
        assert!(!kept.is_empty(), "{arguments:?}: {ran:?}");
        assert!(kept.iter().all(|one| one.tier == Tier::B), "{arguments:?}");
        let is_shown = |chat: &RecordedRequest| {
            let shown = passages(chat);
            shown.iter().any(|(_, text)| text.contains("tidal barrier"))
        };
        let profile = profile(&home);
        assert!(model.chats().iter().any(is_shown), "{profile:?}: {ran:?}");
        home.assert_sound();
    }
}

#[test]
fn a_server_of_which_nothing_is_said_is_trusted_least_and_an_odd_tier_is_refused() {
    let (home, _model, _tides) = lab(Value::Null, plain);
    home.assay(&[
        "research",
        QUESTION,
        "--profile",
        "plain",
        "--type",
        "industry",
    ]);
    assert_eq!(kept(&home)[0].tier, Tier::D);
    let (home, _model, _tides) = lab(json!("Z"), plain);
    let ran = home.assay(&["mcp", "list"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("`Z`"), "{ran:?}");
}
