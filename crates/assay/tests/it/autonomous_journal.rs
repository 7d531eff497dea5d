//! What an autonomous agent did wrong is in the journal, with a code, and told by the commands that
//! read it; a model without tool calls gets through to a report.

use assay_domain::{CallKind, Event, FailureCode, Outcome};
use assay_testkit::{RecordedRequest, Reply};
use serde_json::{Value, json};

use crate::autonomous::{TITLE, agent, call, cited, create, diligent, finish, outcome, read, step};
use crate::home::Home;

/// Failed calls of tools, as name, code and message.
fn failed(home: &Home) -> Vec<(String, FailureCode, String)> {
    let journal = home.journal();
    let events: Vec<&Event> = journal.iter().map(|envelope| &envelope.event).collect();
    let failed = events.iter().filter_map(|event| match event {
        Event::CallFailed { key, failure, .. } => Some((key, failure)),
        _ => None,
    });
    let named = failed.filter_map(|(wanted, failure)| {
        let tool = events.iter().find_map(|event| match event {
            Event::CallStarted {
                key,
                call: CallKind::Tool { tool },
                ..
            } if key == wanted => Some(tool.clone()),
            _ => None,
        });
        Some((tool?, failure.code, failure.message.clone()))
    });
    named.collect()
}

struct Bad {
    name: &'static str,
    decide: fn(&RecordedRequest) -> Reply,
    tool: &'static str,
    code: FailureCode,
    message: &'static str,
}

const BAD: [Bad; 7] = [
    Bad {
        name: "calls an unknown action",
        decide: |_| call("run_shell", &json!({"command": "ls"})),
        tool: "run_shell",
        code: FailureCode::ToolRefused,
        message: "there is no such action; you have file_operation, web_search",
    },
    Bad {
        name: "calls by a name that is none",
        decide: |_| call("<b>rm -rf</b>\n", &json!({})),
        tool: "_b_rm_-rf__b__",
        code: FailureCode::ToolRefused,
        message: "there is no such action",
    },
    Bad {
        name: "calls with wrong arguments",
        decide: |_| call("web_search", &json!({"words": "sensors"})),
        tool: "web_search",
        code: FailureCode::ToolRefused,
        message: "the arguments are not those of this action",
    },
    Bad {
        name: "returns prose",
        decide: |_| Reply::text("I will now think about sensors."),
        tool: "no_action",
        code: FailureCode::ModelMalformed,
        message: "the answer is no action",
    },
    Bad {
        name: "asks for a file outside",
        decide: |_| read("../../config.md"),
        tool: "file_operation",
        code: FailureCode::ToolRefused,
        message: "leads out of a folder",
    },
    Bad {
        name: "writes far too much",
        decide: |_| create("Notebook/1.md", &"gigabytes ".repeat(450_000)),
        tool: "file_operation",
        code: FailureCode::ToolRefused,
        message: "over the limit",
    },
    Bad {
        name: "asks for a page without a web",
        decide: |_| call("visit_url", &json!({"url": "https://example.com/"})),
        tool: "visit_url",
        code: FailureCode::ToolRefused,
        message: "no web is configured",
    },
];

#[test]
fn what_goes_wrong_is_a_failed_call_with_a_code() {
    for bad in BAD {
        let decide = bad.decide;
        let provider = agent(move |request| match step(request) {
            0 => decide(request),
            1.. => diligent_from(request, 1),
        });
        let home = Home::with_samples();
        home.configure(&provider.config());
        let name = bad.name;
        let ran = home.must(&["auto", TITLE]);
        assert_eq!(outcome(&home).0, Outcome::Completed, "{name}: {ran:?}");
        let failed = failed(&home);
        assert_eq!(failed.len(), 1, "{name}: {failed:?}");
        let (tool, code, message) = &failed[0];
        assert_eq!((tool.as_str(), *code), (bad.tool, bad.code), "{name}");
        assert!(message.contains(bad.message), "{name}: {message}");
        let shown = home.must(&["show", "--events"]).stdout;
        assert!(shown.contains("call_failed"), "{name}");
        let run = home.newest();
        let log = home
            .must(&["export", run.as_str(), "--format", "log"])
            .stdout;
        assert!(
            log.contains("call failed") && log.contains(bad.code.code()),
            "{name}: {log}"
        );
        home.assert_sound();
    }
}

/// The work of a good agent, begun some steps later.
fn diligent_from(request: &RecordedRequest, later: usize) -> Reply {
    match step(request) - later {
        0 => call("web_search", &json!({"query": "pressure sensors demand"})),
        1 => create(
            "Notebook/01 Demand.md",
            &format!("# Demand\n\n{}", cited(request).unwrap()),
        ),
        _ => finish(),
    }
}

/// A turn of a model that has no tool calls: the same step as JSON.
fn as_step(reply: &Reply) -> Reply {
    let call = reply.tool_calls.first().unwrap();
    let step = match call.name.as_str() {
        "all_finished" => json!({"action": "finish", "section": "done"}),
        name => {
            let arguments: Value = serde_json::from_str(&call.arguments).unwrap();
            json!({"action": name, "arguments": arguments})
        }
    };
    Reply::text(step.to_string())
}

#[test]
fn a_model_without_tool_calls_gets_through_to_a_report() {
    let provider = agent(|request| as_step(&diligent(request)));
    let home = Home::with_samples();
    home.configure(&format!(
        "{}\n[run]\ntool_mode = \"step_object\"\n",
        provider.config()
    ));
    let ran = home.must(&["auto", TITLE]);
    assert_eq!(outcome(&home).0, Outcome::Completed);
    assert!(
        ran.stdout.contains("Demand") && ran.stdout.contains("Prices"),
        "{}",
        ran.stdout
    );
    let chats = provider.chats();
    assert!(chats.iter().all(|request| request.body["tools"].is_null()));
    assert_eq!(failed(&home), []);
    home.assert_sound();
}

#[test]
fn a_step_that_cannot_be_read_is_journaled_and_asked_for_again() {
    let provider = agent(|request| match step(request) {
        0 => Reply::text("{\"action\": "),
        1.. => as_step(&diligent_from(request, 1)),
    });
    let home = Home::with_samples();
    home.configure(&format!(
        "{}\n[run]\ntool_mode = \"step_object\"\n",
        provider.config()
    ));
    home.must(&["auto", TITLE]);
    assert_eq!(outcome(&home).0, Outcome::Completed);
    let failed = failed(&home);
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert_eq!(
        (failed[0].0.as_str(), failed[0].1),
        ("no_action", FailureCode::ModelMalformed)
    );
}
