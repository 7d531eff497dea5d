//! A model that asks for more than anybody can read: what it is given stays within bounds.

use std::fmt::Write as _;

use assay_domain::ToolCall;
use assay_testkit::{RecordedRequest, Reply};
use serde_json::json;

use crate::scribe::{self, Kind};
use crate::setting::Setting;

const LOTS: usize = 800;
const CALLS: usize = 200;
/// Bytes of the longest prompt: first message, what tools may bring, rules and tools.
const LONGEST_PROMPT: usize = 300_000;

/// Paragraphs that have nothing in common but their form, each found by the name of its lot.
fn ledger() -> String {
    let mut text = String::from("# Ledger of castings\n");
    for lot in 0..LOTS {
        write!(text, "\nThe casting lot{lot} went to").unwrap();
        for place in 0..90 {
            let number = (lot * 7_919 + place * 104_729) % 99_991;
            write!(text, " q{number:x}z{place}").unwrap();
        }
        text.push_str(".\n");
    }
    text
}

fn turns(request: &RecordedRequest) -> usize {
    let messages = scribe::messages(request);
    let said = |message: &&serde_json::Value| message["role"] == "assistant";
    messages.iter().filter(said).count()
}

fn flood(turn: usize) -> Reply {
    Reply::tool_calls((0..CALLS).map(|call| {
        let first = (turn * CALLS + call) * 10;
        let lots = (first..first + 10).map(|lot| format!("lot{}", lot % LOTS));
        let query = lots.collect::<Vec<_>>().join(" ");
        ToolCall {
            id: format!("call_{turn}_{call}"),
            name: "search_library".to_owned(),
            arguments: json!({"query": query}).to_string(),
        }
    }))
}

#[test]
fn two_hundred_searches_a_turn_are_bounded_in_calls_and_in_what_they_bring() {
    let setting = Setting::new("", |request| match scribe::kind(request) {
        Kind::Section if request.body.get("tools").is_some() => {
            scribe::signed(request, flood(turns(request)))
        }
        Kind::Section => scribe::say(request, scribe::section(request)),
        _ => scribe::answer(request),
    });
    setting.home.write("ledger.md", ledger());
    setting.home.must(&["ingest", "ledger.md"]);
    let ran = setting.run();
    assert!(ran.stdout.contains("## "), "a report is written: {ran:?}");

    let chats = setting.provider.chats();
    let longest = chats.iter().map(|chat| chat.raw.len()).max().unwrap();
    assert!(longest < LONGEST_PROMPT, "{longest} bytes");
    let mut flooded = 0;
    for message in chats.iter().flat_map(scribe::messages) {
        let calls = message["tool_calls"].as_array().map_or(0, Vec::len);
        assert!(calls <= 4, "{calls} calls of one turn are made");
        flooded += usize::from(calls == 4);
    }
    assert!(flooded > 0, "the searches were asked for");
    let is_told = |chat: &RecordedRequest| chat.raw.contains("196 more calls were not made");
    assert!(chats.iter().any(is_told), "the model is told");
}
